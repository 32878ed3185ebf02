/** Times many calls. */

export interface Measured {
  p50: number;
  p95: number;
  p99: number;
  perSecond: number;
}

/** What is to be answered: a success, or a refusal of what was sent. */
export type Wanted = (status: number) => boolean;
const good: Wanted = (status) => status < 300;

/** Calls one after the other in each of `shoppers` lanes, `calls` in all. Milliseconds per call, calls per second. */
export async function measure(
  calls: number,
  shoppers: number,
  call: () => Promise<Response>,
  wanted: Wanted = good,
): Promise<Measured> {
  const times: number[] = [];
  const started = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < calls) {
      next += 1;
      const from = performance.now();
      const response = await call();
      await response.arrayBuffer();
      if (!wanted(response.status)) throw new Error(`${response.url} was answered ${response.status}`);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: shoppers }, lane));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), perSecond: (calls / (performance.now() - started)) * 1000 };
}
