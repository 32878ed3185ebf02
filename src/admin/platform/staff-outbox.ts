import { atom } from 'nanostores';
import { callApi } from '#browser/api.ts';
import { removeKey, writeText } from '#browser/storage.ts';
import { createOutbox, type OutboxEntry, type OutboxRequest } from './outbox.ts';
import { outboxStore } from './outbox-store.ts';
import { $session } from './session.ts';
import { withToken } from './staff-api.ts';
import { UNSENT_KEY } from './unsent-key.ts';

/** Photos take their time over a weak line. */
const TIMEOUT_MS = 60_000;

const FIRST_WAIT_MS = 4_000;
const LONGEST_WAIT_MS = 5 * 60_000;

/** What the signed-in staff member made on this device and the shop has not taken yet, in its order. */
export const $unsent = atom<OutboxEntry[]>([]);

/** How many entries of others wait on this device: they are sent when those sign in again. */
export const $unsentOfOthers = atom(0);

const listeners = new Map<string, (entry: OutboxEntry, answer: unknown) => void>();

const outbox = createOutbox({
  store: outboxStore,
  send,
  owner: signedIn,
  alone: async (work) => {
    const { locks } = navigator as Partial<Navigator>;
    // Older browsers have none: two tabs then send one key, which changes nothing.
    if (locks) await locks.request('admin-outbox', { ifAvailable: true }, (lock) => (lock ? work() : undefined));
    else await work();
  },
  changed: refresh,
  answered: (entry, answer) => {
    try {
      listeners.get(entry.kind)?.(entry, answer);
    } catch (error) {
      console.error(error); // the shop has it, whatever a screen makes of the answer
    }
  },
});

function signedIn(): string | null {
  const session = $session.get();
  return session.state === 'signedIn' ? session.admin.id : null;
}

function send({ path, body, form, headers = {} }: OutboxEntry): Promise<unknown> {
  return withToken((token) => callApi('POST', path, { body: form ? formOf(form) : body, headers, token, timeoutMs: TIMEOUT_MS }));
}

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

async function refresh(): Promise<void> {
  const [mine, all] = await Promise.all([outbox.mine(), outboxStore.all()]);
  if (all.length > 0) writeText(UNSENT_KEY, String(all.length));
  else removeKey(UNSENT_KEY);
  $unsent.set(mine);
  $unsentOfOthers.set(all.length - mine.length);
}

/**
 * Sends a request as soon as the shop can be reached: it is kept on the device first, so that neither a closed tab nor a lost answer loses it or does it twice.
 * Its answer goes to `onAnswer` of its kind; what the shop refuses is listed on the screen _Not sent yet_.
 * @throws Error where the browser keeps nothing
 */
export async function sendLater(request: OutboxRequest): Promise<void> {
  await outbox.add(request);
  void sendNow();
}

/** Calls back with what the shop answers to entries of a kind. One listener for each: the last. */
export function onAnswer(kind: string, listen: (entry: OutboxEntry, answer: unknown) => void): void {
  listeners.set(kind, listen);
}

let waitMs = FIRST_WAIT_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends what waits, and tries again later whatever could not be sent. */
export async function sendNow(): Promise<void> {
  clearTimeout(timer);
  await outbox.sendAll();
  const isLeft = $unsent.get().some(({ refusal }) => !refusal);
  waitMs = isLeft ? Math.min(waitMs * 2, LONGEST_WAIT_MS) : FIRST_WAIT_MS;
  if (isLeft) timer = setTimeout(() => void sendNow(), waitMs * (0.75 + Math.random() / 2));
}

export const retryEntry = (key: string): Promise<void> => outbox.retry(key);

export const dropEntry = (key: string): Promise<void> => outbox.drop(key);

let isStarted = false;

/** Sends what waits now, when the device is online again, and after signing in. */
export function startOutbox(): void {
  if (isStarted) return;
  isStarted = true;
  window.addEventListener('online', () => void sendNow());
  window.addEventListener('storage', ({ key }) => {
    if (key === UNSENT_KEY) void refresh(); // another tab added or sent something
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refresh().then(sendNow);
  });
  $session.subscribe(() => void refresh().then(sendNow).catch(console.warn));
}
