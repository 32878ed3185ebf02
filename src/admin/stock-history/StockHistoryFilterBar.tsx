import { FilterBar } from '#admin/kit/FilterBar.tsx';
import { PeriodFields } from '#admin/kit/PeriodFields.tsx';
import { searchProducts } from '#admin/kit/product-choices.ts';
import { SearchSelect } from '#admin/kit/SearchSelect.tsx';
import { SelectFilter } from '#admin/kit/SelectFilter.tsx';
import type { List } from '#admin/kit/use-list.ts';
import { Field } from '#components/Field.tsx';
import type { StockRecord } from '#shared/schemas/stock.ts';
import { type StockHistoryFilters, useProductName } from './stock-history-api.ts';
import { STOCK_CHANGE_LABELS } from './stock-history-labels.ts';

export function StockHistoryFilterBar({
  list: { filters, change, clear, isNarrowed, page },
}: {
  list: List<StockRecord, StockHistoryFilters>;
}) {
  const productName = useProductName(filters.productId, page?.items);

  return (
    <FilterBar label="Stock history" isNarrowed={isNarrowed} onClear={clear}>
      <Field label="Product" className="wide-filter">
        {(control) => (
          <SearchSelect
            {...control}
            // Remounts when the filter is cleared or changed by going back.
            key={filters.productId ? `${filters.productId} ${productName}` : 'all'}
            resource="products"
            placeholder="All products"
            value={filters.productId ? { id: filters.productId, label: productName } : null}
            onChange={(choice) => change({ productId: choice?.id })}
            search={searchProducts}
            failure="Failed to load products"
          />
        )}
      </Field>
      <SelectFilter
        label="Transaction Type"
        all="All Types"
        value={filters.transactionType}
        names={new Map(Object.entries(STOCK_CHANGE_LABELS) as [StockRecord['transactionType'], string][])}
        onChange={(transactionType) => change({ transactionType })}
      />
      <PeriodFields
        labels={['Start Date', 'End Date']}
        from={filters.startDate}
        to={filters.endDate}
        onFrom={(startDate) => change({ startDate })}
        onTo={(endDate) => change({ endDate })}
      />
    </FilterBar>
  );
}
