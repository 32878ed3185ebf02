import { expect, test } from 'vitest';
import { ApiFailure } from '#browser/api.ts';
import { type Deed, onThreePhones } from './setup/samples/phones.ts';
import { randomNumbers } from './setup/samples/random-numbers.ts';

type Body = { pieces: number };

/** A shop in which packing and counting only add facts, and of each order no more comes back than left. */
function aShop(sent: number) {
  const done = new Map<string, Deed<Body>>();
  const sum = (kind: string, subject: string) =>
    [...done.values()].reduce((all, deed) => all + (deed.kind === kind && deed.subject === subject ? deed.body.pieces : 0), 0);
  return {
    done,
    arrive: async (deed: Deed<Body>) => {
      if (done.has(deed.key)) return;
      if (deed.kind === 'receive' && sum('receive', deed.subject) + deed.body.pieces > sent)
        throw new ApiFailure(422, 'validation_failed', `Only ${sent} were sent`);
      done.set(deed.key, deed);
    },
    state: (subjects: string[]) =>
      subjects.map((subject) => ({
        packed: [...done.values()]
          .filter((deed) => deed.kind === 'pack' && deed.subject === subject)
          .map(({ key }) => key)
          .toSorted(),
        counted: sum('count', subject),
        received: sum('receive', subject),
      })),
  };
}

test('three phones in a thousand partitions end in the same state as three that are always online, and what conflicts stays on its phone', async () => {
  const subjects = ['order 1', 'order 2'];
  let conflicts = 0;
  for (let seed = 1; seed <= 1000; seed++) {
    const random = randomNumbers(seed);
    const sent = 1 + Math.floor(random() * 4);
    const deeds = Array.from({ length: 4 + Math.floor(random() * 8) }, (_, n): Deed<Body> => {
      const kind = ['pack', 'count', 'receive'][Math.floor(random() * 3)] ?? '';
      const pieces = kind === 'count' ? Math.floor(random() * 9) - 4 : 1;
      return {
        phone: Math.floor(random() * 3),
        key: `deed ${n}`,
        subject: subjects[Math.floor(random() * 2)] ?? '',
        kind,
        body: { pieces },
      };
    });
    const online = aShop(sent);
    for (const deed of deeds) await online.arrive(deed).catch(() => undefined);

    const shop = aShop(sent);
    const left = await onThreePhones(deeds, shop.arrive, seed);
    expect(shop.state(subjects), `seed ${seed}`).toEqual(online.state(subjects));
    // Each deed is a fact of the shop, or stands on its phone with the reason: nothing is lost, and nothing is both.
    expect([...shop.done.keys(), ...left.map(({ key }) => key)].toSorted(), `seed ${seed}`).toEqual(
      deeds.map(({ key }) => key).toSorted(),
    );
    expect(left.filter(({ refusal }) => refusal?.message !== `Only ${sent} were sent`)).toEqual([]);
    conflicts += left.length;
  }
  expect(conflicts).toBeGreaterThan(300);
});
