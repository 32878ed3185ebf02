SET local check_function_bodies = off;

CREATE TABLE "public"."return_collections" (
  "request_id"      text                     NOT NULL,
  "courier_id"      text                     NOT NULL,
  "reference"       text                     NOT NULL,
  "state"           shop.booking_state       NOT NULL DEFAULT 'intended'::shop.booking_state,
  "tracking_number" text                     NOT NULL DEFAULT ''::text,
  "problem"         text                     NOT NULL DEFAULT ''::text,
  "turn"            integer                  NOT NULL DEFAULT 1,
  "claimed_until"   timestamp with time zone NOT NULL,
  "created_at"      timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "return_collections_length" CHECK (((char_length(tracking_number) <= 120) AND (char_length(problem) <= 300))),
  CONSTRAINT "return_collections_tracking_when_booked"
    CHECK (((tracking_number <> ''::text) = (state = ANY (ARRAY['booked'::shop.booking_state, 'cancelled'::shop.booking_state])))),
  "id"              text                     NOT NULL DEFAULT shop.new_id(),
  CONSTRAINT "return_collections_id_hex" CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT "return_collections_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."return_collections"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."return_collections" FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.begin_collection (
  request_id    text,
  courier_id    text,
  claim_seconds integer,
  actor         uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "public"."begin_collection"(text, text, integer, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.collection_to_cancel (
  request_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "public"."collection_to_cancel"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.note_collection (
  collection_id   text,
  turn            integer,
  state           shop.booking_state,
  tracking_number text               DEFAULT ''::text,
  problem         text               DEFAULT ''::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "public"."note_collection"(text, integer, shop.booking_state, text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.returned_pieces (
  code         text,
  order_number text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  parcel public.shipments;
  found_id text;
begin
  select s.* into parcel from public.shipments s join public.orders o on o.id = s.order_id and o.archived_at is null
   where s.archived_at is null and (s.shipment_number = upper(code) or s.tracking_number <> ''
                                    and shop.tracking_key(s.tracking_number) = shop.tracking_key(code))
   order by s.created_at desc, s.id desc limit 1;
  found_id := parcel.order_id;
  if found_id is null then
    select o.id into found_id from public.orders o where o.order_number = coalesce(returned_pieces.order_number, upper(code))
      and o.archived_at is null;
  end if;
  if found_id is null then
    -- What customers write on what they send back, or the number under which a courier has collected it.
    select o.id into found_id from public.return_requests r join public.orders o on o.id = r.order_id and o.archived_at is null
      where r.return_number = upper(code)
         or r.id in (select c.request_id from public.return_collections c
                      where c.tracking_number <> '' and shop.tracking_key(c.tracking_number) = shop.tracking_key(code))
      order by r.created_at desc limit 1;
  end if;
  if found_id is null then
    perform shop.refuse('nothing_scanned');
  end if;
  return shop.returned_pieces_json(found_id) || jsonb_build_object('shipment_id', parcel.id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.before_collection_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.guard_collection(old, new);
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.before_return_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.guard_return(old, new);
  if new.state <> old.state and new.state in ('declined', 'withdrawn') then perform shop.check_no_pickup(new); end if;
  new.updated_at := shop.next_version(old.updated_at);
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.check_collection (
  request public.return_requests,
  courier public.couriers
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION shop.check_no_pickup (
  request public.return_requests
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  if shop.is_collected(request.id) then
    perform shop.refuse('pickup_stands');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.collection_json (
  collection public.return_collections
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_jsonb(collection) || jsonb_build_object('courier', c.name, 'adapter', c.adapter)
    from public.couriers c where c.id = collection.courier_id;
$function$;

CREATE OR REPLACE FUNCTION shop.collection_of_json (
  request public.return_requests
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'collection', (select shop.collection_json(c) from public.return_collections c where c.request_id = request.id
                    order by c.created_at desc, c.id desc limit 1),
    'may_collect', request.state = 'approved' and request.comes_back
                   and (select o.customer_address <> '' from public.orders o where o.id = request.order_id));
$function$;

CREATE OR REPLACE FUNCTION shop.guard_collection (
  old public.return_collections,
  new public.return_collections
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION shop.is_collected (
  request_id text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select exists (select from public.return_collections c
                  where c.request_id = is_collected.request_id and c.state in ('intended', 'unknown', 'booked'));
$function$;

CREATE OR REPLACE FUNCTION shop.is_number_taken (
  collection      public.return_collections,
  tracking_number text
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  key constant text := shop.tracking_key(is_number_taken.tracking_number);
begin
  return exists (select from public.courier_bookings b
                  where b.courier_id = collection.courier_id and b.tracking_number <> '' and shop.tracking_key(b.tracking_number) = key)
      or exists (select from public.return_collections c
                  where c.courier_id = collection.courier_id and c.id <> collection.id and c.tracking_number <> ''
                    and shop.tracking_key(c.tracking_number) = key);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.mail_decision (
  request_id text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  insert into public.mail_outbox (kind, recipient, payload)
  select 'return_decided', o.customer_email,
         jsonb_build_object('order_number', o.order_number, 'customer_name', o.customer_name, 'page_key', shop.page_key(o.id),
                            'return_number', r.return_number,
                            'kind', r.kind, 'state', r.state, 'outcome', r.outcome, 'answer', r.answer, 'shop_pays', r.shop_pays,
                            'comes_back', r.comes_back,
                            'exchange_number', e.order_number, 'exchange_due', e.due_on_delivery,
                            'pickup', (select shop.pickup_json(p) || jsonb_build_object('is_cancelled', p.state = 'cancelled')
                                         from shop.told_pickup(r.id) p where p.id is not null))
    from public.return_requests r
    join public.orders o on o.id = r.order_id
    left join public.orders e on e.id = r.exchange_order_id and e.status <> 'cancelled'
   where r.id = mail_decision.request_id and o.customer_email <> '';
$function$;

CREATE OR REPLACE FUNCTION shop.page_returns_json (
  opened public.orders
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  terms constant shop.return_terms := (select t from shop.return_terms t where t.order_id = opened.id);
  requests constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', r.id, 'return_number', r.return_number, 'kind', r.kind, 'state', r.state, 'wish', r.wish,
             'outcome', r.outcome, 'reason', r.reason,
             'words', r.words, 'answer', r.answer, 'shop_pays', r.shop_pays, 'comes_back', r.comes_back,
             'items', (select coalesce(jsonb_agg(l - 'sku' - 'paid' - 'received_as' order by n), '[]')
                         from jsonb_array_elements(shop.return_items_json(r.id)) with ordinality as t (l, n)),
             'photo_ids', (select coalesce(jsonb_agg(h.id order by h.created_at, h.id), '[]') from public.return_photos h
                            where h.request_id = r.id and coalesce(h.kept_until > now(), true)),
             'refund', s.refund, 'paid_back', s.paid_back,
             'exchange', case when e.id is not null then jsonb_build_object('order_number', e.order_number, 'due', e.due_on_delivery) end,
             'may_withdraw', r.state in ('asked', 'approved') and (e.id is null or shop.is_unshipped(e.status))
                             and not shop.is_collected(r.id)
                             and not exists (select from shop.return_pieces p where p.request_id = r.id and p.goods_back_id is not null),
             -- What was promised with the request, until staff decide.
             'promised', case when r.state = 'asked' and r.promised_charges is not null
                              then to_jsonb(shop.sum_up_exchange(shop.exchange_lines(r.id), r.promised_charges, s.refund)) end,
             'send_back', shop.sending_back_json(r),
             'asked_at', r.created_at, 'decided_at', r.decided_at) || shop.page_payout_json(r) order by r.created_at desc, r.id desc), '[]')
      from public.return_requests r
     cross join lateral shop.return_sums(r) s
      left join public.orders e on e.id = r.exchange_order_id and e.status <> 'cancelled' and e.archived_at is null
     where r.order_id = opened.id);
  items jsonb;
  kinds jsonb;
begin
  if terms.order_id is not null and (opened.status = 'delivered' or requests <> '[]') then
    select coalesce(jsonb_agg(jsonb_build_object(
      'item_id', i.id, 'product_id', i.product_id, 'product_name', i.product_name, 'product_image', i.product_image,
      'selected_color', i.selected_color, 'selected_size', i.selected_size, 'quantity', i.quantity, 'may_return', l.may_return,
      'may_claim', l.may_claim, 'obstacle', l.obstacle, 'because', l.because) order by l.place), '[]'),
           to_jsonb(array_remove(array[
             case when sum(l.may_return) > 0 and terms.policy -> 'outcomes' ?| array['transfer', 'store_credit'] then 'return' end,
             case when sum(l.may_return) > 0 and terms.policy -> 'outcomes' ? 'exchange' then 'exchange' end,
             case when sum(l.may_claim) > 0 then 'claim' end], null))
      into items, kinds
      from shop.returnable(opened) l join public.order_items i on i.id = l.item_id;
  end if;
  return case when items is null then '{}' else jsonb_build_object('returns', jsonb_build_object(
           -- The last second of the last day, so that whoever shows its day shows that one.
           'until', terms.ends_at - interval '1 second', 'is_over', terms.ends_at <= now(), 'days', (terms.policy ->> 'days')::integer,
           'evidence', terms.policy -> 'evidence', 'shop_pays', terms.policy -> 'shopPays', 'outcomes', terms.policy -> 'outcomes',
           'kinds', kinds, 'items', items, 'requests', requests)) end
    || jsonb_strip_nulls(jsonb_build_object('exchange_of', (select o.order_number from public.return_requests r
                                                            join public.orders o on o.id = r.order_id
                                                             where r.exchange_order_id = opened.id)));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.parcel_to_collect (
  collection public.return_collections
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION shop.return_details_json (
  request_id text,
  delivery   jsonb DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select shop.return_json(r, return_details_json.delivery) || shop.collection_of_json(r)
         || jsonb_build_object('payout', shop.payout_json(r.id), 'history', (
           select jsonb_agg(jsonb_build_object(
             'state', d.state, 'note', d.note, 'by', shop.username_of(d.actor), 'at', d.created_at) order by d.sequence)
             from public.return_decisions d where d.request_id = r.id))
    from public.return_requests r where r.id = return_details_json.request_id;
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
  would shop.exchange_sums;
  exchange jsonb;
  owed numeric;
begin
  select * into sums from shop.return_sums(request);
  -- What was declined or withdrawn owes nothing.
  owed := case when request.state in ('declined', 'withdrawn') then sums.paid_back else sums.refund end;
  if made.id is not null then
    exchange := jsonb_build_object('total', made.total_amount, 'charges', made.shipping, 'credit', made.credit_used,
                                   'due', made.due_on_delivery, 'back', greatest(0, sums.refund - made.credit_used),
                                   'is_available', true, 'order_id', made.id, 'order_number', made.order_number,
                                   'sends_first', request.sends_first);
  elsif request.state = 'asked' and request.kind <> 'return' then
    lines := shop.exchange_lines(request.id);
    would := shop.sum_up_exchange(lines, shop.charges_of(request, returned, delivery), sums.refund);
    exchange := to_jsonb(would) || jsonb_build_object('is_available', shop.sold_out(lines) is null, 'order_id', null,
                                                      'order_number', null, 'sends_first', false);
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
    'may_decline', request.state in ('asked', 'approved', 'received') and not shop.is_collected(request.id)
                   and (made.id is null or case when made.status = 'cancelled' or made.archived_at is not null then sums.paid_back = 0
                                                else shop.is_unshipped(made.status) end),
    'may_settle', returned.status = 'delivered' and (request.state = 'received' or request.state = 'approved' and not request.comes_back),
    'outcomes', (select t.policy -> 'outcomes' from shop.return_terms t where t.order_id = returned.id),
    'asked_at', request.created_at, 'updated_at', request.updated_at)
    || case when exchange is not null then jsonb_build_object('exchange', exchange) else '{}' end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.sending_back_json (
  request public.return_requests
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when request.state = 'approved' and request.comes_back then jsonb_build_object(
           'by', greatest((select t.ends_at from shop.return_terms t where t.order_id = request.order_id),
                          shop.start_of_day(shop.day_of(request.decided_at) + 15)) - interval '1 second',
           'to', (select to_jsonb(a) - 'id' - 'updated_at' from public.return_address a where a.address <> ''),
           'pickup', (select shop.pickup_json(p) from shop.told_pickup(request.id) p where p.state <> 'cancelled')) end;
$function$;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."return_collections"
  ADD CONSTRAINT "return_collections_courier_id_fkey" FOREIGN KEY (courier_id) REFERENCES public.couriers(id);

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."return_collections"
  ADD CONSTRAINT "return_collections_request_id_fkey" FOREIGN KEY (request_id) REFERENCES public.return_requests(id);

CREATE INDEX return_collections_by_courier ON public.return_collections USING btree (courier_id);

CREATE INDEX return_collections_of_request ON public.return_collections USING btree (request_id, created_at);

CREATE UNIQUE INDEX return_collections_one_per_request ON public.return_collections USING btree (request_id)
  WHERE (state = ANY (ARRAY['intended'::shop.booking_state, 'unknown'::shop.booking_state, 'booked'::shop.booking_state]));

CREATE TRIGGER return_collections_before
  BEFORE INSERT OR UPDATE ON public.return_collections
  FOR EACH ROW
  EXECUTE FUNCTION shop.before_collection_change();

CREATE TRIGGER return_collections_need_right
  AFTER INSERT OR UPDATE OF state ON public.return_collections
  FOR EACH ROW
  EXECUTE FUNCTION shop.require_right('send_parcels');

REVOKE ALL ON FUNCTION "public"."begin_collection"(text, text, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."begin_collection"(text, text, integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."begin_collection"(text, text, integer, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."collection_to_cancel"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."collection_to_cancel"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."collection_to_cancel"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."note_collection"(text, integer, shop.booking_state, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_collection"(text, integer, shop.booking_state, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_collection"(text, integer, shop.booking_state, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."before_collection_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."before_collection_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."before_collection_change"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."before_collection_change"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."check_collection"(public.return_requests, public.couriers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."check_collection"(public.return_requests, public.couriers) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_collection"(public.return_requests, public.couriers) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_collection"(public.return_requests, public.couriers) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."check_no_pickup"(public.return_requests) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."check_no_pickup"(public.return_requests) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_no_pickup"(public.return_requests) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_no_pickup"(public.return_requests) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."collection_json"(public.return_collections) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."collection_json"(public.return_collections) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."collection_json"(public.return_collections) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."collection_json"(public.return_collections) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."collection_of_json"(public.return_requests) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."collection_of_json"(public.return_requests) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."collection_of_json"(public.return_requests) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."collection_of_json"(public.return_requests) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."guard_collection"(public.return_collections, public.return_collections) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."guard_collection"(public.return_collections, public.return_collections) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."guard_collection"(public.return_collections, public.return_collections) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."guard_collection"(public.return_collections, public.return_collections) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_collected"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_collected"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_collected"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_collected"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_number_taken"(public.return_collections, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_number_taken"(public.return_collections, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_number_taken"(public.return_collections, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_number_taken"(public.return_collections, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."parcel_to_collect"(public.return_collections) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."parcel_to_collect"(public.return_collections) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."parcel_to_collect"(public.return_collections) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."parcel_to_collect"(public.return_collections) TO "service_role";

REVOKE ALL ON TABLE "public"."return_collections" FROM "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "public"."return_collections" TO "service_role";

CREATE UNIQUE INDEX return_collections_tracking_number ON public.return_collections USING btree (shop.tracking_key(tracking_number), courier_id)
  WHERE (tracking_number <> ''::text);


CREATE OR REPLACE FUNCTION shop.pickup_json (
  collection public.return_collections
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('courier', k.name, 'tracking_number', collection.tracking_number)
    from public.couriers k where k.id = collection.courier_id;
$function$;


CREATE OR REPLACE FUNCTION shop.told_pickup (
  request_id text
)
  RETURNS public.return_collections
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select c from public.return_collections c
   where c.request_id = told_pickup.request_id and c.tracking_number <> '' order by c.created_at desc, c.id desc limit 1;
$function$;

REVOKE ALL ON FUNCTION "shop"."pickup_json"(public.return_collections) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."pickup_json"(public.return_collections) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."pickup_json"(public.return_collections) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."pickup_json"(public.return_collections) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."told_pickup"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."told_pickup"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."told_pickup"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."told_pickup"(text) TO "service_role";
