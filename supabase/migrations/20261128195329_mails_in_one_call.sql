SET local check_function_bodies = off;

DROP FUNCTION "public"."admit_mails"(boolean);

CREATE OR REPLACE FUNCTION public.claim_admitted_mails (
  max_mails integer,
  limited   boolean DEFAULT true
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.admit_mails(limited);
  return public.claim_mails(max_mails);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."claim_admitted_mails"(integer, boolean) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.admit_mails (
  limited boolean DEFAULT true
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  today constant timestamptz := shop.start_of_day(shop.day_of(now()));
  mail public.mail_outbox;
  reason text;
  admitted integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('admitting mails', 0));
  update public.mail_outbox m set failed_at = now(), last_error = 'held back until it was of no use any more'
   where m.admitted_at is null and m.sent_at is null and m.failed_at is null and m.held_back_at is not null
     and m.created_at < now() - shop.mail_keeps(m.kind);
  -- Meanwhile the order was cancelled or came back, something was asked for, or somebody refused or switched them off.
  delete from public.mail_outbox m
   where m.kind = 'review_request' and m.admitted_at is null and m.sent_at is null and m.failed_at is null
     and not ((shop.review_mail_rule() ->> 'isOn')::boolean and shop.may_be_reviewed(m.payload ->> 'order_id'));
  delete from public.mail_outbox m
   where m.kind::text in ('parcel_left', 'parcel_arrived') and m.admitted_at is null and m.sent_at is null and m.failed_at is null
     and not shop.is_still_true(m);
  for mail in
    select m.* from public.mail_outbox m
     where m.admitted_at is null and m.sent_at is null and m.failed_at is null
       and (m.held_back_at is null or m.held_back_at < today or not limited)
     order by array_position(array['staff', 'account', 'order', 'extra', 'review'], shop.mail_class(m.kind)),
              m.held_back_at is not null, m.created_at, m.id
     limit 200 for update
  loop
    reason := case when limited then shop.why_not_mailed(mail) end;
    update public.mail_outbox m
       set admitted_at = case when reason is null then now() end,
           held_back_because = reason,
           held_back_at = case when reason is not null then now() end
     where m.id = mail.id;
    admitted := admitted + (reason is null)::integer;
  end loop;
  return admitted;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."claim_admitted_mails"(integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_admitted_mails"(integer, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_admitted_mails"(integer, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."admit_mails"(boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."admit_mails"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."admit_mails"(boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."admit_mails"(boolean) TO "service_role";
