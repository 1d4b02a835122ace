// Command line entry: `looptape …`.
import { runCommandLine } from './cli/program.ts';

process.exitCode = await runCommandLine(process.argv.slice(2));
