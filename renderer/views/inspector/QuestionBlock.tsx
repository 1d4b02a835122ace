// What a live run asks a person: the question, what it is about, and the answer. It stays until it is answered or the run ends; the
// rest of the page stays usable, so that one can look before one answers.
import { useId, useState } from 'react';
import { plainLines } from '../../../shared/base/plainLines.ts';
import { Button } from '../../components/Button.tsx';
import { useStore } from '../../components/useStore.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import { activeTape } from '../../store/selectors/tabs.ts';
import type { AskedQuestion } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';

export function QuestionBlock({ store }: { readonly store: Store }) {
  const tape = useStore(store, (state) => activeTape(state)?.summary.tape);
  const question = useStore(store, (state) => (tape === undefined ? undefined : state.questions[tape]));
  if (tape === undefined || !question) return null;
  return (
    <Asked
      key={question.fire}
      question={question}
      onAnswer={(answer) => store.dispatch({ type: 'question.answered', tape, fire: question.fire, answer })}
    />
  );
}

interface AskedProps {
  readonly question: AskedQuestion;
  readonly onAnswer: (answer: string) => void;
}

function Asked({ question: { text, about, yesNo, node }, onAnswer }: AskedProps) {
  const id = useId();
  const [said, setSaid] = useState('');
  const reason = said.trim();
  const decide = (word: 'yes' | 'no') => (): void => onAnswer(reason === '' ? word : `${word}: ${reason}`);
  return (
    <section
      role="dialog"
      aria-label={`Question of ${node}`}
      className="max-h-[60%] shrink-0 space-y-2 overflow-auto border-line-strong border-b bg-raise px-3.5 py-3"
    >
      <p role="alert" className="break-words font-semibold text-small">
        <PlainText text={text} lines />
      </p>
      {about !== undefined && (
        <section
          aria-label="What it is about"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
          tabIndex={0}
          className="max-h-48 overflow-auto rounded-md border border-line bg-bg px-2.5 py-1.5 font-mono text-small"
        >
          <PlainText text={plainLines(about)} lines />
        </section>
      )}
      <label htmlFor={id} className="block text-dim text-small">
        {yesNo ? 'Reason, if there is one to tell' : 'Answer'}
      </label>
      <textarea
        id={id}
        rows={2}
        value={said}
        onChange={(event) => setSaid(event.target.value)}
        className="w-full rounded-md border border-line-strong bg-bg px-2 py-1 text-small"
      />
      <div className="flex justify-end gap-2">
        {yesNo ? (
          <>
            <Button onClick={decide('no')}>No</Button>
            <Button onClick={decide('yes')}>Yes</Button>
          </>
        ) : (
          <Button
            weight="main"
            unavailable={reason === '' ? 'Write an answer first' : undefined}
            onClick={() => onAnswer(said)}
          >
            Answer
          </Button>
        )}
      </div>
    </section>
  );
}
