-- What booking a courier's file would do. The dry run answers with this, and booking does it, so that they cannot disagree.

-- The percentage of one of a courier's taxes on a day; null for none.
create function shop.tax_percent(courier_id text, tax shop.courier_tax, day date) returns numeric
language sql stable set search_path = ''
as $$
  select t.percent from public.courier_taxes t
   where t.courier_id = tax_percent.courier_id and t.tax = tax_percent.tax and t.valid_from <= tax_percent.day
   order by t.valid_from desc limit 1;
$$;

-- What a courier withholds of cash, to the paisa, by the rates of a day. Takes the courier, the day, the cash, and both taxes as its file
-- says them, which stand for a tax that has no rate. Null where neither has one.
create function shop.tax_by_rate(courier_id text, day date, cod numeric, income_tax numeric, sales_tax numeric) returns numeric
language sql stable set search_path = ''
as $$
  select case when num_nonnulls(r.income, r.sales) > 0
              then coalesce(round(cod * r.income / 100, 2), income_tax) + coalesce(round(cod * r.sales / 100, 2), sales_tax) end
    from (select shop.tax_percent(tax_by_rate.courier_id, 'income_tax', tax_by_rate.day) as income,
                 shop.tax_percent(tax_by_rate.courier_id, 'sales_tax', tax_by_rate.day) as sales) r;
$$;

-- What a courier takes for a parcel that was not booked from here, by its price list of a day, without tax; null where none says it.
create function shop.listed_charge(courier_id text, parcel public.shipments, day date) returns numeric
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from public.courier_charges c where c.courier_id = listed_charge.courier_id) then
    return null;
  end if;
  return (select shop.courier_charge(listed_charge.courier_id, coalesce(c.zone, ''),
                                     coalesce(parcel.weight, shop.parcel_grams(o.id)), listed_charge.day)
            from public.orders o
            left join public.courier_cities c on c.courier_id = listed_charge.courier_id and c.city = coalesce(o.city_known, o.city)
           where o.id = parcel.order_id);
end;
$$;

-- A courier's parcels by their tracking numbers. Takes the courier and the numbers, as `shop.tracking_key` has them. Returns of each that
-- there is {number, the parcel, its order's number, what the courier still has of its cash, and what it takes for it by the price list of
-- the day it was booked or sent, with fuel and GST, null where no list says it}.
create function shop.parcels_by_number(courier_id text, numbers text[])
returns table (number text, shipment_id text, shipment_number text, order_number text, owed numeric, charge numeric)
language sql stable set search_path = ''
as $$
  with theirs as (
    select n.number, b.shipment_id
      from unnest(numbers) n (number)
      join public.courier_bookings b on b.courier_id = parcels_by_number.courier_id and b.state = 'booked' and b.tracking_number <> ''
       and shop.tracking_key(b.tracking_number) = n.number
    union
    select n.number, s.id
      from unnest(numbers) n (number)
      join public.shipments s on shop.tracking_key(s.tracking_number) = n.number and s.tracking_number <> '' and s.archived_at is null
     where lower(s.carrier) = (select lower(c.name) from public.couriers c where c.id = parcels_by_number.courier_id)
       and not exists (select from public.courier_bookings b where b.shipment_id = s.id and b.state = 'booked')),
  found as materialized (
    select distinct on (t.number) t.number, s as parcel, b.charge, shop.day_of(coalesce(b.created_at, s.shipped_date, s.created_at)) as day
      from theirs t
      join public.shipments s on s.id = t.shipment_id and s.archived_at is null
      left join public.courier_bookings b on b.shipment_id = s.id and b.state = 'booked'
     order by t.number, s.status = 'delivered' desc, s.created_at desc, s.id),
  -- Of each day once: a file is of one week.
  taxes as materialized (
    select d.day, coalesce(shop.tax_percent(parcels_by_number.courier_id, 'fuel', d.day), 0) as fuel,
           coalesce(shop.tax_percent(parcels_by_number.courier_id, 'gst', d.day), 0) as gst
      from (select distinct f.day from found f) d)
  select f.number, (f.parcel).id, (f.parcel).shipment_number, (f.parcel).order_number, o.owed,
         round(priced.charge * (1 + taxes.fuel / 100) * (1 + taxes.gst / 100), 2)
    from found f
    join shop.owed_for(parcels_by_number.courier_id, array(select (m.parcel).id from found m)) o on o.shipment_id = (f.parcel).id
    join taxes on taxes.day = f.day
   cross join lateral (select coalesce(f.charge, shop.listed_charge(parcels_by_number.courier_id, f.parcel, f.day)) as charge) priced;
$$;

