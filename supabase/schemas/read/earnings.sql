-- What each order earned, kept, so that a report of two years does not work it out again: what changed since the last report is worked out
-- by the next one. Sums are in paisas: adding up whole numbers takes half as long as adding up `numeric`.

create table shop.earned_orders (
  order_id text primary key references public.orders (id) on delete cascade,
  placed_on date not null,
  -- The courier of its last parcel. Null: it is not known, or there is none.
  city text,
  source text not null,
  code text,
  courier text,
  is_sold boolean not null,
  -- When it passed each stage (read/stages.sql); null: it has not.
  confirmed_on date,
  sent_on date,
  delivered_on date,
  settled_on date,
  came_back_on date,
  -- What it comes to, what the customer paid of it and did not get back, what couriers took, taxes that the shop does not get back, and
  -- what packing its parcels cost.
  ordered bigint not null,
  net bigint not null,
  charges bigint not null,
  taxes bigint not null,
  -- Of all its lines.
  pieces integer not null,
  uncosted integer not null,
  cost bigint not null,
  packing bigint not null default 0,
  -- What it comes to if it was delivered, without what its parcels did not bring, and what was taken off it.
  brought bigint not null default 0,
  discounts bigint not null default 0
);

create index earned_orders_by_day on shop.earned_orders (placed_on);

-- What each line of an order has of that; an order without lines has one that is of no product.
create table shop.earned_lines (
  order_id text not null references shop.earned_orders (order_id) on delete cascade,
  place integer not null,
  product_id text,
  variant_id text,
  -- The product's category of today.
  category text,
  -- The first of its order that is of this product, choice or category: it counts the order.
  is_first_of_product boolean not null,
  is_first_of_variant boolean not null,
  is_first_of_category boolean not null,
  placed_on date not null,
  is_sold boolean not null,
  is_delivered boolean not null,
  is_back boolean not null,
  ordered bigint not null,
  net bigint not null,
  charges bigint not null,
  taxes bigint not null,
  -- Pieces that the shop does not have any more, so many of them without a cost, and what the others cost.
  pieces integer not null,
  uncosted integer not null,
  cost bigint not null,
  packing bigint not null default 0,
  primary key (order_id, place)
);

create index earned_lines_by_day on shop.earned_lines (placed_on);
-- A report of years adds up each piece's lines as they lie in here: hashing them takes 2.7 times as long.
create index earned_lines_by_piece on shop.earned_lines (product_id, variant_id, placed_on)
  include (is_first_of_product, is_first_of_variant, is_sold, is_delivered, is_back, ordered, net, charges, taxes, pieces, uncosted, cost,
           packing);

alter table shop.earned_orders enable row level security;
alter table shop.earned_lines enable row level security;
grant select, insert, delete on shop.earned_orders, shop.earned_lines to service_role;

-- What couriers kept of orders, in rupees, by their files that stand: charges for deliveries, returns and others, GST where it is not
-- credited, and withheld taxes where they are final. Takes the orders' ids.
create function shop.kept_by_couriers(order_ids text[])
returns table (order_id text, deliveries numeric, returns numeric, others numeric, gst numeric, withheld numeric)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
    with rates as materialized (
      select t.courier_id, t.tax, t.treatment, t.valid_from as begins,
             lead(t.valid_from, 1, 'infinity') over (partition by t.courier_id, t.tax order by t.valid_from) as ends
        from public.courier_taxes t
    )
    select s.order_id, coalesce(sum(l.shipping) filter (where l.outcome = 'delivered'), 0),
           coalesce(sum(l.shipping) filter (where l.outcome = 'returned'), 0),
           sum(l.other_charges) + coalesce(sum(l.shipping) filter (where l.outcome = 'charge'), 0),
           sum(case when gst.treatment = 'credit' then 0 else l.gst end),
           sum(case when income.treatment = 'final' then l.income_tax else 0 end
               + case when sales.treatment = 'final' then l.sales_tax else 0 end)
      from public.shipments s
      join public.settlement_lines l on l.shipment_id = s.id and l.is_standing
      left join rates gst on gst.courier_id = l.courier_id and gst.tax = 'gst' and l.day >= gst.begins and l.day < gst.ends
      left join rates income on income.courier_id = l.courier_id and income.tax = 'income_tax' and l.day >= income.begins
                            and l.day < income.ends
      left join rates sales on sales.courier_id = l.courier_id and sales.tax = 'sales_tax' and l.day >= sales.begins
                           and l.day < sales.ends
     where s.order_id = any (order_ids)
     group by s.order_id;
