-- Couriers' booked files as staff see them, and what each courier still has.

-- A judged line as staff see it. Takes its row as JSON, without the numbers of its parcel and with them beside it. Returns the row's own
-- fields with {result, expected: {cod, charge, tax} or null, shipment_number, order_number, difference, charge_difference, tax_difference}.
create function shop.settlement_line_json(line jsonb, shipment_number text, order_number text) returns jsonb
language sql stable
return line - '{id,settlement_id,courier_id,shipment_id,owed,expected_charge,expected_tax,is_standing}'::text[] || jsonb_build_object(
  'shipment_number', shipment_number, 'order_number', order_number,
  'expected', case when line ->> 'owed' is not null and line ->> 'outcome' <> 'charge'
                   then jsonb_build_object('cod', line -> 'owed', 'charge', line -> 'expected_charge', 'tax', line -> 'expected_tax') end,
  'difference', case line ->> 'outcome' when 'delivered' then (line ->> 'cod')::numeric - coalesce((line ->> 'owed')::numeric, 0)
                                        when 'returned' then - coalesce((line ->> 'owed')::numeric, 0) else 0 end,
  'charge_difference', (line ->> 'shipping')::numeric + (line ->> 'gst')::numeric + (line ->> 'other_charges')::numeric
                       - (line ->> 'expected_charge')::numeric,
  'tax_difference', (line ->> 'income_tax')::numeric + (line ->> 'sales_tax')::numeric - (line ->> 'expected_tax')::numeric);

-- Where what a file pays out is: `none` where it pays nothing, `in_bank`, `announced`, or `missing` where the bank has nothing after five
-- days; null for a file that was undone. Takes its row.
create function shop.arrival_of(settlement public.settlements) returns text
language sql stable set search_path = ''
as $$
  select case when settlement.state = 'undone' then null
              when exists (select from public.settlement_arrivals a where a.settlement_id = settlement.id) then 'in_bank'
              when settlement.control_sum <= 0 then 'none'
              when shop.day_of(now()) - shop.day_of(settlement.created_at) > 5 then 'missing' else 'announced' end;
$$;

-- A booked file: {id, courier_id, courier, file_name, reference, state, arrival, arrived_on: the bank's day or null, sums: as
-- `shop.read_settlement` has them, results: {result: how many lines}, booked_by, created_at, undone_by, undone_at, undo_reason}. Takes its
-- row.
create function shop.settlement_json(settlement public.settlements) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(settlement) - '{file_hash,control_parcels,control_sum,idempotency_key,fingerprint}'::text[] || jsonb_build_object(
    'courier', (select c.name from public.couriers c where c.id = settlement.courier_id),
    'booked_by', shop.username_of(settlement.booked_by), 'undone_by', shop.username_of(settlement.undone_by),
    'arrival', shop.arrival_of(settlement),
    'arrived_on', (select b.day from public.settlement_arrivals a join public.bank_statement_lines b on b.id = a.line_id
                    where a.settlement_id = settlement.id),
    'results', (select coalesce(jsonb_object_agg(r.result, r.lines), '{}')
                  from (select l.result, count(*) as lines from public.settlement_lines l where l.settlement_id = settlement.id
                         group by l.result) r),
    'sums', (select jsonb_build_object(
               'parcels', settlement.control_parcels, 'cod', coalesce(sum(l.cod) filter (where l.outcome = 'delivered'), 0),
               'charges', sum(l.shipping), 'gst', sum(l.gst), 'income_tax', sum(l.income_tax), 'sales_tax', sum(l.sales_tax),
               'other', sum(l.other_charges), 'net', settlement.control_sum)
               from public.settlement_lines l where l.settlement_id = settlement.id));
$$;

