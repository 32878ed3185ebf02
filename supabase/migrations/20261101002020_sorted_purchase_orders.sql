-- Purchase orders are sorted by supplier and by total without reading all of them.

create index purchase_orders_by_supplier on public.purchase_orders (supplier_name, id) where archived_at is null;
create index purchase_orders_by_total on public.purchase_orders (total_amount, id) where archived_at is null;
