-- What the shop may say of itself because it is so: counted, rounded down, and left out while it is too little to say.

-- Whether the owner wants one of these claims and has it say what is counted, which is so until they choose otherwise. Takes names of
-- claims.
create function shop.is_counted(variadic claims text[]) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.shop_settings s, unnest(claims) name
                  where coalesce((s.content #>> array['claims', name, 'isShown'])::boolean, true)
                    and coalesce((s.content #>> array['claims', name, 'whenTrue'])::boolean, not s.content ? 'claims'));
$$;

-- A count to its first two digits, below a hundred to its tens, always down: 57 is 50, 1,234 is 1,200. Null below what is worth saying.
create function shop.rounded_down(counted bigint, at_least bigint) returns bigint
language sql immutable set search_path = ''
as $$
  select case when counted >= at_least
              then counted - counted % greatest(10, power(10, floor(log(greatest(counted, 1)::numeric)) - 1)::bigint) end;
$$;

-- What is true of the shop: {customers, products, five_star_reviews, average_rating, buy_again, discount}, each null while it is too little
-- to say. `customers` have had an order delivered, fifty at least; of products it takes thirty, of reviews twenty. `average_rating` is
-- rounded down to a tenth, four at least. `buy_again` is the percentage of customers with two such orders, a fifth at least; `discount` the
-- highest percentage off a piece in stock, ten at least.
create function public.true_figures() returns jsonb
language sql stable set search_path = ''
as $$
  with delivered as (
    select o.customer_id, count(*) as orders from public.orders o where o.status = 'delivered'
    and o.archived_at is null group by o.customer_id
  ), customers as (
    select count(*) as people, count(*) filter (where d.orders > 1) as again from delivered d
  ), published as (
    select count(*) as reviews, count(*) filter (where r.rating = 5) as best, avg(r.rating) as average
    from public.reviews r where r.is_published
  ), offered as (
    select count(*) as products, max(floor(100 * (p.original_price - p.price) / p.original_price)) filter (where p.in_stock) as discount
      from public.products p where p.archived_at is null
  )
  select jsonb_build_object(
    'customers', shop.rounded_down(c.people, 50),
    'products', shop.rounded_down(o.products, 30),
    'five_star_reviews', shop.rounded_down(r.best, 20),
    'average_rating', case when r.reviews >= 20 and r.average >= 4 then trunc(r.average, 1) end,
    'buy_again', case when c.people >= 50 and 5 * c.again >= c.people then 100 * c.again / c.people end,
    'discount', case when o.discount >= 10 then o.discount end)
    from customers c, published r, offered o;
$$;

-- Those of `true_figures` that a claim on the pages mentions; the others are null.
-- Security definer: the public may know what stands on the pages, but not read the orders behind it.
create function public.claimed_figures() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_object_agg(f.name, case when shop.is_counted(variadic f.claims) then counted.figures -> f.name end)
    from (select public.true_figures() as figures) counted,
         (values ('customers', array['customers', 'aboutCustomers']), ('products', array['aboutProducts']),
                 ('five_star_reviews', array['fiveStarReviews']), ('average_rating', array['averageRating']),
                 ('buy_again', array['buyAgain']), ('discount', array['megaSale'])) as f (name, claims);
$$;

grant execute on function public.true_figures to service_role;

grant execute on function public.claimed_figures to anon, authenticated, service_role;
