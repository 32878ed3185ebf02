-- The lines of couriers' files of money: what each says of a parcel, and what it came to when it was booked. As long as its file is not
-- undone, a line stands. The cash of the standing lines is what a courier paid of what its riders collected; all the rest of them is what
-- it kept. So a parcel that is paid twice, too much, or before it is delivered here leaves the courier below zero, and nobody loses it.

-- `charge`: neither a delivery nor a return, such as a corrected weight.
create type shop.line_outcome as enum ('delivered', 'returned', 'charge');

-- What a line came to (src/domain/settlements/contract.ts).
create type shop.line_result as enum ('received', 'short', 'over', 'unmatched', 'repeated', 'not_owed', 'charge_only');

-- What a courier pays by a line: the cash of what it delivered, without what it keeps. Of all others it only keeps.
create function shop.net_of(outcome shop.line_outcome, cod numeric, kept numeric, taxes numeric) returns numeric
language sql immutable
return case outcome when 'delivered' then cod - kept - taxes else - kept end;

create table public.settlement_lines (
  id text primary key default shop.new_id(),
  settlement_id text not null,
  courier_id text not null,
  -- Which line of the file it was.
  line integer not null,
  -- As `shop.tracking_key` has it. Empty for a charge without a parcel.
  tracking_number text not null,
  order_reference text not null default '',
  outcome shop.line_outcome not null,
  -- Rupees. What stands as cash beside a parcel that was not delivered is no money.
  cod numeric(12, 2) not null,
  shipping numeric(12, 2) not null,
  gst numeric(12, 2) not null,
  income_tax numeric(12, 2) not null,
  sales_tax numeric(12, 2) not null,
  other_charges numeric(12, 2) not null,
  net numeric(12, 2) not null,
  day date,
  shipment_id text references public.shipments (id),
  result shop.line_result not null,
  -- Of a parcel that the shop knows: what the courier still had of its cash, and what it takes for it by the price list of its day.
  owed numeric(12, 2),
  expected_charge numeric(12, 2),
  -- What it withholds by the rates of the line's day; of a tax without a rate, what the line says. Null where no rate says anything.
  expected_tax numeric(12, 2),
  is_standing boolean not null default true,
  constraint settlement_lines_of_settlement foreign key (settlement_id, courier_id) references public.settlements (id, courier_id),
  constraint settlement_lines_line_once unique (settlement_id, courier_id, line),
  constraint settlement_lines_not_negative check (least(cod, shipping, gst, income_tax, sales_tax, other_charges) >= 0),
  constraint settlement_lines_net check (net = shop.net_of(outcome, cod, shipping + gst + other_charges, income_tax + sales_tax)),
  constraint settlement_lines_taxes_of_cash check (outcome = 'delivered' or income_tax + sales_tax = 0),
  constraint settlement_lines_tracking_key check (tracking_number = shop.tracking_key(tracking_number)),
  constraint settlement_lines_named check (tracking_number <> '' or outcome = 'charge'),
  constraint settlement_lines_matched check ((owed is null) = (shipment_id is null)),
  constraint settlement_lines_length check (char_length(tracking_number) <= 40 and char_length(order_reference) <= 120)
);

-- What a parcel's line settled, no other one does again while it stands; what comes once more is `repeated`.
create unique index settlement_lines_once on public.settlement_lines (courier_id, tracking_number, outcome)
  where is_standing and result <> 'repeated' and tracking_number <> '';
create index settlement_lines_by_tracking_number on public.settlement_lines (courier_id, tracking_number) where is_standing;
create index settlement_lines_unmatched on public.settlement_lines (tracking_number) where shipment_id is null;
create index settlement_lines_overcharged on public.settlement_lines (courier_id)
  where is_standing and shipping + gst + other_charges - expected_charge >= 1;
create index settlement_lines_overtaxed on public.settlement_lines (courier_id)
  where is_standing and income_tax + sales_tax - expected_tax >= 1;
create index settlement_lines_by_parcel on public.settlement_lines (shipment_id) where shipment_id is not null;

alter table public.settlement_lines enable row level security;

-- What a courier wrote stays as it is.
revoke all on public.settlement_lines from service_role;
grant select, insert, update (is_standing) on public.settlement_lines to service_role;

-- A courier's file moved exactly what its standing lines say, and they are what people read elsewhere; undone, it moved nothing and none of
-- them stands. Takes its id.
create function shop.require_settled(settlement_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.settlements s
    cross join lateral (select coalesce(sum(l.net), 0) as net, coalesce(sum(l.shipping + l.gst + l.other_charges), 0) as kept,
                               coalesce(sum(l.income_tax + l.sales_tax), 0) as taxes,
                               count(*) filter (where l.outcome <> 'charge') as parcels
                          from public.settlement_lines l where l.settlement_id = s.id and l.is_standing) said
    cross join lateral (select coalesce(sum(m.amount) filter (where m.account = 'bank'), 0) as net,
                               coalesce(sum(m.amount) filter (where m.account = 'charges'), 0) as kept,
                               coalesce(sum(m.amount) filter (where m.account = 'tax_withheld'), 0) as taxes
                          from public.payments p
                         cross join lateral (values (p.to_account, p.amount), (p.from_account, - p.amount)) m (account, amount)
                         where p.settlement_id = s.id) moved
   where s.id = require_settled.settlement_id
     and ((said.net, said.kept, said.taxes) <> (moved.net, moved.kept, moved.taxes)
          or s.state = 'booked' and (said.net, said.parcels) <> (s.control_sum, s.control_parcels)
          or s.state = 'undone' and exists (select from public.settlement_lines l where l.settlement_id = s.id and l.is_standing));
  if found then
    raise exception 'settlement % is not what its lines and payments say', settlement_id using errcode = 'restrict_violation';
  end if;
end;
$$;

-- What a courier still has of the cash of parcels, below zero where it paid more: what its riders collected and what it owes for damage,
-- without what it paid and what was written off. Takes the courier and the parcels. What was collected while nobody knew by whom is of the
-- courier that pays it.
create function shop.owed_for(courier_id text, shipment_ids text[]) returns table (shipment_id text, owed numeric)
language sql stable set search_path = ''
as $$
  select s.id, coalesce(booked.amount, 0) - coalesce(paid.amount, 0)
    from public.shipments s
    left join lateral (select sum(case p.to_account when 'courier' then p.amount else - p.amount end) as amount
                         from public.payments p
                        where p.order_id = s.order_id and p.reference = s.shipment_number and 'courier' in (p.from_account, p.to_account)
                          and coalesce(p.courier_id, owed_for.courier_id) = owed_for.courier_id) booked on true
    left join lateral (select sum(l.cod) as amount from public.settlement_lines l
                        where l.shipment_id = s.id and l.is_standing and l.outcome = 'delivered'
                          and l.courier_id = owed_for.courier_id) paid on true
   where s.id = any (shipment_ids);
$$;
