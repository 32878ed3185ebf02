import { ORDER_SOURCE_LABELS } from '#admin/data/orders/sources.ts';
import {
  EXPENSE_LABELS,
  MONEY_METHOD_LABELS,
  mayTakeBack,
  PAYMENT_KIND_LABELS,
  paymentName,
  signedPrice,
  takenBackWith,
  toCustomer,
} from '#admin/data/payments/labels.ts';
import { Code } from '#admin/kit/Code.tsx';
import { formatDay, formatShortMoment } from '#admin/kit/formats.ts';
import { Moment } from '#admin/kit/Moment.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import type { BriefRow, Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { Unbroken } from '#admin/kit/Unbroken.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { type CsvColumn, spreadsheetMoment } from '#domain/csv.ts';
import type { Payment } from '#domain/payments/contract.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';

/** Takes an expense back where it stands; other payments are taken back at their order or supplier. */
function TakeBackButton({ payment, onTakeBack }: { payment: Payment; onTakeBack: (payment: Payment) => void }) {
  if (!payment.expense || !mayTakeBack(payment)) return null;
  return (
    <MayButton
      right={takenBackWith(payment)}
      aria-label={`Take back: ${ofText(payment)}`}
      onClick={() => onTakeBack(payment)}
      className="btn btn-quiet btn-small"
    >
      Take back
    </MayButton>
  );
}

/** The columns of the ledger. */
export const paymentColumns = (onTakeBack: (payment: Payment) => void): Column<Payment>[] => [
  { name: 'Date & Time', className: 'whitespace-nowrap', cell: ({ createdAt }) => <Moment of={createdAt} /> },
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
  { name: 'Reference', cell: ({ reference }) => (reference ? <Code>{reference}</Code> : '–') },
  {
    name: 'Reason',
    className: 'max-w-80',
    cell: (payment) => (
      <>
        <bdi className="break-words">{payment.reason || '–'}</bdi>
        <TakeBackButton payment={payment} onTakeBack={onTakeBack} />
      </>
    ),
  },
  { name: 'By', className: 'max-w-40 min-w-20 break-words', cell: ({ actorName }) => actorName ?? '–' },
];

/** On a phone: whose it is, how much and which kind, then how, by whom and why. */
export const paymentBrief = (onTakeBack: (payment: Payment) => void): BriefRow<Payment> => ({
  name: (payment) => <Of payment={payment} />,
  of: () => null,
  end: (payment) => <Amount payment={payment} />,
  below: (payment) => (
    <span className="grow text-muted">
      <span className="float-right ml-2">
        <StatusBadge label={{ ...PAYMENT_KIND_LABELS[payment.kind], text: paymentName(payment) }} />
      </span>
      {[
        formatShortMoment(payment.createdAt),
        MONEY_METHOD_LABELS[payment.method],
        payment.courier,
        payment.reference,
        payment.actorName,
      ]
        .filter(Boolean)
        .join(' · ')}
      {payment.reason && <bdi className="block break-words">{payment.reason}</bdi>}
      <TakeBackButton payment={payment} onTakeBack={onTakeBack} />
    </span>
  ),
});

/** Below zero where it went back to the customer; struck out where the payment was taken back. */
function Amount({ payment }: { payment: Payment }) {
  return (
    <span className={`whitespace-nowrap tabular-nums ${payment.isReversed ? 'text-muted line-through' : 'font-medium'}`}>
      {signedPrice(-toCustomer(payment))}
    </span>
  );
}

/** Whose it is: the order, the supplier, the customer whose credit it is, the courier whose file says it, or what it was spent on. */
function Of({ payment }: { payment: Payment }) {
  const { orderNumber, customerId, supplierId } = payment;
  const address = orderNumber
    ? `/admin/orders/${orderNumber}`
    : supplierId
      ? `/admin/suppliers/${supplierId}`
      : customerId && `/admin/customers/${customerId}`;
  const name = (
    <bdi>
      <Unbroken>{ofText(payment)}</Unbroken>
    </bdi>
  );
  if (!address) return <span className="break-words">{name}</span>;
  return (
    <Link href={address} className="quiet-link break-words">
      {name}
    </Link>
  );
}

function ofText({ orderNumber, customerName, supplier, courier, expense, spentOn, advertises }: Payment): string {
  if (!expense) return orderNumber ?? supplier ?? customerName ?? courier ?? '–';
  const what = advertises ? `${EXPENSE_LABELS[expense]}, ${ORDER_SOURCE_LABELS[advertises]}` : EXPENSE_LABELS[expense];
  return `${what}, ${formatDay(spentOn ?? '')}`;
}

export const paymentCsv: CsvColumn<Payment>[] = [
  { name: 'Date & Time', value: ({ createdAt }) => spreadsheetMoment(createdAt) },
  { name: 'Kind', value: paymentName },
  { name: 'Order', value: ({ orderNumber }) => orderNumber ?? '' },
  { name: 'Customer', value: ({ customerName }) => customerName ?? '' },
  { name: 'Supplier', value: ({ supplier }) => supplier ?? '' },
  { name: 'Spent on', value: ({ expense }) => (expense ? EXPENSE_LABELS[expense] : '') },
  { name: 'Day', value: ({ spentOn }) => spentOn ?? '' },
  { name: 'Source', value: ({ advertises }) => (advertises ? ORDER_SOURCE_LABELS[advertises] : '') },
  { name: 'How', value: ({ method }) => MONEY_METHOD_LABELS[method] },
  { name: 'From', value: ({ fromAccount }) => fromAccount },
  { name: 'To', value: ({ toAccount }) => toAccount },
  { name: 'Courier', value: ({ courier }) => courier ?? '' },
  { name: 'Amount', value: (payment) => (isHiddenSum(payment.amount) ? null : -toCustomer(payment)) },
  { name: 'Reference', value: ({ reference }) => reference },
  { name: 'Reason', value: ({ reason }) => reason },
  { name: 'By', value: ({ actorName }) => actorName ?? '' },
];
