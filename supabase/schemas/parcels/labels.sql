-- Labels of parcels, as they were printed, and what is due at the door in one figure: `to_collect` (parcels/shipments.sql). A label carries
-- a short version of what it says. The page that its code opens (parcels/label_keys.sql) compares it with what is right.

-- Every label that was printed.
create table public.shipment_labels (
  id text primary key default shop.new_id(),
  shipment_id text not null references public.shipments (id),
  -- What it says, in short (`shop.label_version`).
  version text not null,
  -- What it says that is due, in rupees.
  due numeric(12, 2) not null,
  -- Null: an account that is gone.
  actor uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint shipment_labels_version_short check (version ~ '^[0-9a-f]{8}$')
);

create index shipment_labels_of_shipment on public.shipment_labels (shipment_id, created_at desc);
create index shipment_labels_by_actor on public.shipment_labels (actor) where actor is not null;

create trigger shipment_labels_append_only before update or delete on public.shipment_labels for each row
  execute function shop.refuse_change();

alter table public.shipment_labels enable row level security;
grant select, insert on public.shipment_labels to service_role;

-- A rider who asked for another sum than is due, once a parcel.
create table public.asked_sums (
  shipment_id text primary key references public.shipments (id),
  -- What the rider asked for, and what was due then, in rupees.
  asked numeric(12, 2) not null,
  due numeric(12, 2) not null,
  note text not null default '',
  -- Said by whoever scanned the label, who need not be the customer.
  is_scanned boolean not null default false,
  created_at timestamptz not null default now(),
  -- When staff had seen to it.
  settled_at timestamptz,
  constraint asked_sums_asked_range check (asked between 0 and 1000000),
  constraint asked_sums_note_length check (char_length(note) <= 300)
);

create index asked_sums_open on public.asked_sums (created_at) where settled_at is null;

alter table public.asked_sums enable row level security;
grant select, insert, update on public.asked_sums to service_role;

-- What the label of a parcel says: {shipment_number, order_number, name, phone, second_phone, address, city, zip_code, carrier,
-- tracking_number, due, pieces, grams}. Takes the parcel's id; null for one that there is not.
create function shop.label_json(shipment_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select jsonb_build_object(
            'shipment_number', v.shipment_number, 'order_number', o.order_number, 'name', v.recipient_name, 'phone', v.recipient_phone,
            -- The customer answers for whoever does not.
            'second_phone', case when o.recipient_phone is null then o.second_phone else o.customer_phone end,
            'address', o.customer_address, 'city', coalesce(o.city_known, o.city), 'zip_code', o.zip_code,
            'carrier', coalesce(nullif(v.carrier, ''), (select c.name from public.courier_bookings b
                                                        join public.couriers c on c.id = b.courier_id
                                                           where b.shipment_id = v.id and b.state in ('intended', 'unknown')), ''),
            'tracking_number', v.tracking_number, 'due', trim_scale(v.to_collect),
            'pieces', (select coalesce(sum((i ->> 'quantity')::integer), 0) from jsonb_array_elements(v.items) i),
            'grams', coalesce(v.weight, shop.parcel_grams(o.id)))
            from public.shipments_of_orders v join public.orders o on o.id = v.order_id where v.id = label_json.shipment_id);
end;
$$;

-- A short version of what a label says: another one as soon as it would say something else. What it weighs does not count, since nobody
-- pays by it at the door. Takes what `shop.label_json` returns.
create function shop.label_version(label jsonb) returns text
language sql immutable set search_path = ''
as $$
  select left(encode(sha256(convert_to((label - 'grams')::text, 'UTF8')), 'hex'), 8);
$$;

-- Whether a parcel is still to be delivered, and its order neither cancelled nor deleted. Takes its row.
create function shop.is_to_deliver(parcel public.shipments) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return parcel.archived_at is null and not shop.is_over(parcel.status)
     and exists (select from public.orders o where o.id = parcel.order_id and o.archived_at is null and o.status <> 'cancelled');
end;
$$;

-- The booking of a parcel that counts: the one that stands, or else the latest. Takes the parcel's id. Null where there is none.
create function shop.booking_of(shipment_id text) returns public.courier_bookings
language plpgsql stable set search_path = ''
as $$
declare
  found_booking public.courier_bookings;
begin
  select * into found_booking from public.courier_bookings b where b.shipment_id = booking_of.shipment_id
   order by b.state in ('intended', 'unknown', 'booked') desc, b.created_at desc, b.id desc limit 1;
  return found_booking;
end;
$$;

-- Whether a courier was told to collect another sum than is due now, so that the booking has to be cancelled. Takes the booking.
create function shop.booking_differs(booking public.courier_bookings) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(booking.state in ('intended', 'unknown', 'booked')
    and exists (select from public.shipments s join public.shipments_of_orders v on v.id = s.id
                 where s.id = booking.shipment_id and shop.is_to_deliver(s) and v.to_collect <> booking.collect), false);
