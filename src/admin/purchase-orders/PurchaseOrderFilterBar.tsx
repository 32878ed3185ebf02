import { DayField } from '#admin/kit/DayField.tsx';
import { FilterBar } from '#admin/kit/FilterBar.tsx';
import { SearchBox } from '#admin/kit/SearchBox.tsx';
import { SelectFilter } from '#admin/kit/SelectFilter.tsx';
import type { List } from '#admin/kit/use-list.ts';
import type { PurchaseOrder } from '#shared/schemas/purchase-order.ts';
import { PURCHASE_STATUSES } from './purchase-order-words.ts';
import type { PurchaseOrderFilters } from './purchase-orders-api.ts';

/** Which purchase orders are listed: by supplier, by status, by the day they were written down. */
export function PurchaseOrderFilterBar({ list }: { list: List<PurchaseOrder, PurchaseOrderFilters> }) {
  const { filters, change, clear, isNarrowed } = list;
  return (
    <FilterBar label="Purchase orders" isNarrowed={isNarrowed} onClear={clear}>
      <SearchBox
        label="Supplier"
        placeholder="Search by supplier name..."
        value={filters.supplierName ?? ''}
        onSearch={(supplierName) => change({ supplierName })}
        className="wide-filter"
      />
      <SelectFilter
        label="Status"
        all="All Statuses"
        value={filters.status}
        names={PURCHASE_STATUSES}
        onChange={(status) => change({ status })}
      />
      <DayField label="From" value={filters.startDate} max={filters.endDate} onChange={(startDate) => change({ startDate })} />
      <DayField label="To" value={filters.endDate} min={filters.startDate} onChange={(endDate) => change({ endDate })} />
    </FilterBar>
  );
}
