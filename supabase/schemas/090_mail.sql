-- Mails to send, written in the transaction they are about: a mail can be late, but it is never lost, and never about something that did not happen.
-- A sender claims a mail by putting off its next attempt: nobody else sends it meanwhile, and one that dies while sending leaves it to the next.
-- Questions by WhatsApp (093) go out the same way.

create type shop.mail_kind as enum ('order_confirmation', 'contact_message', 'message_answer', 'staff_invitation', 'back_in_stock',
                                    'whatsapp_question');

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
  created_at timestamptz not null default now()
);

create index mail_outbox_due on public.mail_outbox (next_attempt_at) where sent_at is null and failed_at is null;

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

-- Claims what is due on one way out, the longest waiting first. Takes how many at most, and `mail` or `whatsapp`. Returns [{id, kind, recipient, payload}].
-- Skips what another sender is claiming.
create function public.claim_mails(max_mails integer, channel text default 'mail') returns jsonb
language sql set search_path = ''
as $$
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
$$;

-- Stores what became of claimed mails. Takes [{id, outcome, error}]: `sent`; `failed`, tried again until the mail is a day old; `refused`, given up at once;
-- `waiting`, tried again however old it is; `untried`, as if it had not been claimed. Returns the ids of those given up.
create function public.record_mails(results jsonb) returns text[]
language sql set search_path = ''
as $$
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
$$;

grant execute on function public.claim_mails, public.record_mails to service_role;
