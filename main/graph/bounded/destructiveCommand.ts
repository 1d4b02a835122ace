// The one list of commands that destroy something, so that a second attempt of one waits for a person's yes (semantics §3,
// Guardrails). It is a net for the usual accidents, not a wall: a file says `destructive: true` for everything else. Pure.

interface Destroyer {
  /** The program's own name. */
  readonly program: RegExp;
  /** What its arguments, joined by blanks, must hold; undefined = whatever they are. */
  readonly args?: RegExp;
  /** The rest of a sentence after the command's name. */
  readonly does: string;
}

const DESTROYERS: readonly Destroyer[] = [
  { program: /^(?:rm|rmdir|unlink|shred|srm)$/, does: 'deletes files' },
  { program: /^(?:del|erase|rd)$/i, does: 'deletes files' },
  { program: /^remove-item$/i, does: 'deletes files' },
  { program: /^find$/, args: /(?:^|\s)-delete(?:\s|$)|-exec\s+rm\b/, does: 'deletes what it finds' },
  { program: /^(?:dd|mkfs(?:\..+)?|wipefs|fdisk|parted|diskutil|format)$/, does: 'writes over disks' },
  { program: /^truncate$/, does: 'cuts files' },
  {
    program: /^git$/,
    args: /^push\b.*(?:\s--force\b|\s-f\b|\s--delete\b|\s\+)|^push\b.*\s--force-with-lease/,
    does: 'overwrites what was pushed',
  },
  {
    program: /^git$/,
    args: /^(?:reset\b.*--hard|clean\b.*-\w*f|checkout\b.*--\s|branch\b.*\s-D\b|stash\s+(?:drop|clear))/,
    does: 'throws changes away',
  },
  { program: /^(?:kubectl|oc)$/, args: /\b(?:delete|drain)\b/, does: 'deletes what runs in a cluster' },
  { program: /^helm$/, args: /\b(?:uninstall|delete)\b/, does: 'removes a release' },
  { program: /^(?:terraform|tofu|pulumi)$/, args: /\b(?:destroy|apply|up)\b/, does: 'changes infrastructure' },
  { program: /^(?:docker|podman)$/, args: /\b(?:rm|rmi|prune|kill|down)\b/, does: 'removes containers or images' },
  { program: /^aws$/, args: /\b(?:rm|rb|delete[\w-]*|terminate[\w-]*)\b/, does: 'deletes in the cloud' },
  { program: /^(?:gcloud|gsutil|az)$/, args: /\b(?:rm|delete)\b/, does: 'deletes in the cloud' },
  {
    program: /^(?:psql|mysql|mariadb|sqlite3|sqlcmd)$/,
    args: /\b(?:drop|delete|truncate|alter|update)\b/i,
    does: 'changes a database',
  },
  { program: /^(?:dropdb|redis-cli)$/, args: /^(?:\S|$)/, does: 'changes a database' },
  {
    program: /^(?:npm|pnpm|yarn|cargo|twine|gem)$/,
    args: /\b(?:publish|unpublish|yank|upload|push)\b/,
    does: 'publishes for everybody',
  },
  { program: /^(?:shutdown|reboot|halt|poweroff|kill|killall|pkill)$/, does: 'ends what runs' },
  { program: /^(?:chmod|chown)$/, args: /(?:^|\s)-\w*R/, does: 'changes rights of a whole tree' },
  { program: /^rsync$/, args: /--delete/, does: 'deletes at its target' },
  { program: /^(?:crontab)$/, args: /(?:^|\s)-r\b/, does: 'deletes all scheduled jobs' },
];

/** Programs that run what stands behind them. */
const CARRIERS = /^(?:sudo|doas|env|nice|nohup|time|timeout|xargs|exec|command|builtin|stdbuf|setsid|npx|watch)$/;
const SHELLS = /^(?:sh|bash|zsh|dash|ksh|fish|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)$/i;

/** The sentence that says what is destructive about it; undefined where nothing that is known is. */
export function destructiveCommand(argv: readonly string[], shell = false): string | undefined {
  if (shell) return inShell(argv.join(' '));
  const start = argv.findIndex((word) => !/^\w+=/.test(word));
  const program = baseName(argv[start] ?? '');
  const args = argv.slice(start + 1);
  if (SHELLS.test(program)) {
    const text = args.findIndex((word) => /^(?:-\w*c|\/c|-command)$/i.test(word));
    return text < 0 ? undefined : inShell(args.slice(text + 1).join(' '));
  }
  if (CARRIERS.test(program)) {
    // Its own options, their values and assignments stand before the command that it runs.
    for (let i = 0; i < args.length; i++) {
      const found = destructiveCommand(args.slice(i));
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const joined = args.join(' ');
  const found = DESTROYERS.find(
    (one) => one.program.test(program) && (one.args === undefined || one.args.test(joined)),
  );
  return found && `"${[program, ...args].join(' ').slice(0, 60)}" ${found.does}.`;
}

/** Every simple command of a shell's text, those inside of $(…), `…` and quotes included. */
function inShell(text: string): string | undefined {
  for (const part of text.split(/&&|\|\||[;|&\n(){}`]|\$\(/)) {
    const words = wordsOf(part);
    const found = words.length === 0 ? undefined : destructiveCommand(words);
    if (found !== undefined) return found;
  }
  return undefined;
}

function wordsOf(text: string): string[] {
  const words = text.match(/(?:[^\s"']|"(?:[^"\\]|\\.)*"|'[^']*')+/g) ?? [];
  const keywords = /^(?:then|do|else|elif|if|while|until|!)$/;
  return words.map((word) => word.replace(/["']/g, '')).filter((word, i) => !(i === 0 && keywords.test(word)));
}

function baseName(program: string): string {
  return program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1).replace(/\.exe$/i, '');
}
