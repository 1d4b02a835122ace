// Electron entry.
import { startDesktop } from './desktop/startDesktop.ts';

startDesktop();
