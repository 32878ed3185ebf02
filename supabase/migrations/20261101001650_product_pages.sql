-- Searches and bestsellers, a page at a time: what is not on the page is counted, but neither read whole nor sent.

drop function public.search_products(text);

-- Products that match every word typed, best match first or as sorted. An empty search finds nothing. Takes what was typed; a category, and what
-- the switches must be (null: whatever they are); null, `name`, `price`, `rating` or `createdAt`, and the direction; how many to pass over and how
-- many to give. Returns {items, total}.
create function public.search_products(typed text, category text, in_stock boolean, featured boolean, is_new boolean, sort_by text, ascending boolean,
                                       first integer, most integer)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  query constant tsquery := shop.search_query(typed);
  ids text[];
  ranks real[];
begin
  -- Found before the rest is planned: nobody can say beforehand how many products a beginning of a word is in, and thousands are read otherwise than ten.
  select array_agg(w.product_id), array_agg(ts_rank(w.words, query)) into ids, ranks from public.product_words w where w.words @@ query;

  return (
    with matching as materialized (
      select p.id, p.review_count, p.name,
             case when sort_by is null then - f.rank else
               case when ascending then 1 else -1 end
                 * case sort_by when 'price' then p.price::float8 when 'rating' then p.rating::float8 when 'createdAt' then extract(epoch from p.created_at)::float8 end
             end as weight
        from unnest(ids, ranks) as f (id, rank) join public.products p on p.id = f.id
       where p.archived_at is null
         and (search_products.category is null or p.category = search_products.category)
         and (search_products.in_stock is null or p.in_stock = search_products.in_stock)
         and (search_products.featured is null or p.is_featured = search_products.featured)
         and (search_products.is_new is null or p.is_new = search_products.is_new)
    ), page as (
      select m.id, row_number() over () as place
        from (select m.id from matching m
               order by case when sort_by = 'name' and ascending then m.name end, case when sort_by = 'name' and not ascending then m.name end desc,
                        m.weight, case when sort_by is null then - m.review_count end, case when sort_by is null then m.name end, m.id
              offset first limit most) m
    )
    select jsonb_build_object(
      'items', (select coalesce(jsonb_agg(to_jsonb(p) order by page.place), '[]') from page join public.products p on p.id = page.id),
      'total', (select count(*) from matching)));
end;
$$;

-- Products by how many pieces the last 90 days sold, then by reviews. Takes and returns what `search_products` does, its order apart.
create function public.bestseller_page(category text, in_stock boolean, featured boolean, is_new boolean, first integer, most integer)
returns jsonb
language sql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
  with sold as (
    select s.product_id, sum(s.quantity) as pieces from shop.sold_lines s where s.sold_at >= now() - interval '90 days' group by s.product_id
  ), matching as materialized (
    select p.id, coalesce(s.pieces, 0) as pieces, p.review_count, p.rating
      from public.products p left join sold s on s.product_id = p.id
     where p.archived_at is null
       and (bestseller_page.category is null or p.category = bestseller_page.category)
       and (bestseller_page.in_stock is null or p.in_stock = bestseller_page.in_stock)
       and (featured is null or p.is_featured = featured)
       and (bestseller_page.is_new is null or p.is_new = bestseller_page.is_new)
  ), page as (
    select m.id, row_number() over () as place
      from (select m.id from matching m order by m.pieces desc, m.review_count desc, m.rating desc, m.id offset first limit most) m
  )
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(p) order by page.place), '[]') from page join public.products p on p.id = page.id),
    'total', (select count(*) from matching));
$$;

revoke execute on function public.search_products, public.bestseller_page from public, anon, authenticated;
grant execute on function public.search_products, public.bestseller_page to service_role;
