-- Twins as staff see them: two open orders of one person that share a piece.

-- Whether nobody has packed an order, so that its items, address and phone may still change. Takes its row.
create function shop.is_unpacked(packed public.orders) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return shop.is_unshipped(packed.status)
     and not exists (select from public.shipments s where s.order_id = packed.id and s.archived_at is null);
end;
$$;

-- The twins of an order, the earliest first. Both wait to be packed, nobody has paid for them or was asked to pay before, both are
-- delivered or both collected, to one recipient and with one card and wrap, and nobody said that both are wanted. The phone makes the
-- person, however it is spelt (`public.customers`). Takes the order's id.
create function shop.twins_of(order_id text) returns setof public.orders
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select t.* from public.orders o
      join public.orders t on t.customer_id = o.customer_id and t.id <> o.id
                          and t.created_at between o.created_at - interval '24 hours' and o.created_at + interval '24 hours'
     where o.id = twins_of.order_id and o.archived_at is null and t.archived_at is null and shop.is_unpacked(o) and shop.is_unpacked(t)
       and not shop.has_advance(o.id) and not shop.has_advance(t.id)
       and o.advance_verified + o.credit_used = 0 and t.advance_verified + t.credit_used = 0
       and (o.customer_address = '') = (t.customer_address = '')
       and (o.recipient_name, o.recipient_phone, o.is_gift, o.gift_note, o.hides_prices, o.is_wrapped)
           is not distinct from (t.recipient_name, t.recipient_phone, t.is_gift, t.gift_note, t.hides_prices, t.is_wrapped)
       and exists (select from public.order_items i join public.order_items s on s.product_id = i.product_id
                   where i.order_id = o.id and s.order_id = t.id)
       and not exists (select from shop.separate_orders a where a.order_id = least(o.id, t.id) and a.other_id = greatest(o.id, t.id))
     order by t.created_at, t.id;
end;
$$;

-- What staff see of an order's twins: [{id, orderNumber, createdAt, totalAmount, takenOff, discountCode, customerName, customerAddress,
-- city, items, shared, isEarlier, mergedTotal, mergedTakenOff, mergedCode}], the earliest twenty. `shared` are the names of the pieces that
-- both have, `isEarlier` whether the twin keeps its number when they are merged, `takenOff` what its code or staff take off, delivery
-- included. Takes the order's id. Refuses 404 `order_not_found`.
create function public.order_twins(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  asked public.orders;
begin
  select * into asked from public.orders o where o.id = order_twins.order_id and o.archived_at is null;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', t.id, 'order_number', t.order_number, 'created_at', t.created_at, 'total_amount', t.total_amount,
             'taken_off', t.discount + t.delivery_discount, 'discount_code', t.discount_code,
             'customer_name', t.customer_name,
             'customer_address', t.customer_address, 'city', t.city, 'items', shop.items_in_brief(t.id),
             'shared', (select jsonb_agg(distinct i.product_name) from public.order_items i
                        join public.order_items s on s.product_id = i.product_id
                         where i.order_id = t.id and s.order_id = asked.id),
             'is_earlier', (t.created_at, t.id) < (asked.created_at, asked.id), 'merged_total', (m.price).total,
             'merged_taken_off', (m.price).discount + (m.price).delivery_discount, 'merged_code', (m.price).code)
             order by t.created_at, t.id), '[]')
      from (select * from shop.twins_of(asked.id) limit 20) t
     cross join lateral (select (case when (t.created_at, t.id) < (asked.created_at, asked.id) then shop.merged_orders(t, asked)
                                      else shop.merged_orders(asked, t) end).price) m);
end;
$$;

grant execute on function public.order_twins to service_role;
