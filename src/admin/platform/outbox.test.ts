import { expect, test } from 'vitest';
import { ApiFailure } from '#browser/api.ts';
import { createOutbox, type OutboxEntry, type OutboxRequest, type OutboxStore } from './outbox.ts';

/** What a device keeps, also when its tab was closed. */
function device(): OutboxStore & { kept: Map<string, OutboxEntry> } {
  const kept = new Map<string, OutboxEntry>();
  return {
    kept,
    all: async () => [...kept.values()],
    put: async (entry) => void kept.set(entry.key, entry),
    remove: async (key) => void kept.delete(key),
  };
}

const unreachable = () => new ApiFailure(0, 'unreachable', 'No answer');

const request = (key: string, subject = 'order 1'): OutboxRequest => ({
  key,
  subject,
  kind: 'packing',
  what: key,
  href: '/admin/pack',
  path: '/packing',
});

/** A tab over a device. `send` is its line to the shop. */
function tab(
  store: OutboxStore,
  send: (entry: OutboxEntry) => Promise<unknown>,
  { owner = 'amna', lock = { isHeld: false } } = {},
) {
  const answers: string[] = [];
  const outbox = createOutbox({
    store,
    send,
    owner: () => owner,
    alone: async (work) => {
      if (lock.isHeld) return;
      lock.isHeld = true;
      await work().finally(() => {
        lock.isHeld = false;
      });
    },
    changed: () => undefined,
    answered: (entry) => answers.push(entry.key),
  });
  return { ...outbox, answers };
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('what waits is sent in its order, and stays until the shop has answered', async () => {
  const store = device();
  let isOnline = false;
  const arrived: string[] = [];
  const { add, sendAll, answers } = tab(store, async ({ key }) => {
    if (!isOnline) throw unreachable();
    arrived.push(key);
  });
  for (const key of ['a', 'b', 'c']) await add(request(key));
  await sendAll();
  expect([...store.kept.values()].map(({ key, tries }) => [key, tries])).toEqual([
    ['a', 1],
    ['b', 0],
    ['c', 0],
  ]);
  isOnline = true;
  await sendAll();
  expect([arrived, answers, store.kept.size]).toEqual([['a', 'b', 'c'], ['a', 'b', 'c'], 0]);
});

test('what the shop refuses waits for a person with the reason, and holds up nothing else', async () => {
  const store = device();
  let isRefusing = true;
  const { add, sendAll, retry, drop, answers } = tab(store, async ({ key }) => {
    if (key === 'b' && isRefusing) throw new ApiFailure(409, 'packing_cancelled', 'Order ORD-1 was cancelled');
  });
  for (const key of ['a', 'b', 'c']) await add(request(key));
  await sendAll();
  expect(answers).toEqual(['a', 'c']);
  expect(store.kept.get('b')?.refusal).toEqual({ status: 409, code: 'packing_cancelled', message: 'Order ORD-1 was cancelled' });
  await sendAll();
  isRefusing = false;
  await retry('b');
  expect([answers, store.kept.size]).toEqual([['a', 'c', 'b'], 0]);
  await add(request('d'));
  await drop('d');
  expect(store.kept.size).toBe(0);
});

test('an error of the shop holds up what is about the same alone; a session that ended holds up everything and refuses nothing', async () => {
  const store = device();
  let status = 500;
  const { add, sendAll, answers } = tab(store, async ({ subject }) => {
    if (subject === 'order 1') throw new ApiFailure(status, 'internal_error', 'Something went wrong');
  });
  for (const [key, subject] of [
    ['a', 'order 1'],
    ['b', 'order 1'],
    ['c', 'order 2'],
  ] as const)
    await add(request(key, subject));
  await sendAll();
  expect([answers, [...store.kept.keys()]]).toEqual([['c'], ['a', 'b']]);
  status = 401;
  await sendAll();
  expect([...store.kept.values()].map(({ refusal }) => refusal)).toEqual([undefined, undefined]);
});

test('nobody sends what somebody else has made', async () => {
  const store = device();
  await tab(store, async () => undefined).add(request('a'));
  const other = tab(store, async () => undefined, { owner: 'bilal' });
  await other.sendAll();
  expect([await other.mine(), [...store.kept.keys()]]).toEqual([[], ['a']]);
});

test('over a line that drops, repeats and delays, from tabs that close, each entry has one effect, and none is lost', async () => {
  let allRepeats = 0;
  for (let seed = 1; seed <= 200; seed++) {
    const random = randomNumbers(seed);
    const effects: string[] = [];
    const late: string[] = [];
    let repeats = 0;
    /** The shop: a key that it knows changes nothing. */
    const arrive = (key: string) => {
      if (effects.includes(key)) repeats++;
      else effects.push(key);
    };
    let calls = 0;
    const send = async ({ key }: OutboxEntry) => {
      // At the end the line holds.
      const luck = ++calls > 120 ? 1 : random();
      if (luck < 0.2) throw unreachable();
      if (luck < 0.3) {
        late.push(key);
        throw new ApiFailure(0, 'timeout', 'Too late');
      }
      arrive(key);
      if (luck < 0.45) throw unreachable();
      if (luck < 0.55) arrive(key);
      if (luck < 0.65) for (const delayed of late.splice(0).reverse()) arrive(delayed);
    };
    const store = device();
    const lock = { isHeld: false };
    const made: string[] = [];
    for (let step = 0; step < 12; step++) {
      // Another tab each time, sometimes two at once.
      const tabs = [tab(store, send, { lock }), tab(store, send, { lock })];
      const key = `${seed}-${step}`;
      made.push(key);
      await tabs[0]?.add(request(key, `order ${step % 3}`));
      await Promise.all(tabs.map(({ sendAll }) => (random() < 0.6 ? sendAll() : undefined)));
    }
    while (store.kept.size > 0) await tab(store, send, { lock }).sendAll();
    expect([...effects].sort(), `seed ${seed}`).toEqual([...made].sort());
    allRepeats += repeats;
  }
  // The shop was asked again for what it had done already.
  expect(allRepeats).toBeGreaterThan(200);
});
