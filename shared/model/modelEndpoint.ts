// Where a model is reached: by the graph, else by the environment (semantics §4). The key stands in the environment alone.

export const MODEL_VARIABLE = 'LOOPTAPE_MODEL';
export const BASE_URL_VARIABLE = 'OPENAI_BASE_URL';
export const KEY_VARIABLE = 'OPENAI_API_KEY';
export const DEFAULT_BASE_URL = 'https://api.openai.com/v1';

/** Names under which people try to write a key into a graph. */
export const KEY_SETTINGS = ['apiKey', 'api_key', 'key', 'token', 'authorization'] as const;

export interface ModelEndpoint {
  /** Undefined where nothing names one. */
  readonly model: string | undefined;
  readonly baseUrl: string;
  /** Whether the address is the graph's own word, and not the environment's. */
  readonly isFromGraph: boolean;
  readonly key: string | undefined;
}

export function modelEndpoint(
  config: { readonly [key: string]: unknown },
  environment: { readonly [name: string]: string | undefined },
): ModelEndpoint {
  const own = textIn(config.baseUrl);
  return {
    model: textIn(config.model) ?? textIn(environment[MODEL_VARIABLE]),
    baseUrl: own ?? textIn(environment[BASE_URL_VARIABLE]) ?? DEFAULT_BASE_URL,
    isFromGraph: own !== undefined,
    key: textIn(environment[KEY_VARIABLE]),
  };
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** The rest of a sentence that begins with the address; undefined where nothing is wrong with it. */
export function baseUrlFault(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    return 'must be an address that begins with http:// or https://';
  const { username, password } = new URL(url);
  return username === '' && password === ''
    ? undefined
    : 'holds a user or password, which never belong into an address';
}

/** Whether it is OpenAI's own, which takes nothing without a key. */
export function isOpenAi(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && new URL(baseUrl).host === new URL(DEFAULT_BASE_URL).host;
}
