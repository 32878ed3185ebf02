-- Staff correct what was ordered, as long as it has not come.

-- Edits a purchase order. Takes its id, the fields to change (those of `create_purchase_order`, all optional; the date may become null) and
-- the version the editor saw, or null. Another name is another supplier. Returns it with its items. Refuses 404
-- `purchase_order_not_found`, 409 `edited_meanwhile`, 409 `already_received` when the items or charges would change although pieces were
-- received, 422 when a product is unknown or archived.
create function public.edit_purchase_order(purchase_order_id text, changes jsonb, expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.purchase_orders := shop.lock_purchase_order(purchase_order_id);
begin
  perform shop.check_version(before.updated_at, expected_version);
  if (changes ? 'items' or (changes ->> 'charges')::numeric <> before.charges) and (before.status = 'received' or exists (
       select from public.purchase_order_deliveries r where r.purchase_order_id = before.id and r.taken_back_at is null)) then
    perform shop.refuse('already_received');
  end if;

  update public.purchase_orders o
     set supplier_id = case when changes ->> 'supplierName' <> o.supplier_name
                            then shop.supplier_named(changes ->> 'supplierName', coalesce(changes ->> 'supplierPhone', o.supplier_phone),
                                                     coalesce(changes ->> 'supplierEmail', o.supplier_email),
                                                     coalesce(changes ->> 'supplierAddress', o.supplier_address))
                            else o.supplier_id end,
         supplier_name = coalesce(changes ->> 'supplierName', o.supplier_name),
         supplier_email = coalesce(changes ->> 'supplierEmail', o.supplier_email),
         supplier_phone = coalesce(changes ->> 'supplierPhone', o.supplier_phone),
         supplier_address = coalesce(changes ->> 'supplierAddress', o.supplier_address),
         notes = coalesce(changes ->> 'notes', o.notes),
         charges = coalesce((changes ->> 'charges')::numeric, o.charges),
         expected_delivery_date = case when changes ? 'expectedDeliveryDate' then (changes ->> 'expectedDeliveryDate')::date
                                       else o.expected_delivery_date end
   where o.id = before.id;
  if changes ? 'items' then
    perform shop.write_purchase_order_items(before.id, changes -> 'items');
  end if;
  return shop.purchase_order_json(before.id);
end;
$$;

-- Purchase orders dated between two moments (null: no limit): {total_purchase_orders, total_amount (without cancelled ones), status_counts:
-- {pending: n, …}}.
create function public.purchase_order_stats(from_time timestamptz default null, to_time timestamptz default null) returns jsonb
language sql stable set search_path = ''
as $$
  with counted as (
    select o.status, count(*) as orders, sum(o.total_amount) as amount
      from public.purchase_orders o
     where o.archived_at is null
       and o.dated_at >= coalesce(purchase_order_stats.from_time, '-infinity')
       and o.dated_at < coalesce(purchase_order_stats.to_time, 'infinity')
     group by o.status
  )
  select jsonb_build_object(
    'total_purchase_orders', coalesce(sum(c.orders), 0),
    'total_amount', coalesce(sum(c.amount) filter (where s <> 'cancelled'), 0),
    'status_counts', jsonb_object_agg(s, coalesce(c.orders, 0)))
  from unnest(enum_range(null::shop.purchase_order_status)) s left join counted c on c.status = s;
$$;

grant execute on function public.edit_purchase_order, public.purchase_order_stats to service_role;
