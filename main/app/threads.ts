// Where the workers' entries lie: beside this code when compiled, in main/workers when run from source.

export const READ_THREAD = new URL(
  import.meta.url.endsWith('.ts') ? '../workers/read.ts' : './read.js',
  import.meta.url,
);
export const RUN_THREAD = new URL(import.meta.url.endsWith('.ts') ? '../workers/run.ts' : './run.js', import.meta.url);
