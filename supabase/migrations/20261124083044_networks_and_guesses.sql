SET local check_function_bodies = off;

DROP FUNCTION "public"."track_order"(text, text);

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
  asked_number constant text := upper(track_order.order_number);
  -- In this order everywhere, so that two calls cannot wait for each other.
  buckets constant text[] := array[shop.bucket('track number', asked_number), shop.bucket('track phone', track_order.phone)];
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
    perform shop.refuse(429, 'too_many_guesses', 'Too many wrong tries with this order number or phone',
      jsonb_build_object('retryAfter', seconds_to_wait));
  end if;

  select o.id into order_id from public.orders o
   where o.order_number = asked_number and track_order.phone in (o.customer_phone, o.second_phone) and o.archived_at is null;
  if not found then
    return null;
  elsif guesses is not null then
    -- Who knows both may look as often as they like.
    update public.rate_limits r set hits = r.hits - 1 where r.bucket = any (buckets);
  end if;
  return shop.tracked_order_json(order_id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."track_order"(text, text, jsonb) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.bucket (
  what  text,
  whose text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select encode(sha256(convert_to(what || ' ' || whose, 'UTF8')), 'hex');
$function$;

REVOKE ALL ON FUNCTION "public"."track_order"(text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."track_order"(text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."track_order"(text, text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."bucket"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."bucket"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."bucket"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."bucket"(text, text) TO "service_role";
