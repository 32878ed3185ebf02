import { DataList } from '#admin/kit/DataList.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { ListFilters } from '#admin/kit/ListFilters.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { textsOf } from '#admin/kit/status-labels.ts';
import { useList } from '#admin/kit/use-list.ts';
import { ProductFilter } from './ProductFilter.tsx';
import { stockHistory } from './stock-history.ts';
import { stockHistoryColumns, stockHistoryCsv } from './stock-history-columns.tsx';
import { STOCK_CHANGE_KIND_LABELS } from './stock-history-labels.ts';

/** Every change of stock, newest first. */
export default function StockHistoryPage() {
  const list = useList(stockHistory);

  return (
    <Screen
      title="Stock History & Records"
      actions={<ExportButton noun="stock history" columns={stockHistoryCsv} fetchWhole={list.fetchWhole} />}
    >
      <ListFilters
        list={list}
        label="Stock history"
        fields={[
          { search: 'reference', label: 'Reference', placeholder: 'COUNT-1001, ORD-10042 …' },
          { choice: 'transactionType', label: 'Transaction Type', all: 'All Types', names: textsOf(STOCK_CHANGE_KIND_LABELS) },
          { from: 'startDate', to: 'endDate', labels: ['Start Date', 'End Date'] },
        ]}
      >
        <ProductFilter list={list} />
      </ListFilters>
      <DataList list={list} columns={stockHistoryColumns} noun="records" empty="No history records found" />
    </Screen>
  );
}
