/** What one request costs everybody else: long digits, marks in the wrong order, large bodies. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Attack, Stranger } from './stranger.ts';

const DIGITS = '1'.repeat(60_000);

const CLASSES = ['\u0345', '\u0315', '\u0301', '\u0323', '\u0327', '\u0334'];

/** Marks of descending classes, each of which passes all before it when they are sorted. Two bytes each. */
function marks(count: number): string {
  return CLASSES.map((mark) => mark.repeat(count / CLASSES.length)).join('');
}

/** Sends a request, and what it was answered and how long a neighbour waited meanwhile. */
async function besideNeighbour({ shop, call }: Stranger, method: string, path: string, body?: unknown): Promise<string> {
  // Whatever is read once has been read.
  await shop.call('GET', '/api/settings');
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  const attack = call(method, path, body === undefined ? {} : { body });
  await shop.call('GET', '/api/settings');
  const waited = performance.now() - started;
  const { status } = await attack;
  await new Promise((after) => setTimeout(after, 50));
  delay.disable();
  return `${status}; a neighbour waits ${waited.toFixed(0)} ms, nobody is served for ${(delay.max / 1e6).toFixed(0)} ms`;
}

/** Texts that are worked at for longer than they are worth. */
export const ON_TEXTS: Record<string, Attack> = {
  'C1 60,000 digits as the phone of a tracked order': (stranger) =>
    besideNeighbour(stranger, 'POST', '/api/orders/track', { orderNumber: 'ORD-10001', phone: DIGITS }),
  'C1 5,000 digits, which a body may have': (stranger) =>
    besideNeighbour(stranger, 'POST', '/api/orders/track', { orderNumber: 'ORD-10001', phone: DIGITS.slice(0, 5_000) }),
  'C1 8,000 digits in an address': (stranger) =>
    besideNeighbour(stranger, 'GET', `/api/orders/track?orderNumber=ORD-10001&phone=${DIGITS.slice(0, 8_000)}`),
  'C1 60,000 digits as the phone of an order': (stranger) =>
    besideNeighbour(stranger, 'POST', '/api/orders', { customerPhone: DIGITS, items: [] }),
  'C2 240 KB of marks as a message': (stranger) =>
    besideNeighbour(stranger, 'POST', '/api/contact', { firstName: 'Hina', email: 'hina@example.com', message: marks(120_000) }),
  'C2 as many marks as a body of a message may have': (stranger) =>
    besideNeighbour(stranger, 'POST', '/api/contact', {
      firstName: 'Hina',
      email: 'hina@example.com',
      message: marks(8_000),
    }),
  'C3 what is refused for its content, a hundred times': async ({ call }) => {
    const statuses: number[] = [];
    for (let n = 0; n < 100; n += 1) statuses.push((await call('POST', '/api/contact', { body: { message: 'x' } })).status);
    return `${statuses.filter((status) => status === 422).length} of 100 read`;
  },
};
