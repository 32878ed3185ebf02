-- How what orders earned (read/earnings.sql) is kept, and beside it what those of each day earned in all: a report of years adds up days
-- instead of orders.

-- Of orders by the day of their placement. Sums are in paisas.
create table shop.earned_days (
  placed_on date primary key,
  -- Without cancelled ones, as `ordered` and `discounts`.
  orders integer not null,
  delivered integer not null,
  came_back integer not null,
  ordered bigint not null,
  net bigint not null,
  charges bigint not null,
  taxes bigint not null,
  pieces integer not null,
  uncosted integer not null,
  cost bigint not null,
  packing bigint not null,
  -- Of what customers paid, what the shop has.
  collected bigint not null,
  brought bigint not null,
  discounts bigint not null
);

-- How many orders of a day passed a stage on which day, and what they come to.
create table shop.stage_days (
  placed_on date not null,
  stage text not null,
  day date not null,
  orders integer not null,
  ordered bigint not null,
  primary key (placed_on, stage, day)
);

alter table shop.earned_days enable row level security;
alter table shop.stage_days enable row level security;
grant select, insert, delete on shop.earned_days, shop.stage_days to service_role;

-- Adds up anew what the orders of some days earned. Takes the days of their placement.
create function shop.add_up_days(days date[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  delete from shop.earned_days d where d.placed_on = any (days);
  delete from shop.stage_days d where d.placed_on = any (days);
  insert into shop.earned_days (placed_on, orders, delivered, came_back, ordered, net, charges, taxes, pieces, uncosted, cost, packing,
                                collected, brought, discounts)
  select e.placed_on, count(*) filter (where e.is_sold), count(e.delivered_on), count(e.came_back_on),
         coalesce(sum(e.ordered) filter (where e.is_sold), 0), sum(e.net), sum(e.charges), sum(e.taxes), sum(e.pieces), sum(e.uncosted),
         sum(e.cost), sum(e.packing), coalesce(sum(e.net) filter (where e.settled_on is not null), 0), sum(e.brought),
         coalesce(sum(e.discounts) filter (where e.is_sold), 0)
    from shop.earned_orders e where e.placed_on = any (days)
   group by e.placed_on;
  insert into shop.stage_days (placed_on, stage, day, orders, ordered)
  select e.placed_on, s.stage, s.day, count(*), sum(e.ordered)
    from shop.earned_orders e
   cross join lateral (values ('placed', e.placed_on), ('confirmed', e.confirmed_on), ('sent', e.sent_on), ('delivered', e.delivered_on),
                              ('settled', e.settled_on), ('came_back', e.came_back_on)) s (stage, day)
   where e.placed_on = any (days) and s.day is not null
   group by e.placed_on, s.stage, s.day;
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
  days date[];
begin
  perform pg_advisory_xact_lock(hashtextextended('earnings', 0));
  with taken as (delete from shop.changed_earnings c where true returning c.order_id)
  select array_agg(distinct t.order_id) into changed from taken t;
  if changed is null then
    return;
  end if;
  -- Each statement sees what was committed before it: what changes from here on has a row of its own, for the next time.
  with gone as (delete from shop.earned_orders e where e.order_id = any (changed) returning e.placed_on)
  select array_agg(distinct g.placed_on) into days from gone g;
  with orders as materialized (select * from shop.earnings_of(changed)),
  lines as materialized (
    select l.*, sum(l.weight) over (partition by l.order_id order by l.place) as upto,
           sum(l.weight) over (partition by l.order_id) as whole
      from shop.pieces_gone(changed) l
  ), kept as (
    insert into shop.earned_orders (order_id, placed_on, city, source, code, courier, is_sold, confirmed_on, sent_on,
                                    delivered_on, settled_on, came_back_on, ordered, net, charges, taxes, packing, brought,
                                    discounts, pieces, uncosted, cost)
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
  perform shop.add_up_days(days || array(select distinct e.placed_on from shop.earned_orders e where e.order_id = any (changed)));
end;
$$;
