// Serves the gallery: `node node_modules/vite/bin/vite.js -c test/renderer/gallery/vite.config.ts`.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../../../node_modules/.cache/gallery',
  server: { fs: { allow: ['../../..'] } },
  plugins: [react(), tailwindcss()],
});
