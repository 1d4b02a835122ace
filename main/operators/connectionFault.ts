// Why a connection to a host did not come about, or broke: what `fetch` throws in the words of a sentence. Requests and models tell it
// alike.

export interface ConnectionFault {
  /** The rest of a sentence. */
  readonly why: string;
  /** The host said nothing for as long as anyone waits. */
  readonly isSilent: boolean;
  /** Nothing had reached the host. */
  readonly isUnsent: boolean;
}

const UNSENT: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT']);
const SILENT: ReadonlySet<unknown> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

export function connectionFault(error: unknown, { host, hostname }: URL): ConnectionFault {
  // A client may wrap what it got from `fetch`, which wraps what the system said.
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown };
  const why = whyOf(code, String(message ?? error), host, hostname);
  return { why, isSilent: SILENT.has(code), isUnsent: UNSENT.has(code) };
}

function whyOf(code: unknown, message: string, host: string, hostname: string): string {
  switch (code) {
    case 'ENOTFOUND':
      return `there is no host ${hostname}`;
    case 'EAI_AGAIN':
      return `where the host ${hostname} is could not be found out`;
    case 'ECONNREFUSED':
      return `nothing answers at ${host}`;
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return `${host} closed the connection before it had answered`;
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${host} can't be reached`;
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return `${host} was silent for five minutes`;
    default:
      // Codes of OpenSSL and of Node's own checks.
      return /^(?:ERR_(?:SSL|TLS)|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(String(code))
        ? `no secure connection to ${host} came about: ${message.trim()}`
        : message;
  }
}
