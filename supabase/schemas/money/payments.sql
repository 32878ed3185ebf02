-- Payments: what was paid, by whom, how, and where the money is. Every payment moves an amount from one account to another, so that all
-- accounts together are always zero, and what one lost another has. Rows are only added; a mistake is taken back by a row of the other
-- direction.

-- Where money is, or went. `customer`: with the customers, below zero by what they gave. `courier`: collected at doors, and not paid out to
-- the shop yet. `bank`, `cash`: with the shop. `charges`, `tax_withheld`: what a courier keeps of what it pays out. `credit`: store credit,
-- below zero by what the shop owes. `written_off`: lost, or given away; what couriers pay for that comes from it. `suppliers`: paid for
-- pieces. `expenses`: spent on anything else.
create type shop.ledger_account as enum ('customer', 'courier', 'bank', 'cash', 'charges', 'tax_withheld', 'credit', 'written_off',
                                      'suppliers', 'expenses');

-- `advance`: before delivery. `collected`: at the door or at the counter. `credit_used`: store credit that an order takes. `refund`: back
-- to the customer. `credit_given`: store credit, given by staff. `claim`: what a courier pays for a parcel that it lost or broke,
-- or back of what it kept too much.
-- `settled`: what a courier pays out and keeps, by a file of its own (money/settlements.sql). `short_paid`: what it never paid of a
-- parcel's cash, as the shop accepted. `supplier_paid`: what a supplier gets for its pieces. `expense`: what the shop spends on
-- anything else.
create type shop.payment_kind as enum ('advance', 'collected', 'credit_used', 'refund', 'credit_given', 'claim', 'settled', 'short_paid',
                                       'supplier_paid', 'expense');

-- What the shop spends on besides pieces, couriers and taxes.
create type shop.expense as enum ('advertising', 'packing', 'wages', 'other_expenses');

-- How money moved. `wallet`: Easypaisa, JazzCash and the like.
create type shop.payment_method as enum ('bank_transfer', 'raast', 'wallet', 'cash', 'store_credit');

-- Whether a payment of a kind moves money from one account to another.
create function shop.moves(kind shop.payment_kind, source shop.ledger_account, target shop.ledger_account) returns boolean
language sql immutable set search_path = ''
as $$
  select case kind::text
    when 'advance' then source = 'customer' and target in ('bank', 'cash')
    when 'collected' then source = 'customer' and target in ('courier', 'cash')
    when 'credit_used' then source = 'customer' and target = 'credit'
    when 'refund' then source in ('bank', 'cash', 'credit') and target = 'customer'
    when 'credit_given' then source = 'credit' and target = 'written_off'
    when 'claim' then source in ('written_off', 'charges', 'tax_withheld') and target in ('bank', 'cash', 'courier')
    -- A file of returned parcels alone may leave the shop paying the courier.
    when 'settled' then source = 'courier' and target in ('bank', 'charges', 'tax_withheld') or source = 'bank' and target = 'courier'
    when 'short_paid' then source = 'courier' and target = 'written_off'
    when 'supplier_paid' then source in ('bank', 'cash') and target::text = 'suppliers'
    when 'expense' then source in ('bank', 'cash') and target::text = 'expenses' end;
$$;