-- A page of the booked files, the newest first. Takes a courier, a state and an arrival (`shop.arrival_of`), each null for all. Returns
-- {items: [`shop.settlement_json`], total}.
create function public.list_settlements(courier_id text, state shop.settlement_state, arrival text, page_offset integer,
                                        page_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  with found as (
    select s from public.settlements s
     where (list_settlements.courier_id is null or s.courier_id = list_settlements.courier_id)
       and (list_settlements.state is null or s.state = list_settlements.state)
       and (list_settlements.arrival is null or shop.arrival_of(s) = list_settlements.arrival))
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.settlement_json(p.s) order by (p.s).created_at desc, (p.s).id desc), '[]')
                from (select f.s from found f order by (f.s).created_at desc, (f.s).id desc offset page_offset limit page_limit) p),
    'total', (select count(*) from found));
$$;

-- A booked file with its lines, each as `shop.settlement_line_json`. Takes its id. Refuses 404 `settlement_not_found`.
create function public.find_settlement(settlement_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  settlement public.settlements;
begin
  select * into settlement from public.settlements s where s.id = find_settlement.settlement_id;
  if not found then
    perform shop.refuse('settlement_not_found');
  end if;
  return shop.settlement_json(settlement) || jsonb_build_object('lines', (
    select jsonb_agg(shop.settlement_line_json(to_jsonb(l), s.shipment_number, s.order_number) order by l.line)
      from public.settlement_lines l left join public.shipments s on s.id = l.shipment_id
     where l.settlement_id = settlement.id));
end;
$$;

-- What each courier has, the most first, by how long: [{courier_id, courier, held, week: up to 7 days, fortnight: up to 14, month: up to
-- 30, older, overpaid: below zero, parcels}]. Courier and name are null for cash of which nobody knows with whom it is. Takes the time.
create function public.courier_holdings(at timestamptz default now()) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(k) order by k.held desc, k.courier), '[]')
    from (select h.courier_id, c.name as courier, sum(h.amount) as held,
                 coalesce(sum(h.amount) filter (where h.amount > 0 and h.days <= 7), 0) as week,
                 coalesce(sum(h.amount) filter (where h.amount > 0 and h.days between 8 and 14), 0) as fortnight,
                 coalesce(sum(h.amount) filter (where h.amount > 0 and h.days between 15 and 30), 0) as month,
                 coalesce(sum(h.amount) filter (where h.amount > 0 and h.days > 30), 0) as older,
                 coalesce(sum(h.amount) filter (where h.amount < 0), 0) as overpaid,
                 count(*) filter (where h.amount > 0) as parcels
            from (select b.*, shop.day_of(at) - shop.day_of(b.since) as days from shop.held_by_couriers b) h
            left join public.couriers c on c.id = h.courier_id
           group by h.courier_id, c.name) k;
$$;

-- A page of the parcels of whose cash couriers have something, or paid more than the shop knows of, the oldest first. Takes a courier or
-- null for all, and the time. Returns {items: [{id, courier_id, courier, number, order_id, order_number, amount, since, days}], total}.
create function public.list_held_parcels(courier_id text, page_offset integer, page_limit integer, at timestamptz default now())
returns jsonb
language sql stable set search_path = ''
as $$
  with found as materialized (
    select h.* from shop.held_by_couriers h
     where list_held_parcels.courier_id is null or h.courier_id = list_held_parcels.courier_id)
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(jsonb_build_object(
                'id', concat_ws('-', p.id, p.courier_id), 'courier_id', p.courier_id,
                'courier', (select c.name from public.couriers c where c.id = p.courier_id), 'number', p.number,
                'order_id', p.order_id, 'order_number', (select o.order_number from public.orders o where o.id = p.order_id),
                'amount', p.amount, 'since', p.since, 'days', shop.day_of(at) - shop.day_of(p.since)) order by p.since, p.number), '[]')
                from (select f.* from found f order by f.since, f.number offset page_offset limit page_limit) p),
    'total', (select count(*) from found));
$$;

grant execute on function public.list_settlements, public.find_settlement, public.courier_holdings, public.list_held_parcels
  to service_role;
