SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.code_offer (
  typed   text,
  guesses jsonb DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  code public.discount_codes;
  refusal jsonb := jsonb_build_object('code', typed, 'reason', 'unknown');
begin
  if guesses is not null then
    perform public.count_code_try(typed, guesses);
  end if;
  select * into code from public.discount_codes c where c.code_key = shop.code_key(typed);
  if code.id is not null then
    refusal := shop.code_refusal(code);
  end if;
  return case when refusal is not null then jsonb_build_object('refusedCode', refusal)
              else jsonb_build_object('terms', jsonb_strip_nulls(jsonb_build_object(
                     'code', code.code, 'kind', code.kind, 'target', code.target, 'value', code.value, 'minimum', code.minimum,
                     'categories', shop.current_slugs(code.categories), 'isForSome', cardinality(code.product_ids) > 0,
                     'newCustomersOnly', code.new_customers_only, 'endsAt', code.ends_at))) end;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."code_offer"(text, jsonb) FROM PUBLIC, "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."code_offer"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."code_offer"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."code_offer"(text, jsonb) TO "service_role";
