// looptape hazards <tape>: what went wrong, with evidence. Exit 1 from warning up.
import { visible } from '../../shared/base/visible.ts';
import { EXIT } from './exitCodes.ts';
import type { Shared } from './program.ts';
import { withSession } from './session.ts';
import { printJson, printLine } from './terminal.ts';

const SHOWN = 6;

export function hazards(path: string, options: Shared): Promise<number> {
  return withSession(async (session) => {
    const { tape } = await session.call('tape.open', { path: session.path(path) });
    const found = await session.call('report.hazards', { tape });
    if (options.json) printJson(found);
    else if (found.length === 0) printLine('no hazard');
    else {
      for (const { severity, code, title, message, fix, evidence, where } of found) {
        const place = [where.node, where.port].filter(Boolean).join('.') || where.slot || where.scope || '';
        printLine(visible(`${severity} ${code}${place ? ` at ${place}` : ''}: ${title}`));
        printLine(visible(`  ${message}`));
        if (fix) printLine(visible(`  fix: ${fix.sentence}`));
        const more = evidence.length > SHOWN ? ` … ${evidence.length} moments` : '';
        printLine(visible(`  evidence: ${evidence.slice(0, SHOWN).join(', ')}${more}`));
      }
    }
    return found.some((hazard) => hazard.severity !== 'info') ? EXIT.different : EXIT.done;
  });
}
