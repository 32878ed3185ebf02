-- Money before delivery. Three facts stay apart: what was asked, what the customer says was sent, and what staff saw arrive; only the last
-- one moves money (money/payments.sql). Nothing is cancelled by time alone, unless an owner's rule says so.

-- The photos of transfers: only the server writes and reads them, and gives them to staff alone.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('transfer-photos', 'transfer-photos', false, 2097152, array ['image/webp'])
on conflict (id) do update
   set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create policy "Photos of transfers are read and written by the server alone" on storage.objects
  as restrictive for all to anon, authenticated
  using (bucket_id <> 'transfer-photos') with check (bucket_id <> 'transfer-photos');

-- An advance that was asked of an order. Asking anew ends the one before.
create table public.advance_requests (
  id text primary key default shop.new_id(),
  order_id text not null references public.orders (id),
  basis shop.advance_basis not null,
  -- What was asked then.
  amount numeric(12, 2) not null,
  -- What the order has received in advance once it is paid; null: everything, however the order grows.
  goal numeric(12, 2),
  -- What staff or the rule say; the customer reads it, too.
  reason text not null default '',
  -- Null: a rule, or the checkout.
  asked_by uuid references public.staff (id) on delete set null,
  asked_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid references public.staff (id) on delete set null,
  constraint advance_requests_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint advance_requests_amount_positive check (amount >= 1),
  constraint advance_requests_goal check ((goal is null) = (basis = 'all') and (goal is null or goal >= amount)),
  constraint advance_requests_reason_length check (char_length(reason) <= 300)
);

create unique index advance_requests_one_open on public.advance_requests (order_id) where ended_at is null;
create index advance_requests_of_order on public.advance_requests (order_id, asked_at);
create index advance_requests_by_asker on public.advance_requests (asked_by) where asked_by is not null;
create index advance_requests_by_ender on public.advance_requests (ended_by) where ended_by is not null;

alter table public.advance_requests enable row level security;
grant select, insert, update (ended_at, ended_by) on public.advance_requests to service_role;

-- Photos of the receipts of transfers. A row comes before its photo, so that none is lost.
create table public.transfer_photos (
  -- Random, because whoever knows it may send the photo with a transfer of its order.
  id text primary key,
  order_id text not null references public.orders (id),
  name text not null,
  -- The hash of the photo as the shop drew it. A photo that is sent twice has the same one.
  hash text not null,
  bytes integer not null,
  created_at timestamptz not null default now(),
  -- A day, unless it is sent with a transfer: then until half a year after staff decided.
  kept_until timestamptz default now() + interval '1 day',
  constraint transfer_photos_id_random check (id ~ '^[0-9a-f]{32}$'),
  constraint transfer_photos_name_unique unique (name),
  constraint transfer_photos_bytes_positive check (bytes > 0)
);

create index transfer_photos_of_order on public.transfer_photos (order_id);
create index transfer_photos_by_hash on public.transfer_photos (hash);
create index transfer_photos_ended on public.transfer_photos (kept_until) where kept_until is not null;

alter table public.transfer_photos enable row level security;
grant select, insert, update, delete on public.transfer_photos to service_role;

create type shop.transfer_state as enum ('sent', 'received', 'rejected', 'taken_back');

-- The letters and digits of a text in a row, with what looks alike as one (O and 0; I, L and 1): where a transaction number is looked for.
create function shop.number_letters(typed text) returns text
language sql immutable set search_path = ''
as $$
  select translate(regexp_replace(shop.plain_signs(typed), '[^A-Z0-9]', '', 'g'), 'OIL', '011');
$$;

