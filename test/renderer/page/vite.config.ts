// Serves the page over a sketch: `node node_modules/vite/bin/vite.js -c test/renderer/page/vite.config.ts`.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../../../node_modules/.cache/page',
  server: { fs: { allow: ['../../..'] } },
  plugins: [react(), tailwindcss()],
});
