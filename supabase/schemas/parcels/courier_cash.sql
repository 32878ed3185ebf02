-- Of which parcels couriers may still have cash. What they have is read from payments and standing lines (read/settlements.sql); this table
-- says where to look, so that what is settled for ever is not read again. It may name a parcel too many, and never one too few.

-- Payments and files have rows of their own, and no row refers to an order, so that neither waits for the other.
create table shop.courier_cash (
  id text primary key default shop.new_id(),
  -- Null: a number that the shop does not know.
  order_id text,
  -- The parcel's, empty for an order without a parcel, or the courier's of one that the shop does not know.
  number text not null,
  is_by_file boolean not null,
  -- Counts the payments, so that each locks it.
  payments integer not null default 0,
  constraint courier_cash_once unique nulls not distinct (order_id, number, is_by_file)
);

alter table shop.courier_cash enable row level security;
grant select, insert, update, delete on shop.courier_cash to service_role;

-- What moved between couriers and anybody for one of these: {courier_id, amount, at}. Takes order and number. Cash of which nobody knew
-- with whom it is, is of the courier that paid it, or of none. Written without `set search_path`, so that Postgres puts its body into the
-- query that asks it for thousands of parcels: a quarter of the time.
create function shop.cash_moved(of_order text, of_number text) returns table (courier_id text, amount numeric, at timestamptz)
language sql stable
as $$
  select coalesce(p.courier_id, (select l.courier_id from public.settlement_lines l join public.shipments s on s.id = l.shipment_id
                                  where s.order_id = p.order_id and s.shipment_number = p.reference and l.is_standing
                                  order by l.id limit 1)),
         case p.to_account when 'courier' then p.amount else - p.amount end, p.created_at
    from public.payments p
   where p.order_id = of_order and p.reference = of_number and 'courier' in (p.from_account, p.to_account)
  union all
  select l.courier_id, - l.cod, f.created_at
    from public.shipments s
    join public.settlement_lines l on l.shipment_id = s.id and l.is_standing and l.outcome = 'delivered'
    join public.settlements f on f.id = l.settlement_id
   where s.order_id = of_order and s.shipment_number = of_number
  union all
  select l.courier_id, - l.cod, f.created_at
    from public.settlement_lines l
    join public.settlements f on f.id = l.settlement_id
   where of_order is null and l.shipment_id is null and l.tracking_number = of_number and l.is_standing
     and l.outcome = 'delivered';
$$;

-- A payment that a courier's cash moves with is looked at from now on, and nobody stops that meanwhile. Takes the payment.
create function shop.follow_cash(new public.payments) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into shop.courier_cash as c (order_id, number, is_by_file, payments) values (new.order_id, new.reference, false, 1)
  on conflict on constraint courier_cash_once do update set payments = c.payments + 1;
end;
$$;

-- So are the parcels of lines. Takes the lines.
create function shop.follow_lines(lines public.settlement_lines[]) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into shop.courier_cash (order_id, number, is_by_file)
  select distinct s.order_id, coalesce(s.shipment_number, l.tracking_number), true
    from unnest(lines) l left join public.shipments s on s.id = l.shipment_id
   where l.outcome = 'delivered'
  on conflict on constraint courier_cash_once do nothing;
end;
$$;

-- Looks no more at what is settled. Takes a courier's file whose parcels are meant, null for all. Only under the lock of booking: what is
-- paid at the same moment holds its row, and is left out.
create function shop.forget_settled(settlement_id text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  looked_at shop.courier_cash[];
begin
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  looked_at := array(
    select c from shop.courier_cash c
     where forget_settled.settlement_id is null
        or exists (select from public.settlement_lines l join public.shipments s on s.id = l.shipment_id
                    where l.settlement_id = forget_settled.settlement_id and s.order_id = c.order_id and s.shipment_number = c.number)
     for update skip locked);
  -- A statement of its own: it sees what was paid before the rows were locked.
  delete from shop.courier_cash c using unnest(looked_at) k
   where c.order_id is not distinct from k.order_id and c.number = k.number and c.is_by_file = k.is_by_file
     and not exists (select from shop.cash_moved(c.order_id, c.number) m group by m.courier_id having sum(m.amount) <> 0);
end;
$$;
