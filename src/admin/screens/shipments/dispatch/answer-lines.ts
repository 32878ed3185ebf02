import type { PortalAnswer, PortalWork, SettledBooking } from '#domain/couriers/contract.ts';
import type { AnswerLine } from '#domain/couriers/portal-answer.ts';

type Given = PortalAnswer['parcels'][number];

/** What comes of a line: refused, nothing because it is so already, ready to be done, or done. */
export interface CheckedAnswer {
  line: number;
  outcome: 'refused' | 'same' | 'ready' | 'done';
  /** What stands there; null for a line that could not be read. */
  given: Given | null;
  /** The parcel's order, once it is found. */
  orderNumber: string;
  problem: string;
}

type Portal = Pick<PortalWork, 'courierId' | 'courier'>;
type Send = (courierId: string, parcels: Given[], preview: boolean) => Promise<SettledBooking[]>;

/** What would become of each line. Nothing is changed. @throws ApiFailure */
export async function checkAnswer(portal: Portal, lines: AnswerLine[], send: Send): Promise<CheckedAnswer[]> {
  const readable = lines.flatMap((line) => ('problem' in line ? [] : [line]));
  const found = readable.length > 0 ? await send(portal.courierId, readable.map(givenIn), true) : [];
  const outcomes = new Map(readable.map((line, at) => [line as AnswerLine, found[at]]));
  const checked = lines.map((line): CheckedAnswer => {
    if ('problem' in line) return { line: line.line, outcome: 'refused', given: null, orderNumber: '', problem: line.problem };
    return { line: line.line, given: givenIn(line), ...outcomeOf(outcomes.get(line), portal, 'ready') };
  });
  return refuseTwins(checked, readable, found);
}

/** Does what is ready. @throws ApiFailure */
export async function applyAnswer(portal: Portal, lines: CheckedAnswer[], send: Send): Promise<CheckedAnswer[]> {
  const ready = lines.filter(({ outcome }) => outcome === 'ready');
  const settled = await send(
    portal.courierId,
    ready.flatMap(({ given }) => given ?? []),
    false,
  );
  const results = new Map(ready.map((line, at) => [line, settled[at]]));
  return lines.map((line) => (results.has(line) ? { ...line, ...outcomeOf(results.get(line), portal, 'done') } : line));
}

function givenIn({ reference, trackingNumber }: Given): Given {
  return { reference, trackingNumber };
}

function outcomeOf(
  settled: SettledBooking | undefined,
  { courier }: Portal,
  good: 'ready' | 'done',
): Pick<CheckedAnswer, 'outcome' | 'orderNumber' | 'problem'> {
  if (settled?.booking) return { outcome: settled.isSame ? 'same' : good, orderNumber: settled.booking.orderNumber, problem: '' };
  const { code, message } = settled?.refusal ?? { code: '', message: 'The shop did not answer for it' };
  return {
    outcome: 'refused',
    orderNumber: '',
    problem: code === 'booking_not_found' ? `No parcel for ${courier} has this order or reference` : message,
  };
}

/** One parcel named by its order and by its reference, with two numbers: nobody knows which is meant. */
function refuseTwins(checked: CheckedAnswer[], readable: AnswerLine[], found: SettledBooking[]): CheckedAnswer[] {
  const linesOf = new Map<string, number[]>();
  for (const [at, { booking }] of found.entries()) {
    const { line } = readable[at] as AnswerLine;
    if (booking) linesOf.set(booking.id, [...(linesOf.get(booking.id) ?? []), line]);
  }
  const twins = new Set([...linesOf.values()].filter(({ length }) => length > 1).flat());
  return checked.map((row) =>
    twins.has(row.line)
      ? { ...row, outcome: 'refused', problem: `Another line names the same parcel of ${row.orderNumber}` }
      : row,
  );
}
