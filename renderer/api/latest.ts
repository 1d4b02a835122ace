// Only the newest request counts: one is in the air, one may wait, and a newer one takes the waiting one's place.

/** What became of a request: its answer, or that a newer one came before its turn or before its answer. */
export type Outcome<T> = { readonly state: 'answered'; readonly value: T } | { readonly state: 'superseded' };

export interface Latest {
  /** Runs `ask` when nothing of this lane is in the air. The promise never hangs: a superseded one says so. */
  run<T>(ask: () => Promise<T>): Promise<Outcome<T>>;
  /** What is in the air or waits is out of date: its answer is not wanted any more. */
  supersede(): void;
  /** True while a request is in the air. */
  busy(): boolean;
}

interface Waiting {
  readonly start: () => void;
  readonly drop: () => void;
}

export function createLatest(): Latest {
  let inTheAir = 0;
  let waiting: Waiting | undefined;
  let newest = 0;

  const landed = (): void => {
    inTheAir -= 1;
    const next = waiting;
    waiting = undefined;
    next?.start();
  };

  return {
    busy: () => inTheAir > 0,
    supersede() {
      newest += 1;
      waiting?.drop();
      waiting = undefined;
    },
    run<T>(ask: () => Promise<T>): Promise<Outcome<T>> {
      newest += 1;
      const mine = newest;
      return new Promise((resolve, reject) => {
        const start = (): void => {
          inTheAir += 1;
          ask().then(
            (value) => {
              resolve(mine === newest ? { state: 'answered', value } : { state: 'superseded' });
              landed();
            },
            (error) => {
              reject(error);
              landed();
            },
          );
        };
        waiting?.drop();
        waiting = undefined;
        if (inTheAir === 0) start();
        else waiting = { start, drop: () => resolve({ state: 'superseded' }) };
      });
    },
  };
}
