import { DataList } from '#admin/kit/DataList.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import { StockHistoryFilterBar } from './StockHistoryFilterBar.tsx';
import { stockHistory } from './stock-history-api.ts';
import { stockHistoryColumns, stockHistoryExport } from './stock-history-columns.tsx';

/** Every change of stock, newest first. */
export default function StockHistoryPage() {
  const list = useList(stockHistory);

  return (
    <Screen
      title="Stock History & Records"
      actions={<ExportButton noun="stock history" columns={stockHistoryExport} fetchPage={list.fetchPage} />}
    >
      <StockHistoryFilterBar list={list} />
      <DataList list={list} columns={stockHistoryColumns} noun="records" empty="No history records found" />
    </Screen>
  );
}
