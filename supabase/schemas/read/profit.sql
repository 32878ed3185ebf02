-- What was earned of the orders of a period, by the day of their placement: what customers paid and did not get back, less what its pieces
-- cost, what couriers took for it, taxes that the shop does not get back, and packing. What couriers have not settled yet has taken
-- nothing. Advertising is told beside it, where one knows what it was for: by the day it was spent, and by where the orders come from.

-- What a group of orders earned, in paisas. `key` is what they have in common; null: it is not known. `collected` and `advertising` are
-- null where nobody can tell what of it was for which group.
create type shop.earned_sums as (
  key text, orders bigint, delivered bigint, came_back bigint, ordered bigint, net bigint, charges bigint, taxes bigint, pieces bigint,
  uncosted bigint, cost bigint, packing bigint, collected bigint, advertising bigint
);

-- What orders of a period earned by one of product and choice. An order of several products counts for each. Takes days. Read in the order
-- of `earned_lines_by_piece`: a planner thinks the table and hashing as good, which take twice as long.
create function shop.earned_by_piece(first_day date, last_day date, grouped_by text) returns setof shop.earned_sums
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
  set enable_seqscan = off set enable_hashagg = off set max_parallel_workers_per_gather = 0
as $$
begin
  return query
    select l.key, count(*) filter (where l.is_first and l.is_sold), count(*) filter (where l.is_first and l.is_delivered),
           count(*) filter (where l.is_first and l.is_back), coalesce(sum(l.ordered) filter (where l.is_sold), 0)::bigint,
           sum(l.net)::bigint, sum(l.charges)::bigint, sum(l.taxes)::bigint, sum(l.pieces), sum(l.uncosted), sum(l.cost)::bigint,
           sum(l.packing)::bigint, null::bigint, null::bigint
      from (select e.*, case grouped_by when 'product' then e.product_id else e.variant_id end as key,
                   case grouped_by when 'product' then e.is_first_of_product else e.is_first_of_variant end as is_first
              from shop.earned_lines e where e.placed_on between first_day and last_day) l
     group by l.product_id, l.key
     order by l.product_id, l.key;
end;
$$;

-- The same by category.
create function shop.earned_by_category(first_day date, last_day date) returns setof shop.earned_sums
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
    select l.category, count(*) filter (where l.is_first_of_category and l.is_sold),
           count(*) filter (where l.is_first_of_category and l.is_delivered), count(*) filter (where l.is_first_of_category and l.is_back),
           coalesce(sum(l.ordered) filter (where l.is_sold), 0)::bigint, sum(l.net)::bigint, sum(l.charges)::bigint, sum(l.taxes)::bigint,
           sum(l.pieces), sum(l.uncosted), sum(l.cost)::bigint, sum(l.packing)::bigint, null::bigint, null::bigint
      from shop.earned_lines l where l.placed_on between first_day and last_day
     group by l.category;
end;
$$;

-- The same by one of city, courier, source and code.
create function shop.earned_by_order(first_day date, last_day date, grouped_by text) returns setof shop.earned_sums
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
    select o.key, count(*) filter (where o.is_sold), count(o.delivered_on), count(o.came_back_on),
           coalesce(sum(o.ordered) filter (where o.is_sold), 0)::bigint, sum(o.net)::bigint, sum(o.charges)::bigint, sum(o.taxes)::bigint,
           sum(o.pieces), sum(o.uncosted), sum(o.cost)::bigint, sum(o.packing)::bigint,
           coalesce(sum(o.net) filter (where o.settled_on is not null), 0)::bigint, null::bigint
      from (select e.*, case grouped_by when 'city' then e.city when 'courier' then e.courier when 'source' then e.source
                                        else e.code end as key
              from shop.earned_orders e where e.placed_on between first_day and last_day) o
     group by o.key;
end;
$$;

