-- Answers that come by WhatsApp confirm an order, or ask to cancel it.

-- Puts a question into the outbox for every order of the last day that waits to be confirmed and was not asked about; who stood at the
-- counter is not asked. Beyond what a number, and the shop as a whole, may be asked in a day in Pakistan (each question is charged), the
-- order is not asked about, ever: its question stands as failed, which tells the desk to call. Takes those back that were not sent when
-- their order no longer waits. Takes whether limits count. Returns how many questions it put there. One run at a time, so that no two ask
-- about one order or take the same room.
create function public.queue_whatsapp_questions(limited boolean default true) returns integer
language plpgsql set search_path = ''
as $$
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
      when (select count(*) from public.mail_outbox m where m.kind::text = 'whatsapp_question'
            and m.admitted_at >= today) >= limits.whatsapp_per_day
        then 'Not asked: the questions of today are used up. Please call.' end;
    insert into public.whatsapp_questions (order_id, phone, order_version, status, error)
    values (asked.id, number, shop.order_version(asked.id), case when reason is null then 'waiting' else 'failed' end::shop.whatsapp_status,
            reason)
    returning * into question;
    if reason is not null then
      perform shop.log_order_event(asked.id, 'message', 'WhatsApp', null, '{"status": "failed"}');
      continue;
    end if;
    insert into public.mail_outbox (id, kind, recipient, admitted_at, payload)
    values (question.id, 'whatsapp_question', number, now(),
            jsonb_build_object('order_number', asked.order_number, 'customer_name', asked.customer_name, 'total', asked.due_on_delivery,
              'button_key', question.button_key,
              'items', (select jsonb_agg(jsonb_build_object('name', i.product_name, 'color', i.selected_color, 'size', i.selected_size,
                                                            'quantity', i.quantity)
                                         order by i.position) from public.order_items i where i.order_id = asked.id)));
    queued := queued + 1;
  end loop;
  return queued;
end;
$$;

-- Stores what became of questions that were to be sent. Takes [{id, outcome, error, reference}] as `public.record_mails` does, the
-- reference being what WhatsApp calls the message. Returns the ids of those given up.
create function public.record_whatsapp_questions(results jsonb) returns text[]
language plpgsql set search_path = ''
as $$
declare
  given_up constant text[] := public.record_mails(results);
begin
  update public.whatsapp_questions q
     set whatsapp_id = coalesce(r.reference, q.whatsapp_id), error = r.error, updated_at = now(),
         status = greatest(q.status, case when r.outcome = 'sent' then 'sent' when q.id = any (given_up) then 'failed'
                                          else 'waiting' end::shop.whatsapp_status)
    from jsonb_to_recordset(results) as r (id text, outcome text, error text, reference text)
   -- WhatsApp may have told by now that it took a question whose sending was not answered.
   where q.id = r.id and r.outcome <> 'untried' and (r.outcome = 'sent' or q.status = 'waiting');
  return given_up;
end;
$$;

-- Notes how far a question came. It was taken by WhatsApp in any case, so that it is not sent again although the answer to its sending was
-- lost. Takes what WhatsApp calls the message, the question's id or null, the status, and why it failed.
create function shop.note_whatsapp_status(whatsapp_id text, question text, status shop.whatsapp_status, error text) returns void
language plpgsql set search_path = ''
as $$
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
$$;

-- The order that a text confirms: it has the order's number and its four digits, as `confirmationCode` of
-- src/domain/confirmations/by-whatsapp.ts has them, and comes from the order's number. Takes the text and the number it came from. Returns
-- the order's id, or null.
create function shop.order_confirmed_by(body text, phone text) returns text
language sql stable set search_path = ''
as $$
  select o.id from regexp_match(body, '\m(ORD-\d+)\M.*\m(\d{4})\M', 'i') as said
    join public.orders o on o.order_number = upper(said[1])
   where shop.whatsapp_number(o.customer_phone) = order_confirmed_by.phone
     and lpad((('x' || right(o.id, 12))::bit(48)::bigint % 10000)::text, 4, '0') = said[2];
$$;

-- Does what a shopper asks for by a button, or confirms by a text with the order's digits, once, and keeps it with what it did. The newest
-- counts, whichever is told last: who confirms afterwards does not ask to cancel any more. Other texts are kept with the order they are
-- about: the one whose question they were written upon, else the latest that their number was asked about. Takes what WhatsApp calls the
-- message, the number it came from, when it was sent, the button and its key or nulls, the message a text was written upon or null, and the
-- text or null. Does nothing where no order is found.
create function shop.take_whatsapp_answer(whatsapp_id text, phone text, sent_at timestamptz, pressed shop.whatsapp_button, key text,
                                          answers text, body text)
returns void
language plpgsql set search_path = ''
as $$
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
  perform shop.lock_orders(array[coalesce(question.order_id, confirmed_id)]);
  select * into asked from public.orders o where o.id = coalesce(question.order_id, confirmed_id);
  insert into public.whatsapp_answers (id, order_id, pressed, body, sent_at)
  select whatsapp_id, asked.id, wish, take_whatsapp_answer.body, take_whatsapp_answer.sent_at
    where asked.id is not null on conflict (id) do nothing;
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
     where o.id = asked.id and did in ('confirmed', 'call_needed') and o.cancellation_answered_at is null
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
$$;

-- Takes what Meta tells: `statuses` [{id, question, status, at, error}], the question being the id it was sent with, or null; and
-- `messages` [{id, phone, sent_at, answers, pressed, key, body}], either pressed buttons with their key or texts, `answers` being the
-- message they were written upon, or null. What belongs to no question of the shop is passed over.
create function public.receive_whatsapp(messages jsonb, statuses jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  told record;
begin
  -- Always in the same order, so that two calls cannot wait for each other.
  for told in
    select * from jsonb_to_recordset(statuses) as s (id text, question text, status shop.whatsapp_status, at timestamptz, error text)
      order by s.question, s.id
  loop
    perform shop.note_whatsapp_status(told.id, told.question, told.status, told.error);
  end loop;
  for told in
    select * from jsonb_to_recordset(messages)
                  as a (id text, phone text, sent_at timestamptz, answers text, pressed shop.whatsapp_button, key text,
                        body text) order by a.id
  loop
    perform shop.take_whatsapp_answer(told.id, told.phone, told.sent_at, told.pressed, told.key, told.answers, told.body);
  end loop;
end;
$$;

grant execute on function public.queue_whatsapp_questions, public.record_whatsapp_questions, public.receive_whatsapp to service_role;
