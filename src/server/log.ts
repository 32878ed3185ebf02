/** Personal data never enters the log: no bodies, addresses, names or tokens. */
interface RequestLine {
  requestId: string;
  method: string;
  /** The operation's path as declared, without the ids. */
  operation: string;
  status: number;
  milliseconds: number;
  code?: string;
  /** By which a collector of traces finds the request. */
  traceId?: string;
}

/** Writes one JSON line per request; server errors go to stderr with their cause. */
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

/** Writes a JSON line about background work that failed. */
export function logFailure(what: string, failure: unknown): void {
  console.error(JSON.stringify({ time: new Date().toISOString(), level: 'error', what, cause: chainOf(failure) }));
}

/** The codes and messages of an error and its causes. */
function chainOf(failure: unknown): string {
  if (typeof failure === 'object' && failure !== null && 'message' in failure) {
    const cause = 'cause' in failure && failure.cause ? ` ← ${chainOf(failure.cause)}` : '';
    const code = 'code' in failure && failure.code ? `${String(failure.code)} ` : '';
    return `${code}${String(failure.message)}${cause}`;
  }
  return String(failure);
}
