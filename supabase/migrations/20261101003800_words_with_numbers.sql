-- Names hold codes and sizes: `JW-4876`, `18k-22k`. The text parser of Postgres takes `-4876` for a number below zero, and whoever typed 4876
-- found nothing. Signs end a word, in what is written and in what is looked for; only a point stays, for sizes like 2.4.

-- A text with spaces in the place of ASCII signs. Takes null for nothing.
create function shop.without_signs(text text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(coalesce(text, ''), '[!-,/:-@[-`{-~-]+', ' ', 'g');
$$;

-- The words of a product by weight: its name (A), category (B), material and colours (C), description (D).
create or replace function shop.search_words(name text, category text, material text, colors text[], description text) returns tsvector
language sql immutable parallel safe set search_path = ''
as $$
  select setweight(to_tsvector('simple', shop.without_signs(name)), 'A')
      || setweight(to_tsvector('simple', shop.without_signs(category)), 'B')
      || setweight(to_tsvector('simple', shop.without_signs(material || ' ' || array_to_string(colors, ' '))), 'C')
      || setweight(to_tsvector('simple', shop.without_signs(description)), 'D');
$$;

-- What a shopper typed, as a query in which every word matches the beginning of a word. Null when nothing of it is a word.
create or replace function shop.search_query(typed text) returns tsquery
language sql immutable parallel safe set search_path = ''
as $$
  select to_tsquery('simple', string_agg(quote_literal(word) || ':*', ' & '))
    from (select distinct lexeme as word from unnest(to_tsvector('simple', shop.without_signs(typed)))) as words;
$$;

update public.product_words w
   set words = shop.search_words(p.name, p.category, p.material, p.colors, p.description)
  from public.products p
 where p.id = w.product_id;

revoke execute on function shop.without_signs from public;
grant execute on all functions in schema shop to service_role;
