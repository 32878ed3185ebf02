-- What is wrong between the shop and its couriers, parcel by parcel: read from standing files, from what couriers hold, and from what was
-- asked for already.

-- What couriers owe and did not pay, or kept too much of, and nobody gave up: {courier_id, shipment_id, about, line_id, kind, amount: what
-- is missing, expected, said: both figures, since}. `short`: a file paid less than the parcel collected, or says that it came back. `late`:
-- in no file, longer than the courier takes. `missing`: the same, and a file came since. `overcharged`, `overtaxed`: kept a rupee or more
-- above the dated tables for a parcel that the shop knows; what is less is rounding.
create view shop.courier_wrongs with (security_invoker = true) as
  select h.courier_id, s.id as shipment_id, 'cash'::shop.dispute_about as about, null::text as line_id,
         case when paid.lines > 0 then 'short'
              when exists (select from public.settlements f where f.courier_id = h.courier_id and f.state = 'booked'
                            and f.created_at > h.since + make_interval(days => c.payout_days)) then 'missing' else 'late' end as kind,
         h.amount, h.amount + paid.cod as expected, paid.cod as said, h.since
    from shop.held_by_couriers h
    join public.couriers c on c.id = h.courier_id
    join public.shipments s on s.order_id = h.order_id and s.shipment_number = h.number
   cross join lateral (select count(*) as lines, coalesce(sum(l.cod) filter (where l.outcome = 'delivered'), 0) as cod
                         from public.settlement_lines l
                        where l.shipment_id = s.id and l.courier_id = h.courier_id and l.is_standing and l.outcome <> 'charge') paid
   where h.amount > 0 and (paid.lines > 0 or shop.day_of(now()) - shop.day_of(h.since) > c.payout_days)
  union all
  select l.courier_id, l.shipment_id, 'charges', l.id, 'overcharged', l.shipping + l.gst + l.other_charges - l.expected_charge,
         l.expected_charge, l.shipping + l.gst + l.other_charges, f.created_at
    from public.settlement_lines l
    join public.settlements f on f.id = l.settlement_id
   where l.is_standing and l.shipment_id is not null and l.shipping + l.gst + l.other_charges - l.expected_charge >= 1
     and not exists (select from public.courier_disputes d where d.line_id = l.id and d.about = 'charges' and shop.is_ended(d))
  union all
  select l.courier_id, l.shipment_id, 'taxes', l.id, 'overtaxed', l.income_tax + l.sales_tax - l.expected_tax, l.expected_tax,
         l.income_tax + l.sales_tax, f.created_at
    from public.settlement_lines l
    join public.settlements f on f.id = l.settlement_id
   where l.is_standing and l.shipment_id is not null and l.income_tax + l.sales_tax - l.expected_tax >= 1
     and not exists (select from public.courier_disputes d where d.line_id = l.id and d.about = 'taxes' and shop.is_ended(d));

-- All of them with what was done about them, and those that are settled by now: {id: what they are about and of which line or parcel, the
-- columns of `shop.courier_wrongs`, state: `open`, `asked` or `settled`, asked_by, asked_at, settled_by: `courier`, `written_off`,
-- `accepted`, `paid_back` or `corrected`, settled_at, reason}.
create view shop.dispute_items with (security_invoker = true) as
  select concat_ws('-', w.about::text, coalesce(w.line_id, w.shipment_id)) as id, w.courier_id, w.shipment_id, w.about, w.line_id,
         w.kind, w.amount, w.expected, w.said, w.since, case when d.id is null then 'open' else 'asked' end as state,
         d.asked_by, d.asked_at, null::text as settled_by, null::timestamptz as settled_at, '' as reason
    from shop.courier_wrongs w
    left join public.courier_disputes d on d.courier_id = w.courier_id and d.shipment_id = w.shipment_id and d.about = w.about
     and d.line_id is not distinct from w.line_id and d.asked_at is not null
  union all
  select concat_ws('-', d.about::text, coalesce(d.line_id, d.shipment_id)), d.courier_id, d.shipment_id, d.about, d.line_id,
         case d.about when 'cash' then 'short' when 'charges' then 'overcharged' else 'overtaxed' end, d.amount, null, null,
         coalesce(d.asked_at, d.ended_at), 'settled', d.asked_by, d.asked_at,
         case when d.ended = 'paid' then 'paid_back' when d.ended = 'accepted' then 'accepted' when loss.at is not null then 'written_off'
              when d.about = 'cash' and later.at is not null then 'courier' else 'corrected' end,
         coalesce(d.ended_at, loss.at, later.at), coalesce(loss.reason, d.reason)
    from public.courier_disputes d
    join public.shipments s on s.id = d.shipment_id
    left join lateral (select p.created_at as at, p.reason from public.payments p
                        where d.about = 'cash' and p.order_id = s.order_id and p.reference = s.shipment_number and p.kind = 'short_paid'
                          and p.reverses is null and not exists (select from public.payments r where r.reverses = p.id)
                        order by p.sequence desc limit 1) loss on true
    left join lateral (select max(f.created_at) as at from public.settlement_lines l join public.settlements f on f.id = l.settlement_id
                        where l.shipment_id = d.shipment_id and l.is_standing and l.outcome = 'delivered'
                          and f.created_at > d.asked_at) later on true
   where case when d.about = 'cash'
              then not exists (select from shop.held_by_couriers h where h.order_id = s.order_id and h.number = s.shipment_number
                                and h.courier_id = d.courier_id and h.amount > 0)
              else shop.is_ended(d) or not (select l.is_standing from public.settlement_lines l where l.id = d.line_id) end;

