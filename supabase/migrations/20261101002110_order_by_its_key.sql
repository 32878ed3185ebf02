-- What an order sold is written in the same time however many orders there are, and its products are locked once.

-- The order is found by its key, and looked at then. With `archived_at is null` beside the key, a Postgres that has not counted its orders yet
-- (a young shop, an embedded one) took one of the lists of kept orders for the shortest way to it, and read all of that for each line.
create or replace function shop.sell_new_lines() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into shop.sold_lines (order_id, position, product_id, sold_at, quantity, revenue)
  select i.order_id, i.position, i.product_id, o.created_at, i.quantity, i.quantity * i.price
    from added i cross join lateral (select * from public.orders s where s.id = i.order_id offset 0) o
   where o.status <> 'cancelled' and o.archived_at is null;
  return null;
end;
$$;

-- Moves an order's pieces: off the shelf with direction -1, back onto it with +1. One ledger row per product, lowest id first, and each change
-- locks its product until the transaction ends: two orders for the same pieces queue instead of deadlocking.
-- Takes the order's id and number, the direction and the staff member or null. Refuses 409 `not_enough_stock` when the shelf is short.
create or replace function shop.move_order_stock(order_id text, order_number text, direction integer, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  line record;
begin
  for line in
    select i.product_id, sum(i.quantity)::integer as pieces from public.order_items i
     where i.order_id = move_order_stock.order_id group by i.product_id order by i.product_id
  loop
    perform shop.change_stock(line.product_id, direction * line.pieces,
      case when direction < 0 then 'sale' else 'return' end::shop.stock_change_kind, order_number, '', actor);
  end loop;
end;
$$;
