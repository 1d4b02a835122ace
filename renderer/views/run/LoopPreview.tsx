// What a bounded loop would come to: what is tried, until what, how often, and where each of it comes from; and the same to be
// typed on the command line.
import type { LoopDraft } from '../../../shared/contract/loop.ts';
import { Button } from '../../components/Button.tsx';
import { PlainText } from '../../parts/PlainText.tsx';
import type { LoopAsked } from '../../store/selectors/loop.ts';
import type { Loaded } from '../../store/state.ts';

const FROM = { args: '', text: 'as the text says', default: 'where nothing is said' } as const;

export interface LoopPreviewProps {
  readonly asked: LoopAsked;
  readonly draft: Loaded<LoopDraft>;
  /** Settings of a recorded loop that the form lacks. */
  readonly left: readonly string[];
}

export function LoopPreview({ asked, draft, left }: LoopPreviewProps) {
  const request = asked.ok ? draft.value?.request : undefined;
  const { destructive } = draft.value ?? {};
  return (
    <section
      aria-label="What it comes to"
      aria-busy={draft.loading}
      className="space-y-1.5 rounded-md border border-line bg-bg px-3 py-2 text-small"
    >
      {request ? (
        <p className="break-words">
          At most {request.maxIters} {request.maxIters === 1 ? 'attempt' : 'attempts'}
          {request.maxItersFrom.clamped && ' (never less than 1, never more than 10)'} of{' '}
          <code className="font-mono">
            <PlainText text={request.prompt} />
          </code>{' '}
          until{' '}
          <code className="font-mono">
            <PlainText text={request.predicate} />
          </code>
          <Origin from={request.predicateFrom} />.
        </p>
      ) : (
        <p className="text-dim">{asked.ok && draft.loading ? 'Reading it …' : 'It says here what would be tried.'}</p>
      )}
      {asked.ok && destructive !== undefined && (
        <p className="text-warn">
          <PlainText text={destructive} /> You are asked before every attempt after the first.
        </p>
      )}
      {asked.ok && (
        <div className="flex items-start gap-2 border-line border-t pt-1.5">
          <code
            title="The same on the command line"
            className="min-w-0 flex-1 break-words font-mono text-dim text-tiny leading-5"
          >
            <PlainText text={asked.commandLine} />
          </code>
          <Button weight="quiet" onClick={() => void navigator.clipboard.writeText(asked.commandLine)}>
            Copy
          </Button>
        </div>
      )}
      {asked.ok && asked.unsaid.length > 0 && (
        <p className="text-faint text-tiny">
          The command line has no option for the {asked.unsaid.join(' and the ')}: a graph file has.
        </p>
      )}
      {left.length > 0 && (
        <p className="text-warn">
          Not taken over from the recorded loop:{' '}
          <code className="font-mono">
            <PlainText text={left.join(', ')} />
          </code>
          . Run its graph file to keep that.
        </p>
      )}
    </section>
  );
}

function Origin({ from }: { readonly from: keyof typeof FROM }) {
  return FROM[from] === '' ? null : <span className="text-faint">, {FROM[from]}</span>;
}