-- The same by day or month, or in one row of all, whose key is null, for anything else.
create function shop.earned_by_day(first_day date, last_day date, grouped_by text) returns setof shop.earned_sums
language sql stable set search_path = ''
as $$
  select d.key, sum(d.orders), sum(d.delivered), sum(d.came_back), sum(d.ordered)::bigint, sum(d.net)::bigint, sum(d.charges)::bigint,
         sum(d.taxes)::bigint, sum(d.pieces), sum(d.uncosted), sum(d.cost)::bigint, sum(d.packing)::bigint, sum(d.collected)::bigint,
         null::bigint
    from (select e.*, case grouped_by when 'day' then e.placed_on::text when 'month' then to_char(e.placed_on, 'YYYY-MM') end as key
            from shop.earned_days e where e.placed_on between first_day and last_day) d
   group by d.key;
$$;

-- What was spent on advertising in a period, by one of source, day and month, or in one row whose key is null. Takes days.
create function shop.advertised(first_day date, last_day date, grouped_by text) returns setof shop.earned_sums
language sql stable set search_path = ''
as $$
  select a.key, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (sum(shop.signed_amount(a.p)) * 100)::bigint
    from (select p, case grouped_by when 'source' then p.advertises::text when 'day' then p.spent_on::text
                                    when 'month' then to_char(p.spent_on, 'YYYY-MM') end as key
            from public.payments p
           where p.expense = 'advertising' and p.spent_on between first_day and last_day) a
   group by a.key;
$$;

-- What orders of a period earned by one of all of those, with what was spent on advertising for each. Takes days.
create function shop.earned_groups(first_day date, last_day date, grouped_by text) returns setof shop.earned_sums
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  if grouped_by in ('product', 'choice') then
    return query select * from shop.earned_by_piece(first_day, last_day, grouped_by);
  elsif grouped_by = 'category' then
    return query select * from shop.earned_by_category(first_day, last_day);
  elsif grouped_by in ('city', 'courier', 'code') then
    return query select * from shop.earned_by_order(first_day, last_day, grouped_by);
  else
    return query
      select g.key, sum(g.orders)::bigint, sum(g.delivered)::bigint, sum(g.came_back)::bigint, sum(g.ordered)::bigint, sum(g.net)::bigint,
             sum(g.charges)::bigint, sum(g.taxes)::bigint, sum(g.pieces)::bigint, sum(g.uncosted)::bigint, sum(g.cost)::bigint,
             sum(g.packing)::bigint, sum(g.collected)::bigint, coalesce(sum(g.advertising), 0)::bigint
        from (select * from shop.earned_by_order(first_day, last_day, grouped_by) where grouped_by = 'source'
              union all
              select * from shop.earned_by_day(first_day, last_day, grouped_by) where grouped_by <> 'source'
              union all
              select * from shop.advertised(first_day, last_day, grouped_by)) g
       group by g.key;
  end if;
end;
$$;

-- Paisas in rupees.
create function shop.rupees(paisas bigint) returns numeric
language sql immutable
return round(paisas / 100.0, 2);

-- What a group of orders earned less what its pieces, couriers, taxes and packing cost, in paisas.
create function shop.profit_of(earned shop.earned_sums) returns bigint
language sql immutable
return earned.net - earned.charges - earned.taxes - earned.packing - earned.cost;

-- What a group earned in rupees, without its key, with `profit`: net less what pieces, couriers, taxes and packing cost, and
-- `after_advertising`: what of it advertising left.
create function shop.earned_json(earned shop.earned_sums) returns jsonb
language sql stable
return jsonb_build_object(
  'orders', earned.orders, 'delivered', earned.delivered, 'came_back', earned.came_back, 'pieces', earned.pieces,
  'uncosted', earned.uncosted, 'ordered', shop.rupees(earned.ordered), 'net', shop.rupees(earned.net),
  'charges', shop.rupees(earned.charges), 'taxes', shop.rupees(earned.taxes), 'cost', shop.rupees(earned.cost),
  'packing', shop.rupees(earned.packing), 'collected', shop.rupees(earned.collected), 'advertising', shop.rupees(earned.advertising),
  'profit', shop.rupees(shop.profit_of(earned)), 'after_advertising', shop.rupees(shop.profit_of(earned) - earned.advertising));

