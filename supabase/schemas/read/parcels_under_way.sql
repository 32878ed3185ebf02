-- Parcels that are under way, as staff follow them.

-- Booked parcels with the lists that each is on. Takes the most working days that a parcel takes to each city {city: days}, the time, and a
-- booking, or null for all that may be on one. What the desk owes comes first, then what waits longest.
create function shop.listed_parcels(days_by_city jsonb, at timestamptz, only_booking text default null)
returns table (booking_id text, lists shop.parcel_list[], promised_by date, desk_step shop.desk_step, sort_at timestamptz)
language sql stable set search_path = ''
as $$
  select b.id, array_remove(array[
           case when p.status in ('attempted', 'advice_due') and not shop.is_over(s.status) or (a.advice).state = 'unknown'
                and p.status < 'delivered' then 'attempts' end,
           case when d.promised_by < shop.day_of(at) and p.status not in ('attempted', 'advice_due', 'return_started', 'lost')
                and not shop.has_ended(p.status)
                     and not shop.is_over(s.status) then 'late' end,
           case when coalesce(p.last_event_at, p.status_since) < at - interval '10 days'
                and not shop.has_ended(p.status) and p.status <> 'lost'
                     and (not shop.is_over(s.status) or p.status = 'return_started') then 'stale' end,
           case when (p.status = 'returned' and p.status_since < at - interval '7 days' or s.status = 'returned'
                      and s.updated_at < at - interval '7 days')
                     and shop.is_back(s.status) and shop.awaits_goods_back(s, o) then 'not_received' end,
           case when c.state in ('open', 'asked')
                     or p.status = 'lost' and c.id is null
                        -- What is written off as missing is owed all the same.
                        and not exists (select from public.goods_back r where r.shipment_id = s.id and r.disposition <> 'missing')
                        then 'lost' end,
           case when u.key is not null and u.key <> p.settled or (a.advice).state = 'unknown' then 'unclear' end]::shop.parcel_list[],
           null),
         d.promised_by, shop.desk_step_of(p, q.question, a.advice, l.called, at), coalesce(p.advice_due_by, p.last_event_at, p.status_since)
    from public.courier_bookings b
    join public.shipments s on s.id = b.shipment_id and s.archived_at is null
    join public.orders o on o.id = s.order_id and o.archived_at is null
    join public.parcel_progress p on p.booking_id = b.id
    left join public.courier_claims c on c.booking_id = b.id
    left join lateral (select x as advice from public.parcel_advices x where x.booking_id = b.id order by x.created_at desc,
                       x.id desc limit 1) a on true
    left join lateral (select x as question from public.delivery_questions x where x.booking_id = b.id
                       order by x.attempted_at desc limit 1) q on true
    left join lateral (select x as called from public.parcel_calls x where x.booking_id = b.id order by x.created_at desc,
                       x.id desc limit 1) l on true
   cross join lateral (select shop.unclear_key(p, s.status, o.status) as key) u
   cross join lateral (select coalesce(s.estimated_delivery_date,
                                       shop.working_day_after(shop.day_of(coalesce(s.shipped_date, b.created_at)),
                                coalesce((days_by_city ->> coalesce(o.city_known, o.city))::integer, 5))) as promised_by) d
   where b.state = 'booked'
     and (b.id = only_booking
          or only_booking is null
             -- What arrived and is settled is most of the table.
             and (p.status <> 'delivered' or s.status <> 'delivered' or o.status <> 'delivered' or p.contradiction is not null
                  or c.state in ('open', 'asked')));
$$;

-- A parcel of these lists as staff see it. Takes what `shop.listed_parcels` says of it.
create function shop.parcel_row(booking_id text, promised_by date, desk_step shop.desk_step) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
           'id', b.id, 'shipment_id', s.id, 'shipment_number', s.shipment_number, 'shipment_status', s.status,
           'shipment_updated_at', s.updated_at,
           'order_id', o.id, 'order_number', o.order_number, 'courier', c.name, 'takes_advice', shop.takes_advice(c.adapter),
           'is_generic', c.adapter = 'generic',
           'tracking_number', b.tracking_number, 'collect', b.collect, 'worth', greatest(o.subtotal - o.discount, 0),
           'status', p.status, 'reason', p.reason, 'attempts', p.attempts, 'status_since', p.status_since, 'last_event_at', p.last_event_at,
           'last_label', p.last_label, 'promised_by', parcel_row.promised_by, 'advice_due_by', p.advice_due_by,
           'contradiction', p.contradiction,
           'refused_because', p.refused_because, 'is_unclear', coalesce(shop.unclear_key(p, s.status, o.status) <> p.settled, false),
           'poll_problem', p.poll_problem, 'recipient_name', coalesce(o.recipient_name, o.customer_name),
           -- Whom staff ask, with the link of the order's page: never somebody who is given a present.
           'recipient_phone', o.customer_phone,
           'city', coalesce(o.city_known, o.city),
           'desk_step', parcel_row.desk_step,
           'question', (select jsonb_build_object('ask_at', q.ask_at, 'by_mail', q.mail_id is not null, 'asked_at', q.asked_at,
                                                  'answer', q.answer, 'answered_at', q.answered_at)
                          from public.delivery_questions q where q.booking_id = b.id
                          and q.attempted_at >= coalesce(p.attempted_at, q.attempted_at)
                         order by q.attempted_at desc limit 1),
           'advice', (select jsonb_build_object('action', a.action, 'state', a.state, 'problem', a.problem, 'remarks', a.remarks,
                                                'created_at', a.created_at)
                        from public.parcel_advices a where a.booking_id = b.id order by a.created_at desc, a.id desc limit 1),
           'calls', (select coalesce(jsonb_agg(jsonb_build_object(
             'id', l.id, 'outcome', l.outcome, 'note', l.note, 'created_at', l.created_at,
             'actor_name', (select t.username from public.staff t where t.id = l.actor))
                                               order by l.created_at desc, l.id), '[]')
                       from public.parcel_calls l
                      where l.booking_id = b.id and l.attempted_at >= coalesce(p.attempted_at, l.attempted_at)),
           'claim', (select jsonb_build_object('amount', l.amount, 'deadline', l.deadline, 'state', l.state, 'notes', l.notes,
                                               'updated_at', l.updated_at)
                       from public.courier_claims l where l.booking_id = b.id))
    from public.courier_bookings b
    join public.shipments s on s.id = b.shipment_id
    join public.orders o on o.id = s.order_id
    join public.couriers c on c.id = b.courier_id
    join public.parcel_progress p on p.booking_id = b.id
   where b.id = parcel_row.booking_id;
