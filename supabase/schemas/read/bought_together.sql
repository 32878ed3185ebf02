-- What is bought together, for the pages that say what goes well with a product.

-- For each product on sale the ids of at most six others in stock that stayed with customers of the same delivered orders of the last 18
-- months, best first: {product: [other, …]}. Leaves out products of the same category, which are rather bought instead of each other. A
-- pair counts when three orders had both, and more than chance explains: by 3.3 standard deviations (of the square root, which has the same
-- one for every count) above what the same lines, dealt at random to the same baskets, would have. The rank is the share of the orders that
-- had both, damped so that a handful of orders does not lead. Security definer: the public may know what goes together, but not read the
-- orders behind it.
create function public.bought_together() returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
  with bought as materialized (
    select distinct l.order_id, l.product_id
      from public.orders o join shop.sold_lines l on l.order_id = o.id and l.returned < l.quantity
     where o.status = 'delivered' and o.archived_at is null and o.created_at >= now() - interval '18 months'
  ), baskets as (
    select sum(b.size)::float8 as lines, sum(b.size * (b.size - 1))::float8 as pairs
      from (select count(*) as size from bought g group by g.order_id) b
  ), sellers as materialized (
    select g.product_id, p.category, p.in_stock, count(*)::float8 as orders
      from bought g join public.products p on p.id = g.product_id
     where p.archived_at is null
     group by g.product_id, p.category, p.in_stock
  ), pairs as (
    select one.product_id as one, other.product_id as other, count(*)::float8 as orders
      from bought one join bought other on other.order_id = one.order_id and other.product_id > one.product_id
     group by one.product_id, other.product_id
    having count(*) >= 3
  ), ranked as (
    select a.product_id, b.product_id as other_id,
           row_number() over (partition by a.product_id order by p.orders / (sqrt(a.orders * b.orders) + 5) desc, b.product_id) as place
      from (select one, other, orders from pairs union all select other, one, orders from pairs) p
      join sellers a on a.product_id = p.one
      join sellers b on b.product_id = p.other
     cross join baskets t
     cross join lateral (select a.orders * b.orders * t.pairs / t.lines ^ 2 as orders) chance
     where b.in_stock and a.category <> b.category and 2 * (sqrt(p.orders) - sqrt(chance.orders)) >= 3.3
  )
  select coalesce(jsonb_object_agg(found.product_id, found.others), '{}')
    from (select r.product_id, jsonb_agg(r.other_id order by r.place) as others from ranked r where r.place <= 6
          group by r.product_id) found;
$$;

grant execute on function public.bought_together to anon, authenticated, service_role;
