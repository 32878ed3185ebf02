import { Field } from '#components/ui/Field.tsx';
import type { OrderFilters } from './order-filters.ts';

const SORTS = {
  'createdAt desc': 'Newest first',
  'createdAt asc': 'Oldest first',
  'totalAmount desc': 'Total: high to low',
  'totalAmount asc': 'Total: low to high',
  'customerName asc': 'Customer: A to Z',
  'customerName desc': 'Customer: Z to A',
  'orderNumber desc': 'Order number: last first',
  'orderNumber asc': 'Order number: first first',
  'status asc': 'Status: pending first',
  'status desc': 'Status: cancelled first',
};

interface Props {
  filters: OrderFilters;
  onChange: (change: Partial<OrderFilters>) => void;
}

/** Sorting where there are no column headings to click. */
export function OrderSortSelect({ filters, onChange }: Props) {
  return (
    <Field label="Sort by">
      {(control) => (
        <select
          {...control}
          value={`${filters.sortBy} ${filters.sortOrder}`}
          onChange={(event) => {
            const [sortBy, sortOrder] = event.target.value.split(' ') as [OrderFilters['sortBy'], OrderFilters['sortOrder']];
            onChange({ sortBy, sortOrder });
          }}
          className="field"
        >
          {Object.entries(SORTS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
