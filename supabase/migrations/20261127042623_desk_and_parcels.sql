SET local check_function_bodies = off;

DROP FUNCTION "shop"."limits"();

DROP FUNCTION "shop"."standing_of"(uuid);

CREATE OR REPLACE FUNCTION public.list_activity (
  viewer      uuid,
  person      uuid,
  kind        shop.activity_kind,
  record      text,
  from_day    date,
  to_day      date,
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  sees_all constant boolean := shop.may(viewer, 'see_activity');
  sees_names constant boolean := shop.may(viewer, 'see_names');
  sees_orders constant boolean := sees_names and shop.may(viewer, 'see_contacts') and shop.may(viewer, 'see_sums');
  from_time constant timestamptz := shop.start_of_day(from_day);
  to_time constant timestamptz := shop.start_of_day(to_day + 1);
begin
  if person is distinct from viewer then
    perform shop.assert_may(viewer, 'see_activity');
  end if;
  return jsonb_build_object(
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', a.id, 'created_at', a.created_at, 'actor_name', a.actor_name, 'role', a.role, 'operation', a.operation,
               'request_id', a.request_id, 
               'event', case when seen.before and e.id is not null then jsonb_build_object('kind', e.kind, 'subject', e.subject) end,
               'session_id', a.session_id, 'user_agent', a.user_agent, 'kind', a.kind, 'record_id', a.record_id, 'is_refused', a.is_refused,
               'subject', case when sees_all or sees_names or a.kind not in ('customer', 'message')
                               and (a.kind <> 'payment' or a.event_id is not null) then a.subject
                               else case a.kind when 'customer' then 'a customer' when 'message' then 'a message'
                                         else 'store credit' end end,
               'before', case when seen.before then shop.without_secrets(coalesce(e.before, a.before)) else '{}' end,
               'after', case when seen.before
                             then shop.without_secrets(coalesce(e.after, a.after)
                                                       || case when e.note <> '' then jsonb_build_object('note', e.note) else '{}' end)
                             else '{}' end)
               order by a.created_at desc, a.id desc), '[]')
        from (select l.* from public.audit_log l
               where (person is null or l.actor = person) and (list_activity.kind is null or l.kind = list_activity.kind)
                 and (record is null or l.record_id = record) and (from_time is null or l.created_at >= from_time)
                 and (to_time is null or l.created_at < to_time)
               order by l.created_at desc, l.id desc limit page_limit offset page_offset) a
        left join public.order_events e on e.id = a.event_id
       cross join lateral (select sees_all
                                  or a.kind in ('product', 'price', 'stock', 'review', 'discount_code', 'session')
                                  or sees_orders and a.kind not in ('bank_account', 'staff', 'role', 'settings', 'purchase')
                                  as before) seen),
    'total', (
      select count(*) from public.audit_log l
       where (person is null or l.actor = person) and (list_activity.kind is null or l.kind = list_activity.kind)
         and (record is null or l.record_id = record) and (from_time is null or l.created_at >= from_time)
         and (to_time is null or l.created_at < to_time)));
end;
$function$;

