SET local check_function_bodies = off;

DROP INDEX "public"."orders_to_refund";

DROP VIEW "public"."shipments_of_orders";

DROP VIEW "shop"."order_lists";

DROP VIEW "shop"."order_parts";

DROP VIEW "shop"."order_work";

DROP VIEW "shop"."returned_orders";

ALTER TABLE "public"."orders"
  DROP CONSTRAINT "orders_collected_once_delivered";

ALTER TABLE "shop"."parcel_sums"
  DROP CONSTRAINT "parcel_sums_collect_not_negative";

DROP FUNCTION "public"."add_to_order"(text, text, jsonb, jsonb, integer, numeric, boolean, text, boolean);

DROP FUNCTION "public"."edit_order_items"(text, jsonb, jsonb, uuid, timestamp WITH time zone, numeric, boolean);

DROP FUNCTION "public"."list_parcels_under_way"(shop.parcel_list, jsonb, text, text, integer, integer, timestamp WITH time zone);

DROP FUNCTION "public"."merge_twin_orders"(text, text, jsonb, uuid);

DROP FUNCTION "public"."order_twins"(text, jsonb);

DROP FUNCTION "public"."set_order_status"(text, shop.order_status, uuid, timestamp WITH time zone, boolean, text);

DROP FUNCTION "shop"."book_parcel_sums"(public.orders, numeric);

DROP FUNCTION "shop"."edited_lines"(public.orders, jsonb);

DROP FUNCTION "shop"."insert_order"(jsonb, shop.priced_line[], shop.order_price, text, text, text, text, uuid, uuid, boolean);

DROP FUNCTION "shop"."limits"();

DROP FUNCTION "shop"."lines_in_brief"(shop.priced_line[]);

DROP FUNCTION "shop"."lines_of"(text);

DROP FUNCTION "shop"."lines_with"(text, shop.priced_line[], jsonb);

DROP FUNCTION "shop"."merged_lines"(public.orders, public.orders);

DROP FUNCTION "shop"."merged_reason"(public.orders, public.orders);

DROP FUNCTION "shop"."off_of"(public.orders);

DROP FUNCTION "shop"."outcome_of_addition"(public.orders, shop.priced_line[], shop.order_price);

DROP FUNCTION "shop"."price_merged"(public.orders, public.orders, jsonb);

DROP FUNCTION "shop"."price_order"(shop.priced_line[], jsonb, jsonb, boolean, numeric);

DROP FUNCTION "shop"."refund_without_return"(text);

DROP FUNCTION "shop"."standing_of"(uuid);

DROP FUNCTION "shop"."take_off_paisa"(shop.order_price, numeric[]);

DROP FUNCTION "shop"."uncollected_of"(text);

DROP FUNCTION "shop"."write_exchange"(public.return_requests, public.orders, shop.priced_line[], numeric, numeric);

DROP FUNCTION "shop"."write_order_lines"(public.orders, shop.priced_line[], text[], shop.order_price, uuid, text, text, text);

-- pgls-ignore lint/safety/banDropColumn: it is generated from other columns, and comes back
ALTER TABLE "public"."orders"
  DROP COLUMN "due_on_delivery";

-- pgls-ignore lint/safety/banDropColumn: it is generated from other columns, and comes back
ALTER TABLE "public"."orders"
  DROP COLUMN "payment_status";

-- pgls-ignore lint/safety/banDropColumn: it is generated from other columns, and comes back
ALTER TABLE "public"."orders"
  DROP COLUMN "to_refund";

CREATE TABLE "shop"."words_taken_back" (
  "event_id"   bigint                   NOT NULL,
  "actor"      uuid,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "words_taken_back_pkey" PRIMARY KEY (event_id)
);

ALTER TABLE "shop"."words_taken_back"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."orders"
  ADD COLUMN "terms" jsonb NOT NULL DEFAULT '{}'::jsonb;

ALTER TABLE "public"."orders"
  ADD COLUMN "has_arrived" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."orders"
  ADD COLUMN "goodwill" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."orders"
  ADD COLUMN "uncollected" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."orders"
  ADD COLUMN "due_on_delivery" numeric(12,2) GENERATED ALWAYS AS (
CASE
    WHEN (status = 'cancelled'::shop.order_status) THEN (0)::numeric
    ELSE GREATEST((0)::numeric, ((((((total_amount - uncollected) - advance_verified) - credit_used) - collected) + refunded) - goodwill))
END) STORED NOT NULL;

ALTER TABLE "public"."orders"
  ADD COLUMN "to_refund" numeric(12,2) GENERATED ALWAYS AS (
CASE
    WHEN (status = 'cancelled'::shop.order_status) THEN (((advance_verified + credit_used) + collected) - refunded)
    ELSE GREATEST((0)::numeric, ((((advance_verified + credit_used) + collected) - refunded) - (total_amount - uncollected)))
END) STORED NOT NULL;

ALTER TABLE "public"."orders"
  ADD COLUMN "payment_status" shop.payment_status GENERATED ALWAYS AS (
CASE
    WHEN
      (((status = 'delivered'::shop.order_status) AND (((((((total_amount - uncollected) - advance_verified) - credit_used) - collected) + refunded) - goodwill) <= (0)::numeric))
      OR (((advance_verified + credit_used) > (0)::numeric) AND (((advance_verified + credit_used) - refunded) >= total_amount))) THEN 'paid'::shop.payment_status
    ELSE 'pending'::shop.payment_status
END) STORED NOT NULL;

ALTER TABLE "public"."payments"
  ADD COLUMN "courier_id" text;

ALTER TABLE "public"."return_requests"
  ADD COLUMN "payment_share" numeric(12,2);

ALTER TABLE "public"."shipments"
  ADD COLUMN "sent_again_at" timestamp WITH time zone;

ALTER TABLE "shop"."parcel_sums"
  ADD COLUMN "passed_on" numeric(12,2) NOT NULL DEFAULT 0;

CREATE TYPE "shop"."agreed_part" AS (
  "place"   integer,
  "item_id" text,
  "is_new"  boolean,
  "line"    shop.priced_line
);

ALTER TYPE "shop"."courier_claim_state" ADD VALUE 'sent_again' AFTER 'refused';


SET local check_function_bodies = off;

ALTER TYPE "shop"."courier_claim_state" ADD VALUE 'written_off' AFTER 'sent_again';


SET local check_function_bodies = off;

ALTER TYPE "shop"."payment_kind" ADD VALUE 'claim' AFTER 'credit_given';


SET local check_function_bodies = off;

CREATE TYPE "shop"."repriced" AS (
  "lines" shop.priced_line[],
  "ids"   text[],
  "terms" jsonb,
  "price" shop.order_price
);

CREATE OR REPLACE FUNCTION public.add_to_order (
  order_number    text,
  key             text,
  items           jsonb,
  most_lines      integer,
  total_seen      numeric DEFAULT NULL::numeric,
  preview         boolean DEFAULT false,
  idempotency_key text    DEFAULT NULL::text,
  is_limited      boolean DEFAULT true
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  fingerprint constant text := md5(jsonb_build_array(upper(order_number), items, total_seen)::text);
  opened public.orders := shop.open_order_page(order_number, key);
  more shop.priced_line[];
  made shop.repriced;
  outcome jsonb;
begin
  if idempotency_key is not null and not preview then
    outcome := shop.find_addition(idempotency_key, fingerprint, opened.id);
    if outcome is not null then
      return outcome || jsonb_build_object('page', public.order_page(order_number, key));
    end if;
  end if;
  if is_limited then
    perform shop.lock_senders(array['phone ' || opened.customer_phone, 'device ' || opened.device_fingerprint]);
  end if;
  opened := shop.lock_unpacked_order(order_number, key, array (select i ->> 'productId' from jsonb_array_elements(items) i));
  more := array (select row(l.*)::shop.priced_line from shop.price_lines(items) l order by l.line_position);
  perform shop.check_order_lines(more);
  made := shop.reprice(
    array (select p from shop.parts_of(opened.id) p
           union all select row(1000 + m.line_position, null, true, m)::shop.agreed_part from unnest(more) m),
    opened.terms, shop.off_of(opened));
  if cardinality(made.lines) > most_lines then
    perform shop.refuse_field('items', format('One order takes %s different items', most_lines));
  end if;
  if is_limited then
    perform shop.refuse_large_addition(opened, more, (made.price).total - opened.total_amount);
  end if;

  outcome := shop.change_of(opened, made);
  if not preview then
    if total_seen <> (made.price).total then
      perform shop.refuse('price_changed', jsonb_build_object('total', (made.price).total), '{"of": "order"}');
    end if;
    perform shop.write_order_lines(opened, made, null, 'Added by the customer', 'Added by the customer');
    update public.orders o set pieces_added_at = now() where o.id = opened.id;
    perform shop.reassess_order(opened);
    if idempotency_key is not null then
      insert into shop.order_additions (idempotency_key, order_id, request_fingerprint, outcome)
      values (add_to_order.idempotency_key, opened.id, fingerprint, outcome);
    end if;
  end if;
  return outcome || jsonb_build_object('page', public.order_page(order_number, key));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."add_to_order"(text, text, jsonb, integer, numeric, boolean, text, boolean) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.booked_papers (
  shipment_id text,
  actor       uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.cancel_twin_order (
  order_id text,
  other_id text,
  reason   text,
  actor    uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  both_orders constant public.orders[] := array (select t from shop.lock_twins(order_id, other_id, actor) t);
  kept constant public.orders := both_orders[1];
  later constant public.orders := both_orders[2];
begin
  perform shop.act_as(actor);
  if later.status <> 'cancelled' then
    if not exists (select from shop.twins_of(kept.id) t where t.id = later.id) then
      perform shop.refuse('not_twins');
    end if;
    perform public.set_order_status(later.id, 'cancelled', actor);
    perform shop.log_order_event(later.id, 'note', '', null, null,
                                 format('Cancelled as a duplicate of %s: %s', kept.order_number, reason));
    perform shop.log_order_event(kept.id, 'note', '', null, null, later.order_number || ' was cancelled as its duplicate');
  end if;
  return jsonb_build_object('kept', shop.staff_order_json(kept.id), 'cancelled', shop.staff_order_json(later.id));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."cancel_twin_order"(text, text, text, uuid) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.create_shipment (
  shipment   jsonb,
  actor      uuid    DEFAULT NULL::uuid,
  only_first boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  -- Locked, so that it cannot be cancelled or given another parcel between these checks and the shipment.
  sent public.orders := shop.lock_order(shipment ->> 'orderId');
  created_id text;
begin
  perform shop.act_as(actor);
  if only_first then
    perform shop.refuse('shipment_exists', null, jsonb_build_object('shipmentNumber', s.shipment_number))
       from public.shipments s where s.order_id = sent.id and s.archived_at is null and not shop.is_back(s.status)
      order by s.created_at, s.id limit 1;
  end if;
  if sent.status = 'cancelled' then
    perform shop.refuse('order_cancelled');
  end if;
  if sent.customer_address = '' then
    perform shop.refuse_field('orderId', 'This order is collected in the shop. To ship it, give it an address first.');
  end if;
  insert into public.shipments (order_id, carrier, tracking_number, shipping_method, shipping_cost, weight, estimated_delivery_date, notes)
  values (sent.id, coalesce(shipment ->> 'carrier', ''), coalesce(shipment ->> 'trackingNumber', ''),
          coalesce(shipment ->> 'shippingMethod', 'standard')::shop.shipping_method, coalesce((shipment ->> 'shippingCost')::numeric, 0),
          (shipment ->> 'weight')::integer, (shipment ->> 'estimatedDeliveryDate')::date, coalesce(shipment ->> 'notes', ''))
  returning id into created_id;
  if (shipment ->> 'collect') is not null then
    perform shop.take_share(sent, created_id, (shipment ->> 'collect')::numeric, actor);
  end if;
  if sent.status = 'shipped' and shop.came_back(sent.id, created_id) is not null then
    update public.orders o set status = 'processing' where o.id = sent.id;
  elsif sent.uncollected > 0 and sent.status = 'delivered' then
    update public.orders o set status = shop.status_by_parcels(sent) where o.id = sent.id;
  end if;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = created_id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.dispatch_list (
  row_limit integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  with waiting as (
    select coalesce(s.id, o.id) as id, o.id as order_id, o.order_number, o.customer_name, o.city, o.city_known,
    o.created_at, s.id as shipment_id,
           s.shipment_number, s.carrier, s.tracking_number, s.updated_at, s.weight, s.created_at as parcel_at,
           count(*) over () as total
      from shop.order_work w
      join public.orders o on o.id = w.order_id
      left join public.shipments s on s.order_id = o.id and s.archived_at is null and s.status = 'preparing'
     where w.work in ('to_pack', 'to_hand_over') and o.customer_address <> ''
       and not exists (select from shop.orders_stopped_by_gate h where h.order_id = o.id)
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
$function$;

CREATE OR REPLACE FUNCTION public.edit_order_items (
  order_id         text,
  items            jsonb,
  delivery         jsonb,
  actor            uuid,
  expected_version timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  total_seen       numeric                  DEFAULT NULL::numeric,
  preview          boolean                  DEFAULT false,
  by_today         boolean                  DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.orders := shop.lock_order(order_id, array (select i ->> 'productId' from jsonb_array_elements(items) i));
  edited shop.agreed_part[];
  needed shop.priced_line[];
  terms_today jsonb;
  agreed shop.repriced;
  today shop.repriced;
  made shop.repriced;
  answer jsonb;
begin
  perform shop.act_as(actor);
  perform shop.check_version(before.updated_at, expected_version);
  if not shop.is_unpacked(before) then
    perform shop.refuse('order_packed');
  end if;

  select array_agg(e.part order by (e.part).place), array_agg((e.part).line order by (e.part).place) filter (where not e.is_kept)
    into edited, needed from shop.edited_lines(before, items) e;
  perform shop.check_order_lines(coalesce(needed, '{}'));
  agreed := shop.reprice(edited, before.terms, shop.off_of(before));
  terms_today := shop.terms_today(before, delivery, (select sum((e.line).quantity) from unnest(edited) e));
  today := shop.reprice(edited, terms_today, terms_today -> 'off');
  made := case when by_today then today else agreed end;
  answer := shop.change_of(before, made)
    || case when (today.price).total <> (agreed.price).total then jsonb_build_object('today', shop.price_in_brief(today)) else '{}' end;

  if not preview then
    if total_seen <> (made.price).total then
      perform shop.refuse('price_changed', jsonb_build_object('total', (made.price).total), '{"of": "order"}');
    end if;
    perform shop.write_order_lines(before, made, actor, 'Items changed');
  end if;
  return answer || jsonb_build_object('order', shop.staff_order_json(before.id));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."edit_order_items"(text, jsonb, jsonb, uuid, timestamp WITH time zone, numeric, boolean, boolean) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.end_courier_claim (
  booking_id       text,
  ending           jsonb,
  actor            uuid,
  expected_version timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  booking public.courier_bookings;
  parcel public.shipments;
  before public.courier_claims;
  ended public.courier_claims;
  of_order public.orders;
  ends constant shop.courier_claim_state := (ending ->> 'end')::shop.courier_claim_state;
  is_paid constant boolean := ending ->> 'end' = 'paid';
  paid constant numeric := (ending ->> 'amount')::numeric;
  paid_into constant text := ending ->> 'paidInto';
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'see_sums');
  select b.* into booking from public.courier_bookings b where b.id = end_courier_claim.booking_id;
  if not found then
    perform shop.refuse('booking_not_found');
  end if;
  parcel := shop.lock_shipment(booking.shipment_id);
  select c.* into before from public.courier_claims c where c.booking_id = booking.id for update;
  if before.id is not null then
    perform shop.check_claim_open(before);
    perform shop.check_version(before.updated_at, coalesce(expected_version, '-infinity'));
  end if;
  select * into of_order from public.orders o where o.id = parcel.order_id;
  perform shop.check_ending(ending, parcel, of_order);

  if is_paid then
    insert into public.payments (kind, method, from_account, to_account, amount, order_id, courier_id, reference, reason, actor)
    values ('claim', case paid_into when 'bank' then 'bank_transfer' else 'cash' end::shop.payment_method, 'written_off',
            paid_into::shop.ledger_account, paid, of_order.id, booking.courier_id, coalesce(ending ->> 'reference', ''),
            'Claim for ' || parcel.shipment_number, actor);
  end if;
  if parcel.status <> 'delivered' then
    perform shop.lose_parcel(parcel, ending -> 'pieces', ending ->> 'order' = 'send_again', actor);
    select * into of_order from public.orders o where o.id = parcel.order_id;
    perform shop.decide_lost_order(of_order, ending ->> 'order', (ending ->> 'refundMethod')::shop.payment_method,
                                   coalesce(ending ->> 'refundReference', ''), actor);
  end if;
  insert into public.courier_claims as c (booking_id, amount, deadline, state, notes, opened_by)
  values (booking.id, greatest(1, coalesce(paid, of_order.subtotal - of_order.discount)), shop.day_of(now()), ends,
          coalesce(ending ->> 'notes', ''), actor)
  on conflict on constraint courier_claims_once do update
     set state = excluded.state, notes = concat_ws(E'\n', nullif(c.notes, ''), nullif(excluded.notes, ''))
  returning * into ended;
  perform shop.log_order_event(parcel.order_id, 'parcel', parcel.shipment_number, null,
    jsonb_strip_nulls(jsonb_build_object('claim_with', (select c.name from public.couriers c where c.id = booking.courier_id),
                                         'claim', ended.state, 'claim_paid', case when is_paid then paid end)),
    coalesce(ending ->> 'notes', ''));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."end_courier_claim"(text, jsonb, uuid, timestamp WITH time zone) FROM "anon", "authenticated";

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

CREATE OR REPLACE FUNCTION public.list_confirmations (
  state       shop.confirmation_state,
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  ids constant text[] := array (
    select c.order_id from public.order_confirmations c left join shop.confirmation_queue q on q.order_id = c.order_id
     where c.is_open and case when list_confirmations.state is not null then c.state = list_confirmations.state
                              else c.order_id in (select w.order_id from shop.order_work w where w.work = 'to_confirm') end
     order by q.due_at > now(), case when q.due_at > now() then q.due_at end, q.urgency, c.updated_at desc, c.order_id);
begin
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.confirmation_json(page.id) order by page.place), '[]')
                from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)),
    'counts', (select jsonb_agg(jsonb_build_object(
                        'state', s,
                        'count', (select count(*) from public.order_confirmations c where c.is_open and c.state = s)))
                 from unnest(enum_range(null::shop.confirmation_state)) s),
    'due', (select count(*) from shop.confirmation_queue q where q.due_at <= now()),
    'total', cardinality(ids));
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_parcels_under_way (
  list         shop.parcel_list,
  days_by_city jsonb,
  number_like  text,
  courier_id   text,
  page_offset  integer,
  page_limit   integer,
  at           timestamp with time zone DEFAULT now(),
  phone_digits text                     DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "public"."list_parcels_under_way"(shop.parcel_list, jsonb, text, text, integer, integer, timestamp WITH time zone, text) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_purchase_orders (
  status             shop.purchase_order_status,
  supplier_name_like text,
  from_time          timestamp with time zone,
  to_time            timestamp with time zone,
  sort_by            text,
  ascending          boolean,
  page_offset        integer,
  page_limit         integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  ids text[];
begin
  execute format('select array (
    select p.id from public.purchase_orders p
     where p.archived_at is null and ($1 is null or p.status = $1) and ($2 is null or p.supplier_name ilike $2)
       and ($3 is null or p.dated_at >= $3) and ($4 is null or p.dated_at < $4)
     order by p.%I %s, p.id)',
    case sort_by when 'supplierName' then 'supplier_name' when 'totalAmount' then 'total_amount' when 'status' then 'status'
                 else 'created_at' end, case when ascending then 'asc' else 'desc' end)
     into ids using list_purchase_orders.status, supplier_name_like, from_time, to_time;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('items',
                       (select coalesce(jsonb_agg(to_jsonb(i) || jsonb_build_object('color', v.color, 'size', v.size, 'sku', v.sku)
                                                  order by i.position), '[]')
                          from public.purchase_order_items i join public.product_variants v on v.id = i.variant_id
                         where i.purchase_order_id = p.id)) order by page.place), '[]')
                from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.purchase_orders p on p.id = page.id),
    'total', cardinality(ids));
end;
$function$;

REVOKE ALL
  ON FUNCTION "public"."list_purchase_orders"(shop.purchase_order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer)
  FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_subscribers (
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(page) order by page.created_at desc, page.id), '[]')
                from (select s.id, s.email, s.created_at from public.newsletter_subscribers s
                       order by s.created_at desc, s.id offset page_offset limit page_limit) page),
    'total', (select count(*) from public.newsletter_subscribers));
$function$;