-- What a file's rows come to, in its order. Takes the courier and [{line, tracking_number, order_reference, outcome, cod, shipping, gst,
-- income_tax, sales_tax, other_charges, net, day}]. Returns them with what `shop.parcels_by_number` knows of their parcels, what the rates
-- of the row's day, or of today, withhold of the cash of a delivered one, and the result.
create function shop.judged_rows(courier_id text, rows jsonb)
returns table (line integer, tracking_number text, order_reference text, outcome shop.line_outcome, cod numeric, shipping numeric,
               gst numeric, income_tax numeric, sales_tax numeric, other_charges numeric, net numeric, day date, shipment_id text,
               shipment_number text, order_number text, owed numeric, expected_charge numeric, expected_tax numeric,
               result shop.line_result)
language sql stable set search_path = ''
as $$
  with given as materialized (
    select e.place, r.*
      from jsonb_array_elements(rows) with ordinality e (row, place)
     cross join lateral jsonb_to_record(e.row)
           as r (line integer, tracking_number text, order_reference text, outcome shop.line_outcome, cod numeric, shipping numeric,
                 gst numeric, income_tax numeric, sales_tax numeric, other_charges numeric, net numeric, day date)),
  known as materialized (
    select p.* from shop.parcels_by_number(judged_rows.courier_id,
                                           array(select distinct g.tracking_number from given g where g.tracking_number <> '')) p),
  settled as materialized (
    select distinct l.tracking_number, l.outcome from public.settlement_lines l
     where l.courier_id = judged_rows.courier_id and l.is_standing
       and l.tracking_number = any (array(select g.tracking_number from given g where g.tracking_number <> ''))),
  matched as (
    select g.*, k.shipment_id, k.shipment_number, k.order_number, k.charge,
           -- What earlier rows of the same file pay is not owed to later ones.
           case when k.shipment_id is not null then greatest(0, k.owed - coalesce(sum(g.cod) filter (where g.outcome = 'delivered') over (
             partition by g.tracking_number order by g.place rows between unbounded preceding and 1 preceding), 0)) end as owed,
           g.tracking_number <> '' and (s.outcome is not null
             or row_number() over (partition by g.tracking_number, g.outcome order by g.place) > 1) as is_repeated
      from given g
      left join known k on k.number = g.tracking_number
      left join settled s on s.tracking_number = g.tracking_number and s.outcome = g.outcome)
  select m.line, m.tracking_number, m.order_reference, m.outcome, m.cod, m.shipping, m.gst, m.income_tax, m.sales_tax, m.other_charges,
         m.net, m.day, m.shipment_id, m.shipment_number, m.order_number, m.owed, case when m.outcome <> 'charge' then m.charge end,
         case when m.shipment_id is not null and m.outcome = 'delivered'
              then shop.tax_by_rate(judged_rows.courier_id, coalesce(m.day, shop.day_of(now())), m.cod, m.income_tax, m.sales_tax) end,
         case when m.is_repeated then 'repeated'
              when m.shipment_id is null and m.tracking_number <> '' then 'unmatched'
              when m.outcome = 'charge' then 'charge_only'
              when m.owed = 0 then case when m.outcome = 'delivered' and m.cod > 0 then 'not_owed' else 'charge_only' end
              when m.outcome = 'returned' or m.cod < m.owed then 'short'
              when m.cod > m.owed then 'over' else 'received' end::shop.line_result
    from matched m order by m.place;
$$;

-- Where rows of a file contradict themselves, one text for each, at most twenty. Takes what `shop.judged_rows` returns, as JSON.
create function shop.row_complaints(lines jsonb) returns text[]
language sql stable set search_path = ''
as $$
  with given as materialized (
    select r.*, shop.net_of(r.outcome, r.cod, r.shipping + r.gst + r.other_charges, r.income_tax + r.sales_tax) as should_be,
           count(*) over (partition by r.line) as times
      from jsonb_to_recordset(lines) as r (line integer, outcome shop.line_outcome, cod numeric, shipping numeric, gst numeric,
                                           income_tax numeric, sales_tax numeric, other_charges numeric, net numeric)),
  wrong as (
    select g.line, case when g.times > 1 then format('Line %s stands twice', g.line)
                        when g.outcome <> 'delivered' and g.income_tax + g.sales_tax > 0
                        then format('Line %s is not delivered, so no tax is withheld, but it says %s', g.line,
                                    shop.paisa_text(g.income_tax + g.sales_tax))
                        else format('Line %s says net %s, but its other columns make %s', g.line, shop.paisa_text(g.net),
                                    shop.paisa_text(g.should_be)) end as complaint
      from given g
     where g.times > 1 or g.outcome <> 'delivered' and g.income_tax + g.sales_tax > 0 or g.net <> g.should_be)
  select array(select w.complaint from wrong w group by w.line, w.complaint order by w.line limit 20)
         || case when count(*) > 20 then array[format('%s more lines contradict themselves', count(*) - 20)] else '{}' end
    from (select distinct w.line from wrong w) w;
$$;
