SET local check_function_bodies = off;

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
  perform shop.store_cancellation_wish(opened.id, reason, now());
  return public.order_page(order_number, key);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.store_cancellation_wish (
  order_id text,
  reason   text,
  asked_at timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  update public.orders o set cancellation_asked_at = asked_at, cancellation_reason = reason, cancellation_answered_at = null
   where o.id = order_id and (o.cancellation_asked_at is null or o.cancellation_answered_at is not null);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.take_whatsapp_answer (
  whatsapp_id text,
  phone       text,
  sent_at     timestamp with time zone,
  pressed     shop.whatsapp_button,
  key         text,
  answers     text,
  body        text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  confirmed_id constant text := shop.order_confirmed_by(body, phone);
  wish constant shop.whatsapp_button := case when confirmed_id is null then pressed else 'confirm' end;
  question public.whatsapp_questions;
  asked public.orders;
  confirmation public.order_confirmations;
  did text;
begin
  select q.* into question from public.whatsapp_questions q join public.orders o on o.id = q.order_id
   where case when key is not null then q.button_key = key when confirmed_id is not null then q.order_id = confirmed_id
              else q.phone = take_whatsapp_answer.phone and shop.whatsapp_number(o.customer_phone) = q.phone end
   order by q.whatsapp_id = answers desc nulls last, q.created_at desc limit 1;
  -- Answers about one order come one after the other.
  select * into asked from public.orders o where o.id = coalesce(question.order_id, confirmed_id) for update;
  insert into public.whatsapp_answers (id, order_id, pressed, body, sent_at)
  select whatsapp_id, asked.id, wish, take_whatsapp_answer.body, take_whatsapp_answer.sent_at where asked.id is not null on conflict (id) do nothing;
  if not found then
    return;
  elsif wish is null then
    -- Not what: the timeline keeps everything for ever, texts go after 90 days.
    perform shop.log_order_event(asked.id, 'message', 'WhatsApp', null, '{"wrote": true}');
    return;
  end if;

  select * into confirmation from public.order_confirmations c where c.order_id = asked.id for update;
  if take_whatsapp_answer.phone <> shop.whatsapp_number(asked.customer_phone) then
    did := 'other_phone';
  elsif asked.status = 'cancelled' then
    did := 'cancelled';
  elsif confirmation.is_open is not true or asked.archived_at is not null then
    did := 'closed';
  elsif question.order_version <> shop.order_version(asked.id) then
    did := 'changed';
  elsif exists (select from public.whatsapp_answers a where a.order_id = asked.id and a.pressed is not null
                 and (a.sent_at, a.id) > (take_whatsapp_answer.sent_at, whatsapp_id)) then
    did := 'older';
  elsif wish = 'confirm' then
    did := public.confirm_by_shopper(asked.id, 'whatsapp', question.order_version);
    update public.orders o set cancellation_answered_at = now()
     where o.id = asked.id and did in ('confirmed', 'held') and o.cancellation_answered_at is null
       and o.cancellation_asked_at <= take_whatsapp_answer.sent_at;
  else
    did := 'call_back';
    if wish = 'cancel' and shop.is_unpacked(asked) then
      perform shop.store_cancellation_wish(asked.id, 'Pressed Cancel on WhatsApp', take_whatsapp_answer.sent_at);
    end if;
    perform shop.store_attempt(confirmation, 'whatsapp', 'call_back', now(),
      case wish when 'cancel' then 'Wants to cancel the order' else 'Wants to change the order' end, null);
  end if;
  update public.whatsapp_answers a set effect = did where a.id = whatsapp_id;
  perform shop.log_order_event(asked.id, 'message', 'WhatsApp', null, jsonb_build_object('pressed', wish, 'effect', did));
end;
$function$;

REVOKE ALL ON FUNCTION "shop"."store_cancellation_wish"(text, text, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."store_cancellation_wish"(text, text, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."store_cancellation_wish"(text, text, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."store_cancellation_wish"(text, text, timestamp WITH time zone) TO "service_role";
