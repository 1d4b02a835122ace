// Text that hides nothing: characters that steer a terminal, turn the direction of writing round or take no room are
// made visible, so that what is shown is what the value holds.

export interface TextPiece {
  readonly text: string;
  /** The name of a character that was made visible; undefined for plain text. */
  readonly hidden?: string;
}

const NAMES: Readonly<Record<number, string>> = {
  0: 'null',
  7: 'bell',
  8: 'backspace',
  9: 'tab',
  10: 'line feed',
  13: 'carriage return',
  27: 'escape',
  127: 'delete',
  133: 'next line',
  160: 'no-break space',
  173: 'soft hyphen',
  8203: 'zero-width space',
  8204: 'zero-width non-joiner',
  8205: 'zero-width joiner',
  8206: 'left-to-right mark',
  8207: 'right-to-left mark',
  8232: 'line separator',
  8233: 'paragraph separator',
  8234: 'left-to-right embedding',
  8235: 'right-to-left embedding',
  8236: 'pop directional formatting',
  8237: 'left-to-right override',
  8238: 'right-to-left override',
  8288: 'word joiner',
  8294: 'left-to-right isolate',
  8295: 'right-to-left isolate',
  8296: 'first strong isolate',
  8297: 'pop directional isolate',
  65279: 'byte order mark',
};

/** What stands in for the character: a control picture where there is one, else its number. */
function standIn(code: number): string {
  if (code === 10) return '↵';
  if (code === 9) return '⇥';
  if (code < 32) return String.fromCharCode(0x2400 + code);
  if (code === 127) return '␡';
  return `‹${code.toString(16).toUpperCase().padStart(4, '0')}›`;
}

function isHidden(code: number, keepsLines: boolean): boolean {
  if (code === 10 || code === 9) return !keepsLines;
  if (code < 32 || (code >= 127 && code < 160) || code === 173 || code === 65279) return true;
  // A joiner inside an emoji is part of a sign and stays; the others of this block turn or hide text.
  if (code === 8205) return false;
  return (code >= 8203 && code <= 8207) || (code >= 8232 && code <= 8238) || (code >= 8288 && code <= 8297);
}

/** The pieces of a text. With `keepsLines` line feeds and tabs stay what they are, for places that show several lines. */
export function visibleText(text: string, keepsLines = false): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const lone = code >= 0xd800 && code <= 0xdfff && isLoneSurrogate(text, i);
    if (!lone && !isHidden(code, keepsLines)) continue;
    if (i > start) pieces.push({ text: text.slice(start, i) });
    pieces.push({
      text: standIn(code),
      hidden: lone ? 'lone surrogate' : (NAMES[code] ?? `control character ${code}`),
    });
    start = i + 1;
  }
  if (start < text.length) pieces.push({ text: text.slice(start) });
  return pieces;
}

function isLoneSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0xdc00) {
    const next = text.charCodeAt(at + 1);
    return !(next >= 0xdc00 && next <= 0xdfff);
  }
  const before = text.charCodeAt(at - 1);
  return !(before >= 0xd800 && before < 0xdc00);
}
