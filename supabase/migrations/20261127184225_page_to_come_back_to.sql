SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.ask_page_link (
  order_number text,
  key          text,
  last_digits  text,
  guesses      jsonb DEFAULT NULL::jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  parcel constant public.shipments := shop.open_label(order_number, key);
begin
  perform shop.mail_page_link(parcel.order_id, exists (
    select from public.orders o
     where o.id = parcel.order_id and ask_page_link.last_digits in (right(o.customer_phone, 4), right(o.second_phone, 4))), guesses);
end;
$function$;

CREATE OR REPLACE FUNCTION public.ask_tracked_page_link (
  order_number text,
  phone        text,
  guesses      jsonb DEFAULT NULL::jsonb,
  links        jsonb DEFAULT NULL::jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  order_id constant text := shop.find_tracked_order(order_number, phone, guesses);
begin
  if order_id is not null then
    perform shop.mail_page_link(order_id, true, links);
  end if;
  return order_id is not null;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."ask_tracked_page_link"(text, text, jsonb, jsonb) FROM PUBLIC, "anon", "authenticated";

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
    opened.customer_address, 'city', opened.city,
    'city_known', opened.city_known, 'subtotal', opened.subtotal, 'shipping', opened.shipping, 'is_unpacked', shop.is_unpacked(opened),
    'version', shop.order_version(opened.id), 'may_confirm', coalesce(confirmation.is_open, false) and not opened.awaits_proof,
    'order_id', opened.id, 'recipient_changed_at', shop.recipient_changed_at(opened.id))
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

CREATE OR REPLACE FUNCTION public.track_order (
  order_number text,
  phone        text,
  guesses      jsonb DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  order_id constant text := shop.find_tracked_order(order_number, phone, guesses);
begin
  return shop.tracked_order_json(order_id) || shop.parcel_steps_json(order_id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.withdraw_cancellation (
  order_number text,
  key          text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  opened public.orders := shop.open_order_page(order_number, key);
begin
  opened := shop.lock_order(opened.id);
  update public.orders o set cancellation_asked_at = null, cancellation_reason = ''
   where o.id = opened.id and o.cancellation_asked_at is not null and o.cancellation_answered_at is null and o.status <> 'cancelled';
  return public.order_page(order_number, key);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."withdraw_cancellation"(text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.advance_waits_for (
  asked public.orders
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when exists (select from public.advance_claims c where c.order_id = asked.id and c.state = 'sent') then 'check'
              else 'payment' end
    from public.advance_requests r where r.order_id = asked.id and r.ended_at is null and shop.missing_advance(asked, r) > 0;
$function$;

CREATE OR REPLACE FUNCTION shop.find_tracked_order (
  order_number text,
  phone        text,
  guesses      jsonb
)
  RETURNS text
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  asked_number constant text := upper(find_tracked_order.order_number);
  -- In this order everywhere, so that two calls cannot wait for each other.
  buckets constant text[] := array[shop.bucket('track number', asked_number), shop.bucket('track phone', find_tracked_order.phone)];
  counted_bucket text;
  seconds_to_wait integer := 0;
  order_id text;
begin
  if guesses is not null then
    foreach counted_bucket in array buckets loop
      seconds_to_wait := greatest(seconds_to_wait,
        public.hit_rate_limit(counted_bucket, (guesses ->> 'hits')::integer, (guesses ->> 'seconds')::integer));
    end loop;
  end if;
  if seconds_to_wait > 0 then
    perform shop.refuse('too_many_guesses', jsonb_build_object('retryAfter', seconds_to_wait));
  end if;

  select o.id into order_id from public.orders o
   where o.order_number = asked_number and find_tracked_order.phone in (o.customer_phone, o.second_phone) and o.archived_at is null;
  if found and guesses is not null then
    -- Somebody who knows both may look as often as they like.
    update public.rate_limits r set hits = r.hits - 1 where r.bucket = any (buckets);
  end if;
  return order_id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.is_confirmed_for_shopper (
  order_id text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select exists (select from public.order_confirmations c
                  where c.order_id = is_confirmed_for_shopper.order_id and c.state = 'confirmed')
      or exists (select from public.confirmation_attempts a
                  where a.order_id = is_confirmed_for_shopper.order_id and a.how = 'shopper' and a.outcome = 'confirmed');
$function$;

CREATE OR REPLACE FUNCTION shop.mail_page_link (
  order_id  text,
  is_proved boolean,
  guesses   jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  seconds_to_wait integer := 0;
begin
  if guesses is not null then
    seconds_to_wait := greatest(
      public.hit_rate_limit(shop.bucket('page link', mail_page_link.order_id), (guesses #>> '{order,hits}')::integer,
                            (guesses #>> '{order,seconds}')::integer),
      public.hit_rate_limit(shop.bucket('page link from', guesses #>> '{network,bucket}'), (guesses #>> '{network,hits}')::integer,
                            (guesses #>> '{network,seconds}')::integer));
  end if;
  if seconds_to_wait > 0 then
    perform shop.refuse('too_many_guesses', jsonb_build_object('retryAfter', seconds_to_wait));
  end if;
  insert into public.mail_outbox (kind, recipient, payload)
  select 'order_link', o.customer_email,
         jsonb_build_object('order_number', o.order_number, 'customer_name', o.customer_name, 'page_key', shop.page_key(o.id))
    from public.orders o where o.id = mail_page_link.order_id and is_proved and o.customer_email <> '';
end;
$function$;

CREATE OR REPLACE FUNCTION shop.recipient_changed_at (
  order_id text
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select max(e.created_at) from public.order_events e
   where e.order_id = recipient_changed_at.order_id and e.kind = 'order'
     and e.after ?| '{customer_name,customer_phone,second_phone,customer_address,city,zip_code}';
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
           'updated_at', o.updated_at, 'total_amount', o.total_amount, 'is_confirmed', shop.is_confirmed_for_shopper(o.id),
           'awaits_proof', o.awaits_proof, 'cancellation_asked_at', o.cancellation_asked_at,
           'cancellation_answered_at', o.cancellation_answered_at,
           -- Numbers alone: a key is for whoever has the link of that order.
           'merged_into', (select k.order_number from public.orders k where k.id = o.merged_into),
           'merged_from', (select coalesce(jsonb_agg(m.order_number order by m.created_at, m.id), '[]') from public.orders m
                            where m.merged_into = o.id and m.archived_at is null),
           'items', (select jsonb_agg(jsonb_build_object('product_name', i.product_name, 'product_image', i.product_image,
                                                         'quantity', i.quantity, 'selected_color', i.selected_color,
                                                         'selected_size', i.selected_size, 'price', i.price)
                                -- Where it can still be seen.
                                || case when p.archived_at is null then jsonb_build_object('product_id', p.id) else '{}' end
                                order by i.position)
                       from public.order_items i join public.products p on p.id = i.product_id where i.order_id = o.id),
           'shipments',
           (select coalesce(jsonb_agg(jsonb_build_object('shipment_number', s.shipment_number, 'status', s.status, 'carrier', s.carrier,
                                                         'tracking_number', s.tracking_number, 'shipped_date', s.shipped_date,
                                                         'estimated_delivery_date', s.estimated_delivery_date)
                       order by s.created_at), '[]') from public.shipments s where s.order_id = o.id and s.archived_at is null))
           -- Only where something was taken off.
           || jsonb_strip_nulls(jsonb_build_object('discount', nullif(o.discount, 0), 'delivery_discount', nullif(o.delivery_discount, 0),
                'discount_code', o.discount_code, 'paid', shop.paid_json(o), 'advance_waits_for', shop.advance_waits_for(o)))
            from public.orders o
           where o.id = tracked_order_json.order_id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."ask_tracked_page_link"(text, text, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_tracked_page_link"(text, text, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_tracked_page_link"(text, text, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."withdraw_cancellation"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_cancellation"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_cancellation"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."advance_waits_for"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."advance_waits_for"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."advance_waits_for"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."advance_waits_for"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."find_tracked_order"(text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."find_tracked_order"(text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."find_tracked_order"(text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."find_tracked_order"(text, text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_confirmed_for_shopper"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_confirmed_for_shopper"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_confirmed_for_shopper"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_confirmed_for_shopper"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."mail_page_link"(text, boolean, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."mail_page_link"(text, boolean, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."mail_page_link"(text, boolean, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."mail_page_link"(text, boolean, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."recipient_changed_at"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."recipient_changed_at"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."recipient_changed_at"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."recipient_changed_at"(text) TO "service_role";
