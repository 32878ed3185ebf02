SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.health_report()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'built_at', (select max(b.built_at) from public.site_builds b where b.status = 'succeeded'),
    'housekeeping_at', (select c.done_at from shop.job_runs c where c.name = 'housekeeping'),
    'mail_failing', exists (
      select from public.mail_outbox m
       where m.kind <> 'whatsapp_question' and m.sent_at is null and m.failed_at is null and m.last_error is not null
         and m.created_at < now() - interval '15 minutes'
         and not exists (select from public.mail_outbox o where o.kind <> 'whatsapp_question' and o.sent_at > m.created_at)));
$function$;

REVOKE ALL ON FUNCTION "public"."health_report"() FROM PUBLIC, "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."health_report"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."health_report"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."health_report"() TO "service_role";
