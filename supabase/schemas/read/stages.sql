-- When orders were placed, confirmed, sent, delivered, settled, and when they came back: by the day of their placement, as profit is told
-- (read/profit.sql), and by the day of each event. An order counts for what it is today, in both, so that over all time both are equal.

-- The stages that orders have passed, and when; beside them, whether a parcel came back. Takes the orders'
-- ids and leaves deleted ones out. Confirmed and sent they were the first time, delivered the last. Settled: when the last money came that
-- made it so, and not before it was delivered. What the timeline does not say happened when the order was placed, as at the counter.
create function shop.stage_moments(order_ids text[])
returns table (order_id text, stage text, at timestamptz)
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
  ), held as materialized (select distinct h.order_id from shop.held_by_couriers h where h.order_id = any (order_ids))
  select o.id, m.stage, m.at
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
