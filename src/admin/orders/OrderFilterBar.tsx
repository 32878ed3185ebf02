import { FilterBar } from '#admin/kit/FilterBar.tsx';
import { PeriodFields } from '#admin/kit/PeriodFields.tsx';
import { SearchBox } from '#admin/kit/SearchBox.tsx';
import { SelectFilter } from '#admin/kit/SelectFilter.tsx';
import type { List } from '#admin/kit/use-list.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { ORDER_STATUSES } from './order-labels.ts';
import type { OrderFilters } from './orders-api.ts';

/** Which orders are listed: by anything known of them, by e-mail, by status, by day. */
export function OrderFilterBar({ list: { filters, change, clear, isNarrowed } }: { list: List<Order, OrderFilters> }) {
  return (
    <FilterBar label="Orders" isNarrowed={isNarrowed} onClear={clear}>
      <SearchBox
        label="Search orders"
        placeholder="Number, name, phone, tracking, product..."
        value={filters.search ?? ''}
        onSearch={(search) => change({ search })}
        className="wide-filter"
      />
      <SearchBox
        label="Customer email"
        placeholder="Search by customer email..."
        inputMode="email"
        value={filters.customerEmail ?? ''}
        onSearch={(customerEmail) => change({ customerEmail })}
        className="wide-filter"
      />
      <SelectFilter
        label="Status"
        all="All Statuses"
        value={filters.status}
        names={ORDER_STATUSES}
        onChange={(status) => change({ status })}
      />
      <PeriodFields
        from={filters.dateFrom}
        to={filters.dateTo}
        onFrom={(dateFrom) => change({ dateFrom })}
        onTo={(dateTo) => change({ dateTo })}
      />
    </FilterBar>
  );
}
