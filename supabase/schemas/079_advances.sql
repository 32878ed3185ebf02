-- Money before delivery. Three facts stay apart: what was asked, what the customer says was sent, and what staff saw arrive; only the last one moves money
-- (078_payments.sql). Nothing is cancelled by time alone, unless an owner's rule says so.

-- The photos of receipts: only the server writes and reads them, and gives them to staff alone.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('receipts', 'receipts', false, 2097152, array ['image/webp'])
on conflict (id) do update
   set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create policy "Receipts are read and written by the server alone" on storage.objects
  as restrictive for all to anon, authenticated
  using (bucket_id <> 'receipts') with check (bucket_id <> 'receipts');

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

-- Photos of receipts. A row comes before its photo, so that none is lost.
create table public.advance_receipts (
  -- Random, because whoever knows it may send the photo with a transfer of its order.
  id text primary key,
  order_id text not null references public.orders (id),
  name text not null,
  -- Of the photo as the shop drew it: one sent twice has the same.
  hash text not null,
  bytes integer not null,
  created_at timestamptz not null default now(),
  -- A day, unless it is sent with a transfer: then until half a year after staff decided.
  kept_until timestamptz default now() + interval '1 day',
  constraint advance_receipts_id_random check (id ~ '^[0-9a-f]{32}$'),
  constraint advance_receipts_name_unique unique (name),
  constraint advance_receipts_bytes_positive check (bytes > 0)
);

create index advance_receipts_of_order on public.advance_receipts (order_id);
create index advance_receipts_by_hash on public.advance_receipts (hash);
create index advance_receipts_ended on public.advance_receipts (kept_until) where kept_until is not null;

alter table public.advance_receipts enable row level security;
grant select, insert, update, delete on public.advance_receipts to service_role;

create type shop.transfer_state as enum ('sent', 'received', 'rejected', 'taken_back');

-- The letters and digits of a text in a row, with what looks alike as one (O and 0; I, L and 1): where a transaction number is looked for.
create function shop.number_letters(typed text) returns text
language sql immutable set search_path = ''
as $$
  select translate(regexp_replace(shop.plain_signs(typed), '[^A-Z0-9]', '', 'g'), 'OIL', '011');
$$;

-- The one form of a transaction number, in which it counts once over all orders, however it is typed: in any script, with spaces and marks between its
-- signs, with words before or behind it ("TID:", "Trx ID", "Ref #", a name). Its form is itself. Empty for a text without a number.
-- Why O is 0 and I and L are 1, and letters before five digits do not count: docs/decisions/business/0156-asked-sent-received.md.
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

