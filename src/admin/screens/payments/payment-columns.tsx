import { MONEY_METHOD_LABELS, PAYMENT_KIND_LABELS, paymentName, signedPrice, toCustomer } from '#admin/data/payments/labels.ts';
import { formatMoment } from '#admin/kit/formats.ts';
import type { BriefRow, Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { type CsvColumn, spreadsheetMoment } from '#domain/csv.ts';
import type { Payment } from '#domain/payments/contract.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';

export const paymentColumns: Column<Payment>[] = [
  { name: 'Date & Time', className: 'whitespace-nowrap', cell: ({ createdAt }) => formatMoment(createdAt) },
  { name: 'Of', slot: 'title', className: 'max-w-64', cell: (payment) => <Of payment={payment} /> },
  {
    name: 'Kind',
    slot: 'corner',
    cell: (payment) => <StatusBadge label={{ ...PAYMENT_KIND_LABELS[payment.kind], text: paymentName(payment) }} />,
  },
  { name: 'How', cell: ({ method }) => MONEY_METHOD_LABELS[method] },
  {
    name: 'Amount',
    align: 'right',
    cell: (payment) => <Amount payment={payment} />,
  },
  { name: 'Courier', className: 'max-w-40 break-words', cell: ({ courier }) => courier ?? '–' },
  { name: 'Reference', className: 'max-w-48 break-words', cell: ({ reference }) => reference || 'N/A' },
  { name: 'Reason', className: 'max-w-80', cell: ({ reason }) => <bdi className="break-words">{reason || 'N/A'}</bdi> },
  { name: 'By', className: 'max-w-40 break-words', cell: ({ actorName }) => actorName ?? 'N/A' },
];

/** On a phone: whose it is, how much and which kind, then how, by whom and why. */
export const paymentBrief: BriefRow<Payment> = {
  name: (payment) => <Of payment={payment} />,
  of: () => null,
  end: (payment) => <Amount payment={payment} />,
  below: (payment) => (
    <span className="grow text-muted">
      <span className="float-right ml-2">
        <StatusBadge label={{ ...PAYMENT_KIND_LABELS[payment.kind], text: paymentName(payment) }} />
      </span>
      {[
        formatMoment(payment.createdAt),
        MONEY_METHOD_LABELS[payment.method],
        payment.courier,
        payment.reference,
        payment.actorName,
      ]
        .filter(Boolean)
        .join(' · ')}
      {payment.reason && <bdi className="block break-words">{payment.reason}</bdi>}
    </span>
  ),
};

/** Below zero where it went back to the customer; struck out where the payment was taken back. */
function Amount({ payment }: { payment: Payment }) {
  return (
    <span className={`whitespace-nowrap tabular-nums ${payment.isReversed ? 'text-muted line-through' : 'font-medium'}`}>
      {signedPrice(-toCustomer(payment))}
    </span>
  );
}

/** The order, or the customer whose credit it is. */
function Of({ payment: { orderNumber, customerId, customerName } }: { payment: Payment }) {
  if (orderNumber) {
    return (
      <Link href={`/admin/orders/${orderNumber}`} className="quiet-link">
        {orderNumber}
      </Link>
    );
  }
  return (
    <Link href={`/admin/customers/${customerId}`} className="quiet-link break-words">
      <bdi>{customerName}</bdi>
    </Link>
  );
}

export const paymentCsv: CsvColumn<Payment>[] = [
  { name: 'Date & Time', value: ({ createdAt }) => spreadsheetMoment(createdAt) },
  { name: 'Kind', value: paymentName },
  { name: 'Order', value: ({ orderNumber }) => orderNumber ?? '' },
  { name: 'Customer', value: ({ customerName }) => customerName ?? '' },
  { name: 'How', value: ({ method }) => MONEY_METHOD_LABELS[method] },
  { name: 'From', value: ({ fromAccount }) => fromAccount },
  { name: 'To', value: ({ toAccount }) => toAccount },
  { name: 'Courier', value: ({ courier }) => courier ?? '' },
  { name: 'Amount', value: (payment) => (isHiddenSum(payment.amount) ? null : -toCustomer(payment)) },
  { name: 'Reference', value: ({ reference }) => reference },
  { name: 'Reason', value: ({ reason }) => reason },
  { name: 'By', value: ({ actorName }) => actorName ?? '' },
];
