import { DayField } from '#admin/kit/DayField.tsx';
import { FilterBar } from '#admin/kit/FilterBar.tsx';
import { SearchBox } from '#admin/kit/SearchBox.tsx';
import { Select } from '#admin/kit/Select.tsx';
import type { List } from '#admin/kit/use-list.ts';
import { Field } from '#components/ui/Field.tsx';
import type { PurchaseOrder, PurchaseOrderStatus } from '#shared/schemas/purchase-order.ts';
import { PURCHASE_STATUSES } from './purchase-order-words.ts';
import type { PurchaseOrderFilters } from './purchase-orders-api.ts';

const STATUSES = [
  { value: '', label: 'All Statuses' },
  ...Object.entries(PURCHASE_STATUSES).map(([value, label]) => ({ value, label })),
];

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
      <Field label="Status">
        {(control) => (
          <Select
            {...control}
            value={filters.status ?? ''}
            options={STATUSES}
            onChange={(status) => change({ status: (status || undefined) as PurchaseOrderStatus | undefined })}
          />
        )}
      </Field>
      <DayField label="From" value={filters.startDate} max={filters.endDate} onChange={(startDate) => change({ startDate })} />
      <DayField label="To" value={filters.endDate} min={filters.startDate} onChange={(endDate) => change({ endDate })} />
    </FilterBar>
  );
}
