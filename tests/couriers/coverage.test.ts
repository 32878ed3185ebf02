import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Asked, startCourierDouble } from '#local/couriers/courier-double.ts';
import { ROOT } from '#local/settings.ts';
import { labelKey, readLabel, statusesOf } from '#server/couriers/courier-labels.ts';
import { parcel, subjectOf } from './contract.ts';
import { COVERAGE } from './coverage.ts';
import { SCRIPTS } from './doubles.ts';

const doubles = await Promise.all(SCRIPTS.map(startCourierDouble));
afterAll(async () => {
  await Promise.all(doubles.map((double) => double.stop()));
});
const source = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Every name that a request carries, in its address and in its body. */
function namesIn({ query, body }: Asked): string[] {
  const deep = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => [...(Array.isArray(value) ? [] : [name]), ...deep(inner)])
      : [];
  return [...query.keys(), ...deep(body)];
}

describe.each(doubles.map((double) => ({ double, courier: double.script.adapter })))(
  'what $courier documents',
  ({ double, courier }) => {
    const { calls, statuses } = COVERAGE[courier];

    test('is sent, call by call and field by field', async () => {
      double.reset();
      const { port } = subjectOf(double);
      await port.cities();
      const booked = await port.book(parcel());
      const { trackingNumber } = booked;
      const optional = (work: Promise<unknown>) => work.catch(() => {});
      await optional(port.bookReverse?.(parcel()) ?? Promise.resolve());
      await optional(port.find(parcel()));
      await port.label([booked]);
      await optional(port.loadSheet([trackingNumber]));
      await port.track([trackingNumber]);
      await optional(port.advise({ trackingNumber, action: 'retry', remarks: 'Come after 4' }));
      await port.charges([trackingNumber]);
      await port.payments([trackingNumber]);
      await port.cancel(trackingNumber);

      for (const { call, sends } of calls) {
        const sent = double.requests.filter(({ path }) => path.includes(call)).flatMap(namesIn);
        expect(
          double.requests.some(({ path }) => path.includes(call)),
          `${call} was called`,
        ).toBe(true);
        expect(
          sends.filter((name) => !sent.includes(name)),
          call,
        ).toEqual([]);
      }
      expect(double.complaints).toEqual([]);
    });

    test('is answered by the double and read by the adapter', () => {
      const adapter = source(`src/server/couriers/${courier}.ts`);
      // That of PostEx is also the courier of the demo.
      const answers = source(`${courier === 'postex' ? 'local' : 'tests'}/couriers/${courier}-double.ts`);
      const missing = calls.flatMap(({ call, reads }) =>
        reads.filter((name) => !adapter.includes(name) || !answers.includes(name)).map((name) => `${call} ${name}`),
      );
      expect(missing).toEqual([]);
    });

    test('as a status means what its table says, in any case and spelling', () => {
      const read = statuses.map(([said, means]) => {
        const { label = '', ...words } = typeof said === 'string' ? { label: said } : said;
        const spellings = [label, label.toUpperCase(), ` ${label.replaceAll(' ', '  ')}. `];
        return {
          said,
          means,
          read: [...new Set(spellings.map((spelling) => readLabel(courier, { label: spelling, ...words })))],
        };
      });
      expect(read.filter(({ means, read }) => read.length !== 1 || read[0] !== means)).toEqual([]);
    });

    test('says nothing of any other label: it is a row for staff', () => {
      const known = Object.keys(statusesOf(courier).labels);
      const others = [
        'Held by customs',
        'Not delivered',
        'Undelivered',
        'Delivered to neighbour?',
        'Return cancelled',
        'constructor',
        '',
        '0',
        'null',
      ];
      // Nor of one that only begins or ends as a known one does.
      for (const label of known) others.push(`${label} x`, `not ${label}`);
      const wrong = others.filter(
        (label) => !known.includes(labelKey(label)) && readLabel(courier, { label, code: '9999' }) !== null,
      );
      expect(wrong).toEqual([]);
    });
  },
);
