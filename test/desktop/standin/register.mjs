// Puts the stand-in in Electron's place for one process: node --import …/register.mjs out/main/index.js
import { registerHooks } from 'node:module';

const url = new URL('./electron.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