grant select on shop.courier_wrongs, shop.dispute_items to service_role;

-- An item as staff see it: its fields without the line, {courier, shipment_number, tracking_number, order_number, reference: the courier's
-- number of the payment that says so, days}. Takes the row.
create function shop.dispute_json(item shop.dispute_items) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(item) - '{line_id,about}'::text[] || jsonb_build_object(
    'courier', (select c.name from public.couriers c where c.id = item.courier_id),
    'asked_by', shop.username_of(item.asked_by), 'days', shop.day_of(now()) - shop.day_of(item.since),
    'shipment_number', s.shipment_number, 'order_number', s.order_number,
    'tracking_number', coalesce((select b.tracking_number from public.courier_bookings b
                                  where b.shipment_id = s.id and b.state = 'booked' and b.tracking_number <> '' limit 1),
                                s.tracking_number),
    'reference', coalesce((select f.reference from public.settlement_lines l join public.settlements f on f.id = l.settlement_id
                            where l.id = item.line_id),
                          (select f.reference from public.settlement_lines l join public.settlements f on f.id = l.settlement_id
                            where item.line_id is null and l.shipment_id = item.shipment_id and l.outcome <> 'charge' and l.is_standing
                            order by f.created_at desc limit 1)))
    from public.shipments s where s.id = item.shipment_id;
$$;

-- A page of what is wrong, the oldest first. Takes a courier and a state, each null for all. Returns {items: [`shop.dispute_json`], total}.
create function public.list_disputes(courier_id text, state text, page_offset integer, page_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  with found as materialized (
    select i from shop.dispute_items i
     where (list_disputes.courier_id is null or i.courier_id = list_disputes.courier_id)
       and (list_disputes.state is null or i.state = list_disputes.state))
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.dispute_json(p.i) order by (p.i).since, (p.i).id), '[]')
                from (select f.i from found f order by (f.i).since, (f.i).id offset page_offset limit page_limit) p),
    'total', (select count(*) from found));
$$;

-- What is wrong by courier, the most to ask for first: [{courier_id, courier, open: rupees that nobody asked for, open_items, asked,
-- asked_items, asked_at: the longest ago, to_ask: [`shop.dispute_json`], the oldest hundred that nobody asked for}].
create function public.disputes_by_courier() returns jsonb
language sql stable set search_path = ''
as $$
  with found as materialized (
    select i, row_number() over (partition by i.courier_id, i.state order by i.since, i.id) as place
      from shop.dispute_items i where i.state <> 'settled')
  select coalesce(jsonb_agg(to_jsonb(k) order by k.open desc, k.courier), '[]')
    from (select (f.i).courier_id, c.name as courier, coalesce(sum((f.i).amount) filter (where (f.i).state = 'open'), 0) as open,
                 count(*) filter (where (f.i).state = 'open') as open_items,
                 coalesce(sum((f.i).amount) filter (where (f.i).state = 'asked'), 0) as asked,
                 count(*) filter (where (f.i).state = 'asked') as asked_items, min((f.i).asked_at) as asked_at,
                 coalesce(jsonb_agg(shop.dispute_json(f.i) order by f.place) filter (where (f.i).state = 'open' and f.place <= 100),
                          '[]') as to_ask
            from found f join public.couriers c on c.id = (f.i).courier_id
           group by (f.i).courier_id, c.name) k;
$$;

grant execute on function public.list_disputes, public.disputes_by_courier to service_role;