-- How far the orders of a period came: [{stage, orders, amount: in rupees}]. Takes days.
create function shop.stages_reached(first_day date, last_day date) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('stage', s.stage, 'orders', coalesce(r.orders, 0), 'amount', coalesce(shop.rupees(r.ordered), 0))
                   order by s.place)
    from (values (1, 'placed'), (2, 'confirmed'), (3, 'sent'), (4, 'delivered'), (5, 'settled')) s (place, stage)
    left join (select d.stage, sum(d.orders) as orders, sum(d.ordered)::bigint as ordered
                 from shop.stage_days d where d.placed_on between first_day and last_day group by d.stage) r on r.stage = s.stage;
$$;

-- What the orders of a period earned by one of day, month, city, courier, source, code, category, product or choice: {stages: as
-- `shop.stages_reached`, totals, groups: [{key, name, …}], group_count, packing_cost: of a parcel that is made now}, `totals` and each
-- of `groups` with {orders, delivered, came_back, ordered, net, pieces, cost, uncosted, charges, taxes, packing, profit, collected: of what
-- customers paid, that the shop has, advertising, after_advertising}; the last three are null in groups that nobody can tell them of.
-- `orders` and `ordered` are without cancelled ones. An order of several products counts for each, and each has its share of what is paid
-- and taken. The groups add up to the totals, whatever they are by; so many of them are returned, of `group_count`. A null key: it is
-- not known, or there is none.
create function public.profit_report(first_day date, last_day date, grouped_by text, max_groups integer) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform shop.work_out_earnings();
  return (
    with groups as materialized (select g from shop.earned_groups(first_day, last_day, grouped_by) g),
    ranked as (
      select g, row_number() over (order by case when grouped_by in ('day', 'month') then (g).key end, shop.profit_of(g) desc, (g).key)
                as place
        from groups
       order by place limit max_groups
    ), named as (
      select r.*, case grouped_by when 'product' then (select p.name from public.products p where p.id = (r.g).key)
                                  when 'choice' then (select concat_ws(' ', p.name,
                                                                       '(' || nullif(shop.choice_name(v.color, v.size), '') || ')')
                                                        from public.product_variants v join public.products p on p.id = v.product_id
                                                       where v.id = (r.g).key)
                                  when 'category' then (select c.name from public.categories c where c.slug = (r.g).key)
                                  else (r.g).key end as name
        from ranked r
    )
    select jsonb_build_object(
      'stages', shop.stages_reached(first_day, last_day),
      'totals', shop.earned_json(coalesce((select t from shop.earned_groups(first_day, last_day, 'all') t),
                                          (null, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)::shop.earned_sums)),
      'group_count', (select count(*) from groups),
      'packing_cost', shop.packing_cost(),
      'groups', (select coalesce(jsonb_agg(jsonb_build_object('key', (n.g).key, 'name', n.name) || shop.earned_json(n.g)
                                           order by n.place), '[]') from named n)));
end;
$$;

