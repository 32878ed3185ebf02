-- Twins: two orders of one person within a day that share a piece. Often the second is the first once more, or forgot something: staff put them into one
-- parcel, or say that both are wanted.

-- Two orders that staff keep apart, so that nobody asks again. The lower id first.
create table shop.separate_orders (
  order_id text not null references public.orders (id) on delete cascade,
  other_id text not null references public.orders (id) on delete cascade,
  decided_by uuid references public.staff (id) on delete set null,
  decided_at timestamptz not null default now(),
  primary key (order_id, other_id),
  constraint separate_orders_lower_first check (order_id < other_id)
);

create index separate_orders_of_other on shop.separate_orders (other_id);
create index separate_orders_by_decider on shop.separate_orders (decided_by) where decided_by is not null;

alter table shop.separate_orders enable row level security;
grant select, insert on shop.separate_orders to service_role;

-- The twins of an order, the earliest first. Both wait to be packed, nobody has paid for them or was asked to pay before, both are delivered or both collected, and nobody said that
-- both are wanted. The phone makes the person, however it is spelt (`public.customers`). Takes the order's id.
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
       and o.advance_verified + o.credit_used = 0 and t.advance_verified + t.credit_used = 0 and (o.customer_address = '') = (t.customer_address = '')
       and exists (select from public.order_items i join public.order_items s on s.product_id = i.product_id where i.order_id = o.id and s.order_id = t.id)
       and not exists (select from shop.separate_orders a where a.order_id = least(o.id, t.id) and a.other_id = greatest(o.id, t.id))
     order by t.created_at, t.id;
end;
$$;

-- What staff see of an order's twins: [{id, orderNumber, createdAt, totalAmount, customerName, customerAddress, city, items, shared, isEarlier, mergedTotal}],
-- the earliest first. `shared` are the names of the pieces that both have, `isEarlier` whether the twin keeps its number when they are merged. Takes the
-- order's id and the delivery rule {freeFrom, fee}. Refuses 404 `order_not_found`.
create function public.order_twins(order_id text, delivery jsonb) returns jsonb
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
             'id', t.id, 'order_number', t.order_number, 'created_at', t.created_at, 'total_amount', t.total_amount, 'customer_name', t.customer_name,
             'customer_address', t.customer_address, 'city', t.city, 'items', shop.items_in_brief(t.id),
             'shared', (select jsonb_agg(distinct i.product_name) from public.order_items i join public.order_items s on s.product_id = i.product_id
                         where i.order_id = t.id and s.order_id = asked.id),
             'is_earlier', (t.created_at, t.id) < (asked.created_at, asked.id),
             'merged_total', case when (t.created_at, t.id) < (asked.created_at, asked.id) then (shop.price_merged(t, asked, delivery)).total
                                  else (shop.price_merged(asked, t, delivery)).total end) order by t.created_at, t.id), '[]')
      from shop.twins_of(asked.id) t);
end;
$$;

-- The lines of two orders in one parcel, as `shop.lines_with` returns them: the pieces of the order with the code that stays keep the terms they came under,
-- those of the other one come under the terms of now. Takes the order that stays, and the other one.
create function shop.merged_lines(kept public.orders, merged public.orders) returns table (place integer, item_id text, line shop.priced_line)
language plpgsql stable set search_path = ''
as $$
declare
  off constant jsonb := shop.merged_off(kept, merged);
  terms constant jsonb := shop.terms_now(off);
begin
  return query
    select w.* from shop.lines_with(kept.id,
      array (select row(l.line_position, l.product_id, l.product_name, l.product_image, l.price, l.available, l.quantity, l.selected_color, l.selected_size,
                        l.colors, l.sizes, l.variant_id, l.missing_choice,
                        case when merged.discount_code = off ->> 'code' then l.code_terms else terms end)::shop.priced_line
               from unnest(shop.lines_of(merged.id)) with ordinality l order by l.ordinality),
      case when kept.discount_code is null then terms end) w;
end;
$$;

