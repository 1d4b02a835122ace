// An answer of a model as its pieces come in. Endpoints differ in what they leave out, so nothing is taken for granted; no more is held
// than the limit lets in.
import { StringDecoder } from 'node:string_decoder';
import type { ModelUsage } from '../../shared/model/modelUsage.ts';

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote them: JSON, when it kept to it. */
  readonly arguments: string;
}

/** What of a piece of an answer is looked at; any of it may be of another kind. */
interface Piece {
  readonly model?: unknown;
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown } | null;
  readonly choices?: readonly {
    readonly finish_reason?: unknown;
    readonly delta?: {
      readonly content?: unknown;
      readonly refusal?: unknown;
      readonly tool_calls?: readonly CallPiece[];
    } | null;
  }[];
}

interface CallPiece {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown };
}

export class ModelAnswer {
  text = '';
  finishReason: string | undefined;
  /** More would have followed than the limit lets in. */
  isCut = false;
  /** Anything of an answer has come, if only that it is over. */
  isBegun = false;
  #leftBytes: number;
  #model: string | undefined;
  #tokens: Pick<ModelUsage, 'inputTokens' | 'outputTokens'> = {};
  readonly #calls = new Map<number, { id: string; name: string; arguments: string }>();

  constructor(limitBytes: number) {
    this.#leftBytes = limitBytes;
  }

  /** Gives the text that the piece adds. */
  take(piece: unknown): string {
    const { model, usage, choices } = (typeof piece === 'object' && piece !== null ? piece : {}) as Piece;
    if (typeof model === 'string' && model !== '') this.#model ??= model;
    const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = usage ?? {};
    if (typeof inputTokens === 'number') this.#tokens = { ...this.#tokens, inputTokens };
    if (typeof outputTokens === 'number') this.#tokens = { ...this.#tokens, outputTokens };
    const choice = Array.isArray(choices) ? choices[0] : undefined;
    if (choice === undefined) return '';
    this.isBegun = true;
    if (typeof choice.finish_reason === 'string') this.finishReason = choice.finish_reason;
    const { content, refusal, tool_calls: calls } = choice.delta ?? {};
    for (const [place, call] of (Array.isArray(calls) ? calls : []).entries()) this.#takeCall(place, call);
    // What a model says when it will not answer is all that it says.
    const said = typeof content === 'string' && content !== '' ? content : refusal;
    const taken = this.#within(textOr(said));
    this.text += taken;
    return taken;
  }

  toolCalls(): readonly ToolCall[] {
    return [...this.#calls].sort(([a], [b]) => a - b).map(([, call]) => call);
  }

  /** `model` is what was asked, where the endpoint does not say what answered. */
  usage(model: string, tries: number, requestId: string | undefined): ModelUsage {
    return {
      model: this.#model ?? model,
      ...this.#tokens,
      tries,
      ...(this.finishReason === undefined ? {} : { finishReason: this.finishReason }),
      ...(requestId === undefined ? {} : { requestId }),
    };
  }

  /** A call comes in pieces too, its arguments above all. */
  #takeCall(place: number, part: CallPiece | undefined): void {
    const index = typeof part?.index === 'number' ? part.index : place;
    const call = this.#calls.get(index) ?? { id: '', name: '', arguments: '' };
    if (call.id === '') call.id = this.#within(textOr(part?.id));
    call.name += this.#within(textOr(part?.function?.name));
    call.arguments += this.#within(textOr(part?.function?.arguments));
    this.#calls.set(index, call);
  }

  #within(text: string): string {
    const bytes = Buffer.byteLength(text);
    if (bytes <= this.#leftBytes) {
      this.#leftBytes -= bytes;
      return text;
    }
    const left = this.#leftBytes;
    this.#leftBytes = 0;
    this.isCut = true;
    // Whole characters alone.
    return new StringDecoder('utf8').write(Buffer.from(text).subarray(0, left));
  }
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
