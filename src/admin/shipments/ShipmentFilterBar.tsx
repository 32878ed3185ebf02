import { FilterBar } from '#admin/kit/FilterBar.tsx';
import { PeriodFields } from '#admin/kit/PeriodFields.tsx';
import { SearchBox } from '#admin/kit/SearchBox.tsx';
import { SelectFilter } from '#admin/kit/SelectFilter.tsx';
import type { List } from '#admin/kit/use-list.ts';
import type { Shipment } from '#shared/schemas/shipments.ts';
import { SHIPMENT_STATUSES } from './shipment-labels.ts';
import type { ShipmentFilters } from './shipments-api.ts';

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
      <SelectFilter
        label="Status"
        all="All Statuses"
        value={filters.status}
        names={SHIPMENT_STATUSES}
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
