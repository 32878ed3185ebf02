SET local check_function_bodies = off;

DROP FUNCTION "public"."claim_mails"(integer);

CREATE TABLE "public"."whatsapp_answers" (
  "id"       text NOT NULL,
  "order_id" text NOT NULL,
  CONSTRAINT "whatsapp_answers_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."whatsapp_answers"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."whatsapp_answers" FROM "anon", "authenticated";

CREATE TABLE "public"."whatsapp_questions" (
  "order_id"      text NOT NULL,
  "phone"         text NOT NULL,
  "button_key"    text NOT NULL DEFAULT replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text),
  "order_version" text NOT NULL,
  "whatsapp_id"   text,
  CONSTRAINT "whatsapp_questions_button_key_unique" UNIQUE (button_key),
  CONSTRAINT "whatsapp_questions_order_unique" UNIQUE (order_id),
  "id"            text NOT NULL DEFAULT shop.new_id(),
  CONSTRAINT "whatsapp_questions_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."whatsapp_questions"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."whatsapp_questions" FROM "anon", "authenticated";

ALTER TYPE "shop"."mail_kind" ADD VALUE 'whatsapp_question' AFTER 'back_in_stock';


SET local check_function_bodies = off;

CREATE TYPE "shop"."whatsapp_button" AS ENUM (
  'confirm',
  'change',
  'cancel'
);

ALTER TABLE "public"."whatsapp_answers"
  ADD COLUMN "pressed" shop.whatsapp_button;

ALTER TABLE "public"."whatsapp_answers"
  ADD COLUMN "body" text;

ALTER TABLE "public"."whatsapp_answers"
  ADD COLUMN "effect" text;

ALTER TABLE "public"."whatsapp_answers"
  ADD COLUMN "sent_at" timestamp WITH time zone NOT NULL;

ALTER TABLE "public"."whatsapp_answers"
  ADD COLUMN "created_at" timestamp WITH time zone NOT NULL DEFAULT now();

CREATE TYPE "shop"."whatsapp_status" AS ENUM (
  'waiting',
  'sent',
  'failed',
  'delivered',
  'read'
);

ALTER TABLE "public"."whatsapp_questions"
  ADD COLUMN "status" shop.whatsapp_status NOT NULL DEFAULT 'waiting'::shop.whatsapp_status;

ALTER TABLE "public"."whatsapp_questions"
  ADD COLUMN "error" text;

ALTER TABLE "public"."whatsapp_questions"
  ADD COLUMN "created_at" timestamp WITH time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."whatsapp_questions"
  ADD COLUMN "updated_at" timestamp WITH time zone NOT NULL DEFAULT now();

CREATE OR REPLACE FUNCTION public.claim_mails (
  max_mails integer,
  channel   text    DEFAULT 'mail'::text
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  with due as (
    select m.id, m.next_attempt_at from public.mail_outbox m
     where m.sent_at is null and m.failed_at is null and m.next_attempt_at <= now()
       and (m.kind::text = 'whatsapp_question') = (claim_mails.channel = 'whatsapp')
     order by m.next_attempt_at, m.id limit max_mails for update skip locked
  ), claimed as (
    update public.mail_outbox m
       set attempts = m.attempts + 1, next_attempt_at = now() + shop.mail_backoff(m.attempts + 1)
      from due where m.id = due.id
    returning m.id, m.kind, m.recipient, m.payload, due.next_attempt_at as due_at
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'recipient', c.recipient, 'payload', c.payload)
                            order by c.due_at, c.id), '[]')
    from claimed c;
$function$;

