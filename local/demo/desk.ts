/** The COD desk of the demo's last four weeks: shoppers confirm by themselves or are called, some of them several times. */
import { DAY, HOUR, MINUTE } from './agenda.ts';
import { atWork, nextMorning, type Story } from './story.ts';

/** The first day on which orders were confirmed at the desk. */
const FIRST_DAY = -28;

/** What came of today's calls, in turn: so the desk has some of everything. */
const TODAY = ['no_answer', 'confirmed', 'call_back'] as const;

const NOT_REACHED = ['Rang out', 'Number switched off', 'Line was busy'];
const LATER = ['At work, asked to be called in the evening', 'Her husband decides, call again', 'Driving, will talk later'];

interface Attempt {
  outcome: 'confirmed' | 'no_answer' | 'call_back' | 'refused';
  how?: 'call' | 'whatsapp';
  note?: string;
  /** Milliseconds. */
  callBackAt?: number;
}

/** Whether an order of that time went over the desk. Older ones were called from a list on paper. */
export function isConfirmedAtDesk({ agenda }: Story, placedAt: number): boolean {
  return placedAt >= agenda.startOfDay(FIRST_DAY);
}

/** From then on customers who came back need no call. Everything else of the rules stays as a new shop has it. */
export function planRules({ agenda, query }: Story): void {
  const rules = {
    gate: false,
    confirmDeliveries: 2,
    confirmBelow: 8000,
    confirmByStaff: true,
    holdBlocked: true,
    holdUnknownCity: false,
  };
  agenda.at(agenda.startOfDay(FIRST_DAY), async () => {
    await query('select public.change_confirmation_rules($1::jsonb, null)', [JSON.stringify(rules)]);
  });
}

/** Whether an order is confirmed by now: by a rule of the shop when it came, or by its shopper. */
export async function isConfirmed({ query }: Story, orderId: string): Promise<boolean> {
  return (
    (await query(`select from public.order_confirmations where order_id = $1 and state = 'confirmed'`, [orderId])).length > 0
  );
}

/** Plans how an order is confirmed, which begins when staff call in the morning; `then` goes on with the time at which it was. */
export function planConfirmation(
  story: Story,
  orderId: string,
  placedAt: number,
  calledAt: number,
  then: (time: number) => Promise<void>,
): void {
  const { agenda, desk } = story;
  if (desk.happens(0.3)) {
    const answeredAt = placedAt + desk.between(2, 25) * MINUTE;
    const source = desk.pick(['page', 'page', 'whatsapp']);
    agenda.at(answeredAt, async () => {
      await story.query('select public.confirm_by_shopper($1, $2)', [orderId, source]);
    });
    // Of some customers only staff's word counts.
    agenda.at(calledAt, async () => {
      if (await isConfirmed(story, orderId)) await then(calledAt);
      else planCall(story, orderId, calledAt, 1, then);
    });
    return;
  }
  planCall(story, orderId, calledAt, 1, then);
}

/** Records what came of asking about an order. */
export async function recordAttempt({ query, staff }: Story, orderId: string, attempt: Attempt): Promise<void> {
  const { callBackAt, how = 'call', ...said } = attempt;
  const body = { how, ...said, ...(callBackAt && { callBackAt: new Date(callBackAt).toISOString() }) };
  await query('select public.record_attempt($1, $2::jsonb, $3::uuid)', [orderId, JSON.stringify(body), staff]);
}

/** Plans three calls on three days that nobody answers; `then` goes on after the last. */
export function planSilence(story: Story, orderId: string, calledAt: number, then: () => Promise<void>): void {
  const { agenda, desk } = story;
  for (const day of [0, 1, 2]) {
    const note = desk.pick(NOT_REACHED);
    agenda.at(day === 0 ? calledAt : atWork(story, calledAt + day * DAY), async () => {
      await recordAttempt(story, orderId, { outcome: 'no_answer', note });
      if (day === 2) await then();
    });
  }
}

/** Marks an order that is to be wrapped, for whoever packs it. */
export async function tagGift({ query, staff }: Story, orderId: string): Promise<void> {
  await query(`select public.set_order_tags($1, array ['gift'], $2::uuid)`, [orderId, staff]);
}

/** Has whoever refused a parcel pay the next one in advance. */
export async function rememberRefusal({ query }: Story, orderId: string): Promise<void> {
  const changes = {
    block: 'prepaid_only',
    tags: ['refused a parcel'],
    notes: 'Refused a parcel at the door. The next one only against a transfer.',
  };
  await query('select public.edit_customer(o.customer_id, $2::jsonb) from public.orders o where o.id = $1', [
    orderId,
    JSON.stringify(changes),
  ]);
}

/** The `number`th call of an order: most people answer, some not before the third. */
function planCall(story: Story, orderId: string, time: number, number: number, then: (time: number) => Promise<void>): void {
  const { agenda, desk } = story;
  const isToday = time >= agenda.startOfDay(0);
  // Today staff have called everybody once: whom they did not reach, and who asked to be called today, waits at the desk.
  if (isToday && number > 1) return;
  const outcome = isToday
    ? (TODAY[story.callsToday++ % TODAY.length] ?? 'confirmed')
    : desk.pickWeighted(['confirmed', 'no_answer', 'call_back'] as const, (each) =>
        each === 'confirmed' ? 6 : number === 3 ? 0 : each === 'no_answer' ? 3 : 1,
      );
  const note = outcome === 'no_answer' ? desk.pick(NOT_REACHED) : outcome === 'call_back' ? desk.pick(LATER) : '';
  const how = desk.happens(0.25) ? 'whatsapp' : 'call';
  const later = isToday ? time + 5 * HOUR : nextMorning(story, time) + 5 * HOUR;
  const again = outcome === 'call_back' ? later : atWork(story, time + 2.2 * HOUR);
  agenda.at(time, async () => {
    await recordAttempt(story, orderId, { outcome, how, note, ...(outcome === 'call_back' && { callBackAt: again }) });
    if (outcome === 'confirmed') await then(time);
    else planCall(story, orderId, again, number + 1, then);
  });
}
