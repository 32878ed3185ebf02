import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Pager } from '#admin/shell/Pager.tsx';
import { $place, navigate } from '#admin/shell/router.ts';
import { useWide } from '#admin/shell/use-wide.ts';
import { Spinner } from '#components/ui/Spinner.tsx';
import type { Order } from '#shared/schemas/order.ts';
import { DeleteOrderDialog } from './DeleteOrderDialog.tsx';
import { OrderCards } from './OrderCards.tsx';
import { OrderDetails } from './OrderDetails.tsx';
import { OrderFilterBar } from './OrderFilterBar.tsx';
import { OrderSortSelect } from './OrderSortSelect.tsx';
import { OrderStatsStrip } from './OrderStatsStrip.tsx';
import { OrdersBanner } from './OrdersBanner.tsx';
import { OrderTable } from './OrderTable.tsx';
import { changed, filtersFrom, type OrderFilters, searchFor, sortedBy } from './order-filters.ts';
import { $orderList, $ordersError, $ordersNews, $viewedOrder, loadOrderStats, loadOrders, reloadOrders } from './orders-store.ts';

/** The orders: found, read, moved along. The address holds the filters, so that a selection can be kept and sent. */
export default function OrdersPage() {
  const { search } = useStore($place);
  const filters = useMemo(() => filtersFrom(search), [search]);
  const { orders, pagination, loading } = useStore($orderList);
  const news = useStore($ordersNews);
  const wide = useWide();
  const viewed = useStore($viewedOrder);
  const [doomed, setDoomed] = useState<Order | null>(null);

  useEffect(() => void loadOrders(filters), [filters]);
  useEffect(() => {
    void loadOrderStats();
    return closeDetails;
  }, []);

  // The last order of the last page may have gone: show the page that is the last one now.
  const lastPage = pagination ? Math.max(pagination.totalPages, 1) : Number.POSITIVE_INFINITY;
  useEffect(() => {
    if (!loading && filters.page > lastPage) show({ page: lastPage }, true);
  }, [loading, filters.page, lastPage]);

  function closeDelete(deleted: boolean) {
    flushSync(() => {
      setDoomed(null);
      if (deleted) closeDetails();
    });
    // The button that was clicked has gone with its order.
    if (deleted) document.getElementById('main')?.focus({ preventScroll: true });
  }

  const actions = { onView: view, onDelete: setDoomed };

  return (
    <>
      <h1 className="mb-5 text-3xl">Orders</h1>
      {!viewed && <OrdersBanner />}
      <p role="status" className="sr-only">
        {news}
      </p>
      <OrderStatsStrip filters={filters} />
      <OrderFilterBar filters={filters} onChange={show}>
        {!wide && <OrderSortSelect filters={filters} onChange={show} />}
      </OrderFilterBar>
      <div aria-busy={loading} className={loading && orders.length > 0 ? 'opacity-60 transition-opacity' : ''}>
        {loading && orders.length === 0 && <Spinner label="Loading orders…" />}
        {!loading && !pagination && (
          <p className="panel px-4 py-14 text-center">
            <button type="button" onClick={tryAgain} className="btn btn-outline">
              Try again
            </button>
          </p>
        )}
        {pagination && orders.length === 0 && !loading && (
          <p className="panel px-4 py-14 text-center text-muted">No orders found</p>
        )}
        {orders.length > 0 && wide && <OrderTable orders={orders} filters={filters} onSort={sort} {...actions} />}
        {orders.length > 0 && !wide && <OrderCards orders={orders} {...actions} />}
      </div>
      {pagination && <Pager pagination={pagination} shown={orders.length} noun="orders" onPage={turnTo} />}
      {viewed && <OrderDetails order={viewed} onClose={closeDetails} onDelete={setDoomed} />}
      {doomed && <DeleteOrderDialog order={doomed} onClose={closeDelete} />}
    </>
  );
}

function view(order: Order): void {
  $viewedOrder.set(order);
}

function closeDetails(): void {
  $viewedOrder.set(null);
}

function here(): OrderFilters {
  return filtersFrom($place.get().search);
}

function go(filters: OrderFilters, replace = false): void {
  navigate(`/admin/orders${searchFor(filters)}`, { replace });
}

function show(change: Partial<OrderFilters>, replace = false): void {
  go(changed(here(), change), replace);
}

function sort(column: OrderFilters['sortBy']): void {
  go(sortedBy(here(), column));
}

function tryAgain(): void {
  $ordersError.set('');
  void reloadOrders();
}

function turnTo(page: number): void {
  show({ page });
  window.scrollTo(0, 0);
}
