-- Shoppers find products by the beginnings of words. The words of every product are split when it is written, so a search that finds
-- thousands ranks them without reading their descriptions.

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
create function shop.search_words(name text, category text, material text, colors text[], occasions text[],
                                  description text) returns tsvector
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

-- The words of products by which a search is understood, without numbers: {looks: those of materials, colours and occasions, pieces: all
-- others of names, SKUs and categories}.
create function public.search_vocabulary() returns jsonb
language sql stable set search_path = ''
as $$
  with looks as (
    select s.word
    from ts_stat('select w.words from public.product_words w join public.products p on p.id = w.product_id where p.archived_at is null',
                 'c') s
     where s.word !~ '[0-9]'
  ), pieces as (
    select s.word
    from ts_stat('select w.words from public.product_words w join public.products p on p.id = w.product_id where p.archived_at is null',
                 'ab') s
     where s.word !~ '[0-9]'
    except select l.word from looks l
  )
  select jsonb_build_object('looks', (select coalesce(jsonb_agg(l.word), '[]') from looks l),
                            'pieces', (select coalesce(jsonb_agg(p.word), '[]') from pieces p));
$$;

-- Groups of words as two queries: one word of every group, and any word at all. Words match beginnings, but not in descriptions, which
-- mention a lot. Takes [["hoop", "earring"], ["gold"]].
create function shop.queries_of(groups jsonb, out every tsquery, out any_of tsquery)
language sql immutable parallel safe set search_path = ''
as $$
  select to_tsquery('simple', string_agg('(' || alternatives || ')', ' & ')), to_tsquery('simple', string_agg(alternatives, ' | '))
    from (select (select string_agg(quote_literal(word) || ':*ABC', ' | ') from jsonb_array_elements_text(g.words) as word) as alternatives
            from jsonb_array_elements(groups) as g (words)) each;
$$;

-- Trigger: products are found by their SKUs, too. Stored once for all variants that a statement adds.
create function shop.store_words_of_new_variants() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.store_words_of(a.product_id) from (select distinct n.product_id from added n) a;
  return null;
end;
$$;

create trigger product_variants_words_new after insert on public.product_variants
  referencing new table as added for each statement execute function shop.store_words_of_new_variants();

grant execute on function public.search_vocabulary to service_role;
