-- What is to be sent today, with whom, and what each courier's own record in each city says about that.

-- How each parcel of a courier ended: written by a trigger when it does, so that no list has to read months of parcels and events.
create table public.courier_parcels (
  shipment_id text primary key references public.shipments (id) on delete cascade,
  courier_id text not null references public.couriers (id) on delete cascade,
  -- Where it went, as the shop calls it.
  city text not null,
  was_delivered boolean not null,
  -- From leaving the shop to the door; null for one that came back, or where nobody noted when it left.
  days numeric(6, 2),
  ended_at timestamptz not null,
  constraint courier_parcels_days_not_negative check (days >= 0)
);

create index courier_parcels_by_city on public.courier_parcels (city, ended_at) include (courier_id, was_delivered, days);
create index courier_parcels_by_courier on public.courier_parcels (courier_id);
create index courier_parcels_by_time on public.courier_parcels (ended_at) include (was_delivered);

alter table public.courier_parcels enable row level security;
grant select, insert, update, delete on public.courier_parcels to service_role;

-- Writes down how a parcel ended with its courier, which is the one that its carrier names. One that goes on, or is deleted, has not ended.
create function shop.note_courier_parcel(new public.shipments) returns void
language plpgsql set search_path = ''
as $$
declare
  by_courier text;
  over_at timestamptz;
begin
  if shop.is_over(new.status) and new.archived_at is null then
    select c.id into by_courier from public.couriers c where lower(c.name) = lower(new.carrier);
  end if;
  if by_courier is null then
    delete from public.courier_parcels p where p.shipment_id = new.id;
    return;
  end if;
  -- Staff and the clock that asks the courier are later than the rider.
  over_at := coalesce((select max(e.happened_at) from public.courier_events e
                         where e.courier_id = by_courier and e.tracking_key = shop.tracking_key(new.tracking_number)
                           and new.tracking_number <> ''
                           and e.meaning = 'delivered' and new.status = 'delivered' and e.happened_at <= now()), now());
  insert into public.courier_parcels as p (shipment_id, courier_id, city, was_delivered, days, ended_at)
  select new.id, by_courier, coalesce(o.city_known, o.city), new.status = 'delivered',
         case when new.status = 'delivered' then round(least(greatest(extract(epoch from over_at - new.shipped_date), 0) / 86400, 999),
                                                       2) end,
         over_at
    from public.orders o where o.id = new.order_id
  on conflict (shipment_id) do update
     set courier_id = excluded.courier_id, city = excluded.city, was_delivered = excluded.was_delivered,
         days = case when p.was_delivered and excluded.was_delivered then p.days else excluded.days end,
         ended_at = case when p.was_delivered = excluded.was_delivered then p.ended_at else excluded.ended_at end;
end;
$$;

-- Parcels that ended within six months in these cities, by courier: how many, how many of them arrived, and the usual days to the door.
create function shop.courier_records(cities text[])
returns table (courier_id text, city text, ended bigint, delivered bigint, days numeric)
language sql stable set search_path = ''
as $$
  select p.courier_id, p.city, count(*), count(*) filter (where p.was_delivered),
         round((percentile_cont(0.5) within group (order by p.days))::numeric, 1)
    from public.courier_parcels p
   where p.city = any (courier_records.cities) and p.ended_at >= now() - interval '6 months'
   group by p.courier_id, p.city;
$$;

-- From how many ended parcels on a record says something.
create function shop.enough_parcels() returns integer
language sql immutable parallel safe
return 5;

-- Couriers for parcels, the suggested one first. Takes [{id, city, grams}] and returns for each id [{courier_id, charge, ended, delivered,
-- days}] of the couriers that are in use and serve the city. First comes the lowest share of parcels that came back, in steps of five in a
-- hundred; one with too few parcels there counts a step worse than all of the shop, after those that are known; then the cheapest by the
-- price list of today, then the first by name.
create function shop.courier_choices(parcels jsonb) returns table (id text, choices jsonb)
language sql stable set search_path = ''
as $$
  with asked as materialized (
    select a.* from jsonb_to_recordset(courier_choices.parcels) as a (id text, city text, grams integer)
  ), records as materialized (
    select * from shop.courier_records((select array_agg(distinct a.city) from asked a))
  ), of_shop as materialized (
    select coalesce(avg((not p.was_delivered)::integer), 0) as came_back
      from public.courier_parcels p where p.ended_at >= now() - interval '6 months'
  ), judged as (
    select a.id, c.id as courier_id, lower(c.name) as name,
           shop.courier_charge(c.id, coalesce(s.zone, ''), a.grams, shop.day_of(now())) as charge,
           coalesce(r.ended, 0) as ended, coalesce(r.delivered, 0) as delivered, r.days, r.ended >= shop.enough_parcels() as is_known,
           round(20 * case when r.ended >= shop.enough_parcels() then 1 - r.delivered::numeric / r.ended
                           else w.came_back + 0.05 end) as came_back
      from asked a
     cross join of_shop w
      join public.couriers c on c.is_active
      left join public.courier_cities s on s.courier_id = c.id and s.city = a.city
      left join records r on r.courier_id = c.id and r.city = a.city
     where s.city is not null or not exists (select from public.courier_cities other where other.courier_id = c.id)
  )
  select j.id, jsonb_agg(jsonb_build_object('courier_id', j.courier_id, 'charge', j.charge, 'ended', j.ended, 'delivered', j.delivered,
                                            'days', j.days)
                         order by j.came_back, j.is_known is true desc, j.charge nulls last, j.name)
    from judged j group by j.id;
