-- What the shop spends besides pieces, couriers and taxes is written down by the day it counts for, advertising also by where the orders
-- come from that it is to bring (read/profit.sql). The books have it when it is written down: a day before may lie in a closed month. What
-- was booked by mistake is taken back as any other payment (`reverse_payment`).

-- One press writes one expense: the key it was sent with, and the fingerprint of what was sent.
create table shop.expense_keys (
  idempotency_key text primary key,
  request_fingerprint text not null,
  payment_id text not null references public.payments (id),
  created_at timestamptz not null default now()
);

create index expense_keys_of_payment on shop.expense_keys (payment_id);

alter table shop.expense_keys enable row level security;
grant select, insert on shop.expense_keys to service_role;

-- Books what was spent. Takes {expense, spentOn: its day, advertises: of advertising where the orders come from that it is to bring,
-- amount: rupees, method: any but `store_credit`, reference, reason: may be empty}, the staff member, and the key of the attempt or null; a
-- repeated key answers with the first payment. Returns `shop.payment_json`. Refuses 422 `spentOn` for a day to come or more than a year
-- ago, 422 `idempotency_mismatch`, 403 `not_allowed` without `verify_payments`.
create function public.book_expense(spent jsonb, actor uuid, idempotency_key text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  fingerprint constant text := md5(spent::text);
  day constant date := (spent ->> 'spentOn')::date;
  pressed shop.expense_keys;
  booked public.payments;
begin
  perform shop.act_as(actor);
  perform pg_advisory_xact_lock(hashtextextended('expense ' || idempotency_key, 0)) where idempotency_key is not null;
  select * into pressed from shop.expense_keys k where k.idempotency_key = book_expense.idempotency_key;
  if pressed.request_fingerprint = fingerprint then
    return (select shop.payment_json(p) from public.payments p where p.id = pressed.payment_id);
  elsif pressed.request_fingerprint is not null then
    perform shop.refuse('idempotency_mismatch', null, '{"of": "expense"}');
  elsif day > shop.day_of(now()) then
    perform shop.refuse_field('spentOn', 'A day until today');
  elsif day < shop.day_of(now()) - 366 then
    perform shop.refuse_field('spentOn', 'At most a year ago');
  end if;
  insert into public.payments (kind, method, from_account, to_account, amount, expense, spent_on, advertises, reference, reason, actor)
  values ('expense', (spent ->> 'method')::shop.payment_method,
          case spent ->> 'method' when 'cash' then 'cash' else 'bank' end::shop.ledger_account, 'expenses',
          (spent ->> 'amount')::numeric, (spent ->> 'expense')::shop.expense, day,
          (spent ->> 'advertises')::shop.order_source, spent ->> 'reference', spent ->> 'reason', actor)
  returning * into booked;
  insert into shop.expense_keys (idempotency_key, request_fingerprint, payment_id)
  select book_expense.idempotency_key, fingerprint, booked.id where book_expense.idempotency_key is not null;
  return shop.payment_json(booked);
end;
$$;

grant execute on function public.book_expense to service_role;
