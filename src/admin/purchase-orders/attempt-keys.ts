/** Gives a request its `Idempotency-Key`: the same request sent again, after an answer that got lost, keeps its key. */
export function attemptKeys(): (request: unknown) => string {
  let last: { request: string; key: string } | undefined;
  return (request) => {
    const text = JSON.stringify(request);
    if (last?.request !== text) last = { request: text, key: randomKey() };
    return last.key;
  };
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