$$;

-- A page of a list of parcels: attempts for which the desk has to do something by their deadline, then those that wait; all others the
-- longest waiting first. Takes the list, the most working days that a parcel takes to each city {city: days}, a pattern for order, parcel
-- and tracking number, the last digits of a phone, and a courier (each may be null), how many rows to skip and to return, and the time.
-- With a number or a phone it is any booked parcel that has it, on whatever list or none; by phone for whoever sees contacts. Returns
-- {items, total}.
create function public.list_parcels_under_way(list shop.parcel_list, days_by_city jsonb, number_like text, courier_id text,
                                              page_offset integer, page_limit integer, at timestamptz default now(),
                                              phone_digits text default null)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  sees_contacts constant boolean := shop.may(shop.acting(), 'see_contacts');
  wanted text[];
  answer jsonb;
begin
  if number_like is not null then
    wanted := array (
      select b.id from public.courier_bookings b join public.shipments s on s.id = b.shipment_id join public.orders o on o.id = s.order_id
       where b.state = 'booked'
         and (s.order_number ilike number_like or s.shipment_number ilike number_like or b.tracking_number ilike number_like
              or sees_contacts and (o.customer_phone like '%' || phone_digits or o.second_phone like '%' || phone_digits))
       order by b.created_at desc, b.id limit 200);
  end if;
  with candidates as materialized (
    select l.* from shop.listed_parcels(days_by_city, list_parcels_under_way.at) l where wanted is null and list = any (l.lists)
    union all
    select l.* from unnest(wanted) w cross join lateral shop.listed_parcels(days_by_city, list_parcels_under_way.at, w) l
  ), listed as materialized (
    select c.* from candidates c join public.courier_bookings b on b.id = c.booking_id
     where list_parcels_under_way.courier_id is null or b.courier_id = list_parcels_under_way.courier_id
  ), shown as (
    select l.booking_id, l.promised_by, l.desk_step, row_number() over (order by list = 'attempts' and l.desk_step = 'wait',
                                                                        l.sort_at, l.booking_id) as place
      from listed l order by place offset page_offset limit page_limit
  )
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.parcel_row(s.booking_id, s.promised_by, s.desk_step) order by s.place), '[]') from shown s),
    'total', (select count(*) from listed))
    into answer;
  return answer;
end;
$$;

-- How many parcels each list has: {list: number}, and {desk: for how many of the attempts the desk has to do something now, unknown_labels:
-- words of couriers that nobody understands}. Takes {city: days} and the time.
create function public.count_parcels_under_way(days_by_city jsonb, at timestamptz default now()) returns jsonb
language sql stable set search_path = ''
as $$
  with listed as materialized (
    select * from shop.listed_parcels(days_by_city, count_parcels_under_way.at) l where l.lists <> '{}'
  )
  select (select jsonb_object_agg(k, (select count(*) from listed l where k = any (l.lists)))
          from unnest(enum_range(null::shop.parcel_list)) k)
      || jsonb_build_object('desk', (select count(*) from listed l where 'attempts' = any (l.lists) and l.desk_step <> 'wait'),
                            'unknown_labels', (select count(*) from public.courier_labels c where c.meaning is null));
$$;

-- One booked parcel as the lists have it. Takes the booking and {city: days}. Refuses 404 `booking_not_found`.
create function public.parcel_under_way(booking_id text, days_by_city jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  found_row jsonb;
begin
  select shop.parcel_row(l.booking_id, l.promised_by, l.desk_step) into found_row
    from shop.listed_parcels(days_by_city, now(), parcel_under_way.booking_id) l;
  if found_row is null then
    perform shop.refuse('booking_not_found');
  end if;
  return found_row;
end;
$$;

grant execute on function public.list_parcels_under_way, public.count_parcels_under_way, public.parcel_under_way to service_role;
