// Loopback web host entry: `node out/main/serve.js [--port n] [tape, graph or folder …]`.
import { callerPath } from './app/paths.ts';
import { serveUntilStopped } from './web/serveUntilStopped.ts';

const args = process.argv.slice(2);
const at = args.indexOf('--port');
const port = at === -1 ? 0 : Number(args.splice(at, 2)[1]);

void serveUntilStopped({ port, opening: args.map((path) => callerPath(path)) }).then((result) => {
  if (!result.ok) console.error(`looptape: ${result.failure.message}`);
  process.exit(result.ok ? 0 : 2);
});