end;
$$;

create table shop.label_keys (
  shipment_id text primary key references public.shipments (id),
  key text not null,
  constraint label_keys_key_long check (char_length(key) = 24)
);

-- The key of a parcel's label. Takes the parcel's id; its first call makes the key.
create function shop.label_key(shipment_id text) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  found_key text;
begin
  insert into shop.label_keys as k (shipment_id, key) values (label_key.shipment_id, shop.new_page_key())
  on conflict on constraint label_keys_pkey do update set key = k.key
  returning k.key into found_key;
  return found_key;
end;
$$;

-- Writes down that the label of a parcel is printed. Whoever sees phones and addresses one by one reveals one. Takes the parcel's id and
-- the staff member. Returns what it says, as `shop.label_json` has it, with {shipment_id, version, key: of the label}. Refuses 404
-- `shipment_not_found`, 409 `parcel_over` {shipmentNumber}, 409 `booking_differs` {shipmentNumber, courier} while a courier was told to
-- collect another sum, and as `shop.count_reveal` does.
create function public.print_label(shipment_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  parcel public.shipments := shop.lock_shipment(shipment_id);
  booking public.courier_bookings := shop.booking_of(shipment_id);
  says jsonb;
begin
  perform shop.act_as(actor);
  if not shop.is_to_deliver(parcel) then
    perform shop.refuse('parcel_over', jsonb_build_object('shipmentNumber', parcel.shipment_number));
  elsif shop.booking_differs(booking) then
    perform shop.refuse('booking_differs', jsonb_build_object(
      'shipmentNumber', parcel.shipment_number, 'courier', (select c.name from public.couriers c where c.id = booking.courier_id)));
  end if;
  perform shop.count_reveal(parcel.order_id, actor);
  says := shop.label_json(parcel.id);
  insert into public.shipment_labels (shipment_id, version, due, actor)
  values (parcel.id, shop.label_version(says), (says ->> 'due')::numeric, print_label.actor);
  return says || jsonb_build_object('shipment_id', parcel.id, 'version', shop.label_version(says), 'key', shop.label_key(parcel.id));
end;
$$;

-- The booking of a parcel whose own papers a courier is asked for. They name the customer: whoever sees contacts one by one reveals one.
-- Takes the parcel's id and the staff member. Returns {booking_id, courier_id, courier, adapter, shipment_number, tracking_number,
-- label_url}. Refuses 404 `shipment_not_found`, 409 `parcel_over`, `parcel_not_booked`, `booking_differs`, all with {shipmentNumber}, and
-- as `shop.count_reveal` does.
create function public.booked_papers(shipment_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  parcel public.shipments := shop.lock_shipment(shipment_id);
  booking public.courier_bookings := shop.booking_of(shipment_id);
  courier public.couriers;
begin
  perform shop.act_as(actor);
  select * into courier from public.couriers c where c.id = booking.courier_id;
  if not shop.is_to_deliver(parcel) then
    perform shop.refuse('parcel_over', jsonb_build_object('shipmentNumber', parcel.shipment_number));
  elsif booking.state is distinct from 'booked' then
    perform shop.refuse('parcel_not_booked', jsonb_build_object('shipmentNumber', parcel.shipment_number));
  elsif shop.booking_differs(booking) then
    perform shop.refuse('booking_differs', jsonb_build_object('shipmentNumber', parcel.shipment_number, 'courier', courier.name));
  end if;
  perform shop.count_reveal(parcel.order_id, actor);
  return jsonb_build_object('booking_id', booking.id, 'courier_id', courier.id, 'courier', courier.name, 'adapter', courier.adapter,
                            'shipment_number', parcel.shipment_number, 'tracking_number', booking.tracking_number,
                            'label_url', booking.label_url);
end;
$$;

-- What was said of a rider: {shipment_id, shipment_number, order_id, order_number, asked, due, note, is_scanned, created_at, settled_at}.
-- Takes the row.
create function shop.asked_sum_json(said public.asked_sums) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select to_jsonb(said) || jsonb_build_object('shipment_number', s.shipment_number, 'order_id', s.order_id,
                                                      'order_number', s.order_number)
            from public.shipments s where s.id = said.shipment_id);
end;
$$;

