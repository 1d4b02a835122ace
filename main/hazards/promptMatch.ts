// A pattern that matched the task itself (semantics §3, Predicates): many tools print what they were asked before they begin, and a
// pattern that stands in the prompt is then met by the echo, not by the work.
import { plainLines } from '../../shared/base/plainLines.ts';
import type { EventOf } from '../../shared/model/event.ts';
import type { TapeHazard } from '../../shared/model/hazard.ts';
import { isRecord, type Value } from '../../shared/model/value.ts';
import type { Detector } from './detector.ts';
import { valueWords } from './wording.ts';

interface Match {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export const promptMatch: Detector<'slot.written' | 'fire.finished' | 'decision.made'> = {
  code: 'prompt-match',
  kinds: ['slot.written', 'fire.finished', 'decision.made'],
  watch() {
    let prompt = '';
    let output = '';
    const found: { readonly decision: EventOf<'decision.made'>; readonly match: Match; readonly echo: string }[] = [];
    return {
      see(event) {
        switch (event.kind) {
          case 'slot.written':
            // The task as the user gave it; what is added to it later is evidence.
            if (event.slot === 'loop.prompt' && event.writer === 'seed' && typeof event.value === 'string')
              prompt = event.value;
            return;
          case 'fire.finished':
            if (event.node === 'attempt')
              output = typeof event.outputs.output === 'string' ? plainLines(event.outputs.output) : '';
            return;
          case 'decision.made': {
            const match = event.question === 'predicate' ? matchIn(event.candidates[0]?.value) : undefined;
            const echo = match && echoAround(prompt, output, match);
            if (match && echo) found.push({ decision: event, match, echo });
            return;
          }
        }
      },
      found: () =>
        found.map(
          ({ decision, match, echo }): TapeHazard => ({
            code: 'prompt-match',
            severity: 'warning',
            title: 'The pattern matched the prompt, not the work',
            message: `${decision.candidates[0]?.id ?? 'The pattern'} was met by ${valueWords(match.text)} within ${valueWords(echo)}, which the output repeats from the prompt.`,
            where: { scope: decision.scope, node: decision.subject, port: 'output' },
            evidence: [`#${decision.seq}`],
          }),
        ),
    };
  },
};

function matchIn(value: Value | undefined): Match | undefined {
  if (!isRecord(value)) return undefined;
  const { text, start, end } = value;
  return typeof text === 'string' && typeof start === 'number' && typeof end === 'number'
    ? { text, start, end }
    : undefined;
}

/** What of the prompt the output repeats around the match, where that is at least one word more than the match itself. */
function echoAround(prompt: string, output: string, { text, start, end }: Match): string | undefined {
  if (text.trim() === '') return undefined;
  for (let place = prompt.indexOf(text); place >= 0; place = prompt.indexOf(text, place + 1)) {
    let before = 0;
    while (before < place && before < start && prompt[place - before - 1] === output[start - before - 1]) before++;
    let after = 0;
    while (
      prompt[place + text.length + after] !== undefined &&
      prompt[place + text.length + after] === output[end + after]
    )
      after++;
    const echo = prompt.slice(place - before, place + text.length + after);
    if (
      /[\p{L}\p{N}]/u.test(
        prompt.slice(place - before, place) + prompt.slice(place + text.length, place + text.length + after),
      )
    )
      return echo.trim();
  }
  return undefined;
}
