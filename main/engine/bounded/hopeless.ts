// Errors that the same attempt would surely meet again: they fail the run at once. Every other failed attempt is one that did not
// satisfy, with the error as its evidence, and the next one is made (semantics §3, Attempts).

export const HOPELESS: ReadonlySet<string> = new Set([
  'no-operator',
  'bad-config',
  'command-not-started',
  'module-missing',
  'module-failed',
  'export-missing',
  'model-not-set',
  'model-unauthorised',
  'bad-prompt',
  'operator-crashed',
  'expression-invalid',
]);
