// A text out of a tape or a graph: never HTML, never able to disturb what stands around it, nothing in it hidden.
import { visibleText } from './visibleText.ts';

export interface PlainTextProps {
  readonly text: string;
  /** Shows line feeds as new lines. */
  readonly lines?: boolean;
}

export function PlainText({ text, lines = false }: PlainTextProps) {
  const pieces = visibleText(text, lines);
  let at = 0;
  return (
    <bdi className={lines ? 'whitespace-pre-wrap break-words' : undefined}>
      {pieces.map((piece) => {
        const key = at;
        at += piece.text.length;
        if (piece.hidden === undefined) return piece.text;
        return (
          <span key={key} title={piece.hidden} className="rounded-sm bg-sel px-px text-decide">
            {piece.text}
          </span>
        );
      })}
    </bdi>
  );
}
