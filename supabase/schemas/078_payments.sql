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
  constraint payments_of_order check ((order_id is null) = (kind = 'credit_given')),
  constraint payments_method_of_account check (case when customer_id is not null then method = 'store_credit'
    when 'bank' in (from_account, to_account) then method in ('bank_transfer', 'raast', 'wallet') else method = 'cash' end),
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

-- Trigger: the store credit of a merged customer goes along with its payments, in one sum: halfway through, what was used could stand there without what was given.
create function shop.move_credit() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.customers c set credit = c.credit + m.amount
    from (select k.customer_id, sum(k.amount) as amount
            from (select a.customer_id, case when a.from_account = 'credit' then a.amount else - a.amount end as amount from payments_after a
                  union all
                  select b.customer_id, case when b.from_account = 'credit' then - b.amount else b.amount end from payments_before b) k
           where k.customer_id is not null group by k.customer_id) m
   where c.id = m.customer_id and m.amount <> 0;
  return null;
end;
$$;

create trigger payments_credit_moved after update on public.payments
  referencing old table as payments_before new table as payments_after
  for each statement execute function shop.move_credit();

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

-- Trigger: whoever is delivered has paid the rest at the door, without what parcels that came back did not collect. Cancelled after that, the order keeps what was paid, which waits to go back; with any other status
-- it was not delivered after all. Refuses 409 `money_refunded` where that money was paid back already.
create function shop.collect_at_door() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.status = 'delivered' then
    new.collected := greatest(coalesce(old.collected, 0),
                              new.total_amount - new.advance_verified - new.credit_used + new.refunded - shop.uncollected_of(new.id));
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

-- Trigger: books what was collected at the door, or takes it back. A rider has it where a parcel was sent, else the shop; where staff said what each parcel
-- collects, each is a payment under its number.
create function shop.book_collected() returns trigger
language plpgsql set search_path = ''
as $$
declare
  by_parcels numeric;
begin
  if new.collected > coalesce(old.collected, 0) then
    by_parcels := shop.book_parcel_sums(new, new.collected - coalesce(old.collected, 0));
    if by_parcels = new.collected - coalesce(old.collected, 0) then
      return null;
    end if;
    insert into public.payments (kind, method, from_account, to_account, amount, order_id, actor, created_at)
    values ('collected', 'cash', 'customer',
            case when exists (select from public.shipments s where s.order_id = new.id and s.archived_at is null and not shop.is_back(s.status))
                 then 'courier'::shop.ledger_account else 'cash' end, new.collected - coalesce(old.collected, 0) - by_parcels, new.id, shop.acting(), new.updated_at);
  else
    perform shop.take_back(p, '') from public.payments p
      where p.order_id = new.id and p.kind = 'collected' and p.reverses is null and not exists (select from public.payments r where r.reverses = p.id);
  end if;
  return null;
end;
$$;

create trigger orders_collected_placed after insert on public.orders
  for each row when (new.collected <> 0) execute function shop.book_collected();
-- Less, but not nothing, is what `reverse_payment` or `shop.follow_parcel_sum` has booked itself.
create trigger orders_collected after update on public.orders
  for each row when (new.collected > old.collected or (new.collected = 0 and old.collected > 0)) execute function shop.book_collected();

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

-- Whether an order that is cancelled or deleted now gives its store credit back by itself: nothing of it has left, and none of that money went back already.
-- Takes its row from before.
create function shop.returns_credit(before public.orders) returns boolean
language sql immutable set search_path = ''
as $$
  select shop.is_unshipped(before.status) and before.credit_used > 0 and before.refunded <= before.advance_verified + before.collected;
$$;

-- What of a customer's money would be forgotten if an order were deleted. Takes its row.
create function shop.kept_money(deleted public.orders) returns numeric
language sql immutable set search_path = ''
as $$
  select case when deleted.status = 'delivered' then deleted.to_refund
              else shop.received_of(deleted) - case when shop.returns_credit(deleted) then deleted.credit_used else 0 end end;
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
  for each row when (new.credit_used > 0 and (new.status = 'cancelled' and old.status <> 'cancelled' or new.archived_at is not null and old.archived_at is null)
                     and shop.returns_credit(old))
  execute function shop.return_credit();

-- A payment as staff read it: its row, {order_number, customer_name: whose store credit, actor_name, is_reversed}. Takes the row.
create function shop.payment_json(payment public.payments) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(payment) || jsonb_build_object(
    'order_number', (select o.order_number from public.orders o where o.id = payment.order_id),
    'customer_name', (select c.name from public.customers c where c.id = payment.customer_id),
    'actor_name', (select s.username from public.staff s where s.id = payment.actor),
    'is_reversed', exists (select from public.payments r where r.reverses = payment.id));
$$;

