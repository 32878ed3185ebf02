-- Shoppers find products by the beginnings of words. The words of every product are split when it is written, so a search that finds thousands ranks
-- them without reading their descriptions.

create table public.product_words (
  product_id text primary key references public.products (id) on delete cascade,
  words tsvector not null
);

create index product_words_search on public.product_words using gin (words);

alter table public.product_words enable row level security;
grant select, insert, update on public.product_words to service_role;

-- A text with spaces instead of ASCII signs, because the text parser of Postgres takes the `-4876` of `JW-4876` for a number below zero.
-- Points stay, for sizes like 2.4. Null becomes an empty text.
create function shop.without_signs(text text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(coalesce(text, ''), '[!-,/:-@[-`{-~-]+', ' ', 'g');
$$;

-- The words of a product by weight: name (A), category (B), material, colours and occasions (C), description (D).
create function shop.search_words(name text, category text, material text, colors text[], occasions text[], description text) returns tsvector
language sql immutable parallel safe set search_path = ''
as $$
  select setweight(to_tsvector('simple', shop.without_signs(name)), 'A')
      || setweight(to_tsvector('simple', shop.without_signs(category)), 'B')
      || setweight(to_tsvector('simple', shop.without_signs(material || ' ' || array_to_string(colors || occasions, ' '))), 'C')
      || setweight(to_tsvector('simple', shop.without_signs(description)), 'D');
$$;

-- What a shopper typed, as a query in which every word matches the beginning of a word. Null when it has no words.
create function shop.search_query(typed text) returns tsquery
language sql immutable parallel safe set search_path = ''
as $$
  select to_tsquery('simple', string_agg(quote_literal(word) || ':*', ' & '))
    from (select distinct lexeme as word from unnest(to_tsvector('simple', shop.without_signs(typed)))) as words;
$$;

-- Stores the words of a product; those of its SKUs weigh like its name. Takes the product's id.
create function shop.store_words_of(product_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.product_words (product_id, words)
  select p.id, shop.search_words(p.name, p.category, p.material, p.colors, p.occasions, p.description)
            || setweight(to_tsvector('simple', shop.without_signs(
                 (select string_agg(v.sku, ' ') from public.product_variants v where v.product_id = p.id and v.archived_at is null))), 'A')
    from public.products p where p.id = store_words_of.product_id
  on conflict on constraint product_words_pkey do update set words = excluded.words;
end;
$$;

-- Trigger: stores the words of a product.
create function shop.store_product_words() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.store_words_of(new.id);
  return null;
end;
$$;

-- The words of a new product are stored with its first variant.
create trigger products_words_stored after update of name, category, material, colors, occasions, description on public.products
  for each row execute function shop.store_product_words();

-- The words of products by which a search is understood, without numbers: {looks: those of materials, colours and occasions, pieces: all others of names, SKUs and
-- categories}.
create function public.search_vocabulary() returns jsonb
language sql stable set search_path = ''
as $$
  with looks as (
    select s.word from ts_stat('select w.words from public.product_words w join public.products p on p.id = w.product_id where p.archived_at is null', 'c') s
     where s.word !~ '[0-9]'
  ), pieces as (
    select s.word from ts_stat('select w.words from public.product_words w join public.products p on p.id = w.product_id where p.archived_at is null', 'ab') s
     where s.word !~ '[0-9]'
    except select l.word from looks l
  )
  select jsonb_build_object('looks', (select coalesce(jsonb_agg(l.word), '[]') from looks l),
                            'pieces', (select coalesce(jsonb_agg(p.word), '[]') from pieces p));
$$;

grant execute on function public.search_vocabulary to service_role;

-- Groups of words as two queries: one word of every group, and any word at all. Words match beginnings, but not in descriptions, which mention a lot.
-- Takes [["hoop", "earring"], ["gold"]].
create function shop.queries_of(groups jsonb, out every tsquery, out any_of tsquery)
language sql immutable parallel safe set search_path = ''
as $$
  select to_tsquery('simple', string_agg('(' || alternatives || ')', ' & ')), to_tsquery('simple', string_agg(alternatives, ' | '))
    from (select (select string_agg(quote_literal(word) || ':*ABC', ' | ') from jsonb_array_elements_text(g.words) as word) as alternatives
            from jsonb_array_elements(groups) as g (words)) each;
$$;

-- A page of the products that match every word typed, and after them those that match what the words mean. Best match first or sorted. An empty search
-- finds nothing. Takes what was typed, its meaning as groups of words (`queries_of`; null or empty: nothing but what was typed), a category and
-- the three switches (null: any), a sort key (`name`, `price`, `rating`, `createdAt`, `sold`: pieces of the last 90 days, null: best match) and its direction,
-- how many rows to skip and how many to return, and the filters of `list_products`. Returns {items, total}.
create function public.search_products(typed text, meant jsonb, category text, in_stock boolean, featured boolean, is_new boolean, sort_by text,
                                       ascending boolean, page_offset integer, page_limit integer, min_price numeric default null,
                                       max_price numeric default null, occasions text[] default null, colors text[] default null,
                                       sizes text[] default null, nickel_free boolean default null)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  query constant tsquery := shop.search_query(typed);
  wider record;
  wider_query tsquery;
  -- Above any rank of a meaning.
  as_typed constant real := 100;
  ids text[];
  ranks real[];
begin
  -- A number that is found, as of an SKU, says what is meant.
  if jsonb_array_length(meant) > 0
     and not (typed ~ '[0-9]' and exists (select 1 from public.product_words w join public.products p on p.id = w.product_id
                                           where w.words @@ query and p.archived_at is null)) then
    select * into wider from shop.queries_of(meant);
    wider_query := case when exists (select 1 from public.product_words w join public.products p on p.id = w.product_id
                                     where w.words @@ wider.every and p.archived_at is null) then wider.every else wider.any_of end;
  end if;

  -- Found before the rest is planned: no planner can estimate how many products a beginning of a word is in.
  select array_agg(f.product_id), array_agg(f.rank) into ids, ranks
    from (select w.product_id, case when w.words @@ query then as_typed + ts_rank(w.words, query) else ts_rank(w.words, wider_query) end as rank
            from public.product_words w where w.words @@ query or w.words @@ wider_query) f;

  return (
    with matching as materialized (
      select p.id, p.review_count, p.name,
             case when sort_by is null then - f.rank else
               case when ascending then 1 else -1 end
                 * case sort_by when 'price' then p.price::float8 when 'rating' then p.rating::float8
                                when 'createdAt' then extract(epoch from p.created_at)::float8 when 'sold' then coalesce(s.pieces, 0)::float8 end
             end as weight
        from unnest(ids, ranks) as f (id, rank) join public.products p on p.id = f.id
        left join (select l.product_id, sum(l.quantity) as pieces from shop.sold_lines l
                    where sort_by = 'sold' and l.sold_at >= now() - interval '90 days' group by l.product_id) s on s.product_id = p.id
       where p.archived_at is null
         and (search_products.category is null or p.category = search_products.category)
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
               order by case when sort_by = 'name' and ascending then m.name end, case when sort_by = 'name' and not ascending then m.name end desc,
                        m.weight, case when sort_by is null then - m.review_count end, case when sort_by is null then m.name end, m.id
              offset page_offset limit page_limit) m
    )
    select jsonb_build_object(
      'items', (select coalesce(jsonb_agg(shop.product_json(p) order by page.place), '[]') from page join public.products p on p.id = page.id),
      'total', (select count(*) from matching)));
end;
$$;

-- A page of products. Takes a category and the three switches (null: any), a sort key (`name`, `price`, `rating`, `createdAt`, `sold`: most pieces of the
-- last 90 days first, then by reviews) and its direction, how many rows to skip and how many to return, and filters (null: any): the lowest and highest
-- price, occasions, colours and sizes, and whether it is stated to be nickel-free. A product passes with one of the wanted values; one that comes in no colours or sizes passes whatever is wanted
-- (src/domain/products/filters.ts). Returns {items, total}.
create function public.list_products(category text, in_stock boolean, featured boolean, is_new boolean, sort_by text, ascending boolean,
                                     page_offset integer, page_limit integer, min_price numeric default null, max_price numeric default null,
                                     occasions text[] default null, colors text[] default null, sizes text[] default null,
                                     nickel_free boolean default null)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return (
    with matching as materialized (
      select p.id, p.name, case when sort_by = 'sold' then p.review_count end as review_count, case when sort_by = 'sold' then p.rating end as rating,
             case when ascending and sort_by <> 'sold' then 1 else -1 end
               * case sort_by when 'price' then p.price::float8 when 'rating' then p.rating::float8
                              when 'createdAt' then extract(epoch from p.created_at)::float8 when 'sold' then coalesce(s.pieces, 0)::float8 end as weight
        from public.products p
        left join (select l.product_id, sum(l.quantity) as pieces from shop.sold_lines l
                    where sort_by = 'sold' and l.sold_at >= now() - interval '90 days' group by l.product_id) s on s.product_id = p.id
       where p.archived_at is null
         and (list_products.category is null or p.category = list_products.category)
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
               order by case when sort_by = 'name' and ascending then m.name end, case when sort_by = 'name' and not ascending then m.name end desc,
                        m.weight, m.review_count desc, m.rating desc, m.id
              offset page_offset limit page_limit) m
    )
    select jsonb_build_object(
      'items', (select coalesce(jsonb_agg(shop.product_json(p) order by page.place), '[]') from page join public.products p on p.id = page.id),
      'total', (select count(*) from matching)));
end;
$$;

grant execute on function public.search_products, public.list_products to service_role;
