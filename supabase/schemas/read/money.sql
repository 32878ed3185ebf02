-- Where the money of orders is, and who owes it.

-- What couriers have of the cash of orders: {order_id, held: of all its parcels, without what was paid too much, over: below zero,
-- is_short: a standing file has a parcel of which they have something, since}.
create view shop.held_of_orders with (security_invoker = true) as
  select h.order_id, coalesce(sum(h.amount) filter (where h.amount > 0), 0) as held,
         coalesce(sum(h.amount) filter (where h.amount < 0), 0) as over,
         bool_or(h.amount > 0 and exists (select from public.shipments s join public.settlement_lines l on l.shipment_id = s.id
                                           where s.order_id = h.order_id and s.shipment_number = h.number and l.is_standing
                                             and l.outcome <> 'charge' and l.courier_id = h.courier_id)) as is_short,
         min(h.since) as since
    from shop.held_by_couriers h
   where h.order_id is not null
   group by h.order_id;

-- What was written off of the cash of an order. Takes its id.
create function shop.written_off_of(order_id text) returns numeric
language plpgsql stable set search_path = ''
as $$
begin
  return (select coalesce(sum(shop.signed_amount(p)), 0) from public.payments p
           where p.order_id = written_off_of.order_id and p.kind = 'short_paid');
end;
$$;

-- Where an order's money is: `over`: a courier paid more than the shop knows of; `short`: it has something of a parcel that its files
-- have; `with_courier`; `written_off`: what it never paid; `due`: nobody has received it yet; `settled`: the shop has it all. Null: there
-- is none. What comes first of these counts. Takes the order, what couriers have of it, which may be null, and what was written off.
create function shop.money_state_of(of_order public.orders, held shop.held_of_orders, lost numeric) returns text
language sql immutable
return case when held.over < 0 then 'over' when held.is_short then 'short' when held.held > 0 then 'with_courier'
            when lost > 0 then 'written_off' when of_order.due_on_delivery > 0 then 'due'
            when shop.received_of(of_order) > 0 then 'settled' end;

-- The same of one order. Takes its row.
create function shop.money_state(of_order public.orders) returns text
language plpgsql stable set search_path = ''
as $$
declare
  held shop.held_of_orders;
begin
  -- Most orders are settled or not sent, and need no look at what couriers have.
  if exists (select from shop.courier_cash k where k.order_id = of_order.id) then
    select h.* into held from shop.held_of_orders h where h.order_id = of_order.id;
  end if;
  return shop.money_state_of(of_order, held, shop.written_off_of(of_order.id));
end;
$$;

-- The orders in a state of money, all but `settled` and `due` read from what couriers have and what was written off alone. Takes the state,
-- which is one of `shop.money_state_of`. Returns {order_id, held, over, since: of what couriers have}.
create function shop.orders_by_money(state text) returns table (order_id text, held numeric, over numeric, since timestamptz)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  if state in ('over', 'short', 'with_courier') then
    return query
      select h.order_id, h.held, h.over, h.since from shop.held_of_orders h
       where case when h.over < 0 then 'over' when h.is_short then 'short' else 'with_courier' end = orders_by_money.state;
  elsif state = 'written_off' then
    return query
      select l.order_id, 0::numeric, 0::numeric, l.since
        from (select p.order_id, min(p.created_at) as since from public.payments p where p.kind = 'short_paid'
               group by p.order_id having sum(shop.signed_amount(p)) > 0) l
       where not exists (select from shop.held_of_orders h where h.order_id = l.order_id);
  else
    return query
      with held as materialized (select h.order_id from shop.held_of_orders h),
      lost as materialized (select p.order_id from public.payments p where p.kind = 'short_paid'
                             group by p.order_id having sum(shop.signed_amount(p)) > 0)
      select o.id, 0::numeric, 0::numeric, o.created_at from public.orders o
       where o.archived_at is null
         and case when orders_by_money.state = 'due' then o.due_on_delivery > 0
                  else o.due_on_delivery = 0 and shop.received_of(o) > 0 end
         and not exists (select from held h where h.order_id = o.id) and not exists (select from lost l where l.order_id = o.id);
  end if;