-- What two orders cost in one parcel: their pieces as they were sold, delivered for what the rule says of both, and never for more than they cost apart. What
-- is taken off the order that stays is taken off both, as far as it holds now; else what is taken off the other one; two sums by staff are added. Takes the
-- order that stays, the other one, and the rule {freeFrom, fee}.
create function shop.price_merged(kept public.orders, merged public.orders, delivery jsonb) returns shop.order_price
language plpgsql stable set search_path = ''
as $$
begin
  return shop.price_order(array (select w.line from shop.merged_lines(kept, merged) w order by w.place),
                          case when kept.customer_address <> '' then delivery end, shop.merged_off(kept, merged), true,
                          kept.shipping + kept.delivery_discount + merged.shipping + merged.delivery_discount);
end;
$$;

-- What is taken off two orders in one parcel, as `shop.off_of` says it: a code that is not for the phone of the order that stays does not come along. Takes the
-- order that stays, and the other one.
create function shop.merged_off(kept public.orders, merged public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  use public.code_redemptions;
begin
  if num_nonnulls(kept.discount_reason, merged.discount_reason) = 2 then
    return jsonb_build_object('amount', kept.discount + merged.discount,
                              'reason', left(concat_ws('; ', kept.discount_reason, nullif(merged.discount_reason, kept.discount_reason)), 200));
  elsif kept.customer_phone <> merged.customer_phone then
    select * into use from public.code_redemptions r where r.order_id = merged.id;
    use.order_id := kept.id;
    use.phone := kept.customer_phone;
  end if;
  return coalesce(shop.off_of(kept), case when shop.phone_refusal(use, merged.id) is null then shop.off_of(merged) end);
end;
$$;

-- The lines of an order, as they were sold. Takes its id.
create function shop.lines_of(order_id text) returns shop.priced_line[]
language sql stable set search_path = ''
as $$
  select array (select row(i.position, i.product_id, i.product_name, i.product_image, i.price, 0, i.quantity, i.selected_color, i.selected_size, null, null,
                           i.variant_id, null, i.code_terms)::shop.priced_line
                  from public.order_items i where i.order_id = lines_of.order_id order by i.position);
$$;

-- Both orders, locked, the earlier one first. Takes their ids. Locks by id, so that two who merge cannot wait for each other. Refuses 404 `order_not_found`,
-- 409 `claimed_by_other` {name, until} while a colleague works on one of them.
create function shop.lock_twins(order_id text, other_id text, actor uuid) returns setof public.orders
language plpgsql set search_path = ''
as $$
declare
  held public.order_confirmations;
begin
  perform 1 from public.orders o where o.id in (order_id, other_id) and o.archived_at is null order by o.id for update;
  if (select count(*) from public.orders o where o.id in (order_id, other_id) and o.archived_at is null) < 2 then
    perform shop.refuse('order_not_found');
  end if;
  for held in select * from public.order_confirmations c where c.order_id in (lock_twins.order_id, other_id) order by c.order_id for update loop
    perform shop.check_claim(held, actor);
  end loop;
  return query select * from public.orders o where o.id in (order_id, other_id) order by o.created_at, o.id;
end;
$$;

-- Puts two twins into one parcel: the pieces of the later order go to the earlier one at the prices they were sold at, and the later one is cancelled. Stock
-- ends as it was; both histories say what happened. The order is confirmed only if both were. Takes the ids, in any order, the delivery rule {freeFrom, fee} and
-- the staff member. Returns {kept, merged}, both orders as staff see them; repeating it changes nothing. Refuses 404 `order_not_found`, 409 `claimed_by_other`
-- {name, until}, `not_twins` when one of them was packed, paid, cancelled or kept apart meanwhile, and `not_enough_stock` when an order that has no pieces yet
-- would get none. Locks the orders by id, then the products by id.
create function public.merge_twin_orders(order_id text, other_id text, delivery jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  both_orders constant public.orders[] := array (select t from shop.lock_twins(order_id, other_id, actor) t);
  kept public.orders := both_orders[1];
  merged constant public.orders := both_orders[2];
  priced constant shop.order_price := shop.price_merged(kept, merged, delivery);
  is_confirmed constant boolean := not exists (select from public.order_confirmations c where c.order_id = merged.id and c.state <> 'confirmed');
  lines shop.priced_line[];
  ids text[];
begin
  perform shop.act_as(actor);
  if merged.merged_into is not distinct from kept.id then
    return jsonb_build_object('kept', shop.staff_order_json(kept.id), 'merged', shop.staff_order_json(merged.id));
  end if;
  if not exists (select from shop.twins_of(kept.id) t where t.id = merged.id) then
    perform shop.refuse('not_twins');
  end if;

  perform shop.lock_products(array (select i.product_id from public.order_items i where i.order_id in (kept.id, merged.id)));
  -- The pieces go back for a moment, and nobody who waits for them is told.
  perform set_config('shop.merges_orders', 'on', true);
  -- As they were priced: cancelling the other order releases the use of its code.
  select array_agg(w.line order by w.place), array_agg(w.item_id order by w.place) into lines, ids from shop.merged_lines(kept, merged) w;
  perform shop.move_together(merged, 'cancelled', actor);
  update public.orders o set merged_into = kept.id where o.id = merged.id;
  -- Pieces that one of them has stay taken.
  if kept.awaits_proof and not merged.awaits_proof then
    update public.orders o set awaits_proof = false where o.id = kept.id returning * into kept;
  end if;
  perform shop.write_order_lines(kept, lines, ids, priced, actor, 'Merged with ' || merged.order_number, 'Merged with ' || merged.order_number,
                                 shop.merged_off(kept, merged) ->> 'reason');
  perform set_config('shop.merges_orders', 'off', true);
  perform shop.log_order_event(merged.id, 'note', '', null, null, 'Merged into ' || kept.order_number);
  update public.orders o set notes = concat_ws(e'\n', nullif(o.notes, ''), merged.notes)
   where o.id = kept.id and merged.notes not in ('', o.notes) and length(o.notes) + length(merged.notes) < 1000;

  perform shop.reassess_order(kept);
  if not is_confirmed then
    perform shop.ask_anew(kept.id, merged.order_number || ' was not confirmed');
  end if;
  return jsonb_build_object('kept', shop.staff_order_json(kept.id), 'merged', shop.staff_order_json(merged.id));
end;
$$;

-- Says that two twins are both wanted, so that nobody is asked again. Takes the ids, in any order, and the staff member. Returns the order of the first id;
-- repeating it changes nothing. Refuses 404 `order_not_found`, 409 `claimed_by_other` {name, until}, `not_twins`.
create function public.keep_twin_orders(order_id text, other_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  both_orders constant public.orders[] := array (select t from shop.lock_twins(order_id, other_id, actor) t);
begin
  perform shop.act_as(actor);
  if exists (select from shop.separate_orders a where a.order_id = least(keep_twin_orders.order_id, keep_twin_orders.other_id)
                                                  and a.other_id = greatest(keep_twin_orders.order_id, keep_twin_orders.other_id)) then
    return shop.staff_order_json(order_id);
  end if;
  if not exists (select from shop.twins_of(both_orders[1].id) t where t.id = both_orders[2].id) then
    perform shop.refuse('not_twins');
  end if;
  insert into shop.separate_orders (order_id, other_id, decided_by)
  values (least(keep_twin_orders.order_id, keep_twin_orders.other_id), greatest(keep_twin_orders.order_id, keep_twin_orders.other_id), actor);
  perform shop.log_order_event(both_orders[1].id, 'note', '', null, null, format('Kept beside %s: both are wanted', both_orders[2].order_number));
  perform shop.log_order_event(both_orders[2].id, 'note', '', null, null, format('Kept beside %s: both are wanted', both_orders[1].order_number));
  return shop.staff_order_json(order_id);
end;
$$;

-- Trigger: the pieces of a merged order are in the other one, so it stays cancelled. Refuses 409 `order_merged`.
create function shop.keep_merged_cancelled() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse('order_merged', null, jsonb_build_object('orderNumber', old.order_number,
    'into', (select o.order_number from public.orders o where o.id = old.merged_into)));
  return null;
end;
$$;

create trigger orders_merged_stay before update of status on public.orders
  for each row when (old.merged_into is not null and new.status <> old.status) execute function shop.keep_merged_cancelled();

grant execute on function public.order_twins, public.merge_twin_orders, public.keep_twin_orders to service_role;
