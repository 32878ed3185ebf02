SET local check_function_bodies = off;

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
  update public.orders o set cancellation_answered_at = now()
   where o.id = record_attempt.order_id and outcome = 'confirmed' and o.cancellation_asked_at is not null and o.cancellation_answered_at is null;
  return shop.staff_order_json(order_id);
end;
$function$;
