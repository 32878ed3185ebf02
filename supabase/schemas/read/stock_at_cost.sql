-- What lies in the shop, at what it cost.

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
    select l.variant_id, sum(l.quantity) as of_weeks
      from shop.sold_lines l where l.sold_at >= now() - interval '28 days' group by l.variant_id
  ), lying as materialized (
    select v.id, v.product_id, v.sku, v.color, v.size, v.stock_quantity as pieces, c.unit_cost, last.sold_at as last_at,
           coalesce(s.of_weeks, 0) as of_weeks,
           shop.day_of(now()) - shop.day_of(coalesce(last.sold_at, v.created_at)) as days,
           case when s.of_weeks > 0 then floor(v.stock_quantity * 28 / s.of_weeks) end as days_left
      from public.product_variants v
      join public.products p on p.id = v.product_id and p.archived_at is null
      left join shop.piece_costs c on c.variant_id = v.id
      left join sold s on s.variant_id = v.id
      left join lateral (select l.sold_at from shop.sold_lines l where l.product_id = v.product_id and l.variant_id = v.id
                          order by l.sold_at desc limit 1) last on true
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

grant execute on function public.stock_worth, public.list_stock_at_cost to service_role;
