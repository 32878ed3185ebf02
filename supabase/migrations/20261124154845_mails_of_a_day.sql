SET local check_function_bodies = off;

DROP FUNCTION "public"."queue_whatsapp_questions"();

ALTER TABLE "public"."mail_outbox"
  ADD COLUMN "admitted_at" timestamp WITH time zone;

ALTER TABLE "public"."mail_outbox"
  ADD COLUMN "held_at" timestamp WITH time zone;

ALTER TABLE "public"."mail_outbox"
  ADD COLUMN "held_because" text;

CREATE OR REPLACE FUNCTION public.admit_mails (
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
   where m.admitted_at is null and m.sent_at is null and m.failed_at is null and m.held_at is not null and m.created_at < now() - shop.mail_keeps(m.kind);
  for mail in
    select m.* from public.mail_outbox m
     where m.admitted_at is null and m.sent_at is null and m.failed_at is null and (m.held_at is null or m.held_at < today or not limited)
     order by array_position(array['staff', 'account', 'order', 'extra'], shop.mail_class(m.kind)), m.held_at is not null, m.created_at, m.id
     limit 200 for update
  loop
    reason := case when limited then shop.why_not_mailed(mail) end;
    update public.mail_outbox m
       set admitted_at = case when reason is null then now() end, held_because = reason, held_at = case when reason is not null then now() end
     where m.id = mail.id;
    admitted := admitted + (reason is null)::integer;
  end loop;
  return admitted;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."admit_mails"(boolean) FROM PUBLIC, "anon", "authenticated";

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
     where m.sent_at is null and m.failed_at is null and m.next_attempt_at <= now() and m.admitted_at is not null
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

CREATE OR REPLACE FUNCTION public.drop_mail (
  mail_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  delete from public.mail_outbox m
   where m.id = mail_id and m.sent_at is null and m.kind::text <> 'whatsapp_question'
     and (m.failed_at is not null or (m.held_at is not null and m.admitted_at is null));
  if not found then
    perform shop.refuse(404, 'mail_not_found', 'This mail has gone already');
  end if;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."drop_mail"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_unsent_mails (
  status      text,
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  found_ids constant text[] := array (
    select m.id from public.mail_outbox m
     where m.sent_at is null and m.kind::text <> 'whatsapp_question' and (m.failed_at is not null or (m.held_at is not null and m.admitted_at is null))
       and case list_unsent_mails.status when 'held' then m.failed_at is null when 'failed' then m.failed_at is not null else true end
     order by m.created_at desc, m.id);
begin
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'recipient', m.recipient, 'created_at', m.created_at,
                                'about', coalesce(m.payload ->> 'order_number', m.payload ->> 'subject', m.payload ->> 'productName', ''),
                                'status', case when m.failed_at is null then 'held' else 'failed' end,
                                'because', m.held_because, 'error', m.last_error) order by page.place), '[]')
                from unnest(found_ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.mail_outbox m on m.id = page.id),
    'total', cardinality(found_ids));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."list_unsent_mails"(text, integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.queue_whatsapp_questions (
  limited boolean DEFAULT true
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  limits constant public.limits := shop.limits();
  today constant timestamptz := shop.start_of_day(shop.day_of(now()));
  asked public.orders;
  number text;
  reason text;
  question public.whatsapp_questions;
  queued integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('asking by WhatsApp', 0));
  update public.mail_outbox m set failed_at = now(), last_error = 'the order does not wait for an answer any more'
    from public.whatsapp_questions q join public.order_confirmations c on c.order_id = q.order_id
   where q.status = 'waiting' and m.id = q.id and m.sent_at is null and m.failed_at is null and not (c.is_open and c.due_at is not null);

  for asked in
    select o.* from public.orders o join public.order_confirmations c on c.order_id = o.id
     where o.status = 'pending' and o.archived_at is null and o.created_at > now() - interval '1 day' and c.state = 'unconfirmed'
       and o.source <> 'counter'
       and not exists (select from public.whatsapp_questions q where q.order_id = o.id)
     order by o.created_at, o.id
  loop
    number := shop.whatsapp_number(asked.customer_phone);
    reason := case when not limited then null
      when (select count(*) from public.mail_outbox m
             where m.kind::text = 'whatsapp_question' and m.admitted_at >= today and m.recipient = number) >= limits.whatsapp_per_number
        then 'Not asked: this number was asked often enough today. Please call.'
      when (select count(*) from public.mail_outbox m where m.kind::text = 'whatsapp_question' and m.admitted_at >= today) >= limits.whatsapp_per_day
        then 'Not asked: the questions of today are used up. Please call.' end;
    insert into public.whatsapp_questions (order_id, phone, order_version, status, error)
    values (asked.id, number, shop.order_version(asked.id), case when reason is null then 'waiting' else 'failed' end::shop.whatsapp_status, reason)
    returning * into question;
    if reason is not null then
      perform shop.log_order_event(asked.id, 'message', 'WhatsApp', null, '{"status": "failed"}');
      continue;
    end if;
    insert into public.mail_outbox (id, kind, recipient, admitted_at, payload)
    values (question.id, 'whatsapp_question', number, now(),
            jsonb_build_object('order_number', asked.order_number, 'customer_name', asked.customer_name, 'total', asked.total_amount,
              'button_key', question.button_key,
              'items', (select jsonb_agg(jsonb_build_object('name', i.product_name, 'color', i.selected_color, 'size', i.selected_size, 'quantity', i.quantity)
                                         order by i.position) from public.order_items i where i.order_id = asked.id)));
    queued := queued + 1;
  end loop;
  return queued;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."queue_whatsapp_questions"(boolean) FROM PUBLIC, "anon", "authenticated";

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
           failed_at = case when r.outcome = 'refused' or (r.outcome = 'failed' and m.admitted_at <= now() - interval '24 hours') then now() end,
           last_error = case r.outcome when 'sent' then null when 'untried' then m.last_error else r.error end,
           attempts = case when r.outcome = 'untried' then m.attempts - 1 else m.attempts end,
           next_attempt_at = case when r.outcome = 'untried' then now() else m.next_attempt_at end
      from jsonb_to_recordset(results) as r (id text, outcome text, error text)
     where m.id = r.id and m.sent_at is null
    returning m.id, m.failed_at
  )
  select coalesce(array_agg(d.id) filter (where d.failed_at is not null), '{}') from recorded d;
