-- Orders are asked about by WhatsApp, where the shop is set up for its Cloud API: one question for each order, and what is pressed or
-- written upon it. Meta tells everything at least once and in any order, so that whatever is told twice or late leaves the same behind.

-- In the order in which they win: what was delivered has not failed, whatever is told afterwards.
create type shop.whatsapp_status as enum ('waiting', 'sent', 'failed', 'delivered', 'read');

create type shop.whatsapp_button as enum ('confirm', 'change', 'cancel');

create table public.whatsapp_questions (
  -- That of its row in the outbox. WhatsApp repeats it with everything it tells of the message.
  id text primary key default shop.new_id(),
  order_id text not null references public.orders (id),
  -- In digits, as WhatsApp writes it.
  phone text not null,
  -- Comes back from the buttons: only who got the message knows it.
  button_key text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  -- What was asked about, as `shop.order_version` has it. An answer says nothing about an order that was changed since.
  order_version text not null,
  whatsapp_id text,
  status shop.whatsapp_status not null default 'waiting',
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint whatsapp_questions_order_unique unique (order_id),
  constraint whatsapp_questions_button_key_unique unique (button_key)
);

create index whatsapp_questions_by_phone on public.whatsapp_questions (phone, created_at desc);
create index whatsapp_questions_by_age on public.whatsapp_questions (created_at);

alter table public.whatsapp_questions enable row level security;
grant select, insert, update, delete on public.whatsapp_questions to service_role;

-- Trigger: writes down how far a question came.
create function shop.log_whatsapp_question() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.log_order_event(new.order_id, 'message', 'WhatsApp', jsonb_build_object('status', old.status),
                               jsonb_build_object('status', new.status));
  return null;
end;
$$;

create trigger whatsapp_questions_logged after update on public.whatsapp_questions
  for each row when (old.status <> new.status) execute function shop.log_whatsapp_question();

create table public.whatsapp_answers (
  -- What WhatsApp calls the message: told again, it is there already.
  id text primary key,
  order_id text not null references public.orders (id),
  -- What the shopper asks for, by a button or a text with the order's digits; null for other texts.
  pressed shop.whatsapp_button,
  body text,
  -- What it did: `confirmed`, `call_back`, or why it did nothing. Null for texts that are only to be read.
  effect text,
  sent_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint whatsapp_answers_button_or_text check (num_nonnulls(pressed, body) > 0)
);

create index whatsapp_answers_by_order on public.whatsapp_answers (order_id, sent_at, id);
create index whatsapp_answers_by_age on public.whatsapp_answers (created_at);

alter table public.whatsapp_answers enable row level security;
grant select, insert, update, delete on public.whatsapp_answers to service_role;

-- The digits of a phone number, as WhatsApp writes it. Takes a normalised one.
create function shop.whatsapp_number(phone text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(phone, '\D', '', 'g');
$$;