-- The one form of a transaction number, in which it counts once over all orders, however it is typed: in any script, with spaces and marks
-- between its signs, with words before or behind it ("TID:", "Trx ID", "Ref #", a name). Its form is itself. Empty for a text without a
-- number. Why O is 0 and I and L are 1, and letters before five digits do not count: docs/decisions/business/0156-asked-sent-received.md.
create function shop.transaction_key(typed text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  -- Letters that are no digits in disguise come before these signs of a number.
  words constant text := '(TRANSACTION|TRANSFER|TRANS|TRX|TXN|TID|RRN|STAN|REFERENCE|REF|NUMBER|NUM|NO|ID)+';
  number text := trim(regexp_replace(shop.plain_signs(typed), '[^A-Z0-9]+', ' ', 'g'));
  bare text;
begin
  number := trim(regexp_replace(number, '\m' || words || '(?=\M|[0-9OIL]*[0-9])', '', 'g'));
  -- Words before it, and the letters that a bank begins all its numbers with.
  bare := regexp_replace(number, '^((?![OIL]+ )[A-Z]+ +)*([A-Z]*[A-HJKMNP-Z](?=[OIL]*[0-9]))?', '');
  if char_length(regexp_replace(bare, '[^0-9OIL]', '', 'g')) >= 5 then
    number := bare;
  end if;
  -- What follows a long number without letters.
  bare := substring(number from '^([0-9OIL ]*[0-9OIL]) +(?![OIL]+\M)[A-Z]{2}');
  if char_length(regexp_replace(bare, '[^0-9OIL]', '', 'g')) >= 8 then
    number := bare;
  end if;
  number := shop.number_letters(number);
  -- What was between its signs may have hidden a word: read again until nothing is left out. It never gets longer.
  return case when number = typed then number else shop.transaction_key(number) end;
end;
$$;

-- The form of a transaction number that somebody has typed. Refuses 422 the field `reference` for letters of a script that no bank here
-- writes and that look like no others: they could stand for a digit that the form would miss. Words in Urdu are fine.
create function shop.read_transaction_number(typed text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if shop.plain_signs(typed) ~
    '[\u00aa-\u05ff\u0700-\u074f\u0780-\u1fff\u2100-\u218f\u2460-\u24ff\u2c00-\u2dff\u3005-\ud7ff\U00010000-\U0001efff]' then
    perform shop.refuse_field('reference', 'Type the number as the receipt shows it, with the letters A to Z');
  end if;
  return shop.transaction_key(typed);
end;
$$;

-- Transfers that customers say they made, and those that staff saw without being told. What was sent stays; staff decide about it.
create table public.advance_claims (
  id text primary key default shop.new_id(),
  order_id text not null references public.orders (id),
  -- The transaction number as it was typed, and how it is compared: no two transfers that count have the same.
  reference text not null default '',
  reference_key text not null default '',
  photo_id text references public.transfer_photos (id) on delete set null,
  sent_at timestamptz not null default clock_timestamp(),
  -- Staff who booked it without a word of the customer; null: the customer sent it.
  recorded_by uuid references public.staff (id) on delete set null,
  is_recorded boolean not null default false,
  state shop.transfer_state not null default 'sent',
  -- The payment that staff booked; it stays when it was taken back.
  payment_id text references public.payments (id),
  -- Why it was rejected or taken back, as the customer reads it.
  because text not null default '',
  decided_by uuid references public.staff (id) on delete set null,
  decided_at timestamptz,
  -- One press of a button is one transfer.
  idempotency_key text,
  request_fingerprint text,
  constraint advance_claims_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint advance_claims_key_unique unique (idempotency_key),
  constraint advance_claims_payment_unique unique (payment_id),
  constraint advance_claims_number_normal check (reference_key = shop.transaction_key(reference_key)),
  constraint advance_claims_reference_length check (char_length(reference) <= 60),
  constraint advance_claims_because_length check (char_length(because) <= 300),
  constraint advance_claims_decided check ((state = 'sent') = (decided_at is null)),
  constraint advance_claims_paid check ((state in ('received', 'taken_back')) = (payment_id is not null)),
  constraint advance_claims_says_why check (state not in ('rejected', 'taken_back') or because <> '')
);

create unique index advance_claims_number on public.advance_claims (reference_key) where reference_key <> ''
  and state in ('sent', 'received');
create index advance_claims_of_order on public.advance_claims (order_id, sent_at);
create index advance_claims_to_check on public.advance_claims (sent_at) include (order_id) where state = 'sent';
create index advance_claims_by_photo on public.advance_claims (photo_id) where photo_id is not null;
create index advance_claims_by_recorder on public.advance_claims (recorded_by) where recorded_by is not null;
create index advance_claims_by_decider on public.advance_claims (decided_by) where decided_by is not null;

alter table public.advance_claims enable row level security;
grant select, insert, update (photo_id, reference_key, state, payment_id, because, decided_by, decided_at, idempotency_key,
                              request_fingerprint) on public.advance_claims to service_role;

-- When so many hours have passed since a moment, counted between nine in the morning and ten at night: a due time that falls into the night
-- would be late before anybody is up.
create function shop.after_waking_hours(moment timestamptz, hours integer) returns timestamptz
language plpgsql immutable set search_path = ''
as $$
declare
  -- Thirteen hours of each day count.
  starts constant timestamp := shop.after_quiet_hours(moment) at time zone 'Asia/Karachi';
  counted constant interval := starts::time - time '09:00' + make_interval(hours => hours);
  -- The last minute of a day is due that day, not the next morning.
  days constant integer := ceil(extract(epoch from counted) / 46800)::integer - 1;
begin
  return (starts::date + days + time '09:00' + (counted - days * interval '13 hours')) at time zone 'Asia/Karachi';
end;
$$;

-- What is still missing of an advance: nothing once the order has left, is cancelled or deleted. Takes the order's row and the request's.
create function shop.missing_advance(asked public.orders, request public.advance_requests) returns numeric
language sql immutable set search_path = ''
as $$
  select case when request.ended_at is not null or asked.archived_at is not null or asked.status not in ('pending', 'processing') then 0
              when request.goal is null then asked.due_on_delivery
              else greatest(0, least(request.goal - asked.advance_verified, asked.due_on_delivery)) end;
$$;

-- The advances that are still missing: {order_id, request_id, missing, due_at, is_late}.
create view shop.missing_advances with (security_invoker = true) as
  select o.id as order_id, r.id as request_id, m.missing, r.due_at, r.due_at <= now() as is_late
    from public.orders o
    join public.advance_requests r on r.order_id = o.id and r.ended_at is null
   cross join lateral (select shop.missing_advance(o, r) as missing) m
   where o.status in ('pending', 'processing') and o.archived_at is null and m.missing > 0;
grant select on shop.missing_advances to service_role;

-- Whether money is asked of an order or was sent for it, so that it is nobody's twin. Takes its id.
create function shop.has_advance(order_id text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.advance_requests r where r.order_id = has_advance.order_id and r.ended_at is null)
      or exists (select from public.advance_claims c where c.order_id = has_advance.order_id and c.state in ('sent', 'received'));
$$;

-- Says at an order's confirmation whether an advance is missing, as long as the order is here: leaving pays nothing. Whoever has confirmed
-- the order while it was missing has confirmed it once it arrives. Takes the order's id.
create function shop.follow_advance(order_id text) returns void
language plpgsql set search_path = ''
as $$
declare
  is_missing constant boolean := exists (select from shop.missing_advances m where m.order_id = follow_advance.order_id);
  confirmation public.order_confirmations;
begin
  update public.order_confirmations c set awaits_advance = is_missing
   where c.order_id = follow_advance.order_id and c.awaits_advance <> is_missing
     and exists (select from public.orders o where o.id = c.order_id and shop.is_unshipped(o.status) and o.archived_at is null)
  returning * into confirmation;
  if confirmation.is_open and not is_missing and confirmation.due_at is not null and confirmation.call_because is null
     and exists (select from public.orders o where o.id = confirmation.order_id and o.advance_verified > 0)
     and exists (select from public.confirmation_attempts a
                  where a.order_id = confirmation.order_id and a.how = 'shopper' and a.outcome = 'confirmed') then
    perform shop.store_attempt(confirmation, 'rule', 'confirmed', null, 'The customer said yes, and the advance arrived', null);
  end if;
end;
$$;

-- Triggers: an advance is missing, or not any more, by what is asked and by what the order costs and has received.
create function shop.follow_advance_of_row() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.follow_advance(coalesce(to_jsonb(new) ->> 'order_id', new.id));
  return null;
end;
$$;

create trigger advance_requests_followed after insert or update on public.advance_requests for each row
  execute function shop.follow_advance_of_row();

-- What an advance is in rupees: whole ones, at least one, at most what is due. Takes the order's row, the basis, and the sum or the
-- percents.
create function shop.advance_of(asked public.orders, basis shop.advance_basis, figure numeric) returns numeric
language sql immutable set search_path = ''
as $$
  select case when basis = 'delivery' and asked.shipping = 0 then 0
              else least(asked.due_on_delivery,
                         greatest(1, case basis when 'delivery' then asked.shipping
                                                when 'sum' then figure
                                                when 'share' then round(asked.total_amount * figure / 100)
                                                else asked.due_on_delivery end)) end;
$$;

-- Writes down that an advance is asked, instead of the one before. Takes the order, locked, the basis, rupees, the hours until it is due,
-- the reason, and who asks or null.
create function shop.store_request(asked public.orders, basis shop.advance_basis, amount numeric, hours integer, reason text,
                                   actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  stored public.advance_requests;
begin
  update public.advance_requests r set ended_at = clock_timestamp(), ended_by = actor where r.order_id = asked.id and r.ended_at is null;
  insert into public.advance_requests (order_id, basis, amount, goal, reason, asked_by, due_at)
  values (asked.id, store_request.basis, store_request.amount,
          case when basis <> 'all' then asked.advance_verified + store_request.amount end,
          store_request.reason, actor, shop.after_waking_hours(now(), hours))
  returning * into stored;
  perform shop.log_order_event(asked.id, 'payment', 'advance_asked', null,
                               jsonb_build_object('amount', stored.amount, 'due_at', stored.due_at), stored.reason);
end;
$$;

create trigger advance_claims_push after insert on public.advance_claims
  for each row when (not new.is_recorded) execute function shop.push_transfer();
