-- Of which parcels couriers may still have cash. What they have is read from payments and standing lines; this table
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

-- What each courier has of each parcel's cash, below zero where it paid more than the shop knows of: {courier_id, order_id, number: the
-- parcel's, or the tracking number of one that the shop does not know, or empty for an order without a parcel, amount, since, id: of where
-- to look}. Together they are the account `courier`. Cash of which nobody knew with whom it is, is of the courier that paid it, or of none.
create view shop.held_by_couriers with (security_invoker = true) as
  select m.courier_id, c.order_id, c.number, sum(m.amount) as amount, min(m.at) as since, c.id
    from (select k.order_id, k.number, min(k.id) as id from shop.courier_cash k group by k.order_id, k.number) c
   cross join lateral (
      select coalesce(p.courier_id, (select l.courier_id from public.settlement_lines l join public.shipments s on s.id = l.shipment_id
                                      where s.order_id = p.order_id and s.shipment_number = p.reference and l.is_standing
                                      order by l.id limit 1)),
             case p.to_account when 'courier' then p.amount else - p.amount end, p.created_at
        from public.payments p
       where p.order_id = c.order_id and p.reference = c.number and 'courier' in (p.from_account, p.to_account)
      union all
      select l.courier_id, - l.cod, f.created_at
        from public.shipments s
        join public.settlement_lines l on l.shipment_id = s.id and l.is_standing and l.outcome = 'delivered'
        join public.settlements f on f.id = l.settlement_id
       where s.order_id = c.order_id and s.shipment_number = c.number
      union all
      select l.courier_id, - l.cod, f.created_at
        from public.settlement_lines l
        join public.settlements f on f.id = l.settlement_id
       where c.order_id is null and l.shipment_id is null and l.tracking_number = c.number and l.is_standing
         and l.outcome = 'delivered') m (courier_id, amount, at)
   group by m.courier_id, c.order_id, c.number, c.id
  having sum(m.amount) <> 0;

grant select on shop.held_by_couriers to service_role;

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
     and not exists (select from shop.held_by_couriers h where h.order_id is not distinct from c.order_id and h.number = c.number);
end;
$$;