create table public.payments (
  id text primary key default shop.new_id(),
  sequence bigint not null generated always as identity,
  kind shop.payment_kind not null,
  method shop.payment_method not null,
  from_account shop.ledger_account not null,
  to_account shop.ledger_account not null,
  amount numeric(12, 2) not null,
  order_id text references public.orders (id),
  -- Whose store credit it is; null where it moves none.
  customer_id text references public.customers (id),
  -- The transaction number of bank or wallet.
  reference text not null default '',
  reason text not null default '',
  -- Which courier has the money, or paid it. Null where it is no courier's, or nobody knows whose.
  courier_id text references public.couriers (id),
  -- The courier's file that says so.
  settlement_id text references public.settlements (id),
  -- Who was paid for pieces.
  supplier_id text references public.suppliers (id),
  -- What was spent on, the day it counts for, and of advertising where the orders come from that it is to bring.
  expense shop.expense,
  spent_on date,
  advertises shop.order_source,
  -- The payment that this one takes back.
  reverses text references public.payments (id),
  -- Null: nobody of the staff, or an account that is gone.
  actor uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint payments_amount_positive check (amount > 0),
  constraint payments_reversed_once unique (reverses),
  constraint payments_reference_length check (char_length(reference) <= 60),
  constraint payments_reason_length check (char_length(reason) <= 300),
  constraint payments_credit_of_customer check ((customer_id is not null) = (from_account = 'credit' or to_account = 'credit')),
  constraint payments_of_order check ((order_id is null) = (kind::text in ('credit_given', 'settled', 'supplier_paid', 'expense'))),
  constraint payments_of_settlement check ((settlement_id is not null) = (kind::text = 'settled')),
  constraint payments_of_supplier check ((supplier_id is not null) = (kind::text = 'supplier_paid')),
  constraint payments_of_expense check ((expense is not null) = (kind::text = 'expense')),
  constraint payments_spent_on check ((spent_on is not null) = (expense is not null)),
  constraint payments_advertises check ((advertises is not null) = coalesce(expense = 'advertising', false)),
  constraint payments_with_courier check (kind::text not in ('settled', 'short_paid') or courier_id is not null),
  constraint payments_method_of_account check (case when customer_id is not null then method = 'store_credit'
    when 'bank' in (from_account, to_account) then method in ('bank_transfer', 'raast', 'wallet') else method = 'cash' end),
  -- A payment that takes another back moves the other way.
  constraint payments_accounts check (
    shop.moves(kind, case when reverses is null then from_account else to_account end,
               case when reverses is null then to_account else from_account end))
);

create index payments_of_order on public.payments (order_id, sequence) where order_id is not null;
create index payments_of_customer on public.payments (customer_id, sequence) where customer_id is not null;
create index payments_newest on public.payments (created_at desc, sequence desc);
-- Where a line of the bank's statement finds what was booked before it.
create index payments_at_bank on public.payments (amount) where kind = 'advance' and to_account = 'bank' and reverses is null;
create index payments_by_courier on public.payments (courier_id, sequence) where courier_id is not null;
create index payments_of_settlement on public.payments (settlement_id) where settlement_id is not null;
create index payments_to_supplier on public.payments (supplier_id, sequence) where supplier_id is not null;
create index payments_for_advertising on public.payments (spent_on) where expense = 'advertising';
create index payments_by_actor on public.payments (actor) where actor is not null;

alter table public.payments enable row level security;

-- Not even the server changes or deletes a row; the store credit of customers who are merged goes to the one who stays.
revoke all on public.payments from service_role;
grant select, insert, update (customer_id) on public.payments to service_role;

-- Whether a payment's change is only that the credit of a merged customer belongs to who took their place. Takes the row before and after.
create function shop.follows_merge(before public.payments, after public.payments) returns boolean
language sql stable set search_path = ''
as $$
  select to_jsonb(after) = to_jsonb(before) || jsonb_build_object('customer_id', after.customer_id)
     and exists (select from public.customers c where c.id = before.customer_id and c.merged_into = after.customer_id);
$$;

create trigger payments_never_truncated before truncate on public.payments for each statement execute function shop.refuse_change();

-- What a payment adds to its kind: its amount, below zero where it takes another back. Takes the row.
create function shop.signed_amount(payment public.payments) returns numeric
language sql immutable
return case when payment.reverses is null then payment.amount else - payment.amount end;

-- What an order has received and not paid back. Takes its row.
create function shop.received_of(paid public.orders) returns numeric
language sql immutable
return paid.advance_verified + paid.credit_used + paid.collected - paid.refunded;

-- The columns that a payment has of its own; in all others one that takes it back is the same.
create function shop.own_of_payment() returns text[]
language sql immutable
return '{id,sequence,from_account,to_account,reason,reverses,actor,created_at}'::text[];

-- A payment that takes another back is its mirror.
create function shop.require_mirror(new public.payments) returns void
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from public.payments p
                  where p.id = new.reverses and p.reverses is null
                    and (p.from_account, p.to_account) = (new.to_account, new.from_account)
                    and to_jsonb(p) - shop.own_of_payment() = to_jsonb(new) - shop.own_of_payment()) then
    raise exception 'payment % must move back what payment % moved', new.id, new.reverses using errcode = 'restrict_violation';
  end if;
end;
$$;
