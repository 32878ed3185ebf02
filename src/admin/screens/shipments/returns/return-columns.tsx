import { RETURN_STATE_LABELS } from '#admin/data/returns/labels.ts';
import { formatShortMoment } from '#admin/kit/formats.ts';
import { Moment } from '#admin/kit/Moment.tsx';
import { Price } from '#admin/kit/Price.tsx';
import type { BriefRow, Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { type CsvColumn, spreadsheetMoment } from '#domain/csv.ts';
import { returnKindLabels, returnOutcomeLabels, returnReasonLabels } from '#domain/returns/choices.ts';
import type { ReturnRequest } from '#domain/returns/contract.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { pieceName } from '#domain/variants/choice-text.ts';
import { RETURNS } from './returns.ts';

export const hrefOf = ({ returnNumber }: Pick<ReturnRequest, 'returnNumber'>) => `${RETURNS}/${returnNumber}`;

/** `2 × Halo Ring (7), 1 × Bangles` */
export function piecesText({ items }: Pick<ReturnRequest, 'items'>): string {
  return items.map((item) => `${item.quantity} × ${pieceName(item.productName, choiceOf(item))}`).join(', ');
}

/** What it comes to, or what the customer wishes. */
const gives = ({ outcome, wish }: ReturnRequest) => (outcome ? returnOutcomeLabels[outcome] : `${returnOutcomeLabels[wish]}?`);

export const returnColumns: Column<ReturnRequest>[] = [
  {
    name: 'Return',
    slot: 'title',
    cell: ({ returnNumber }) => <span className="font-medium whitespace-nowrap">{returnNumber}</span>,
  },
  { name: 'Status', slot: 'corner', cell: ({ state }) => <StatusBadge label={RETURN_STATE_LABELS[state]} /> },
  { name: 'Order', cell: ({ orderNumber }) => <span className="whitespace-nowrap">{orderNumber}</span> },
  { name: 'Customer', className: 'max-w-48 break-words', cell: ({ customerName }) => <bdi>{customerName}</bdi> },
  { name: 'Kind', cell: ({ kind }) => returnKindLabels[kind] },
  { name: 'Pieces', className: 'max-w-80 break-words', cell: piecesText },
  { name: 'Comes to', className: 'whitespace-nowrap', cell: gives },
  {
    name: 'To pay',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: ({ state, toPay }) => (toPay === 0 || state === 'asked' ? '–' : <Price of={toPay} />),
  },
  { name: 'Asked', className: 'whitespace-nowrap', cell: ({ askedAt }) => <Moment of={askedAt} /> },
];

/** On a phone: which, of whom and where it stands, then what of and why. */
export const returnBrief: BriefRow<ReturnRequest> = {
  name: ({ returnNumber }) => returnNumber,
  of: ({ customerName }) => <bdi>{customerName}</bdi>,
  end: ({ state }) => <StatusBadge label={RETURN_STATE_LABELS[state]} />,
  below: (asked) => (
    <span className="grow break-words text-muted">
      {[returnKindLabels[asked.kind], piecesText(asked), asked.orderNumber, formatShortMoment(asked.askedAt)].join(' · ')}
    </span>
  ),
};

export const returnCsv: CsvColumn<ReturnRequest>[] = [
  { name: 'Return', value: ({ returnNumber }) => returnNumber },
  { name: 'Order', value: ({ orderNumber }) => orderNumber },
  { name: 'Customer', value: ({ customerName }) => customerName },
  { name: 'City', value: ({ city }) => city },
  { name: 'Kind', value: ({ kind }) => returnKindLabels[kind] },
  { name: 'Status', value: ({ state }) => RETURN_STATE_LABELS[state].text },
  { name: 'Reason', value: ({ reason }) => returnReasonLabels[reason] },
  { name: 'Pieces', value: piecesText },
  { name: 'Comes to', value: gives },
  { name: 'Refund', value: ({ refund }) => (refund === null ? null : -refund) },
  { name: 'To pay', value: ({ toPay }) => toPay },
  { name: 'Asked', value: ({ askedAt }) => spreadsheetMoment(askedAt) },
];
