-- Mails to send, written in the transaction they are about: a mail can be late, but it is never lost, and never about something that did not happen.
-- A sender claims a mail by putting off its next attempt: nobody else sends it meanwhile, and one that dies while sending leaves it to the next.
-- Before that it is let go (`admit_mails`): strangers cause most mails, and neither a mailbox nor the provider's day is theirs to fill.
-- Questions by WhatsApp (093) go out the same way.

create type shop.mail_kind as enum ('order_confirmation', 'contact_message', 'message_answer', 'staff_invitation', 'back_in_stock',
                                    'whatsapp_question', 'password_reset', 'address_proof', 'review_request', 'shop_status', 'bank_account', 'delivery_attempt', 'return_decided',
                                    'owner_news', 'order_link');

create table public.mail_outbox (
  id text primary key default shop.new_id(),
  kind shop.mail_kind not null,
  recipient text not null,
  payload jsonb not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  -- When it was let go, which counts it to that day in Pakistan. Until then nobody sends it.
  admitted_at timestamptz,
  -- When and why it last was not let go: its recipient, or the shop, has no mail left for that day.
  held_at timestamptz,
  held_because text,
  constraint mail_outbox_held_for_reason check ((held_at is null) = (held_because is null) and held_because in ('recipient', 'shop'))
);

-- The mailbox that an address reaches, by which mails are counted: without capitals and what stands behind `+`, at Gmail without dots.
create function shop.mailbox(address text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  parts constant text[] := regexp_match(lower(address), '^([^+@]*)[^@]*@(.*)$');
begin
  return case when parts is null then lower(address)
              when parts[2] in ('gmail.com', 'googlemail.com') then replace(parts[1], '.', '') || '@gmail.com'
              else parts[1] || '@' || parts[2] end;
end;
$$;

create index mail_outbox_due on public.mail_outbox (next_attempt_at) where sent_at is null and failed_at is null;
create index mail_outbox_not_admitted on public.mail_outbox (created_at) where admitted_at is null and sent_at is null and failed_at is null;
create index mail_outbox_admitted on public.mail_outbox (admitted_at);
create index mail_outbox_by_mailbox on public.mail_outbox (shop.mailbox(recipient), admitted_at);

create trigger mail_outbox_logged after update on public.mail_outbox
  for each row when (new.kind = 'order_confirmation' and (old.sent_at is null, old.failed_at is null) is distinct from (new.sent_at is null, new.failed_at is null))
  execute function shop.log_order_mail();

alter table public.mail_outbox enable row level security;
grant select, insert, update, delete on public.mail_outbox to service_role;

-- How long to wait before a mail is tried again. Takes how often it was tried.
create function shop.mail_backoff(attempts integer) returns interval
language sql immutable set search_path = ''
as $$
  select make_interval(mins => (array [1, 2, 5, 15, 60])[greatest(1, least(attempts, 5))]);
$$;

-- Who causes a kind of mail and how much it matters: `staff`; of what strangers cause `account` (it opens an account or proves who somebody is; so does
-- every kind that is not named here), `order`, or `extra`; `review` is what only the calendar causes.
create function shop.mail_class(kind shop.mail_kind) returns text
language sql immutable set search_path = ''
as $$
  select case when kind::text in ('staff_invitation', 'message_answer', 'shop_status', 'bank_account', 'return_decided', 'owner_news') then 'staff'
              when kind::text in ('order_confirmation', 'delivery_attempt') then 'order'
              when kind::text in ('contact_message', 'back_in_stock') then 'extra'
              when kind::text = 'review_request' then 'review'
              else 'account' end;
$$;

-- How long a mail that is held back is of use. What opens an account holds for half an hour.
create function shop.mail_keeps(kind shop.mail_kind) returns interval
language sql immutable set search_path = ''
as $$
  select case when shop.mail_class(kind) = 'account' then interval '30 minutes' else interval '3 days' end;
$$;

-- Why a mail may not go now: `recipient` (its mailbox has had what strangers may send it in a day), `shop` (so has the shop as a whole); null: it may.
-- Every kind goes by this. What staff send always goes, and counts for the shop. Of a day, orders and extras leave a sixth to accounts, and accounts two
-- thirds to the others; extras of the whole shop take a third at most, so that no storm of one kind starves another. What is left of earlier days takes
-- half of that. Links that prove an address, of which anybody causes as many as they make up addresses, take half of what accounts may have: whoever forgot a
-- password still gets theirs, and the staff theirs in any case. Asking for a review takes nothing from anybody: it counts for no other mail, is a twelfth of a
-- day's mails at most, and waits while half of the day is used up; a mailbox gets one a day. Days are Pakistan's.
create function shop.why_not_mailed(mail public.mail_outbox) returns text
language plpgsql set search_path = ''
as $$
declare
  limits constant public.limits := shop.limits();
  class constant text := shop.mail_class(mail.kind);
  today constant timestamptz := shop.start_of_day(shop.day_of(now()));
  part constant numeric := case when mail.created_at < today then 0.5 else 1 end;
  accounts integer;
  orders integer;
  extras integer;
  others integer;
  proofs integer;
  reviews integer;
begin
  if class = 'staff' then
    return null;
  end if;
  select count(*) filter (where c.class = 'account'), count(*) filter (where c.class in ('order', 'extra')), count(*) filter (where c.class = 'review')
    into accounts, orders, reviews
    from public.mail_outbox m cross join shop.mail_class(m.kind) as c (class)
   where m.admitted_at >= today and shop.mailbox(m.recipient) = shop.mailbox(mail.recipient) and m.kind::text <> 'whatsapp_question';
  if accounts + orders >= limits.mails_per_recipient * part
     or (case when class = 'account' then accounts >= limits.mails_per_recipient * part / 3 else orders >= limits.mails_per_recipient * part * 5 / 6 end)
     or (class = 'review' and reviews > 0) then
    return 'recipient';
  end if;

  if class = 'account' and exists (select from public.staff s where s.email = mail.recipient and s.is_active) then
    return null;
  end if;

  select count(*) filter (where c.class = 'account'), count(*) filter (where c.class in ('order', 'extra')),
         count(*) filter (where c.class = 'extra'), count(*) filter (where c.class = 'staff'), count(*) filter (where m.kind = 'address_proof'),
         count(*) filter (where c.class = 'review')
    into accounts, orders, extras, others, proofs, reviews
    from public.mail_outbox m cross join shop.mail_class(m.kind) as c (class)
   where m.admitted_at >= today and m.kind::text <> 'whatsapp_question';
  if accounts + orders + others >= limits.mails_per_day * part
     or (case when class = 'account' then accounts >= limits.mails_per_day * part / 3 else orders >= limits.mails_per_day * part * 5 / 6 end)
     or (class = 'extra' and extras >= limits.mails_per_day * part / 3)
     or (mail.kind = 'address_proof' and proofs >= limits.mails_per_day * part / 6)
     or (class = 'review' and (reviews >= limits.mails_per_day * part / 12
                               or accounts + orders + others + reviews >= limits.mails_per_day * part / 2)) then
    return 'shop';
  end if;
  return null;
end;
$$;

-- Lets mails go that may go now, what matters most and what is new first, and holds the others back until the next day in Pakistan; gives up those that
-- are of no use any more. Takes whether limits count. Returns how many it let go. One run at a time, so that no two take the same room.
create function public.admit_mails(limited boolean default true) returns integer
language plpgsql set search_path = ''
as $$
declare
  today constant timestamptz := shop.start_of_day(shop.day_of(now()));
  mail public.mail_outbox;
  reason text;
  admitted integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('admitting mails', 0));
  update public.mail_outbox m set failed_at = now(), last_error = 'held back until it was of no use any more'
   where m.admitted_at is null and m.sent_at is null and m.failed_at is null and m.held_at is not null and m.created_at < now() - shop.mail_keeps(m.kind);
  -- Meanwhile the order was cancelled or came back, or somebody refused or switched them off.
  delete from public.mail_outbox m
   where m.kind = 'review_request' and m.admitted_at is null and m.sent_at is null and m.failed_at is null
     and not ((shop.review_mail_rule() ->> 'isOn')::boolean and shop.may_be_reviewed(m.payload ->> 'order_id'));
  for mail in
    select m.* from public.mail_outbox m
     where m.admitted_at is null and m.sent_at is null and m.failed_at is null and (m.held_at is null or m.held_at < today or not limited)
     order by array_position(array['staff', 'account', 'order', 'extra', 'review'], shop.mail_class(m.kind)), m.held_at is not null, m.created_at, m.id
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
$$;

