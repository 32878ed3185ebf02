-- What a rider collected is booked when the parcel is delivered, each parcel once and under its number; what was paid for an order without
-- a parcel, when that is.

-- The payments of what was collected for an order that stand, and whether each is of a parcel that is delivered. Takes its id.
create function shop.collections_of(order_id text) returns table (payment public.payments, is_of_parcel boolean)
language sql stable set search_path = ''
as $$
  select p, exists (select from public.shipments s where s.order_id = p.order_id and s.shipment_number = p.reference
                    and s.archived_at is null and s.status = 'delivered')
    from public.payments p
   where p.order_id = collections_of.order_id and p.kind = 'collected' and p.reverses is null
     and not exists (select from public.payments r where r.reverses = p.id);
$$;

-- What is due of an order that is delivered now, in whole rupees. Takes its row.
create function shop.due_if_delivered(of_order public.orders) returns numeric
language sql immutable set search_path = ''
as $$
  select floor(greatest(0, of_order.total_amount - of_order.uncollected - of_order.advance_verified - of_order.credit_used
                             - of_order.collected + of_order.refunded - of_order.goodwill));
$$;

-- Remembers until the order is delivered with whom the cash is of one without a parcel: nobody guesses that. Takes the order, `us`,
-- `courier` with its id, or `nobody` while it is not received. Refuses 422 `cashWith` where it is not said and something is due, and
-- `courierId` of none.
create function shop.note_cash_holder(paid public.orders, cash_with text, courier_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  if shop.due_if_delivered(paid) = 0
     or exists (select from public.shipments s where s.order_id = paid.id and s.archived_at is null) then
    return;
  elsif cash_with is null then
    perform shop.refuse_field('cashWith', format('With whom is the cash of %s, %s? Say us, courier with its courierId, or nobody while it '
                                                 'is not received', paid.order_number, shop.rupees_text(shop.due_if_delivered(paid))));
  elsif cash_with = 'courier' and not exists (select from public.couriers c where c.id = note_cash_holder.courier_id) then
    perform shop.refuse_field('courierId', 'Which courier has the cash?');
  end if;
  perform set_config('shop.cash_with', cash_with, true);
  perform set_config('shop.cash_courier', case when cash_with = 'courier' then courier_id else '' end, true);
end;
$$;

-- What was collected of an order that gets another status. Whoever is delivered has paid the rest at the door, unless staff say that nobody
-- has it. Cancelled after that, the order keeps what was paid, which waits to go back, and delivered again it was paid all the time,
-- whatever of it went back. With any other status only those parcels that are delivered have collected something. Takes the order before
-- and after. Refuses 409 `money_refunded` where what is taken back was paid back already.
create function shop.collect_at_door(old public.orders, new public.orders) returns public.orders
language plpgsql stable set search_path = ''
as $$
declare
  paid_before constant numeric := new.advance_verified + new.credit_used;
begin
  if new.status = 'delivered' then
    if coalesce(current_setting('shop.cash_with', true), '') <> 'nobody' then
      new.collected := new.collected + shop.due_if_delivered(case when old.id is null then new else old end);
    end if;
  elsif new.status <> 'cancelled' then
    new.collected := (select coalesce(sum((c.payment).amount), 0) from shop.collections_of(new.id) c where c.is_of_parcel);
    if new.refunded > new.advance_verified + new.credit_used + new.collected then
      perform shop.refuse('money_refunded', '{}', jsonb_build_object('refunded', shop.rupees_text(new.refunded)));
    end if;
  end if;
  return new;
end;
$$;

-- The courier that has a parcel: with which it is booked, or whose name its carrier is. Null where nobody knows. Takes the parcel.
create function shop.courier_of(parcel public.shipments) returns text
language sql stable set search_path = ''
as $$
  select coalesce((select b.courier_id from public.courier_bookings b where b.shipment_id = parcel.id and b.state = 'booked' limit 1),
                  (select c.id from public.couriers c where lower(c.name) = lower(parcel.carrier)));
$$;

-- Books cash that a customer paid for an order. Takes the order, rupees, who has it, which courier or null, and the number of the parcel,
-- or an empty one.
create function shop.book_cash(paid public.orders, amount numeric, holder shop.ledger_account, courier_id text, reference text) returns void
language sql set search_path = ''
as $$
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, courier_id, reference, actor, created_at)
  values ('collected', 'cash', 'customer', holder, book_cash.amount, paid.id, book_cash.courier_id, book_cash.reference, shop.acting(),
          paid.updated_at);