end;
$$;

-- A page of the orders in a state of money, the longest ago first. Takes the state. Returns {items: [{id, order_number, status, state,
-- total_amount, received, due, held: with couriers, below zero for what they paid too much, written_off, couriers: names, since, days}],
-- total}.
create function public.list_order_money(state text, page_offset integer, page_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  with found as materialized (select f.* from shop.orders_by_money(state) f),
  page as (select f.* from found f order by f.since, f.order_id offset page_offset limit page_limit)
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(jsonb_build_object(
                'id', o.id, 'order_number', o.order_number, 'status', o.status, 'state', list_order_money.state,
                'total_amount', o.total_amount, 'received', shop.received_of(o), 'due', o.due_on_delivery, 'held', p.held + p.over,
                'written_off', shop.written_off_of(o.id),
                'couriers', (select coalesce(jsonb_agg(distinct c.name), '[]') from shop.held_by_couriers h
                               join public.couriers c on c.id = h.courier_id where h.order_id = o.id),
                'since', p.since, 'days', shop.day_of(now()) - shop.day_of(p.since)) order by p.since, o.id), '[]')
                from page p join public.orders o on o.id = p.order_id),
    'total', (select count(*) from found));
$$;

-- What couriers owe for lost and broken parcels, as far as staff claimed it, the soonest deadline first: [{id, courier_id, courier,
-- shipment_number, order_number, amount, deadline, state: `open` or `asked`, since}].
create function public.open_claims() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'courier_id', b.courier_id, 'courier', c.name,
                                               'shipment_number', s.shipment_number, 'order_number', s.order_number, 'amount', k.amount,
                                               'deadline', k.deadline, 'state', k.state, 'since', k.created_at)
                            order by k.deadline, k.id), '[]')
    from public.courier_claims k
    join public.courier_bookings b on b.id = k.booking_id
    join public.couriers c on c.id = b.courier_id
    join public.shipments s on s.id = b.shipment_id
   where k.state in ('open', 'asked');
$$;

-- What the shop owes customers: {id, customer_id, order_number, return_number or null, customer_name, amount, since, waits_for: `pieces`
-- that are to come back, `account` that the customer has to name, or `shop`}. What an order received and may not keep, and what its returns
-- have not had back yet.
create view shop.owed_refunds with (security_invoker = true) as
  select o.id, o.customer_id, o.order_number, null::text as return_number, o.customer_name, o.to_refund as amount,
         coalesce(case when o.status = 'cancelled'
                       then (select max(e.created_at) from public.order_events e
                              where e.order_id = o.id and e.after ->> 'status' = 'cancelled')
                       else (select max(p.created_at) from public.payments p where p.order_id = o.id) end, o.updated_at) as since,
         'shop' as waits_for
    from public.orders o where o.to_refund > 0 and o.archived_at is null
  union all
  select r.id, o.customer_id, o.order_number, r.return_number, o.customer_name, s.refund - s.paid_back,
         coalesce(r.decided_at, r.created_at),
         case when r.state = 'approved' and r.comes_back then 'pieces'
              when r.outcome = 'transfer' and not exists (select from public.return_payouts w where w.request_id = r.id)
              then 'account' else 'shop' end
    from public.return_requests r
    join public.orders o on o.id = r.order_id and o.archived_at is null
   cross join lateral shop.return_sums(r) s
   where r.state in ('approved', 'received') and r.outcome in ('transfer', 'store_credit') and s.refund > s.paid_back;

-- The same as a list, the longest ago first, without the customers' ids.
create function public.refunds_owed() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(k) - 'customer_id' order by k.since, k.id), '[]') from shop.owed_refunds k;
$$;

grant select on shop.held_of_orders, shop.owed_refunds to service_role;
grant execute on function public.list_order_money, public.open_claims, public.refunds_owed to service_role;
