-- What was earned of the orders of a period, by the day of their placement: what customers paid and did not get back, less what its pieces
-- cost, what couriers took for it, and taxes that the shop does not get back. What couriers have not settled yet has taken nothing.

-- The lines of the orders of a period, but deleted ones. `pieces` the shop does not have any more: of a delivered order those that did not
-- come back whole, of any other those that came back damaged or not at all. `cost` is theirs, `uncosted` so many of them without one.
-- `weight` is the line's share of what its order earns. Takes two moments, the second excluded.
create function shop.line_earnings(since timestamptz, till timestamptz)
returns table (order_id text, place integer, product_id text, variant_id text, weight numeric, pieces bigint, cost numeric, uncosted bigint)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
    with cohort as materialized (
      select o.id, o.status = 'delivered' as arrived from public.orders o
       where o.archived_at is null and o.created_at >= since and o.created_at < till
    ), lost as materialized (
      select g.order_item_id, sum(g.quantity) as pieces from cohort c join public.goods_back g on g.order_id = c.id
       where g.disposition in ('damaged', 'missing') group by g.order_item_id
    )
    select l.order_id, l.position, l.product_id, l.variant_id, l.weight, l.gone, coalesce(round(l.gone * k.unit_cost, 2), 0),
           case when k.unit_cost is null then l.gone else 0 end
      from (select i.order_id, i.id, i.position, i.product_id, i.variant_id,
                   -- What is free has a trace of it, so that there is always somebody to bear a charge.
                   i.quantity * i.price - i.discount + 0.0001 as weight,
                   (case when c.arrived then coalesce(s.sent - s.received, i.quantity) else 0 end + coalesce(n.pieces, 0))::bigint as gone
              from cohort c
              join public.order_items i on i.order_id = c.id
              left join shop.sent_pieces s on s.order_item_id = i.id
              left join lost n on n.order_item_id = i.id) l
      left join shop.line_costs k on k.item_id = l.id;
end;
$$;

-- Each of these orders: how far it came, and what it earned. `courier` took its last parcel. `charges` and `taxes` are those of the
-- couriers' files that stand: GST is none of the shop's taxes where it is credited, and what is withheld only where it is final. Takes two
-- moments, the second excluded.
create function shop.order_earnings(since timestamptz, till timestamptz)
returns table (order_id text, placed_on date, city text, source text, code text, courier text, is_sold boolean, is_confirmed boolean,
               is_sent boolean, is_delivered boolean, is_settled boolean, is_back boolean, ordered numeric, net numeric, charges numeric,
               taxes numeric)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
    with parcels as materialized (
      select s.order_id, bool_or(s.status <> 'preparing') as has_left, bool_or(s.status = 'returned') as came_back,
             (array_agg(s.carrier order by s.created_at desc, s.id))[1] as carrier
        from public.orders o join public.shipments s on s.order_id = o.id
       where s.archived_at is null and o.archived_at is null and o.created_at >= since and o.created_at < till
       group by s.order_id
    ), rates as materialized (
      select t.courier_id, t.tax, t.treatment, t.valid_from as begins,
             lead(t.valid_from, 1, 'infinity') over (partition by t.courier_id, t.tax order by t.valid_from) as ends
        from public.courier_taxes t
    ), taken as materialized (
      select s.order_id, sum(l.shipping + l.other_charges) as charges,
             sum(case when gst.treatment = 'credit' then 0 else l.gst end
                 + case when income.treatment = 'final' then l.income_tax else 0 end
                 + case when sales.treatment = 'final' then l.sales_tax else 0 end) as taxes
        from parcels p
        join public.shipments s on s.order_id = p.order_id
        join public.settlement_lines l on l.shipment_id = s.id and l.is_standing
        left join rates gst on gst.courier_id = l.courier_id and gst.tax = 'gst' and l.day >= gst.begins and l.day < gst.ends
        left join rates income on income.courier_id = l.courier_id and income.tax = 'income_tax' and l.day >= income.begins
                              and l.day < income.ends
        left join rates sales on sales.courier_id = l.courier_id and sales.tax = 'sales_tax' and l.day >= sales.begins
                             and l.day < sales.ends
       group by s.order_id
    ), held as materialized (select distinct h.order_id from shop.held_by_couriers h where h.amount <> 0)
    select o.id, shop.day_of(o.created_at), coalesce(o.city_known, nullif(o.city, '')), o.source::text, o.discount_code,
           nullif(p.carrier, ''), o.status <> 'cancelled',
           coalesce(f.state = 'confirmed', false) or coalesce(p.has_left, false) or shop.has_shipped(o.status),
           coalesce(p.has_left, false) or shop.has_shipped(o.status), o.status = 'delivered',
           o.status = 'delivered' and o.due_on_delivery = 0 and h.order_id is null, coalesce(p.came_back, false),
           o.total_amount, coalesce(shop.net_of(o), 0), coalesce(t.charges, 0), coalesce(t.taxes, 0)
      from public.orders o
      left join parcels p on p.order_id = o.id
      left join taken t on t.order_id = o.id
      left join held h on h.order_id = o.id
      left join public.order_confirmations f on f.order_id = o.id
     where o.archived_at is null and o.created_at >= since and o.created_at < till;
end;
$$;

