SET local check_function_bodies = off;

DROP FUNCTION "public"."record_attempt"(text, jsonb, uuid);

DROP FUNCTION "shop"."store_attempt"(public.order_confirmations, shop.confirmation_way, shop.confirmation_outcome, timestamp WITH time zone, text, uuid);

ALTER TABLE "public"."confirmation_attempts"
  ADD COLUMN "idempotency_key" text;

ALTER TABLE "public"."confirmation_attempts"
  ADD COLUMN "request_fingerprint" text;

CREATE OR REPLACE FUNCTION public.record_attempt (
  order_id        text,
  attempt         jsonb,
  actor           uuid,
  idempotency_key text  DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  fingerprint constant text := md5(jsonb_build_array(order_id, attempt)::text);
  confirmation public.order_confirmations;
  outcome constant shop.confirmation_outcome := (attempt ->> 'outcome')::shop.confirmation_outcome;
  call_back_at constant timestamptz := case when outcome = 'call_back' then (attempt ->> 'callBackAt')::timestamptz end;
begin
  if idempotency_key is not null and shop.is_attempt_stored(idempotency_key, fingerprint) then
    return shop.staff_order_json(order_id);
  end if;
  confirmation := shop.lock_confirmation(order_id);
  perform shop.act_as(actor);
  perform shop.check_claim(confirmation, actor);
  if outcome = 'call_back' and (call_back_at > now()) is not true then
    perform shop.refuse_field('callBackAt', 'Choose a time to come');
  end if;
  perform shop.store_attempt(confirmation, (attempt ->> 'how')::shop.confirmation_way, outcome, call_back_at, coalesce(attempt ->> 'note', ''), actor,
                             idempotency_key, fingerprint);
  return shop.staff_order_json(order_id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."record_attempt"(text, jsonb, uuid, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.is_attempt_stored (
  idempotency_key text,
  fingerprint     text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  twin public.confirmation_attempts;
begin
  perform pg_advisory_xact_lock(hashtextextended(is_attempt_stored.idempotency_key, 0));
  select * into twin from public.confirmation_attempts a where a.idempotency_key = is_attempt_stored.idempotency_key;
  if twin.request_fingerprint <> fingerprint then
    perform shop.refuse(422, 'idempotency_mismatch', 'This Idempotency-Key was already used for another answer');
  end if;
  return twin.id is not null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.store_attempt (
  confirmation    public.order_confirmations,
  how             shop.confirmation_way,
  outcome         shop.confirmation_outcome,
  call_back_at    timestamp with time zone,
  note            text,
  actor           uuid,
  idempotency_key text                       DEFAULT NULL::text,
  fingerprint     text                       DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  misses constant integer := confirmation.tries + (outcome = 'no_answer')::integer;
begin
  insert into public.confirmation_attempts (order_id, how, outcome, call_back_at, note, actor, idempotency_key, request_fingerprint)
  values (confirmation.order_id, store_attempt.how, store_attempt.outcome, store_attempt.call_back_at, store_attempt.note, store_attempt.actor,
          store_attempt.idempotency_key, fingerprint);
  update public.order_confirmations c
     set state = case when outcome = 'no_answer' and misses >= 3 then 'unreachable' else outcome::text::shop.confirmation_state end,
         tries = misses,
         due_at = case when outcome = 'no_answer' and misses < 3 then shop.after_quiet_hours(now() + interval '2 hours')
                       when outcome = 'call_back' then shop.after_quiet_hours(store_attempt.call_back_at) end,
         claimed_by = null, claimed_until = null
   where c.order_id = confirmation.order_id;
end;
$function$;

ALTER TABLE "public"."confirmation_attempts"
  ADD CONSTRAINT "confirmation_attempts_key_unique" UNIQUE (idempotency_key);

REVOKE ALL ON FUNCTION "public"."record_attempt"(text, jsonb, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_attempt"(text, jsonb, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_attempt"(text, jsonb, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_attempt_stored"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_attempt_stored"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_attempt_stored"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_attempt_stored"(text, text) TO "service_role";

REVOKE ALL
  ON FUNCTION "shop"."store_attempt"(public.order_confirmations, shop.confirmation_way, shop.confirmation_outcome, timestamp WITH time zone, text, uuid, text, text)
  FROM PUBLIC;

REVOKE ALL
  ON FUNCTION "shop"."store_attempt"(public.order_confirmations, shop.confirmation_way, shop.confirmation_outcome, timestamp WITH time zone, text, uuid, text, text)
  FROM "postgres";

GRANT EXECUTE
  ON FUNCTION "shop"."store_attempt"(public.order_confirmations, shop.confirmation_way, shop.confirmation_outcome, timestamp WITH time zone, text, uuid, text, text)
  TO "postgres";

GRANT EXECUTE
  ON FUNCTION "shop"."store_attempt"(public.order_confirmations, shop.confirmation_way, shop.confirmation_outcome, timestamp WITH time zone, text, uuid, text, text)
  TO "service_role";
