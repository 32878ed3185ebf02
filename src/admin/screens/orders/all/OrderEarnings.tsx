import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#admin/kit/formats.ts';
import { NotLoaded } from '#admin/kit/NotLoaded.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { formatPrice } from '#domain/money.ts';
import { type OrderEarnings as Earned, orderEarnings } from '#domain/reports/profit.ts';
import { orders } from './orders.ts';

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** What one order earned, line by line; nothing while it has brought and cost nothing. */
export function OrderEarnings({ orderId }: { orderId: string }) {
  const { data, isLoadingError, refetch } = useQuery({
    // Below the key of the orders, so that every change of one fetches it again.
    queryKey: [...orders.queries.all, 'earnings', orderId],
    queryFn: ({ signal }) => callStaffApi('GET', `/analytics/profit/orders/${orderId}`, { schema: orderEarnings, signal }),
  });
  if (isLoadingError) return <NotLoaded what="What it earned" onRetry={refetch} className="panel px-4 py-3 text-sm sm:px-5" />;
  if (!data) return null;
  const steps = costsOf(data).filter(({ amount }) => amount !== 0);
  if (data.net === 0 && steps.length === 0) return null;
  return (
    <section aria-label="Earnings" className="panel px-4 pt-2 pb-4 sm:px-5">
      <h3 className="panel-heading flex min-h-11 items-center">Earnings</h3>
      <dl className="grid gap-y-1.5">
        <Row name="Paid and kept, or still due" amount={data.net} />
        {steps.map(({ name, amount }) => (
          <Row key={name} name={name} amount={-amount} />
        ))}
        <Row name="Profit of this order" amount={data.profit} isSum />
        {data.shareOfReturns !== null && data.shareOfReturns !== 0 && (
          <Row name="Its share of what came back" amount={-data.shareOfReturns} />
        )}
        {data.breakEven !== null && <Row name="Left for advertising" amount={data.breakEven} isSum />}
      </dl>
      <Remarks earned={data} />
    </section>
  );
}

function costsOf({ cost, deliveries, returns, others, gst, packing, withheld }: Earned) {
  return [
    { name: 'Pieces', amount: cost },
    { name: 'Delivery', amount: deliveries },
    { name: 'Return', amount: returns },
    { name: 'Cash handling and other charges', amount: others },
    { name: 'GST on charges', amount: gst },
    { name: 'Withheld tax that is final', amount: withheld },
    { name: 'Packing', amount: packing },
  ];
}

function Row({ name, amount, isSum = false }: { name: string; amount: number; isSum?: boolean }) {
  return (
    <div className={`flex justify-between gap-x-4 ${isSum ? 'border-t border-line pt-1.5 font-medium' : ''}`}>
      <dt>{name}</dt>
      <dd className={`whitespace-nowrap tabular-nums ${isSum && amount < 0 ? 'text-danger' : ''}`}>
        {amount < 0 ? `−${formatPrice(-amount)}` : formatPrice(amount)}
      </dd>
    </div>
  );
}

function Remarks({ earned }: { earned: Earned }) {
  const { isDelivered, isSettled, uncosted, pieces, month, monthDelivered, monthUndelivered, monthLost } = earned;
  const remarks = [
    isDelivered && !isSettled && 'Not settled yet: what the courier keeps of it is not in it.',
    uncosted > 0 && `Without a cost when sent, so counted as free: ${formatCount(uncosted)} of ${countText('piece', pieces)}.`,
    isDelivered &&
      monthLost !== 0 &&
      `Of ${MONTH.format(new Date(month))}, ${countText('order', monthUndelivered)} that did not arrive cost ${formatPrice(monthLost)}, shared by the ${formatCount(monthDelivered)} that did.`,
  ].filter(Boolean);
  if (remarks.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-1 text-sm text-muted">
      {remarks.map((remark) => (
        <li key={String(remark)}>{remark}</li>
      ))}
    </ul>
  );
}