$$;

-- Parcels to send, the oldest orders first: each order that is to be packed and each parcel that waits for the courier, but for those that
-- the dispatch gate holds and those collected in the shop. Takes how many at most. Returns {rows, total, to_confirm and awaits_money: as
-- many as `shop.order_work` has, couriers: [{id, name, adapter, cut_off, is_active}]}; rows are {id: of the parcel, or of the order that
-- has none, order_id, order_number, customer_name, city, city_known, ordered_at, units, grams, is_weighed, to_collect, step: `to_book`,
-- `open` while nobody knows what came of the booking, `booked`, shipment: {id, shipment_number, carrier, tracking_number, updated_at} or
-- null, booking: the last one, or null, choices: as `shop.courier_choices` has them}.
create function public.dispatch_list(row_limit integer) returns jsonb
language sql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
  with waiting as (
    select coalesce(s.id, o.id) as id, o.id as order_id, o.order_number, o.customer_name, o.city, o.city_known,
    o.created_at, s.id as shipment_id,
           s.shipment_number, s.carrier, s.tracking_number, s.updated_at, s.weight, s.created_at as parcel_at,
           count(*) over () as total
      from shop.order_work w
      join public.orders o on o.id = w.order_id
      left join public.order_confirmations k on k.order_id = o.id
      left join public.shipments s on s.order_id = o.id and s.archived_at is null and s.status = 'preparing'
     where w.work in ('to_pack', 'to_hand_over') and o.customer_address <> ''
       and not shop.is_stopped_by_gate(k, o.created_at, (select r.gate_since from public.confirmation_rules r))
     order by o.created_at, o.id, s.created_at, s.id limit row_limit
  ), told as materialized (
    select w.*, coalesce(w.weight, shop.parcel_grams(w.order_id)) as grams,
           (select coalesce(sum(i.quantity), 0) from public.order_items i where i.order_id = w.order_id) as units,
           case when w.shipment_id is null then (select o.due_on_delivery from public.orders o where o.id = w.order_id)
                else (select v.to_collect from public.shipments_of_orders v where v.id = w.shipment_id) end as to_collect,
           b.booking, case when b.booking ->> 'state' in ('intended', 'unknown') then 'open'
                           when b.booking ->> 'state' = 'booked' or w.tracking_number <> '' then 'booked' else 'to_book' end as step
      from waiting w
      left join lateral (select shop.booking_json(l) as booking from public.courier_bookings l
                          where l.shipment_id = w.shipment_id order by l.created_at desc, l.id desc limit 1) b on true
  ), chosen as materialized (
    select c.*
    from shop.courier_choices((select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'city', coalesce(t.city_known, t.city),
                                                                            'grams', t.grams)), '[]')
                                 from told t where t.step = 'to_book')) c
  )
  select jsonb_build_object(
    'rows', coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'order_id', t.order_id, 'order_number', t.order_number, 'customer_name', t.customer_name, 'city', t.city,
        'city_known', t.city_known,
        'ordered_at', t.created_at, 'units', t.units, 'grams', t.grams, 'is_weighed', t.weight is not null,
        'to_collect', t.to_collect, 'step', t.step,
        'shipment', case when t.shipment_id is not null
                         then jsonb_build_object('id', t.shipment_id, 'shipment_number', t.shipment_number, 'carrier', t.carrier,
                                                 'tracking_number', t.tracking_number, 'updated_at', t.updated_at) end,
        'booking', t.booking, 'choices', coalesce(c.choices, '[]')) order by t.created_at, t.order_id, t.parcel_at, t.id), '[]'),
    'total', coalesce(max(t.total), 0),
    'to_confirm', (select count(*) from shop.order_work w where w.work = 'to_confirm'),
    'awaits_money', (select count(*) from shop.order_work w where w.work = 'awaits_money'),
    'couriers', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'adapter', c.adapter,
                                                              'cut_off', to_char(c.cut_off, 'HH24:MI'), 'is_active', c.is_active)
                                           order by lower(c.name)), '[]')
                   from public.couriers c))
    from told t left join chosen c on c.id = t.id;
$$;

grant execute on function public.dispatch_list to service_role;