-- A line's share of a sum of its order, to the paisa: that of the lines up to it, less that of those before. Takes the sum, the weights of
-- the lines up to it and of all, and its own. An order without a line is as one with a single line.
create function shop.share_of_line(amount numeric, upto numeric, whole numeric, weight numeric) returns numeric
language sql immutable parallel safe
return case when whole is null then amount else round(amount * upto / whole, 2) - round(amount * (upto - weight) / whole, 2) end;

-- What the orders of a period earned by one of day, month, city, courier, source, code, category, product or choice: {stages: [{stage,
-- orders, amount}], totals, groups: [{key, name, …}]}, each of the two last with {orders, delivered, came_back, ordered, net, pieces,
-- cost, uncosted, charges, taxes, profit}. `orders` and `ordered` are without cancelled ones. An order of several products counts for
-- each, and each has its share of what is paid and taken. The groups add up to the totals, whatever they are by; so many of them
-- are returned, of `group_count`. A null key: it is not known, or there is none.
create function public.profit_report(first_day date, last_day date, grouped_by text, max_groups integer) returns jsonb
language sql stable set search_path = ''
as $$
  with earned as materialized (
    select * from shop.order_earnings(shop.start_of_day(first_day), shop.start_of_day(last_day + 1))
  ), lines as materialized (
    select l.*, sum(l.weight) over (partition by l.order_id order by l.place) as upto,
           sum(l.weight) over (partition by l.order_id) as whole
      from shop.line_earnings(shop.start_of_day(first_day), shop.start_of_day(last_day + 1)) l
  ), parts as materialized (
    select case grouped_by when 'day' then e.placed_on::text when 'month' then to_char(e.placed_on, 'YYYY-MM') when 'city' then e.city
                         when 'courier' then e.courier when 'source' then e.source when 'code' then e.code
                         when 'product' then l.product_id when 'choice' then l.variant_id else p.category end as key,
           e.order_id, e.is_sold, e.is_delivered, e.is_back, coalesce(l.pieces, 0) as pieces,
           coalesce(l.cost, 0) as cost, coalesce(l.uncosted, 0) as uncosted,
           case when e.is_sold then shop.share_of_line(e.ordered, l.upto, l.whole, l.weight) else 0 end as ordered,
           shop.share_of_line(e.net, l.upto, l.whole, l.weight) as net,
           shop.share_of_line(e.charges, l.upto, l.whole, l.weight) as charges,
           shop.share_of_line(e.taxes, l.upto, l.whole, l.weight) as taxes
      from earned e left join lines l on l.order_id = e.order_id
      left join public.products p on p.id = l.product_id and grouped_by = 'category'
  ), grouped as materialized (
    select grouping(p.key) = 1 as is_total, p.key, count(distinct p.order_id) filter (where p.is_sold) as orders,
           count(distinct p.order_id) filter (where p.is_delivered) as delivered,
           count(distinct p.order_id) filter (where p.is_back) as came_back, coalesce(sum(p.ordered), 0) as ordered,
           coalesce(sum(p.net), 0) as net, coalesce(sum(p.pieces), 0) as pieces, coalesce(sum(p.cost), 0) as cost,
           coalesce(sum(p.uncosted), 0) as uncosted, coalesce(sum(p.charges), 0) as charges, coalesce(sum(p.taxes), 0) as taxes,
           coalesce(sum(p.net - p.cost - p.charges - p.taxes), 0) as profit
      from parts p
     group by grouping sets ((p.key), ())
  ), named as (
    select g.*, case grouped_by when 'product' then (select p.name from public.products p where p.id = g.key)
                              when 'choice' then (select concat_ws(' ', p.name, '(' || nullif(shop.choice_name(v.color, v.size), '') || ')')
                                                    from public.product_variants v join public.products p on p.id = v.product_id
                                                   where v.id = g.key)
                              when 'category' then (select c.name from public.categories c where c.slug = g.key)
                              else g.key end as name
      from grouped g where not g.is_total
     order by case when grouped_by in ('day', 'month') then g.key end, g.profit desc, g.key
     limit max_groups
  )
  select jsonb_build_object(
    'stages', (select jsonb_agg(jsonb_build_object('stage', t.stage, 'orders', t.orders, 'amount', coalesce(t.amount, 0)) order by t.place)
                 from (select s.stage, s.place, count(*) filter (where s.passed) as orders, sum(e.ordered) filter (where s.passed) as amount
                         from (values (1, 'placed'), (2, 'confirmed'), (3, 'sent'), (4, 'delivered'), (5, 'settled')) as n (place, stage)
                         left join earned e on true
                        cross join lateral (select n.stage, n.place, case n.stage when 'placed' then e.order_id is not null
                                                                                  when 'confirmed' then e.is_confirmed
                                                                                  when 'sent' then e.is_sent
                                                                                  when 'delivered' then e.is_delivered
                                                                                  else e.is_settled end as passed) s
                        group by s.stage, s.place) t),
    'totals', (select to_jsonb(g) - '{is_total,key}'::text[] from grouped g where g.is_total),
    'group_count', (select count(*) from grouped g where not g.is_total),
    'groups', (select coalesce(jsonb_agg(to_jsonb(n) - 'is_total' order by case when grouped_by in ('day', 'month') then n.key end,
                                                                           n.profit desc, n.key), '[]') from named n));
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
-- fewest days; `worth`, what costs most in all; or `uncosted`, what has no cost.
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
                      l.id) as place
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

grant execute on function public.profit_report, public.stock_worth, public.list_stock_at_cost to service_role;