REVOKE ALL ON FUNCTION "public"."list_subscribers"(integer, integer) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.merge_twin_orders (
  order_id text,
  other_id text,
  actor    uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  both_orders constant public.orders[] := array (select t from shop.lock_twins(order_id, other_id, actor) t);
  kept public.orders := both_orders[1];
  merged constant public.orders := both_orders[2];
  -- As they are: cancelling the other order releases the use of its code.
  made constant shop.repriced := shop.merged_orders(kept, merged);
  is_confirmed constant boolean := not exists (select from public.order_confirmations c where c.order_id = merged.id
                                               and c.state <> 'confirmed');
begin
  perform shop.act_as(actor);
  if merged.merged_into is not distinct from kept.id then
    return jsonb_build_object('kept', shop.staff_order_json(kept.id), 'merged', shop.staff_order_json(merged.id));
  end if;
  if not exists (select from shop.twins_of(kept.id) t where t.id = merged.id) then
    perform shop.refuse('not_twins');
  end if;

  -- The pieces go back for a moment, and nobody who waits for them is told.
  perform set_config('shop.merges_orders', 'on', true);
  perform shop.move_together(merged, 'cancelled', actor);
  update public.orders o set merged_into = kept.id where o.id = merged.id;
  -- Pieces that one of them has stay taken.
  if kept.awaits_proof and not merged.awaits_proof then
    update public.orders o set awaits_proof = false where o.id = kept.id returning * into kept;
  end if;
  perform shop.write_order_lines(kept, made, actor, 'Merged with ' || merged.order_number, 'Merged with ' || merged.order_number);
  perform set_config('shop.merges_orders', 'off', true);
  perform shop.log_order_event(merged.id, 'note', '', null, null, 'Merged into ' || kept.order_number);
  update public.orders o set notes = concat_ws(e'\n', nullif(o.notes, ''), merged.notes)
   where o.id = kept.id and merged.notes not in ('', o.notes) and length(o.notes) + length(merged.notes) < 1000;

  perform shop.reassess_order(kept);
  if not is_confirmed then
    perform shop.ask_anew(kept.id, merged.order_number || ' was not confirmed');
  end if;
  return jsonb_build_object('kept', shop.staff_order_json(kept.id), 'merged', shop.staff_order_json(merged.id));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."merge_twin_orders"(text, text, uuid) FROM "anon", "authenticated";

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

CREATE OR REPLACE FUNCTION public.note_courier_word (
  booking_id  text,
  meaning     text,
  words       text,
  happened_at timestamp with time zone,
  actor       uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  booking public.courier_bookings;
  courier public.couriers;
  parcel public.shipments;
  minute constant timestamptz := date_trunc('minute', happened_at);
begin
  perform shop.act_as(actor);
  select b.* into booking from public.courier_bookings b where b.id = note_courier_word.booking_id and b.state = 'booked'
    and b.tracking_number <> '';
  if not found then
    perform shop.refuse('booking_not_found');
  end if;
  select c.* into courier from public.couriers c where c.id = booking.courier_id;
  if courier.adapter <> 'generic' then
    perform shop.refuse('courier_answers', jsonb_build_object('courier', courier.name));
  elsif minute > now() then
    perform shop.refuse_field('happenedAt', 'This is in the future');
  elsif minute < date_trunc('minute', booking.created_at) then
    perform shop.refuse_field('happenedAt', 'The parcel was booked later');
  end if;
  parcel := shop.lock_shipment(booking.shipment_id);
  insert into public.courier_events (courier_id, tracking_key, event_key, label, happened_at, meaning)
  values (courier.id, shop.tracking_key(booking.tracking_number), concat_ws('/', booking.id, meaning, extract(epoch from minute)::bigint),
          words, minute, meaning)
  on conflict on constraint courier_events_unique do nothing;
  if not found then
    -- Said again after it was taken back, it counts again.
    delete from shop.words_taken_back t using public.courier_events e
     where e.id = t.event_id and e.courier_id = courier.id
       and e.event_key = concat_ws('/', booking.id, note_courier_word.meaning, extract(epoch from minute)::bigint);
    if not found then
      return;
    end if;
  end if;
  perform shop.update_progress(booking.id);
  -- Where the parcel moved, the timeline says so already.
  if exists (select from public.shipments s where s.id = parcel.id and s.status = parcel.status) then
    perform shop.log_order_event(parcel.order_id, 'parcel', parcel.shipment_number, null, null, concat_ws(': ', courier.name, words));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION public.order_twins (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  asked public.orders;
begin
  select * into asked from public.orders o where o.id = order_twins.order_id and o.archived_at is null;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', t.id, 'order_number', t.order_number, 'created_at', t.created_at, 'total_amount', t.total_amount,
             'taken_off', t.discount + t.delivery_discount, 'discount_code', t.discount_code,
             'customer_name', t.customer_name,
             'customer_address', t.customer_address, 'city', t.city, 'items', shop.items_in_brief(t.id),
             'shared', (select jsonb_agg(distinct i.product_name) from public.order_items i
                        join public.order_items s on s.product_id = i.product_id
                         where i.order_id = t.id and s.order_id = asked.id),
             'is_earlier', (t.created_at, t.id) < (asked.created_at, asked.id), 'merged_total', (m.price).total,
             'merged_taken_off', (m.price).discount + (m.price).delivery_discount, 'merged_code', (m.price).code)
             order by t.created_at, t.id), '[]')
      from shop.twins_of(asked.id) t
     cross join lateral (select (case when (t.created_at, t.id) < (asked.created_at, asked.id) then shop.merged_orders(t, asked)
                                      else shop.merged_orders(asked, t) end).price) m);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."order_twins"(text) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.place_order (
  payload         jsonb,
  delivery        jsonb,
  idempotency_key text  DEFAULT NULL::text,
  shopper         uuid  DEFAULT NULL::uuid,
  device          text  DEFAULT NULL::text,
  limits          jsonb DEFAULT NULL::jsonb,
  actor           uuid  DEFAULT NULL::uuid,
  network         text  DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  -- Covers what the shopper sent. A city that the shop has learned meanwhile does not make it another order.
  fingerprint text := md5((payload - array['cityKnown', 'cityTakesCash'])::text);
  content_fingerprint text;
  lines shop.priced_line[];
  off jsonb;
  priced shop.order_price;
  placed public.orders;
  awaits_proof boolean := false;
  answer jsonb;
begin
  if idempotency_key is not null then
    answer := shop.find_order_of_key(idempotency_key, fingerprint);
    if answer is not null then return answer; end if;
    content_fingerprint := shop.content_fingerprint(payload);
    if not coalesce((payload ->> 'repeat')::boolean, false) then
      perform shop.refuse_repeated_order(content_fingerprint);
    end if;
  end if;
  if limits is not null then
    perform shop.refuse_order_flood(payload, device, limits);
  end if;

  perform shop.lock_for_order(payload);
  lines := array (select row(l.*)::shop.priced_line from shop.price_lines(payload -> 'items') l order by l.line_position);
  perform shop.check_order_lines(lines);
  off := case when payload ? 'code' then jsonb_build_object('code', payload ->> 'code') else payload -> 'discount' end;
  priced := shop.price_order(lines, delivery, off);
  perform shop.refuse_other_price(priced, payload, delivery);
  if limits is not null then
    perform shop.refuse_large_order(lines, priced.total, payload ->> 'customerPhone', device);
    awaits_proof := shop.needs_proof((select sum(l.quantity) from unnest(lines) l), payload ->> 'customerPhone', network);
  end if;
  placed := shop.insert_order(payload, lines, priced, jsonb_build_object('delivery', delivery, 'off', off), idempotency_key,
                              fingerprint, content_fingerprint, device, shopper, actor, awaits_proof);
  if priced.code is not null then
    perform shop.redeem_code(placed, priced, payload, delivery);
  end if;
  if actor is not null then
    perform shop.note_words_of_staff(placed, payload, actor);
  end if;
  if actor is null and network is not null then
    insert into shop.order_networks (order_id, network) values (placed.id, place_order.network);
  end if;
  perform shop.take_pieces(placed.id, placed.order_number, actor, true);
  if ((payload ->> 'payByTransfer')::boolean) then
    -- All of it, whatever a rule asks.
    perform shop.store_request(placed, 'all', placed.total_amount, 24, '', null);
  end if;

  answer := shop.placed_order_json(placed.id);
  perform shop.mail_placed_order(placed.customer_email, answer);
  return answer;
end;
$function$;

CREATE OR REPLACE FUNCTION public.print_label (
  shipment_id text,
  actor       uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.project_report()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return jsonb_build_object(
    'migrations', (select coalesce(jsonb_agg(m.version order by m.version), '[]') from supabase_migrations.schema_migrations m),
    'open', (select coalesce(jsonb_agg(c.relname order by c.relname), '[]')
               from pg_catalog.pg_class c
              where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity),
    'watches_passwords', exists (select from pg_catalog.pg_trigger t
                                  where t.tgname = 'shop_new_password' and t.tgrelid = 'auth.users'::regclass and t.tgenabled <> 'D'),
    'marked', (select coalesce(jsonb_agg(m.row_is order by m.row_is), '[]') from shop.marked_rows() m),
    'housekeeping_at', (select c.done_at from shop.job_runs c where c.name = 'housekeeping')
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.receive_pieces (
  counted jsonb,
  actor   uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.orders := shop.lock_order(counted ->> 'orderId');
  is_whole constant boolean := coalesce((counted ->> 'isWholeOrder')::boolean, false);
  pieces jsonb := counted -> 'pieces';
  parcel public.shipments;
  parcels text[];
  used text;
begin
  perform shop.act_as(actor);
  -- Before the key: two calls with it wait for each other, also for two orders.
  perform pg_advisory_xact_lock(hashtextextended('goods back ' || (counted ->> 'key'), 0));
  select r.order_id into used from public.goods_back r where r.key = counted ->> 'key' limit 1;
  if used = before.id then
    return shop.returned_pieces_json(before.id);
  elsif used is not null then
    perform shop.refuse('idempotency_mismatch');
  end if;
  perform shop.check_version(before.updated_at, (counted ->> 'updatedAt')::timestamptz);

  if counted ->> 'shipmentId' is not null then
    parcel := shop.lock_shipment(counted ->> 'shipmentId');
    if parcel.order_id <> before.id then
      perform shop.refuse_field('shipmentId', 'This parcel is of another order');
    end if;
  else
    -- The one that was not counted, or the last one.
    select s.* into parcel from public.shipments s
     where s.order_id = before.id and s.archived_at is null and s.status <> 'preparing'
     order by s.received_at is not null, s.status = 'delivered', not shop.is_back(s.status), s.created_at desc, s.id desc limit 1;
  end if;
  if parcel.status = 'preparing'
     or parcel.id is null and shop.is_unshipped(before.status)
     -- Counted, and taken up again since: its pieces are in the shop.
     or parcel.received_at is not null and shop.is_open(before.status)
     or before.status = 'cancelled' and not exists (select from shop.awaited_orders a where a.order_id = before.id)
     or is_whole and not exists (select from shop.returned_orders r where r.order_id = before.id and not r.is_part) then
    perform shop.refuse('nothing_came_back', null, jsonb_build_object('orderNumber', before.order_number));
  end if;
  perform shop.check_pieces_out(before, pieces, 'pieces');
  parcels := case when parcel.id is null then '{}' else array[parcel.id] end;
  if is_whole then
    pieces := shop.all_pieces_back(before, pieces);
    parcels := array (select s.id from public.shipments s where s.order_id = before.id and s.archived_at is null
                      and s.received_at is null and s.status <> 'preparing' order by s.created_at desc, s.id desc);
  end if;
  perform shop.receive(before, parcels, pieces, is_whole or coalesce((counted ->> 'isComplete')::boolean, false), counted ->> 'key',
                       counted ->> 'notes', actor);
  return shop.returned_pieces_json(before.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.receiving_work()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'awaited', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.since, w.order_id), '[]')
        from (select o.id as order_id, o.order_number, o.customer_name, o.city, o.status,
                     (select coalesce(jsonb_agg(s.shipment_number order by s.created_at, s.id), '[]') from public.shipments s
                       where s.order_id = o.id and s.archived_at is null and s.received_at is null
                         and case when r.is_part then shop.is_back(s.status) and s.sent_again_at is null
                                  else s.status <> 'preparing' end) as shipments,
                     case when not r.is_part then (select sum(p.out) from shop.pieces_out(o) p) end as pieces,
                     coalesce((select a.since from shop.awaited_orders a where a.order_id = o.id),
                              (select max(s.updated_at) from public.shipments s where s.order_id = o.id and s.archived_at is null)) as since
                from shop.returned_orders r join public.orders o on o.id = r.order_id
               order by since, o.id limit 100) w),
    'to_inspect', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at, w.id), '[]')
        from (select r.id, r.order_id, o.order_number, i.product_name, i.selected_color, i.selected_size,
                     r.quantity - (select coalesce(sum(d.quantity), 0) from public.goods_back d where d.inspects = r.id) as quantity,
                     r.created_at
                from shop.sent_pieces s join public.goods_back r on r.order_item_id = s.order_item_id and r.disposition = 'to_inspect'
                join public.orders o on o.id = r.order_id join public.order_items i on i.id = r.order_item_id
               where s.to_inspect > 0
                 and r.quantity > (select coalesce(sum(d.quantity), 0) from public.goods_back d where d.inspects = r.id)
               order by r.created_at, r.id limit 100) w));
$function$;

