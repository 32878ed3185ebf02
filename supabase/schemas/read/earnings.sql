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
  packing bigint not null default 0
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

-- What orders earned, in paisas, by all that counts today. `charges` and `taxes` are what couriers kept, `packing` is that of parcels that
-- have left. Takes the orders' ids; leaves deleted ones out.
create function shop.earnings_of(order_ids text[])
returns table (order_id text, placed_on date, city text, source text, code text, courier text, is_sold boolean, confirmed_on date,
               sent_on date, delivered_on date, settled_on date, came_back_on date, ordered bigint, net bigint, charges bigint,
               taxes bigint, packing bigint)
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
           (coalesce(p.packing, 0) * 100)::bigint
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

-- A line's share of a sum of its order, in paisas: that of the lines up to it, less that of those before. Takes the sum, the weights of the
-- lines up to it and of all, and its own. An order without a line is as one with a single line.
create function shop.share_of_line(amount bigint, upto numeric, whole numeric, weight numeric) returns bigint
language sql immutable parallel safe
return case when whole is null then amount else round(amount * upto / whole)::bigint - round(amount * (upto - weight) / whole)::bigint end;

-- Works out anew what changed since it was worked out last. One at a time: the next one waits, and finds it done.
create function shop.work_out_earnings() returns void
language plpgsql set search_path = ''
as $$
declare
  changed text[];
begin
  perform pg_advisory_xact_lock(hashtextextended('earnings', 0));
  with taken as (delete from shop.changed_earnings c where true returning c.order_id)
  select array_agg(distinct t.order_id) into changed from taken t;
  if changed is null then
    return;
  end if;
  -- Each statement sees what was committed before it: what changes from here on has a row of its own, for the next time.
  delete from shop.earned_orders e where e.order_id = any (changed);
  with orders as materialized (select * from shop.earnings_of(changed)),
  lines as materialized (
    select l.*, sum(l.weight) over (partition by l.order_id order by l.place) as upto,
           sum(l.weight) over (partition by l.order_id) as whole
      from shop.pieces_gone(changed) l
  ), kept as (
    insert into shop.earned_orders (order_id, placed_on, city, source, code, courier, is_sold, confirmed_on, sent_on,
                                    delivered_on, settled_on, came_back_on, ordered, net, charges, taxes, packing, pieces, uncosted,
                                    cost)
    select o.*, coalesce(l.pieces, 0), coalesce(l.uncosted, 0), coalesce(l.cost, 0)
      from orders o
      left join (select n.order_id, sum(n.pieces) as pieces, sum(n.uncosted) as uncosted, sum(n.cost) as cost
                   from lines n group by n.order_id) l on l.order_id = o.order_id
  )
  insert into shop.earned_lines (order_id, place, product_id, variant_id, category, is_first_of_product, is_first_of_variant,
                                 is_first_of_category, placed_on, is_sold, is_delivered, is_back, ordered, net, charges,
                                 taxes, packing, pieces, uncosted, cost)
  select o.order_id, coalesce(l.place, 0), l.product_id, l.variant_id, p.category,
         row_number() over (partition by o.order_id, l.product_id order by l.place) = 1,
         row_number() over (partition by o.order_id, l.variant_id order by l.place) = 1,
         row_number() over (partition by o.order_id, p.category order by l.place) = 1, o.placed_on, o.is_sold,
         o.delivered_on is not null, o.came_back_on is not null,
         shop.share_of_line(o.ordered, l.upto, l.whole, l.weight), shop.share_of_line(o.net, l.upto, l.whole, l.weight),
         shop.share_of_line(o.charges, l.upto, l.whole, l.weight), shop.share_of_line(o.taxes, l.upto, l.whole, l.weight),
         shop.share_of_line(o.packing, l.upto, l.whole, l.weight), coalesce(l.pieces, 0), coalesce(l.uncosted, 0), coalesce(l.cost, 0)
    from orders o
    left join lines l on l.order_id = o.order_id
    left join public.products p on p.id = l.product_id;
end;
$$;
