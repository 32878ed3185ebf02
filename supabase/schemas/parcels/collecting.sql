-- What a rider collected is booked when the order is delivered, parcel by parcel where there are several.

-- What parcels of an order that failed or came back did not collect. Takes the order's id.
create function shop.uncollected_of(order_id text) returns numeric
language plpgsql stable set search_path = ''
as $$
begin
  return (select coalesce(sum(p.collect), 0) from shop.parcel_sums p join public.shipments s on s.id = p.shipment_id
           where p.order_id = uncollected_of.order_id and s.archived_at is null and shop.is_back(s.status));
end;
$$;

-- What was collected at the door of an order, once it is delivered: the one place that says so. It is what was to be paid then, by what had
-- been paid and paid back until its first delivery, without what parcels that came back did not collect. What goes back later is no more
-- cash at the door, all of it or in part, however often a wrong status is set and undone. Takes the order as it was, null for a new one,
-- and as it is to be.
create function shop.cash_at_door(old public.orders, new public.orders) returns numeric
language plpgsql stable set search_path = ''
as $$
begin
  return greatest(coalesce(old.collected, 0), new.total_amount - new.advance_verified - new.credit_used
                    + coalesce(old.refunded_at_delivery, new.refunded) - shop.uncollected_of(new.id));
end;
$$;

-- What a new status says of the cash at the door. Cancelled after its delivery, an order keeps what was paid, which waits to go back. With
-- any other status it was not delivered after all. Refuses 409 `money_refunded` where money went back since that would be due again.
create function shop.collect_at_door(old public.orders, new public.orders) returns public.orders
language plpgsql stable set search_path = ''
as $$
declare
  paid_before constant numeric := new.advance_verified + new.credit_used;
begin
  if new.status = 'delivered' then
    new.collected := shop.cash_at_door(old, new);
    new.refunded_at_delivery := coalesce(old.refunded_at_delivery, new.refunded);
  elsif new.status <> 'cancelled' and new.refunded_at_delivery is not null then
    if new.refunded > paid_before or new.refunded > new.refunded_at_delivery and new.total_amount + new.refunded > paid_before then
      perform shop.refuse('money_refunded', '{}', jsonb_build_object('refunded', shop.rupees_text(new.refunded)));
    end if;
    new.collected := 0;
    new.refunded_at_delivery := null;
  end if;
  return new;
end;
$$;

-- The payment of what a parcel collected, under its number; null where there is none, or it was taken back. Takes the parcel.
create function shop.payment_of(parcel public.shipments) returns public.payments
language plpgsql stable set search_path = ''
as $$
declare
  booked public.payments;
begin
  select * into booked from public.payments p
   where p.order_id = parcel.order_id and p.kind = 'collected' and p.reference = parcel.shipment_number and p.reverses is null
     and not exists (select from public.payments r where r.reverses = p.id)
   order by p.sequence desc limit 1;
  return booked;
end;
$$;

-- Books what the parcels of a delivered order collected, each once and under its number. Takes the order, and at most how much together.
-- Returns how much it booked.
create function shop.book_parcel_sums(delivered public.orders, at_most numeric) returns numeric
language plpgsql set search_path = ''
as $$
declare
  booked numeric := 0;
  parcel record;
begin
  for parcel in
    select s.shipment_number, p.collect from shop.parcel_sums p join public.shipments s on s.id = p.shipment_id
     where p.order_id = delivered.id and s.archived_at is null and not shop.is_back(s.status) and p.collect > 0
       and (shop.payment_of(s)).id is null
     order by s.created_at, s.id
  loop
    exit when booked + parcel.collect > at_most;
    insert into public.payments (kind, method, from_account, to_account, amount, order_id, reference, actor, created_at)
    values ('collected', 'cash', 'customer', 'courier', parcel.collect, delivered.id, parcel.shipment_number,
            shop.acting(), delivered.updated_at);
    booked := booked + parcel.collect;
  end loop;
  return booked;
end;
$$;

-- Books what was collected at the door, or takes it back. A rider has it where a parcel was sent, else the shop; where staff said what each
-- parcel collects, each is a payment under its number.
create function shop.book_collected(old public.orders, new public.orders) returns void
language plpgsql set search_path = ''
as $$
declare
  by_parcels numeric;
begin
  if new.collected > coalesce(old.collected, 0) then
    by_parcels := shop.book_parcel_sums(new, new.collected - coalesce(old.collected, 0));
    if by_parcels = new.collected - coalesce(old.collected, 0) then
      return;
    end if;
    insert into public.payments (kind, method, from_account, to_account, amount, order_id, actor, created_at)
    values ('collected', 'cash', 'customer',
            case when exists (select from public.shipments s where s.order_id = new.id and s.archived_at is null
                              and not shop.is_back(s.status))
                 then 'courier'::shop.ledger_account else 'cash' end, new.collected - coalesce(old.collected, 0) - by_parcels, new.id,
                 shop.acting(), new.updated_at);
  else
    perform shop.take_back(p, '') from public.payments p
      where p.order_id = new.id and p.kind = 'collected' and p.reverses is null
        and not exists (select from public.payments r where r.reverses = p.id);
  end if;
end;
$$;

-- What a parcel of a delivered order collected is taken back when it came back after all, and booked when it was delivered after all.
-- Refuses 409 `money_refunded` where that money went back to the customer.
create function shop.follow_parcel_sum(new public.shipments) returns void
language plpgsql set search_path = ''
as $$
declare
  of_order public.orders;
  payment public.payments;
  said numeric;
begin
  select p.collect into said from shop.parcel_sums p where p.shipment_id = new.id;
  select * into of_order from public.orders o where o.id = new.order_id;
  if coalesce(said, 0) = 0 or of_order.status <> 'delivered' then
    return;
  end if;
  payment := shop.payment_of(new);
  if shop.is_back(new.status) and payment.id is not null then
    if shop.received_of(of_order) < payment.amount then
      perform shop.refuse('money_refunded', '{}', jsonb_build_object('refunded', shop.rupees_text(of_order.refunded)));
    end if;
    perform shop.take_back(payment, '');
    update public.orders o set collected = o.collected - payment.amount where o.id = of_order.id;
  elsif not shop.is_back(new.status) and payment.id is null then
    update public.orders o set collected = o.collected + said where o.id = of_order.id;
  end if;
end;
$$;
