-- How a pickup is booked and cancelled at a courier (returns/collections.sql).

-- Refuses 409 `return_decided` {state} unless a request is approved, and 422 `courierId` where nothing is to be collected, or not by this
-- courier. Takes the request and the courier.
create function shop.check_collection(request public.return_requests, courier public.couriers) returns void
language plpgsql stable set search_path = ''
as $$
declare
  sent constant public.orders := (select o from public.orders o where o.id = request.order_id);
  home_city constant text := coalesce(sent.city_known, sent.city);
begin
  perform shop.check_return_state(request, '{approved}');
  if not request.comes_back then
    perform shop.refuse_field('courierId', 'The customer keeps the pieces');
  elsif sent.customer_address = '' then
    perform shop.refuse_field('courierId', 'The order has no address');
  elsif not courier.is_active then
    perform shop.refuse_field('courierId', 'This courier is set aside');
  elsif exists (select from public.courier_cities c where c.courier_id = courier.id)
    and not exists (select from public.courier_cities c where c.courier_id = courier.id and c.city = home_city) then
    perform shop.refuse_field('courierId', format('%s does not serve %s', courier.name, home_city));
  end if;
end;
$$;

-- Takes on the pickup of a request before a courier is called. Takes the request, the courier, for how many seconds nobody else may, and
-- the staff member. Returns {step, collection, parcel} with the steps of `begin_booking`; `parcel` is what the courier is told. Refuses 404
-- `return_not_found`, `courier_not_found`, 409 `booking_under_way` while somebody else has it, `booked_elsewhere` with {courier}, and what
-- `shop.check_collection` refuses.
create function public.begin_collection(request_id text, courier_id text, claim_seconds integer, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  request constant public.return_requests := shop.lock_return(request_id);
  courier public.couriers;
  collection public.return_collections;
  next_step text := 'book';
  being_called text;
begin
  perform shop.act_as(actor);
  select * into courier from public.couriers c where c.id = begin_collection.courier_id;
  if not found then
    perform shop.refuse('courier_not_found');
  end if;
  select * into collection from public.return_collections c
   where c.request_id = request.id and c.state in ('intended', 'unknown', 'booked') for update;
  if found and collection.courier_id <> courier.id then
    perform shop.refuse('booked_elsewhere',
                        jsonb_build_object('courier', (select c.name from public.couriers c where c.id = collection.courier_id)));
  elsif collection.state = 'booked' then
    return jsonb_build_object('step', 'done', 'collection', shop.collection_json(collection), 'parcel', null);
  elsif collection.claimed_until > now() then
    perform shop.refuse('booking_under_way');
  end if;
  perform shop.check_collection(request, courier);
  being_called := format('The call of %s has not ended. Look it up two minutes after it.', courier.name);
  if collection.id is null then
    insert into public.return_collections (request_id, courier_id, reference, claimed_until, problem)
    values (request.id, courier.id,
            -- Another one after each that was cancelled there, so that the cancelled one is not found in its place.
            request.return_number || coalesce((select '-' || count(*) + 1 from public.return_collections c
                                                where c.request_id = request.id and c.courier_id = courier.id and c.state = 'cancelled'
                                               having count(*) > 0), ''),
            now() + make_interval(secs => claim_seconds), being_called)
    returning * into collection;
  else
    next_step := 'look_up';
    update public.return_collections c
       set turn = c.turn + 1, state = 'intended', claimed_until = now() + make_interval(secs => claim_seconds), problem = being_called
     where c.id = collection.id returning * into collection;
  end if;
  return jsonb_build_object('step', next_step, 'collection', shop.collection_json(collection),
                            'parcel', shop.parcel_to_collect(collection));
end;
$$;

-- Whether a courier gave a tracking number before, to a parcel or a pickup. Takes the pickup that wants it, and the number.
create function shop.is_number_taken(collection public.return_collections, tracking_number text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  key constant text := shop.tracking_key(is_number_taken.tracking_number);
begin
  return exists (select from public.courier_bookings b
                  where b.courier_id = collection.courier_id and b.tracking_number <> '' and shop.tracking_key(b.tracking_number) = key)
      or exists (select from public.return_collections c
                  where c.courier_id = collection.courier_id and c.id <> collection.id and c.tracking_number <> ''
                    and shop.tracking_key(c.tracking_number) = key);
end;
$$;

-- Writes down what came of a call. Takes the pickup, the turn in which the courier was called, `booked` with the tracking number, `failed`
-- or `unknown` with the problem, or `cancelled`; `booked` again keeps the problem of a cancellation. Whoever booked too late gets
-- `surplus`: their tracking number is to be cancelled. A number that the courier gave before leaves it unknown. The customer is mailed what
-- they have to do now, and the order's timeline says it. Returns {surplus, collection}. Refuses 404 `booking_not_found`, 409
-- `booking_settled` for a turn that was taken over or a pickup that is over.
create function public.note_collection(collection_id text, turn integer, state shop.booking_state, tracking_number text default '',
                                       problem text default '') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  asked public.return_requests;
  before public.return_collections;
  courier text;
begin
  select r.* into asked from public.return_collections c join public.return_requests r on r.id = c.request_id
   where c.id = note_collection.collection_id;
  perform shop.lock_orders(array[asked.order_id]);
  select * into before from public.return_collections c where c.id = note_collection.collection_id for update;
  if not found then
    perform shop.refuse('booking_not_found');
  elsif note_collection.state = 'booked' and before.state = 'booked' then
    if shop.tracking_key(note_collection.tracking_number) = shop.tracking_key(before.tracking_number) then
      update public.return_collections c set problem = left(note_collection.problem, 300) where c.id = before.id returning * into before;
    end if;
    return jsonb_build_object('surplus', shop.tracking_key(note_collection.tracking_number) <> shop.tracking_key(before.tracking_number),
                              'collection', shop.collection_json(before));
  elsif (case when note_collection.state = 'cancelled' then before.state <> 'booked'
              else before.state not in ('intended', 'unknown')
                   or before.turn <> note_collection.turn and note_collection.state <> 'booked' end) then
    perform shop.refuse('booking_settled');
  end if;
  select c.name into courier from public.couriers c where c.id = before.courier_id;
  if note_collection.state = 'booked' and shop.is_number_taken(before, note_collection.tracking_number) then
    note_collection.state := 'unknown';
    note_collection.problem := format('%s gave the tracking number %s, which something else has already. Look it up in its portal.',
                                      courier, note_collection.tracking_number);
    note_collection.tracking_number := '';
  end if;
  update public.return_collections c
     set state = note_collection.state, problem = left(note_collection.problem, 300),
         tracking_number = case when note_collection.state = 'cancelled' then c.tracking_number else note_collection.tracking_number end,
         -- What may still reach the courier is left alone until it must have.
         claimed_until = case when note_collection.state = 'unknown' then c.claimed_until else now() end
   where c.id = before.id returning * into before;
  if before.state in ('booked', 'cancelled') then
    perform shop.log_order_event(asked.order_id, 'note', '', null, null, format(
      case before.state when 'booked' then '%s is collected by %s, %s' else '%s is not collected by %s any more, %s' end,
      asked.return_number, courier, before.tracking_number));
    if asked.state = 'approved' and shop.is_customer_mail_on('returnDecided') then
      perform shop.mail_decision(asked.id);
    end if;
  end if;
  return jsonb_build_object('surplus', false, 'collection', shop.collection_json(before));
end;
$$;

-- A pickup that is to be cancelled at its courier. Takes the id of its request. Returns it with {booked_from}, the day from which on the
-- courier knows it. Refuses 404 `return_not_found`, 409 `booking_settled` where none stands, `booking_under_way` while a courier is being
-- called.
create function public.collection_to_cancel(request_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  standing public.return_collections;
begin
  select c.* into standing from public.return_collections c
   where c.request_id = collection_to_cancel.request_id and c.state in ('intended', 'unknown', 'booked');
  if not exists (select from public.return_requests r where r.id = collection_to_cancel.request_id) then
    perform shop.refuse('return_not_found');
  elsif standing.id is null then
    perform shop.refuse('booking_settled');
  elsif standing.state <> 'booked' and standing.claimed_until > now() then
    perform shop.refuse('booking_under_way');
  end if;
  return shop.collection_json(standing) || jsonb_build_object('booked_from', shop.day_of(standing.created_at));
end;
$$;

create trigger return_collections_need_right after insert or update of state on public.return_collections
  for each row execute function shop.require_right('send_parcels');

grant execute on function public.begin_collection, public.note_collection, public.collection_to_cancel to service_role;
