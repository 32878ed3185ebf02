import { formatCount, formatMoment } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { Rupees } from '#admin/kit/Rupees.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { Link } from '#admin/platform/Link.tsx';
import type { Dispute } from '#domain/settlements/disputes.ts';
import { DISPUTE_KIND_LABELS, DISPUTE_STATE_LABELS, SETTLED_BY_TEXTS } from './money-labels.ts';

const money = { align: 'right', className: 'whitespace-nowrap tabular-nums' } as const;

export function disputeColumns(onSettle: (dispute: Dispute) => void): Column<Dispute>[] {
  return [
    {
      name: 'Parcel',
      slot: 'title',
      className: 'whitespace-nowrap',
      cell: ({ trackingNumber, shipmentNumber, orderNumber }) => (
        <>
          <span className="font-medium">{trackingNumber || shipmentNumber}</span>
          <Link href={`/admin/orders/${orderNumber}`} className="quiet-link block text-sm">
            {orderNumber}
          </Link>
        </>
      ),
    },
    { name: 'Status', slot: 'corner', cell: ({ state }) => <StatusBadge label={DISPUTE_STATE_LABELS[state]} /> },
    {
      name: 'What is wrong',
      className: 'max-w-56 break-words',
      cell: ({ kind, courier, reference, days }) => (
        <>
          <StatusBadge label={DISPUTE_KIND_LABELS[kind]} />
          <span className="block text-sm text-muted">
            <bdi>{courier}</bdi>
            {reference ? ` · ${reference}` : ` · ${formatCount(days)} days`}
          </span>
        </>
      ),
    },
    { name: 'Should be', ...money, cell: ({ expected }) => (expected === null ? '–' : <Rupees of={expected} />) },
    { name: 'Is', ...money, cell: ({ said }) => (said === null ? '–' : <Rupees of={said} />) },
    { name: 'Difference', ...money, cell: ({ amount }) => <Rupees of={amount} /> },
    {
      name: 'Since then',
      isWide: true,
      className: 'max-w-72 text-sm break-words lg:pl-6',
      cell: (dispute) => <News of={dispute} />,
    },
    {
      name: 'Actions',
      slot: 'actions',
      cell: (dispute) =>
        dispute.state === 'settled' ? null : (
          <MayButton right="verify_payments" onClick={() => onSettle(dispute)} className="btn btn-outline px-3 whitespace-nowrap">
            Settle…<span className="sr-only"> {dispute.trackingNumber || dispute.shipmentNumber}</span>
          </MayButton>
        ),
    },
  ];
}

function News({ of: { askedAt, askedBy, settledBy, settledAt, reason } }: { of: Dispute }) {
  return (
    <>
      {askedAt && (
        <span className="block">
          Asked {formatMoment(askedAt)}
          {askedBy && (
            <>
              {' '}
              by <bdi>{askedBy}</bdi>
            </>
          )}
        </span>
      )}
      {settledBy && (
        <span className="block">
          {SETTLED_BY_TEXTS[settledBy]}
          {settledAt && `, ${formatMoment(settledAt)}`}
          {reason && (
            <>
              : <bdi>{reason}</bdi>
            </>
          )}
        </span>
      )}
      {!askedAt && !settledBy && <span className="text-muted">Not asked yet</span>}
    </>
  );
}
