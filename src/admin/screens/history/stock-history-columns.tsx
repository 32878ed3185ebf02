import { Code } from '#admin/kit/Code.tsx';
import { formatChange, formatCount } from '#admin/kit/formats.ts';
import { Moment } from '#admin/kit/Moment.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { type CsvColumn, spreadsheetMoment } from '#domain/csv.ts';
import type { StockRecord } from '#domain/stock/contract.ts';
import { choiceName } from '#domain/variants/choice-text.ts';
import { actorOf, STOCK_CHANGE_KIND_LABELS, stockTone } from './stock-history-labels.ts';

/** The columns of the list. */
export const stockHistoryColumns: Column<StockRecord>[] = [
  {
    name: 'Date & Time',
    sortBy: 'createdAt',
    firstOrder: 'desc',
    className: 'whitespace-nowrap',
    cell: ({ createdAt }) => <Moment of={createdAt} />,
  },
  {
    name: 'Product',
    slot: 'title',
    className: 'max-w-72',
    cell: ({ productName, sku, ...choice }) => (
      <span className="break-words">
        {productName}
        <span className="block text-sm font-normal text-muted tabular-nums">
          {' '}
          {[choiceName(choice), sku].filter(Boolean).join(', ')}
        </span>
      </span>
    ),
  },
  {
    name: 'Type',
    slot: 'corner',
    sortBy: 'transactionType',
    cell: ({ transactionType }) => <StatusBadge label={STOCK_CHANGE_KIND_LABELS[transactionType]} />,
  },
  {
    name: 'Quantity',
    sortBy: 'quantity',
    firstOrder: 'desc',
    align: 'right',
    cell: ({ quantity }) => <span className="font-medium tabular-nums">{formatChange(quantity)}</span>,
  },
  { name: 'Previous Stock', align: 'right', cell: ({ previousStock }) => formatCount(previousStock) },
  {
    name: 'New Stock',
    align: 'right',
    cell: (record) => <span className={`font-medium tabular-nums ${stockTone(record)}`}>{formatCount(record.newStock)}</span>,
  },
  { name: 'Reference', cell: ({ referenceNumber }) => (referenceNumber ? <Code>{referenceNumber}</Code> : 'Manual') },
  {
    name: 'Notes',
    className: 'max-w-80',
    cell: ({ notes }) => <span className="break-words whitespace-pre-line">{notes || 'N/A'}</span>,
  },
  { name: 'By', className: 'max-w-40 break-words', cell: actorOf },
];

/** The columns of the CSV export. */
export const stockHistoryCsv: CsvColumn<StockRecord>[] = [
  { name: 'Date & Time', value: ({ createdAt }) => spreadsheetMoment(createdAt) },
  { name: 'Product', value: ({ productName }) => productName },
  { name: 'Type', value: ({ transactionType }) => STOCK_CHANGE_KIND_LABELS[transactionType].text },
  { name: 'Quantity', value: ({ quantity }) => quantity },
  { name: 'Previous Stock', value: ({ previousStock }) => previousStock },
  { name: 'New Stock', value: ({ newStock }) => newStock },
  { name: 'Reference', value: ({ referenceNumber }) => referenceNumber ?? 'Manual' },
  { name: 'Notes', value: ({ notes }) => notes },
  { name: 'By', value: actorOf },
  { name: 'Color', value: ({ color }) => color },
  { name: 'Size', value: ({ size }) => size },
  { name: 'SKU', value: ({ sku }) => sku },
];
