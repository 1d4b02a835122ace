// Consent to code (interfaces §6): asked for once per question, checked against the same question when the yes comes, and
// remembered. Code that a tape names is another question than the same code in a graph of the user's own.
import { createHash } from 'node:crypto';
import { failed, type Result, succeeded } from '../../shared/base/result.ts';
import { type Failure, failure } from '../../shared/contract/failure.ts';
import type { ConsentRequest } from '../../shared/contract/run.ts';
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { Consents } from '../settings/consent.ts';
import { needsConsent, usesOf } from './modules.ts';

/** Works the question out, as things are now. */
export type Question = () => Promise<Result<ConsentRequest, Failure>>;

export interface Asking {
  /** The failure that asks, or that says why nothing is asked; undefined where the code may run. */
  refusal(question: Question, options: AskOptions): Promise<Failure | undefined>;
  /** Says yes to what was asked. `path` is only for a person; `elsewise` is the question where nobody asked it here. */
  grant(path: string, hash: string, elsewise: Question): Promise<Result<Record<string, never>, Failure>>;
}

export interface AskOptions {
  /** A yes for this call alone. */
  readonly consented: boolean;
  /** Where it came through the page, as a copy without what lay beside it. */
  readonly isUpload: boolean;
}

export function createAsking(consents: Consents): Asking {
  const asked = new Map<string, Question>();
  return {
    async refusal(question, { consented, isUpload }) {
      const answer = await question();
      if (!answer.ok) return answer.failure;
      const uses = answer.value;
      if (!needsConsent(uses)) return undefined;
      const needed = [...uses.modules, ...uses.commands.map((command) => `\`${command}\``)];
      if (isUpload && needed.length > 0) {
        return failure(
          'upload-not-runnable',
          `${uses.graph} needs ${needed.join(', ')}, which did not come with the dropped file. Run it from its own place: looptape open GRAPH.`,
        );
      }
      if (consented || consents.isGranted(uses.hash)) return undefined;
      asked.set(uses.hash, question);
      return failure('consent-needed', sentenceOf(uses), uses);
    },
    async grant(path, hash, elsewise) {
      const answer = await (asked.get(hash) ?? elsewise)();
      if (!answer.ok) return answer;
      if (answer.value.hash !== hash) {
        const sentence = `${path} or a module of it has changed since you were asked; look at it again.`;
        return failed(failure('consent-stale', sentence, answer.value));
      }
      await consents.grant(hash, path);
      return succeeded({});
    },
  };
}

function sentenceOf({ graph, tape }: ConsentRequest): string {
  return tape
    ? `The tape ${tape.path} names code of this machine, and was not allowed to run it yet.`
    : `${graph} runs code of this machine and was not allowed to yet.`;
}

/** What a tape's graph would use. */
export async function usesOfTape(graph: CheckedGraph, tape: { path: string; folder: string }): Promise<ConsentRequest> {
  const uses = await usesOf(graph, tape.folder);
  const hash = createHash('sha256').update(
    `looptape consent to a tape 1\n${tape.path}\0${tape.folder}\0${uses.hash}\n`,
  );
  return { ...uses, hash: hash.digest('hex'), tape };
}
