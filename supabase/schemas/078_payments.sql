-- Payments: what was paid, by whom, how, and where the money is. Every payment moves an amount from one account to another, so that all accounts together
-- are always zero, and what one lost another has. Rows are only added; a mistake is taken back by a row of the other direction.

-- Where money is, or went. `customer`: with the customers, below zero by what they gave. `courier`: collected at doors, and not paid out to the shop yet.
-- `bank`, `cash`: with the shop. `charges`, `tax_withheld`: what a courier keeps of what it pays out. `credit`: store credit, below zero by what the shop owes.
-- `written_off`: lost, or given away.
create type shop.ledger_account as enum ('customer', 'courier', 'bank', 'cash', 'charges', 'tax_withheld', 'credit', 'written_off');

-- `advance`: before delivery. `collected`: at the door or at the counter. `credit_used`: store credit that an order takes. `refund`: back to the customer.
-- `credit_given`: store credit, given by staff.
create type shop.payment_kind as enum ('advance', 'collected', 'credit_used', 'refund', 'credit_given');

-- How money moved. `wallet`: Easypaisa, JazzCash and the like.
create type shop.payment_method as enum ('bank_transfer', 'raast', 'wallet', 'cash', 'store_credit');

-- Whether a payment of a kind moves money from one account to another.
create function shop.moves(kind shop.payment_kind, source shop.ledger_account, target shop.ledger_account) returns boolean
language sql immutable set search_path = ''
as $$
  select case kind
    when 'advance' then source = 'customer' and target in ('bank', 'cash')
    when 'collected' then source = 'customer' and target in ('courier', 'cash')
    when 'credit_used' then source = 'customer' and target = 'credit'
    when 'refund' then source in ('bank', 'cash', 'credit') and target = 'customer'
    when 'credit_given' then source = 'credit' and target = 'written_off' end;
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
  constraint payments_of_order check (order_id is not null or kind = 'credit_given'),
  -- A payment that takes another back moves the other way.
  constraint payments_accounts check (
    shop.moves(kind, case when reverses is null then from_account else to_account end, case when reverses is null then to_account else from_account end))
);

create index payments_of_order on public.payments (order_id, sequence) where order_id is not null;
create index payments_of_customer on public.payments (customer_id, sequence) where customer_id is not null;
create index payments_newest on public.payments (created_at desc, sequence desc);
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

create trigger payments_append_only before update on public.payments
  for each row when (not shop.follows_merge(old, new)) execute function shop.refuse_change();
create trigger payments_never_deleted before delete on public.payments for each row execute function shop.refuse_change();
create trigger payments_never_truncated before truncate on public.payments for each statement execute function shop.refuse_change();

-- What a payment adds to its kind: its amount, below zero where it takes another back. Takes the row.
create function shop.signed_amount(payment public.payments) returns numeric
language sql immutable set search_path = ''
as $$
  select case when payment.reverses is null then payment.amount else - payment.amount end;
$$;

-- What an order has received and not paid back. Takes its row.
create function shop.received_of(paid public.orders) returns numeric
language sql immutable set search_path = ''
as $$
  select paid.advance_verified + paid.credit_used + paid.collected - paid.refunded;
$$;

-- Trigger: a payment that takes another back is its mirror.
create function shop.require_mirror() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from public.payments p
                  where p.id = new.reverses and p.reverses is null
                    and (p.kind, p.method, p.from_account, p.to_account, p.amount) = (new.kind, new.method, new.to_account, new.from_account, new.amount)
                    and p.order_id is not distinct from new.order_id and p.customer_id is not distinct from new.customer_id) then
    raise exception 'payment % must move back what payment % moved', new.id, new.reverses using errcode = 'restrict_violation';
  end if;
  return new;
end;
$$;

create trigger payments_mirror before insert on public.payments
  for each row when (new.reverses is not null) execute function shop.require_mirror();

-- Trigger: an order's sums and a customer's credit follow their payments. What is collected is written with the status of the order.
create function shop.count_payment() returns trigger
language plpgsql set search_path = ''
as $$
declare
  amount constant numeric := shop.signed_amount(new);