-- What an order earned, in rupees: {is_delivered, is_settled, net, pieces, uncosted, cost, deliveries, returns, others, gst, withheld: as
-- couriers kept it, packing, profit, month: of its placement, its first day, month_delivered: orders of that, month_lost: what those cost
-- that were not delivered, month_undelivered: how many of them cost anything, share_of_returns: of that, of each that was delivered,
-- break_even: what is left after it, and may have been spent on advertising}. The last two are null of an order that was not delivered.
-- Over a month, break-even comes to the month's profit. Takes its id. Refuses 404 `order_not_found`.
create function public.order_earnings(order_id text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  earned shop.earned_orders;
  kept record;
  month record;
  profit numeric;
  share numeric;
begin
  perform shop.work_out_earnings();
  select * into earned from shop.earned_orders e where e.order_id = order_earnings.order_id;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  select k.* into kept from shop.kept_by_couriers(array[earned.order_id]) k;
  select count(e.delivered_on) as delivered,
         count(*) filter (where e.delivered_on is null and l.profit < 0) as undelivered,
         coalesce(- sum(l.profit) filter (where e.delivered_on is null), 0) / 100.0 as lost
    into month
    from shop.earned_orders e
   cross join lateral (select e.net - e.charges - e.taxes - e.packing - e.cost as profit) l
   where e.placed_on >= date_trunc('month', earned.placed_on)::date
     and e.placed_on < (date_trunc('month', earned.placed_on) + interval '1 month')::date;
  profit := (earned.net - earned.charges - earned.taxes - earned.packing - earned.cost) / 100.0;
  if earned.delivered_on is not null then share := month.lost / month.delivered; end if;
  return jsonb_build_object(
    'is_delivered', earned.delivered_on is not null, 'is_settled', earned.settled_on is not null,
    'net', shop.rupees(earned.net), 'pieces', earned.pieces, 'uncosted', earned.uncosted, 'cost', shop.rupees(earned.cost),
    'deliveries', coalesce(kept.deliveries, 0), 'returns', coalesce(kept.returns, 0), 'others', coalesce(kept.others, 0),
    'gst', coalesce(kept.gst, 0), 'withheld', coalesce(kept.withheld, 0), 'packing', shop.rupees(earned.packing),
    'profit', round(profit, 2), 'month', date_trunc('month', earned.placed_on)::date, 'month_delivered', month.delivered,
    'month_undelivered', month.undelivered, 'month_lost', round(month.lost, 2), 'share_of_returns', round(share, 2),
    'break_even', round(profit - share, 2));
end;
$$;

-- How many orders passed each stage, and their totals, of a period and on each of its days: {stages: [{stage, orders, amount}], days:
-- [{day, stages}]}. Takes its days, and whether an order counts on the days of its events, the book, or all of it on the day of its
-- placement, the cohort. Stages are `placed`, `confirmed`, `sent`, `delivered`, `settled` and `came_back`.
create function public.stages_by_day(first_day date, last_day date, is_by_event boolean) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform shop.work_out_earnings();
  return (
    with stages (place, stage) as (
      values (1, 'placed'), (2, 'confirmed'), (3, 'sent'), (4, 'delivered'), (5, 'settled'), (6, 'came_back')
    ), passed as materialized (
      select s.stage, s.day, sum(s.orders) as orders, sum(s.ordered)::bigint as ordered
        from (select d.stage, d.orders, d.ordered, case when is_by_event then d.day else d.placed_on end as day from shop.stage_days d) s
       where s.day between first_day and last_day
       group by s.stage, s.day
    ), told as (
      select d.day, jsonb_agg(jsonb_build_object('stage', s.stage, 'orders', coalesce(p.orders, 0),
                                                 'amount', coalesce(shop.rupees(p.ordered), 0)) order by s.place) as stages
        from (select first_day + n as day from generate_series(0, last_day - first_day) n) d
       cross join stages s
        left join passed p on p.day = d.day and p.stage = s.stage
       group by d.day
    ), whole as (select p.stage, sum(p.orders) as orders, sum(p.ordered)::bigint as ordered from passed p group by p.stage)
    select jsonb_build_object(
      'stages', (select jsonb_agg(jsonb_build_object('stage', s.stage, 'orders', coalesce(w.orders, 0),
                                                     'amount', coalesce(shop.rupees(w.ordered), 0)) order by s.place)
                   from stages s left join whole w on w.stage = s.stage),
      'days', (select jsonb_agg(jsonb_build_object('day', t.day, 'stages', t.stages) order by t.day) from told t)));
end;
$$;

grant execute on function public.profit_report, public.order_earnings, public.stages_by_day to service_role;