REVOKE ALL ON FUNCTION "public"."claim_mails"(integer, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.purge_expired()
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  with mails as (
    delete from public.mail_outbox m
     where coalesce(m.sent_at, m.failed_at) < now() - interval '30 days'
        -- Nobody sends them any more where WhatsApp was switched off.
        or (m.kind::text = 'whatsapp_question' and m.created_at < now() - interval '30 days')
    returning 1
  ), answers as (
    delete from public.whatsapp_answers a
     where a.created_at < now() - interval '90 days'
    returning 1
  ), questions as (
    delete from public.whatsapp_questions q
     where q.created_at < now() - interval '90 days'
    returning 1
  ), limits as (
    delete from public.rate_limits r
     where r.window_ends_at < now()
    returning 1
  ), notices as (
    -- Past those that stock is serving right now.
    delete from public.stock_notices n
     where n.id in (select e.id from public.stock_notices e
                     where e.back_at < now() - interval '30 days' or e.created_at < now() - interval '180 days' for update skip locked)
    returning 1
  )
  select ((select count(*) from mails) + (select count(*) from answers) + (select count(*) from questions) + (select count(*) from limits) + (select count(*) from notices))::integer;
$function$;

CREATE OR REPLACE FUNCTION public.queue_whatsapp_questions()
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  queued integer;
begin
  update public.mail_outbox m set failed_at = now(), last_error = 'the order does not wait for an answer any more'
    from public.whatsapp_questions q join public.order_confirmations c on c.order_id = q.order_id
   where q.status = 'waiting' and m.id = q.id and m.sent_at is null and m.failed_at is null and not (c.is_open and c.due_at is not null);

  with questions as (
    insert into public.whatsapp_questions (order_id, phone, order_version)
    select o.id, shop.whatsapp_number(o.customer_phone), shop.order_version(o.id) from public.orders o
      join public.order_confirmations c on c.order_id = o.id
     where o.status = 'pending' and o.archived_at is null and o.created_at > now() - interval '1 day' and c.state = 'unconfirmed'
       and o.source <> 'counter'
       and not exists (select from public.whatsapp_questions q where q.order_id = o.id)
    -- Another run may be at the same order.
    on conflict (order_id) do nothing
    returning *
  )
  insert into public.mail_outbox (id, kind, recipient, payload)
  select q.id, 'whatsapp_question', q.phone,
         jsonb_build_object('order_number', o.order_number, 'customer_name', o.customer_name, 'total', o.total_amount, 'button_key', q.button_key,
           'items', (select jsonb_agg(jsonb_build_object('name', i.product_name, 'color', i.selected_color, 'size', i.selected_size, 'quantity', i.quantity)
                                      order by i.position) from public.order_items i where i.order_id = o.id))
    from questions q join public.orders o on o.id = q.order_id;
  get diagnostics queued = row_count;
  return queued;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."queue_whatsapp_questions"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.receive_whatsapp (
  messages jsonb,
  statuses jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  told record;
begin
  -- Always in the same order, so that two calls cannot wait for each other.
  for told in
    select * from jsonb_to_recordset(statuses) as s (id text, question text, status shop.whatsapp_status, at timestamptz, error text) order by s.question, s.id
  loop
    perform shop.note_whatsapp_status(told.id, told.question, told.status, told.error);
  end loop;
  for told in
    select * from jsonb_to_recordset(messages)
                  as a (id text, phone text, sent_at timestamptz, answers text, pressed shop.whatsapp_button, key text, body text) order by a.id
  loop
    perform shop.take_whatsapp_answer(told.id, told.phone, told.sent_at, told.pressed, told.key, told.answers, told.body);
  end loop;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."receive_whatsapp"(jsonb, jsonb) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.record_mails (
  results jsonb
)
  RETURNS text[]
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  with recorded as (
    update public.mail_outbox m
       set sent_at = case when r.outcome = 'sent' then now() end,
           failed_at = case when r.outcome = 'refused' or (r.outcome = 'failed' and m.created_at <= now() - interval '24 hours') then now() end,
           last_error = case r.outcome when 'sent' then null when 'untried' then m.last_error else r.error end,
           attempts = case when r.outcome = 'untried' then m.attempts - 1 else m.attempts end,
           next_attempt_at = case when r.outcome = 'untried' then now() else m.next_attempt_at end
      from jsonb_to_recordset(results) as r (id text, outcome text, error text)
     where m.id = r.id and m.sent_at is null
    returning m.id, m.failed_at
  )
  select coalesce(array_agg(d.id) filter (where d.failed_at is not null), '{}') from recorded d;
$function$;

CREATE OR REPLACE FUNCTION public.record_whatsapp_questions (
  results jsonb
)
  RETURNS text[]
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  given_up constant text[] := public.record_mails(results);
begin
  update public.whatsapp_questions q
     set whatsapp_id = coalesce(r.reference, q.whatsapp_id), error = r.error, updated_at = now(),
         status = greatest(q.status, case when r.outcome = 'sent' then 'sent' when q.id = any (given_up) then 'failed' else 'waiting' end::shop.whatsapp_status)
    from jsonb_to_recordset(results) as r (id text, outcome text, error text, reference text)
   -- WhatsApp may have told by now that it took a question whose sending was not answered.
   where q.id = r.id and r.outcome <> 'untried' and (r.outcome = 'sent' or q.status = 'waiting');
  return given_up;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."record_whatsapp_questions"(jsonb) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.log_whatsapp_question()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.log_order_event(new.order_id, 'message', 'WhatsApp', jsonb_build_object('status', old.status), jsonb_build_object('status', new.status));
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.note_whatsapp_status (
  whatsapp_id text,
  question    text,
  status      shop.whatsapp_status,
  error       text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  noted constant text := (select q.id from public.whatsapp_questions q
                           where q.id = question or q.whatsapp_id = note_whatsapp_status.whatsapp_id limit 1);
begin
  -- The outbox before the question, as the sender does.
  update public.mail_outbox m set sent_at = now(), last_error = null where m.id = noted and m.sent_at is null;
  update public.whatsapp_questions q
     set whatsapp_id = note_whatsapp_status.whatsapp_id, status = greatest(q.status, note_whatsapp_status.status), updated_at = now(),
         error = case when note_whatsapp_status.status >= q.status then note_whatsapp_status.error else q.error end
   where q.id = noted;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.order_confirmed_by (
  body  text,
  phone text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select o.id from regexp_match(body, '\m(ORD-\d+)\M.*\m(\d{4})\M', 'i') as said
    join public.orders o on o.order_number = upper(said[1])
   where shop.whatsapp_number(o.customer_phone) = order_confirmed_by.phone
     and lpad((('x' || right(o.id, 12))::bit(48)::bigint % 10000)::text, 4, '0') = said[2];
$function$;

CREATE OR REPLACE FUNCTION shop.staff_order_json (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return shop.order_json(order_id) || jsonb_build_object('confirmation', shop.confirmation_json(order_id)) || shop.whatsapp_json(order_id);
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
  else
    did := 'call_back';
    perform shop.store_attempt(confirmation, 'whatsapp', 'call_back', now(),
      case wish when 'cancel' then 'Wants to cancel the order' else 'Wants to change the order' end, null);
  end if;
  update public.whatsapp_answers a set effect = did where a.id = whatsapp_id;
  perform shop.log_order_event(asked.id, 'message', 'WhatsApp', null, jsonb_build_object('pressed', wish, 'effect', did));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.whatsapp_json (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  question constant jsonb := (select jsonb_build_object('status', q.status, 'error', q.error, 'updated_at', q.updated_at)
                                from public.whatsapp_questions q where q.order_id = whatsapp_json.order_id);
  answers constant jsonb := (select jsonb_agg(jsonb_build_object('pressed', a.pressed, 'body', a.body, 'effect', a.effect, 'sent_at', a.sent_at)
                                              order by a.sent_at, a.id)
                               from public.whatsapp_answers a where a.order_id = whatsapp_json.order_id);
begin
  return case when question is null and answers is null then '{}'
              else jsonb_build_object('whatsapp', jsonb_build_object('question', question, 'answers', coalesce(answers, '[]'))) end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.whatsapp_number (
  phone text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select regexp_replace(phone, '\D', '', 'g');
$function$;

ALTER TABLE "public"."whatsapp_answers"
  ADD CONSTRAINT "whatsapp_answers_button_or_text" CHECK ((num_nonnulls(pressed, body) > 0));

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "public"."whatsapp_answers"
  ADD CONSTRAINT "whatsapp_answers_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.orders(id);

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "public"."whatsapp_questions"
  ADD CONSTRAINT "whatsapp_questions_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.orders(id);

CREATE INDEX whatsapp_answers_by_age ON public.whatsapp_answers USING btree (created_at);

CREATE INDEX whatsapp_answers_by_order ON public.whatsapp_answers USING btree (order_id, sent_at, id);

CREATE INDEX whatsapp_questions_by_age ON public.whatsapp_questions USING btree (created_at);

CREATE INDEX whatsapp_questions_by_phone ON public.whatsapp_questions USING btree (phone, created_at DESC);

CREATE TRIGGER whatsapp_questions_logged
  AFTER UPDATE ON public.whatsapp_questions
  FOR EACH ROW
  WHEN ((old.status <> new.status))
  EXECUTE FUNCTION shop.log_whatsapp_question();

REVOKE ALL ON FUNCTION "public"."claim_mails"(integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_mails"(integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_mails"(integer, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."queue_whatsapp_questions"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."queue_whatsapp_questions"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."queue_whatsapp_questions"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."receive_whatsapp"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."receive_whatsapp"(jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."receive_whatsapp"(jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."record_whatsapp_questions"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_whatsapp_questions"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_whatsapp_questions"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."log_whatsapp_question"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."log_whatsapp_question"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."log_whatsapp_question"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."log_whatsapp_question"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."note_whatsapp_status"(text, text, shop.whatsapp_status, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."note_whatsapp_status"(text, text, shop.whatsapp_status, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_whatsapp_status"(text, text, shop.whatsapp_status, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_whatsapp_status"(text, text, shop.whatsapp_status, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."order_confirmed_by"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."order_confirmed_by"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."order_confirmed_by"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."order_confirmed_by"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."take_whatsapp_answer"(text, text, timestamp WITH time zone, shop.whatsapp_button, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."take_whatsapp_answer"(text, text, timestamp WITH time zone, shop.whatsapp_button, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."take_whatsapp_answer"(text, text, timestamp WITH time zone, shop.whatsapp_button, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."take_whatsapp_answer"(text, text, timestamp WITH time zone, shop.whatsapp_button, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."whatsapp_json"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."whatsapp_json"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."whatsapp_json"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."whatsapp_json"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."whatsapp_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."whatsapp_number"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."whatsapp_number"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."whatsapp_number"(text) TO "service_role";

REVOKE ALL ON TABLE "public"."whatsapp_answers" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."whatsapp_answers" TO "service_role";

REVOKE ALL ON TABLE "public"."whatsapp_questions" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."whatsapp_questions" TO "service_role";
