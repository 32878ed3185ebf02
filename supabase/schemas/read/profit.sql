-- What was earned of the orders of a period, by the day of their placement: what customers paid and did not get back, less what its pieces
-- cost, what couriers took for it, and taxes that the shop does not get back. What couriers have not settled yet has taken nothing.

-- What orders of a period earned by one of product, choice and category, in paisas. An order of several products counts for each. Takes
-- days. A null key: it is not known.
create function shop.earned_by_piece(first_day date, last_day date, grouped_by text)
returns table (key text, orders bigint, delivered bigint, came_back bigint, ordered bigint, net bigint, charges bigint, taxes bigint,
               pieces bigint, uncosted bigint, cost bigint)
language sql stable set search_path = ''
as $$
  select l.key, count(*) filter (where l.is_first and l.is_sold), count(*) filter (where l.is_first and l.is_delivered),
         count(*) filter (where l.is_first and l.is_back), coalesce(sum(l.ordered) filter (where l.is_sold), 0)::bigint,
         sum(l.net)::bigint, sum(l.charges)::bigint, sum(l.taxes)::bigint, sum(l.pieces), sum(l.uncosted), sum(l.cost)::bigint
    from (select e.*, case grouped_by when 'product' then e.product_id when 'choice' then e.variant_id else e.category end as key,
                 case grouped_by when 'product' then e.is_first_of_product when 'choice' then e.is_first_of_variant
                                 else e.is_first_of_category end as is_first
            from shop.earned_lines e where e.placed_on between first_day and last_day) l
   group by l.key;
$$;

-- The same by one of day, month, city, courier, source and code, or as one row of all, whose key is null, for anything else.
create function shop.earned_by_order(first_day date, last_day date, grouped_by text)
returns table (key text, orders bigint, delivered bigint, came_back bigint, ordered bigint, net bigint, charges bigint, taxes bigint,
               pieces bigint, uncosted bigint, cost bigint)
language sql stable set search_path = ''
as $$
  select o.key, count(*) filter (where o.is_sold), count(o.delivered_on), count(o.came_back_on),
         coalesce(sum(o.ordered) filter (where o.is_sold), 0)::bigint, sum(o.net)::bigint, sum(o.charges)::bigint, sum(o.taxes)::bigint,
         sum(o.pieces), sum(o.uncosted), sum(o.cost)::bigint
    from (select e.*, case grouped_by when 'day' then e.placed_on::text when 'month' then to_char(e.placed_on, 'YYYY-MM')
                                      when 'city' then e.city when 'courier' then e.courier when 'source' then e.source
                                      when 'code' then e.code end as key
            from shop.earned_orders e where e.placed_on between first_day and last_day) o
   group by o.key;
$$;