begin
  if new.kind in ('advance', 'credit_used', 'refund') then
    update public.orders o
       set advance_verified = o.advance_verified + case new.kind when 'advance' then amount else 0 end,
           credit_used = o.credit_used + case new.kind when 'credit_used' then amount else 0 end,
           refunded = o.refunded + case new.kind when 'refund' then amount else 0 end
     where o.id = new.order_id;
  end if;
  if new.customer_id is not null then
    update public.customers c set credit = c.credit + case when new.from_account = 'credit' then new.amount else - new.amount end where c.id = new.customer_id;
  end if;
  return null;
end;
$$;

create trigger payments_counted after insert on public.payments for each row execute function shop.count_payment();

-- Trigger: the store credit of a merged customer goes along with its payments.
create function shop.move_credit() returns trigger
language plpgsql set search_path = ''
as $$
declare
  credit constant numeric := case when new.from_account = 'credit' then new.amount else - new.amount end;
begin
  update public.customers c set credit = c.credit + case when c.id = new.customer_id then credit else - credit end where c.id in (old.customer_id, new.customer_id);
  return null;
end;
$$;

create trigger payments_credit_moved after update of customer_id on public.payments
  for each row when (new.customer_id is distinct from old.customer_id) execute function shop.move_credit();

-- Trigger: at the end of a transaction an order says exactly what its payments say.
create function shop.require_booked_order() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform from public.orders o
     left join lateral (select coalesce(sum(shop.signed_amount(p)) filter (where p.kind = 'advance'), 0) as advance,
                               coalesce(sum(shop.signed_amount(p)) filter (where p.kind = 'credit_used'), 0) as credit,
                               coalesce(sum(shop.signed_amount(p)) filter (where p.kind = 'collected'), 0) as collected,
                               coalesce(sum(shop.signed_amount(p)) filter (where p.kind = 'refund'), 0) as refunded
                          from public.payments p where p.order_id = o.id) sums on true
    where o.id = coalesce(to_jsonb(new) ->> 'order_id', new.id)
      and (o.advance_verified, o.credit_used, o.collected, o.refunded) <> (sums.advance, sums.credit, sums.collected, sums.refunded);
  if found then
    raise exception 'order % does not say what its payments say', coalesce(to_jsonb(new) ->> 'order_id', new.id) using errcode = 'restrict_violation';
  end if;
  return null;
end;
$$;

create constraint trigger orders_placed_as_booked after insert on public.orders deferrable initially deferred
  for each row when (new.advance_verified + new.credit_used + new.collected + new.refunded <> 0) execute function shop.require_booked_order();
create constraint trigger orders_paid_as_booked after update on public.orders deferrable initially deferred
  for each row when ((old.advance_verified, old.credit_used, old.collected, old.refunded) <> (new.advance_verified, new.credit_used, new.collected, new.refunded))
  execute function shop.require_booked_order();
create constraint trigger payments_as_orders_say after insert on public.payments deferrable initially deferred
  for each row when (new.order_id is not null) execute function shop.require_booked_order();

-- Trigger: at the end of a transaction a customer's credit is exactly what their payments say.
create function shop.require_booked_credit() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (select c.credit from public.customers c where c.id = new.id)
     <> (select coalesce(sum(case when p.from_account = 'credit' then p.amount else - p.amount end), 0) from public.payments p where p.customer_id = new.id) then
    raise exception 'the credit of customer % is not what its payments say', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end;
$$;

create constraint trigger customers_start_without_credit after insert on public.customers deferrable initially deferred
  for each row when (new.credit <> 0) execute function shop.require_booked_credit();
create constraint trigger customers_credit_as_booked after update on public.customers deferrable initially deferred
  for each row when (old.credit <> new.credit) execute function shop.require_booked_credit();

-- Trigger: whoever is delivered has paid the rest at the door. Cancelled after that, the order keeps what was paid, which waits to go back; with any other status
-- it was not delivered after all. Refuses 409 `money_refunded` where that money was paid back already.
create function shop.collect_at_door() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.status = 'delivered' then
    new.collected := greatest(coalesce(old.collected, 0), new.total_amount - new.advance_verified - new.credit_used + new.refunded);
  elsif new.status = 'cancelled' then
    null;
  elsif new.refunded > new.advance_verified + new.credit_used then
    perform shop.refuse('money_refunded', '{}', jsonb_build_object('refunded', shop.rupees_text(new.refunded)));
  else
    new.collected := 0;
  end if;
  return new;
end;
$$;

create trigger orders_collect_placed before insert on public.orders
  for each row when (new.status = 'delivered') execute function shop.collect_at_door();
