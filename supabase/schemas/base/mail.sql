-- Mails to send, written in the transaction they are about: a mail can be late, but it is never lost, and never about something that did
-- not happen. A sender claims a mail by putting off its next attempt: nobody else sends it meanwhile, and one that dies while sending
-- leaves it to the next. Before that it is let go (`admit_mails`): strangers cause most mails, and neither a mailbox nor the provider's day
-- is theirs to fill. Questions by WhatsApp (orders/whatsapp.sql) go out the same way.

create type shop.mail_kind as enum ('order_confirmation', 'contact_message', 'message_answer', 'staff_invitation', 'back_in_stock',
                                    'whatsapp_question', 'password_reset', 'address_proof', 'review_request', 'shop_status', 'bank_account',
                                    'delivery_attempt', 'return_decided',
                                    'owner_news', 'order_link', 'parcel_left', 'parcel_arrived');

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
  held_back_at timestamptz,
  held_back_because text,
  constraint mail_outbox_held_back_for_reason check (
    (held_back_at is null) = (held_back_because is null) and held_back_because in ('recipient', 'shop'))
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
create index mail_outbox_not_admitted on public.mail_outbox (created_at) where admitted_at is null
  and sent_at is null and failed_at is null;
create index mail_outbox_admitted on public.mail_outbox (admitted_at);
create index mail_outbox_by_mailbox on public.mail_outbox (shop.mailbox(recipient), admitted_at);

alter table public.mail_outbox enable row level security;
grant select, insert, update, delete on public.mail_outbox to service_role;

-- How long to wait before a mail is tried again. Takes how often it was tried.
create function shop.mail_backoff(attempts integer) returns interval
language sql immutable set search_path = ''
as $$
  select make_interval(mins => (array [1, 2, 5, 15, 60])[greatest(1, least(attempts, 5))]);
$$;

-- Who causes a kind of mail and how much it matters: `staff`; strangers cause `account` (it opens an account or proves who somebody is;
-- every kind that is not named here counts as one), `order` and `extra`; `review` is what only the calendar causes.
create function shop.mail_class(kind shop.mail_kind) returns text
language sql immutable set search_path = ''
as $$
  select case when kind::text in ('staff_invitation', 'message_answer', 'shop_status', 'bank_account', 'return_decided',
                                  'owner_news') then 'staff'
              when kind::text in ('order_confirmation', 'delivery_attempt', 'parcel_left') then 'order'
              when kind::text in ('contact_message', 'back_in_stock', 'parcel_arrived') then 'extra'
              when kind::text = 'review_request' then 'review'
              else 'account' end;
$$;

-- How long a mail that is held back is of use. What opens an account holds for half an hour.
create function shop.mail_keeps(kind shop.mail_kind) returns interval
language sql immutable set search_path = ''
as $$
  select case when shop.mail_class(kind) = 'account' then interval '30 minutes' else interval '3 days' end;
$$;

-- Claims what is due on one way out, the longest waiting first. Takes how many at most, and `mail` or `whatsapp`. Returns [{id, kind,
-- recipient, payload}]. Skips what another sender is claiming.
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

-- Stores what became of claimed mails. Takes [{id, outcome, error}]: `sent`; `failed`, tried again until a day after it was let go;
-- `refused`, given up at once; `waiting`, tried again however old it is; `untried`, as if it had not been claimed. Returns the ids of those
-- given up.
create function public.record_mails(results jsonb) returns text[]
language sql set search_path = ''
as $$
  with recorded as (
    update public.mail_outbox m
       set sent_at = case when r.outcome = 'sent' then now() end,
           failed_at = case when r.outcome = 'refused' or (r.outcome = 'failed' and m.admitted_at <= now() - interval '24 hours')
                            then now() end,
           last_error = case r.outcome when 'sent' then null when 'untried' then m.last_error else r.error end,
           attempts = case when r.outcome = 'untried' then m.attempts - 1 else m.attempts end,
           next_attempt_at = case when r.outcome = 'untried' then now() else m.next_attempt_at end
      from jsonb_to_recordset(results) as r (id text, outcome text, error text)
     where m.id = r.id and m.sent_at is null
    returning m.id, m.failed_at
  )
  select coalesce(array_agg(d.id) filter (where d.failed_at is not null), '{}') from recorded d;
$$;

-- A page of the mails that did not go, newest first. Takes `held_back`, `failed` (given up within the last month) or null for both, how
-- many rows to skip and how many to return. Returns {items: [{id, kind, recipient, about, status, because, error, created_at}], total};
-- `about` is the order's number, the subject or the piece, never a mail's link.
create function public.list_unsent_mails(status text, page_offset integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  found_ids constant text[] := array (
    select m.id from public.mail_outbox m
     where m.sent_at is null and m.kind::text <> 'whatsapp_question'
       and (m.failed_at is not null or (m.held_back_at is not null and m.admitted_at is null))
       and case list_unsent_mails.status when 'held_back' then m.failed_at is null when 'failed' then m.failed_at is not null else true end
     order by m.created_at desc, m.id);
begin
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'recipient', m.recipient, 'created_at', m.created_at,
                                'about', coalesce(m.payload ->> 'order_number', m.payload ->> 'subject', m.payload ->> 'product_name', ''),
                                'status', case when m.failed_at is null then 'held_back' else 'failed' end,
                                'because', m.held_back_because, 'error', m.last_error) order by page.place), '[]')
                from unnest(found_ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.mail_outbox m on m.id = page.id),
    'total', cardinality(found_ids));
end;
$$;

-- Lets a mail go at once that was held back or given up, whatever the limits; it counts to its day. Takes its id. Refuses 404
-- `mail_not_found`, also when it has gone or is on its way.
create function public.send_mail_now(mail_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.mail_outbox m
     set admitted_at = now(), held_back_at = null, held_back_because = null, failed_at = null, last_error = null, next_attempt_at = now()
   where m.id = mail_id and m.sent_at is null and m.kind::text <> 'whatsapp_question'
     and (m.failed_at is not null or (m.held_back_at is not null and m.admitted_at is null));
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
     and (m.failed_at is not null or (m.held_back_at is not null and m.admitted_at is null));
  if not found then
    perform shop.refuse('mail_not_found');
  end if;
end;
$$;

grant execute on function public.claim_mails, public.record_mails, public.list_unsent_mails, public.send_mail_now,
  public.drop_mail to service_role;
