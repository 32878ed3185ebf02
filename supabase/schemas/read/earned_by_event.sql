-- When orders were placed, confirmed, sent, delivered, settled, and when they came back: by the day of their placement, as profit is told
-- (read/profit.sql), and by the day of each event. An order counts for what it is today, in both, so that over all time both are equal.

-- The orders of which something happened between two moments, the second excluded: they were placed, their timeline has a line, money came.
create function shop.orders_touched(since timestamptz, till timestamptz) returns setof text
language sql stable set search_path = ''
as $$
  select o.id from public.orders o where o.archived_at is null and o.created_at >= since and o.created_at < till
  union
  select e.order_id from public.order_events e where e.created_at >= since and e.created_at < till
  union
  select p.order_id from public.payments p where p.order_id is not null and p.created_at >= since and p.created_at < till
  union
  select s.order_id
    from public.settlements f
    join public.settlement_lines l on l.settlement_id = f.id
    join public.shipments s on s.id = l.shipment_id
   where f.created_at >= since and f.created_at < till;
$$;

-- The stages that orders have passed, as `shop.order_earnings` has them, and when; beside them, whether a parcel came back. Takes the orders'
-- ids and leaves deleted ones out. Confirmed and sent they were the first time, delivered the last. Settled: when the last money came that
-- made it so, and not before it was delivered. What the timeline does not say happened when the order was placed, as at the counter.
create function shop.stage_moments(order_ids text[])
returns table (order_id text, placed_at timestamptz, stage text, amount numeric, at timestamptz)
language sql stable set search_path = ''
as $$
  with parcels as materialized (
    select s.order_id, bool_or(s.status <> 'preparing') as has_left, bool_or(s.status = 'returned') as came_back
      from public.shipments s where s.order_id = any (order_ids) and s.archived_at is null group by s.order_id
  ), told as materialized (
    select e.order_id,
           min(e.created_at) filter (where e.kind = 'confirmation' and e.after ->> 'confirmation' = 'confirmed') as confirmed_at,
           min(e.created_at) filter (where e.kind = 'order' and e.after ->> 'status' in ('shipped', 'delivered')
                                        or e.kind = 'parcel' and e.after ->> 'status' <> 'preparing') as sent_at,
           max(e.created_at) filter (where e.kind = 'order' and e.after ->> 'status' = 'delivered') as delivered_at,
           max(e.created_at) filter (where e.kind = 'parcel' and e.after ->> 'status' = 'returned') as back_at
      from public.order_events e
     where e.order_id = any (order_ids) and e.kind in ('order', 'parcel', 'confirmation')
     group by e.order_id
  ), paid as materialized (
    select m.order_id, max(m.at) as at
      from (select p.order_id, p.created_at as at from public.payments p
             where p.order_id = any (order_ids) and p.kind <> 'refund' and p.reverses is null
            union all
            select s.order_id, f.created_at
              from public.shipments s
              join public.settlement_lines l on l.shipment_id = s.id and l.is_standing and l.outcome = 'delivered'
              join public.settlements f on f.id = l.settlement_id
             where s.order_id = any (order_ids)) m
     group by m.order_id
  ), held as materialized (select distinct h.order_id from shop.held_by_couriers h where h.amount <> 0)
  select o.id, o.created_at, m.stage, o.total_amount, m.at
    from public.orders o
    left join parcels p on p.order_id = o.id
    left join told t on t.order_id = o.id
    left join paid on paid.order_id = o.id
    left join held h on h.order_id = o.id
    left join public.order_confirmations f on f.order_id = o.id
   cross join lateral (select coalesce(p.has_left, false) or shop.has_shipped(o.status) as is_sent,
                              case when o.status = 'delivered' then coalesce(t.delivered_at, o.created_at) end as delivered_at) d
   cross join lateral (select case when d.is_sent then coalesce(least(t.sent_at, d.delivered_at), o.created_at) end as sent_at) s
   cross join lateral (values
     ('placed', true, o.created_at),
     ('confirmed', d.is_sent or f.state = 'confirmed', coalesce(least(t.confirmed_at, s.sent_at), o.created_at)),
     ('sent', d.is_sent, s.sent_at),
     ('delivered', o.status = 'delivered', d.delivered_at),
     ('settled', o.status = 'delivered' and o.due_on_delivery = 0 and h.order_id is null, greatest(d.delivered_at, paid.at)),
     ('came_back', p.came_back, coalesce(t.back_at, o.created_at))) m (stage, has_passed, at)
   where o.id = any (order_ids) and o.archived_at is null and m.has_passed;
$$;

-- How many orders passed each stage, and their totals, of a period and on each of its days: {stages: [{stage, orders, amount}], days: [{day,
-- stages}]}. Takes its days, and whether an order counts on the days of its events, the book, or all of it on the day of its placement, the
-- cohort. Stages are `placed`, `confirmed`, `sent`, `delivered`, `settled` and `came_back`.
create function public.stages_by_day(first_day date, last_day date, is_by_event boolean) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  since constant timestamptz := shop.start_of_day(first_day);
  till constant timestamptz := shop.start_of_day(last_day + 1);
  looked_at constant text[] := case when is_by_event then array (select * from shop.orders_touched(since, till))
    else array (select o.id from public.orders o where o.archived_at is null and o.created_at >= since and o.created_at < till) end;
begin
  return (
    with passed as materialized (
      select m.stage, m.amount, shop.day_of(c.at) as day
        from shop.stage_moments(looked_at) m
       cross join lateral (select case when is_by_event then m.at else m.placed_at end as at) c
       where c.at >= since and c.at < till
    ), counted as (
      select p.day, p.stage, count(*) as orders, sum(p.amount) as amount from passed p group by grouping sets ((p.day, p.stage), (p.stage))
    ), told as (
      select d.day, jsonb_agg(jsonb_build_object('stage', s.stage, 'orders', coalesce(c.orders, 0), 'amount', coalesce(c.amount, 0))
                              order by s.place) as stages
        from (select first_day + n as day from generate_series(0, last_day - first_day) n union all select null) d
       cross join (values (1, 'placed'), (2, 'confirmed'), (3, 'sent'), (4, 'delivered'), (5, 'settled'), (6, 'came_back')) s (place, stage)
        left join counted c on c.stage = s.stage and c.day is not distinct from d.day
       group by d.day
    )
    select jsonb_build_object(
      'stages', (select t.stages from told t where t.day is null),
      'days', (select jsonb_agg(jsonb_build_object('day', t.day, 'stages', t.stages) order by t.day) from told t where t.day is not null)));
end;
$$;

grant execute on function public.stages_by_day to service_role;
