// What a command started must not outlive the program, however that ends: by a second Ctrl+C, by the system, by a crash. A process of its
// own waits for the end of a pipe, which comes with the program's, and then ends the groups and removes the folders that it was told of.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';

/** It must itself survive what ends the program: it has a group of its own and hears no signal. */
const GUARD = `trap '' HUP INT TERM
groups=' '
folders=''
while read -r what group; do
  case $what in
    +) groups="$groups$group " ;;
    -) groups="\${groups%% $group *} \${groups#* $group }" ;;
    d) folders="$folders$group
" ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
printf %s "$folders" | while IFS= read -r folder; do rm -rf -- "$folder"; done`;

export class ProcessGuard {
  #guard: ChildProcess | undefined;

  /** Called before a command starts, so that between its start and `add` there is as little as can be. */
  begin(): void {
    if (process.platform !== 'win32') this.#guard ??= this.#start();
  }

  add(group: number): void {
    this.#guard?.stdin?.write(`+ ${group}\n`);
  }

  remove(group: number): void {
    this.#guard?.stdin?.write(`- ${group}\n`);
  }

  /** A folder whose name nobody else will have. Told before anything is put into it, since it may hold what must not stay. */
  addFolder(path: string): void {
    this.begin();
    this.#guard?.stdin?.write(`d ${path}\n`);
  }

  async close(): Promise<void> {
    const guard = this.#guard;
    this.#guard = undefined;
    if (!guard || guard.pid === undefined || guard.exitCode !== null || guard.signalCode !== null) return;
    guard.ref();
    guard.stdin?.end();
    await once(guard, 'exit');
  }

  #start(): ChildProcess {
    const guard = spawn('/bin/sh', ['-c', GUARD], { stdio: ['pipe', 'ignore', 'ignore'], detached: true, cwd: '/' });
    // Without it commands run all the same.
    guard.on('error', () => undefined);
    guard.stdin?.on('error', () => undefined);
    guard.unref();
    if (guard.stdin instanceof Socket) guard.stdin.unref();
    return guard;
  }
}