-- Those sums in rupees, and `profit`: net less what pieces, couriers and taxes cost. Takes a row of them as JSON.
create function shop.earned_json(earned jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select earned || jsonb_object_agg(s.name, round(s.paisas / 100, 2))
    from (select n.name, coalesce((earned ->> n.name)::numeric, 0) as paisas
            from unnest('{ordered,net,charges,taxes,cost}'::text[]) n (name)
          union all
          select 'profit', coalesce((earned ->> 'net')::numeric - (earned ->> 'charges')::numeric - (earned ->> 'taxes')::numeric
                                    - (earned ->> 'cost')::numeric, 0)) s;
$$;

-- What the orders of a period earned by one of day, month, city, courier, source, code, category, product or choice: {stages: [{stage,
-- orders, amount}], totals, groups: [{key, name, …}]}, each of the two last with {orders, delivered, came_back, ordered, net, pieces,
-- cost, uncosted, charges, taxes, profit}. `orders` and `ordered` are without cancelled ones. An order of several products counts for
-- each, and each has its share of what is paid and taken. The groups add up to the totals, whatever they are by; so many of them
-- are returned, of `group_count`. A null key: it is not known, or there is none.
create function public.profit_report(first_day date, last_day date, grouped_by text, max_groups integer) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform shop.work_out_earnings();
  return (
    with groups as materialized (
      select g.* from shop.earned_by_piece(first_day, last_day, grouped_by) g where grouped_by in ('product', 'choice', 'category')
      union all
      select g.* from shop.earned_by_order(first_day, last_day, grouped_by) g where grouped_by not in ('product', 'choice', 'category')
    ), ranked as (
      select g.*, row_number() over (order by case when grouped_by in ('day', 'month') then g.key end,
                                              g.net - g.charges - g.taxes - g.cost desc, g.key) as place
        from groups g
       order by place limit max_groups
    ), named as (
      select r.*, case grouped_by when 'product' then (select p.name from public.products p where p.id = r.key)
                                  when 'choice' then (select concat_ws(' ', p.name,
                                                                       '(' || nullif(shop.choice_name(v.color, v.size), '') || ')')
                                                        from public.product_variants v join public.products p on p.id = v.product_id
                                                       where v.id = r.key)
                                  when 'category' then (select c.name from public.categories c where c.slug = r.key)
                                  else r.key end as name
        from ranked r
    )
    select jsonb_build_object(
      'stages', (select jsonb_agg(jsonb_build_object('stage', s.stage, 'orders', s.orders,
                                                     'amount', round(coalesce(s.ordered, 0)::numeric / 100, 2)) order by s.place)
                   from (select count(*) as placed, sum(e.ordered) as of_placed,
                                count(e.confirmed_on) as confirmed,
                                sum(e.ordered) filter (where e.confirmed_on is not null) as of_confirmed,
                                count(e.sent_on) as sent, sum(e.ordered) filter (where e.sent_on is not null) as of_sent,
                                count(e.delivered_on) as delivered,
                                sum(e.ordered) filter (where e.delivered_on is not null) as of_delivered,
                                count(e.settled_on) as settled, sum(e.ordered) filter (where e.settled_on is not null) as of_settled
                           from shop.earned_orders e where e.placed_on between first_day and last_day) r
                  cross join lateral (values
                    (1, 'placed', r.placed, r.of_placed), (2, 'confirmed', r.confirmed, r.of_confirmed), (3, 'sent', r.sent, r.of_sent),
                    (4, 'delivered', r.delivered, r.of_delivered),
                    (5, 'settled', r.settled, r.of_settled)) s (place, stage, orders, ordered)),
      'totals', (select shop.earned_json(jsonb_build_object(
                          'orders', coalesce(sum(t.orders), 0), 'delivered', coalesce(sum(t.delivered), 0),
                          'came_back', coalesce(sum(t.came_back), 0), 'ordered', sum(t.ordered), 'net', sum(t.net),
                          'charges', sum(t.charges), 'taxes', sum(t.taxes), 'pieces', coalesce(sum(t.pieces), 0),
                          'uncosted', coalesce(sum(t.uncosted), 0), 'cost', sum(t.cost)))
                   from shop.earned_by_order(first_day, last_day, 'all') t),
      'group_count', (select count(*) from groups),
      'groups', (select coalesce(jsonb_agg(shop.earned_json(to_jsonb(n) - 'place') order by n.place), '[]') from named n)));
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
    with passed as materialized (
      select s.stage, c.day, count(*) as orders, sum(e.ordered) as amount
        from shop.earned_orders e
       cross join lateral (values ('placed', e.placed_on), ('confirmed', e.confirmed_on), ('sent', e.sent_on),
                                  ('delivered', e.delivered_on), ('settled', e.settled_on), ('came_back', e.came_back_on)) s (stage, day)
       cross join lateral (select case when is_by_event then s.day else e.placed_on end as day) c
       where s.day is not null and c.day between first_day and last_day
       group by s.stage, c.day
    ), counted as (
      select p.day, p.stage, sum(p.orders) as orders, round(sum(p.amount) / 100, 2) as amount
        from passed p group by grouping sets ((p.day, p.stage), (p.stage))
    ), told as (
      select d.day, jsonb_agg(jsonb_build_object('stage', s.stage, 'orders', coalesce(c.orders, 0), 'amount', coalesce(c.amount, 0))
                              order by s.place) as stages
        from (select first_day + n as day from generate_series(0, last_day - first_day) n union all select null) d
       cross join (values (1, 'placed'), (2, 'confirmed'), (3, 'sent'), (4, 'delivered'), (5, 'settled'),
                          (6, 'came_back')) s (place, stage)
        left join counted c on c.stage = s.stage and c.day is not distinct from d.day
       group by d.day
    )
    select jsonb_build_object(
      'stages', (select t.stages from told t where t.day is null),
      'days', (select jsonb_agg(jsonb_build_object('day', t.day, 'stages', t.stages) order by t.day) from told t
                where t.day is not null)));
