SET local check_function_bodies = off;

CREATE TABLE "shop"."parcel_news" (
  "shipment_id" text NOT NULL
);

ALTER TABLE "shop"."parcel_news"
  ENABLE ROW LEVEL SECURITY;

ALTER TYPE "shop"."delivery_answer" ADD VALUE 'open_first' BEFORE 'not_wanted';


SET local check_function_bodies = off;

ALTER TYPE "shop"."mail_kind" ADD VALUE 'parcel_left' AFTER 'order_link';


SET local check_function_bodies = off;

ALTER TYPE "shop"."mail_kind" ADD VALUE 'parcel_arrived' AFTER 'parcel_left';


SET local check_function_bodies = off;

CREATE TYPE "shop"."parcel_event" AS ENUM (
  'left',
  'arrived'
);

ALTER TABLE "shop"."parcel_news"
  ADD COLUMN "event" shop.parcel_event NOT NULL;

ALTER TABLE "shop"."parcel_news"
  ADD COLUMN "happened_at" timestamp WITH time zone NOT NULL DEFAULT now();

ALTER TABLE "shop"."parcel_news"
  ADD COLUMN "told_at" timestamp WITH time zone;

ALTER TYPE "shop"."ready_text_key" ADD VALUE 'arrived' AFTER 'attempt';


SET local check_function_bodies = off;

ALTER TYPE "shop"."ready_text_key" ADD VALUE 'return_approved' AFTER 'arrived';


SET local check_function_bodies = off;

ALTER TYPE "shop"."ready_text_key" ADD VALUE 'return_declined' AFTER 'return_approved';


SET local check_function_bodies = off;

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


SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.answer_attempt (
  order_number text,
  key          text,
  question_id  text,
  answer       shop.delivery_answer,
  address      jsonb                    DEFAULT NULL::jsonb,
  at           timestamp with time zone DEFAULT now()
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  opened public.orders := shop.open_order_page(order_number, key);
  question public.delivery_questions;
  progress public.parcel_progress;
  parcel public.shipments;
  adapter shop.courier_adapter;
  words text;
begin
  opened := shop.lock_order(opened.id);
  select q.* into question
    from public.delivery_questions q join public.courier_bookings b on b.id = q.booking_id join public.shipments s on s.id = b.shipment_id
   where q.id = answer_attempt.question_id and s.order_id = opened.id for update of q;
  if not found then
    perform shop.refuse('delivery_question_not_found');
  elsif question.answer = answer_attempt.answer then
    return public.order_page(order_number, key);
  elsif question.answer is not null then
    perform shop.refuse('attempt_answered');
  end if;
  select s.* into parcel from public.shipments s join public.courier_bookings b on b.shipment_id = s.id
    where b.id = question.booking_id for update of s;
  select p.* into progress from public.parcel_progress p where p.booking_id = question.booking_id for update;
  if question.closed_at is not null or progress.status not in ('attempted', 'advice_due') or shop.is_over(parcel.status) then
    perform shop.refuse('attempt_over');
  end if;
  select c.adapter into adapter from public.courier_bookings b join public.couriers c on c.id = b.courier_id
    where b.id = question.booking_id;
  words := shop.answer_text(answer_attempt.answer, concat_ws(', ', address ->> 'customerAddress',
                                                             nullif(coalesce(address ->> 'city', ''), '')));
  if answer_attempt.answer = 'address' then
    if coalesce(address ->> 'customerAddress', '') = '' then
      perform shop.refuse_field('customerAddress', 'Please enter your address');
    end if;
    update public.orders o
       set customer_address = address ->> 'customerAddress', city = coalesce(address ->> 'city', ''),
         zip_code = coalesce(address ->> 'zipCode', ''),
           city_known = address ->> 'cityKnown', city_takes_cash = (address ->> 'cityTakesCash')::boolean
     where o.id = opened.id;
  end if;
  update public.delivery_questions q set answer = answer_attempt.answer, answered_at = answer_attempt.at where q.id = question.id;
  perform shop.log_order_event(opened.id, 'parcel', parcel.shipment_number, null, null, 'the customer answers: ' || words);
  if shop.is_advice(answer_attempt.answer) and answer_attempt.at <= progress.advice_due_by
    and shop.takes_advice(adapter)
     and not exists (select from public.parcel_advices a where a.booking_id = progress.booking_id and a.attempted_at = progress.attempted_at
                        and a.state in ('intended', 'calling', 'sent', 'unknown')) then
    insert into public.parcel_advices (booking_id, attempted_at, question_id, is_by_staff, action, remarks, wait_until, created_at)
    values (progress.booking_id, progress.attempted_at, question.id, false,
            case answer_attempt.answer when 'not_wanted' then 'return' else 'retry' end::shop.advice_action,
            words, answer_attempt.at, answer_attempt.at);
  end if;
  return public.order_page(order_number, key);
end;
$function$;

CREATE OR REPLACE FUNCTION public.approve_return (
  request_id       text,
  decision         jsonb,
  delivery         jsonb,
  actor            uuid,
  expected_version timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  request public.return_requests := shop.lock_return(request_id);
  decided constant shop.return_outcome := (decision ->> 'outcome')::shop.return_outcome;
  gives_delivery constant numeric := coalesce((decision ->> 'deliveryBack')::numeric, 0);
  needs_pieces constant boolean := coalesce((decision ->> 'comesBack')::boolean, true);
  sends_first constant boolean := coalesce((decision ->> 'sendsFirst')::boolean, false);
  charges numeric := (decision ->> 'charges')::numeric;
  returned public.orders;
begin
  perform shop.act_as(actor);
  perform shop.check_return_state(request, '{asked}');
  perform shop.check_version(request.updated_at, expected_version);
  select * into returned from public.orders o where o.id = request.order_id;
  if returned.status <> 'delivered' then
    perform shop.refuse('order_not_delivered', null, jsonb_build_object('orderNumber', returned.order_number));
  elsif not (select t.policy -> 'outcomes' from shop.return_terms t where t.order_id = returned.id) ? decided::text then
    perform shop.refuse_field('outcome', 'The policy of this order does not allow it');
  elsif decided = 'exchange' and request.kind = 'return' then
    perform shop.refuse_field('outcome', 'The customer has not said what they want instead');
  elsif not needs_pieces and request.kind <> 'claim' then
    perform shop.refuse_field('comesBack', 'Only a claim may do without the pieces');
  elsif gives_delivery > 0 and request.kind <> 'claim' then
    perform shop.refuse_field('deliveryBack', 'Only with a claim');
  elsif gives_delivery > shop.delivery_left(returned) then
    perform shop.refuse_field('deliveryBack', format('At most %s of the delivery charge are left',
                                                     shop.rupees_text(shop.delivery_left(returned))));
  elsif coalesce(charges, 0) > 0 and decided <> 'exchange' then
    perform shop.refuse_field('charges', 'Only with an exchange');
  elsif sends_first and decided <> 'exchange' then
    perform shop.refuse_field('sendsFirst', 'Only with an exchange');
  end if;

  request.comes_back := needs_pieces;
  request.delivery_back := gives_delivery;
  update public.return_requests r set comes_back = needs_pieces, delivery_back = gives_delivery where r.id = request.id;
  if decided = 'exchange' then
    charges := coalesce(charges, shop.exchange_charges(request, returned, delivery));
    request := shop.make_exchange(request, charges, sends_first);
  end if;
  update public.return_requests r set state = 'approved', outcome = decided, answer = coalesce(decision ->> 'answer', ''),
    decided_at = now() where r.id = request.id;
  perform shop.advance_return(request.id);
  return shop.return_details_json(request.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.decline_return (
  request_id       text,
  reason           text,
  actor            uuid,
  expected_version timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  request public.return_requests := shop.lock_return(request_id);
begin
  perform shop.act_as(actor);
  perform shop.check_return_state(request, '{asked,approved,received}');
  perform shop.check_version(request.updated_at, expected_version);
  -- Declined first: what the order of an exchange has used is then taken back with it, whatever has come back.
  update public.return_requests r set state = 'declined', answer = decline_return.reason, decided_at = now() where r.id = request.id;
  perform shop.give_up_exchange(request, actor);
  -- Given up after its pieces were back, an exchange has left its worth as store credit.
  if (select s.paid_back from public.return_requests r cross join lateral shop.return_sums(r) s where r.id = request.id) > 0 then
    perform shop.check_return_state(request, '{}');
  end if;
  return shop.return_details_json(request.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.queue_parcel_mails (
  at timestamp with time zone DEFAULT now()
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  written integer;
begin
  if shop.after_quiet_hours(queue_parcel_mails.at) <> queue_parcel_mails.at then
    return 0;
  end if;
  with due as (
    select n.shipment_id, n.event from shop.parcel_news n
     where shop.is_parcel_news_due(n, queue_parcel_mails.at)
       and shop.is_customer_mail_on(case n.event when 'left' then 'parcelLeft' else 'parcelArrived' end)
     order by n.happened_at, n.shipment_id limit 200 for update skip locked
  ), told as (
    update shop.parcel_news n set told_at = queue_parcel_mails.at from due where (n.shipment_id, n.event) = (due.shipment_id, due.event)
    returning n.shipment_id, n.event
  ), together as (
    select s.order_id, t.event, array_agg(s.id) as parcels
      from told t join public.shipments s on s.id = t.shipment_id and s.archived_at is null
     group by s.order_id, t.event
  )
  insert into public.mail_outbox (kind, recipient, payload)
  select ('parcel_' || t.event)::shop.mail_kind, o.customer_email, shop.parcel_mail_json(o, t.event, t.parcels, queue_parcel_mails.at)
    from together t
    join public.orders o on o.id = t.order_id
   where o.customer_email <> '' and o.archived_at is null and o.status <> 'cancelled';
  get diagnostics written = row_count;
  return written;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."queue_parcel_mails"(timestamp WITH time zone) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.queue_review_mails (
  at timestamp with time zone DEFAULT now()
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  rule constant jsonb := shop.review_mail_rule();
  due_before constant timestamptz := queue_review_mails.at - make_interval(days => (rule ->> 'days')::integer);
  written integer;
begin
  if not (rule ->> 'isOn')::boolean or shop.after_quiet_hours(queue_review_mails.at) <> queue_review_mails.at then
    return 0;
  end if;
  with due as (
    select r.order_id from shop.review_requests r
     where r.asked_at is null and r.delivered_at <= due_before and r.delivered_at > due_before - interval '14 days'
       and shop.may_be_reviewed(r.order_id)
     order by r.delivered_at, r.order_id limit 100 for update of r skip locked
  ), asked as (
    update shop.review_requests r set asked_at = queue_review_mails.at from due where r.order_id = due.order_id returning r.order_id
  )
  insert into public.mail_outbox (kind, recipient, payload)
  select 'review_request', o.customer_email,
         jsonb_build_object('order_id', o.id, 'order_number', o.order_number, 'customer_name', o.customer_name,
                            'page_key', shop.page_key(o.id), 'pieces', p.pieces)
    from asked a
    join public.orders o on o.id = a.order_id
    cross join lateral (select shop.reviewable_pieces(o.id) as pieces) p
   where p.pieces is not null;
  get diagnostics written = row_count;
  return written;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_return_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new.state is distinct from old.state then perform shop.follow_return(old, new); end if;
  if new.state is distinct from old.state and new.state in ('approved', 'declined') and shop.is_customer_mail_on('returnDecided') then
    perform shop.mail_decision(new.id);
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_settings_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'UPDATE' and old.content <> new.content then perform shop.need_right('change_settings'); end if;
  perform shop.note_kept_settings(old, new);
  if old.content - array['pages', 'reviewMails', 'customerMails']
     is distinct from new.content - array['pages', 'reviewMails', 'customerMails'] then
    perform shop.mark_pages_stale();
  end if;
  if tg_op = 'UPDATE' and old.content -> 'contact' is distinct from new.content -> 'contact'
    then perform shop.tell_of_contact(old, new); end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_shipment_added (
  new public.shipments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if not shop.is_back(new.status) then perform shop.check_dispatch_gate(new.order_id); end if;
  perform shop.log_parcel_change(null, new);
  perform shop.need_right('send_parcels');
  perform shop.note_courier_parcel(new);
  perform shop.follow_parcels(new);
  if not shop.is_back(new.status) then perform shop.replace_parcels(new); end if;
  if shop.has_left(new.status) then perform shop.check_photo(new.order_id); end if;
  perform shop.end_proof(new.order_id);
  if new.tracking_number <> '' then perform shop.store_order_words(new.order_id); end if;
  if shop.has_left(new.status) then perform shop.note_parcel_news(new); end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_shipment_changed (
  old public.shipments,
  new public.shipments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  moves constant boolean := new.status <> old.status;
  comes_or_goes constant boolean := (old.archived_at is null) <> (new.archived_at is null);
begin
  if (moves or new.order_id <> old.order_id) and not shop.is_back(new.status) then perform shop.check_dispatch_gate(new.order_id); end if;
  perform shop.log_parcel_change(old, new);
  if shop.is_sent_by_hand(old, new) then perform shop.need_right('send_parcels'); end if;
  if old.received_at is null and new.received_at is not null then perform shop.need_right('receive_returns'); end if;
  if moves or new.carrier <> old.carrier or new.archived_at is distinct from old.archived_at then
    perform shop.note_courier_parcel(new);
  end if;
  if moves and (shop.is_over(old.status) or shop.is_over(new.status)) then perform shop.follow_parcel_sum(new); end if;
  if comes_or_goes then perform shop.follow_parcels(new); end if;
  if moves and shop.has_left(new.status) then perform shop.check_photo(new.order_id); end if;
  if moves and shop.is_back(new.status) and new.archived_at is null then perform shop.push_parcel(new); end if;
  if comes_or_goes or old.tracking_number <> new.tracking_number then perform shop.store_order_words(new.order_id); end if;
  if moves then perform shop.note_parcel_news(new); end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.answer_text (
  answer  shop.delivery_answer,
  address text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case answer::text when 'nobody_came' then 'Nobody came' when 'tomorrow' then 'Please deliver tomorrow after 4 pm'
                           when 'transfer' then 'No cash, pays by transfer' when 'open_first' then 'Please let me open it before I pay'
                           when 'not_wanted' then 'The customer does not want it' else left('Correct address: ' || address, 300) end;
$function$;

CREATE OR REPLACE FUNCTION shop.desk_step_of (
  progress public.parcel_progress,
  question public.delivery_questions,
  advice   public.parcel_advices,
  called   public.parcel_calls,
  at       timestamp with time zone
)
  RETURNS shop.desk_step
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when advice.state = 'unknown' then 'settle'
              when progress.status not in ('attempted', 'advice_due') then null
              when advice.attempted_at = progress.attempted_at and advice.state in ('intended', 'calling') then 'wait'
              when advice.attempted_at = progress.attempted_at and advice.state in ('failed', 'dropped') then 'advise'
              -- They did not pick up, or asked for another call: two hours later, or before it is too late.
              when called.attempted_at = progress.attempted_at and called.outcome in ('no_answer', 'call_later')
                then case when called.created_at > at - interval '2 hours' and progress.advice_due_by > at + interval '2 hours'
                          then 'wait' else 'call' end
              when question.attempted_at is null or question.attempted_at < progress.attempted_at then 'call'
              when shop.is_advice(question.answer) then 'advise'
              when question.answer is not null then 'call'
              -- Neither an answer nor much time.
              when progress.advice_due_by < at + interval '2 hours' then 'call'
              when question.asked_at is null
                   and (question.mail_id is null or exists (select from public.mail_outbox m where m.id = question.mail_id
                                                            and m.failed_at is not null))
                then case when question.ask_at <= at then 'ask' else 'wait' end
              else 'wait' end::shop.desk_step;
$function$;

CREATE OR REPLACE FUNCTION shop.is_advice (
  answer shop.delivery_answer
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select answer::text in ('tomorrow', 'address', 'not_wanted') or answer::text = 'open_first' and shop.may_open_before_paying();
$function$;

CREATE OR REPLACE FUNCTION shop.is_customer_mail_choice (
  choice jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_typeof(choice) = 'object'
     and coalesce(jsonb_typeof(choice -> 'parcelLeft'), 'boolean') = 'boolean'
     and coalesce(jsonb_typeof(choice -> 'parcelArrived'), 'boolean') = 'boolean'
     and coalesce(jsonb_typeof(choice -> 'returnDecided'), 'boolean') = 'boolean';
$function$;

CREATE OR REPLACE FUNCTION shop.is_customer_mail_on (
  mail text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce((select (s.content -> 'customerMails' ->> mail)::boolean from public.shop_settings s), true);
$function$;

CREATE OR REPLACE FUNCTION shop.is_door_rule (
  rule jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_typeof(rule) = 'object' and coalesce(rule ->> 'opening' in ('before_paying', 'after_paying'), true);
$function$;

CREATE OR REPLACE FUNCTION shop.is_parcel_news_due (
  news shop.parcel_news,
  at   timestamp with time zone
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select news.told_at is null and news.happened_at <= at - interval '10 minutes' and news.happened_at > at - interval '1 day';
$function$;

CREATE OR REPLACE FUNCTION shop.is_still_true (
  mail public.mail_outbox
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return mail.kind::text not in ('parcel_left', 'parcel_arrived') or exists (
    select from jsonb_array_elements(mail.payload -> 'parcels') p
      join public.shipments s on s.shipment_number = p ->> 'shipment_number' and s.archived_at is null
     where case mail.kind::text when 'parcel_left' then shop.is_under_way(s.status) else s.status = 'delivered' end);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.is_unsettled (
  order_id text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select exists (select from public.return_requests r left join public.orders e on e.id = r.exchange_order_id and e.archived_at is null
                  where r.order_id = is_unsettled.order_id
                    and (not shop.is_closed(r.state) or r.state = 'settled' and shop.is_open(e.status)))
      or exists (select from public.shipments s where s.order_id = is_unsettled.order_id and s.archived_at is null
                 and not shop.is_over(s.status));
$function$;


SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION shop.mail_class (
  kind shop.mail_kind
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when kind::text in ('staff_invitation', 'message_answer', 'shop_status', 'bank_account', 'return_decided',
                                  'owner_news') then 'staff'
              when kind::text in ('order_confirmation', 'delivery_attempt', 'parcel_left') then 'order'
              when kind::text in ('contact_message', 'back_in_stock', 'parcel_arrived') then 'extra'
              when kind::text = 'review_request' then 'review'
              else 'account' end;
$function$;

CREATE OR REPLACE FUNCTION shop.may_be_reviewed (
  order_id text
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return exists (
    select from public.orders o
      join public.customers c on c.id = o.customer_id
      left join lateral (select l.status from public.shipments l where l.order_id = o.id and l.archived_at is null
                          order by l.created_at desc, l.id desc limit 1) s on true
     where o.id = may_be_reviewed.order_id and o.status = 'delivered' and o.archived_at is null and o.customer_email <> ''
       and c.block <> 'do_not_ship' and not coalesce(shop.is_back(s.status), false)
       and not shop.is_unsettled(o.id)
       and not exists (select from shop.review_refusals f where f.mailbox_hash = shop.mailbox_hash(o.customer_email)));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.may_open_before_paying()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce((select s.content #>> '{door,opening}' = 'before_paying' from public.shop_settings s), false);
$function$;

CREATE OR REPLACE FUNCTION shop.note_parcel_news (
  new public.shipments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  happened constant shop.parcel_event := case when shop.is_under_way(new.status) then 'left'
                                              when new.status = 'delivered' then 'arrived' end;
begin
  delete from shop.parcel_news n
   where n.shipment_id = new.id and n.told_at is null and n.event is distinct from happened;
  insert into shop.parcel_news (shipment_id, event) select new.id, happened where happened is not null
  on conflict do nothing;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.parcel_mail_json (
  of_order     public.orders,
  event        shop.parcel_event,
  shipment_ids text[],
  at           timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  return jsonb_build_object(
    'order_number', of_order.order_number, 'customer_name', of_order.customer_name, 'page_key', shop.page_key(of_order.id),
    'status', of_order.status, 'ordered_at', of_order.created_at, 'city_known', of_order.city_known, 'at', at,
    'parcels', (select jsonb_agg(jsonb_build_object('shipment_number', s.shipment_number, 'carrier', s.carrier, 'status', s.status,
                                                    'tracking_number', s.tracking_number, 'to_collect', s.to_collect,
                                                    'estimated_delivery_date', s.estimated_delivery_date) order by s.created_at, s.id)
                  from public.shipments_of_orders s where s.id = any (shipment_ids)),
    'others', (select count(*) from public.shipments s where s.order_id = of_order.id and s.archived_at is null
               and case event when 'left' then s.status = 'preparing' else not shop.is_over(s.status) end and s.id <> all (shipment_ids)),
    'returns_until', (select t.ends_at from shop.return_terms t where t.order_id = of_order.id and of_order.status = 'delivered'));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.reviewable_pieces (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select jsonb_agg(jsonb_build_object('product_id', p.id, 'name', p.name, 'image', p.images[1]) order by i.position)
      from (select l.product_id, min(l.position) as position, sum(l.quantity) as units from public.order_items l
             where l.order_id = reviewable_pieces.order_id group by l.product_id order by 2 limit 10) i
      join public.products p on p.id = i.product_id and p.archived_at is null
      join public.orders o on o.id = reviewable_pieces.order_id
     where not exists (select from public.review_edit_tokens t join public.reviews r on r.id = t.review_id
                        where t.buyer_id = o.customer_id and r.product_id = p.id)
       and i.units > (select count(*) from shop.return_pieces r join public.order_items l on l.id = r.order_item_id
                       where r.order_id = o.id and l.product_id = p.id and not r.is_released));
end;
$function$;

-- pgls-ignore lint/safety/addingPrimaryKeyConstraint: of a new table
ALTER TABLE "shop"."parcel_news"
  ADD CONSTRAINT "parcel_news_pkey" PRIMARY KEY (shipment_id, EVENT);

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "shop"."parcel_news"
  ADD CONSTRAINT "parcel_news_shipment_id_fkey" FOREIGN KEY (shipment_id) REFERENCES public.shipments(id);

CREATE INDEX parcel_news_waiting ON shop.parcel_news USING btree (happened_at)
  WHERE (told_at IS NULL);

REVOKE ALL ON FUNCTION "public"."queue_parcel_mails"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."queue_parcel_mails"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."queue_parcel_mails"(timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."queue_parcel_mails"(timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_advice"(shop.delivery_answer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_advice"(shop.delivery_answer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_advice"(shop.delivery_answer) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_advice"(shop.delivery_answer) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_customer_mail_choice"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_customer_mail_choice"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_customer_mail_choice"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_customer_mail_choice"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_customer_mail_on"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_customer_mail_on"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_customer_mail_on"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_customer_mail_on"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_door_rule"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_door_rule"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_door_rule"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_door_rule"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_parcel_news_due"(shop.parcel_news, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_parcel_news_due"(shop.parcel_news, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_parcel_news_due"(shop.parcel_news, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_parcel_news_due"(shop.parcel_news, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_still_true"(public.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_still_true"(public.mail_outbox) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_still_true"(public.mail_outbox) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_still_true"(public.mail_outbox) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_unsettled"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_unsettled"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_unsettled"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_unsettled"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."may_open_before_paying"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."may_open_before_paying"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."may_open_before_paying"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."may_open_before_paying"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."note_parcel_news"(public.shipments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."note_parcel_news"(public.shipments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_parcel_news"(public.shipments) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_parcel_news"(public.shipments) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."parcel_mail_json"(public.orders, shop.parcel_event, text[], timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."parcel_mail_json"(public.orders, shop.parcel_event, text[], timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."parcel_mail_json"(public.orders, shop.parcel_event, text[], timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."parcel_mail_json"(public.orders, shop.parcel_event, text[], timestamp WITH time zone) TO "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "shop"."parcel_news" TO "service_role";

ALTER TABLE "public"."shop_settings"
  ADD CONSTRAINT "shop_settings_customer_mails_valid" CHECK (((NOT (content ? 'customerMails'::text)) OR shop.is_customer_mail_choice((content -> 'customerMails'::text))));

ALTER TABLE "public"."shop_settings"
  ADD CONSTRAINT "shop_settings_door_valid" CHECK (((NOT (content ? 'door'::text)) OR shop.is_door_rule((content -> 'door'::text))));

-- Nobody is told now of what happened before.
insert into shop.parcel_news (shipment_id, event, happened_at, told_at)
select s.id, e.event::shop.parcel_event, coalesce(s.shipped_date, s.created_at), now()
  from public.shipments s cross join (values ('left'), ('arrived')) as e (event)
 where shop.has_left(s.status) and (e.event = 'left' or s.status = 'delivered');
