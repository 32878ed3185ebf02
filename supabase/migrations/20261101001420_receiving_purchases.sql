-- What arrives from a supplier: a received purchase order is in the ledger exactly once, one that is not is not.

-- Moves a purchase order's pieces: onto the shelf with direction 1, off it again with -1. One ledger row per product, lowest id first.
-- Both are a `purchase`, taking back with its sign turned: so the purchases of the ledger add up to what suppliers really delivered.
-- Takes its id and number, the direction and the staff member. Refuses 409 `not_enough_stock` when pieces to take back are sold.
create function shop.move_purchased_stock(purchase_order_id text, order_number text, direction integer, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  line record;
begin
  perform shop.lock_products(array (
    select i.product_id from public.purchase_order_items i where i.purchase_order_id = move_purchased_stock.purchase_order_id));
  for line in
    select i.product_id, sum(i.quantity)::integer as pieces from public.purchase_order_items i
     where i.purchase_order_id = move_purchased_stock.purchase_order_id group by i.product_id order by i.product_id
  loop
    perform shop.change_stock(line.product_id, direction * line.pieces, 'purchase', order_number, '', actor);
  end loop;
end;
$$;

-- Gives a purchase order a status; any may follow any, and repeating one changes nothing. Becoming `received` puts the pieces on the shelf,
-- leaving it takes them back; the first `ordered` or `received` is its order date. Takes its id, the status and the staff member.
-- Returns the purchase order with its items. Refuses 404 `purchase_order_not_found`, 409 `not_enough_stock` when pieces to take back are sold.
create function public.set_purchase_order_status(purchase_order_id text, status shop.purchase_order_status, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.purchase_orders := shop.lock_purchase_order(purchase_order_id);
begin
  if status <> before.status then
    if status = 'received' then
      perform shop.move_purchased_stock(before.id, before.order_number, 1, actor);
    elsif before.status = 'received' then
      perform shop.move_purchased_stock(before.id, before.order_number, -1, actor);
    end if;

    update public.purchase_orders o
       set status = set_purchase_order_status.status,
           order_date = case when set_purchase_order_status.status in ('ordered', 'received') then coalesce(o.order_date, now())
                             else o.order_date end
     where o.id = before.id;
  end if;
  return shop.purchase_order_json(before.id);
end;
$$;

-- Purchase orders in figures, from one moment to before another (null: without an end):
-- {totalPurchaseOrders, totalAmount (without cancelled ones), statusCounts: {pending: n, …}}.
create function public.purchase_order_stats(from_time timestamptz default null, to_time timestamptz default null) returns jsonb
language sql stable set search_path = ''
as $$
  with counted as (
    select o.status, count(*) as orders, sum(o.total_amount) as amount
      from public.purchase_orders o
     where o.archived_at is null
       and o.created_at >= coalesce(purchase_order_stats.from_time, '-infinity') and o.created_at < coalesce(purchase_order_stats.to_time, 'infinity')
     group by o.status
  )
  select jsonb_build_object(
    'totalPurchaseOrders', coalesce(sum(c.orders), 0),
    'totalAmount', coalesce(sum(c.amount) filter (where s <> 'cancelled'), 0),
    'statusCounts', jsonb_object_agg(s, coalesce(c.orders, 0)))
  from unnest(enum_range(null::shop.purchase_order_status)) s left join counted c on c.status = s;
$$;

grant execute on all functions in schema shop to service_role;
revoke execute on function public.set_purchase_order_status, public.purchase_order_stats from public, anon, authenticated;
grant execute on function public.set_purchase_order_status, public.purchase_order_stats to service_role;
