SET local check_function_bodies = off;

DROP INDEX "public"."mail_outbox_by_mailbox";

DROP FUNCTION "shop"."mailbox"(text);

CREATE OR REPLACE FUNCTION shop.mailbox (
  address text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  parts constant text[] := regexp_match(lower(address), '^([^+@]*)[^@]*@(.*)$');
begin
  return case when parts is null then lower(address)
              when parts[2] in ('gmail.com', 'googlemail.com') then replace(parts[1], '.', '') || '@gmail.com'
              else parts[1] || '@' || parts[2] end;
end;
$function$;

REVOKE ALL ON FUNCTION "shop"."mailbox"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."mailbox"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."mailbox"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."mailbox"(text) TO "service_role";

CREATE INDEX mail_outbox_by_mailbox ON public.mail_outbox USING btree (shop.mailbox(recipient), admitted_at);
