import { FilterBar } from '#admin/kit/FilterBar.tsx';
import { PeriodFields } from '#admin/kit/PeriodFields.tsx';
import { SearchBox } from '#admin/kit/SearchBox.tsx';
import { SelectFilter } from '#admin/kit/SelectFilter.tsx';
import type { List } from '#admin/kit/use-list.ts';
import type { PurchaseOrder } from '#shared/schemas/purchase-orders.ts';
import { PURCHASE_STATUSES } from './purchase-order-labels.ts';
import type { PurchaseOrderFilters } from './purchase-orders-api.ts';

/** Which purchase orders are listed: by supplier, by status, by the day they show. */
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
      <PeriodFields
        from={filters.startDate}
        to={filters.endDate}
        onFrom={(startDate) => change({ startDate })}
        onTo={(endDate) => change({ endDate })}
      />
    </FilterBar>
  );
}
