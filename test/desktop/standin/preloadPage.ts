// The page side of the stand-in: what runs before any script of the page, with the preload inside. A sandboxed preload
// may require electron alone. What the bridge exposes is frozen, and arguments and results are cloned, as contextBridge
// does; the world is the page's own, unlike in Electron.

/** @param source the compiled preload, CommonJS */
export function preloadScript(source: string): string {
  return `(() => {
  if (globalThis.__standinEmit) return;
  const listeners = new Map();
  Object.defineProperty(globalThis, '__standinEmit', { value: (channel, args) => {
    for (const listener of [...(listeners.get(channel) ?? [])]) listener({ senderId: 1 }, ...args);
  } });
  const invoke = globalThis.__standinInvoke;
  const pathOf = globalThis.__standinPathOf;
  // Playwright's bridge turns Map and Set into {}: what holds one must not cross unseen.
  const clone = (value) => {
    const copy = structuredClone(value);
    const look = (item) => {
      if (item instanceof Map || item instanceof Set) throw new TypeError('stand-in: Map and Set can not cross here');
      if (item && typeof item === 'object' && !ArrayBuffer.isView(item)) Object.values(item).forEach(look);
    };
    look(copy);
    return copy;
  };
  const ipcRenderer = {
    invoke: async (channel, ...args) => {
      const answer = await invoke(channel, clone(args));
      if (answer.error !== undefined) throw new Error("Error invoking remote method '" + channel + "': " + answer.error);
      return answer.value;
    },
    on(channel, listener) {
      if (!listeners.has(channel)) listeners.set(channel, new Set());
      listeners.get(channel).add(listener);
      return this;
    },
    removeListener(channel, listener) { listeners.get(channel)?.delete(listener); return this; },
  };
  const webUtils = { getPathForFile: (file) => {
    if (!(file instanceof File)) throw new TypeError('getPathForFile expected to receive a File object but one was not provided');
    return globalThis.__standinPaths?.[file.name] ?? '';
  } };
  const guard = (value) => {
    if (typeof value === 'function') {
      return (...args) => {
        const result = value(...args.map((arg) => (typeof arg === 'function' || arg instanceof File ? arg : clone(arg))));
        if (result instanceof Promise) return result.then(clone);
        return typeof result === 'function' ? result : clone(result);
      };
    }
    if (value && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
      return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, guard(inner)])));
    }
    return clone(value);
  };
  const contextBridge = { exposeInMainWorld(key, api) {
    if (key in globalThis) throw new Error('Cannot bind an API on top of an existing property on the window object');
    Object.defineProperty(globalThis, key, { value: guard(api), enumerable: true });
  } };
  const require = (name) => {
    if (name === 'electron') return { contextBridge, ipcRenderer, webUtils };
    throw new Error('module not found: ' + name);
  };
  const module = { exports: {} };
  const process = { platform: ${JSON.stringify(process.platform)}, env: {}, versions: {}, contextIsolated: true, sandboxed: true };
  (function (require, module, exports, process) {${source}\n})(require, module, module.exports, process);
})();`;
}
