// Names only: what the preload may know. No schema is imported here, so the preload stays small.

/** The one channel of calls: `invoke(CALL_CHANNEL, name, request)`. */
export const CALL_CHANNEL = 'looptape:call';
/** The one channel of pushes, main → page. */
export const PUSH_CHANNEL = 'looptape:push';

export const CALL_NAMES = [
  'app.info',
  'settings.set',
  'library.list',
  'library.pick',
  'library.rename',
  'library.reveal',
  'library.delete',
  'library.forget',
  'tape.open',
  'tape.summary',
  'tape.close',
  'graph.ofTape',
  'graph.ofFile',
  'timeline.window',
  'scopes.window',
  'scopes.find',
  'moment.get',
  'moment.move',
  'moment.find',
  'fire.get',
  'attempt.get',
  'events.window',
  'hazards.list',
  'value.get',
  'run.start',
  'run.continue',
  'run.answer',
  'run.control',
  'consent.grant',
  'loop.draft',
  'loop.places',
  'report.check',
  'report.run',
  'report.show',
  'report.moment',
  'report.events',
  'report.hazards',
  'report.why',
] as const;

/** The one object that the preload puts into the page, as `window.looptape`; the web page has none. */
export interface Bridge {
  /** Answers a `Result` of the contract, as JSON data and typed arrays. */
  call(name: string, request: unknown): Promise<unknown>;
  /** Gives each push to the listener; the answer takes it off again. */
  onPush(listener: (push: unknown) => void): () => void;
  /** The path of a dropped or picked file. */
  pathOf(file: File): string;
}
