-- The money of the large shop (large-shop.sql): every delivered order in a parcel whose cash a courier collected, and paid out by one of its
-- fortnight's files, but for 2,000 that are still open; every twelfth came back. Pieces cost a third of their price.

set session_replication_role = replica;

insert into public.couriers (id, name) select lpad(n::text, 24, '0'), name
  from unnest(array['TCS', 'Leopards', 'M&P']) with ordinality as c (name, n);
insert into public.courier_taxes (courier_id, tax, valid_from, percent, treatment)
select c.id, t.tax::shop.courier_tax, (now() - interval '740 days')::date, t.percent, t.treatment::shop.tax_treatment
  from public.couriers c
 cross join (values ('gst', 16, 'final'), ('income_tax', 2, 'credit'), ('sales_tax', 2, 'final')) t (tax, percent, treatment);

-- What has been sent has a parcel.
insert into public.shipments (id, order_id, order_number, carrier, tracking_number, shipping_cost, status, shipped_date, created_at, received_at)
select left(o.id, 8) || lpad(to_hex(200000 + o.n), 16, '0'), o.id, o.order_number, (array['TCS', 'Leopards', 'M&P'])[1 + o.n % 3], 'TRK' || 300000 + o.n, 200,
       case o.status::text when 'cancelled' then 'returned' when 'delivered' then 'delivered' else 'in_transit' end::shop.shipment_status,
       o.created_at, o.created_at + interval '1 hour', case when o.status = 'cancelled' then o.created_at + interval '9 days' end
  from (select substr(order_number, 5)::integer as n, * from public.orders where status in ('cancelled', 'shipped', 'delivered')) o
 where o.archived_at is null and not exists (select from public.shipments s where s.order_id = o.id);

create temp table sent as
select s.id as shipment_id, s.shipment_number, s.tracking_number, s.order_id, c.id as courier_id, o.total_amount as cod, o.status = 'delivered' as arrived,
       o.created_at + interval '4 days' as at, (extract(epoch from o.created_at)::bigint / 1209600)::integer as fortnight,
       row_number() over (partition by o.status order by o.created_at desc) <= 2000 as is_open, round(o.total_amount * 0.02, 2) as tax
  from public.shipments s join public.orders o on o.id = s.order_id join public.couriers c on c.name = s.carrier
 where o.status in ('cancelled', 'delivered') and s.archived_at is null;
create unique index on sent (shipment_id);

update public.orders o set collected = o.total_amount, has_arrived = true from sent s where s.order_id = o.id and s.arrived;
insert into public.payments (kind, method, from_account, to_account, amount, order_id, reference, courier_id, created_at)
select 'collected', 'cash', 'customer', 'courier', s.cod, s.order_id, s.shipment_number, s.courier_id, s.at from sent s where s.arrived order by s.at;

create temp table files as
select row_number() over (order by s.fortnight, s.courier_id) as n, s.courier_id, s.fortnight, max(s.at) + interval '3 days' as at, count(*) as parcels,
       sum(case when s.arrived then s.cod - 232 - 2 * s.tax else - 232 end) as net, count(*) * 232 as kept,
       sum(2 * s.tax) filter (where s.arrived) as taxes
  from sent s where not s.is_open group by s.courier_id, s.fortnight;
insert into public.settlements (id, courier_id, file_name, file_hash, reference, control_parcels, control_sum, created_at)
select lpad(to_hex(f.n), 24, '0'), f.courier_id, f.n || '.csv', encode(sha256(f.n::text::bytea), 'hex'), 'CPR-' || f.n, f.parcels, f.net, f.at from files f;
insert into public.settlement_lines (settlement_id, courier_id, line, tracking_number, outcome, cod, shipping, gst, income_tax, sales_tax, other_charges,
                                     net, day, shipment_id, result, owed, expected_charge, expected_tax)
select lpad(to_hex(f.n), 24, '0'), s.courier_id, row_number() over (partition by f.n order by s.at, s.shipment_id), s.tracking_number,
       case when s.arrived then 'delivered' else 'returned' end::shop.line_outcome, case when s.arrived then s.cod else 0 end, 200, 32,
       case when s.arrived then s.tax else 0 end, case when s.arrived then s.tax else 0 end, 0,
       case when s.arrived then s.cod - 232 - 2 * s.tax else - 232 end, shop.day_of(f.at), s.shipment_id, 'received', case when s.arrived then s.cod else 0 end,
       232, case when s.arrived then 2 * s.tax else 0 end
  from sent s join files f using (courier_id, fortnight) where not s.is_open;
insert into public.payments (kind, method, from_account, to_account, amount, reference, courier_id, settlement_id, created_at)
select 'settled', case m.target when 'bank' then 'bank_transfer' else 'cash' end::shop.payment_method, 'courier', m.target::shop.ledger_account, m.amount,
       'CPR-' || f.n, f.courier_id, lpad(to_hex(f.n), 24, '0'), f.at
  from files f cross join lateral (values ('bank', f.net), ('charges', f.kept), ('tax_withheld', f.taxes)) m (target, amount)
 where m.amount > 0;

insert into shop.courier_cash (order_id, number, is_by_file, payments) select s.order_id, s.shipment_number, false, 1 from sent s where s.arrived and s.is_open;

-- Every thirtieth delivered order came back after all.
insert into shop.sent_pieces (order_item_id, order_id, sent, received)
select i.id, o.id, i.quantity, case when not s.arrived or substr(o.order_number, 5)::integer % 30 = 0 then i.quantity else 0 end
  from sent s join public.orders o on o.id = s.order_id join public.order_items i on i.order_id = o.id;
insert into public.goods_back (order_id, order_item_id, product_id, variant_id, shipment_id, quantity, disposition, key, created_at)
select p.order_id, i.id, i.product_id, i.variant_id, s.shipment_id, p.received,
       case when i.position = 2 then 'damaged' else 'restocked' end::shop.disposition, p.order_item_id, s.at + interval '9 days'
  from shop.sent_pieces p join public.order_items i on i.id = p.order_item_id join sent s on s.order_id = p.order_id where p.received > 0;

insert into shop.piece_costs (variant_id, unit_cost) select v.id, round(p.price / 3, 4) from public.product_variants v join public.products p on p.id = v.product_id;
insert into shop.line_costs (item_id, unit_cost)
select i.id, c.unit_cost from sent s join public.order_items i on i.order_id = s.order_id join shop.piece_costs c on c.variant_id = i.variant_id;

update shop.sold_lines l set returned = l.quantity, returned_paisas = l.paisas
  from shop.sent_pieces p join public.order_items i on i.id = p.order_item_id
 where p.received > 0 and l.order_id = i.order_id and l.position = i.position;

-- What was written past everything has no statistics yet.
analyze;
insert into shop.changed_earnings (order_id) select id from public.orders;
select shop.work_out_earnings();

do $$
declare
  following date := shop.first_month();
begin
  while following < date_trunc('month', now()) loop
    insert into public.closed_months (month, balance) values (following, shop.month_balance_json(following));
    following := (following + interval '1 month')::date;
  end loop;
end $$;

drop table sent, files;
reset session_replication_role;