-- The form of a transaction number that somebody has typed. Refuses 422 the field `reference` for letters of a script that no bank here writes and that look
-- like no others: they could stand for a digit that the form would miss. Words in Urdu are fine.
create function shop.read_transaction_number(typed text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if shop.plain_signs(typed) ~ '[\u00aa-\u05ff\u0700-\u074f\u0780-\u1fff\u2100-\u218f\u2460-\u24ff\u2c00-\u2dff\u3005-\ud7ff\U00010000-\U0001efff]' then
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
  receipt_id text references public.advance_receipts (id) on delete set null,
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

create unique index advance_claims_number on public.advance_claims (reference_key) where reference_key <> '' and state in ('sent', 'received');
create index advance_claims_of_order on public.advance_claims (order_id, sent_at);
create index advance_claims_to_check on public.advance_claims (sent_at) include (order_id) where state = 'sent';
create index advance_claims_by_receipt on public.advance_claims (receipt_id) where receipt_id is not null;
create index advance_claims_by_recorder on public.advance_claims (recorded_by) where recorded_by is not null;
create index advance_claims_by_decider on public.advance_claims (decided_by) where decided_by is not null;

alter table public.advance_claims enable row level security;
grant select, insert, update (receipt_id, reference_key, state, payment_id, because, decided_by, decided_at, idempotency_key, request_fingerprint) on public.advance_claims to service_role;

-- When so many hours have passed since a moment, counted between nine in the morning and ten at night: a due time that falls into the night would be late
-- before anybody is up.
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

-- All lists that staff work through: `shop.order_work`, where each open order is once, and beside it {order_id, work} `to_check`: a transfer waits to be
-- found at the bank; `advance_late`: an advance is missing after its time, and no transfer waits.
create view shop.order_lists with (security_invoker = true) as
  select w.order_id, w.work from shop.order_work w
  union all
  select distinct c.order_id, 'to_check' from public.advance_claims c join public.orders o on o.id = c.order_id
   where c.state = 'sent' and o.archived_at is null
  union all
  select m.order_id, 'advance_late' from shop.missing_advances m
   where m.is_late and not exists (select from public.advance_claims c where c.order_id = m.order_id and c.state = 'sent');

grant select on shop.order_lists to service_role;

-- Whether money is asked of an order or was sent for it, so that it is nobody's twin. Takes its id.
create function shop.has_advance(order_id text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.advance_requests r where r.order_id = has_advance.order_id and r.ended_at is null)
      or exists (select from public.advance_claims c where c.order_id = has_advance.order_id and c.state in ('sent', 'received'));
$$;

-- Says at an order's confirmation whether an advance is missing, as long as the order is here: leaving pays nothing. Whoever has confirmed the order while it was missing has confirmed it once it arrives.
-- Takes the order's id.
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
  if confirmation.is_open and not is_missing and confirmation.due_at is not null and confirmation.held_because is null
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

create trigger advance_requests_followed after insert or update on public.advance_requests for each row execute function shop.follow_advance_of_row();
create trigger orders_advance_followed after update on public.orders
  for each row when (old.due_on_delivery <> new.due_on_delivery or old.advance_verified <> new.advance_verified or old.status <> new.status
                     or (old.archived_at is null) <> (new.archived_at is null))
  execute function shop.follow_advance_of_row();

-- What an advance is in rupees: whole ones, at least one, at most what is due. Takes the order's row, the basis, and the sum or the percents.
create function shop.advance_of(asked public.orders, basis shop.advance_basis, figure numeric) returns numeric
language sql immutable set search_path = ''
as $$
  select case when basis = 'delivery' and asked.shipping = 0 then 0
              else least(asked.due_on_delivery, greatest(1, case basis when 'delivery' then asked.shipping when 'sum' then figure
                                                                       when 'share' then round(asked.total_amount * figure / 100)
                                                                       else asked.due_on_delivery end)) end;
$$;

-- Writes down that an advance is asked, instead of the one before. Takes the order, locked, the basis, rupees, the hours until it is due, the reason, and
-- who asks or null.
create function shop.store_request(asked public.orders, basis shop.advance_basis, amount numeric, hours integer, reason text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  stored public.advance_requests;
begin
  update public.advance_requests r set ended_at = clock_timestamp(), ended_by = actor where r.order_id = asked.id and r.ended_at is null;
  insert into public.advance_requests (order_id, basis, amount, goal, reason, asked_by, due_at)
  values (asked.id, store_request.basis, store_request.amount, case when basis <> 'all' then asked.advance_verified + store_request.amount end,
          store_request.reason, actor, shop.after_waking_hours(now(), hours))
  returning * into stored;
  perform shop.log_order_event(asked.id, 'payment', 'advance_asked', null, jsonb_build_object('amount', stored.amount, 'due_at', stored.due_at), stored.reason);
end;
$$;

-- Asks an advance of an order. Takes its id, {basis: delivery | sum | share | all, amount?, percent?, hours, reason?} and the staff member. Returns
-- `shop.advance_json`. Refuses 404 `order_not_found`, 409 `order_left`, 422 the field `basis` when the delivery is free, `amount` above what is due.
create function public.ask_for_advance(order_id text, asked jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  locked constant public.orders := shop.lock_order(order_id);
  basis constant shop.advance_basis := asked ->> 'basis';
  amount numeric;
begin
  perform shop.act_as(actor);
  if not shop.is_unshipped(locked.status) then
    perform shop.refuse('order_left', null, jsonb_build_object('orderNumber', locked.order_number, 'status', locked.status));
  elsif locked.due_on_delivery < 1 then
    perform shop.refuse_field('basis', 'Nothing is due any more');
  end if;
  amount := shop.advance_of(locked, basis, coalesce(asked ->> 'amount', asked ->> 'percent')::numeric);
  if amount = 0 then
    perform shop.refuse_field('basis', 'The delivery is free: ask for a sum or a share');
  elsif basis = 'sum' and amount <> (asked ->> 'amount')::numeric then
    perform shop.refuse_field('amount', format('At most what is due: %s', shop.rupees_text(locked.due_on_delivery)));
  end if;
  perform shop.store_request(locked, basis, amount, (asked ->> 'hours')::integer, coalesce(asked ->> 'reason', ''), actor);
  return shop.advance_json(locked.id);
end;
$$;

-- Asks no longer. Takes the order's id and the staff member. Returns `shop.advance_json`. Refuses 404 `order_not_found`.
create function public.end_advance(order_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  locked constant public.orders := shop.lock_order(order_id);
  ended public.advance_requests;
begin
  perform shop.act_as(actor);
  update public.advance_requests r set ended_at = clock_timestamp(), ended_by = actor where r.order_id = locked.id and r.ended_at is null returning * into ended;
  if found then
    perform shop.log_order_event(locked.id, 'payment', 'advance_asked', jsonb_build_object('amount', ended.amount), null);
  end if;
  return shop.advance_json(locked.id);
end;
$$;

-- Asks an advance of a new order where a rule says so, in the rule's words. Takes the order's row and its score.
create function shop.ask_by_rule(placed public.orders, score integer) returns void
language plpgsql set search_path = ''
as $$
declare
  rules public.confirmation_rules;
  returned integer;
  because text;
  amount numeric;
begin
  select * into rules from public.confirmation_rules r where r.id;
  -- What is collected in the shop is paid there.
  if placed.customer_address = '' or num_nonnulls(rules.advance_returned, rules.advance_value, rules.advance_score) = 0 and not rules.advance_no_cash then
    return;
  end if;
  returned := case when rules.advance_returned is not null then (shop.customer_record(placed.customer_id) ->> 'returned')::integer end;
  because := case
    when returned >= rules.advance_returned then format('Refused %s %s before', returned, case when returned = 1 then 'parcel' else 'parcels' end)
    when placed.total_amount >= rules.advance_value then format('Order of %s or more', shop.rupees_text(rules.advance_value))
    when rules.advance_no_cash and placed.city_takes_cash is false then format('No courier collects cash in %s', placed.city)
    when score >= rules.advance_score then format('Score of %s or more', rules.advance_score) end;
  amount := shop.advance_of(placed, rules.advance_basis, coalesce(rules.advance_amount, rules.advance_percent));
  -- A free delivery leaves nothing to ask.
  if because is not null and amount >= 1 then
    perform shop.store_request(placed, rules.advance_basis, amount, rules.advance_hours, because, null);
  end if;
end;
$$;

-- Notes the photo of a receipt before it is stored, for a day: by then it is sent with a transfer, or goes. Takes the order's number and key, {id, name,
-- hash, bytes}, and a hash of the network or null where nothing is limited. Refuses like `shop.open_order_page`, 409 `advance_not_asked`, and 429
-- `too_many_receipts` beyond 10 a day for one order and 60 from one network.
create function public.add_receipt(order_number text, key text, photo jsonb, network text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  opened constant public.orders := shop.open_order_page(order_number, key);
begin
  perform shop.check_advance_asked(opened.id);
  if network is not null and (public.hit_rate_limit(shop.bucket('receipt order', opened.id), 10, 86400) > 0
                              or public.hit_rate_limit(shop.bucket('receipt', network), 60, 86400) > 0) then
    perform shop.refuse('too_many_receipts');
  end if;
  insert into public.advance_receipts (id, order_id, name, hash, bytes)
  values (photo ->> 'id', opened.id, photo ->> 'name', photo ->> 'hash', (photo ->> 'bytes')::integer);
end;
$$;

-- Refuses 409 `advance_not_asked` where no advance is asked of an order. One that has arrived is still asked: more may have been sent.
create function shop.check_advance_asked(order_id text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from public.advance_requests r where r.order_id = check_advance_asked.order_id and r.ended_at is null) then
    perform shop.refuse('advance_not_asked');
  end if;
end;
$$;

-- Stores that a customer says they have paid; it is nothing until staff find it. Takes the order's number and key, and {reference, receiptId?}. Sending it
-- again changes nothing, but a receipt may follow its number. Returns the page. Refuses like `shop.open_order_page`, 409 `advance_not_asked`, `transfers_wait`
-- while five wait, 422 the field `reference` when nothing was sent or the number belongs to another transfer, `receipt` when it is not kept any more.
create function public.claim_advance(order_number text, key text, transfer jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened constant public.orders := shop.lock_order((shop.open_order_page(order_number, key)).id);
  number constant text := shop.read_transaction_number(coalesce(transfer ->> 'reference', ''));
  receipt constant text := transfer ->> 'receiptId';
  claim public.advance_claims;
begin
  if number = '' and receipt is null then
    perform shop.refuse_field('reference', 'Enter the transaction number, or add a photo of the receipt');
  end if;
  perform shop.check_advance_asked(opened.id);
  if exists (select from public.advance_claims c where c.order_id = opened.id and c.receipt_id = receipt) then
    return public.order_page(order_number, key);
  elsif receipt is not null
        and not exists (select from public.advance_receipts h where h.id = receipt and h.order_id = opened.id and (h.kept_until > now() or h.kept_until is null)) then
    perform shop.refuse_field('receipt', 'The photo was not kept. Please add it again.');
  elsif (select count(*) from public.advance_claims c where c.order_id = opened.id and c.state = 'sent') >= 5 then
    perform shop.refuse('transfers_wait');
  end if;

  insert into public.advance_claims (order_id, reference, reference_key, receipt_id)
  values (opened.id, coalesce(transfer ->> 'reference', ''), number, receipt)
  on conflict (reference_key) where reference_key <> '' and state in ('sent', 'received') do nothing returning * into claim;
  if not found then
    select * into claim from public.advance_claims c where c.reference_key = number and c.state in ('sent', 'received');
    if claim.order_id is distinct from opened.id then
      perform shop.refuse_field('reference', 'This number was sent for another order. Please check it, or call us.');
    elsif claim.receipt_id is not null or claim.state <> 'sent' or receipt is null then
      return public.order_page(order_number, key);
    end if;
    update public.advance_claims c set receipt_id = receipt where c.id = claim.id;
  end if;
  update public.advance_receipts h set kept_until = null where h.id = receipt;
  perform shop.log_order_event(opened.id, 'payment', 'transfer', null,
            jsonb_strip_nulls(jsonb_build_object('transfer', 'sent', 'reference', nullif(claim.reference, ''), 'receipt', case when receipt is not null then 'photo' end)));
  return public.order_page(order_number, key);
end;
$$;

-- A transfer of an order, its order locked. Refuses 404 `order_not_found`, `transfer_not_found`, 409 `transfer_decided` {state} unless it has one of the states.
create function shop.lock_transfer(order_id text, claim_id text, states shop.transfer_state[]) returns public.advance_claims
language plpgsql set search_path = ''
as $$
declare
  locked constant public.orders := shop.lock_order(order_id);
  claim public.advance_claims;
begin
  select * into claim from public.advance_claims c where c.id = claim_id and c.order_id = locked.id for update;
  if not found then
    perform shop.refuse('transfer_not_found');
  elsif claim.state <> all (states) then
    perform shop.refuse('transfer_decided', jsonb_build_object('state', claim.state),
      jsonb_build_object('name', (select s.username from public.staff s where s.id = claim.decided_by)));
  end if;
  return claim;
end;
$$;

-- Stores what staff decided about a transfer; its receipt is kept for half a year more.
create function shop.decide_transfer(claim public.advance_claims, decided shop.transfer_state, because text, payment text, number text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.advance_claims c
     set state = decided, because = decide_transfer.because, payment_id = coalesce(payment, c.payment_id), reference_key = number,
         decided_by = actor, decided_at = clock_timestamp()
   where c.id = claim.id;
  update public.advance_receipts h set kept_until = now() + interval '180 days' where h.id = claim.receipt_id;
exception when unique_violation then
  perform shop.refuse_field('reference', 'Another transfer with this number waits or has arrived');
end;
$$;

-- Books a transfer that staff saw arrive, as it arrived. Takes the order's id, {claimId?, amount, method, reference, isMore?}, the staff member, and the key
-- it was sent with or null: repeating it books nothing more. Without a transfer of the customer it makes one, so that its number counts once. More than is
-- due is taken for a slip of the finger unless `isMore`. Returns `shop.advance_json`. Refuses like `shop.lock_transfer`,
-- 422 `idempotency_mismatch`, the fields `amount` and `reference`.
create function public.verify_transfer(order_id text, seen jsonb, actor uuid, idempotency_key text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  locked constant public.orders := shop.lock_order(order_id);
  amount constant numeric := (seen ->> 'amount')::numeric;
  reference constant text := coalesce(seen ->> 'reference', '');
  number constant text := shop.read_transaction_number(reference);
  fingerprint constant text := md5(jsonb_build_array(order_id, seen)::text);
  claim public.advance_claims;
begin
  perform shop.act_as(actor);
  select * into claim from public.advance_claims c where c.idempotency_key = verify_transfer.idempotency_key;
  if claim.request_fingerprint = fingerprint then
    return shop.advance_json(locked.id);
  elsif claim.id is not null then
    perform shop.refuse('idempotency_mismatch', null, '{"of": "transfer"}');
  elsif seen ->> 'claimId' is not null then
    claim := shop.lock_transfer(locked.id, seen ->> 'claimId', '{sent,rejected}');
  end if;
  if amount > locked.due_on_delivery and not coalesce((seen ->> 'isMore')::boolean, false) then
    perform shop.refuse_field('amount', format('More than the %s that are due. Say so, if it really arrived.', shop.rupees_text(locked.due_on_delivery)));
  end if;
  if claim.id is null then
    begin
      insert into public.advance_claims (order_id, reference, reference_key, recorded_by, is_recorded)
      values (locked.id, reference, number, actor, true) returning * into claim;
    exception when unique_violation then
      perform shop.refuse_field('reference', 'Another transfer with this number waits or has arrived');
    end;
  end if;
  perform shop.decide_transfer(claim, 'received', '', (shop.record_advance(locked, amount, (seen ->> 'method')::shop.payment_method, reference)).id,
                               number, actor);
  update public.advance_claims c set idempotency_key = verify_transfer.idempotency_key, request_fingerprint = fingerprint where c.id = claim.id;
  return shop.advance_json(locked.id);
end;
$$;

-- Says that a transfer cannot be found, and why, in words that the customer reads. Takes the order's id, the transfer's, the reason and the staff member.
-- Returns `shop.advance_json`. Refuses like `shop.lock_transfer`.
create function public.reject_transfer(order_id text, claim_id text, reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  claim constant public.advance_claims := shop.lock_transfer(order_id, claim_id, '{sent}');
begin
  perform shop.act_as(actor);
  perform shop.decide_transfer(claim, 'rejected', reason, null, claim.reference_key, actor);
  perform shop.log_order_event(claim.order_id, 'payment', 'transfer', null,
            jsonb_strip_nulls(jsonb_build_object('transfer', 'not_found', 'reference', nullif(claim.reference, ''))), reason);
  return shop.advance_json(claim.order_id);
end;
$$;

-- Trigger: a transfer is taken back with its payment, whoever takes that back.
create function shop.follow_payment() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.decide_transfer(c, 'taken_back', new.reason, null, c.reference_key, new.actor)
     from public.advance_claims c where c.payment_id = new.reverses and c.state = 'received';
  return null;
end;
$$;

create trigger payments_take_back_transfer after insert on public.payments
  for each row when (new.reverses is not null and new.kind = 'advance') execute function shop.follow_payment();

-- Takes back a transfer that was booked by mistake, for a reason that the customer reads. Takes the order's id, the transfer's, the reason and the staff
-- member. Returns `shop.advance_json`. Refuses like `shop.lock_transfer`, 409 `advance_refunded` where the money went back to the customer meanwhile.
create function public.take_back_transfer(order_id text, claim_id text, reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  claim constant public.advance_claims := shop.lock_transfer(order_id, claim_id, '{received}');
  payment public.payments;
  paid public.orders;
begin
  perform shop.act_as(actor);
  select * into payment from public.payments p where p.id = claim.payment_id;
  select * into paid from public.orders o where o.id = claim.order_id;
  if shop.received_of(paid) < payment.amount then
    perform shop.refuse('advance_refunded', null, jsonb_build_object('refunded', shop.rupees_text(paid.refunded)));
  end if;
  perform shop.take_back(payment, reason);
  return shop.advance_json(claim.order_id);
end;
$$;

-- What staff see of an order's advance: {due, advance, received, total, request: {basis, amount, missing, reason, by, askedAt, dueAt} | null, transfers:
-- [{id, reference, receiptId, state, amount, method, because, isRecorded, by, sentAt, decidedAt, samePhoto: [{orderId, orderNumber, receiptId, sentAt,
-- state}]}]}, the latest transfer first. Takes the order's id. Refuses 404 `order_not_found`.
create function shop.advance_json(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb;
begin
  select jsonb_build_object(
           'due', o.due_on_delivery, 'advance', o.advance_verified, 'total', o.total_amount, 'shipping', o.shipping,
           'may_ask', shop.is_unshipped(o.status) and o.due_on_delivery >= 1,
           'request', (select jsonb_build_object('basis', r.basis, 'amount', r.amount, 'missing', shop.missing_advance(o, r), 'reason', r.reason,
                                'by', s.username, 'asked_at', r.asked_at, 'due_at', r.due_at)
                         from public.advance_requests r left join public.staff s on s.id = r.asked_by
                        where r.order_id = o.id and r.ended_at is null),
           'transfers', (select coalesce(jsonb_agg(jsonb_build_object(
                           'id', c.id, 'reference', coalesce(p.reference, c.reference), 'receipt_id', c.receipt_id, 'state', c.state, 'amount', p.amount,
                           'method', p.method, 'because', c.because, 'is_recorded', c.is_recorded, 'by', s.username, 'sent_at', c.sent_at,
                           'decided_at', c.decided_at, 'same_photo', shop.same_photos(c)) order by c.sent_at desc, c.id desc), '[]')
                           from public.advance_claims c
                           left join public.payments p on p.id = c.payment_id
                           left join public.staff s on s.id = c.decided_by
                          where c.order_id = o.id))
    into answer from public.orders o where o.id = advance_json.order_id and o.archived_at is null;
  if answer is null then
    perform shop.refuse('order_not_found');
  end if;
  return answer;
end;
$$;

-- Other transfers whose receipt is the same photo: [{orderId, orderNumber, receiptId, sentAt, state}], the latest first.
create function shop.same_photos(claim public.advance_claims) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('order_id', o.id, 'order_number', o.order_number, 'receipt_id', other.receipt_id, 'sent_at', other.sent_at,
                              'state', other.state) order by other.sent_at desc, other.id), '[]')
    from public.advance_receipts mine
    join public.advance_receipts h on h.hash = mine.hash
    join public.advance_claims other on other.receipt_id = h.id and other.id <> claim.id
    join public.orders o on o.id = other.order_id
   where mine.id = claim.receipt_id;
$$;

-- `shop.advance_json` for the API.
create function public.order_advance(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return shop.advance_json(order_id);
end;
$$;

-- What an order's page says of its advance: {advance: {missing, reason, dueAt, received, transfers: [{reference, hasReceipt, state, amount, because,
-- sentAt}], accounts}}, the latest transfer first, and while something is missing where to pay it; nothing where none is asked and none was sent. Takes the
-- order's row.
create function shop.page_advance_json(opened public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  request public.advance_requests;
  missing numeric;
  transfers constant jsonb := (
    select jsonb_agg(jsonb_build_object('reference', coalesce(p.reference, c.reference), 'has_receipt', c.receipt_id is not null, 'state', c.state,
                       'amount', p.amount, 'because', c.because, 'sent_at', c.sent_at) order by c.sent_at desc, c.id desc)
      from public.advance_claims c left join public.payments p on p.id = c.payment_id where c.order_id = opened.id);
begin
  select * into request from public.advance_requests r where r.order_id = opened.id and r.ended_at is null;
  missing := coalesce(shop.missing_advance(opened, request), 0);
  return case when request.id is null and transfers is null then '{}'
              else jsonb_build_object('advance', jsonb_build_object(
                     'is_asked', request.id is not null, 'missing', missing, 'reason', coalesce(request.reason, ''),
                     'due_at', request.due_at, 'received', opened.advance_verified, 'transfers', coalesce(transfers, '[]'),
                     'accounts', case when missing > 0 then public.payable_accounts() else '[]' end)) end;
end;
$$;

-- The receipt of a transfer: {name}. Takes its id. Refuses 404 `receipt_not_found`.
create function public.find_receipt(receipt_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  found_name text;
begin
  -- Only what was sent with a transfer.
  select h.name into found_name from public.advance_receipts h
   where h.id = find_receipt.receipt_id and exists (select from public.advance_claims c where c.receipt_id = h.id);
  if not found then
    perform shop.refuse('photo_not_found');
  end if;
  return jsonb_build_object('name', found_name);
end;
$$;

-- The names of at most 100 photos of receipts whose time is over. Whoever asks removes them from the storage, and then their rows.
create function public.ended_receipts() returns table (name text)
language sql stable set search_path = ''
as $$
  select h.name from public.advance_receipts h where h.kept_until <= now() order by h.kept_until limit 100;
$$;

-- Cancels orders whose advance is as many hours late as the owner's rule says, where one says so: those of which nothing was received, and for which no
-- transfer waits. Returns how many.
create function public.cancel_late_advances() returns integer
language plpgsql set search_path = ''
as $$
declare
  hours_late constant integer := (select r.advance_cancel_hours from public.confirmation_rules r where r.id);
  late text;
  cancelled integer := 0;
begin
  for late in
    select m.order_id from shop.missing_advances m
     where m.due_at + make_interval(hours => hours_late) <= now()
       and not exists (select from public.advance_claims c where c.order_id = m.order_id and c.state in ('sent', 'received'))
     order by m.order_id limit 100
  loop
    -- Once locked, whatever came meanwhile counts.
    perform 1 from public.orders o where o.id = late and o.archived_at is null and o.advance_verified + o.credit_used = 0 for update skip locked;
    if found and exists (select from shop.missing_advances m where m.order_id = late)
       and not exists (select from public.shipments s where s.order_id = late and s.archived_at is null)
       and not exists (select from public.advance_claims c where c.order_id = late and c.state in ('sent', 'received')) then
      perform shop.log_order_event(late, 'note', '', null, null, format('Rule: cancelled, because the advance is %s hours late', hours_late));
      perform public.set_order_status(late, 'cancelled', null);
      cancelled := cancelled + 1;
    end if;
  end loop;
  return cancelled;
end;
$$;

grant execute on function public.ask_for_advance, public.end_advance, public.add_receipt, public.claim_advance, public.verify_transfer, public.reject_transfer,
  public.take_back_transfer, public.order_advance, public.find_receipt, public.ended_receipts, public.cancel_late_advances to service_role;