end;
$$;

-- What all pieces that lie in the shop are worth, at cost: {pieces, cost, uncosted: pieces without one}. Those of orders that have not left
-- are not for sale, and do not count.
create function public.stock_worth() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('pieces', coalesce(sum(v.stock_quantity), 0),
                            'cost', coalesce(round(sum(v.stock_quantity * c.unit_cost), 2), 0),
                            'uncosted', coalesce(sum(v.stock_quantity) filter (where c.unit_cost is null), 0))
    from public.product_variants v left join shop.piece_costs c on c.variant_id = v.id;
$$;

-- A page of what lies in the shop, a row for each choice that is on offer: {items: [{id, product_id, name, color, size, sku, pieces,
-- unit_cost, cost, days: since it was sold, or since it is offered, last_sold: the day, sold: in the last four weeks, days_left: how long
-- it lasts as it sells}], total}. Takes what comes first: `dead`, what has not been sold for longest; `short`, what sells and lasts the
-- fewest days; `worth`, what costs most in all; or `uncosted`, what has no cost, the newest first.
create function public.list_stock_at_cost(sorted_by text, page_offset integer, page_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  with sold as materialized (
    select l.variant_id, max(l.created_at) as last_at,
           sum(l.quantity) filter (where l.created_at >= now() - interval '28 days') as of_weeks
      from (select i.variant_id, i.quantity, o.created_at
              from public.orders o join public.order_items i on i.order_id = o.id
             where o.status <> 'cancelled' and o.archived_at is null and o.created_at >= now() - interval '1 year') l
     group by l.variant_id
  ), lying as materialized (
    select v.id, v.product_id, v.sku, v.color, v.size, v.stock_quantity as pieces, c.unit_cost, s.last_at,
           coalesce(s.of_weeks, 0) as of_weeks,
           shop.day_of(now()) - shop.day_of(coalesce(s.last_at, v.created_at)) as days,
           case when s.of_weeks > 0 then floor(v.stock_quantity * 28 / s.of_weeks) end as days_left
      from public.product_variants v
      join public.products p on p.id = v.product_id and p.archived_at is null
      left join shop.piece_costs c on c.variant_id = v.id
      left join sold s on s.variant_id = v.id
     where v.archived_at is null
       and case sorted_by when 'short' then s.of_weeks > 0 when 'uncosted' then v.stock_quantity > 0 and c.unit_cost is null
                          else v.stock_quantity > 0 end
  ), page as (
    select l.*, row_number() over (
             order by case sorted_by when 'dead' then - l.days when 'short' then l.days_left when 'worth' then - l.pieces * l.unit_cost end,
                      case when sorted_by = 'uncosted' then l.id end desc, l.id) as place
      from lying l
     order by place offset page_offset limit page_limit
  )
  select jsonb_build_object(
    'total', (select count(*) from lying),
    'items', (select coalesce(jsonb_agg(jsonb_build_object(
                'id', n.id, 'product_id', n.product_id, 'name', (select p.name from public.products p where p.id = n.product_id),
                'color', n.color, 'size', n.size, 'sku', n.sku, 'pieces', n.pieces, 'unit_cost', round(n.unit_cost, 2),
                'cost', round(n.pieces * n.unit_cost, 2), 'last_sold', shop.day_of(n.last_at), 'days', n.days, 'sold', n.of_weeks,
                'days_left', n.days_left) order by n.place), '[]') from page n));
$$;

grant execute on function public.profit_report, public.stages_by_day, public.stock_worth, public.list_stock_at_cost to service_role;
