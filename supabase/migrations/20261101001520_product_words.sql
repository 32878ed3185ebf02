-- The words of every product, taken apart when it is written: a search that finds thousands ranks them without reading their descriptions again.

create table public.product_words (
  product_id text primary key references public.products (id) on delete cascade,
  words tsvector not null
);

create index product_words_search on public.product_words using gin (words);
-- Found in the table from now on.
drop index public.products_search;

create function shop.keep_product_words() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into public.product_words (product_id, words)
  values (new.id, shop.search_words(new.name, new.category, new.material, new.colors, new.description))
  on conflict (product_id) do update set words = excluded.words;
  return null;
end;
$$;

create trigger products_words_kept after insert or update of name, category, material, colors, description on public.products
  for each row execute function shop.keep_product_words();

insert into public.product_words (product_id, words)
select p.id, shop.search_words(p.name, p.category, p.material, p.colors, p.description) from public.products p;

-- Products that match every word typed, best match first. An empty search finds nothing.
create or replace function public.search_products(typed text) returns setof public.products
language sql stable set search_path = ''
as $$
  select p.*
    from shop.search_query(typed) as query
    join public.product_words w on w.words @@ query
    join public.products p on p.id = w.product_id
   where p.archived_at is null
   order by ts_rank(w.words, query) desc, p.review_count desc, p.name, p.id;
$$;

alter table public.product_words enable row level security;
revoke all on public.product_words from public, anon, authenticated;
grant select, insert, update on public.product_words to service_role;
grant execute on all functions in schema shop to service_role;
