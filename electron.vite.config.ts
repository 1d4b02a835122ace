// How main, preload and renderer become out/. What must hold: out/main is flat, so that `new URL('./run.js',
// import.meta.url)` finds a worker from any chunk; the preload is one CommonJS file, as the sandbox wants it; only
// `dependencies` of package.json stay outside.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const root = import.meta.dirname;

/** Entries by the name of their output; those whose source is not there are left out. */
const entries = Object.fromEntries(
  ['index', 'serve', 'cli', 'workers/run', 'workers/read', 'workers/script', 'workers/sql']
    .map((path) => [path.replace('workers/', ''), resolve(root, `main/${path}.ts`)] as const)
    .filter(([, source]) => existsSync(source)),
);

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      rolldownOptions: {
        input: entries,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: resolve(root, 'preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(root, 'renderer'),
    build: {
      outDir: resolve(root, 'out/renderer'),
      minify: true,
      // The page comes from this machine, and most of its weight is the layout worker's.
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        input: { index: resolve(root, 'renderer/index.html') },
        // How long a plugin takes is of no use to who starts the app.
        checks: { pluginTimings: false },
      },
    },
    // The layout worker is a script that exports nothing to anyone.
    worker: { rolldownOptions: { checks: { missingNameOptionForIifeExport: false, pluginTimings: false } } },
    plugins: [react(), tailwindcss()],
  },
});
