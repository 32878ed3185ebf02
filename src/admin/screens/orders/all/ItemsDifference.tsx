import { quoteText } from '#admin/data/orders/quote-text.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { refusalText } from '#domain/discounts/refusal-text.ts';
import type { OrderItemsChange, StaffOrder } from '#domain/orders/contract.ts';
import { dueWith } from '#domain/orders/paid.ts';

interface Props {
  order: StaffOrder;
  change: OrderItemsChange | undefined;
  isEmpty: boolean;
  isChanged: boolean;
}

/** What a change of items does to the cash that the courier collects. */
export function ItemsDifference({ order, change, isEmpty, isChanged }: Props) {
  const refused = change?.after.refusedCode;
  return (
    <p role="status" className="mr-auto py-1 tabular-nums">
      {isEmpty ? (
        <span className="text-sm text-danger">An order has at least one piece. Cancel the order instead.</span>
      ) : (
        <>
          <strong className="block font-medium">
            {change ? `${formatPrice(change.before.total)} → ${formatPrice(change.after.total)}` : formatPrice(order.totalAmount)}
          </strong>
          <span className="text-sm text-muted">
            {change
              ? `${quoteText(change.after)}${differenceText(order, change.before.total, change.after.total)}`
              : isChanged
                ? 'Calculating…'
                : 'Nothing changed yet'}
          </span>
          {refused && (
            <span className="block text-sm text-danger">
              The order is without its code {refused.code}. {refusalText(refused)}
            </span>
          )}
        </>
      )}
    </p>
  );
}

interface TodayProps {
  change: OrderItemsChange;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

/** Whether the order is priced by the delivery rule and the code of today, where those make another price than the ones that it was placed under. */
export function TodaysRules({ change: { after, today }, isChosen, onChoose }: TodayProps) {
  if (!today && !isChosen) return null;
  return (
    <label className="mb-5 flex items-start gap-3 rounded-md bg-notice px-4 py-3 text-sm">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
        className="checkbox mt-0.5 shrink-0"
      />
      <span>
        <strong className="block font-medium">Use today’s delivery rule and code</strong>
        {isChosen
          ? 'All pieces are priced by today’s rules. Without this, the order keeps those that it was placed under.'
          : today &&
            `The order keeps the rules that it was placed under: ${formatPrice(after.total)}. By today’s it costs ${todayText(after.total, today)}.`}
      </span>
    </label>
  );
}

function todayText(total: number, today: NonNullable<OrderItemsChange['today']>): string {
  const more = today.total - total;
  return `${formatPrice(today.total)}, ${formatPrice(Math.abs(more))} ${more > 0 ? 'more' : 'less'}, ${quoteText(today)}`;
}

/** `, Rs 250 more to collect`. What was paid already goes back where it is more than the new total. */
export function differenceText(order: Pick<StaffOrder, 'paid'>, before: number, after: number): string {
  const then = dueWith(after, order);
  if (then.toRefund > 0) return `, nothing to collect and ${formatPrice(then.toRefund)} to be refunded`;
  const difference = then.due - dueWith(before, order).due;
  if (difference === 0) return ', the same to collect';
  return `, ${formatPrice(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} to collect`;
}