end;
$$;

-- What orders earned, in paisas, by all that counts today, as `shop.earned_orders` keeps it. `charges` and `taxes` are what couriers kept,
-- `packing` is that of parcels that have left. Takes the orders' ids; leaves deleted ones out.
create function shop.earnings_of(order_ids text[])
returns table (order_id text, placed_on date, city text, source text, code text, courier text, is_sold boolean, confirmed_on date,
               sent_on date, delivered_on date, settled_on date, came_back_on date, ordered bigint, net bigint, charges bigint,
               taxes bigint, packing bigint, brought bigint, discounts bigint)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
    with parcels as materialized (
      select s.order_id, (array_agg(s.carrier order by s.created_at desc, s.id))[1] as carrier,
             sum(s.packing_cost) filter (where shop.has_left(s.status)) as packing
        from public.shipments s where s.order_id = any (order_ids) and s.archived_at is null
       group by s.order_id
    ), taken as materialized (select k.* from shop.kept_by_couriers(order_ids) k
    ), passed as materialized (
      select m.order_id, min(shop.day_of(m.at)) filter (where m.stage = 'confirmed') as confirmed_on,
             min(shop.day_of(m.at)) filter (where m.stage = 'sent') as sent_on,
             min(shop.day_of(m.at)) filter (where m.stage = 'delivered') as delivered_on,
             min(shop.day_of(m.at)) filter (where m.stage = 'settled') as settled_on,
             min(shop.day_of(m.at)) filter (where m.stage = 'came_back') as came_back_on
        from shop.stage_moments(order_ids) m group by m.order_id
    )
    select o.id, shop.day_of(o.created_at), coalesce(o.city_known, nullif(o.city, '')), o.source::text, o.discount_code,
           nullif(p.carrier, ''), o.status <> 'cancelled', d.confirmed_on, d.sent_on, d.delivered_on, d.settled_on, d.came_back_on,
           (o.total_amount * 100)::bigint, (coalesce(shop.net_of(o), 0) * 100)::bigint,
           (coalesce(t.deliveries + t.returns + t.others, 0) * 100)::bigint, (coalesce(t.gst + t.withheld, 0) * 100)::bigint,
           (coalesce(p.packing, 0) * 100)::bigint,
           case when o.status = 'delivered' then ((o.total_amount - o.uncollected) * 100)::bigint else 0 end,
           ((o.discount + o.delivery_discount) * 100)::bigint
      from public.orders o
      left join parcels p on p.order_id = o.id
      left join taken t on t.order_id = o.id
      left join passed d on d.order_id = o.id
     where o.id = any (order_ids) and o.archived_at is null;
end;
$$;

-- The lines of orders: {pieces: that the shop does not have any more, of a delivered order those that did not come back whole, of any other
-- those that came back damaged or not at all, uncosted: so many of them without a cost, cost: of the others in paisas, weight: the line's
-- share of what its order earns}. Takes the orders' ids.
create function shop.pieces_gone(order_ids text[])
returns table (order_id text, place integer, product_id text, variant_id text, weight numeric, pieces integer, uncosted integer,
               cost bigint)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
    with lost as materialized (
      select g.order_item_id, sum(g.quantity) as pieces from public.goods_back g
       where g.order_id = any (order_ids) and g.disposition in ('damaged', 'missing') group by g.order_item_id
    )
    select l.order_id, l.position, l.product_id, l.variant_id, l.weight, l.gone, case when k.unit_cost is null then l.gone else 0 end,
           coalesce(round(l.gone * k.unit_cost, 2) * 100, 0)::bigint
      from (select i.order_id, i.id, i.position, i.product_id, i.variant_id,
                   -- What is free has a trace of it, so that there is always somebody to bear a charge.
                   i.quantity * i.price - i.discount + 0.0001 as weight,
                   (case when o.status = 'delivered' then coalesce(s.sent - s.received, i.quantity) else 0 end
                    + coalesce(n.pieces, 0))::integer as gone
              from public.orders o
              join public.order_items i on i.order_id = o.id
              left join shop.sent_pieces s on s.order_item_id = i.id
              left join lost n on n.order_item_id = i.id
             where o.id = any (order_ids)) l
      left join shop.line_costs k on k.item_id = l.id;
end;
$$;