-- Trigger: limits were raised, so that mails that were held back today are looked at again.
create function shop.look_at_held_mails() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.mail_outbox m set held_at = m.held_at - interval '1 day'
   where m.held_at is not null and m.admitted_at is null and m.sent_at is null and m.failed_at is null;
  return null;
end;
$$;

create trigger limits_raised after update on public.limits
  for each row when (new.mails_per_recipient > old.mails_per_recipient or new.mails_per_day > old.mails_per_day)
  execute function shop.look_at_held_mails();

-- Claims what is due on one way out, the longest waiting first. Takes how many at most, and `mail` or `whatsapp`. Returns [{id, kind, recipient, payload}].
-- Skips what another sender is claiming.
create function public.claim_mails(max_mails integer, channel text default 'mail') returns jsonb
language sql set search_path = ''
as $$
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
$$;

-- Stores what became of claimed mails. Takes [{id, outcome, error}]: `sent`; `failed`, tried again until a day after it was let go; `refused`, given up at once;
-- `waiting`, tried again however old it is; `untried`, as if it had not been claimed. Returns the ids of those given up.
create function public.record_mails(results jsonb) returns text[]
language sql set search_path = ''
as $$
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
$$;

-- A page of the mails that did not go, newest first. Takes `held`, `failed` (given up within the last month) or null for both, how many rows to skip and
-- how many to return. Returns {items: [{id, kind, recipient, about, status, because, error, created_at}], total}; `about` is the order's number, the
-- subject or the piece, never a mail's link.
create function public.list_unsent_mails(status text, page_offset integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
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
$$;

-- Lets a mail go at once that was held back or given up, whatever the limits; it counts to its day. Takes its id. Refuses 404 `mail_not_found`, also
-- when it has gone or is on its way.
create function public.send_mail_now(mail_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.mail_outbox m
     set admitted_at = now(), held_at = null, held_because = null, failed_at = null, last_error = null, next_attempt_at = now()
   where m.id = mail_id and m.sent_at is null and m.kind::text <> 'whatsapp_question'
     and (m.failed_at is not null or (m.held_at is not null and m.admitted_at is null));
  if not found then
    perform shop.refuse('mail_not_found');
  end if;
end;
$$;

-- Removes a mail that was held back or given up. Takes its id. Refuses as `send_mail_now`.
create function public.drop_mail(mail_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.mail_outbox m
   where m.id = mail_id and m.sent_at is null and m.kind::text <> 'whatsapp_question'
     and (m.failed_at is not null or (m.held_at is not null and m.admitted_at is null));
  if not found then
    perform shop.refuse('mail_not_found');
  end if;
end;
$$;

grant execute on function public.admit_mails, public.claim_mails, public.record_mails, public.list_unsent_mails, public.send_mail_now, public.drop_mail
  to service_role;
