/** Gives each request its `Idempotency-Key`. A request that is sent again, because its answer was lost, keeps its key. */
export function requestKeys(): (request: unknown) => string {
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