$function$;

CREATE OR REPLACE FUNCTION public.send_mail_now (
  mail_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  update public.mail_outbox m
     set admitted_at = now(), held_at = null, held_because = null, failed_at = null, last_error = null, next_attempt_at = now()
   where m.id = mail_id and m.sent_at is null and m.kind::text <> 'whatsapp_question'
     and (m.failed_at is not null or (m.held_at is not null and m.admitted_at is null));
  if not found then
    perform shop.refuse(404, 'mail_not_found', 'This mail has gone already');
  end if;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."send_mail_now"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.look_at_held_mails()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  update public.mail_outbox m set held_at = m.held_at - interval '1 day'
   where m.held_at is not null and m.admitted_at is null and m.sent_at is null and m.failed_at is null;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.mail_class (
  kind shop.mail_kind
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when kind::text in ('staff_invitation', 'message_answer') then 'staff'
              when kind::text = 'order_confirmation' then 'order'
              when kind::text in ('contact_message', 'back_in_stock') then 'extra'
              else 'account' end;
$function$;

CREATE OR REPLACE FUNCTION shop.mail_keeps (
  kind shop.mail_kind
)
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when shop.mail_class(kind) = 'account' then interval '30 minutes' else interval '3 days' end;
$function$;

CREATE OR REPLACE FUNCTION shop.mailbox (
  address text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when parts is null then lower(address)
              when parts[2] in ('gmail.com', 'googlemail.com') then replace(parts[1], '.', '') || '@gmail.com'
              else parts[1] || '@' || parts[2] end
    from regexp_match(lower(address), '^([^+@]*)[^@]*@(.*)$') as parts;
$function$;

CREATE OR REPLACE FUNCTION shop.why_not_mailed (
  mail public.mail_outbox
)
  RETURNS text
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  limits constant public.limits := shop.limits();
  class constant text := shop.mail_class(mail.kind);
  today constant timestamptz := shop.start_of_day(shop.day_of(now()));
  part constant numeric := case when mail.created_at < today then 0.5 else 1 end;
  accounts integer;
  orders integer;
  extras integer;
  others integer;
begin
  if class = 'staff' then
    return null;
  end if;
  select count(*) filter (where c.class = 'account'), count(*) filter (where c.class in ('order', 'extra')) into accounts, orders
    from public.mail_outbox m cross join shop.mail_class(m.kind) as c (class)
   where m.admitted_at >= today and shop.mailbox(m.recipient) = shop.mailbox(mail.recipient) and m.kind::text <> 'whatsapp_question';
  if accounts + orders >= limits.mails_per_recipient * part
     or (case when class = 'account' then accounts >= limits.mails_per_recipient * part / 3 else orders >= limits.mails_per_recipient * part * 5 / 6 end) then
    return 'recipient';
  end if;

  select count(*) filter (where c.class = 'account'), count(*) filter (where c.class in ('order', 'extra')),
         count(*) filter (where c.class = 'extra'), count(*) filter (where c.class = 'staff') into accounts, orders, extras, others
    from public.mail_outbox m cross join shop.mail_class(m.kind) as c (class)
   where m.admitted_at >= today and m.kind::text <> 'whatsapp_question';
  if accounts + orders + others >= limits.mails_per_day * part
     or (case when class = 'account' then accounts >= limits.mails_per_day * part / 3 else orders >= limits.mails_per_day * part * 5 / 6 end)
     or (class = 'extra' and extras >= limits.mails_per_day * part / 3) then
    return 'shop';
  end if;
  return null;
end;
$function$;

ALTER TABLE "public"."mail_outbox"
  ADD CONSTRAINT "mail_outbox_held_for_reason" CHECK ((((held_at IS NULL) = (held_because IS NULL)) AND (held_because = ANY (ARRAY['recipient'::text, 'shop'::text]))));

CREATE INDEX mail_outbox_admitted ON public.mail_outbox USING btree (admitted_at);

CREATE INDEX mail_outbox_not_admitted ON public.mail_outbox USING btree (created_at)
  WHERE ((admitted_at IS NULL) AND (sent_at IS NULL) AND (failed_at IS NULL));

CREATE TRIGGER limits_raised
  AFTER UPDATE ON public.limits
  FOR EACH ROW
  WHEN (((new.mails_per_recipient > old.mails_per_recipient) OR (new.mails_per_day > old.mails_per_day)))
  EXECUTE FUNCTION shop.look_at_held_mails();

REVOKE ALL ON FUNCTION "public"."admit_mails"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."admit_mails"(boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."admit_mails"(boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."drop_mail"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."drop_mail"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."drop_mail"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_unsent_mails"(text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_unsent_mails"(text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_unsent_mails"(text, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."queue_whatsapp_questions"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."queue_whatsapp_questions"(boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."queue_whatsapp_questions"(boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."send_mail_now"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_mail_now"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."send_mail_now"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."look_at_held_mails"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."look_at_held_mails"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."look_at_held_mails"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."look_at_held_mails"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."mail_class"(shop.mail_kind) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."mail_class"(shop.mail_kind) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."mail_class"(shop.mail_kind) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."mail_class"(shop.mail_kind) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."mail_keeps"(shop.mail_kind) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."mail_keeps"(shop.mail_kind) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."mail_keeps"(shop.mail_kind) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."mail_keeps"(shop.mail_kind) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."mailbox"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."mailbox"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."mailbox"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."mailbox"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."why_not_mailed"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."why_not_mailed"(public.mail_outbox) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."why_not_mailed"(public.mail_outbox) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."why_not_mailed"(public.mail_outbox) TO "service_role";

CREATE INDEX mail_outbox_by_mailbox ON public.mail_outbox USING btree (shop.mailbox(recipient), admitted_at);

-- What was written until now was let go when it was written.
update public.mail_outbox set admitted_at = created_at where true;
