SET local check_function_bodies = off;

DROP VIEW "public"."shipments_of_orders";

ALTER TABLE "public"."orders"
  DROP CONSTRAINT "orders_total_adds_up";

DROP FUNCTION "public"."quote_cart"(jsonb, jsonb, text, jsonb);

DROP FUNCTION "shop"."discount_json"(numeric, numeric, text, jsonb);

DROP FUNCTION "shop"."price_order"(shop.priced_line[], jsonb, jsonb, boolean, numeric);

ALTER TABLE "public"."orders"
  ADD COLUMN "recipient_name" text;

ALTER TABLE "public"."orders"
  ADD COLUMN "recipient_phone" text;

ALTER TABLE "public"."orders"
  ADD COLUMN "gift_wrap" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."orders"
  ADD COLUMN "is_gift" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."orders"
  ADD COLUMN "gift_note" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."orders"
  ADD COLUMN "hides_prices" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."orders"
  ADD COLUMN "is_wrapped" boolean NOT NULL DEFAULT false;

ALTER TYPE "shop"."order_price" ADD ATTRIBUTE "gift_wrap" numeric CASCADE;

CREATE OR REPLACE FUNCTION public.change_settings (
  groups           jsonb,
  expected_version timestamp with time zone,
  actor            uuid                     DEFAULT NULL::uuid,
  defaults         jsonb                    DEFAULT '{}'::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  current public.shop_settings;
begin
  if actor is not null and groups ?| array['contact', 'delivery', 'payment', 'gifts'] then
    perform shop.assert_owner(actor);
  end if;
  perform shop.act_as(actor);
  perform set_config('shop.setting_defaults', defaults::text, true);
  insert into public.shop_settings default values on conflict (id) do nothing;
  select * into current from public.shop_settings s where s.id for update;
  perform shop.check_version(current.updated_at, expected_version);
  update public.shop_settings s set content = s.content || groups where s.id returning * into current;
  return jsonb_build_object('content', current.content, 'updated_at', current.updated_at);
end;
$function$;

CREATE OR REPLACE FUNCTION public.edit_order (
  order_id         text,
  changes          jsonb,
  actor            uuid,
  expected_version timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  total_seen       numeric                  DEFAULT NULL::numeric
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.orders := shop.lock_order(order_id, '{}', shop.lock_phone(changes ->> 'customer_phone'));
  lost jsonb;
begin
  perform shop.act_as(actor);
  perform shop.check_version(before.updated_at, expected_version);
  if changes ->> 'customer_phone' <> before.customer_phone then
    lost := shop.change_order_phone(
      before, changes ->> 'customer_phone',
      case when changes ? 'second_phone' then changes ->> 'second_phone' else before.second_phone end,
      total_seen);
    if lost is not null then
      perform shop.refuse('price_changed', lost, '{"of": "phone"}');
    end if;
  end if;
  if changes ->> 'customer_address' = '' and before.source <> 'counter' then
    perform shop.refuse_field('customerAddress', 'Required');
  end if;
  update public.orders o
     set (customer_name, customer_email, second_phone, recipient_name, recipient_phone, customer_address, city, city_known, city_takes_cash,
          zip_code, country, notes, is_gift, gift_note, hides_prices) =
         (select f.customer_name, f.customer_email, f.second_phone, f.recipient_name, f.recipient_phone, f.customer_address, f.city,
                 f.city_known, f.city_takes_cash, f.zip_code, f.country, f.notes,
                 -- A note or a wish for a gift makes it one.
                 f.is_gift or f.gift_note <> '' or f.hides_prices, f.gift_note, f.hides_prices
            from jsonb_populate_record(before, changes) f)
   where o.id = before.id;
  return shop.staff_order_json(before.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.order_page (
  order_number text,
  key          text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  opened public.orders := shop.open_order_page(order_number, key);
  confirmation public.order_confirmations;
begin
  select * into confirmation from public.order_confirmations c where c.order_id = opened.id;
  return shop.tracked_order_json(opened.id) || jsonb_build_object(
    'customer_name', opened.customer_name, 'customer_phone', opened.customer_phone, 'customer_address',
    opened.customer_address, 'recipient_name', opened.recipient_name, 'recipient_phone', opened.recipient_phone, 'is_gift', opened.is_gift,
    'gift_note', opened.gift_note, 'hides_prices', opened.hides_prices, 'is_wrapped', opened.is_wrapped, 'city', opened.city,
    'city_known', opened.city_known, 'subtotal', opened.subtotal, 'shipping', opened.shipping, 'is_unpacked', shop.is_unpacked(opened),
    'version', shop.order_version(opened.id), 'may_confirm', coalesce(confirmation.is_open, false) and not opened.awaits_proof,
    'awaits_proof', opened.awaits_proof,
    -- Said by the shopper, or known to us already.
    'is_confirmed', coalesce(confirmation.state = 'confirmed', false) or exists (
      select from public.confirmation_attempts a where a.order_id = opened.id and a.how = 'shopper' and a.outcome = 'confirmed'),
    'cancellation_asked_at', opened.cancellation_asked_at, 'cancellation_answered_at', opened.cancellation_answered_at)
    || shop.page_advance_json(opened)
    || shop.page_due_json(opened)
    || shop.parcel_steps_json(opened.id)
    || shop.page_question_json(opened.id)
    || shop.page_packed_photo_json(opened)
    || shop.page_returns_json(opened)
    -- Only where there is some.
    || jsonb_strip_nulls(jsonb_build_object('store_credit', shop.credit_for_page(opened)));
end;
$function$;

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
  priced := shop.price_order(lines, delivery, off, false, 0, case when shop.wants_wrap(payload) then shop.gift_wrap_price() end);
  perform shop.refuse_other_price(priced, payload, delivery);
  if limits is not null then
    perform shop.refuse_large_order(lines, priced.total, payload ->> 'customerPhone', device);
    awaits_proof := shop.needs_proof((select sum(l.quantity) from unnest(lines) l), payload ->> 'customerPhone', network);
  end if;
  placed := shop.insert_order(payload, lines, priced, jsonb_build_object('delivery', delivery, 'off', off, 'giftWrap', priced.gift_wrap),
                              idempotency_key, fingerprint, content_fingerprint, device, shopper, actor, awaits_proof);
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

CREATE OR REPLACE FUNCTION public.quote_cart (
  items    jsonb,
  delivery jsonb,
  code     text    DEFAULT NULL::text,
  guesses  jsonb   DEFAULT NULL::jsonb,
  wraps    boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  lines shop.priced_line[];
  shown jsonb;
  priced shop.order_price;
begin
  if code is not null and guesses is not null then
    perform public.count_code_try(code, guesses);
  end if;

  with asked as (
    select l.*, coalesce(l.available, 0) as units,
           -- Two lines may be the same pieces: the first line gets them first.
           greatest(0, least(l.quantity, coalesce(l.available, 0) - coalesce(sum(l.quantity) over (
             partition by l.product_id, l.variant_id order by l.line_position rows between unbounded preceding and 1 preceding),
             0)))::integer as granted
      from shop.price_lines(items) l
  )
  select array_agg(row(a.line_position, a.product_id, a.product_name, a.product_image, a.price, a.units, a.granted,
                       a.selected_color, a.selected_size,
                       a.colors, a.sizes, a.variant_id, a.missing_choice, null)::shop.priced_line order by a.line_position),
         jsonb_agg(jsonb_build_object('productId', a.product_id, 'name', coalesce(a.product_name, ''), 'image', a.product_image,
                                      'price', coalesce(a.price, 0), 'available', a.units, 'quantity', a.granted)
                   || jsonb_strip_nulls(jsonb_build_object('selectedColor', a.selected_color, 'selectedSize', a.selected_size,
                                                           'countedBy', nullif(shop.counted_by(a.product_id), '[]')))
                                                           order by a.line_position)
    into lines, shown from asked a;
  priced := shop.price_order(lines, delivery, case when code is not null then jsonb_build_object('code', code) end, false, 0,
                             case when wraps then shop.gift_wrap_price() end);
  return jsonb_build_object('items', coalesce(shown, '[]'), 'subtotal', priced.subtotal, 'shipping', priced.shipping, 'total', priced.total)
    || shop.discount_json(priced.discount, priced.delivery_discount, priced.code, priced.refusal, null)
    || case when wraps then jsonb_build_object('giftWrap', priced.gift_wrap) else '{}' end;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."quote_cart"(jsonb, jsonb, text, jsonb, boolean) FROM PUBLIC, "anon", "authenticated";

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
    'recipient_name', case when remaining is not null or shop.may(actor, 'see_names') then seen.recipient_name
                           when seen.recipient_name is not null then '•••' end,
    'recipient_phone', seen.recipient_phone,
    'customer_address', seen.customer_address, 'city', seen.city, 'zip_code', seen.zip_code,
    'due_on_delivery', case when remaining is not null or shop.may(actor, 'see_sums') then seen.due_on_delivery end,
    'return_words', (select coalesce(jsonb_agg(jsonb_build_object('return_number', r.return_number, 'words', r.words)
                                               order by r.created_at, r.id), '[]')
                       from public.return_requests r where r.order_id = seen.id and r.words <> ''),
    'remaining', remaining);
end;
$function$;

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
                                                          'recipient_name', coalesce(o.recipient_name, o.customer_name),
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
      || shop.discount_json(before.discount, before.delivery_discount, before.discount_code, null,
                            case when before.is_wrapped then before.gift_wrap end),
    'after', shop.price_in_brief(after));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.delivery_left (
  returned public.orders
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select returned.shipping + returned.gift_wrap - coalesce((select sum(r.delivery_back) from public.return_requests r
                                        where r.order_id = returned.id and r.state in ('approved', 'received', 'settled')), 0);
$function$;

CREATE OR REPLACE FUNCTION shop.discount_json (
  discount          numeric,
  delivery_discount numeric,
  code              text,
  refusal           jsonb,
  gift_wrap         numeric
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when discount + delivery_discount > 0
              then jsonb_strip_nulls(jsonb_build_object('discount', discount, 'deliveryDiscount', delivery_discount, 'code', code))
                else '{}' end
      || jsonb_strip_nulls(jsonb_build_object('giftWrap', gift_wrap, 'refusedCode', refusal));
$function$;

CREATE OR REPLACE FUNCTION shop.gift_wrap_price()
  RETURNS numeric
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select (s.content #>> '{gifts,price}')::numeric from public.shop_settings s where s.content #>> '{gifts,wrap}' = 'offered';
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
  is_gift constant boolean := coalesce((payload ->> 'isGift')::boolean, false);
  placed public.orders;
begin
  insert into public.orders (customer_name, customer_email, customer_phone, second_phone, recipient_name, recipient_phone,
                             customer_address, city, city_known, city_takes_cash, zip_code, country,
                             is_gift, gift_note, hides_prices, is_wrapped, gift_wrap,
                             subtotal, discount, shipping, delivery_discount, total_amount,
                             discount_code, discount_reason, terms,
                             payment_method, notes, shopper_id, idempotency_key,
                             request_fingerprint, content_fingerprint, device_fingerprint, placed_by, source, awaits_proof)
  values (payload ->> 'customerName', payload ->> 'customerEmail', payload ->> 'customerPhone', payload ->> 'secondPhone',
          nullif(payload ->> 'recipientName', ''), nullif(payload ->> 'recipientPhone', ''), payload ->> 'customerAddress',
          coalesce(payload ->> 'city', ''), payload ->> 'cityKnown', (payload ->> 'cityTakesCash')::boolean,
          coalesce(payload ->> 'zipCode', ''), coalesce(payload ->> 'country', 'pk'),
          is_gift, case when is_gift then coalesce(payload ->> 'giftNote', '') else '' end,
          is_gift and coalesce((payload ->> 'hidesPrices')::boolean, false), priced.gift_wrap is not null, coalesce(priced.gift_wrap, 0),
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

create or replace function shop.is_corrected(old public.orders, new public.orders) returns boolean
language sql immutable
return (old.customer_name, old.customer_email, old.customer_phone, old.second_phone, old.customer_address, old.city,
        old.recipient_name, old.recipient_phone, old.is_gift, old.gift_note, old.hides_prices,
        old.zip_code, old.country, old.notes,
        old.tags, old.subtotal, old.shipping)
  is distinct from (new.customer_name, new.customer_email, new.customer_phone, new.second_phone, new.customer_address, new.city,
                    new.recipient_name, new.recipient_phone, new.is_gift, new.gift_note, new.hides_prices,
                    new.zip_code, new.country,
                    new.notes, new.tags, new.subtotal, new.shipping);

create or replace function shop.is_found_elsewhere(old public.orders, new public.orders) returns boolean
language sql immutable
return (old.customer_name, old.customer_email, old.customer_phone, old.second_phone, old.recipient_name, old.recipient_phone,
        old.created_at, old.archived_at is null)
  is distinct from (new.customer_name, new.customer_email, new.customer_phone, new.second_phone, new.recipient_name, new.recipient_phone,
                    new.created_at, new.archived_at is null);

CREATE OR REPLACE FUNCTION shop.is_gift_rule (
  rule jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when jsonb_typeof(rule -> 'price') = 'number'
              then coalesce(rule ->> 'wrap' in ('off', 'offered'), false)
                   and (rule ->> 'price')::numeric between 0 and 10000 and (rule ->> 'price')::numeric % 1 = 0
              else false end;
$function$;

CREATE OR REPLACE FUNCTION shop.label_json (
  shipment_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION shop.note_kept_settings (
  old public.shop_settings,
  new public.shop_settings
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  -- What groups have that were never changed, where the caller says so.
  defaults constant jsonb := coalesce(nullif(current_setting('shop.setting_defaults', true), ''), '{}')::jsonb;
  kept text;
begin
  for kept in select jsonb_object_keys(coalesce(old.content, '{}') || coalesce(new.content, '{}')) loop
    -- The command line is noted where owners decide; all others always.
    continue when shop.acting() is null and kept not in ('contact', 'delivery', 'payment', 'gifts', 'search');
    perform shop.write_audit(shop.acting(), 'settings', null, kept, coalesce(defaults -> kept, '{}') || coalesce(old.content -> kept, '{}'),
                             coalesce(defaults -> kept, '{}') || coalesce(new.content -> kept, '{}'));
  end loop;
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
      'gift', case when packed.is_gift then jsonb_build_object('note', packed.gift_note, 'recipient_name', packed.recipient_name,
                                                               'is_wrapped', packed.is_wrapped,
                                                               'hides_prices', packed.hides_prices) end,
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

CREATE OR REPLACE FUNCTION shop.parcel_row (
  booking_id  text,
  promised_by date,
  desk_step   shop.desk_step
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION shop.parcel_to_book (
  booking public.courier_bookings
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select jsonb_build_object('reference', booking.reference, 'order_number', o.order_number, 'name', v.recipient_name,
                              'phone', v.recipient_phone, 'address', o.customer_address,
                              'city', coalesce(place.courier_name, o.city_known, o.city), 'city_code', coalesce(place.courier_code, ''),
                              'collect', booking.collect, 'grams', booking.grams, 'pickup_code', c.pickup_code,
                              'booked_from', shop.day_of(booking.created_at),
                              'pieces', (select coalesce(sum((i ->> 'quantity')::integer), 0) from jsonb_array_elements(v.items) i))
      from public.shipments_of_orders v
      join public.orders o on o.id = v.order_id
      join public.couriers c on c.id = booking.courier_id
      left join public.courier_cities place on place.courier_id = c.id and place.city = coalesce(o.city_known, o.city)
     where v.id = booking.shipment_id);
end;
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
    || shop.discount_json(priced.discount, priced.delivery_discount, priced.code, priced.refusal, priced.gift_wrap);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.price_order (
  lines      shop.priced_line[],
  delivery   jsonb,
  off        jsonb              DEFAULT NULL::jsonb,
  is_granted boolean            DEFAULT false,
  paisa      numeric            DEFAULT 0,
  gift_wrap  numeric            DEFAULT NULL::numeric
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
  priced.gift_wrap := price_order.gift_wrap;

  if off ? 'code' then
    priced := shop.take_off_code(priced, lines, amounts, off ->> 'code', is_granted);
  end if;
  priced := shop.take_off(priced, case when off ? 'amount' then least((off ->> 'amount')::numeric, priced.subtotal - priced.discount) end,
                          array (select a - s from unnest(amounts, priced.shares) with ordinality l (a, s, n) order by n));
  priced.shipping := priced.shipping - priced.delivery_discount;
  return shop.take_off_paisa(priced, amounts, paisa);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.refuse_code (
  refusal  jsonb,
  payload  jsonb,
  delivery jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.refuse('code_gone', public.quote_cart(payload -> 'items', delivery, null, null, shop.wants_wrap(payload))
                                   || jsonb_build_object('refusedCode', refusal),
                      jsonb_build_object('code', refusal ->> 'code'));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.refuse_other_price (
  priced   shop.order_price,
  payload  jsonb,
  delivery jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if priced.refusal is not null then
    perform shop.refuse_code(priced.refusal, payload, delivery);
  elsif (payload #>> '{discount,amount}')::numeric > priced.subtotal then
    perform shop.refuse_field('discount.amount', 'At most what the pieces cost');
  elsif priced.total <> (payload ->> 'totalAmount')::numeric
        or priced.gift_wrap is null and shop.wants_wrap(payload) then
    perform shop.refuse('price_changed', public.quote_cart(payload -> 'items', delivery, payload ->> 'code', null,
                                                           shop.wants_wrap(payload)));
  end if;
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
  made.price := shop.price_order(made.lines, terms -> 'delivery', off, true, coalesce((terms ->> 'paisa')::numeric, 0),
                                 (terms ->> 'giftWrap')::numeric);
  made.terms := terms #- '{off,refusal}';
  return made;
end;
$function$;

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
    || jsonb_strip_nulls(jsonb_build_object('giftWrap', case when shown.is_wrapped then shown.gift_wrap end))
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

CREATE OR REPLACE FUNCTION shop.store_order_words (
  order_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  o public.orders;
  words text[];
begin
  select * into o from public.orders f where f.id = store_order_words.order_id and f.archived_at is null;
  if not found then
    delete from shop.order_words w where w.order_id = store_order_words.order_id;
    return;
  end if;
  words := shop.split_words(o.order_number)
    || shop.marked_words('^', shop.split_words(o.customer_name) || shop.split_words(coalesce(o.recipient_name, '')))
    || shop.marked_words('~', shop.split_words(split_part(o.customer_email, '@', 1)) || shop.phone_words(o.customer_phone)
                              || case when o.second_phone is not null then shop.phone_words(o.second_phone) end
                              || case when o.recipient_phone is not null then shop.phone_words(o.recipient_phone) end)
    || array(select w from public.order_items i, unnest(shop.split_words(i.product_name)) w where i.order_id = o.id)
    || array(select w from public.order_items i join public.product_variants v on v.id = i.variant_id, unnest(shop.split_words(v.sku)) w
              where i.order_id = o.id)
    || array(select w from public.shipments s,
                    unnest(shop.split_words(s.tracking_number) || shop.split_words(regexp_replace(s.tracking_number, '\W', '', 'g'))) w
              where s.order_id = o.id and s.archived_at is null);
  insert into shop.order_words (order_id, created_at, status, words)
  values (o.id, o.created_at, o.status, array_to_tsvector(array(select distinct left(w, 100) from unnest(words) w where w <> '')))
  on conflict on constraint order_words_pkey
    do update set created_at = excluded.created_at, status = excluded.status, words = excluded.words;
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
  total constant numeric := so_far.subtotal - so_far.discount + so_far.shipping + coalesce(so_far.gift_wrap, 0);
  rest constant numeric := least((total - paisa) % 1, so_far.subtotal - so_far.discount);
  left_of_lines constant numeric[] := array (select a - s from unnest(amounts, so_far.shares) with ordinality l (a, s, n) order by n);
  left_of_reduced constant numeric[] := array (select case when s > 0 then a - s else 0 end
                                                 from unnest(amounts, so_far.shares) with ordinality l (a, s, n) order by n);
begin
  priced := shop.take_off(priced, rest,
                          case when (select sum(r) from unnest(left_of_reduced) r) >= rest then left_of_reduced else left_of_lines end);
  priced.total := priced.subtotal - priced.discount + priced.shipping + coalesce(priced.gift_wrap, 0);
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
    'paisa', asked.terms -> 'paisa', 'giftWrap', asked.terms -> 'giftWrap',
    'off', case when code.id is null then off
                when refusal is null
                then off || jsonb_build_object('pieces', jsonb_build_array(
                       jsonb_build_object('terms', shop.code_terms(code), 'units', units)))
                else coalesce(shop.off_without_code(off), '{}') || jsonb_build_object('refusal', refusal) end));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.tracked_order_json (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select jsonb_build_object(
           'order_number', o.order_number, 'status', o.status, 'is_collected', o.customer_address = '', 'created_at', o.created_at,
           'updated_at', o.updated_at, 'total_amount', o.total_amount,
           -- Numbers alone: a key is for whoever has the link of that order.
           'merged_into', (select k.order_number from public.orders k where k.id = o.merged_into),
           'merged_from', (select coalesce(jsonb_agg(m.order_number order by m.created_at, m.id), '[]') from public.orders m
                            where m.merged_into = o.id and m.archived_at is null),
           'items', (select jsonb_agg(jsonb_build_object('product_name', i.product_name, 'product_image', i.product_image,
                                                         'quantity', i.quantity, 'selected_color', i.selected_color,
                                                         'selected_size', i.selected_size, 'price', i.price) order by i.position)
                       from public.order_items i where i.order_id = o.id),
           'shipments',
           (select coalesce(jsonb_agg(jsonb_build_object('shipment_number', s.shipment_number, 'status', s.status, 'carrier', s.carrier,
                                                         'tracking_number', s.tracking_number, 'shipped_date', s.shipped_date,
                                                         'estimated_delivery_date', s.estimated_delivery_date)
                       order by s.created_at), '[]') from public.shipments s where s.order_id = o.id and s.archived_at is null))
           -- Only where there is something.
           || jsonb_strip_nulls(jsonb_build_object('discount', nullif(o.discount, 0), 'delivery_discount', nullif(o.delivery_discount, 0),
                'discount_code', o.discount_code, 'gift_wrap', nullif(o.gift_wrap, 0), 'paid', shop.paid_json(o)))
            from public.orders o
           where o.id = tracked_order_json.order_id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.twins_of (
  order_id text
)
  RETURNS SETOF public.orders
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return query
    select t.* from public.orders o
      join public.orders t on t.customer_id = o.customer_id and t.id <> o.id
                          and t.created_at between o.created_at - interval '24 hours' and o.created_at + interval '24 hours'
     where o.id = twins_of.order_id and o.archived_at is null and t.archived_at is null and shop.is_unpacked(o) and shop.is_unpacked(t)
       and not shop.has_advance(o.id) and not shop.has_advance(t.id)
       and o.advance_verified + o.credit_used = 0 and t.advance_verified + t.credit_used = 0
       and (o.customer_address = '') = (t.customer_address = '')
       and (o.recipient_name, o.recipient_phone, o.is_gift, o.gift_note, o.hides_prices, o.is_wrapped)
           is not distinct from (t.recipient_name, t.recipient_phone, t.is_gift, t.gift_note, t.hides_prices, t.is_wrapped)
       and exists (select from public.order_items i join public.order_items s on s.product_id = i.product_id
                   where i.order_id = o.id and s.order_id = t.id)
       and not exists (select from shop.separate_orders a where a.order_id = least(o.id, t.id) and a.other_id = greatest(o.id, t.id))
     order by t.created_at, t.id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.wants_wrap (
  payload jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce((payload ->> 'isGift')::boolean and (payload ->> 'wantsGiftWrap')::boolean, false);
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
  insert into public.orders (customer_name, customer_email, customer_phone, second_phone, recipient_name, recipient_phone, customer_address,
                             city, city_known,
                             city_takes_cash, zip_code, country, subtotal, discount, discount_reason, shipping, total_amount, terms,
                             status, shopper_id, source, notes)
  values (old.customer_name, old.customer_email, old.customer_phone, old.second_phone, old.recipient_name, old.recipient_phone,
          old.customer_address, old.city, old.city_known,
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

ALTER TABLE "public"."orders"
  ADD CONSTRAINT "orders_gift_has_its_wishes" CHECK ((is_gift OR ((gift_note = ''::text) AND (NOT hides_prices) AND (NOT is_wrapped))));

ALTER TABLE "public"."orders"
  ADD CONSTRAINT "orders_gift_note_length" CHECK ((char_length(gift_note) <= 200));

ALTER TABLE "public"."orders"
  ADD CONSTRAINT "orders_gift_wrap_charged" CHECK (((gift_wrap = (0)::numeric) OR (is_wrapped AND (gift_wrap > (0)::numeric))));

ALTER TABLE "public"."orders"
  ADD CONSTRAINT "orders_recipient_given" CHECK (((recipient_name <> ''::text) AND (recipient_phone <> ''::text)));

ALTER TABLE "public"."orders"
  ADD CONSTRAINT "orders_total_adds_up" CHECK (((shipping >= (0)::numeric) AND (total_amount = (((subtotal - discount) + shipping) + gift_wrap))));

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
    COALESCE(o.recipient_name, o.customer_name) AS recipient_name,
    o.customer_email AS recipient_email,
    COALESCE(o.recipient_phone, o.customer_phone) AS recipient_phone,
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

REVOKE ALL ON FUNCTION "public"."quote_cart"(jsonb, jsonb, text, jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_cart"(jsonb, jsonb, text, jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_cart"(jsonb, jsonb, text, jsonb, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."discount_json"(numeric, numeric, text, jsonb, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."discount_json"(numeric, numeric, text, jsonb, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."discount_json"(numeric, numeric, text, jsonb, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."discount_json"(numeric, numeric, text, jsonb, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."gift_wrap_price"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."gift_wrap_price"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."gift_wrap_price"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."gift_wrap_price"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_gift_rule"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_gift_rule"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_gift_rule"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_gift_rule"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."price_order"(shop.priced_line[], jsonb, jsonb, boolean, numeric, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."price_order"(shop.priced_line[], jsonb, jsonb, boolean, numeric, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."price_order"(shop.priced_line[], jsonb, jsonb, boolean, numeric, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."price_order"(shop.priced_line[], jsonb, jsonb, boolean, numeric, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."wants_wrap"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."wants_wrap"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."wants_wrap"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."wants_wrap"(jsonb) TO "service_role";

REVOKE ALL ON TABLE "public"."shipments_of_orders" FROM "service_role";

GRANT SELECT ON TABLE "public"."shipments_of_orders" TO "service_role";

ALTER TABLE "public"."shop_settings"
  ADD CONSTRAINT "shop_settings_gifts_valid" CHECK (((NOT (content ? 'gifts'::text)) OR shop.is_gift_rule((content -> 'gifts'::text))));