CREATE OR REPLACE FUNCTION public.note_booking (
  booking_id      text,
  turn            integer,
  state           shop.booking_state,
  tracking_number text               DEFAULT ''::text,
  label_url       text               DEFAULT ''::text,
  problem         text               DEFAULT ''::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.courier_bookings;
  taken_by text;
begin
  perform shop.lock_shipment(b.shipment_id) from public.courier_bookings b where b.id = note_booking.booking_id;
  select * into before from public.courier_bookings b where b.id = note_booking.booking_id for update;
  if not found then
    perform shop.refuse('booking_not_found');
  elsif note_booking.state = 'booked' and before.state = 'booked' then
    return jsonb_build_object('surplus', shop.tracking_key(note_booking.tracking_number) <> shop.tracking_key(before.tracking_number),
                              'booking', shop.booking_json(before));
  elsif before.state not in ('intended', 'unknown') or (before.turn <> note_booking.turn and note_booking.state <> 'booked') then
    perform shop.refuse('booking_settled');
  end if;
  if note_booking.state = 'booked' then
    taken_by := shop.parcel_with_number(before, note_booking.tracking_number);
  end if;
  if taken_by is not null then
    note_booking.state := 'unknown';
    note_booking.problem := format('%s gave the tracking number %s, which %s has already. Look it up in its portal.',
                                   (select c.name from public.couriers c where c.id = before.courier_id),
                                   note_booking.tracking_number, taken_by);
    note_booking.tracking_number := '';
    note_booking.label_url := '';
  end if;
  update public.courier_bookings b
     set state = note_booking.state, tracking_number = note_booking.tracking_number, label_url = note_booking.label_url,
         problem = left(note_booking.problem, 300),
         -- What may still reach the courier is left alone until it must have.
         claimed_until = case when note_booking.state = 'unknown' then b.claimed_until else now() end
   where b.id = before.id returning * into before;
  if before.state = 'booked' then
    update public.shipments s
       set carrier = (select c.name from public.couriers c where c.id = before.courier_id),
         tracking_number = before.tracking_number, weight = before.grams,
         -- What staff typed stays.
         shipping_cost = case when s.shipping_cost = 0 then coalesce(before.charge, 0) else s.shipping_cost end
     where s.id = before.shipment_id;
  end if;
  return jsonb_build_object('surplus', false, 'booking', shop.booking_json(before));
end;
$function$;

CREATE OR REPLACE FUNCTION public.note_cancelled_booking (
  booking_id text,
  actor      uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.courier_bookings;
begin
  perform shop.act_as(actor);
  perform shop.lock_shipment(b.shipment_id) from public.courier_bookings b where b.id = note_cancelled_booking.booking_id;
  update public.courier_bookings b set state = 'cancelled', problem = '' where b.id = note_cancelled_booking.booking_id
    and b.state = 'booked' returning * into before;
  if not found then
    if not exists (select from public.courier_bookings b where b.id = note_cancelled_booking.booking_id) then
      perform shop.refuse('booking_not_found');
    end if;
    perform shop.refuse('booking_settled');
  end if;
  update public.shipments s
     set tracking_number = '', shipping_cost = case when s.shipping_cost = before.charge then 0 else s.shipping_cost end
   where s.id = before.shipment_id
    and shop.tracking_key(s.tracking_number) = shop.tracking_key(before.tracking_number);
  return shop.booking_json(before);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.known_occasions()
  RETURNS text[]
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
RETURN ARRAY['everyday'::text, 'party'::text, 'mehndi'::text, 'barat'::text, 'walima'::text, 'eid'::text, 'gift'::text];

CREATE OR REPLACE FUNCTION shop.limits()
  RETURNS public.limits
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  found_limits public.limits;
begin
  select * into found_limits from public.limits l where l.id;
  return found_limits;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.marked_words (
  mark  text,
  words text[]
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
RETURN COALESCE(string_to_array((mark || NULLIF(array_to_string(words, (' '::text || mark)), ''::text)), ' '::text), '{}'::text[]);

CREATE OR REPLACE FUNCTION shop.refuse_large_order (
  lines    shop.priced_line[],
  total    numeric,
  phone    text,
  device   text,
  added_to text               DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  most constant public.limits := shop.limits();
  waiting constant text[] := array (select u.id from shop.unconfirmed_orders u where u.customer_phone = phone
                                    union select u.id from shop.unconfirmed_orders u where u.device_fingerprint = device
                                    union select added_to where added_to is not null);
  waiting_units bigint := 0;
  waiting_value numeric := 0;
  units constant bigint := (select sum(l.quantity) from unnest(lines) l);
  already constant text := case when waiting <@ array[added_to] then 'are in it' else 'wait' end;
  -- What the limits are counted over, in words.
  per constant text := case when waiting <@ array[added_to] then 'in one order' else 'until your waiting orders are confirmed' end;
  too_many jsonb;
  path text := 'items';
  allowed numeric;
  message text;
begin
  if waiting <> '{}' then
    waiting_units := (select coalesce(sum(i.quantity), 0) from public.order_items i where i.order_id = any (waiting));
    waiting_value := (select coalesce(sum(o.total_amount), 0) from public.orders o where o.id = any (waiting));
  end if;

  select jsonb_agg(jsonb_build_object('productId', s.product_id, 'name', s.name, 'line', s.first_line,
                                      'available', greatest(0, most.piece_units - s.reserved)) order by s.first_line)
    into too_many
    from (select l.product_id, min(l.product_name) as name, min(l.line_position) as first_line, sum(l.quantity) as asked,
                 (select coalesce(sum(i.quantity), 0) from public.order_items i where i.order_id = any (waiting)
                  and i.product_id = l.product_id) as reserved
            from unnest(lines) l group by l.product_id) s
   where s.asked + s.reserved > most.piece_units;

  if too_many is not null then
    path := format('items.%s.quantity', too_many -> 0 ->> 'line');
    allowed := most.piece_units;
    message := format('Online you can order at most %s of %s %s', allowed, too_many -> 0 ->> 'name', per);
  elsif units + waiting_units > most.order_units then
    allowed := most.order_units;
    message := format('Online you can order at most %s pieces %s: here are %s%s', allowed, per, units,
                      case when waiting_units > 0 then format(', and %s %s already', waiting_units, already) else '' end);
  elsif total + waiting_value > most.order_value then
    allowed := most.order_value;
    message := format('Online you can order for at most %s %s: this is %s%s', shop.rupees_text(allowed), per, shop.rupees_text(total),
                      case when waiting_value > 0
                           then format(', and %s %s already', shop.rupees_text(waiting_value), already) else '' end);
  else
    return;
  end if;
  perform shop.refuse('order_too_large', jsonb_build_object('allowed', allowed, 'items', coalesce(too_many, '[]'),
    'errors', jsonb_build_array(jsonb_build_object('path', path, 'message', message))));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.standing_of (
  staff_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select jsonb_build_object('is_owner', s.is_owner, 'role', r.name, 'rights', r.rights)
            from public.staff s join public.staff_roles r on r.id = s.role where s.id = standing_of.staff_id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.take_pieces (
  order_id     text,
  order_number text,
  actor        uuid,
  is_first     boolean DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  line record;
begin
  if (select o.awaits_proof from public.orders o where o.id = take_pieces.order_id) then
    return;
  end if;
  for line in
    select i.product_id, i.variant_id,
      sum(i.quantity - coalesce(s.sent - s.received, case when is_first then 0 else i.quantity end))::integer as units
      from public.order_items i left join shop.sent_pieces s on s.order_item_id = i.id
     where i.order_id = take_pieces.order_id group by i.product_id, i.variant_id
    having sum(i.quantity - coalesce(s.sent - s.received, case when is_first then 0 else i.quantity end)) > 0
      order by i.product_id, i.variant_id
  loop
    perform shop.change_stock(line.product_id, - line.units, 'sale', order_number, '', actor, line.variant_id);
  end loop;
  if not is_first then
    update shop.sent_pieces s set sent = s.received + i.quantity
      from public.order_items i where s.order_id = take_pieces.order_id and i.id = s.order_item_id;
  end if;
end;
$function$;

REVOKE ALL ON FUNCTION "shop"."limits"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."limits"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."limits"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."limits"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."standing_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."standing_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."standing_of"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."standing_of"(uuid) TO "service_role";

-- Parcels that were booked before say what their courier takes.
update public.shipments s
   set shipping_cost = b.charge
  from public.courier_bookings b
 where b.shipment_id = s.id and b.state = 'booked' and s.shipping_cost = 0 and b.charge > 0;