-- The payments of an order, the first one first. Takes its id. Refuses 404 `order_not_found`, also for an archived one.
create function public.order_payments(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from public.orders o where o.id = order_payments.order_id and o.archived_at is null) then
    perform shop.refuse('order_not_found');
  end if;
  return (select coalesce(jsonb_agg(shop.payment_json(p) order by p.sequence), '[]') from public.payments p where p.order_id = order_payments.order_id);
end;
$$;

-- A page of the payments, the newest first. Takes a kind, a method, two moments and an order's number (each may be null), how many rows to skip and how many to
-- return. Returns {items, total}.
create function public.list_payments(kind shop.payment_kind, method shop.payment_method, from_time timestamptz, to_time timestamptz, order_number text,
                                     page_offset integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  of_order text;
begin
  if order_number is not null then
    -- An id that is none where no order has the number.
    of_order := coalesce((select o.id from public.orders o where o.order_number = upper(list_payments.order_number)), '');
  end if;
  return (
    with found_ones as (
      select p.id, p.created_at, p.sequence from public.payments p
       where (list_payments.kind is null or p.kind = list_payments.kind) and (list_payments.method is null or p.method = list_payments.method)
         and (from_time is null or p.created_at >= from_time) and (to_time is null or p.created_at < to_time)
         and (of_order is null or p.order_id = of_order)
    )
    select jsonb_build_object(
      'items', (select coalesce(jsonb_agg(shop.payment_json(p) order by p.created_at desc, p.sequence desc), '[]')
                  from (select f.id from found_ones f order by f.created_at desc, f.sequence desc offset page_offset limit page_limit) page
                  join public.payments p on p.id = page.id),
      'total', (select count(*) from found_ones)));
end;
$$;

-- What lies in each account, in rupees: {courier, bank, cash, charges, tax_withheld, credit, written_off, customer}. `credit` is below zero by what the shop owes.
create function public.account_balances() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_object_agg(a, coalesce(m.amount, 0))
    from unnest(enum_range(null::shop.ledger_account)) a
    left join (select k.account, sum(k.amount) as amount
                 from (select p.to_account as account, sum(p.amount) as amount from public.payments p group by p.to_account
                       union all
                       select p.from_account, - sum(p.amount) from public.payments p group by p.from_account) k
                group by k.account) m on m.account = a;
$$;

-- Books money that went back to the customer of an order, or into their store credit. Takes the order's id, rupees, how (`store_credit` and any other), the
-- transaction number and why, either may be empty, the staff member and the version that they saw (null: any). Returns the order as staff see it.
-- Refuses 404 `order_not_found`, 409 `edited_meanwhile`, `refund_too_large` {received} above what was received for the order and did not go back.
create function public.refund_order(order_id text, amount numeric, method shop.payment_method, reference text, reason text, actor uuid,
                                    expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
  received constant numeric := shop.received_of(before);
begin
  perform shop.act_as(actor);
  perform shop.check_version(before.updated_at, expected_version);
  if amount > received then
    perform shop.refuse('refund_too_large', jsonb_build_object('received', received), jsonb_build_object('received', shop.rupees_text(received)));
  end if;
  perform shop.pay('refund', method, case method when 'store_credit' then 'credit' when 'cash' then 'cash' else 'bank' end::shop.ledger_account, 'customer',
                   amount, before.id, case when method = 'store_credit' then before.customer_id end, reference, reason);
  return shop.staff_order_json(before.id);
end;
$$;

-- Takes a payment back that was booked by mistake. Takes its id, why, and the staff member. Returns the row that takes it back, as `shop.payment_json`.
-- Refuses 404 `payment_not_found`, also where its order was deleted, 409 `payment_reversed` for one that was taken back or takes another back,
-- `collected_with_delivery` for what was collected of an order that is not cancelled, `money_refunded` {refunded} where it went back to the customer already,
-- and `credit_spent` {credit} where the customer has spent the store credit.
create function public.reverse_payment(payment_id text, reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  payment public.payments;
  before public.orders;
  held numeric;
  back public.payments;
begin
  select * into payment from public.payments p where p.id = payment_id;
  if not found then
    perform shop.refuse('payment_not_found');
  end if;
  perform shop.act_as(actor);
  -- In the order of locks of whoever merges customers: the order, then the customer.
  if payment.order_id is not null then
    select * into before from public.orders o where o.id = payment.order_id and o.archived_at is null for update;
    if not found then
      perform shop.refuse('payment_not_found');
    end if;
  end if;
  perform from public.customers c where c.id = payment.customer_id for no key update;
  -- As it is now: another one may have taken it back, and its customer may be merged.
  select * into payment from public.payments p where p.id = payment_id;
  if payment.reverses is not null or exists (select from public.payments r where r.reverses = payment.id) then
    perform shop.refuse('payment_reversed');
  elsif payment.kind = 'collected' and before.status <> 'cancelled' then
    perform shop.refuse('collected_with_delivery');
  elsif payment.kind in ('advance', 'credit_used', 'collected') and shop.received_of(before) < payment.amount then
    perform shop.refuse('money_refunded', '{}', jsonb_build_object('refunded', shop.rupees_text(before.refunded)));
  elsif payment.from_account = 'credit' then
    select c.credit into held from public.customers c where c.id = payment.customer_id for no key update;
    if held < payment.amount then
      perform shop.refuse('credit_spent', jsonb_build_object('credit', held), jsonb_build_object('credit', shop.rupees_text(held)));
    end if;
  end if;
  if payment.kind = 'collected' then
    back := shop.take_back(payment, reverse_payment.reason);
    update public.orders o set collected = o.collected - payment.amount where o.id = before.id;
    perform shop.log_order_event(before.id, 'payment', 'collected', jsonb_build_object('amount', payment.amount, 'method', payment.method), null, reverse_payment.reason);
  else
    back := shop.take_back(payment, reverse_payment.reason);
  end if;
  return shop.payment_json(back);
end;
$$;

-- Gives a customer store credit. Takes their id, rupees, why, the staff member, and the credit that their screen showed (null: any). Returns the customer as
-- `find_customer` does. Refuses 404 `customer_not_found`, also for one who was merged, 409 `edited_meanwhile` where the credit is another by now.
create function public.give_credit(customer_id text, amount numeric, reason text, actor uuid, expected_credit numeric default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.customers;
begin
  perform shop.act_as(actor);
  select * into before from public.customers c where c.id = give_credit.customer_id and c.merged_into is null for no key update;
  if not found then
    perform shop.refuse('customer_not_found');
  elsif expected_credit <> before.credit then
    perform shop.refuse('edited_meanwhile');
  end if;
  perform shop.pay('credit_given', 'store_credit', 'credit', 'written_off', amount, null, before.id, '', reason);
  return public.find_customer(before.id);
end;
$$;

-- Takes store credit of its customer for an order, at most what is due of it. Takes the order, locked or just written, and rupees.
-- Refuses 409 `not_enough_credit` {credit} when the customer has less, or less is due.
create function shop.spend_credit(spending public.orders, amount numeric) returns void
language plpgsql set search_path = ''
as $$
declare
  usable numeric;
begin
  -- The lock holds until the transaction ends: whoever spends at the same time waits, and finds what is left.
  select least(c.credit, spending.due_on_delivery) into usable from public.customers c where c.id = spending.customer_id for no key update;
  if amount > usable then
    perform shop.refuse('not_enough_credit', jsonb_build_object('credit', usable), jsonb_build_object('credit', shop.rupees_text(usable)));
  end if;
  perform shop.pay('credit_used', 'store_credit', 'customer', 'credit', amount, spending.id, spending.customer_id);
end;
$$;

-- The store credit that an order's shopper may use for it on its page, null for none. Whoever places an order gets the link of its page, and may have typed
-- another one's phone: it is offered only after that phone has confirmed the order, or where staff wrote the order down. Takes the order.
create function shop.credit_for_page(opened public.orders) returns numeric
language sql stable set search_path = ''
as $$
  select nullif(least(c.credit, opened.due_on_delivery), 0) from public.customers c
   where c.id = opened.customer_id and c.credit > 0 and shop.is_unpacked(opened)
     and (opened.source <> 'website'
          or exists (select from public.confirmation_attempts a
                      where a.order_id = opened.id and a.outcome = 'confirmed' and (a.how in ('call', 'whatsapp') or a.how = 'shopper' and a.note = 'whatsapp')))
     -- The phone they spoke with is still the order's.
     and not exists (select from public.order_events e where e.order_id = opened.id and e.kind = 'order' and e.after ? 'customer_id');
$$;

-- Uses store credit for an order, by its shopper. Takes the order's number, the key of its page and the rupees that the page offered. Returns the page.
-- Refuses like `shop.lock_unpacked_order`, 409 `not_enough_credit` {credit}.
create function public.use_credit(order_number text, key text, amount numeric) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened public.orders := shop.lock_unpacked_order(order_number, key);
begin
  if shop.credit_for_page(opened) is null then
    perform shop.refuse('not_enough_credit', '{"credit": 0}', jsonb_build_object('credit', shop.rupees_text(0)));
  end if;
  perform shop.spend_credit(opened, amount);
  return public.order_page(order_number, key);
end;
$$;

grant execute on function public.order_payments, public.list_payments, public.account_balances, public.refund_order, public.reverse_payment, public.give_credit,
  public.use_credit to service_role;
