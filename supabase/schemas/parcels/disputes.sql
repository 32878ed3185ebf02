-- What couriers owe and did not pay, or kept too much of, once somebody asked for it or gave it up. What is wrong is read from the books
-- (read/disputes.sql); here stands only what people did about it.

create type shop.dispute_about as enum ('cash', 'charges', 'taxes');

-- `paid`: the courier paid back what it kept too much. `accepted`: nobody asks for it any more.
create type shop.dispute_end as enum ('paid', 'accepted');

create table public.courier_disputes (
  id text primary key default shop.new_id(),
  courier_id text not null references public.couriers (id),
  shipment_id text not null references public.shipments (id),
  about shop.dispute_about not null,
  -- The line that took too much. Null for cash, which is the parcel's, whatever file it is missing in.
  line_id text references public.settlement_lines (id),
  -- Rupees, as they were asked for last, or given up.
  amount numeric(12, 2) not null,
  asked_by uuid references auth.users (id) on delete set null,
  asked_at timestamptz,
  -- Cash has no end here: a file or a write-off is one by itself.
  ended shop.dispute_end,
  ended_by uuid references auth.users (id) on delete set null,
  ended_at timestamptz,
  reason text not null default '',
  payment_id text references public.payments (id),
  created_at timestamptz not null default clock_timestamp(),
  constraint courier_disputes_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint courier_disputes_once unique nulls not distinct (courier_id, shipment_id, about, line_id),
  constraint courier_disputes_payment_once unique (payment_id),
  constraint courier_disputes_of_line check ((about = 'cash') = (line_id is null)),
  constraint courier_disputes_amount_positive check (amount > 0),
  constraint courier_disputes_reason_length check (char_length(reason) <= 300),
  constraint courier_disputes_begun check (asked_at is not null or ended is not null),
  constraint courier_disputes_ended check ((ended is not null) = (ended_at is not null)
                                           and (payment_id is not null) = (ended is not distinct from 'paid')
                                           and (reason <> '') = (ended is not distinct from 'accepted')
                                           and (ended is null or about <> 'cash'))
);

create index courier_disputes_by_parcel on public.courier_disputes (shipment_id);
create index courier_disputes_by_line on public.courier_disputes (line_id) where line_id is not null;
create index courier_disputes_by_asker on public.courier_disputes (asked_by) where asked_by is not null;
create index courier_disputes_by_ender on public.courier_disputes (ended_by) where ended_by is not null;

alter table public.courier_disputes enable row level security;
grant select, insert, update on public.courier_disputes to service_role;

-- Whether a dispute has its end: a payment that was taken back is none.
create function shop.is_ended(dispute public.courier_disputes) returns boolean
language sql stable set search_path = ''
as $$
  select dispute.ended is not null and not exists (select from public.payments r where r.reverses = dispute.payment_id);
$$;

-- A line's dispute is about that line, and what a courier paid back is what the dispute says. Takes the row.
create function shop.require_dispute(new public.courier_disputes) returns void
language plpgsql set search_path = ''
as $$
begin
  if new.line_id is not null
     and not exists (select from public.settlement_lines l where l.id = new.line_id and l.courier_id = new.courier_id
                      and l.shipment_id = new.shipment_id)
     or new.payment_id is not null
     and not exists (select from public.payments p join public.shipments s on s.id = new.shipment_id
                      where p.id = new.payment_id and p.kind = 'claim' and p.courier_id = new.courier_id and p.order_id = s.order_id
                        and p.amount = new.amount
                        and p.from_account = case new.about when 'taxes' then 'tax_withheld' else 'charges' end::shop.ledger_account) then
    raise exception 'dispute % is not what its line and payment say', new.id using errcode = 'restrict_violation';
  end if;
end;
$$;