$$;

-- Books what an order says was collected, or takes back what it does not say any more. What its parcels collected is with a rider, under
-- their numbers; of what is left staff have said with whom it is (`shop.note_cash_holder`).
create function shop.book_collected(old public.orders, new public.orders) returns void
language plpgsql set search_path = ''
as $$
declare
  more numeric := new.collected - coalesce((select sum((c.payment).amount) from shop.collections_of(new.id) c), 0);
  with_courier constant boolean := coalesce(current_setting('shop.cash_with', true), '') = 'courier';
  -- The one parcel that is asked about, where several get a status at once.
  number constant text := nullif(current_setting('shop.parcel_collects', true), '');
  one record;
begin
  if more > 0 then
    for one in
      select s.shipment_number, shop.courier_of(s) as courier_id, coalesce(p.collect, more) as collect
        from public.shipments s left join shop.parcel_sums p on p.shipment_id = s.id
       where s.order_id = new.id and s.archived_at is null and s.status = 'delivered' and (shop.payment_of(s)).id is null
         and coalesce(number, s.shipment_number) = s.shipment_number
       order by s.created_at, s.id
    loop
      continue when least(one.collect, more) = 0;
      perform shop.book_cash(new, least(one.collect, more), 'courier', one.courier_id, one.shipment_number);
      more := more - least(one.collect, more);
    end loop;
    if more > 0 then
      perform shop.book_cash(new, more, case when with_courier then 'courier' else 'cash' end::shop.ledger_account,
                             case when with_courier then current_setting('shop.cash_courier', true) end, '');
    end if;
  else
    for one in select c.payment from shop.collections_of(new.id) c where coalesce(number, (c.payment).reference) = (c.payment).reference
      order by c.is_of_parcel, (c.payment).sequence desc loop
      exit when more >= 0;
      perform shop.take_back(one.payment, '');
      more := more + (one.payment).amount;
    end loop;
  end if;
end;
$$;

-- What a parcel collected is booked when it is delivered, and taken back when it was not delivered after all. A cancelled order keeps what
-- was paid. Takes the parcel. Refuses 409 `money_refunded` where that money went back to the customer.
create function shop.follow_parcel_sum(new public.shipments) returns void
language plpgsql set search_path = ''
as $$
declare
  of_order public.orders;
  payment constant public.payments := shop.payment_of(new);
  share numeric;
begin
  select * into of_order from public.orders o where o.id = new.order_id;
  if of_order.status <> 'cancelled' and of_order.archived_at is null then
    if new.status = 'delivered' and payment.id is null then
      perform set_config('shop.due_changes', 'on', true);
      update shop.parcel_sums p set collect = least(p.collect + p.passed_on, shop.to_collect_of(of_order)), passed_on = 0
       where p.shipment_id = new.id returning p.collect into share;
      perform set_config('shop.due_changes', '', true);
      -- Of an order that was delivered before, its label asked for nothing.
      share := coalesce(share, case when shop.is_open(of_order.status) then of_order.due_on_delivery else 0 end);
      perform set_config('shop.parcel_collects', new.shipment_number, true);
      update public.orders o set collected = o.collected + share where o.id = of_order.id and share > 0;
      perform set_config('shop.parcel_collects', '', true);
    elsif new.status <> 'delivered' and payment.id is not null then
      if shop.received_of(of_order) < payment.amount then
        perform shop.refuse('money_refunded', '{}', jsonb_build_object('refunded', shop.rupees_text(of_order.refunded)));
      end if;
      perform set_config('shop.parcel_collects', new.shipment_number, true);
      update public.orders o set collected = o.collected - payment.amount where o.id = of_order.id;
      perform set_config('shop.parcel_collects', '', true);
    end if;
  end if;
  perform shop.count_uncollected(new.order_id);
end;
$$;
