// A secret that the tape was not given, in one line: a lock and its name.
import { Icon } from '../components/Icon.tsx';
import { PlainText } from './PlainText.tsx';

const MEANING = 'A secret: the run had it, the tape keeps only its name.';

export function RedactedText({ text }: { readonly text: string }) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1 text-faint italic" title={`${text}. ${MEANING}`}>
      <Icon name="lock" sizePx={12} />
      <span className="min-w-0 truncate">
        <PlainText text={text} />
      </span>
    </span>
  );
}
