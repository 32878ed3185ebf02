-- Couriers that offer it collect what comes back. As with parcels that leave (parcels/bookings.sql), the intent is written before the
-- courier is called, and a lost answer is looked up by the reference (docs/decisions/business/0225-couriers-collect-returns.md).

create table public.return_collections (
  id text primary key default shop.new_id(),
  request_id text not null references public.return_requests (id),
  courier_id text not null references public.couriers (id),
  -- What the courier knows the pickup by until it has a tracking number.
  reference text not null,
  state shop.booking_state not null default 'intended',
  tracking_number text not null default '',
  -- Why it failed, or why nobody knows, or why it was not cancelled.
  problem text not null default '',
  -- Counts who took it on: only the last one may say what came of it.
  turn integer not null default 1,
  -- Until then it is theirs; after that it may have come to nothing.
  claimed_until timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint return_collections_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint return_collections_tracking_when_booked check ((tracking_number <> '') = (state in ('booked', 'cancelled'))),
  constraint return_collections_length check (char_length(tracking_number) <= 120 and char_length(problem) <= 300)
);

-- No request is collected twice, whatever is pressed, repeated or killed.
create unique index return_collections_one_per_request on public.return_collections (request_id)
  where state in ('intended', 'unknown', 'booked');
create unique index return_collections_tracking_number on public.return_collections (shop.tracking_key(tracking_number), courier_id)
  where tracking_number <> '';
create index return_collections_of_request on public.return_collections (request_id, created_at);
create index return_collections_by_courier on public.return_collections (courier_id);

alter table public.return_collections enable row level security;
grant select, insert, update on public.return_collections to service_role;

-- A pickup is of a request that is approved and brings pieces back; it moves on in one direction, and what the courier was told stays.
create function shop.guard_collection(old public.return_collections, new public.return_collections) returns void
language plpgsql set search_path = ''
as $$
begin
  if old.id is null then
    -- A row without a request is refused as such.
    if new.request_id is not null
       and not exists (select from public.return_requests r where r.id = new.request_id and r.state = 'approved' and r.comes_back) then
      raise exception 'what is collected was approved, and is not back' using errcode = 'restrict_violation';
    end if;
  elsif (new.request_id, new.courier_id, new.reference) is distinct from (old.request_id, old.courier_id, old.reference)
     or new.state <> old.state and not (old.state in ('intended', 'unknown') and new.state <> 'cancelled'
                                        or old.state = 'booked' and new.state = 'cancelled') then
    raise exception 'a pickup that is % cannot become %', old.state, new.state using errcode = 'restrict_violation';
  end if;
end;
$$;

-- Whether a courier comes for the pieces of a request, or may. Takes its id.
create function shop.is_collected(request_id text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.return_collections c
                  where c.request_id = is_collected.request_id and c.state in ('intended', 'unknown', 'booked'));
$$;

-- Refuses 409 `pickup_stands` to close a request without its pieces while a courier comes for them: the pickup is cancelled first. Takes
-- the request.
create function shop.check_no_pickup(request public.return_requests) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if shop.is_collected(request.id) then
    perform shop.refuse('pickup_stands');
  end if;
end;
$$;

-- A pickup as staff see it: the row with the courier's name and adapter.
create function shop.collection_json(collection public.return_collections) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(collection) || jsonb_build_object('courier', c.name, 'adapter', c.adapter)
    from public.couriers c where c.id = collection.courier_id;
$$;

-- What a request's details say of its pickup: {collection: the last one or null, may_collect}. Takes the request.
create function shop.collection_of_json(request public.return_requests) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'collection', (select shop.collection_json(c) from public.return_collections c where c.request_id = request.id
                    order by c.created_at desc, c.id desc limit 1),
    'may_collect', request.state = 'approved' and request.comes_back
                   and (select o.customer_address <> '' from public.orders o where o.id = request.order_id));
$$;

-- The pickup that a customer was told of, the last one that was booked; null for none. Takes the request's id.
create function shop.told_pickup(request_id text) returns public.return_collections
language sql stable set search_path = ''
as $$
  select c from public.return_collections c
   where c.request_id = told_pickup.request_id and c.tracking_number <> '' order by c.created_at desc, c.id desc limit 1;
$$;

-- What a customer is told of a pickup: {courier, tracking_number}. Takes it.
create function shop.pickup_json(collection public.return_collections) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('courier', k.name, 'tracking_number', collection.tracking_number)
    from public.couriers k where k.id = collection.courier_id;
$$;

-- What a courier is told of a pickup (src/domain/couriers/booking-file.ts): whoever got the parcel, where it went. Takes it.
create function shop.parcel_to_collect(collection public.return_collections) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('reference', collection.reference, 'order_number', o.order_number,
                              'name', coalesce(o.recipient_name, o.customer_name),
                              'phone', coalesce(o.recipient_phone, o.customer_phone), 'address', o.customer_address,
                              'city', coalesce(place.courier_name, o.city_known, o.city), 'city_code', coalesce(place.courier_code, ''),
                              'pickup_code', c.pickup_code, 'booked_from', shop.day_of(collection.created_at),
                              'pieces', (select count(*) from shop.return_pieces p where p.request_id = r.id))
      from public.return_requests r
      join public.orders o on o.id = r.order_id
      join public.couriers c on c.id = collection.courier_id
      left join public.courier_cities place on place.courier_id = c.id and place.city = coalesce(o.city_known, o.city)
     where r.id = collection.request_id);
end;
$$;
