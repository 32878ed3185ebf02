SET local check_function_bodies = off;

ALTER TABLE "public"."orders"
  ADD COLUMN "cancellation_asked_at" timestamp WITH time zone;

ALTER TABLE "public"."orders"
  ADD COLUMN "cancellation_reason" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."orders"
  ADD COLUMN "cancellation_answered_at" timestamp WITH time zone;

CREATE OR REPLACE FUNCTION public.ask_for_cancellation (
  order_number text,
  key          text,
  reason       text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  opened public.orders := shop.lock_unpacked_order(order_number, key);
begin
  if opened.cancellation_asked_at is null or opened.cancellation_answered_at is not null then
    update public.orders o
       set cancellation_asked_at = now(), cancellation_reason = reason, cancellation_answered_at = null
     where o.id = opened.id;
  end if;
  return public.order_page(order_number, key);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."ask_for_cancellation"(text, text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.confirm_order_page (
  order_number text,
  key          text,
  seen         text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  opened public.orders := shop.open_order_page(order_number, key);
begin
  perform public.confirm_by_shopper(opened.id, 'page', seen);
  return public.order_page(order_number, key);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."confirm_order_page"(text, text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.correct_page_address (
  order_number text,
  key          text,
  address      jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  opened public.orders := shop.lock_unpacked_order(order_number, key);
begin
  update public.orders o
     set customer_address = address ->> 'customerAddress', city = coalesce(address ->> 'city', ''), zip_code = coalesce(address ->> 'zipCode', ''),
         city_known = address ->> 'cityKnown', city_takes_cash = (address ->> 'cityTakesCash')::boolean
   where o.id = opened.id;
  return public.order_page(order_number, key);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."correct_page_address"(text, text, jsonb) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.keep_order (
  order_id text,
  actor    uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  kept public.orders := shop.lock_order(order_id);
begin
  perform shop.act_as(actor);
  update public.orders o set cancellation_answered_at = now()
   where o.id = kept.id and o.cancellation_asked_at is not null and o.cancellation_answered_at is null;
  return shop.staff_order_json(kept.id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."keep_order"(text, uuid) FROM PUBLIC, "anon", "authenticated";

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
    'customer_name', opened.customer_name, 'customer_phone', opened.customer_phone, 'customer_address', opened.customer_address, 'city', opened.city,
    'city_known', opened.city_known, 'subtotal', opened.subtotal, 'shipping', opened.shipping, 'is_unpacked', shop.is_unpacked(opened),
    'version', shop.order_version(opened.id), 'may_confirm', coalesce(confirmation.is_open, false),
    -- Said by the shopper, or known to us already.
    'is_confirmed', coalesce(confirmation.state = 'confirmed', false) or exists (
      select from public.confirmation_attempts a where a.order_id = opened.id and a.how = 'shopper' and a.outcome = 'confirmed'),
    'cancellation_asked_at', opened.cancellation_asked_at, 'cancellation_answered_at', opened.cancellation_answered_at);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."order_page"(text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.track_order (
  order_number text,
  phone        text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  order_id text;
begin
  select o.id into order_id from public.orders o
   where o.order_number = upper(track_order.order_number) and track_order.phone in (o.customer_phone, o.second_phone) and o.archived_at is null;
  if not found then
    perform shop.refuse(404, 'order_not_found', 'Order not found');
  end if;
  return shop.tracked_order_json(order_id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.is_unpacked (
  page_order public.orders
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return page_order.status in ('pending', 'processing')
     and not exists (select from public.shipments s where s.order_id = page_order.id and s.archived_at is null);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.lock_unpacked_order (
  order_number text,
  key          text
)
  RETURNS public.orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  opened public.orders := shop.open_order_page(order_number, key);
begin
  -- Whoever makes a parcel of it takes this lock as well.
  opened := shop.lock_order(opened.id);
  if not shop.is_unpacked(opened) then
    perform shop.refuse(409, 'order_packed', 'Your order is packed already, so it can no longer be changed here. Please call or write to us.');
  end if;
  return opened;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.open_order_page (
  order_number text,
  key          text
)
  RETURNS public.orders
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  opened public.orders;
  stored text;
begin
  select * into opened from public.orders o where o.order_number = upper(open_order_page.order_number) and o.archived_at is null;
  select k.key into stored from shop.order_keys k where k.order_id = opened.id;
  if sha256(convert_to(coalesce(stored, ''), 'UTF8')) <> sha256(convert_to(open_order_page.key, 'UTF8')) or stored is null then
    perform shop.refuse(404, 'order_page_not_found', 'This link opens no order');
  end if;
  if shop.page_ends_at(opened) < now() then
    perform shop.refuse(410, 'order_page_ended', 'This page has closed');
  end if;
  return opened;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.page_ends_at (
  page_order public.orders
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return case when page_order.status in ('delivered', 'cancelled') then page_order.updated_at + interval '30 days' end;
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
           'order_number', o.order_number, 'status', o.status, 'created_at', o.created_at, 'updated_at', o.updated_at, 'total_amount', o.total_amount,
           'items', (select jsonb_agg(jsonb_build_object('product_name', i.product_name, 'product_image', i.product_image, 'quantity', i.quantity,
                       'selected_color', i.selected_color, 'selected_size', i.selected_size, 'price', i.price) order by i.position)
                       from public.order_items i where i.order_id = o.id),
           'shipments', (select coalesce(jsonb_agg(jsonb_build_object('shipment_number', s.shipment_number, 'status', s.status, 'carrier', s.carrier,
                       'tracking_number', s.tracking_number, 'shipped_date', s.shipped_date, 'estimated_delivery_date', s.estimated_delivery_date)
                       order by s.created_at), '[]') from public.shipments s where s.order_id = o.id and s.archived_at is null))
            from public.orders o
           where o.id = tracked_order_json.order_id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."ask_for_cancellation"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_for_cancellation"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_for_cancellation"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."confirm_order_page"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."confirm_order_page"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."confirm_order_page"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."correct_page_address"(text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."correct_page_address"(text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."correct_page_address"(text, text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."keep_order"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."keep_order"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."keep_order"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_page"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_page"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_page"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_unpacked"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_unpacked"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_unpacked"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_unpacked"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."lock_unpacked_order"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."lock_unpacked_order"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."lock_unpacked_order"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."lock_unpacked_order"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."open_order_page"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."open_order_page"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."open_order_page"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."open_order_page"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."page_ends_at"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."page_ends_at"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."page_ends_at"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."page_ends_at"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."tracked_order_json"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."tracked_order_json"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."tracked_order_json"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."tracked_order_json"(text) TO "service_role";
