SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.correct_page_phone (
  order_number text,
  key          text,
  last_digits  text,
  phone        text,
  second_phone text  DEFAULT NULL::text,
  guesses      jsonb DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  opened public.orders := shop.lock_unpacked_order(order_number, key);
  counted_bucket constant text := shop.bucket('page phone', opened.id);
  seconds_to_wait integer;
begin
  if guesses is not null then
    seconds_to_wait := public.hit_rate_limit(counted_bucket, (guesses ->> 'hits')::integer, (guesses ->> 'seconds')::integer);
    if seconds_to_wait > 0 then
      perform shop.refuse(429, 'too_many_guesses', 'These were too many wrong digits. Please call or write to us: we correct the number with you.',
        jsonb_build_object('retryAfter', seconds_to_wait));
    end if;
  end if;
  if right(opened.customer_phone, 4) <> last_digits then
    return null;
  elsif guesses is not null then
    update public.rate_limits r set hits = r.hits - 1 where r.bucket = counted_bucket;
  end if;
  update public.orders o
     set customer_phone = correct_page_phone.phone,
         second_phone = nullif(coalesce(correct_page_phone.second_phone, o.second_phone), correct_page_phone.phone)
   where o.id = opened.id;
  return public.order_page(order_number, key);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."correct_page_phone"(text, text, text, text, text, jsonb) FROM PUBLIC, "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."correct_page_phone"(text, text, text, text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."correct_page_phone"(text, text, text, text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."correct_page_phone"(text, text, text, text, text, jsonb) TO "service_role";
