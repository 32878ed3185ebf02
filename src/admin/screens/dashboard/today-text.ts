import { formatCount, formatDaysAgo, formatShortMoment } from '#admin/kit/formats.ts';
import { TIME_ZONE } from '#domain/region.ts';
import type { Work, WorkDue } from '#domain/reports/work-due.ts';

/** What waits, as it stands after its number: one of it, and several. */
const WORK_TEXTS: Record<Work, [one: string, many: string]> = {
  confirm: ['order to confirm', 'orders to confirm'],
  missing_money: ['order waiting for money', 'orders waiting for money'],
  check_transfers: ['order with a transfer to check', 'orders with a transfer to check'],
  pack: ['order to pack', 'orders to pack'],
  hand_over: ['order to hand over', 'orders to hand over'],
  ask_parcels: ['failed delivery to sort out', 'failed deliveries to sort out'],
  late_parcels: ['late parcel to chase', 'late parcels to chase'],
  lost_parcels: ['lost parcel to claim', 'lost parcels to claim'],
  receive: ['order that came back', 'orders that came back'],
  decide_returns: ['return to decide', 'returns to decide'],
  settle_returns: ['return to settle', 'returns to settle'],
  refund: ['order to refund', 'orders to refund'],
  disputes: ['courier mistake to dispute', 'courier mistakes to dispute'],
  take_deliveries: ['supplier delivery due', 'supplier deliveries due'],
  low_stock: ['product low on stock', 'products low on stock'],
  answer: ['new message', 'new messages'],
  check_reviews: ['review to check', 'reviews to check'],
  send_mails: ['mail that did not go', 'mails that did not go'],
  close_month: ['month to close', 'months to close'],
  troubles: ['problem with the shop', 'problems with the shop'],
};

/** `12 orders to pack`. */
export function workText(task: Work, count: number): string {
  const [one, many] = WORK_TEXTS[task];
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, hour: 'numeric', minute: '2-digit', hour12: true });

/** Until when it should be done, `by 4:00 pm`, or how much of it is late; without a deadline how long the oldest has waited. */
export function dueText({ count, late, dueAt, since }: WorkDue, now = Date.now()): string {
  if (late > 0) return late === count ? 'late' : `${formatCount(late)} late`;
  if (dueAt) return `by ${isToday(dueAt, now) ? clock.format(Date.parse(dueAt)) : formatShortMoment(dueAt, now)}`;
  if (since && !isToday(since, now)) return count === 1 ? formatDaysAgo(since, now) : `oldest ${formatDaysAgo(since, now)}`;
  return '';
}

function isToday(iso: string, now: number): boolean {
  return formatDaysAgo(iso, now) === formatDaysAgo(new Date(now).toISOString(), now);
}

/** The most urgent first: what is late, then what has a deadline, then what has waited longest. */
export function byUrgency(work: readonly WorkDue[]): WorkDue[] {
  const urgency = ({ late, dueAt, since }: WorkDue) => [late > 0 ? 0 : 1, dueAt ?? '~', since ?? '~'].join(' ');
  return [...work].sort((one, other) => (urgency(one) < urgency(other) ? -1 : 1));
}
