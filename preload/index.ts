// Runs in the sandbox before the page and puts `window.looptape` there.
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { bridgeOver } from './bridge.ts';

contextBridge.exposeInMainWorld('looptape', bridgeOver({ ipcRenderer, webUtils }));
