-- Products as shoppers find them and as staff list them.

-- The products with words that were typed or meant, and how well each fits: what was typed comes before what it means. Takes what
-- `search_products` does. Found before the rest is planned: no planner can estimate how many products a beginning of a word is in.
create function shop.matching_products(typed text, meant jsonb, out ids text[], out ranks real[])
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  query constant tsquery := shop.search_query(typed);
  wider record;
  wider_query tsquery;
  -- Above any rank of a meaning.
  as_typed constant real := 100;
begin
  -- A number that is found, as of an SKU, says what is meant.
  if jsonb_array_length(meant) > 0
     and not (typed ~ '[0-9]' and exists (select 1 from public.product_words w join public.products p on p.id = w.product_id
                                           where w.words @@ query and p.archived_at is null)) then
    select * into wider from shop.queries_of(meant);
    wider_query := case when exists (select 1 from public.product_words w join public.products p on p.id = w.product_id
                                     where w.words @@ wider.every and p.archived_at is null) then wider.every else wider.any_of end;
  end if;

  select array_agg(f.product_id), array_agg(f.rank) into ids, ranks
    from (select w.product_id, case when w.words @@ query then as_typed + ts_rank(w.words, query)
                                    else ts_rank(w.words, wider_query) end as rank
            from public.product_words w where w.words @@ query or w.words @@ wider_query) f;
end;
$$;

-- A page of the products that match every word typed, and after them those that match what the words mean. Best match first or sorted. An
-- empty search finds nothing. Takes what was typed, its meaning as groups of words (`queries_of`; null or empty: nothing but what was
-- typed), a category and the three switches (null: any), a sort key (`name`, `price`, `rating`, `createdAt`, `sold`: most pieces, as
-- `bestselling_products` counts them; null: best match) and its direction, how many rows to skip and how many to return, and the filters of
-- `list_products`. Returns {items, total}.
create function public.search_products(typed text, meant jsonb, category text, in_stock boolean, featured boolean, is_new boolean,
                                       sort_by text, ascending boolean, page_offset integer, page_limit integer,
                                       min_price numeric default null, max_price numeric default null,
                                       occasions text[] default null, colors text[] default null, sizes text[] default null,
                                       nickel_free boolean default null)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  found_ids text[];
  ranks real[];
begin
  select f.ids, f.ranks into found_ids, ranks from shop.matching_products(typed, meant) f;
  return (
    with matching as materialized (
      select p.id, p.review_count, p.name,
             case when sort_by is null then - f.rank else
               case when ascending then 1 else -1 end
                 * case sort_by when 'price' then p.price::float8
                                when 'rating' then p.rating::float8
                                when 'createdAt' then extract(epoch from p.created_at)::float8
                                when 'sold' then coalesce(s.pieces, 0)::float8 end
             end as weight
        from unnest(found_ids, ranks) as f (id, rank) join public.products p on p.id = f.id
        left join (select l.product_id, sum(l.quantity - l.returned) as pieces from shop.sold_lines l
                    where sort_by = 'sold' and l.sold_at >= now() - interval '90 days' group by l.product_id) s on s.product_id = p.id
       where p.archived_at is null
         and (search_products.category is null or p.category = (select shop.current_slug(search_products.category)))
         and (search_products.in_stock is null or p.in_stock = search_products.in_stock)
         and (search_products.featured is null or p.is_featured = search_products.featured)
         and (search_products.is_new is null or p.is_new = search_products.is_new)
         and (min_price is null or p.price >= min_price)
         and (max_price is null or p.price <= max_price)
         and (search_products.occasions is null or p.occasions && search_products.occasions)
         and (search_products.colors is null or p.colors && search_products.colors or p.colors = '{}')
         and (search_products.sizes is null or p.sizes && search_products.sizes or p.sizes = '{}')
         and (nickel_free is null or (p.is_nickel_free is true) = nickel_free)
    ), page as (
      select m.id, row_number() over () as place
        from (select m.id from matching m
               order by case when sort_by = 'name' and ascending then shop.sort_key(m.name) end collate "C",
                        case when sort_by = 'name' and not ascending then shop.sort_key(m.name) end collate "C" desc,
                        m.weight, case when sort_by is null then - m.review_count end, case when sort_by is null then m.name end, m.id
              offset page_offset limit page_limit) m
    )
    select jsonb_build_object(
      'items', (select coalesce(jsonb_agg(shop.product_json(p) order by page.place), '[]') from page
                join public.products p on p.id = page.id),
      'total', (select count(*) from matching)));
end;
$$;

-- A page of products. Takes a category and the three switches (null: any), a sort key (`name`, `price`, `rating`, `createdAt`, `sold`: most
-- pieces first, as `bestselling_products` counts them, then by reviews) and its direction, how many rows to skip and how many to return,
-- and filters (null: any): the lowest and highest price, occasions, colours and sizes, and whether it is stated to be nickel-free. A
-- product passes with one of the wanted values; one that comes in no colours or sizes passes whatever is wanted
-- (src/domain/products/filters.ts). Returns {items, total}.
create function public.list_products(category text, in_stock boolean, featured boolean, is_new boolean, sort_by text, ascending boolean,
                                     page_offset integer, page_limit integer, min_price numeric default null,
                                     max_price numeric default null,
                                     occasions text[] default null, colors text[] default null, sizes text[] default null,
                                     nickel_free boolean default null)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return (
    with matching as materialized (
      select p.id, p.name, case when sort_by = 'sold' then p.review_count end as review_count,
      case when sort_by = 'sold' then p.rating end as rating,
             case when ascending and sort_by <> 'sold' then 1 else -1 end
               * case sort_by when 'price' then p.price::float8
                              when 'rating' then p.rating::float8
                              when 'createdAt' then extract(epoch from p.created_at)::float8
                              when 'sold' then coalesce(s.pieces, 0)::float8 end as weight
        from public.products p
        left join (select l.product_id, sum(l.quantity - l.returned) as pieces from shop.sold_lines l
                    where sort_by = 'sold' and l.sold_at >= now() - interval '90 days' group by l.product_id) s on s.product_id = p.id
       where p.archived_at is null
         and (list_products.category is null or p.category = (select shop.current_slug(list_products.category)))
         and (list_products.in_stock is null or p.in_stock = list_products.in_stock)
         and (list_products.featured is null or p.is_featured = list_products.featured)
         and (list_products.is_new is null or p.is_new = list_products.is_new)
         and (min_price is null or p.price >= min_price)
         and (max_price is null or p.price <= max_price)
         and (list_products.occasions is null or p.occasions && list_products.occasions)
         and (list_products.colors is null or p.colors && list_products.colors or p.colors = '{}')
         and (list_products.sizes is null or p.sizes && list_products.sizes or p.sizes = '{}')
         and (nickel_free is null or (p.is_nickel_free is true) = nickel_free)
    ), page as (
      select m.id, row_number() over () as place
        from (select m.id from matching m
               order by case when sort_by = 'name' and ascending then shop.sort_key(m.name) end collate "C",
                        case when sort_by = 'name' and not ascending then shop.sort_key(m.name) end collate "C" desc,
                        m.weight, m.review_count desc, m.rating desc, m.id
              offset page_offset limit page_limit) m
    )
    select jsonb_build_object(
      'items', (select coalesce(jsonb_agg(shop.product_json(p) order by page.place), '[]') from page
                join public.products p on p.id = page.id),
      'total', (select count(*) from matching)));
end;
$$;

grant execute on function public.search_products, public.list_products to service_role;