CREATE OR REPLACE FUNCTION public.reveal_contact (
  order_id text,
  actor    uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  remaining constant integer := shop.count_reveal(reveal_contact.order_id, actor);
  seen public.orders;
begin
  select * into seen from public.orders o where o.id = reveal_contact.order_id;
  return jsonb_build_object(
    'customer_name', case when remaining is not null or shop.may(actor, 'see_names') then seen.customer_name else '•••' end,
    'customer_phone', seen.customer_phone, 'second_phone', seen.second_phone, 'customer_email', seen.customer_email,
    'customer_address', seen.customer_address, 'city', seen.city, 'zip_code', seen.zip_code,
    'due_on_delivery', case when remaining is not null or shop.may(actor, 'see_sums') then seen.due_on_delivery end,
    'return_words', (select coalesce(jsonb_agg(jsonb_build_object('return_number', r.return_number, 'words', r.words)
                                               order by r.created_at, r.id), '[]')
                       from public.return_requests r where r.order_id = seen.id and r.words <> ''),
    'remaining', remaining);
end;
$function$;

CREATE OR REPLACE FUNCTION public.save_courier_claim (
  booking_id       text,
  fields           jsonb,
  actor            uuid,
  expected_version timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  booking public.courier_bookings;
  parcel public.shipments;
  before public.courier_claims;
  saved public.courier_claims;
begin
  perform shop.act_as(actor);
  select b.* into booking from public.courier_bookings b where b.id = save_courier_claim.booking_id;
  if not found then
    perform shop.refuse('booking_not_found');
  end if;
  parcel := shop.lock_shipment(booking.shipment_id);
  select c.* into before from public.courier_claims c where c.booking_id = booking.id for update;
  if before.id is not null then
    perform shop.check_version(before.updated_at, coalesce(expected_version, '-infinity'));
    perform shop.check_claim_open(before);
  end if;
  insert into public.courier_claims as c (booking_id, amount, deadline, state, notes, opened_by)
  values (booking.id, (fields ->> 'amount')::numeric, (fields ->> 'deadline')::date, (fields ->> 'state')::shop.courier_claim_state,
          fields ->> 'notes', actor)
  on conflict on constraint courier_claims_once do update
     set (amount, deadline, state, notes) = (excluded.amount, excluded.deadline, excluded.state, excluded.notes)
  returning * into saved;
  perform shop.log_order_event(parcel.order_id, 'parcel', parcel.shipment_number, null,
    jsonb_build_object('claim_with', (select c.name from public.couriers c where c.id = booking.courier_id), 'claimed', saved.amount,
                       'claim_until', saved.deadline, 'claim', saved.state), saved.notes);
end;
$function$;

CREATE OR REPLACE FUNCTION public.search_records (
  typed_words   text[],
  email_like    text,
  number        text,
  tracking_like text,
  supplier_like text,
  page_limit    integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  -- Where more match than these, any thousand of them are considered.
  max_considered constant integer := 1000;
  actor constant uuid := shop.acting();
  sees_orders constant boolean := shop.may(actor, 'see_orders');
begin
  return jsonb_build_object(
    'orders', shop.find_orders(typed_words, email_like, number, page_limit),
    'products', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'image', p.images[1], 'price', p.price,
                                                   'stock_quantity', p.stock_quantity)
                        order by p.review_count desc, p.name, p.id), '[]')
        from (select n.* from (select f.* from (select string_agg(quote_literal(t) || ':*A', ' & ')::tsquery as words
                                                from unnest(typed_words) t) query
                                 join public.product_words w on w.words @@ query.words join public.products f on f.id = w.product_id
                                where f.archived_at is null limit max_considered) n
               order by n.review_count desc, n.name, n.id limit page_limit) p),
    'shipments', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number, 'order_number', s.order_number,
                        'carrier', s.carrier, 'tracking_number', s.tracking_number, 'status', s.status) order by s.created_at desc, s.id),
                        '[]')
        from (select f.* from ((select n.id from public.shipments n where n.shipment_number in (number, 'SHP-' || number))
                               union
                               (select t.id from public.shipments t where t.archived_at is null and t.tracking_number <> ''
                                   and lower(t.tracking_number) like tracking_like limit max_considered)) m
                join public.shipments f on f.id = m.id
               where f.archived_at is null and sees_orders
               order by f.created_at desc, f.id limit page_limit) s),
    'returns', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'return_number', r.return_number, 'order_number', o.order_number,
                                                   'customer_name', o.customer_name, 'state', r.state)
                                order by r.created_at desc, r.id), '[]')
        from public.return_requests r join public.orders o on o.id = r.order_id and o.archived_at is null
       where r.return_number in (number, 'RET-' || number) and sees_orders),
    'purchase_orders', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'order_number', p.order_number,
                                                   'supplier_name', p.supplier_name, 'status', p.status,
                        'total_amount', p.total_amount) order by p.created_at desc, p.id), '[]')
        from (select * from public.purchase_orders f
               where f.archived_at is null and shop.may(actor, 'buy_stock')
                 and (f.order_number in (number, 'PO-' || number) or f.supplier_name ilike supplier_like)
               order by f.created_at desc, f.id limit page_limit) p));
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_order_status (
  order_id         text,
  status           shop.order_status,
  actor            uuid,
  expected_version timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  despite_parcel   boolean                  DEFAULT false,
  reason           text                     DEFAULT ''::text,
  cash_with        text                     DEFAULT NULL::text,
  courier_id       text                     DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.orders := shop.lock_order(order_id);
  parcels text[];
begin
  perform shop.act_as(actor);
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, expected_version, before.status::text);

    if status = 'cancelled' and expected_version is not null and not despite_parcel then
      -- No parcel can leave meanwhile: that takes the order's lock as well.
      select array_agg(s.shipment_number order by s.created_at, s.id) into parcels from public.shipments s
       where s.order_id = before.id and s.archived_at is null and shop.is_under_way(s.status);
      if parcels is not null then
        perform shop.refuse('parcel_under_way', jsonb_build_object('shipments', parcels));
      end if;
    end if;
    if status = 'delivered' then
      perform shop.need_reason(before.id, shop.came_back(before.id), reason);
      perform shop.note_cash_holder(before, cash_with, courier_id);
    end if;
    perform shop.move_together(before, status, actor);
  elsif status = 'delivered' and cash_with in ('us', 'courier') then
    perform shop.note_cash_holder(before, cash_with, courier_id);
    update public.orders o set collected = o.collected + o.due_on_delivery where o.id = before.id and o.due_on_delivery > 0;
  end if;
  perform set_config('shop.cash_with', '', true);
  return shop.staff_order_json(before.id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."set_order_status"(text, shop.order_status, uuid, timestamp WITH time zone, boolean, text, text, text) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.set_parcel_sums (
  shipment_id text,
  said        jsonb,
  actor       uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  parcel public.shipments := shop.lock_shipment(shipment_id);
  sent public.orders;
  sums jsonb;
  due numeric;
  back numeric;
  together numeric;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'see_sums');
  select * into sent from public.orders o where o.id = parcel.order_id;
  if sent.archived_at is not null or not shop.is_open(sent.status) then
    perform shop.refuse('parcel_over', jsonb_build_object('shipmentNumber', parcel.shipment_number));
  elsif shop.order_sums_json(sent.id) ->> 'version' is distinct from said ->> 'version' then
    perform shop.refuse('edited_meanwhile');
  end if;
  select coalesce(jsonb_object_agg(s ->> 'shipmentId', (s ->> 'collect')::numeric), '{}') into sums
    from jsonb_array_elements(said -> 'sums') s;
  if exists (select from jsonb_object_keys(sums) k where k not in (select p.shipment_id from shop.parcel_sums_of(sent) p)) then
    perform shop.refuse_field('sums', 'Only parcels of this order');
  end if;
  perform shop.refuse('parcel_booked', jsonb_build_object('shipmentNumber', p.shipment_number))
     from shop.parcel_sums_of(sent) p where p.fixed_by is not null and (sums ->> p.shipment_id)::numeric <> p.collect limit 1;
  due := shop.to_collect_of(sent);
  select coalesce(sum(p.collect) filter (where p.fixed_by = 'back'), 0),
         coalesce(sum(coalesce((sums ->> p.shipment_id)::numeric, p.collect))
                    filter (where p.fixed_by is distinct from 'delivered' and p.fixed_by is distinct from 'back'), 0)
    into back, together
    from shop.parcel_sums_of(sent) p;
  if together > due or together < due - back then
    perform shop.refuse_field('sums', format('Together the parcels collect %s, but %s is due', shop.rupees_text(together),
      shop.rupees_text(case when together > due then due else due - back end)));
  end if;
  perform shop.store_sums(sent, sums || coalesce((
    -- What those that came back still owe: the latest first.
    select jsonb_object_agg(p.shipment_id, least(p.collect, greatest(0, due - together - p.before)))
      from (select b.shipment_id, b.collect,
                   coalesce(sum(b.collect) over (order by b.place desc rows between unbounded preceding and 1 preceding), 0) as before
              from shop.parcel_sums_of(sent) b where b.fixed_by = 'back') p), '{}'));
  return public.shipment_papers(parcel.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.settle_return (
  request_id       text,
  settlement       jsonb,
  actor            uuid,
  idempotency_key  text                     DEFAULT NULL::text,
  expected_version timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  request public.return_requests := shop.lock_return(request_id);
  fingerprint constant text := md5(jsonb_build_array(request.id, settlement)::text);
  method constant shop.payment_method := (settlement ->> 'method')::shop.payment_method;
  returned public.orders;
  is_paid constant boolean := coalesce((settlement ->> 'isPaidAlready')::boolean, false);
  twin public.return_requests;
  owed numeric;
  paid_by text;
  share numeric;
begin
  perform shop.act_as(actor);
  if idempotency_key is not null then
    perform pg_advisory_xact_lock(hashtextextended('settlement ' || idempotency_key, 0));
    select * into twin from public.return_requests r where r.settled_key = idempotency_key;
    if twin.settled_fingerprint = fingerprint then
      return shop.return_details_json(request.id);
    elsif twin.id is not null then
      perform shop.refuse('idempotency_mismatch', null, '{"of": "settlement"}');
    end if;
  end if;
  perform shop.check_return_state(request, '{asked,approved,received}');
  if request.state = 'asked' or request.state = 'approved' and request.comes_back then
    perform shop.refuse('return_not_back', null, jsonb_build_object('returnNumber', request.return_number));
  end if;
  perform shop.check_version(request.updated_at, expected_version);
  select * into returned from public.orders o where o.id = request.order_id;
  if returned.status <> 'delivered' then
    perform shop.refuse('order_not_delivered', null, jsonb_build_object('orderNumber', returned.order_number));
  elsif not is_paid and request.outcome <> 'exchange' and (request.outcome = 'store_credit') <> (method = 'store_credit') then
    perform shop.refuse_field('method', case request.outcome when 'store_credit' then 'Store credit was approved'
                                             else 'Money back was approved' end);
  end if;
  select greatest(0, s.refund - s.paid_back) into owed from shop.return_sums(request) s;
  if is_paid then
    select u.payment_id, least(u.amount, owed) into paid_by, share from shop.refund_without_return(returned.id) u;
    if paid_by is null and owed <= shop.received_of(returned) then
      perform shop.refuse_field('isPaidAlready', 'No refund of this order is without a return');
    end if;
    perform shop.log_order_event(returned.id, 'note', '', null, null, request.return_number || ' was paid back by a refund of the order');
  elsif owed > 0 then
    paid_by := (shop.pay_back(returned, owed, method, settlement ->> 'reference', request.return_number)).id;
  end if;
  update public.return_requests r
     set state = 'settled', payment_id = paid_by, payment_share = share, settled_key = idempotency_key,
       settled_fingerprint = case when idempotency_key is not null then fingerprint end
   where r.id = request.id;
  return shop.return_details_json(request.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.staff_figures (
  viewer   uuid,
  person   uuid,
  from_day date,
  to_day   date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  last_day constant date := coalesce(to_day, shop.day_of(now()));
  from_time constant timestamptz := shop.start_of_day(coalesce(from_day, last_day - 29));
  to_time constant timestamptz := shop.start_of_day(last_day + 1);
begin
  if person is distinct from viewer then
    perform shop.assert_may(viewer, 'see_activity');
  end if;
  return (
    with confirmed as (
      select distinct c.actor, c.order_id from public.confirmation_attempts c
       where c.actor is not null and (person is null or c.actor = person) and c.outcome = 'confirmed' and c.created_at >= from_time
         and c.created_at < to_time
    ), outcomes as (
      select c.actor, count(*) as confirmed, count(*) filter (where shop.has_arrived(o)) as delivered,
             count(*) filter (where shop.is_returned(o)) as returned
        from confirmed c
        join public.orders o on o.id = c.order_id
       group by c.actor
    ), packed as (
      select distinct e.actor, s.id, s.order_id
        from public.order_events e
        join public.shipments s on s.order_id = e.order_id and s.shipment_number = e.subject and s.archived_at is null
       where e.kind = 'parcel' and e.before is null and e.actor is not null and (person is null or e.actor = person)
         and e.created_at >= from_time and e.created_at < to_time
         and not exists (select from public.packed_pieces l where l.order_id = e.order_id)
    ), scanned as (
      select r.actor, r.order_id, sum(r.counted) as pieces
        from (select distinct l.order_id from public.packed_pieces l
               where l.actor is not null and (person is null or l.actor = person) and l.packed_at >= from_time and l.packed_at < to_time) d
       cross join lateral (select * from shop.packed_rows p where p.order_id = d.order_id) r
       where r.actor is not null and (person is null or r.actor = person) and r.packed_at >= from_time and r.packed_at < to_time
       group by r.actor, r.order_id having sum(r.counted) > 0
    ), parcels as (
      select p.actor, count(*) as parcels
        from (select actor, id from packed union all select actor, order_id from scanned) p group by p.actor
    ), pieces as (
      select p.actor, sum(p.pieces) as pieces
        from (select d.actor, i.quantity as pieces from (select distinct actor, order_id from packed) d
              join public.order_items i on i.order_id = d.order_id
              union all select actor, pieces from scanned) p group by p.actor
    )
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', m.id, 'username', m.username, 'confirmed', coalesce(o.confirmed, 0), 'delivered', coalesce(o.delivered, 0),
             'returned', coalesce(o.returned, 0), 'parcels', coalesce(p.parcels, 0), 'pieces', coalesce(i.pieces, 0)) order by m.username),
             '[]')
      from public.staff m
      left join outcomes o on o.actor = m.id left join parcels p on p.actor = m.id left join pieces i on i.actor = m.id
     where case when person is null then m.is_active or o.actor is not null or p.actor is not null else m.id = person end);
end;
$function$;

CREATE OR REPLACE FUNCTION public.take_portal_file (
  courier_id text,
  again      boolean,
  actor      uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.undo_courier_word (
  booking_id text,
  actor      uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  booking public.courier_bookings;
  parcel public.shipments;
  typed public.courier_events;
  before shop.shipment_status;
  of_order public.orders;
begin
  perform shop.act_as(actor);
  select b.* into booking from public.courier_bookings b where b.id = undo_courier_word.booking_id and b.state = 'booked';
  if not found then
    perform shop.refuse('booking_not_found');
  end if;
  parcel := shop.lock_shipment(booking.shipment_id);
  typed := shop.last_typed_word(booking);
  if typed.id is null or typed.received_at < now() - shop.undo_time() then
    perform shop.refuse('word_not_undone');
  end if;
  insert into shop.words_taken_back (event_id, actor) values (typed.id, undo_courier_word.actor);
  -- What the word made of the parcel, and nothing else since.
  if parcel.status = shop.shipment_status_by(split_part(typed.meaning, ':', 1)::shop.parcel_status) then
    select (e.before ->> 'status')::shop.shipment_status into before from public.order_events e
     where e.order_id = parcel.order_id and e.kind = 'parcel' and e.subject = parcel.shipment_number and e.before ? 'status'
       and e.after ->> 'status' = parcel.status::text and e.created_at >= typed.received_at
     order by e.created_at limit 1;
  end if;
  if before is not null then
    select * into of_order from public.orders o where o.id = parcel.order_id;
    perform shop.move_together(of_order, null, actor, parcel.id, before);
  end if;
  perform shop.update_progress(booking.id);
  perform shop.log_order_event(parcel.order_id, 'parcel', parcel.shipment_number, null, null, 'Taken back: ' || typed.label);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."undo_courier_word"(text, uuid) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.undo_order_delivery (
  order_id text,
  actor    uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  delivered constant public.orders := shop.lock_order(order_id);
  event constant public.order_events := shop.delivery_event(delivered.id, '');
  parcel public.shipments;
  parcels integer := 0;
begin
  perform shop.act_as(actor);
  if delivered.status <> 'delivered' or event.id is null then
    perform shop.refuse('delivery_not_undone', jsonb_build_object('number', delivered.order_number));
  end if;
  for parcel in
    select s.* from public.shipments s
      join public.order_events e on e.order_id = s.order_id and e.kind = 'parcel' and e.subject = s.shipment_number
       and e.after ->> 'status' = 'delivered'
     where s.order_id = delivered.id and s.archived_at is null and s.status = 'delivered'
       and e.created_at between event.created_at - interval '2 seconds' and event.created_at
     order by s.created_at, s.id
  loop
    perform shop.undo_parcel(parcel, actor);
    parcels := parcels + 1;
  end loop;
  if parcels = 0 then
    perform shop.move_together(delivered, (event.before ->> 'status')::shop.order_status, actor);
  else
    perform shop.restore_order_status(delivered.id, event);
  end if;
  return shop.staff_order_json(delivered.id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."undo_order_delivery"(text, uuid) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.undo_parcel_delivery (
  shipment_id text,
  actor       uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  parcel constant public.shipments := shop.lock_shipment(shipment_id);
begin
  perform shop.act_as(actor);
  perform shop.undo_parcel(parcel, actor);
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = parcel.id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."undo_parcel_delivery"(text, uuid) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.work_summary (
  today      date,
  low_stock  integer,
  late_after integer,
  page_limit integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  late text[] := array(
    select s.id from public.shipments s
     where s.archived_at is null and not shop.is_over(s.status)
       and (s.estimated_delivery_date < today
            or (s.estimated_delivery_date is null and s.status <> 'preparing' and s.shipped_date < shop.start_of_day(today - late_after)))
     order by coalesce(s.estimated_delivery_date, shop.day_of(s.shipped_date) + late_after), s.id);
begin
  return (select jsonb_object_agg(k, coalesce(l.orders, 0))
            from unnest(array['to_confirm', 'awaits_money', 'to_pack', 'to_hand_over', 'returned', 'to_refund']) k
            left join (select o.work, count(*) as orders from shop.order_lists o group by o.work) l on l.work = k)
    || jsonb_build_object(
    -- As `list_stock_levels` finds them: by their choices.
    'low_stock', (select count(*) from public.products p
                   where p.archived_at is null
                     and p.id in (select v.product_id from public.product_variants v
                                   where v.archived_at is null and v.stock_quantity <= low_stock)),
    'late_count', cardinality(late),
    'late', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number,
                                                          'order_number', s.order_number, 'status', s.status, 'carrier', s.carrier,
                                                          'recipient_name', o.customer_name,
                                                          'estimated_delivery_date', s.estimated_delivery_date,
                                                          'shipped_date', s.shipped_date) order by listed.place), '[]')
               from unnest(late[1 : page_limit]) with ordinality as listed (id, place)
               join public.shipments s on s.id = listed.id join public.orders o on o.id = s.order_id),
    'expected_count', (select count(*) from public.purchase_orders p
                       where p.archived_at is null and p.expected_delivery_date is not null and shop.is_expected(p.status)),
    'expected', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'order_number', p.order_number, 'supplier_name', p.supplier_name,
                          'status', p.status, 'expected_delivery_date', p.expected_delivery_date) order by p.expected_delivery_date, p.id),
                          '[]')
                   from (select * from public.purchase_orders e
                          where e.archived_at is null and e.expected_delivery_date is not null and shop.is_expected(e.status)
                          order by e.expected_delivery_date, e.id limit page_limit) p));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_order_changed (
  old public.orders,
  new public.orders
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  moves constant boolean := new.status <> old.status;
  arrives constant boolean := moves and new.status = 'delivered';
  comes_or_goes constant boolean := (old.archived_at is null) <> (new.archived_at is null);
  is_given_up constant boolean := moves and new.status = 'cancelled' or old.archived_at is null and new.archived_at is not null;
  is_due_anew constant boolean := moves or old.due_on_delivery <> new.due_on_delivery;
  is_sold_else constant boolean := shop.is_sold(old) <> shop.is_sold(new);
  is_wish constant boolean := new.cancellation_asked_at is not null
    and new.cancellation_asked_at is distinct from old.cancellation_asked_at;
begin
  if is_due_anew or comes_or_goes or old.advance_verified <> new.advance_verified then perform shop.follow_advance(new.id); end if;
  if new.collected <> old.collected then perform shop.book_collected(old, new); end if;
  if moves or comes_or_goes or old.customer_phone <> new.customer_phone then perform shop.follow_order(old, new); end if;
  if arrives then perform shop.note_delivery(new); end if;
  if moves and shop.has_shipped(new.status) then perform shop.check_dispatch_gate(new.id); end if;
  if shop.is_open(old.status) <> shop.is_open(new.status) then perform shop.keep_packed_photos(new); end if;
  -- That a parcel's cash is booked, its own event says.
  if moves or new.collected = old.collected then perform shop.log_order_change(old, new); end if;
  if shop.is_cancelled_by_hand(old, new) then perform shop.need_right('cancel_orders'); end if;
  if shop.is_corrected(old, new) then perform shop.need_right('confirm_orders'); end if;
  if shop.is_discounted(old, new) then perform shop.need_right('discount_orders'); end if;
  if moves and new.status in ('shipped', 'delivered') then perform shop.need_right('send_parcels'); end if;
  if is_due_anew then perform shop.align_sums(new); end if;
  if shop.has_shipped(new.status) and not shop.has_shipped(old.status) then perform shop.check_photo(new.id); end if;
  if arrives then perform shop.promise_returns(new); end if;
  if old.awaits_proof and not new.awaits_proof and new.status <> 'cancelled' then perform shop.take_proven_pieces(new); end if;
  if new.pieces_added_at is distinct from old.pieces_added_at then perform shop.push_added_pieces(new); end if;
  if is_wish then perform shop.push_cancellation_wish(new); end if;
  if moves or (old.total_amount, old.created_at, old.archived_at) is distinct from (new.total_amount, new.created_at, new.archived_at) then
    perform shop.count_order(old, new);
  end if;
  if is_sold_else and new.discount_code is not null then perform shop.release_code(old, new); end if;
  if is_given_up and new.credit_used > 0 and shop.returns_credit(old) then perform shop.return_credit(new); end if;
  if is_sold_else or new.created_at <> old.created_at then perform shop.update_sold_lines(new); end if;
  if is_given_up then perform shop.undo_exchange(old, new); end if;
  if shop.is_found_elsewhere(old, new) then perform shop.store_order_words(new.id); end if;
  if moves then perform shop.copy_status_to_words(new); end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_order_placed (
  new public.orders
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new.collected <> 0 then perform shop.book_collected(null, new); end if;
  perform shop.begin_confirmation(new);
  perform shop.count_order(null, new);
  if shop.has_shipped(new.status) then perform shop.check_dispatch_gate(new.id); end if;
  if shop.is_discounted(null, new) and coalesce(current_setting('shop.makes_exchange', true), '') <> 'on' then
    perform shop.need_right('discount_orders');
  end if;
  if new.placed_by is not null then perform shop.need_right('place_orders'); end if;
  if new.shopper_id is not null then perform shop.note_used_address(new); end if;
  if new.placed_by is not null then perform shop.note_order_by_staff(new); end if;
  if new.status = 'delivered' then perform shop.promise_returns(new); end if;
  if new.source = 'website' and new.archived_at is null and new.status = 'pending' then perform shop.push_new_order(new); end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_payment()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.count_payment(new);
  -- An exchange pays for what goes out with what comes back; giving it up takes back what was no refund yet.
  if new.kind in ('refund', 'credit_given')
     and coalesce(current_setting('shop.undoes_exchange', true), '') <> 'on'
     and coalesce(current_setting('shop.makes_exchange', true), '') <> 'on'
  then
    perform shop.need_right('refund');
  end if;
  if new.kind = 'advance' then perform shop.need_right('verify_payments'); end if;
  if new.actor is not null and new.order_id is null then perform shop.note_credit(new); end if;
  if new.reverses is not null and new.kind = 'advance' then perform shop.follow_payment(new); end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_shipment_added (
  new public.shipments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if not shop.is_back(new.status) then perform shop.check_dispatch_gate(new.order_id); end if;
  perform shop.log_parcel_change(null, new);
  perform shop.need_right('send_parcels');
  perform shop.note_courier_parcel(new);
  perform shop.follow_parcels(new);
  if not shop.is_back(new.status) then perform shop.replace_parcels(new); end if;
  if shop.has_left(new.status) then perform shop.check_photo(new.order_id); end if;
  perform shop.end_proof(new.order_id);
  if new.tracking_number <> '' then perform shop.store_order_words(new.order_id); end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_shipment_changed (
  old public.shipments,
  new public.shipments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  moves constant boolean := new.status <> old.status;
  comes_or_goes constant boolean := (old.archived_at is null) <> (new.archived_at is null);
begin
  if (moves or new.order_id <> old.order_id) and not shop.is_back(new.status) then perform shop.check_dispatch_gate(new.order_id); end if;
  perform shop.log_parcel_change(old, new);
  if shop.is_sent_by_hand(old, new) then perform shop.need_right('send_parcels'); end if;
  if old.received_at is null and new.received_at is not null then perform shop.need_right('receive_returns'); end if;
  if moves or new.carrier <> old.carrier or new.archived_at is distinct from old.archived_at then
    perform shop.note_courier_parcel(new);
  end if;
  if moves and (shop.is_over(old.status) or shop.is_over(new.status)) then perform shop.follow_parcel_sum(new); end if;
  if comes_or_goes then perform shop.follow_parcels(new); end if;
  if moves and shop.has_left(new.status) then perform shop.check_photo(new.order_id); end if;
  if moves and shop.is_back(new.status) and new.archived_at is null then perform shop.push_parcel(new); end if;
  if comes_or_goes or old.tracking_number <> new.tracking_number then perform shop.store_order_words(new.order_id); end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.agreed_lines (
  parts shop.agreed_part[],
  off   jsonb
)
  RETURNS TABLE (
    place   integer,
    item_id text,
    line    shop.priced_line
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return query
    with dealt as (
      -- A line in two parts keeps its id in the first.
      select u.place, u.age, u.terms, u.units, l.*,
             case when row_number() over (partition by u.item_id order by u.age nulls last) = 1 then u.item_id end as kept_id
        from shop.under_agreed_terms(parts, off) u join unnest(parts) p on p.place = u.place cross join lateral (select (p.line).*) l
    ), together as (
      select d.*, coalesce(d.kept_id, first_value(d.kept_id) over (
               partition by d.product_id, d.variant_id, d.price, d.selected_color, d.selected_size, d.terms
                   order by d.kept_id is null, d.place)) as line_id
        from dealt d
    )
    select (row_number() over (order by min(t.place), min(t.age) nulls last))::integer, t.line_id,
           row(min(t.line_position), t.product_id, (array_agg(t.product_name order by t.place))[1],
               (array_agg(t.product_image order by t.place))[1], t.price, 0, sum(t.units)::integer, t.selected_color, t.selected_size, null,
               null, t.variant_id, null, t.terms)::shop.priced_line
      from together t
     group by t.line_id, t.product_id, t.price, t.selected_color, t.selected_size, t.variant_id, t.terms;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.align_sums (
  of_order public.orders
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  more numeric;
  one record;
begin
  if not shop.is_open(of_order.status) or not exists (select from shop.parcel_sums p where p.order_id = of_order.id) then
    return;
  end if;
  perform set_config('shop.due_changes', 'on', true);
  delete from shop.parcel_sums p using public.shipments s where p.order_id = of_order.id and s.id = p.shipment_id
    and s.archived_at is not null;
  select shop.to_collect_of(of_order) - coalesce(sum(p.collect), 0) into more
    from shop.parcel_sums_of(of_order) p where p.fixed_by is distinct from 'delivered';
  for one in
    select p.shipment_id, p.collect from shop.parcel_sums_of(of_order) p where p.fixed_by is distinct from 'delivered'
     order by case when p.fixed_by is null then 1 when p.fixed_by = 'booked' then 2 when more < 0 then 0 else 3 end, p.place desc
  loop
    exit when more = 0;
    update shop.parcel_sums p set collect = greatest(0, one.collect + more) where p.shipment_id = one.shipment_id;
    more := least(0, more + one.collect);
  end loop;
  perform set_config('shop.due_changes', '', true);
  perform shop.count_uncollected(of_order.id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.before_order_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' then
    if new.terms = '{}' then new.terms := shop.shown_terms(new); end if;
    if new.status = 'delivered' then new := shop.collect_at_door(null, new); end if;
    new.has_arrived := new.status = 'delivered';
    return shop.give_order_its_customer(null, new);
  end if;

  if new.status <> old.status then new := shop.collect_at_door(old, new); end if;
  new.has_arrived := new.status = 'delivered' or old.has_arrived and new.status = 'cancelled';
  if (new.customer_phone, new.customer_id) <> (old.customer_phone, old.customer_id) then
    new := shop.give_order_its_customer(old, new);
  end if;
  if old.merged_into is not null and new.status <> old.status then perform shop.keep_merged_cancelled(old); end if;
  -- What went back before is no goodwill where nothing was collected after all.
  if old.collected > 0 and new.collected = 0 then new.goodwill := 0; end if;
  -- One that goes on awaits no proof any more.
  new.awaits_proof := new.awaits_proof and new.status = 'pending';
  new.updated_at := shop.next_version(old.updated_at);
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.before_shipment_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' then
    return shop.copy_order_number(new);
  end if;
  if (new.order_id, new.order_number) <> (old.order_id, old.order_number) then new := shop.copy_order_number(new); end if;
  if not shop.is_back(new.status) then new.sent_again_at := null; end if;
  if shop.is_over(new.status) and new.status <> old.status then perform shop.fix_sums(old, new); end if;
  new.updated_at := shop.next_version(old.updated_at);
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.book_cash (
  paid       public.orders,
  amount     numeric,
  holder     shop.ledger_account,
  courier_id text,
  reference  text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, courier_id, reference, actor, created_at)
  values ('collected', 'cash', 'customer', holder, book_cash.amount, paid.id, book_cash.courier_id, book_cash.reference, shop.acting(),
          paid.updated_at);
$function$;

CREATE OR REPLACE FUNCTION shop.book_collected (
  old public.orders,
  new public.orders
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  more numeric := new.collected - coalesce((select sum((c.payment).amount) from shop.collections_of(new.id) c), 0);
  with_courier constant boolean := coalesce(current_setting('shop.cash_with', true), '') = 'courier';
  -- The one parcel that is asked about, where several get a status at once.
  number constant text := nullif(current_setting('shop.parcel_collects', true), '');
  one record;
begin
  if more > 0 then
    for one in
      select s.shipment_number, shop.courier_of(s) as courier_id, coalesce(p.collect, more) as collect
        from public.shipments s left join shop.parcel_sums p on p.shipment_id = s.id
       where s.order_id = new.id and s.archived_at is null and s.status = 'delivered' and (shop.payment_of(s)).id is null
         and coalesce(number, s.shipment_number) = s.shipment_number
       order by s.created_at, s.id
    loop
      continue when least(one.collect, more) = 0;
      perform shop.book_cash(new, least(one.collect, more), 'courier', one.courier_id, one.shipment_number);
      more := more - least(one.collect, more);
    end loop;
    if more > 0 then
      perform shop.book_cash(new, more, case when with_courier then 'courier' else 'cash' end::shop.ledger_account,
                             case when with_courier then current_setting('shop.cash_courier', true) end, '');
    end if;
  else
    for one in select c.payment from shop.collections_of(new.id) c where coalesce(number, (c.payment).reference) = (c.payment).reference
      order by c.is_of_parcel, (c.payment).sequence desc loop
      exit when more >= 0;
      perform shop.take_back(one.payment, '');
      more := more + (one.payment).amount;
    end loop;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.change_of (
  before public.orders,
  after  shop.repriced
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return jsonb_build_object(
    'before', jsonb_build_object('items', shop.items_in_brief(before.id), 'subtotal', before.subtotal, 'shipping', before.shipping,
                                 'total', before.total_amount)
      || shop.discount_json(before.discount, before.delivery_discount, before.discount_code, null),
    'after', shop.price_in_brief(after));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.change_order_phone (
  before       public.orders,
  phone        text,
  second_phone text,
  total_seen   numeric
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  use public.code_redemptions;
  off jsonb;
  made shop.repriced;
  priced shop.order_price;
begin
  begin
    update public.orders o set customer_phone = change_order_phone.phone,
      second_phone = change_order_phone.second_phone where o.id = before.id;
    update public.code_redemptions r
       set phone = o.customer_phone
      from public.orders o where o.id = before.id and r.order_id = o.id and r.phone <> o.customer_phone
    returning r.* into use;
    -- The use of a cancelled order is free; it is asked about when the order comes back.
    if use.order_id is null or use.released_at is not null or not shop.is_unpacked(before) or shop.phone_refusal(use) is null then
      return null;
    end if;
    raise unique_violation;
  exception when unique_violation then
    -- Nothing of it is written.
  end;

  if shop.is_unpacked(before) then
    off := shop.off_without_code(before.terms -> 'off');
    made := shop.reprice(array (select p from shop.parts_of(before.id) p), before.terms || jsonb_build_object('off', off), off);
    priced := made.price;
    if total_seen is distinct from priced.total then
      return jsonb_build_object('total', priced.total, 'totalBefore', before.total_amount, 'code', before.discount_code);
    end if;
    perform shop.change_redemption(before, priced);
    update public.order_items i set discount = s.share, code_terms = null
      from unnest(made.ids, priced.shares) s (id, share) where i.order_id = before.id and i.id = s.id;
    update public.orders o
       set customer_phone = change_order_phone.phone, second_phone = change_order_phone.second_phone,
           terms = jsonb_strip_nulls(made.terms),
           discount = priced.discount, shipping = priced.shipping, delivery_discount = priced.delivery_discount,
           total_amount = priced.total, discount_code = null, discount_reason = shop.reason_of(priced, made.terms)
     where o.id = before.id;
  else
    update public.orders o set customer_phone = change_order_phone.phone, second_phone = change_order_phone.second_phone
     where o.id = before.id;
  end if;
  -- A packed order keeps what the phone has already, beside its other use.
  update public.code_redemptions r set phone = o.customer_phone, is_once = r.is_once and shop.is_unpacked(before)
    from public.orders o where o.id = before.id and r.order_id = o.id;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.check_claim_open (
  claim public.courier_claims
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if claim.state not in ('open', 'asked') then
    perform shop.refuse('claim_ended', jsonb_build_object('state', claim.state));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.check_dispatch_gate (
  order_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  stopped jsonb;
begin
  select jsonb_build_object('orderId', h.order_id, 'orderNumber', h.order_number,
           'waitsFor', case when c.state = 'confirmed' and c.awaits_return then 'pieces'
                            when c.state = 'confirmed' and c.awaits_advance then 'money' end) into stopped
    from shop.orders_stopped_by_gate h left join public.order_confirmations c on c.order_id = h.order_id
   where h.order_id = check_dispatch_gate.order_id;
  if found then
    perform shop.refuse('not_confirmed', stopped);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.check_ending (
  ending   jsonb,
  parcel   public.shipments,
  of_order public.orders
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if ending ->> 'end' = 'paid' and ending ->> 'amount' is null then
    perform shop.refuse_field('amount', 'How much did the courier pay?');
  elsif ending ->> 'end' = 'paid' and ending ->> 'paidInto' is null then
    perform shop.refuse_field('paidInto', 'Where is the money?');
  elsif ending ->> 'end' = 'sent_again' and ending ->> 'order' <> 'send_again' then
    perform shop.refuse_field('order', 'Sent again is another parcel of the order');
  elsif parcel.status = 'delivered' and ending ->> 'order' <> 'keep' then
    perform shop.refuse_field('order', 'The parcel was delivered: the order stays as it is');
  elsif ending ->> 'order' = 'send_again' and of_order.status = 'cancelled' then
    perform shop.refuse('order_cancelled', null, jsonb_build_object('orderNumber', of_order.order_number));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.check_order_at_end()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' then
    if new.discount <> 0 then perform shop.require_shared_discount(new.id); end if;
    if new.advance_verified + new.credit_used + new.collected + new.refunded <> 0 then perform shop.require_booked_order(new.id); end if;
    return null;
  end if;

  if new.discount <> old.discount then perform shop.require_shared_discount(new.id); end if;
  if (old.status, old.due_on_delivery, old.uncollected) <> (new.status, new.due_on_delivery, new.uncollected) then
    perform shop.require_sums(new.id);
  end if;
  if (old.advance_verified, old.credit_used, old.collected, old.refunded)
     <> (new.advance_verified, new.credit_used, new.collected, new.refunded) then
    perform shop.require_booked_order(new.id);
  end if;
  if new.collected > 0 then perform shop.require_delivered(new.id); end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.collect_at_door (
  old public.orders,
  new public.orders
)
  RETURNS public.orders
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  paid_before constant numeric := new.advance_verified + new.credit_used;
begin
  if new.status = 'delivered' then
    if coalesce(current_setting('shop.cash_with', true), '') <> 'nobody' then
      new.collected := new.collected + shop.due_if_delivered(case when old.id is null then new else old end);
    end if;
  elsif new.status <> 'cancelled' then
    new.collected := (select coalesce(sum((c.payment).amount), 0) from shop.collections_of(new.id) c where c.is_of_parcel);
    if new.refunded > new.advance_verified + new.credit_used + new.collected then
      perform shop.refuse('money_refunded', '{}', jsonb_build_object('refunded', shop.rupees_text(new.refunded)));
    end if;
  end if;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.collections_of (
  order_id text
)
  RETURNS TABLE (
    payment      public.payments,
    is_of_parcel boolean
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select p, exists (select from public.shipments s where s.order_id = p.order_id and s.shipment_number = p.reference
                    and s.archived_at is null and s.status = 'delivered')
    from public.payments p
   where p.order_id = collections_of.order_id and p.kind = 'collected' and p.reverses is null
     and not exists (select from public.payments r where r.reverses = p.id);
$function$;

CREATE OR REPLACE FUNCTION shop.count_payment (
  new public.payments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  amount constant numeric := shop.signed_amount(new);
begin
  if new.kind in ('advance', 'credit_used', 'refund') then
    update public.orders o
       set advance_verified = o.advance_verified + case new.kind when 'advance' then amount else 0 end,
           credit_used = o.credit_used + case new.kind when 'credit_used' then amount else 0 end,
           refunded = o.refunded + case new.kind when 'refund' then amount else 0 end,
           goodwill = case when new.kind <> 'refund' then o.goodwill
                           when new.reverses is not null then greatest(0, o.goodwill + amount)
                           when o.collected > 0 or o.has_arrived then o.goodwill + amount
                           else o.goodwill end
     where o.id = new.order_id;
  end if;
  if new.customer_id is not null then
    update public.customers c set credit = c.credit + case when new.from_account = 'credit' then new.amount else - new.amount end
      where c.id = new.customer_id;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.count_reveal (
  order_id text,
  actor    uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  seen public.orders;
  daily integer;
  used integer;
begin
  select * into seen from public.orders o where o.id = count_reveal.order_id and o.archived_at is null;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  if shop.may(actor, 'see_contacts') then
    return null;
  end if;
  perform shop.assert_may(actor, 'reveal_contacts');
  -- Their own reveals queue here.
  select r.reveals_a_day into daily from public.staff s join public.staff_roles r on r.id = s.role
    where s.id = actor for no key update of s;
  select count(distinct c.order_id) into used from public.contact_reveals c
    where c.staff_id = actor and c.created_at >= shop.start_of_day(shop.day_of(now())) and c.order_id <> seen.id;
  if used >= daily then
    perform shop.refuse('too_many_reveals', '{}', jsonb_build_object('limit', daily));
  end if;
  insert into public.contact_reveals (staff_id, order_id) values (actor, seen.id);
  perform shop.write_audit(actor, 'reveal', seen.id, 'contact of ' || seen.order_number, '{"shown": false}', '{"shown": true}');
  return daily - used - 1;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.count_uncollected (
  order_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  of_returned numeric;
begin
  select case when bool_or(not shop.is_back(s.status)) then coalesce(sum(p.collect) filter (where shop.is_back(s.status)), 0) else 0 end
    into of_returned
    from public.shipments s left join shop.parcel_sums p on p.shipment_id = s.id
   where s.order_id = count_uncollected.order_id and s.archived_at is null;
  update public.orders o set uncollected = coalesce(of_returned, 0)
    where o.id = count_uncollected.order_id and o.uncollected <> coalesce(of_returned, 0);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.courier_of (
  parcel public.shipments
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce((select b.courier_id from public.courier_bookings b where b.shipment_id = parcel.id and b.state = 'booked' limit 1),
                  (select c.id from public.couriers c where lower(c.name) = lower(parcel.carrier)));
$function$;

CREATE OR REPLACE FUNCTION shop.customer_record (
  customer_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select jsonb_build_object(
             'orders', count(*),
             'delivered', count(*) filter (where o.has_arrived),
             'returned', count(*) filter (where o.is_returned),
             'cancelled', count(*) filter (where o.status = 'cancelled' and not o.is_returned),
             'open', count(*) filter (where shop.is_open(o.status) and not o.is_returned),
             'value', coalesce(sum(o.total_amount - o.uncollected) filter (where o.has_arrived), 0),
             'first_order_at', min(o.created_at), 'last_order_at', max(o.created_at))
      from (select f.status, f.total_amount, f.uncollected, f.created_at, shop.is_returned(f) as is_returned,
                   shop.has_arrived(f) as has_arrived
              from public.orders f
             where f.customer_id = customer_record.customer_id and f.archived_at is null) o);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.deal (
  pieces bigint[],
  places bigint[]
)
  RETURNS TABLE (
    part  integer,
    kind  integer,
    units integer
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  with parts as (
    select p.n, sum(p.units) over (order by p.n) - p.units as first, sum(p.units) over (order by p.n) as last
      from unnest(pieces) with ordinality p (units, n)
  ), kinds as (
    select p.n, sum(p.units) over (order by p.n) - p.units as first, sum(p.units) over (order by p.n) as last
      from unnest(places || array[1000000000::bigint]) with ordinality p (units, n)
  )
  select p.n::integer, case when k.n <= cardinality(places) then k.n end::integer,
         (least(p.last, k.last) - greatest(p.first, k.first))::integer
    from parts p join kinds k on k.first < p.last and p.first < k.last;
$function$;

CREATE OR REPLACE FUNCTION shop.decide_lost_order (
  of_order      public.orders,
  decided       text,
  refund_method shop.payment_method,
  reference     text,
  actor         uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  cancelled public.orders;
begin
  if decided = 'send_again' then
    perform public.create_shipment(jsonb_build_object('orderId', of_order.id), actor);
  elsif decided = 'cancel' then
    if shop.came_back(of_order.id) is null then
      perform shop.refuse_field('order', 'Another parcel of this order goes on or arrived: it cannot be cancelled with this one');
    elsif of_order.status <> 'cancelled' then
      perform shop.move_together(of_order, 'cancelled', actor);
    end if;
    select * into cancelled from public.orders o where o.id = of_order.id;
    if refund_method is not null and shop.received_of(cancelled) > 0 then
      perform shop.pay_back(cancelled, shop.received_of(cancelled), refund_method, reference, 'The parcel was lost');
    end if;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.delivery_event (
  order_id text,
  parcel   text
)
  RETURNS public.order_events
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  event public.order_events;
begin
  select e.* into event from public.order_events e
   where e.order_id = delivery_event.order_id and e.kind = case parcel when '' then 'order' else 'parcel' end::shop.order_event_kind
     and (parcel = '' or e.subject = parcel) and e.after ? 'status' and e.before ? 'status'
   order by e.created_at desc limit 1;
  if event.after ->> 'status' is distinct from 'delivered' or event.created_at < now() - shop.undo_time() then
    return null;
  end if;
  return event;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.different_fields (
  of_row jsonb,
  other  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return (select jsonb_object_agg(f.key, f.value) from jsonb_each(of_row) f
           where f.value is distinct from other -> f.key
             and f.key <>
           all ('{updated_at,order_number,received_at,sent_again_at,advance_verified,credit_used,collected,refunded,has_arrived,
                  goodwill,uncollected,due_on_delivery,to_refund,terms}'));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.due_if_delivered (
  of_order public.orders
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select greatest(0, of_order.total_amount - of_order.uncollected - of_order.advance_verified - of_order.credit_used - of_order.collected
                       + of_order.refunded - of_order.goodwill);
$function$;

CREATE OR REPLACE FUNCTION shop.edited_lines (
  asked public.orders,
  items jsonb
)
  RETURNS TABLE (
    is_kept boolean,
    part    shop.agreed_part
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return query
    with wanted as (
      select l.*, o.code_terms as sold_terms, o.id as sold_id, o.price as sold_price, o.quantity as sold_quantity,
             o.variant_id as sold_variant, o.product_name as sold_name, o.product_image as sold_image,
             coalesce((coalesce(o.selected_color, ''), coalesce(o.selected_size, ''))
                      = (coalesce(l.selected_color, ''), coalesce(l.selected_size, '')), false) as is_same
        from shop.price_lines(items) l
        left join public.order_items o on o.order_id = asked.id and o.product_id = l.product_id and o.id = items -> l.line_position ->> 'id'
    ), parts as (
      select w.*, w.sold_id as part_id, w.sold_price as part_price, least(w.quantity, w.sold_quantity) as units, w.is_same as kept,
             w.sold_terms as part_terms
        from wanted w
       where w.sold_id is not null
      union all
      select w.*, null, w.price, w.quantity - coalesce(w.sold_quantity, 0), false, null from wanted w
      where w.quantity > coalesce(w.sold_quantity, 0)
    ), taken as (
      select i.variant_id, sum(i.quantity) as units from public.order_items i where i.order_id = asked.id group by i.variant_id
    )
    select p.kept, row((row_number() over (order by p.line_position, p.part_id))::integer, p.part_id, p.part_id is null,
           row(p.line_position, p.product_id,
               case when p.part_price = p.sold_price then p.sold_name else p.product_name end,
               case when p.part_price = p.sold_price then p.sold_image else p.product_image end,
               p.part_price,
               (p.available + coalesce(h.units, 0)
                - coalesce((select sum(k.units) from parts k where k.kept and k.sold_variant = p.variant_id), 0))::integer,
               p.units, p.selected_color, p.selected_size, p.colors, p.sizes,
               case when p.kept then p.sold_variant else p.variant_id end, p.missing_choice, p.part_terms
              )::shop.priced_line)::shop.agreed_part
      from parts p left join taken h on h.variant_id = p.variant_id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.fix_sums (
  old public.shipments,
  new public.shipments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  of_order public.orders;
  holder text;
begin
  if exists (select from shop.parcel_sums p where p.order_id = new.order_id)
     or (select count(*) from public.shipments s where s.order_id = new.order_id and s.archived_at is null) < 2 then
    return;
  end if;
  if shop.is_back(new.status) and (
    select s.status = 'preparing' and shop.sum_fixed_by(s) is null from public.shipments s
     where s.order_id = new.order_id and s.archived_at is null and s.id <> new.id and not shop.is_over(s.status)
     order by s.created_at, s.id limit 1) then
    return;
  end if;
  select * into of_order from public.orders o where o.id = new.order_id;
  select s.id into holder from public.shipments s
   where s.order_id = new.order_id and s.archived_at is null and (s.id = new.id or not shop.is_over(s.status))
   order by s.created_at, s.id limit 1;
  perform set_config('shop.due_changes', 'on', true);
  insert into shop.parcel_sums (shipment_id, order_id, collect)
  select s.id, of_order.id, case when s.id = holder then shop.to_collect_of(of_order)
                                 when s.status = 'delivered' then coalesce((shop.payment_of(s)).amount, 0) else 0 end
    from public.shipments s where s.order_id = of_order.id and s.archived_at is null;
  perform set_config('shop.due_changes', '', true);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.follow_parcel_sum (
  new public.shipments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  of_order public.orders;
  payment constant public.payments := shop.payment_of(new);
  share numeric;
begin
  select * into of_order from public.orders o where o.id = new.order_id;
  if of_order.status <> 'cancelled' and of_order.archived_at is null then
    if new.status = 'delivered' and payment.id is null then
      perform set_config('shop.due_changes', 'on', true);
      update shop.parcel_sums p set collect = least(p.collect + p.passed_on, shop.to_collect_of(of_order)), passed_on = 0
       where p.shipment_id = new.id returning p.collect into share;
      perform set_config('shop.due_changes', '', true);
      share := coalesce(share, of_order.due_on_delivery);
      perform set_config('shop.parcel_collects', new.shipment_number, true);
      update public.orders o set collected = o.collected + share where o.id = of_order.id and share > 0;
      perform set_config('shop.parcel_collects', '', true);
    elsif new.status <> 'delivered' and payment.id is not null then
      if shop.received_of(of_order) < payment.amount then
        perform shop.refuse('money_refunded', '{}', jsonb_build_object('refunded', shop.rupees_text(of_order.refunded)));
      end if;
      perform set_config('shop.parcel_collects', new.shipment_number, true);
      update public.orders o set collected = o.collected - payment.amount where o.id = of_order.id;
      perform set_config('shop.parcel_collects', '', true);
    end if;
  end if;
  perform shop.count_uncollected(new.order_id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.follow_parcels (
  new public.shipments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  of_order public.orders;
  freed numeric := 0;
begin
  select * into of_order from public.orders o where o.id = new.order_id;
  if not exists (select from shop.parcel_sums p where p.order_id = of_order.id) then
    return;
  end if;
  if new.archived_at is null then
    perform set_config('shop.due_changes', 'on', true);
    if not shop.is_back(new.status) then
      select coalesce(sum(p.collect), 0) into freed
        from shop.parcel_sums p join public.shipments s on s.id = p.shipment_id where p.order_id = of_order.id and shop.is_back(s.status);
      update shop.parcel_sums p set passed_on = p.passed_on + p.collect, collect = 0 from public.shipments s
       where p.order_id = of_order.id and s.id = p.shipment_id and shop.is_back(s.status);
    end if;
    insert into shop.parcel_sums (shipment_id, order_id, collect) values (new.id, of_order.id, freed) on conflict do nothing;
    perform set_config('shop.due_changes', '', true);
  end if;
  perform shop.align_sums(of_order);
  perform shop.count_uncollected(of_order.id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.has_arrived (
  of_order public.orders
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return of_order.status = 'delivered'
         and (not shop.is_returned(of_order)
              or exists (select from public.shipments s
                          where s.order_id = of_order.id and s.archived_at is null and s.status = 'delivered'));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.insert_order (
  payload             jsonb,
  lines               shop.priced_line[],
  priced              shop.order_price,
  terms               jsonb,
  idempotency_key     text,
  fingerprint         text,
  content_fingerprint text,
  device_fingerprint  text,
  shopper             uuid,
  actor               uuid,
  awaits_proof        boolean
)
  RETURNS public.orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  placed public.orders;
begin
  insert into public.orders (customer_name, customer_email, customer_phone, second_phone, customer_address, city,
                             city_known, city_takes_cash,
                             zip_code, country, subtotal, discount, shipping, delivery_discount, total_amount,
                             discount_code, discount_reason, terms,
                             payment_method, notes, shopper_id, idempotency_key,
                             request_fingerprint, content_fingerprint, device_fingerprint, placed_by, source, awaits_proof)
  values (payload ->> 'customerName', payload ->> 'customerEmail', payload ->> 'customerPhone', payload ->> 'secondPhone',
          payload ->> 'customerAddress',
          coalesce(payload ->> 'city', ''), payload ->> 'cityKnown', (payload ->> 'cityTakesCash')::boolean,
          coalesce(payload ->> 'zipCode', ''), coalesce(payload ->> 'country', 'pk'),
          priced.subtotal, priced.discount, priced.shipping, priced.delivery_discount, priced.total, priced.code,
          shop.reason_of(priced, terms), shop.terms_with(terms, lines, priced),
          payload ->> 'paymentMethod', coalesce(payload ->> 'notes', ''), shopper, insert_order.idempotency_key, fingerprint,
          insert_order.content_fingerprint,
          insert_order.device_fingerprint, actor, case when actor is null then 'website' else payload ->> 'source' end::shop.order_source,
          insert_order.awaits_proof)
  returning * into placed;

  insert into public.order_items (order_id, position, product_id, variant_id, product_name, product_image, selected_color,
                                  selected_size, quantity, price,
                                  discount, code_terms)
  select placed.id, l.line_position, l.product_id, l.variant_id, l.product_name, l.product_image, l.selected_color,
    l.selected_size, l.quantity, l.price,
         priced.shares[l.ordinality], priced.code_terms[l.ordinality]
    from unnest(lines) with ordinality l;
  return placed;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.is_returned (
  of_order public.orders
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select coalesce(of_order.uncollected > 0
                            or (array_agg(s.status = 'returned' or s.status = 'failed' and of_order.status = 'cancelled'
                                          order by s.created_at desc, s.id desc))[1], false)
                 and not (shop.is_open(of_order.status) and coalesce(bool_or(not shop.is_back(s.status)), false))
            from public.shipments s where s.order_id = of_order.id and s.archived_at is null);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.is_word_kept (
  event_id bigint
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
RETURN (NOT (EXISTS (SELECT FROM shop.words_taken_back t WHERE (t.event_id = is_word_kept.event_id))));

CREATE OR REPLACE FUNCTION shop.known_occasions()
  RETURNS text[]
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
RETURN ARRAY['everyday'::text, 'party'::text, 'mehndi'::text, 'barat'::text, 'walima'::text, 'eid'::text, 'gift'::text];

CREATE OR REPLACE FUNCTION shop.last_typed_word (
  booking public.courier_bookings
)
  RETURNS public.courier_events
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  typed public.courier_events;
begin
  select e.* into typed from public.courier_events e
   where e.courier_id = booking.courier_id and e.tracking_key = shop.tracking_key(booking.tracking_number)
     and e.event_key like booking.id || '/%' and shop.is_word_kept(e.id)
   order by e.id desc limit 1;
  return typed;
end;
$function$;

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

CREATE OR REPLACE FUNCTION shop.lock_orders (
  ids       text[],
  products  text[] DEFAULT '{}'::text[],
  customers text[] DEFAULT '{}'::text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  each text;
begin
  for each in select distinct i.id from unnest(ids) as i (id) where i.id is not null order by i.id loop
    perform 1 from public.orders o where o.id = each for update;
  end loop;
  for each in
    select o.customer_id from public.orders o where o.id = any (ids)
    union select p.customer_id from public.payments p where p.order_id = any (ids)
    union select c.id from unnest(customers) as c (id) order by 1
  loop
    perform 1 from public.customers c where c.id = each for no key update;
  end loop;
  -- Also a code that an edit has dropped, and another may bring back.
  for each in select distinct o.terms #>> '{off,code}' from public.orders o where o.id = any (ids) and o.terms #> '{off,code}' is not null
    order by 1 loop
    perform shop.lock_code(each);
  end loop;
  perform shop.lock_products(array (select i.product_id from public.order_items i where i.order_id = any (ids)) || products);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.lose_parcel (
  parcel        public.shipments,
  said          jsonb,
  is_sent_again boolean,
  actor         uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  of_order public.orders;
  lost record;
begin
  select * into of_order from public.orders o where o.id = parcel.order_id;
  if not shop.is_back(parcel.status) then
    perform shop.move_together(of_order, null, actor, parcel.id, 'failed');
  end if;
  if parcel.received_at is null then
    for lost in select * from shop.lost_pieces(parcel, of_order, said) loop
      insert into public.goods_back (order_id, order_item_id, product_id, variant_id, shipment_id, quantity, disposition, key, actor)
      values (of_order.id, lost.item_id, lost.product_id, lost.variant_id, parcel.id, lost.units, 'missing', shop.new_id(), actor);
      if is_sent_again then
        perform shop.change_stock(lost.product_id, - lost.units, 'sale', of_order.order_number, '', actor, lost.variant_id);
        update shop.sent_pieces s set sent = s.sent + lost.units where s.order_item_id = lost.item_id;
      end if;
    end loop;
    update public.shipments s set received_at = now() where s.id = parcel.id;
    delete from shop.awaited_orders a where a.order_id = of_order.id
      and not exists (select from shop.pieces_out(of_order) p where p.out > 0);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.lost_pieces (
  parcel   public.shipments,
  of_order public.orders,
  said     jsonb
)
  RETURNS TABLE (
    item_id    text,
    product_id text,
    variant_id text,
    units      integer
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  if said is null and exists (select from public.shipments s where s.order_id = of_order.id and s.archived_at is null
                              and s.id <> parcel.id and not shop.is_back(s.status)) then
    perform shop.refuse_field('pieces', 'The order has another parcel: say which pieces were in this one');
  end if;
  perform shop.check_pieces_out(of_order, coalesce(said, '[]'), 'pieces');
  return query
    select p.item_id, p.product_id, p.variant_id,
           case when said is null then p.out
                else (select sum((l ->> 'quantity')::integer)::integer from jsonb_array_elements(said) l
                       where l ->> 'itemId' = p.item_id) end
      from shop.pieces_out(of_order) p
     where p.out > 0 and (said is null or exists (select from jsonb_array_elements(said) l where l ->> 'itemId' = p.item_id))
     order by p.product_id, p.variant_id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.mail_placed_order (
  email  text,
  answer jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if email <> '' then
    insert into public.mail_outbox (kind, recipient, payload)
    values ('order_confirmation', email,
            answer - array['idempotency_key', 'request_fingerprint', 'content_fingerprint', 'device_fingerprint', 'terms',
                            'has_arrived', 'goodwill', 'uncollected']);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.make_exchange (
  request     public.return_requests,
  charges     numeric,
  sends_first boolean
)
  RETURNS public.return_requests
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  old constant public.orders := (select o from public.orders o where o.id = request.order_id);
  lines shop.priced_line[];
  pieces numeric;
  made public.orders;
  confirmation public.order_confirmations;
  credit numeric;
  exchanged public.return_requests;
begin
  lines := shop.exchange_lines(request.id);
  perform shop.check_exchange(lines);
  pieces := (select sum(l.price * l.quantity) from unnest(lines) l);
  credit := least((select s.refund from shop.return_sums(request) s), pieces + charges);
  -- What pays for it leaves the shop to nobody: whoever decides needs no right to give money.
  perform set_config('shop.makes_exchange', 'on', true);
  made := shop.write_exchange(request, old, lines, charges, credit);
  perform shop.take_pieces(made.id, made.order_number, shop.acting(), true);

  -- Agreed with the customer: nobody asks again, and no rule asks for an advance.
  update public.advance_requests r set ended_at = clock_timestamp() where r.order_id = made.id and r.ended_at is null;
  select * into confirmation from public.order_confirmations c where c.order_id = made.id;
  if confirmation.state <> 'confirmed' then
    perform shop.store_attempt(confirmation, 'rule', 'confirmed', null, 'Exchange for ' || old.order_number, null);
  end if;
  update public.order_confirmations c set call_because = null, awaits_return = request.comes_back and not make_exchange.sends_first
    where c.order_id = made.id;

  if credit > shop.received_of(old) then
    perform shop.refuse('refund_too_large', jsonb_build_object('received', shop.received_of(old)),
                        jsonb_build_object('received', shop.rupees_text(shop.received_of(old))));
  end if;
  update public.return_requests r set exchange_order_id = made.id, sends_first = make_exchange.sends_first where r.id = request.id
    returning * into exchanged;
  if credit > 0 then
    -- Spent at once: what comes back pays for what goes out, in the one ledger.
    exchanged.credit_payment_id := (shop.pay('refund', 'store_credit', 'credit', 'customer', credit, old.id, made.customer_id, '',
                                             'Exchanged for ' || made.order_number)).id;
    update public.return_requests r set credit_payment_id = exchanged.credit_payment_id where r.id = request.id;
    perform shop.spend_credit((select o from public.orders o where o.id = made.id), credit);
  end if;
  perform set_config('shop.makes_exchange', '', true);
  perform shop.log_order_event(made.id, 'note', '', null, null, format('Exchange for %s, %s', old.order_number, request.return_number));
  perform shop.log_order_event(old.id, 'note', '', null, null, format('%s is exchanged for %s', request.return_number, made.order_number));
  return exchanged;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.marked_rows()
  RETURNS TABLE (
    row_is text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select 'order ' || o.order_number from public.orders o where o.order_number || o.customer_email ~ '[\u200e\u200f\u061c]'
  union all select 'customer ' || c.email from public.customers c where c.email ~ '[\u200e\u200f\u061c]'
  union all select 'message of ' || m.email from public.contact_messages m where m.email ~ '[\u200e\u200f\u061c]'
  union all select 'newsletter ' || n.email from public.newsletter_subscribers n where n.email ~ '[\u200e\u200f\u061c]'
  union all select 'stock notice of ' || s.email from public.stock_notices s where s.email ~ '[\u200e\u200f\u061c]'
  union all select 'invitation of ' || i.email from public.staff_invitations i where i.email ~ '[\u200e\u200f\u061c]'
  union all select 'supplier ' || p.supplier_email from public.purchase_orders p where p.supplier_email ~ '[\u200e\u200f\u061c]'
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

CREATE OR REPLACE FUNCTION shop.merged_off (
  kept   public.orders,
  merged public.orders
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  own constant jsonb := nullif(shop.off_of(kept) - 'refusal', '{}');
  other jsonb := nullif(shop.off_of(merged) - 'refusal', '{}');
  use public.code_redemptions;
begin
  if kept.customer_phone <> merged.customer_phone then
    select * into use from public.code_redemptions r where r.order_id = merged.id;
    use.order_id := kept.id;
    use.phone := kept.customer_phone;
    if shop.phone_refusal(use, merged.id) is not null then
      other := shop.off_without_code(other);
    end if;
  end if;
  return case
    when own ->> 'code' = other ->> 'code'
      then own || jsonb_build_object('pieces', shop.pieces_of_both(own -> 'pieces', other -> 'pieces'))
    when own ? 'amount' and other ? 'amount' and not own ? 'code' and not other ? 'code'
      then jsonb_build_object('amount', (own ->> 'amount')::numeric + (other ->> 'amount')::numeric,
                              'reason', left(concat_ws('; ', own ->> 'reason', nullif(other ->> 'reason', own ->> 'reason')), 200))
    -- One that takes nothing off at present gives way.
    when kept.discount_code is null and kept.discount_reason is null then coalesce(other, own)
    else coalesce(own, other) end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.merged_orders (
  kept   public.orders,
  merged public.orders
)
  RETURNS shop.repriced
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  off jsonb := shop.merged_off(kept, merged);
  parts constant shop.agreed_part[] := array (
    select p from shop.parts_of(kept.id, 0, coalesce(kept.terms #>> '{off,code}' = off ->> 'code', false)) p
    union all
    select row(p.place, null, p.is_new, p.line)::shop.agreed_part
      from shop.parts_of(merged.id, 1000, coalesce(merged.terms #>> '{off,code}' = off ->> 'code', false)) p);
  made shop.repriced := shop.reprice(parts, kept.terms || jsonb_build_object('off', off), off);
  more constant numeric := (made.price).total - kept.total_amount - merged.total_amount;
begin
  if more > 0 then
    off := coalesce(off, '{}') || jsonb_build_object(
      'amount', coalesce((off ->> 'amount')::numeric, 0) + more,
      'reason', coalesce(off ->> 'reason', kept.discount_reason, merged.discount_reason,
                         'As promised with ' || coalesce(merged.discount_code, kept.discount_code, merged.order_number)));
    made := shop.reprice(parts, kept.terms || jsonb_build_object('off', off), off);
  end if;
  return made;
end;
$function$;


SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION shop.moves (
  kind   shop.payment_kind,
  source shop.ledger_account,
  target shop.ledger_account
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case kind::text
    when 'advance' then source = 'customer' and target in ('bank', 'cash')
    when 'collected' then source = 'customer' and target in ('courier', 'cash')
    when 'credit_used' then source = 'customer' and target = 'credit'
    when 'refund' then source in ('bank', 'cash', 'credit') and target = 'customer'
    when 'credit_given' then source = 'credit' and target = 'written_off'
    when 'claim' then source = 'written_off' and target in ('bank', 'cash', 'courier') end;
$function$;

CREATE OR REPLACE FUNCTION shop.note_cash_holder (
  paid       public.orders,
  cash_with  text,
  courier_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if shop.due_if_delivered(paid) = 0
     or exists (select from public.shipments s where s.order_id = paid.id and s.archived_at is null) then
    return;
  elsif cash_with is null then
    perform shop.refuse_field('cashWith', format('With whom is the cash of %s, %s? Say us, courier with its courierId, or nobody while it '
                                                 'is not received', paid.order_number, shop.rupees_text(shop.due_if_delivered(paid))));
  elsif cash_with = 'courier' and not exists (select from public.couriers c where c.id = note_cash_holder.courier_id) then
    perform shop.refuse_field('courierId', 'Which courier has the cash?');
  end if;
  perform set_config('shop.cash_with', cash_with, true);
  perform set_config('shop.cash_courier', case when cash_with = 'courier' then courier_id else '' end, true);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.off_of (
  asked public.orders
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  off constant jsonb := asked.terms -> 'off';
  use public.code_redemptions;
  reason text;
begin
  if off ? 'code' and asked.discount_code is null then
    select * into use from public.code_redemptions r where r.order_id = asked.id;
    reason := case when exists (select from public.discount_codes c where c.id = use.code_id and shop.code_uses(c.id) >= c.max_uses)
                   then 'used_up' else shop.phone_refusal(use) end;
  end if;
  return case when reason is null then off
              else coalesce(shop.off_without_code(off), '{}')
                   || jsonb_build_object('refusal', jsonb_build_object('code', off ->> 'code', 'reason', reason)) end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.off_without_code (
  off jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select nullif(off - array['code', 'pieces'], '{}');
$function$;

CREATE OR REPLACE FUNCTION shop.order_sums_json (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select jsonb_build_object('due', sum(p.collect), 'version',
                                    md5(jsonb_agg(jsonb_build_array(p.shipment_id, trim_scale(p.collect)) order by p.place)::text),
                   'parcels', jsonb_agg(jsonb_build_object('shipment_id', p.shipment_id, 'shipment_number', p.shipment_number,
                                                           'collect', trim_scale(p.collect),
                                                           'fixed_by', coalesce(p.fixed_by, 'nothing')) order by p.place))
            from public.orders o cross join lateral shop.parcel_sums_of(o) p
           where o.id = order_sums_json.order_id and o.archived_at is null and shop.is_open(o.status)
           group by o.id having count(*) > 1);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.packing_json (
  packed public.orders
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    with rows as (
      select r.key, r.item_id, r.variant_id, r.counted, r.quantity - r.counted as beyond, r.packed_at, jsonb_build_object(
        'key', r.key, 'item_id', r.item_id, 'variant_id', r.variant_id, 'name', coalesce(i.product_name, p.name),
        'color', case when i.id is not null then i.selected_color else v.color end,
        'size', case when i.id is not null then i.selected_size else v.size end, 'by', shop.username_of(r.actor),
        'packed_at', r.packed_at, 'is_ordered', r.is_ordered) as piece
        from shop.packed_rows r
        join public.product_variants v on v.id = r.variant_id
        join public.products p on p.id = v.product_id
        left join public.order_items i on i.id = r.item_id and i.order_id = r.order_id and i.variant_id = r.variant_id
       where r.order_id = packed.id
    )
    select jsonb_build_object(
      'order_id', packed.id, 'order_number', packed.order_number, 'status', packed.status, 'placed_at', packed.created_at,
      'notes', packed.notes, 'tags', packed.tags,
      'lacks_photo', shop.lacks_photo(packed),
      'codes', (select coalesce(jsonb_agg(c.code order by c.code), '[]')
                  from public.shipments s cross join lateral (values (s.shipment_number), (shop.tracking_key(s.tracking_number))) c (code)
                 where s.order_id = packed.id and s.archived_at is null and c.code <> ''),
      'lines', (select coalesce(jsonb_agg(jsonb_build_object(
                         'item_id', i.id, 'variant_id', i.variant_id, 'product_name', i.product_name, 'product_image', i.product_image,
                         'color', i.selected_color, 'size', i.selected_size, 'sku', v.sku, 'ordered', i.quantity,
                         'packed', (select coalesce(sum(r.counted), 0) from rows r where r.item_id = i.id and r.variant_id = i.variant_id),
                         'pieces',
                         (select coalesce(jsonb_agg(r.piece || jsonb_build_object('quantity', r.counted) order by r.packed_at, r.key), '[]')
                                      from rows r where r.item_id = i.id and r.variant_id = i.variant_id and r.counted > 0))
                                      order by i.position), '[]')
                  from public.order_items i join public.product_variants v on v.id = i.variant_id where i.order_id = packed.id),
      'surplus', (select coalesce(jsonb_agg(r.piece || jsonb_build_object('quantity', r.beyond) order by r.packed_at, r.key), '[]')
                  from rows r where r.beyond > 0),
      'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'taken_at', h.taken_at, 'by', shop.username_of(h.actor))
                                           order by h.taken_at, h.id), '[]')
                   from public.packed_photos h where h.order_id = packed.id and h.stored_at is not null and h.removed_at is null)));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.paid_json (
  paid public.orders
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return case when paid.advance_verified + paid.credit_used + paid.refunded + paid.to_refund + paid.uncollected > 0
                   or paid.collected > 0 and paid.status <> 'delivered' or paid.due_on_delivery > 0 and paid.status = 'delivered'
              then jsonb_build_object('advance', paid.advance_verified, 'credit', paid.credit_used, 'collected', paid.collected,
                                      'refunded', paid.refunded, 'due', paid.due_on_delivery,
                                      'to_refund', paid.to_refund)
                   || jsonb_strip_nulls(jsonb_build_object('came_back', nullif(paid.uncollected, 0))) end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.parcel_steps_json (
  order_id text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with booked as (
    select b, p, s.shipment_number, s.created_at from public.courier_bookings b
      join public.shipments s on s.id = b.shipment_id and s.archived_at is null
      join public.parcel_progress p on p.booking_id = b.id
     where s.order_id = parcel_steps_json.order_id and b.state = 'booked'
  ), told as (
    select k.shipment_number, k.p, m.step, m.reason, coalesce(e.happened_at, e.received_at) as at
      from booked k
      join public.courier_events e on e.courier_id = (k.b).courier_id and e.tracking_key = shop.tracking_key((k.b).tracking_number)
       and shop.is_word_kept(e.id)
      left join public.courier_labels l on l.courier_id = e.courier_id and l.label_key = e.label_key and e.label_key <> ''
     cross join lateral (select split_part(coalesce(l.meaning, e.meaning), ':', 1) as step,
                         split_part(coalesce(l.meaning, e.meaning), ':', 2) as reason) m
  ), steps as (
    select k.shipment_number, 'booked' as step, '' as reason, (k.b).created_at as at from booked k
    union all
    -- The first of what comes once.
    select t.shipment_number, t.step, '', min(t.at) from told t where t.step in ('picked', 'in_transit') group by 1, 2
    union all
    -- Each day that the rider sets out and comes in vain.
    select t.shipment_number, t.step, max(t.reason), min(t.at) from told t where t.step in ('out_for_delivery', 'attempted')
     group by t.shipment_number, t.step, shop.day_of(t.at)
    union all
    -- How it ended, where that is clear.
    select t.shipment_number, case when t.step = 'delivered' then 'delivered' else 'coming_back' end, '', min(t.at) from told t
     where t.step = 'delivered' and (t.p).status = 'delivered' or t.step in ('return_started', 'returned')
       and (t.p).status in ('return_started', 'returned')
     group by 1, 2
  )
  select coalesce((
    select jsonb_build_object('parcels', jsonb_agg(jsonb_build_object('shipment_number', k.shipment_number, 'steps', (
             select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('step', s.step, 'reason', nullif(s.reason, ''), 'at', s.at))
                              order by s.at, array_position(array['booked', 'picked', 'in_transit', 'out_for_delivery', 'attempted',
                                                                  'delivered', 'coming_back'], s.step))
               from steps s where s.shipment_number = k.shipment_number)) order by k.created_at))
      from booked k having count(*) > 0), '{}');
$function$;

CREATE OR REPLACE FUNCTION shop.parcel_sums_of (
  of_order public.orders
)
  RETURNS TABLE (
    shipment_id     text,
    shipment_number text,
    collect         numeric,
    fixed_by        text,
    place           bigint
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return query
    select s.id, s.shipment_number, shop.share_of(s, of_order, p.collect), shop.sum_fixed_by(s),
           row_number() over (order by s.created_at, s.id)
      from public.shipments s left join shop.parcel_sums p on p.shipment_id = s.id
     where s.order_id = of_order.id and s.archived_at is null
     order by s.created_at, s.id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.parts_of (
  order_id    text,
  first_place integer DEFAULT 0,
  keeps_terms boolean DEFAULT true
)
  RETURNS SETOF shop.agreed_part
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select row(first_place + i.position, i.id, not keeps_terms,
             row(i.position, i.product_id, i.product_name, i.product_image, i.price, 0, i.quantity, i.selected_color,
                 i.selected_size, null, null, i.variant_id, null,
                 case when keeps_terms then i.code_terms end)::shop.priced_line)::shop.agreed_part
    from public.order_items i where i.order_id = parts_of.order_id;
$function$;

CREATE OR REPLACE FUNCTION shop.payment_json (
  payment public.payments
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_jsonb(payment) || jsonb_build_object(
    'order_number', (select o.order_number from public.orders o where o.id = payment.order_id),
    'customer_name', (select c.name from public.customers c where c.id = payment.customer_id),
    'courier', (select c.name from public.couriers c where c.id = payment.courier_id),
    'actor_name', (select s.username from public.staff s where s.id = payment.actor),
    'is_reversed', exists (select from public.payments r where r.reverses = payment.id));
$function$;

CREATE OR REPLACE FUNCTION shop.period_figures (
  first_day date,
  last_day  date,
  units     bigint
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with period as (
    select shop.start_of_day(first_day) as since, shop.start_of_day(last_day + 1) as till
  ), counted as (
    select coalesce(sum(t.records), 0) as orders, coalesce(sum(t.added) filter (where t.kind <> 'cancelled'), 0) as revenue
      from shop.daily_counts t where t.subject = 'orders' and t.day between first_day and last_day
  )
  select jsonb_build_object(
    'total_orders', counted.orders,
    'total_sales', coalesce(units, 0),
    'total_revenue', counted.revenue,
    'total_purchase_orders', (select count(*) from public.purchase_orders o
                               where o.created_at >= since and o.created_at < till and o.archived_at is null),
    'total_shipments', (select count(*) from public.shipments s
                         where s.created_at >= since and s.created_at < till and s.archived_at is null
                           and not exists (select from public.orders o where o.id = s.order_id and o.archived_at is not null)),
    'total_products', (select count(*) from public.products p
                        where p.created_at < till and (p.archived_at is null or p.archived_at >= till)))
  from period, counted;
$function$;

CREATE OR REPLACE FUNCTION shop.pieces_of_both (
  own   jsonb,
  other jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_agg(jsonb_build_object('terms', t.terms, 'units', t.units) order by t.place)
    from (select p.piece -> 'terms' as terms, sum((p.piece ->> 'units')::integer) as units, min(p.n) as place
            from jsonb_array_elements(own || other) with ordinality p (piece, n) group by p.piece -> 'terms') t;
$function$;

CREATE OR REPLACE FUNCTION shop.price_in_brief (
  made shop.repriced
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  priced constant shop.order_price := made.price;
begin
  return jsonb_build_object('subtotal', priced.subtotal, 'shipping', priced.shipping, 'total', priced.total, 'items', (
           select coalesce(jsonb_agg(jsonb_build_object('product_id', l.product_id, 'name', l.product_name, 'color', l.selected_color,
                                                        'size', l.selected_size, 'quantity', l.quantity, 'price', l.price)
                                     order by l.ordinality), '[]')
             from unnest(made.lines) with ordinality l))
    || shop.discount_json(priced.discount, priced.delivery_discount, priced.code, priced.refusal);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.price_order (
  lines      shop.priced_line[],
  delivery   jsonb,
  off        jsonb              DEFAULT NULL::jsonb,
  is_granted boolean            DEFAULT false,
  paisa      numeric            DEFAULT 0
)
  RETURNS shop.order_price
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  priced shop.order_price;
  amounts constant numeric[] := array (select coalesce(l.price, 0) * l.quantity from unnest(lines) with ordinality l order by l.ordinality);
begin
  priced.subtotal := (select coalesce(sum(a), 0) from unnest(amounts) a);
  priced.shipping := case when delivery is null then 0 else shop.delivery_charge(priced.subtotal, delivery) end;
  priced.discount := 0;
  priced.delivery_discount := 0;
  priced.shares := array_fill(0::numeric, array[cardinality(amounts)]);
  priced.refusal := off -> 'refusal';

  if off ? 'code' then
    priced := shop.take_off_code(priced, lines, amounts, off ->> 'code', is_granted);
  end if;
  priced := shop.take_off(priced, case when off ? 'amount' then least((off ->> 'amount')::numeric, priced.subtotal - priced.discount) end,
                          array (select a - s from unnest(amounts, priced.shares) with ordinality l (a, s, n) order by n));
  priced.shipping := priced.shipping - priced.delivery_discount;
  return shop.take_off_paisa(priced, amounts, paisa);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.promised_off (
  an_order public.orders
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
RETURN COALESCE((((an_order).terms #>> '{off,amount}'::text[]))::numeric, (0)::numeric);

CREATE OR REPLACE FUNCTION shop.is_discounted (
  old public.orders,
  new public.orders
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
RETURN ((COALESCE(current_setting('shop.merges_orders'::text, true), ''::text) <> 'on'::text) AND ((shop.promised_off(new) > shop.promised_off(old)) OR (((new).discount_reason IS
  NOT NULL) AND (((new).discount + (new).delivery_discount) >= (shop.promised_off(new) + (1)::numeric)))));

CREATE OR REPLACE FUNCTION shop.reason_of (
  priced shop.order_price,
  terms  jsonb
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return case when priced.code is null and priced.discount > 0 then coalesce(terms #>> '{off,reason}', 'Rounded to whole rupees') end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.refund_without_return (
  order_id text
)
  RETURNS TABLE (
    payment_id text,
    amount     numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select p.id, k.amount
    from public.payments p
   cross join lateral (
     select shop.standing_amount(p.id) - coalesce(sum(case when r.payment_id = p.id then coalesce(r.payment_share, p.amount)
                                                           else p.amount end), 0) as amount
       from public.return_requests r where p.id in (r.payment_id, r.credit_payment_id)) k
   where p.order_id = refund_without_return.order_id and p.kind = 'refund' and p.reverses is null and k.amount > 0
   order by p.sequence desc limit 1;
$function$;

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

CREATE OR REPLACE FUNCTION shop.replace_parcels (
  new public.shipments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  update public.shipments s set sent_again_at = now()
   where s.order_id = new.order_id and s.id <> new.id and s.archived_at is null and shop.is_back(s.status) and s.received_at is null
     and s.sent_again_at is null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.reprice (
  parts shop.agreed_part[],
  terms jsonb,
  off   jsonb
)
  RETURNS shop.repriced
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  made shop.repriced;
begin
  select array_agg(a.line order by a.place), array_agg(a.item_id order by a.place) into made.lines, made.ids
    from shop.agreed_lines(parts, off) a;
  made.price := shop.price_order(made.lines, terms -> 'delivery', off, true, coalesce((terms ->> 'paisa')::numeric, 0));
  made.terms := terms #- '{off,refusal}';
  return made;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.require_delivered (
  order_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if exists (select from public.orders o where o.id = require_delivered.order_id and o.collected > 0 and shop.is_unshipped(o.status)) then
    raise exception 'order % was not delivered and cannot have collected anything', order_id using errcode = 'restrict_violation';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.require_sums (
  order_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform from public.orders o
     cross join lateral (select count(*) as parcels, count(p.shipment_id) as said,
                                count(*) filter (where s.status <> 'delivered') as others,
                                coalesce(sum(p.collect) filter (where s.status <> 'delivered'), 0) as together,
                                case when bool_or(not shop.is_back(s.status))
                                     then coalesce(sum(p.collect) filter (where shop.is_back(s.status)), 0) else 0 end as came_back
                           from public.shipments s left join shop.parcel_sums p on p.shipment_id = s.id
                          where s.order_id = o.id and s.archived_at is null) sums
    where o.id = require_sums.order_id
      and (coalesce(sums.came_back, 0) <> o.uncollected
           or shop.is_open(o.status) and sums.said > 0
              and (sums.said < sums.parcels or sums.others > 0 and sums.together <> shop.to_collect_of(o)));
  if found then
    raise exception 'the parcels of order % collect another sum than is due', order_id using errcode = 'restrict_violation';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.restore_order_status (
  order_id text,
  event    public.order_events
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  update public.orders o set status = (event.before ->> 'status')::shop.order_status
   where o.id = restore_order_status.order_id and o.status <> 'delivered' and o.status::text <> event.before ->> 'status';
$function$;

CREATE OR REPLACE FUNCTION shop.return_json (
  request  public.return_requests,
  delivery jsonb                  DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  returned constant public.orders := (select o from public.orders o where o.id = request.order_id);
  made constant public.orders := (select o from public.orders o where o.id = request.exchange_order_id);
  sums record;
  lines shop.priced_line[];
  charges numeric;
  total numeric;
  exchange jsonb;
  owed numeric;
begin
  select * into sums from shop.return_sums(request);
  -- What was declined or withdrawn owes nothing.
  owed := case when request.state in ('declined', 'withdrawn') then sums.paid_back else sums.refund end;
  if made.id is not null then
    exchange := jsonb_build_object('total', made.total_amount, 'charges', made.shipping, 'credit', made.credit_used,
                                   'due', made.due_on_delivery,
                                   'is_available', true, 'order_id', made.id, 'order_number', made.order_number,
                                   'sends_first', request.sends_first);
  elsif request.state = 'asked' and request.kind <> 'return' then
    lines := shop.exchange_lines(request.id);
    charges := shop.exchange_charges(request, returned, delivery);
    total := (select coalesce(sum(l.price * l.quantity), 0) from unnest(lines) l) + charges;
    exchange := jsonb_build_object('total', total, 'charges', charges, 'credit', least(sums.refund, total),
                                   'due', greatest(0, total - sums.refund), 'is_available', shop.sold_out(lines) is null,
                                   'order_id', null, 'order_number', null, 'sends_first', false);
  end if;
  return jsonb_build_object(
    'id', request.id, 'return_number', request.return_number, 'order_id', returned.id, 'order_number', returned.order_number,
    'customer_name', returned.customer_name, 'city', returned.city, 'kind', request.kind, 'state', request.state, 'wish', request.wish,
    'outcome', request.outcome, 'reason', request.reason, 'words', request.words, 'answer', request.answer, 'shop_pays', request.shop_pays,
    'comes_back', request.comes_back, 'items', shop.return_items_json(request.id),
    'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'sent_at', h.created_at) order by h.created_at, h.id), '[]')
                 from public.return_photos h where h.request_id = request.id and coalesce(h.kept_until > now(), true)),
    'refund', owed, 'delivery_back', request.delivery_back, 'paid_back', sums.paid_back,
    'to_pay', greatest(0, owed - sums.paid_back),
    'delivery_charge', case when request.kind = 'claim' then shop.delivery_left(returned) else 0 end,
    'may_approve', request.state = 'asked' and returned.status = 'delivered',
    'may_decline', request.state in ('asked', 'approved', 'received')
                   and (made.id is null or case when made.status = 'cancelled' or made.archived_at is not null then sums.paid_back = 0
                                                else shop.is_unshipped(made.status) end),
    'may_settle', returned.status = 'delivered' and (request.state = 'received' or request.state = 'approved' and not request.comes_back),
    'outcomes', (select t.policy -> 'outcomes' from shop.return_terms t where t.order_id = returned.id),
    'asked_at', request.created_at, 'updated_at', request.updated_at)
    || case when exchange is not null then jsonb_build_object('exchange', exchange) else '{}' end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.return_sums (
  request public.return_requests
)
  RETURNS TABLE (
    refund    numeric,
    paid_back numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce((select sum(p.share) from shop.return_pieces p where p.request_id = request.id
                   and p.received_as is distinct from 'missing'), 0)
           + request.delivery_back,
         shop.standing_amount(request.credit_payment_id)
           + least(shop.standing_amount(request.payment_id), coalesce(request.payment_share, 'infinity'));
$function$;

CREATE OR REPLACE FUNCTION shop.returned_pieces_json (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  counted public.orders;
begin
  select * into counted from public.orders o where o.id = returned_pieces_json.order_id;
  return jsonb_build_object(
    'order', jsonb_build_object('id', counted.id, 'order_number', counted.order_number, 'status', counted.status,
                                'customer_name', counted.customer_name,
                                'city', counted.city, 'updated_at', counted.updated_at),
    'shipments', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number, 'carrier', s.carrier,
                           'tracking_number', s.tracking_number, 'status', s.status, 'received_at', s.received_at)
                           order by s.created_at, s.id), '[]')
                    from public.shipments s where s.order_id = counted.id and s.archived_at is null),
    'items', (select jsonb_agg(jsonb_build_object('id', i.id, 'product_id', i.product_id, 'product_name', i.product_name,
                                                  'product_image', i.product_image, 'selected_color', i.selected_color,
                                                  'selected_size', i.selected_size, 'sku', v.sku, 'quantity', i.quantity, 'out', p.out,
                                                  'restocked', r.restocked, 'damaged', r.damaged, 'to_inspect', coalesce(s.to_inspect, 0),
                                                  'missing', r.missing,
                                                  'asked_back', (select count(*) from shop.return_pieces a
                                                                   join public.return_requests q on q.id = a.request_id
                                                                  where a.order_item_id = i.id and a.goods_back_id is null
                                                                    and q.state = 'approved' and q.comes_back))
                                                  order by i.position)
                from public.order_items i
                join shop.pieces_out(counted) p on p.item_id = i.id
                join public.product_variants v on v.id = i.variant_id
                left join shop.sent_pieces s on s.order_item_id = i.id
               cross join lateral (select coalesce(sum(c.quantity) filter (where c.disposition = 'restocked'), 0) as restocked,
                                          coalesce(sum(c.quantity) filter (where c.disposition = 'damaged'), 0) as damaged,
                                          coalesce(sum(c.quantity) filter (where c.disposition = 'missing'), 0) as missing
                                     from public.goods_back c where c.order_item_id = i.id and c.order_id = counted.id) r
               where i.order_id = counted.id),
    'goods_back', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'item_id', r.order_item_id, 'quantity', r.quantity,
                                                                'disposition', r.disposition,
                                        'inspects', r.inspects,
                                        'waiting', case when r.disposition = 'to_inspect'
                                                        then r.quantity - (select coalesce(sum(i.quantity), 0) from public.goods_back i
                                                                           where i.inspects = r.id) else 0 end,
                                        'notes', r.notes, 'actor_name', (select t.username from public.staff t where t.id = r.actor),
                                        'created_at', r.created_at) order by r.sequence), '[]')
                                 from public.goods_back r where r.order_id = counted.id and not r.never_left));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.share_of (
  parcel   public.shipments,
  of_order public.orders,
  said     numeric
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
RETURN CASE WHEN (said IS NOT NULL) THEN said WHEN (shop.is_over((parcel).status) OR (EXISTS (SELECT FROM public.shipments e
  WHERE
  ((e.order_id = (share_of.parcel).order_id) AND (e.archived_at IS NULL) AND (NOT shop.is_over(e.status)) AND (ROW(e.created_at, e.id) < ROW((share_of.parcel).created_at,
  (share_of.parcel).id)))))) THEN (0)::numeric ELSE (of_order).due_on_delivery END;

CREATE OR REPLACE FUNCTION shop.shown_terms (
  shown public.orders,
  rule  jsonb         DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  charge constant numeric := shown.shipping + shown.delivery_discount;
begin
  return jsonb_build_object(
    'delivery', case when shown.customer_address <> '' and shop.delivery_charge(shown.subtotal, rule) = charge then rule
                     else jsonb_build_object('fee', charge, 'freeFrom', null) end,
    'paisa', shown.total_amount % 1)
    || case when shown.discount_code is not null
            then jsonb_build_object('off', jsonb_build_object('code', shown.discount_code, 'pieces', (
                   select coalesce(jsonb_agg(jsonb_build_object('terms', t.terms, 'units', t.units) order by t.place), '[]')
                     from (select i.code_terms as terms, sum(i.quantity) as units, min(i.position) as place from public.order_items i
                            where i.order_id = shown.id and i.code_terms is not null group by i.code_terms) t)))
            when shown.discount_reason is not null
            then jsonb_build_object('off', jsonb_build_object('amount', shown.discount, 'reason', shown.discount_reason))
            else '{}' end;
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

CREATE OR REPLACE FUNCTION shop.store_sums (
  of_order public.orders,
  sums     jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  changed record;
begin
  for changed in
    select p.shipment_number, p.collect as before, (sums ->> p.shipment_id)::numeric as after from shop.parcel_sums_of(of_order) p
     where (sums ->> p.shipment_id)::numeric <> p.collect
  loop
    perform shop.log_order_event(of_order.id, 'parcel', changed.shipment_number, jsonb_build_object('collect', changed.before),
                                 jsonb_build_object('collect', changed.after));
  end loop;
  insert into shop.parcel_sums as p (shipment_id, order_id, collect)
  select f.shipment_id, of_order.id, coalesce((sums ->> f.shipment_id)::numeric, f.collect) from shop.parcel_sums_of(of_order) f
  on conflict on constraint parcel_sums_pkey do update set collect = excluded.collect where p.collect <> excluded.collect;
  perform shop.count_uncollected(of_order.id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.take_back (
  payment public.payments,
  reason  text
)
  RETURNS public.payments
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  back public.payments;
begin
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, customer_id, courier_id, reference, reason,
                               reverses, actor)
  values (payment.kind, payment.method, payment.to_account, payment.from_account, payment.amount, payment.order_id,
          payment.customer_id, payment.courier_id, payment.reference,
          take_back.reason, payment.id, shop.acting())
  returning * into back;
  if back.order_id is not null and back.kind <> 'collected' then
    perform shop.log_order_event(back.order_id, 'payment', back.kind::text,
              jsonb_strip_nulls(jsonb_build_object('amount', back.amount, 'method', back.method, 'reference', nullif(back.reference, ''))),
              null, back.reason);
  end if;
  return back;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.take_off (
  so_far  shop.order_price,
  taken   numeric,
  weights numeric[]
)
  RETURNS shop.order_price
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  priced shop.order_price := so_far;
begin
  if taken > 0 then
    priced.discount := priced.discount + taken;
    priced.shares := array (select s + more from unnest(priced.shares, shop.shares_of(taken, weights)) with ordinality b (s, more, n)
                             order by n);
  end if;
  return priced;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.take_off_by_terms (
  so_far  shop.order_price,
  lines   shop.priced_line[],
  amounts numeric[]
)
  RETURNS shop.order_price
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  priced shop.order_price := so_far;
  terms jsonb;
  part jsonb;
  taken numeric;
begin
  for terms in
    select l.code_terms from unnest(lines) with ordinality l where l.code_terms is not null group by l.code_terms order by min(l.ordinality)
  loop
    part := shop.off_by_terms(terms, lines, amounts, priced.subtotal, priced.shipping);
    -- A sum is taken off once, also where it was another one when more pieces came.
    taken := least((part ->> 'discount')::numeric,
                   case when terms ->> 'kind' = 'sum' then (terms ->> 'value')::numeric - priced.discount end);
    if part ? 'discount' then
      priced := shop.take_off(priced, taken, array (select w::numeric from jsonb_array_elements_text(part -> 'weights') w));
    end if;
    priced.delivery_discount := greatest(priced.delivery_discount, coalesce((part ->> 'deliveryDiscount')::numeric, 0));
    priced.refusal := coalesce(priced.refusal, part -> 'refusal');
  end loop;
  return priced;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.take_off_paisa (
  so_far  shop.order_price,
  amounts numeric[],
  paisa   numeric
)
  RETURNS shop.order_price
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  priced shop.order_price := so_far;
  total constant numeric := so_far.subtotal - so_far.discount + so_far.shipping;
  rest constant numeric := least((total - paisa) % 1, so_far.subtotal - so_far.discount);
  left_of_lines constant numeric[] := array (select a - s from unnest(amounts, so_far.shares) with ordinality l (a, s, n) order by n);
  left_of_reduced constant numeric[] := array (select case when s > 0 then a - s else 0 end
                                                 from unnest(amounts, so_far.shares) with ordinality l (a, s, n) order by n);
begin
  priced := shop.take_off(priced, rest,
                          case when (select sum(r) from unnest(left_of_reduced) r) >= rest then left_of_reduced else left_of_lines end);
  priced.total := priced.subtotal - priced.discount + priced.shipping;
  return priced;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.terms_today (
  asked    public.orders,
  delivery jsonb,
  units    bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  off constant jsonb := shop.off_of(asked);
  code public.discount_codes;
  refusal jsonb;
begin
  select * into code from public.discount_codes c where c.code_key = shop.code_key(off ->> 'code');
  refusal := shop.code_refusal(code);
  -- The last use may be the order's own.
  if refusal ->> 'reason' = 'used_up' and asked.discount_code is not null then
    refusal := null;
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'delivery', case when asked.customer_address <> '' then delivery else asked.terms -> 'delivery' end,
    'paisa', asked.terms -> 'paisa',
    'off', case when code.id is null then off
                when refusal is null
                then off || jsonb_build_object('pieces', jsonb_build_array(
                       jsonb_build_object('terms', shop.code_terms(code), 'units', units)))
                else coalesce(shop.off_without_code(off), '{}') || jsonb_build_object('refusal', refusal) end));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.terms_with (
  terms  jsonb,
  lines  shop.priced_line[],
  priced shop.order_price
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return case when priced.code is null then jsonb_strip_nulls(terms) else jsonb_set(
    jsonb_strip_nulls(terms), '{off}', coalesce(nullif(terms -> 'off', 'null'), '{}') || jsonb_build_object('code', priced.code, 'pieces', (
      select jsonb_agg(jsonb_build_object('terms', k.terms, 'units', k.units) order by k.place)
        from (select u.terms, max(u.units) as units, min(u.place) as place
                from (select a.piece -> 'terms' as terms, (a.piece ->> 'units')::bigint as units, a.n as place
                        from jsonb_array_elements(coalesce(terms #> '{off,pieces}', '[]')) with ordinality a (piece, n)
                      union all
                      select c.terms, sum(l.quantity), 1000000 + min(c.n)
                        from unnest(lines) with ordinality l
                        join unnest(priced.code_terms) with ordinality c (terms, n) on c.n = l.ordinality
                       where c.terms is not null group by c.terms) u
               group by u.terms) k))) end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.to_collect_of (
  of_order public.orders
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
RETURN ((of_order).due_on_delivery + (of_order).uncollected);

CREATE OR REPLACE FUNCTION shop.under_agreed_terms (
  parts shop.agreed_part[],
  off   jsonb
)
  RETURNS TABLE (
    place   integer,
    item_id text,
    age     integer,
    terms   jsonb,
    units   integer
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  now_terms constant jsonb := shop.terms_now(off);
  known constant jsonb[] := array (
    select a.piece -> 'terms' from jsonb_array_elements(off -> 'pieces') with ordinality a (piece, n) order by a.n);
  places bigint[] := array (
    select (a.piece ->> 'units')::bigint from jsonb_array_elements(off -> 'pieces') with ordinality a (piece, n) order by a.n);
  staying constant shop.agreed_part[] := array (
    select p from unnest(parts) p where (p.line).code_terms = any (known) order by array_position(known, (p.line).code_terms), p.place);
  coming constant shop.agreed_part[] := array (
    select p from unnest(parts) p where (p.line).code_terms = any (known) is not true order by not p.is_new, p.place);
  free constant bigint[] := array (
    select greatest(0, k.units - coalesce((select sum((p.line).quantity) from unnest(staying) p where (p.line).code_terms = known[k.n]), 0))
      from unnest(places) with ordinality k (units, n) order by k.n);
begin
  return query
    select (coming[d.part]).place, (coming[d.part]).item_id, d.kind,
           coalesce(known[d.kind], case when (coming[d.part]).is_new then now_terms else ((coming[d.part]).line).code_terms end), d.units
      from shop.deal(array (select (p.line).quantity from unnest(coming) with ordinality p order by p.ordinality), free) d;
  places := array (
    select k.units - coalesce((select sum(d.units) from shop.deal(
                       array (select (p.line).quantity from unnest(coming) with ordinality p order by p.ordinality),
                       free) d where d.kind = k.n), 0)
      from unnest(places) with ordinality k (units, n) order by k.n);
  return query
    select (staying[d.part]).place, (staying[d.part]).item_id, d.kind, coalesce(known[d.kind], ((staying[d.part]).line).code_terms), d.units
      from shop.deal(array (select (p.line).quantity from unnest(staying) with ordinality p order by p.ordinality),
                     places) d;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.undo_parcel (
  parcel public.shipments,
  actor  uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  event constant public.order_events := shop.delivery_event(parcel.order_id, parcel.shipment_number);
  of_delivery constant public.order_events := shop.delivery_event(parcel.order_id, '');
  booking constant public.courier_bookings := shop.booking_of(parcel.id);
  typed constant public.courier_events := shop.last_typed_word(booking);
  of_order public.orders;
begin
  if event.id is null or parcel.status <> 'delivered' then
    perform shop.refuse('delivery_not_undone', jsonb_build_object('number', parcel.shipment_number));
  elsif typed.meaning = 'delivered' then
    insert into shop.words_taken_back (event_id, actor) values (typed.id, undo_parcel.actor);
  elsif exists (select from public.parcel_progress p where p.booking_id = booking.id and p.status = 'delivered') then
    perform shop.refuse('delivery_not_undone', jsonb_build_object('number', parcel.shipment_number));
  end if;
  select * into of_order from public.orders o where o.id = parcel.order_id;
  perform shop.move_together(of_order, null, actor, parcel.id, (event.before ->> 'status')::shop.shipment_status);
  -- What one press did is written within moments.
  if of_delivery.created_at between event.created_at and event.created_at + interval '2 seconds' then
    perform shop.restore_order_status(of_order.id, of_delivery);
  end if;
  if typed.meaning = 'delivered' then
    perform shop.update_progress(booking.id);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.undo_time()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
RETURN '1 day'::interval;

CREATE OR REPLACE FUNCTION shop.words_about (
  booking public.courier_bookings
)
  RETURNS SETOF shop.parcel_word
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select w.status, w.reason, coalesce(w.dated_at, w.received_at), w.dated_at is null, w.label
    from (select split_part(m.meaning, ':', 1)::shop.parcel_status as status, split_part(m.meaning, ':', 2) as reason,
                 e.happened_at as dated_at, e.received_at, e.label, e.event_key
            from public.courier_events e
            left join public.courier_labels l on l.courier_id = e.courier_id and l.label_key = e.label_key and e.label_key <> ''
           cross join lateral (select coalesce(l.meaning, e.meaning) as meaning) m
           where e.courier_id = booking.courier_id and e.tracking_key = shop.tracking_key(booking.tracking_number)
             and shop.is_word_kept(e.id)
           union all
          select 'advised', '', a.sent_at, a.sent_at, '', a.id
            from public.parcel_advices a where a.booking_id = booking.id and a.state = 'sent'
           union all
          -- We called it off ourselves.
          select 'cancelled', '', null, booking.updated_at, '', '' where booking.state = 'cancelled') w
   order by w.dated_at nulls last, w.status nulls first, w.reason, w.event_key;
$function$;

CREATE OR REPLACE FUNCTION shop.write_exchange (
  request public.return_requests,
  old     public.orders,
  lines   shop.priced_line[],
  charges numeric,
  credit  numeric
)
  RETURNS public.orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  terms constant jsonb := jsonb_build_object('delivery', jsonb_build_object('fee', charges), 'paisa', credit % 1);
  priced constant shop.order_price := shop.price_order(lines, terms -> 'delivery', null, true, credit % 1);
  made public.orders;
begin
  insert into public.orders (customer_name, customer_email, customer_phone, second_phone, customer_address, city, city_known,
                             city_takes_cash, zip_code, country, subtotal, discount, discount_reason, shipping, total_amount, terms,
                             status, shopper_id, source, notes)
  values (old.customer_name, old.customer_email, old.customer_phone, old.second_phone, old.customer_address, old.city, old.city_known,
          old.city_takes_cash, old.zip_code, old.country, priced.subtotal, priced.discount, shop.reason_of(priced, terms), priced.shipping,
          priced.total, terms, 'processing', old.shopper_id, old.source,
          format('Exchange for %s (%s)', old.order_number, request.return_number))
  returning * into made;
  insert into public.order_items (order_id, position, product_id, variant_id, product_name, product_image, selected_color,
                                  selected_size, quantity, price, discount)
  select made.id, l.line_position, l.product_id, l.variant_id, l.product_name, l.product_image, l.selected_color,
         l.selected_size, l.quantity, l.price, priced.shares[l.ordinality]
    from unnest(lines) with ordinality l;
  return made;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.write_order_lines (
  before public.orders,
  made   shop.repriced,
  actor  uuid,
  reason text,
  note   text          DEFAULT ''::text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before_items constant jsonb := shop.items_in_brief(before.id);
  lines constant shop.priced_line[] := made.lines;
  priced constant shop.order_price := made.price;
  moved record;
begin
  perform shop.refuse('order_packed')
     from shop.sent_pieces s join public.order_items i on i.id = s.order_item_id
    where s.order_id = before.id and not before.awaits_proof and s.sent - s.received <> i.quantity;
  for moved in
    select v.product_id, v.variant_id, sum(v.units)::integer as units
      from (select i.product_id, i.variant_id, i.quantity as units from public.order_items i where i.order_id = before.id
            union all select l.product_id, l.variant_id, - l.quantity from unnest(lines) l) v
     -- What awaits proof has taken nothing yet.
     where not before.awaits_proof
     group by v.product_id, v.variant_id having sum(v.units) <> 0 order by v.product_id, v.variant_id
  loop
    perform shop.change_stock(moved.product_id, moved.units,
                              case when moved.units < 0 then 'sale' else 'return' end::shop.stock_change_kind,
                              before.order_number, reason, actor, moved.variant_id);
  end loop;

  delete from public.order_items i where i.order_id = before.id;
  insert into public.order_items (id, order_id, position, product_id, variant_id, product_name, product_image, selected_color,
                                  selected_size, quantity, price,
                                  discount, code_terms)
  select coalesce(made.ids[l.ordinality], shop.new_id()), before.id, l.ordinality - 1, l.product_id, l.variant_id,
    l.product_name, l.product_image,
         l.selected_color, l.selected_size, l.quantity, l.price, priced.shares[l.ordinality], priced.code_terms[l.ordinality]
    from unnest(lines) with ordinality l;
  -- What was received of a line before stays received.
  update shop.sent_pieces s
     set sent = s.received
                + case when before.awaits_proof then 0
                       else coalesce((select i.quantity from public.order_items i where i.id = s.order_item_id), 0) end
   where s.order_id = before.id;
  perform shop.log_order_event(before.id, 'items', '', jsonb_build_object('items', before_items),
                               jsonb_build_object('items', shop.items_in_brief(before.id)), note);
  update public.orders o
     set subtotal = priced.subtotal, discount = priced.discount, shipping = priced.shipping, delivery_discount = priced.delivery_discount,
         total_amount = priced.total, discount_code = priced.code, discount_reason = shop.reason_of(priced, made.terms),
         terms = shop.terms_with(made.terms, lines, priced)
   where o.id = before.id;
  perform shop.change_redemption(before, priced);
end;
$function$;

ALTER TABLE "public"."orders"
  ADD CONSTRAINT "orders_goodwill_refunded" CHECK (((goodwill >= (0)::numeric) AND (goodwill <= refunded)));

ALTER TABLE "public"."orders"
  ADD CONSTRAINT "orders_uncollected_not_negative" CHECK ((uncollected >= (0)::numeric));

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new column, or a table of few rows
ALTER TABLE "public"."payments"
  ADD CONSTRAINT "payments_courier_id_fkey" FOREIGN KEY (courier_id) REFERENCES public.couriers(id);

ALTER TABLE "shop"."parcel_sums"
  ADD CONSTRAINT "parcel_sums_collect_not_negative" CHECK (((collect >= (0)::numeric) AND (passed_on >= (0)::numeric)));

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new column, or a table of few rows
ALTER TABLE "shop"."words_taken_back"
  ADD CONSTRAINT "words_taken_back_actor_fkey" FOREIGN KEY (actor) REFERENCES auth.users(id) ON DELETE SET NULL;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new column, or a table of few rows
ALTER TABLE "shop"."words_taken_back"
  ADD CONSTRAINT "words_taken_back_event_id_fkey" FOREIGN KEY (event_id) REFERENCES public.courier_events(id);

CREATE VIEW "public"."shipments_of_orders" WITH (security_invoker=true) AS  SELECT s.id,
    s.shipment_number,
    s.order_id,
    s.carrier,
    s.tracking_number,
    s.shipping_method,
    s.shipping_cost,
    s.status,
    s.weight,
    s.estimated_delivery_date,
    s.shipped_date,
    s.received_at,
    s.notes,
    s.created_at,
    s.updated_at,
    s.archived_at,
    o.order_number,
    o.status AS order_status,
    o.customer_name AS recipient_name,
    o.customer_email AS recipient_email,
    o.customer_phone AS recipient_phone,
    o.city,
    o.city_known,
        CASE
            WHEN (shop.is_over(s.status) OR (o.status IS NULL) OR (NOT shop.is_open(o.status))) THEN (0)::numeric
            ELSE shop.share_of(s.*, o.*, p.collect)
        END AS to_collect,
    ( SELECT COALESCE(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'quantity', i.quantity, 'selected_color', i.selected_color, 'selected_size', i.selected_size, 'sku', v.sku) ORDER BY i."position"), '[]'::jsonb) AS "coalesce"
           FROM (public.order_items i
             JOIN public.product_variants v ON ((v.id = i.variant_id)))
          WHERE (i.order_id = s.order_id)) AS items
   FROM ((public.shipments s
     LEFT JOIN public.orders o ON ((o.id = s.order_id)))
     LEFT JOIN shop.parcel_sums p ON ((p.shipment_id = s.id)));

REVOKE ALL ON TABLE "public"."shipments_of_orders" FROM "anon", "authenticated";

CREATE VIEW "shop"."order_parts" WITH (security_invoker=true) AS  SELECT o.id AS order_id,
    o.*::public.orders AS stored,
    shop.paid_json(o.*) AS paid,
    ( SELECT COALESCE(json_agg(line.* ORDER BY line."position"), '[]'::json) AS "coalesce"
           FROM ( SELECT i.id,
                    i.order_id,
                    i."position",
                    i.product_id,
                    i.variant_id,
                    i.product_name,
                    i.product_image,
                    i.selected_color,
                    i.selected_size,
                    i.quantity,
                    i.price,
                    i.discount,
                    v.sku
                   FROM (public.order_items i
                     JOIN public.product_variants v ON ((v.id = i.variant_id)))
                  WHERE (i.order_id = o.id)) line) AS items,
    ( SELECT COALESCE(json_agg(json_build_object('id', s.id, 'shipment_number', s.shipment_number, 'status', s.status, 'carrier', s.carrier, 'tracking_number', s.tracking_number, 'weight', s.weight, 'received_at', s.received_at, 'is_awaited', (shop.is_back(s.status) AND (s.received_at IS NULL) AND (s.sent_again_at IS NULL) AND shop.awaits_goods_back(s.*, o.*)), 'updated_at', s.updated_at) ORDER BY s.created_at, s.id), '[]'::json) AS "coalesce"
           FROM public.shipments s
          WHERE ((s.order_id = o.id) AND (s.archived_at IS NULL))) AS shipments,
    ( SELECT json_build_object('state', c.state, 'tries', c.tries, 'due_at', c.due_at, 'score', c.score, 'reasons', c.reasons, 'call_because', COALESCE(c.call_because,
                CASE
                    WHEN (NOT c.is_open) THEN NULL::text
                    WHEN c.awaits_advance THEN 'The advance has not arrived'::text
                    WHEN c.awaits_return THEN 'The pieces of the exchange are not back'::text
                    ELSE NULL::text
                END), 'waits_for',
                CASE
                    WHEN (NOT c.is_open) THEN NULL::text
                    WHEN c.awaits_return THEN 'pieces'::text
                    WHEN c.awaits_advance THEN 'money'::text
                    ELSE NULL::text
                END, 'claimed_by',
                CASE
                    WHEN (c.claimed_until > now()) THEN ( SELECT json_build_object('id', s.id, 'name', s.username) AS json_build_object
                       FROM public.staff s
                      WHERE (s.id = c.claimed_by))
                    ELSE NULL::json
                END, 'claimed_until',
                CASE
                    WHEN (c.claimed_until > now()) THEN c.claimed_until
                    ELSE NULL::timestamp with time zone
                END, 'override',
                CASE
                    WHEN (c.overridden_at IS NOT NULL) THEN json_build_object('because', c.overridden_because, 'at', c.overridden_at, 'by', ( SELECT s.username
                       FROM public.staff s
                      WHERE (s.id = c.overridden_by)))
                    ELSE NULL::json
                END, 'gate',
                CASE
                    WHEN (EXISTS ( SELECT
                       FROM shop.orders_stopped_by_gate h
                      WHERE (h.order_id = c.order_id))) THEN 'closed'::text
                    ELSE 'open'::text
                END) AS json_build_object
           FROM public.order_confirmations c
          WHERE (c.order_id = o.id)) AS confirmation,
    ( SELECT json_build_object('question', w.question, 'answers', COALESCE(w.answers, '[]'::json)) AS json_build_object
           FROM ( SELECT ( SELECT json_build_object('status', q.status, 'error', q.error, 'updated_at', q.updated_at) AS json_build_object
                           FROM public.whatsapp_questions q
                          WHERE (q.order_id = o.id)) AS question,
                    ( SELECT json_agg(json_build_object('pressed', a.pressed, 'body', a.body, 'effect', a.effect, 'sent_at', a.sent_at) ORDER BY a.sent_at, a.id) AS json_agg
                           FROM public.whatsapp_answers a
                          WHERE (a.order_id = o.id)) AS answers) w
          WHERE ((w.question IS NOT NULL) OR (w.answers IS NOT NULL))) AS whatsapp
   FROM public.orders o;

CREATE VIEW "shop"."returned_orders" WITH (security_invoker=true) AS  SELECT o.id AS order_id,
    l.is_part
   FROM (public.orders o
     CROSS JOIN LATERAL ( SELECT COALESCE(bool_or((NOT shop.is_back(a.status))), false) AS is_part
           FROM public.shipments a
          WHERE ((a.order_id = o.id) AND (a.archived_at IS NULL))) l)
  WHERE ((o.archived_at IS NULL) AND (shop.is_open(o.status) OR (o.status = 'delivered'::shop.order_status)) AND (o.id IN ( SELECT s.order_id
           FROM public.shipments s
          WHERE ((s.archived_at IS NULL) AND shop.is_back(s.status) AND (s.received_at IS NULL) AND ((NOT l.is_part) OR ((s.sent_again_at IS NULL) AND shop.awaits_goods_back(s.*, o.*)))))))
UNION ALL
 SELECT a.order_id,
    false AS is_part
   FROM (shop.awaited_orders a
     JOIN public.orders o ON ((o.id = a.order_id)))
  WHERE ((o.archived_at IS NULL) AND (NOT (EXISTS ( SELECT
           FROM public.shipments l
          WHERE ((l.order_id = a.order_id) AND (l.archived_at IS NULL) AND shop.is_under_way(l.status))))));

CREATE VIEW "shop"."order_work" WITH (security_invoker=true) AS  SELECT o.id AS order_id,
        CASE
            WHEN parcels.waits THEN 'to_hand_over'::text
            WHEN parcels.has_left THEN 'with_courier'::text
            WHEN parcels.is_back THEN 'returned'::text
            WHEN (o.status = 'shipped'::shop.order_status) THEN 'with_courier'::text
            WHEN (c.overridden_at IS NOT NULL) THEN 'to_pack'::text
            WHEN c.awaits_return THEN 'awaits_return'::text
            WHEN ((c.state = 'confirmed'::shop.confirmation_state) AND c.awaits_advance) THEN 'awaits_money'::text
            WHEN ((c.state <> 'confirmed'::shop.confirmation_state) AND ((o.status = 'pending'::shop.order_status) OR (o.created_at >= r.gate_since))) THEN 'to_confirm'::text
            ELSE 'to_pack'::text
        END AS work
   FROM (((public.orders o
     LEFT JOIN public.order_confirmations c ON ((c.order_id = o.id)))
     LEFT JOIN public.confirmation_rules r ON (true))
     CROSS JOIN LATERAL ( SELECT bool_or((s.status = 'preparing'::shop.shipment_status)) AS waits,
            bool_or(shop.has_left(s.status)) AS has_left,
            bool_or((shop.is_back(s.status) AND (s.received_at IS NULL))) AS is_back
           FROM public.shipments s
          WHERE ((s.order_id = o.id) AND (s.archived_at IS NULL))) parcels)
  WHERE ((o.archived_at IS NULL) AND shop.is_open(o.status))
UNION ALL
 SELECT o.id AS order_id,
    'returned'::text AS work
   FROM (shop.returned_orders r
     JOIN public.orders o ON ((o.id = r.order_id)))
  WHERE ((o.status = 'cancelled'::shop.order_status) OR r.is_part)
UNION ALL
 SELECT o.id AS order_id,
    'to_refund'::text AS work
   FROM public.orders o
  WHERE ((o.to_refund > (0)::numeric) AND (o.archived_at IS NULL));

CREATE VIEW "shop"."order_lists" WITH (security_invoker=true) AS  SELECT w.order_id,
    w.work
   FROM shop.order_work w
UNION ALL
 SELECT DISTINCT c.order_id,
    'to_check'::text AS work
   FROM (public.advance_claims c
     JOIN public.orders o ON ((o.id = c.order_id)))
  WHERE ((c.state = 'sent'::shop.transfer_state) AND (o.archived_at IS NULL))
UNION ALL
 SELECT m.order_id,
    'advance_late'::text AS work
   FROM shop.missing_advances m
  WHERE (m.is_late AND (NOT (EXISTS ( SELECT
           FROM public.advance_claims c
          WHERE ((c.order_id = m.order_id) AND (c.state = 'sent'::shop.transfer_state))))));

CREATE INDEX orders_to_refund ON public.orders USING btree (updated_at)
  WHERE (to_refund > (0)::numeric);

CREATE INDEX payments_by_courier ON public.payments USING btree (courier_id, SEQUENCE)
  WHERE (courier_id IS NOT NULL);

CREATE INDEX words_taken_back_by_actor ON shop.words_taken_back USING btree (actor)
  WHERE (actor IS NOT NULL);

REVOKE ALL ON FUNCTION "public"."add_to_order"(text, text, jsonb, integer, numeric, boolean, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."add_to_order"(text, text, jsonb, integer, numeric, boolean, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_to_order"(text, text, jsonb, integer, numeric, boolean, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_to_order"(text, text, jsonb, integer, numeric, boolean, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."cancel_twin_order"(text, text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."cancel_twin_order"(text, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_twin_order"(text, text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_twin_order"(text, text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."edit_order_items"(text, jsonb, jsonb, uuid, timestamp WITH time zone, numeric, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."edit_order_items"(text, jsonb, jsonb, uuid, timestamp WITH time zone, numeric, boolean, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_order_items"(text, jsonb, jsonb, uuid, timestamp WITH time zone, numeric, boolean, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_order_items"(text, jsonb, jsonb, uuid, timestamp WITH time zone, numeric, boolean, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."end_courier_claim"(text, jsonb, uuid, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."end_courier_claim"(text, jsonb, uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."end_courier_claim"(text, jsonb, uuid, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."end_courier_claim"(text, jsonb, uuid, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_parcels_under_way"(shop.parcel_list, jsonb, text, text, integer, integer, timestamp WITH time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."list_parcels_under_way"(shop.parcel_list, jsonb, text, text, integer, integer, timestamp WITH time zone, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_parcels_under_way"(shop.parcel_list, jsonb, text, text, integer, integer, timestamp WITH time zone, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_parcels_under_way"(shop.parcel_list, jsonb, text, text, integer, integer, timestamp WITH time zone, text) TO "service_role";

REVOKE ALL
  ON FUNCTION "public"."list_purchase_orders"(shop.purchase_order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer)
  FROM PUBLIC;

REVOKE ALL
  ON FUNCTION "public"."list_purchase_orders"(shop.purchase_order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer)
  FROM "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_purchase_orders"(shop.purchase_order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer)
  TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_purchase_orders"(shop.purchase_order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer)
  TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_subscribers"(integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."list_subscribers"(integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_subscribers"(integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_subscribers"(integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."merge_twin_orders"(text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."merge_twin_orders"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."merge_twin_orders"(text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."merge_twin_orders"(text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_twins"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."order_twins"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_twins"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_twins"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."set_order_status"(text, shop.order_status, uuid, timestamp WITH time zone, boolean, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."set_order_status"(text, shop.order_status, uuid, timestamp WITH time zone, boolean, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_order_status"(text, shop.order_status, uuid, timestamp WITH time zone, boolean, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_order_status"(text, shop.order_status, uuid, timestamp WITH time zone, boolean, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_courier_word"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."undo_courier_word"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_courier_word"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_courier_word"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_order_delivery"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."undo_order_delivery"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_order_delivery"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_order_delivery"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_parcel_delivery"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."undo_parcel_delivery"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_parcel_delivery"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_parcel_delivery"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."agreed_lines"(shop.agreed_part[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."agreed_lines"(shop.agreed_part[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."agreed_lines"(shop.agreed_part[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."agreed_lines"(shop.agreed_part[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."book_cash"(public.orders, numeric, shop.ledger_account, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."book_cash"(public.orders, numeric, shop.ledger_account, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."book_cash"(public.orders, numeric, shop.ledger_account, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."book_cash"(public.orders, numeric, shop.ledger_account, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."change_of"(public.orders, shop.repriced) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."change_of"(public.orders, shop.repriced) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."change_of"(public.orders, shop.repriced) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."change_of"(public.orders, shop.repriced) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."check_claim_open"(public.courier_claims) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."check_claim_open"(public.courier_claims) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_claim_open"(public.courier_claims) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_claim_open"(public.courier_claims) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."check_ending"(jsonb, public.shipments, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."check_ending"(jsonb, public.shipments, public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_ending"(jsonb, public.shipments, public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_ending"(jsonb, public.shipments, public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."collections_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."collections_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."collections_of"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."collections_of"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."count_reveal"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."count_reveal"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."count_reveal"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."count_reveal"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."count_uncollected"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."count_uncollected"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."count_uncollected"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."count_uncollected"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."courier_of"(public.shipments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."courier_of"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."courier_of"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."courier_of"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."deal"(bigint[], bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."deal"(bigint[], bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."deal"(bigint[], bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."deal"(bigint[], bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."decide_lost_order"(public.orders, text, shop.payment_method, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."decide_lost_order"(public.orders, text, shop.payment_method, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."decide_lost_order"(public.orders, text, shop.payment_method, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."decide_lost_order"(public.orders, text, shop.payment_method, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."delivery_event"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."delivery_event"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."delivery_event"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."delivery_event"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."due_if_delivered"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."due_if_delivered"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."due_if_delivered"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."due_if_delivered"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."edited_lines"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."edited_lines"(public.orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."edited_lines"(public.orders, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."edited_lines"(public.orders, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."fix_sums"(public.shipments, public.shipments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."fix_sums"(public.shipments, public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."fix_sums"(public.shipments, public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."fix_sums"(public.shipments, public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."has_arrived"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."has_arrived"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."has_arrived"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."has_arrived"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."insert_order"(jsonb, shop.priced_line[], shop.order_price, jsonb, text, text, text, text, uuid, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."insert_order"(jsonb, shop.priced_line[], shop.order_price, jsonb, text, text, text, text, uuid, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."insert_order"(jsonb, shop.priced_line[], shop.order_price, jsonb, text, text, text, text, uuid, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."insert_order"(jsonb, shop.priced_line[], shop.order_price, jsonb, text, text, text, text, uuid, uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_returned"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_returned"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_returned"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_returned"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_word_kept"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_word_kept"(bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_word_kept"(bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_word_kept"(bigint) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."last_typed_word"(public.courier_bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."last_typed_word"(public.courier_bookings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."last_typed_word"(public.courier_bookings) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."last_typed_word"(public.courier_bookings) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."limits"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."limits"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."limits"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."limits"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."lose_parcel"(public.shipments, jsonb, boolean, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."lose_parcel"(public.shipments, jsonb, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."lose_parcel"(public.shipments, jsonb, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."lose_parcel"(public.shipments, jsonb, boolean, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."lost_pieces"(public.shipments, public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."lost_pieces"(public.shipments, public.orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."lost_pieces"(public.shipments, public.orders, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."lost_pieces"(public.shipments, public.orders, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."marked_rows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."marked_rows"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."marked_rows"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."marked_rows"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."merged_orders"(public.orders, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."merged_orders"(public.orders, public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."merged_orders"(public.orders, public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."merged_orders"(public.orders, public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."note_cash_holder"(public.orders, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."note_cash_holder"(public.orders, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_cash_holder"(public.orders, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_cash_holder"(public.orders, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."off_of"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."off_of"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."off_of"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."off_of"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."off_without_code"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."off_without_code"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."off_without_code"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."off_without_code"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."parts_of"(text, integer, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."parts_of"(text, integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."parts_of"(text, integer, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."parts_of"(text, integer, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."pieces_of_both"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."pieces_of_both"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."pieces_of_both"(jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."pieces_of_both"(jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."price_in_brief"(shop.repriced) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."price_in_brief"(shop.repriced) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."price_in_brief"(shop.repriced) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."price_in_brief"(shop.repriced) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."price_order"(shop.priced_line[], jsonb, jsonb, boolean, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."price_order"(shop.priced_line[], jsonb, jsonb, boolean, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."price_order"(shop.priced_line[], jsonb, jsonb, boolean, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."price_order"(shop.priced_line[], jsonb, jsonb, boolean, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."promised_off"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."promised_off"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."promised_off"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."promised_off"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."reason_of"(shop.order_price, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."reason_of"(shop.order_price, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."reason_of"(shop.order_price, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."reason_of"(shop.order_price, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."refund_without_return"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."refund_without_return"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."refund_without_return"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."refund_without_return"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."replace_parcels"(public.shipments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."replace_parcels"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."replace_parcels"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."replace_parcels"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."reprice"(shop.agreed_part[], jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."reprice"(shop.agreed_part[], jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."reprice"(shop.agreed_part[], jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."reprice"(shop.agreed_part[], jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."require_delivered"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."require_delivered"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_delivered"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_delivered"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."restore_order_status"(text, public.order_events) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."restore_order_status"(text, public.order_events) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."restore_order_status"(text, public.order_events) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."restore_order_status"(text, public.order_events) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."share_of"(public.shipments, public.orders, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."share_of"(public.shipments, public.orders, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."share_of"(public.shipments, public.orders, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."share_of"(public.shipments, public.orders, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."shown_terms"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."shown_terms"(public.orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."shown_terms"(public.orders, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."shown_terms"(public.orders, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."standing_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."standing_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."standing_of"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."standing_of"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."take_off"(shop.order_price, numeric, numeric[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."take_off"(shop.order_price, numeric, numeric[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."take_off"(shop.order_price, numeric, numeric[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."take_off"(shop.order_price, numeric, numeric[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."take_off_paisa"(shop.order_price, numeric[], numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."take_off_paisa"(shop.order_price, numeric[], numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."take_off_paisa"(shop.order_price, numeric[], numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."take_off_paisa"(shop.order_price, numeric[], numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."terms_today"(public.orders, jsonb, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."terms_today"(public.orders, jsonb, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."terms_today"(public.orders, jsonb, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."terms_today"(public.orders, jsonb, bigint) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."terms_with"(jsonb, shop.priced_line[], shop.order_price) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."terms_with"(jsonb, shop.priced_line[], shop.order_price) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."terms_with"(jsonb, shop.priced_line[], shop.order_price) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."terms_with"(jsonb, shop.priced_line[], shop.order_price) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."to_collect_of"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."to_collect_of"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."to_collect_of"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."to_collect_of"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."under_agreed_terms"(shop.agreed_part[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."under_agreed_terms"(shop.agreed_part[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."under_agreed_terms"(shop.agreed_part[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."under_agreed_terms"(shop.agreed_part[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."undo_parcel"(public.shipments, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."undo_parcel"(public.shipments, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."undo_parcel"(public.shipments, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."undo_parcel"(public.shipments, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."undo_time"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."undo_time"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."undo_time"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."undo_time"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."write_exchange"(public.return_requests, public.orders, shop.priced_line[], numeric, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."write_exchange"(public.return_requests, public.orders, shop.priced_line[], numeric, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_exchange"(public.return_requests, public.orders, shop.priced_line[], numeric, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_exchange"(public.return_requests, public.orders, shop.priced_line[], numeric, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."write_order_lines"(public.orders, shop.repriced, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."write_order_lines"(public.orders, shop.repriced, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_order_lines"(public.orders, shop.repriced, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_order_lines"(public.orders, shop.repriced, uuid, text, text) TO "service_role";

GRANT DELETE, INSERT, SELECT ON TABLE "shop"."words_taken_back" TO "service_role";

REVOKE ALL ON TABLE "public"."shipments_of_orders" FROM "service_role";

GRANT SELECT ON TABLE "public"."shipments_of_orders" TO "service_role";

GRANT SELECT ON TABLE "shop"."order_lists" TO "service_role";

GRANT SELECT ON TABLE "shop"."order_parts" TO "service_role";

GRANT SELECT ON TABLE "shop"."order_work" TO "service_role";

GRANT SELECT ON TABLE "shop"."returned_orders" TO "service_role";

-- Orders of before keep the terms that they show: what was charged, the code as their lines have it, and the delivery rule where it says the
-- same. Nothing follows from it: no order is changed by what it is known to be.
alter table public.orders disable trigger user;
update public.orders o
   set has_arrived = o.status = 'delivered' or o.collected > 0,
       terms = shop.shown_terms(o, (select coalesce(s.content -> 'delivery', '{"freeFrom": 2999, "fee": 200}') from public.shop_settings s))
 where o.terms = '{}';
alter table public.orders enable trigger user;

-- Rows that shops have. No trigger: nobody does this, and no timeline tells of it.
alter table public.orders disable trigger user;
alter table public.payments disable trigger user;
alter table public.shipments disable trigger user;

-- In the place of what failed or came back, others were made.
update public.shipments s set sent_again_at = a.at
  from (select b.id, min(n.created_at) as at from public.shipments b join public.shipments n on n.order_id = b.order_id
           and n.created_at > b.created_at and n.archived_at is null and not shop.is_back(n.status)
         where b.archived_at is null and shop.is_back(b.status) and b.received_at is null group by b.id) a
 where s.id = a.id;

-- Parcels that were booked before say what their courier takes.
update public.shipments s
   set shipping_cost = b.charge
  from public.courier_bookings b
 where b.shipment_id = s.id and b.state = 'booked' and s.shipping_cost = 0 and b.charge > 0;

-- What was collected with the one parcel of an order is under its number.
update public.payments p set reference = s.number
  from (select s.order_id, min(s.shipment_number) as number from public.shipments s
         where s.archived_at is null and s.status = 'delivered' group by s.order_id having count(*) = 1) s
 where p.order_id = s.order_id and p.kind = 'collected' and p.reference = '' and p.reverses is null
   and not exists (select from public.payments r where r.reverses = p.id)
   and not exists (select from public.payments k where k.order_id = p.order_id and k.kind = 'collected' and k.reference = s.number);

-- What parcels that came back did not collect is not owed while another one goes on or arrived.
update public.orders o set uncollected = u.uncollected
  from (select s.order_id, sum(p.collect) filter (where shop.is_back(s.status)) as uncollected
          from public.shipments s join shop.parcel_sums p on p.shipment_id = s.id
         where s.archived_at is null group by s.order_id having bool_or(not shop.is_back(s.status))) u
 where o.id = u.order_id and u.uncollected > 0;

-- What went back after a delivery is let off, as it was.
update public.orders o
   set goodwill = least(o.refunded, greatest(0, o.total_amount - o.uncollected - o.advance_verified - o.credit_used - o.collected
                                                  + o.refunded))
 where o.refunded > 0 and (o.status = 'delivered' or o.status = 'cancelled' and o.collected > 0);

-- A return that a larger refund closed shows its own share of it.
alter table public.return_requests disable trigger user;
update public.return_requests r set payment_share = greatest(0, s.refund - shop.standing_amount(r.credit_payment_id))
  from public.return_requests k cross join lateral shop.return_sums(k) s
 where k.id = r.id and r.payment_id is not null and s.paid_back > s.refund;
alter table public.return_requests enable trigger user;

alter table public.shipments enable trigger user;
alter table public.payments enable trigger user;
alter table public.orders enable trigger user;

-- The role that pays refunds sees whom it pays, and reveals where to.
alter table public.staff_roles disable trigger user;
update public.staff_roles
   set rights = array['see_orders', 'see_names', 'reveal_contacts', 'see_sums', 'verify_payments', 'refund', 'see_reports', 'export'],
       reveals_a_day = 50,
       description = 'Finds payments at the bank, pays refunds and reads the figures. Sees of customers the name and the city.'
 where id = 'accounts' and is_preset;
alter table public.staff_roles enable trigger user;

-- Marks of direction that WhatsApp pastes around numbers and addresses are gone from rows of before, too. Codes and SKUs take none. What would
-- be the same as another row stays as it is, and the doctor says so.
do $marks$
declare
  place record;
  marked tid;
begin
  for place in
    select * from (values ('orders', 'order_number'), ('orders', 'customer_email'), ('customers', 'email'), ('contact_messages', 'email'),
                          ('newsletter_subscribers', 'email'), ('stock_notices', 'email'), ('staff_invitations', 'email'),
                          ('purchase_orders', 'supplier_email')) p (table_name, field)
  loop
    for marked in execute format('select ctid from public.%I where %I ~ $1 order by 1', place.table_name, place.field)
                    using '[\u200e\u200f\u061c]' loop
      begin
        execute format('update public.%1$I set %2$I = regexp_replace(%2$I, $1, %3$L, %4$L) where ctid = $2',
                       place.table_name, place.field, '', 'g')
          using '[\u200e\u200f\u061c]', marked;
      exception when unique_violation then
        null;
      end;
    end loop;
  end loop;
end;
$marks$;

-- Parcels that were delivered while others were under way have collected theirs: it is booked now.
select set_config('shop.due_changes', 'on', true);
insert into shop.parcel_sums (shipment_id, order_id, collect)
select s.id, o.id, case when row_number() over (partition by o.id order by shop.is_back(s.status), s.created_at, s.id) = 1
                        then o.due_on_delivery else 0 end
  from public.orders o join public.shipments s on s.order_id = o.id and s.archived_at is null
 where shop.is_open(o.status) and not exists (select from shop.parcel_sums p where p.order_id = o.id)
   and exists (select from public.shipments d where d.order_id = o.id and d.archived_at is null and d.status = 'delivered')
   and (select count(*) from public.shipments d where d.order_id = o.id and d.archived_at is null) > 1;
select set_config('shop.due_changes', '', true);
update public.orders o set collected = c.collected
  from (select s.order_id, sum(p.collect) as collected from public.shipments s join shop.parcel_sums p on p.shipment_id = s.id
         where s.archived_at is null and s.status = 'delivered' group by s.order_id) c
 where o.id = c.order_id and shop.is_open(o.status) and c.collected > 0;
