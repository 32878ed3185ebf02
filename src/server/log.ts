/** What is told of a request. Never what was in it: no bodies, addresses, names or tokens. */
interface RequestLine {
  requestId: string;
  method: string;
  /** The operation's path as declared, without the ids. */
  operation: string;
  status: number;
  milliseconds: number;
  code?: string;
}

/** Writes one structured line per request; failures of ours go to stderr with their cause. */
export function logRequest(line: RequestLine, failure?: unknown): void {
  const level = line.status >= 500 ? 'error' : 'info';
  const entry = JSON.stringify({
    time: new Date().toISOString(),
    level,
    ...line,
    ...(failure ? { cause: chainOf(failure) } : {}),
  });
  if (level === 'error') console.error(entry);
  else if (process.env.SHOP_LOG !== 'errors') console.log(entry);
}

/** Writes a structured line about something of ours that failed and that no request waited for. */
export function logFailure(what: string, failure: unknown): void {
  console.error(JSON.stringify({ time: new Date().toISOString(), level: 'error', what, cause: chainOf(failure) }));
}

/** An error and what caused it, as names and messages. */
function chainOf(failure: unknown): string {
  if (typeof failure === 'object' && failure !== null && 'message' in failure) {
    const cause = 'cause' in failure && failure.cause ? ` ← ${chainOf(failure.cause)}` : '';
    const code = 'code' in failure && failure.code ? `${String(failure.code)} ` : '';
    return `${code}${String(failure.message)}${cause}`;
  }
  return String(failure);
}
