// What an answer of a model took, as one line.
import type { ModelUsage } from '../../shared/model/modelUsage.ts';
import { PlainText } from './PlainText.tsx';
import { usageWords } from './usageText.ts';

export function UsageLine({ usage }: { readonly usage: ModelUsage }) {
  const words = usageWords(usage).join(' · ');
  if (words === '') return null;
  const { requestId } = usage;
  return (
    <p
      className="break-words text-dim text-small"
      title={requestId === undefined ? undefined : `The endpoint calls this request ${requestId}`}
    >
      <span className="sr-only">The model’s answer took: </span>
      <PlainText text={words} />
    </p>
  );
}
