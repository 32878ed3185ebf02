import { createOutbox, type OutboxEntry, type OutboxRequest } from '#admin/platform/outbox.ts';
import { ApiFailure } from '#browser/api.ts';
import { randomNumbers } from './random-numbers.ts';

/** What somebody does on one of the phones. */
export interface Deed<Body> {
  phone: number;
  key: string;
  subject: string;
  kind: string;
  body: Body;
}

/** The shop at the other end of the line. @throws ApiFailure what it will not take */
type Arrive<Body> = (deed: Deed<Body>) => Promise<unknown>;

const unreachable = () => new ApiFailure(0, 'unreachable', 'No answer');

/**
 * Three phones do these deeds, each with a line of its own that is gone for a while, loses requests and answers, repeats and delays them; each phone goes
 * through the outbox of the back office. At the end the lines hold. Returns what each phone still keeps: what the shop has refused.
 */
export async function onThreePhones<Body>(deeds: Deed<Body>[], arrive: Arrive<Body>, seed: number): Promise<OutboxEntry[]> {
  const random = randomNumbers(seed);
  let holds = false;
  const late: Deed<Body>[] = [];
  const phones = Array.from({ length: 3 }, (_, phone) => {
    const kept = new Map<string, OutboxEntry>();
    const line = { isGone: false };
    const send = async ({ body }: OutboxEntry) => {
      const deed = body as Deed<Body>;
      const luck = holds ? 1 : random();
      if (line.isGone || luck < 0.15) throw unreachable();
      if (luck < 0.3) {
        late.push(deed);
        throw new ApiFailure(0, 'timeout', 'Too late');
      }
      const answer = await arrive(deed);
      if (luck < 0.45) throw unreachable();
      return luck < 0.55 ? arrive(deed) : answer;
    };
    const outbox = createOutbox({
      store: {
        all: async () => [...kept.values()],
        put: async (entry) => void kept.set(entry.key, entry),
        remove: async (key) => void kept.delete(key),
      },
      send,
      owner: () => `phone ${phone}`,
      alone: (work) => work(),
      changed: () => undefined,
      answered: () => undefined,
    });
    return { kept, line, outbox };
  });
  const requestOf = (deed: Deed<Body>): OutboxRequest => ({ ...deed, what: deed.key, href: '/admin', path: '/', body: deed });

  for (const deed of deeds) {
    for (const { line } of phones) if (random() < 0.3) line.isGone = !line.isGone;
    await phones[deed.phone]?.outbox.add(requestOf(deed));
    for (const { outbox } of phones) if (random() < 0.5) await outbox.sendAll();
    // What was given up long ago arrives after all; nobody waits for its answer any more.
    if (random() < 0.3) for (const old of late.splice(0).reverse()) await arrive(old).catch(ignoreRefusal);
  }
  holds = true;
  const order = phones.toSorted(() => random() - 0.5);
  for (const { line, outbox } of order) {
    line.isGone = false;
    await outbox.sendAll();
  }
  for (const old of late) await arrive(old).catch(ignoreRefusal);
  return phones.flatMap(({ kept }) => [...kept.values()]);
}

function ignoreRefusal(failure: unknown): void {
  if (!(failure instanceof ApiFailure)) throw failure;
}
