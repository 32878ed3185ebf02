-- Couriers without an API: parcels go to them in files of their portal.

-- Parcels that stood in a file for a courier's portal, so that the next file has only new ones.
create table public.portal_file_rows (
  booking_id text not null references public.courier_bookings (id),
  created_at timestamptz not null default clock_timestamp(),
  actor uuid references auth.users (id) on delete set null,
  primary key (booking_id, created_at)
);

create index portal_file_rows_by_actor on public.portal_file_rows (actor) where actor is not null;

create trigger portal_file_rows_append_only before update or delete on public.portal_file_rows for each row
  execute function shop.refuse_change();

alter table public.portal_file_rows enable row level security;
grant select, insert on public.portal_file_rows to service_role;

-- What waits for the portals of couriers that work by files, by their names: [{courier_id, courier, fresh: parcels that stood in no file,
-- waiting: those that did and have no tracking number yet, reference_header, tracking_header: how the answer of its portal is read}].
create function public.portal_work() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('courier_id', c.id, 'courier', c.name, 'fresh', counted.fresh, 'waiting', counted.waiting,
                                               'reference_header', coalesce(c.file_mapping ->> 'referenceHeader', ''),
                                               'tracking_header', coalesce(c.file_mapping ->> 'trackingHeader', ''))
                                               order by lower(c.name)), '[]')
    from public.couriers c
   cross join lateral (select count(*) filter (where not f.is_in_file) as fresh, count(*) filter (where f.is_in_file) as waiting
                         from public.courier_bookings b
                        cross join lateral (select exists (select from public.portal_file_rows r where r.booking_id = b.id) as is_in_file) f
                        where b.courier_id = c.id and b.state in ('intended', 'unknown')) counted
   where c.adapter = 'generic' and (c.is_active or counted.fresh + counted.waiting > 0);
$$;

-- The parcels of a file for a courier's portal, which are written down as in it. Takes the courier, whether those that stood in one before
-- are in it, too, and the staff member, who sends parcels, and sees contacts or reveals
-- them: as with labels, each parcel counts as one. Returns {courier, file_mapping, parcels: as
-- `shop.parcel_to_book` has them, left: [{shipment_number, reason}]}: left out are parcels that are not to be delivered any more (`over`),
-- and those whose sum is another one by now (`differs`). Refuses 403 `not_allowed`, 429 `too_many_reveals` {limit}, 404
-- `courier_not_found`, also for one that is reached by its API.
create function public.take_portal_file(courier_id text, again boolean, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  courier public.couriers;
  open_bookings jsonb;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'send_parcels');
  select * into courier from public.couriers c where c.id = take_portal_file.courier_id and c.adapter = 'generic' for update;
  if not found then
    perform shop.refuse('courier_not_found');
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'shipment_number', s.shipment_number, 'parcel', shop.parcel_to_book(b),
                              'reason', case when not shop.is_to_deliver(s) then 'over' when shop.booking_differs(b) then 'differs' end)
                              order by b.created_at, b.id), '[]')
    into open_bookings
    from public.courier_bookings b join public.shipments s on s.id = b.shipment_id
   where b.courier_id = courier.id and b.state in ('intended', 'unknown')
     and (again or not exists (select from public.portal_file_rows r where r.booking_id = b.id));
  insert into public.portal_file_rows (booking_id, actor)
  select o ->> 'id', take_portal_file.actor from jsonb_array_elements(open_bookings) o where o ->> 'reason' is null;
  -- Phones and addresses leave the shop. Whoever sees them one by one reveals those of each parcel, as with its label.
  perform shop.count_reveal(s.order_id, actor)
     from jsonb_array_elements(open_bookings) o join public.courier_bookings b on b.id = o ->> 'id'
     join public.shipments s on s.id = b.shipment_id where o ->> 'reason' is null;
  perform shop.write_audit(actor, 'export', courier.id, 'file for the portal of ' || courier.name, '{}',
    jsonb_build_object('parcels', (select count(*) from jsonb_array_elements(open_bookings) o where o ->> 'reason' is null),
                       'again', again));
  return jsonb_build_object('courier', courier.name, 'file_mapping', courier.file_mapping,
    'parcels', (select coalesce(jsonb_agg(o -> 'parcel' order by n), '[]') from jsonb_array_elements(open_bookings) with ordinality
                as e (o, n) where o ->> 'reason' is null),
    'left', (select coalesce(jsonb_agg(o - array['id', 'parcel'] order by n), '[]')
             from jsonb_array_elements(open_bookings) with ordinality as e (o, n)
              where o ->> 'reason' is not null));
end;
$$;

-- Settles a booking by a line of what a portal gave back. Takes the courier, the reference or the order's number, the tracking number, the
-- staff member, and whether it only says what would be. Returns the booking with {is_same}: one that has this number already stays as it
-- is. Refuses 404 `booking_not_found`, 409 `other_tracking_number` {trackingNumber} for one that has another, and as `settle_booking` does.
create function public.settle_by_reference(courier_id text, reference text, tracking_number text, actor uuid,
                                           preview boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  meant public.courier_bookings;
  settled jsonb;
begin
  -- A file may have the same line twice, and lines of a file are done side by side.
  perform shop.lock_orders(array (
    select s.order_id from public.courier_bookings b join public.shipments s on s.id = b.shipment_id
     where b.courier_id = settle_by_reference.courier_id
       and upper(settle_by_reference.reference) in (b.reference, s.order_number)));
  select b.* into meant from public.courier_bookings b join public.shipments s on s.id = b.shipment_id
   where b.courier_id = settle_by_reference.courier_id and upper(settle_by_reference.reference) in (b.reference, s.order_number)
   order by b.reference = upper(settle_by_reference.reference) desc, b.state in ('intended', 'unknown') desc, b.created_at desc limit 1;
  if not found then
    perform shop.refuse('booking_not_found');
  elsif meant.state = 'booked' and shop.tracking_key(meant.tracking_number) = shop.tracking_key(settle_by_reference.tracking_number) then
    return shop.booking_json(meant) || '{"is_same": true}';
  elsif meant.state = 'booked' then
    perform shop.refuse('other_tracking_number', jsonb_build_object('trackingNumber', meant.tracking_number));
  end if;
  begin
    settled := public.settle_booking(meant.id, settle_by_reference.tracking_number, actor);
    if preview then
      raise sqlstate 'UNDO1';
    end if;
  exception when sqlstate 'UNDO1' then null;
  end;
  return settled || '{"is_same": false}';
end;
$$;

-- Bookings that somebody has to look at, the oldest first: those that nobody knows the end of, and those whose caller is gone.
create function public.open_bookings() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(shop.booking_json(b) order by b.created_at, b.id), '[]')
    from (select * from public.courier_bookings o where o.state in ('intended', 'unknown') order by o.created_at, o.id limit 200) b;
$$;

create trigger portal_file_rows_need_right after insert on public.portal_file_rows
  for each row execute function shop.require_right('send_parcels');

grant execute on function public.portal_work, public.take_portal_file, public.settle_by_reference, public.open_bookings to service_role;
