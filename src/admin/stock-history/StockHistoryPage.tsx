import { DataList } from '#admin/kit/DataList.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import { HistoryFilterBar } from './StockHistoryFilterBar.tsx';
import { fetchHistory, historyFilters } from './stock-history-api.ts';
import { historyColumns, historyExport } from './stock-history-columns.tsx';

/** Every change of stock there ever was. */
export default function HistoryPage() {
  const list = useList({
    resource: 'stock-history',
    filters: historyFilters,
    fetch: fetchHistory,
    failure: 'Failed to load history',
  });

  return (
    <Screen
      title="Stock History & Records"
      actions={<ExportButton noun="stock history" columns={historyExport} fetchPage={list.fetchPage} />}
    >
      <HistoryFilterBar list={list} />
      <DataList list={list} columns={historyColumns} keyOf={({ id }) => id} noun="records" empty="No history records found" />
    </Screen>
  );
}
