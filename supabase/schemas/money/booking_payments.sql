-- Every way money is booked, and what the ledger keeps in step with it.

-- An order's sums and a customer's credit follow their payments. What is collected is written with the status of the order.
create function shop.count_payment(new public.payments) returns void
language plpgsql set search_path = ''
as $$
declare
  amount constant numeric := shop.signed_amount(new);
begin
  if new.kind in ('advance', 'credit_used', 'refund') then
    update public.orders o
       set advance_verified = o.advance_verified + case new.kind when 'advance' then amount else 0 end,
           credit_used = o.credit_used + case new.kind when 'credit_used' then amount else 0 end,
           refunded = o.refunded + case new.kind when 'refund' then amount else 0 end,
           goodwill = case when new.kind <> 'refund' then o.goodwill
                           when new.reverses is not null then greatest(0, o.goodwill + amount)
                           when o.collected > 0 or o.has_arrived then o.goodwill + amount
                           else o.goodwill end
     where o.id = new.order_id;
  end if;
  if new.customer_id is not null then
    update public.customers c set credit = c.credit + case when new.from_account = 'credit' then new.amount else - new.amount end
      where c.id = new.customer_id;
  end if;
end;
$$;

-- Trigger: the store credit of a merged customer goes along with its payments, in one sum: halfway through, what was used could stand there
-- without what was given.
create function shop.move_credit() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.customers c set credit = c.credit + m.amount
    from (select k.customer_id, sum(k.amount) as amount
            from (select a.customer_id, case when a.from_account = 'credit' then a.amount else - a.amount end as amount
                  from payments_after a
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

-- At the end of a transaction a customer's credit is exactly what their payments say.
create function shop.require_booked_credit(new public.customers) returns void
language plpgsql set search_path = ''
as $$
begin
  if (select c.credit from public.customers c where c.id = new.id)
     <> (select coalesce(sum(case when p.from_account = 'credit' then p.amount else - p.amount end), 0) from public.payments p
         where p.customer_id = new.id) then
    raise exception 'the credit of customer % is not what its payments say', new.id using errcode = 'restrict_violation';
  end if;
end;
$$;

-- Adds a payment, by whoever acts, and tells the order's timeline. Takes its kind, how and from where to where the money moved, rupees, the
-- order or null, whose store credit it moves or null, the transaction number and the reason, either may be empty. The caller has locked the
-- order.
create function shop.pay(kind shop.payment_kind, method shop.payment_method, from_account shop.ledger_account,
                         to_account shop.ledger_account, amount numeric,
                         order_id text, customer_id text default null, reference text default '', reason text default '')
returns public.payments
language plpgsql set search_path = ''
as $$
declare
  paid public.payments;
begin
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, customer_id, reference, reason, actor)
  values (kind, method, from_account, to_account, amount, pay.order_id, pay.customer_id, coalesce(pay.reference, ''),
          coalesce(pay.reason, ''), shop.acting())
  returning * into paid;
  if paid.order_id is not null then
    perform shop.log_order_event(paid.order_id, 'payment', paid.kind::text, null,
              jsonb_strip_nulls(jsonb_build_object('amount', paid.amount, 'method', paid.method, 'reference', nullif(paid.reference, ''))),
              paid.reason);
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
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, customer_id, courier_id, settlement_id,
                               supplier_id, expense, spent_on, advertises, reference, reason, reverses, actor)
  values (payment.kind, payment.method, payment.to_account, payment.from_account, payment.amount, payment.order_id,
          payment.customer_id, payment.courier_id, payment.settlement_id, payment.supplier_id, payment.expense,
          payment.spent_on, payment.advertises, payment.reference, take_back.reason, payment.id, shop.acting())
  returning * into back;
  if back.order_id is not null and back.kind <> 'collected' then
    perform shop.log_order_event(back.order_id, 'payment', back.kind::text,
              jsonb_strip_nulls(jsonb_build_object('amount', back.amount, 'method', back.method, 'reference', nullif(back.reference, ''))),
              null, back.reason);
  end if;
  return back;
end;
$$;

-- Books money that staff have seen arrive before delivery. Takes the order, locked, rupees, how it came (`bank_transfer`, `raast`,
-- `wallet`, `cash`), and the transaction number, which may be empty. Returns the payment.
create function shop.record_advance(paid public.orders, amount numeric, method shop.payment_method,
                                    reference text default '') returns public.payments
language plpgsql set search_path = ''
as $$
begin
  return shop.pay('advance', method, 'customer', case method when 'cash' then 'cash'::shop.ledger_account else 'bank' end, amount,
                  paid.id, null, reference);
end;
$$;

-- Books what goes back to the customer of an order, for a return or for anything else. Takes the order, locked, rupees, how (`store_credit`
-- and any other), the transaction number and why, either may be empty. Returns the payment. Refuses 409 `refund_too_large` {received} above
-- what was received for the order and did not go back.
create function shop.pay_back(paid public.orders, amount numeric, method shop.payment_method, reference text, reason text)
returns public.payments
language plpgsql set search_path = ''
as $$
declare
  received constant numeric := shop.received_of(paid);
begin
  if amount > received then
    perform shop.refuse('refund_too_large', jsonb_build_object('received', received),
                        jsonb_build_object('received', shop.rupees_text(received)));
  end if;
  return shop.pay('refund', method, case method when 'store_credit' then 'credit' when 'cash' then 'cash'
                                         else 'bank' end::shop.ledger_account, 'customer',
                  amount, paid.id, case when method = 'store_credit' then paid.customer_id end, reference, reason);
end;
$$;

-- Whether an order that is cancelled or deleted now gives its store credit back by itself: nothing of it has left, and none of that money
-- went back already. Takes its row from before.
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

