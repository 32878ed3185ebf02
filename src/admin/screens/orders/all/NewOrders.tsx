import ArrowUp from 'virtual:icons/arrow-up';
import type { List } from '#admin/kit/use-list.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import type { OrderFilters } from './orders.ts';
import { isNewestFirst, MAX_NEW_ORDERS, useNewOrders } from './use-new-orders.ts';

/** Tells that orders have come in since the list was loaded. A press shows them. */
export function NewOrders({ list }: { list: List<StaffOrder, OrderFilters> }) {
  const count = useNewOrders(list);

  function show() {
    if (isNewestFirst(list.filters)) list.retry();
    else list.change({ page: 1, sortBy: 'createdAt', sortOrder: 'desc' });
    window.scrollTo(0, 0);
  }

  return (
    <div role="status">
      {count > 0 && (
        <button type="button" onClick={show} className="btn btn-primary px-3">
          <ArrowUp className="size-4" />
          <span>
            {count < MAX_NEW_ORDERS ? count : `${count}+`} new
            <span className="max-sm:sr-only"> {count === 1 ? 'order' : 'orders'}</span>
          </span>
        </button>
      )}
    </div>
  );
}
