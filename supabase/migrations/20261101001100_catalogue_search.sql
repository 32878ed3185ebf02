-- Finding products: by words, and by what sells.

-- The words of a product by weight: its name (A), category (B), material and colours (C), description (D).
create function shop.search_words(name text, category text, material text, colors text[], description text) returns tsvector
language sql immutable parallel safe set search_path = ''
as $$
  select setweight(to_tsvector('simple', name), 'A')
      || setweight(to_tsvector('simple', replace(coalesce(category, ''), '-', ' ')), 'B')
      || setweight(to_tsvector('simple', material || ' ' || array_to_string(colors, ' ')), 'C')
      || setweight(to_tsvector('simple', description), 'D');
$$;

create index products_search on public.products
  using gin (shop.search_words(name, category, material, colors, description)) where archived_at is null;

-- What a shopper typed, as a query in which every word matches the beginning of a word. Null when nothing of it is a word.
create function shop.search_query(typed text) returns tsquery
language sql immutable parallel safe set search_path = ''
as $$
  select to_tsquery('simple', string_agg(quote_literal(word) || ':*', ' & '))
    from (select distinct lexeme as word from unnest(to_tsvector('simple', typed))) as words;
$$;

-- Products that match every word typed, best match first. An empty search finds nothing.
create function public.search_products(typed text) returns setof public.products
language sql stable set search_path = ''
as $$
  select p.*
    from public.products p, shop.search_query(typed) as query
   where p.archived_at is null
     and shop.search_words(p.name, p.category, p.material, p.colors, p.description) @@ query
   order by ts_rank(shop.search_words(p.name, p.category, p.material, p.colors, p.description), query) desc, p.review_count desc, p.name, p.id;
$$;

-- Products by how many pieces the last 90 days sold (cancelled orders apart), then by reviews. Tells the order, never the figures.
-- Definer: the public may know what sells best, but not read the orders that say so.
create function public.bestselling_products() returns setof public.products
language sql stable security definer set search_path = ''
as $$
  with sold as (
    select i.product_id, sum(i.quantity) as pieces
      from public.orders o join public.order_items i on i.order_id = o.id
     where o.created_at >= now() - interval '90 days' and o.status <> 'cancelled' and o.archived_at is null
     group by i.product_id
  )
  select p.*
    from public.products p left join sold s on s.product_id = p.id
   where p.archived_at is null
   order by coalesce(s.pieces, 0) desc, p.review_count desc, p.rating desc, p.id;
$$;

-- Categories as the API shows them, each with the number of products on sale in it. Rows hidden from the reader stay hidden.
create view public.categories_with_counts with (security_invoker = true) as
  select c.id, c.name, c.slug, c.image, c.is_active, c.sort_order as "order", c.created_at, c.updated_at,
         (select count(*) from public.products p where p.category = c.slug and p.archived_at is null)::integer as count
    from public.categories c;

revoke all on public.categories_with_counts from public, anon, authenticated;
grant select on public.categories_with_counts to anon, authenticated, service_role;

grant usage on schema shop to anon, authenticated;
grant execute on all functions in schema shop to service_role;
revoke execute on function public.search_products, public.bestselling_products from public, anon, authenticated;
grant execute on function public.search_products to service_role;
grant execute on function public.bestselling_products to anon, authenticated, service_role;