-- Refuses 409 `money_refunded` where what an exchange was paid with went back to the customer in part: giving it up would take that back,
-- too. Takes the exchange's order.
create function shop.check_credit_kept(exchange public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  if exchange.refunded > exchange.advance_verified + exchange.collected then
    perform shop.refuse('money_refunded', '{}', jsonb_build_object('refunded', shop.rupees_text(exchange.refunded)));
  end if;
end;
$$;

-- An order that is cancelled or deleted before anything has left gives its store credit back. One that comes back is due in cash again.
create function shop.return_credit(new public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.take_back(p, '') from public.payments p
    where p.order_id = new.id and p.kind = 'credit_used' and p.reverses is null
      and not exists (select from public.payments r where r.reverses = p.id);
end;
$$;

-- A payment as staff read it: its row, {order_number, customer_name: whose store credit, courier and supplier: their names, actor_name,
-- is_reversed}. Takes the row.
create function shop.payment_json(payment public.payments) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(payment) || jsonb_build_object(
    'order_number', (select o.order_number from public.orders o where o.id = payment.order_id),
    'customer_name', (select c.name from public.customers c where c.id = payment.customer_id),
    'courier', (select c.name from public.couriers c where c.id = payment.courier_id),
    'supplier', (select s.name from public.suppliers s where s.id = payment.supplier_id),
    'actor_name', (select s.username from public.staff s where s.id = payment.actor),
    'is_reversed', exists (select from public.payments r where r.reverses = payment.id));
$$;

-- Takes a payment back that was booked by mistake. Takes its id, why, and the staff member. Returns the row that takes it back, as
-- `shop.payment_json`. Refuses 404 `payment_not_found`, also where its order was deleted, 409 `payment_reversed` for one that was taken
-- back or takes another back, `collected_with_delivery` for what was collected of an order that is not cancelled, `money_refunded`
-- {refunded} where it went back to the customer already, `credit_spent` {credit} where the customer has spent the store credit, and
-- `settled_by_file` {reference} for what a courier's file says, which is undone as a whole.
create function public.reverse_payment(payment_id text, reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  payment public.payments;
  before public.orders;
  credit numeric;
  back public.payments;
begin
  select * into payment from public.payments p where p.id = payment_id;
  if not found then
    perform shop.refuse('payment_not_found');
  end if;
  perform shop.act_as(actor);
  if payment.order_id is not null then
    perform shop.lock_orders(array[payment.order_id]);
    select * into before from public.orders o where o.id = payment.order_id and o.archived_at is null;
    if not found then
      perform shop.refuse('payment_not_found');
    end if;
  end if;
  perform from public.customers c where c.id = payment.customer_id for no key update;
  -- As it is now: another one may have taken it back, and its customer may be merged.
  select * into payment from public.payments p where p.id = payment_id;
  if payment.reverses is not null or exists (select from public.payments r where r.reverses = payment.id) then
    perform shop.refuse('payment_reversed');
  elsif payment.settlement_id is not null then
    perform shop.refuse('settled_by_file', null, jsonb_build_object('reference', payment.reference));
  elsif payment.kind = 'collected' and before.status <> 'cancelled' then
    perform shop.refuse('collected_with_delivery');
  elsif payment.kind in ('advance', 'credit_used', 'collected') and shop.received_of(before) < payment.amount then
    perform shop.refuse('money_refunded', '{}', jsonb_build_object('refunded', shop.rupees_text(before.refunded)));
  elsif payment.from_account = 'credit' then
    select c.credit into credit from public.customers c where c.id = payment.customer_id for no key update;
    if credit < payment.amount then
      perform shop.refuse('credit_spent', jsonb_build_object('credit', credit), jsonb_build_object('credit', shop.rupees_text(credit)));
    end if;
  end if;
  if payment.kind = 'collected' then
    back := shop.take_back(payment, reverse_payment.reason);
    update public.orders o set collected = o.collected - payment.amount where o.id = before.id;
    perform shop.log_order_event(before.id, 'payment', 'collected', jsonb_build_object('amount', payment.amount, 'method', payment.method),
                                 null, reverse_payment.reason);
  else
    back := shop.take_back(payment, reverse_payment.reason);
  end if;
  return shop.payment_json(back);
end;
$$;

-- Takes store credit of its customer for an order, at most what is due on it. Takes the order, locked or just written, and rupees.
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

-- At the end of a transaction an order says exactly what its payments say. Takes its id.
create function shop.require_booked_order(order_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.orders o
     left join lateral (select coalesce(sum(shop.signed_amount(p)) filter (where p.kind = 'advance'), 0) as advance,
                               coalesce(sum(shop.signed_amount(p)) filter (where p.kind = 'credit_used'), 0) as credit,
                               coalesce(sum(shop.signed_amount(p)) filter (where p.kind = 'collected'), 0) as collected,
                               coalesce(sum(shop.signed_amount(p)) filter (where p.kind = 'refund'), 0) as refunded
                          from public.payments p where p.order_id = o.id) sums on true
    where o.id = require_booked_order.order_id
      and (o.advance_verified, o.credit_used, o.collected, o.refunded) <> (sums.advance, sums.credit, sums.collected, sums.refunded);
  if found then
    raise exception 'order % does not say what its payments say', order_id using errcode = 'restrict_violation';
  end if;
end;
$$;

-- At the end of a transaction nothing was collected of an order of which nothing was delivered. Takes its id.
create function shop.require_delivered(order_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (select from public.orders o where o.id = require_delivered.order_id and o.collected > 0 and shop.is_unshipped(o.status)) then
    raise exception 'order % was not delivered and cannot have collected anything', order_id using errcode = 'restrict_violation';
  end if;
end;
$$;

grant execute on function public.reverse_payment to service_role;
