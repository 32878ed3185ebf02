import { ApiFailure } from '#browser/api.ts';

/** A request that is sent when the shop can be reached, with a key by which a repeat changes nothing. All of it can be stored. */
export interface OutboxRequest {
  key: string;
  /** Entries about the same are sent in the order in which they were made: `order 68f0…`. */
  subject: string;
  /** Which part of the back office made it, for whoever reads its answer. */
  kind: string;
  /** In words, for the list of what waits: `ORD-10042: Halo Ring packed`. */
  what: string;
  /** Where in the back office it can be looked at, and done again otherwise. */
  href: string;
  path: string;
  body?: unknown;
  /** Sent as a form instead. */
  form?: Record<string, string | Blob>;
  headers?: Record<string, string>;
}

export interface OutboxEntry extends OutboxRequest {
  /** The staff member who made it: it is sent in nobody else's name. */
  owner: string;
  /** Entries of one device have rising places. */
  place: number;
  /** Milliseconds since 1970. */
  queuedAt: number;
  tries: number;
  /** Why the shop did not take it. It then waits for a person. */
  refusal?: { status: number; code: string; message: string };
}

/** What keeps the entries. */
export interface OutboxStore {
  all(): Promise<OutboxEntry[]>;
  put(entry: OutboxEntry): Promise<void>;
  remove(key: string): Promise<void>;
}

export interface OutboxParts {
  store: OutboxStore;
  /** @throws ApiFailure */
  send(entry: OutboxEntry): Promise<unknown>;
  /** The staff member signed in; null for nobody. */
  owner(): string | null;
  /** Runs `work` while no other tab does; returns without it while one does. */
  alone(work: () => Promise<void>): Promise<void>;
  /** Something was added, sent, refused or dropped. */
  changed(): unknown;
  answered(entry: OutboxEntry, answer: unknown): void;
  now?: () => number;
}

/** What waits on this device until the shop can be reached. */
export function createOutbox({ store, send, owner, alone, changed, answered, now = Date.now }: OutboxParts) {
  let isSending: Promise<void> | null = null;
  let isAskedAgain = false;
  let lastPlace = 0;

  async function mine(): Promise<OutboxEntry[]> {
    const by = owner();
    const entries = await store.all();
    return entries.filter((entry) => entry.owner === by).sort((one, other) => one.place - other.place);
  }

  /** Keeps a request. @throws Error when nobody is signed in, or the device keeps nothing */
  async function add(request: OutboxRequest): Promise<void> {
    const by = owner();
    if (!by) throw new Error('Nobody is signed in');
    // A key that waits already is the same request, pressed twice.
    if ((await store.all()).some(({ key }) => key === request.key)) return;
    // Two in one millisecond have places of their own.
    lastPlace = Math.max(now(), lastPlace + 0.001);
    await store.put({ ...request, owner: by, place: lastPlace, queuedAt: now(), tries: 0 });
    await changed();
  }

  /** Sends what waits; a call while it is being sent has it looked through once more. */
  function sendAll(): Promise<void> {
    isAskedAgain = isSending !== null;
    isSending ??= alone(sendInOrder).finally(() => {
      isSending = null;
      if (isAskedAgain) {
        isAskedAgain = false;
        return sendAll();
      }
      return undefined;
    });
    return isSending;
  }

  async function sendInOrder(): Promise<void> {
    /** What cannot be sent now, and whatever is about the same. */
    const held = new Set<string>();
    for (;;) {
      const next = (await mine()).find(({ refusal, subject }) => !refusal && !held.has(subject));
      if (!next) return;
      const outcome = await trySending(next);
      if (outcome === 'unreachable') return;
      if (outcome === 'later') held.add(next.subject);
    }
  }

  async function trySending(entry: OutboxEntry): Promise<'done' | 'later' | 'unreachable'> {
    let answer: unknown;
    try {
      answer = await send(entry);
    } catch (failure) {
      const status = failure instanceof ApiFailure ? failure.status : 0;
      if (failure instanceof ApiFailure && isRefusal(status)) {
        const { code, message } = failure;
        await store.put({ ...entry, refusal: { status, code, message } });
        await changed();
        return 'done';
      }
      await store.put({ ...entry, tries: entry.tries + 1 });
      await changed();
      return status >= 500 && ![502, 503, 504].includes(status) ? 'later' : 'unreachable';
    }
    await store.remove(entry.key);
    answered(entry, answer);
    await changed();
    return 'done';
  }

  /** Has a refused entry sent again as it is. */
  async function retry(key: string): Promise<void> {
    const found = (await store.all()).find((entry) => entry.key === key);
    if (!found) return;
    const { refusal: _, ...entry } = found;
    await store.put(entry);
    await changed();
    await sendAll();
  }

  /** Takes an entry off the device for good. */
  async function drop(key: string): Promise<void> {
    await store.remove(key);
    await changed();
  }

  return { add, sendAll, retry, drop, mine };
}

/** Whether the shop understood a request and will not take it. A session that ended, or a limit of calls, says nothing about it. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 429;
}
