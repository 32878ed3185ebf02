import { type ReactNode, useEffect, useState } from 'react';
import { Field } from '#components/ui/Field.tsx';
import { orderStatus } from '#shared/schemas/order.ts';
import { isNarrowed, type OrderFilters } from './order-filters.ts';
import { ORDER_STATUSES } from './order-words.ts';

/** How long typing must rest before the list follows. */
const REST_MS = 300;

/** No filters; the sorting stays as it is. */
const CLEARED = { customerEmail: undefined, status: undefined, dateFrom: undefined, dateTo: undefined };

interface Props {
  filters: OrderFilters;
  onChange: (change: Partial<OrderFilters>) => void;
  /** Stands beside the status where the screen is narrow. */
  children?: ReactNode;
}

/** Which orders are listed: by e-mail, by status, by day. */
export function OrderFilterBar({ filters, onChange, children }: Props) {
  const search = filters.customerEmail ?? '';
  const [typed, setTyped] = useState(search);

  // Back, forward and Clear Filters change the address: the box follows it.
  useEffect(() => setTyped(search), [search]);

  useEffect(() => {
    if (typed.trim() === search) return;
    const rest = setTimeout(() => onChange({ customerEmail: typed.trim() }), REST_MS);
    return () => clearTimeout(rest);
  }, [typed, search, onChange]);

  return (
    <search aria-label="Orders">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onChange({ customerEmail: typed.trim() });
        }}
        className="panel mb-5 grid grid-cols-2 items-end gap-3 p-4 lg:gap-4 lg:grid-cols-[2fr_1fr_1fr_1fr_auto]"
      >
        <Field label="Customer email" className="max-lg:col-span-2">
          {(control) => (
            <input
              {...control}
              type="search"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              placeholder="Search by customer email..."
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              className="field"
            />
          )}
        </Field>
        <Field label="Status">
          {(control) => (
            <select
              {...control}
              value={filters.status ?? ''}
              onChange={(event) => onChange({ status: orderStatus.safeParse(event.target.value).data })}
              className="field"
            >
              <option value="">All Statuses</option>
              {Object.entries(ORDER_STATUSES).map(([status, label]) => (
                <option key={status} value={status}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        {children}
        <Field label="From">
          {(control) => (
            <input
              {...control}
              type="date"
              max={filters.dateTo}
              value={filters.dateFrom ?? ''}
              onChange={(event) => onChange({ dateFrom: event.target.value || undefined })}
              className="field"
            />
          )}
        </Field>
        <Field label="To">
          {(control) => (
            <input
              {...control}
              type="date"
              min={filters.dateFrom}
              value={filters.dateTo ?? ''}
              onChange={(event) => onChange({ dateTo: event.target.value || undefined })}
              className="field"
            />
          )}
        </Field>
        <button
          type="button"
          disabled={!isNarrowed(filters)}
          onClick={() => onChange(CLEARED)}
          className="btn btn-outline px-4 max-lg:col-span-2 max-lg:disabled:hidden"
        >
          Clear Filters
        </button>
      </form>
    </search>
  );
}