create trigger orders_collect before update of status on public.orders
  for each row when (old.status <> new.status and (new.status = 'delivered' or old.collected > 0)) execute function shop.collect_at_door();

-- Trigger: books what was collected at the door, or takes it back. A rider has it where a parcel was sent, else the shop.
create function shop.book_collected() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.collected > coalesce(old.collected, 0) then
    insert into public.payments (kind, method, from_account, to_account, amount, order_id, actor, created_at)
    values ('collected', 'cash', 'customer',
            case when exists (select from public.shipments s where s.order_id = new.id and s.archived_at is null and not shop.is_back(s.status))
                 then 'courier'::shop.ledger_account else 'cash' end, new.collected - coalesce(old.collected, 0), new.id, shop.acting(), new.updated_at);
  else
    perform shop.take_back(p, '') from public.payments p
      where p.order_id = new.id and p.kind = 'collected' and p.reverses is null and not exists (select from public.payments r where r.reverses = p.id);
  end if;
  return null;
end;
$$;

create trigger orders_collected_placed after insert on public.orders
  for each row when (new.collected <> 0) execute function shop.book_collected();
create trigger orders_collected after update on public.orders
  for each row when (old.collected <> new.collected) execute function shop.book_collected();

-- Adds a payment, by whoever acts, and tells the order's timeline. Takes its kind, how and from where to where the money moved, rupees, the order or null, whose
-- store credit it moves or null, the transaction number and the reason, either may be empty. The caller has locked the order.
create function shop.pay(kind shop.payment_kind, method shop.payment_method, from_account shop.ledger_account, to_account shop.ledger_account, amount numeric,
                         order_id text, customer_id text default null, reference text default '', reason text default '')
returns public.payments
language plpgsql set search_path = ''
as $$
declare
  paid public.payments;
begin
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, customer_id, reference, reason, actor)
  values (kind, method, from_account, to_account, amount, pay.order_id, pay.customer_id, coalesce(pay.reference, ''), coalesce(pay.reason, ''), shop.acting())
  returning * into paid;
  if paid.order_id is not null then
    perform shop.log_order_event(paid.order_id, 'payment', paid.kind::text, null,
              jsonb_strip_nulls(jsonb_build_object('amount', paid.amount, 'method', paid.method, 'reference', nullif(paid.reference, ''))), paid.reason);
  end if;
  return paid;
end;
$$;

-- Takes a payment back, by whoever acts, with the row of the other direction. Takes the payment and the reason.
create function shop.take_back(payment public.payments, reason text) returns public.payments
language plpgsql set search_path = ''
as $$
declare
  back public.payments;
begin
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, customer_id, reference, reason, reverses, actor)
  values (payment.kind, payment.method, payment.to_account, payment.from_account, payment.amount, payment.order_id, payment.customer_id, payment.reference,
          take_back.reason, payment.id, shop.acting())
  returning * into back;
  if back.order_id is not null and back.kind <> 'collected' then
    perform shop.log_order_event(back.order_id, 'payment', back.kind::text,
              jsonb_strip_nulls(jsonb_build_object('amount', back.amount, 'method', back.method, 'reference', nullif(back.reference, ''))), null, back.reason);
  end if;
  return back;
end;
$$;

-- Books money that staff have seen arrive before delivery. Takes the order, locked, rupees, how it came (`bank_transfer`, `raast`, `wallet`, `cash`), and the
-- transaction number, which may be empty. Returns the payment.
create function shop.record_advance(paid public.orders, amount numeric, method shop.payment_method, reference text default '') returns public.payments
language plpgsql set search_path = ''
as $$
begin
  return shop.pay('advance', method, 'customer', case method when 'cash' then 'cash'::shop.ledger_account else 'bank' end, amount, paid.id, null, reference);
end;
$$;

-- Trigger: an order that is cancelled or deleted before anything has left gives its store credit back. One that comes back is due in cash again.
create function shop.return_credit() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.take_back(p, '') from public.payments p
    where p.order_id = new.id and p.kind = 'credit_used' and p.reverses is null and not exists (select from public.payments r where r.reverses = p.id);
  return null;
end;
$$;

create trigger orders_return_credit after update of status, archived_at on public.orders
  for each row when (new.credit_used > 0 and shop.is_unshipped(old.status)
                     and (new.status = 'cancelled' and old.status <> 'cancelled' or new.archived_at is not null and old.archived_at is null))
  execute function shop.return_credit();