-- What stands on paper about a parcel, and whether that is still right: {due, is_over, booking: as `shop.booking_json` has it with
-- `differs`, or null, label: the last that was printed {version, due, printed_by, printed_at, is_current}, or null, asked_sum: or null,
-- sums: of an order in several parcels, as `shop.order_sums_json` has them}. Takes the parcel's id. Refuses 404 `shipment_not_found`.
create function public.shipment_papers(shipment_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  parcel public.shipments;
  booking public.courier_bookings;
  says jsonb;
begin
  select * into parcel from public.shipments s where s.id = shipment_papers.shipment_id and s.archived_at is null;
  if not found then
    perform shop.refuse('shipment_not_found');
  end if;
  booking := shop.booking_of(parcel.id);
  says := shop.label_json(parcel.id);
  return jsonb_build_object(
    'due', says -> 'due', 'is_over', not shop.is_to_deliver(parcel),
    'booking', case when booking.id is not null then shop.booking_json(booking)
                    || jsonb_build_object('differs', shop.booking_differs(booking)) end,
    'label', (select jsonb_build_object('version', l.version, 'due', l.due,
                                        'printed_by', (select s.username from public.staff s where s.id = l.actor),
                                        'printed_at', l.created_at,
                                        'is_current', not shop.is_to_deliver(parcel) or l.version = shop.label_version(says))
                from public.shipment_labels l where l.shipment_id = parcel.id order by l.created_at desc, l.id desc limit 1),
    'asked_sum', (select shop.asked_sum_json(a) from public.asked_sums a where a.shipment_id = parcel.id))
    || jsonb_strip_nulls(jsonb_build_object('sums', shop.order_sums_json(parcel.order_id)));
end;
$$;

-- The load sheet that a rider signs: [{shipment_id, shipment_number, order_number, carrier, tracking_number, city, due, pieces, grams}], in
-- the order of couriers and numbers, without parcels that are over. Takes the parcels' ids.
create function public.load_sheet(shipment_ids text[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('shipment_id', s.id)
                            || (l.says - array['name', 'phone', 'second_phone', 'address', 'zip_code'])
                            order by lower(s.carrier), s.created_at, s.id), '[]')
    from public.shipments s cross join lateral (select shop.label_json(s.id) as says) l
   where s.id = any (shipment_ids) and shop.is_to_deliver(s);
$$;

-- What is due at the door: {due_at_door: {total, parcels: [{shipment_number, carrier, tracking_number, due, has_asked}]}}, nothing while no
-- parcel is to be delivered. Takes the order's row, and the parcel whose label was scanned: of the others its page says no tracking number,
-- by which couriers name people. On the order's own page (null) the customer may still speak where only somebody who scanned a label has.
create function shop.page_due_json(opened public.orders, scanned_id text default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  parcels constant jsonb := (
    select jsonb_agg(jsonb_build_object(
      'shipment_number', s.shipment_number, 'carrier', s.carrier, 'due', v.to_collect,
      'tracking_number', case when coalesce(scanned_id, s.id) = s.id then s.tracking_number else '' end,
      'has_asked', exists (select from public.asked_sums a where a.shipment_id = s.id and (scanned_id is not null or not a.is_scanned)))
                     order by s.created_at, s.id)
      from public.shipments s join public.shipments_of_orders v on v.id = s.id where s.order_id = opened.id and shop.is_to_deliver(s));
begin
  return case when parcels is null then '{}' else jsonb_build_object('due_at_door', jsonb_build_object(
    'total', (select sum((p ->> 'due')::numeric) from jsonb_array_elements(parcels) p), 'parcels', parcels)) end;
end;
$$;

-- Keeps that a rider asked for another sum, once a parcel: saying it again changes nothing, but the customer's word replaces one of whoever
-- scanned the label. Takes the parcel, the sum, a note, which may be empty, and whether a label was scanned.
create function shop.keep_asked_sum(parcel public.shipments, asked numeric, note text, is_scanned boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  said public.asked_sums;
begin
  insert into public.asked_sums as a (shipment_id, asked, due, note, is_scanned)
  -- What it was when the rider came, also where somebody noted the delivery meanwhile.
  select parcel.id, keep_asked_sum.asked,
         case when shop.is_over(parcel.status)
              then coalesce((select l.due from public.shipment_labels l where l.shipment_id = parcel.id
                              order by l.created_at desc limit 1), v.to_collect)
              else v.to_collect end, keep_asked_sum.note, keep_asked_sum.is_scanned
    from public.shipments_of_orders v where v.id = parcel.id
  on conflict on constraint asked_sums_pkey do update
     set asked = excluded.asked, due = excluded.due, note = excluded.note, is_scanned = false, created_at = now(), settled_at = null
   where a.is_scanned and not excluded.is_scanned
  returning * into said;
  if found then
    perform shop.log_order_event(parcel.order_id, 'parcel', parcel.shipment_number, null,
                                 jsonb_build_object(case when said.is_scanned then 'scanned_sum' else 'asked_sum' end, said.asked,
                                                    'due', said.due), said.note);
  end if;
end;
$$;

alter table shop.label_keys enable row level security;
grant select, insert, update on shop.label_keys to service_role;

create trigger shipment_labels_need_right after insert on public.shipment_labels
  for each row execute function shop.require_right('send_parcels');
create trigger asked_sums_need_right_to_settle after update on public.asked_sums
  for each row execute function shop.require_right('send_parcels');

grant execute on function public.print_label, public.booked_papers, public.shipment_papers, public.load_sheet to service_role;
