import { DayField } from '#admin/kit/DayField.tsx';
import { FilterBar } from '#admin/kit/FilterBar.tsx';
import { SearchBox } from '#admin/kit/SearchBox.tsx';
import { Select } from '#admin/kit/Select.tsx';
import type { List } from '#admin/kit/use-list.ts';
import { Field } from '#components/ui/Field.tsx';
import type { Shipment, ShipmentStatus } from '#shared/schemas/shipment.ts';
import { SHIPMENT_STATUSES } from './shipment-words.ts';
import type { ShipmentFilters } from './shipments-api.ts';

const STATUSES = [
  { value: '', label: 'All Statuses' },
  ...Object.entries(SHIPMENT_STATUSES).map(([value, label]) => ({ value, label })),
];

/** Which shipments are listed: by order, by tracking number, by status, by the day they were begun. */
export function ShipmentFilterBar({ list }: { list: List<Shipment, ShipmentFilters> }) {
  const { filters, change, clear, isNarrowed } = list;
  return (
    <FilterBar label="Shipments" isNarrowed={isNarrowed} onClear={clear}>
      <SearchBox
        label="Order number"
        placeholder="Search..."
        value={filters.orderNumber ?? ''}
        onSearch={(orderNumber) => change({ orderNumber })}
      />
      <SearchBox
        label="Tracking number"
        placeholder="Search..."
        value={filters.trackingNumber ?? ''}
        onSearch={(trackingNumber) => change({ trackingNumber })}
      />
      <Field label="Status">
        {(control) => (
          <Select
            {...control}
            value={filters.status ?? ''}
            options={STATUSES}
            onChange={(status) => change({ status: (status || undefined) as ShipmentStatus | undefined })}
          />
        )}
      </Field>
      <DayField label="From" value={filters.startDate} max={filters.endDate} onChange={(startDate) => change({ startDate })} />
      <DayField label="To" value={filters.endDate} min={filters.startDate} onChange={(endDate) => change({ endDate })} />
    </FilterBar>
  );
}
