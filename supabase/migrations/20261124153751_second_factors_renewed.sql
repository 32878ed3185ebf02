SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.renew_second_factor (
  staff_id uuid,
  stored   text,
  renewed  text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  update public.staff_second_factors f set secret = renewed where f.staff_id = renew_second_factor.staff_id and f.secret = stored;
$function$;

REVOKE ALL ON FUNCTION "public"."renew_second_factor"(uuid, text, text) FROM PUBLIC, "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."renew_second_factor"(uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."renew_second_factor"(uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."renew_second_factor"(uuid, text, text) TO "service_role";
