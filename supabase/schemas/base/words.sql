-- Words that are searched by their beginnings: what is stored with a row is split here, and so is what was typed.

-- The words of a text in lower case: what stands between spaces and ASCII signs.
create function shop.split_words(typed text) returns text[]
language sql immutable parallel safe
return array_remove(regexp_split_to_array(lower(typed), '[\s!-/:-@[-`{-~]+'), '');

-- The ends of a phone number, from its last four digits to all of them without the 92 of Pakistan: any part of it is the beginning of one.
create function shop.phone_words(phone text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  digits constant text := regexp_replace(phone, '^\+92|\D', '', 'g');
begin
  return array (select right(digits, n) from generate_series(4, greatest(length(digits), 4)) n);
end;
$$;

-- Words that not everybody on the staff may find an order by, behind a mark that no typed word has: ^ for names, ~ for phones and e-mail
-- addresses. Takes words without spaces. Without a subquery, so that Postgres puts it into the statement that asks.
create function shop.marked_words(mark text, words text[]) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(string_to_array(mark || nullif(array_to_string(words, ' ' || mark), ''), ' '), '{}');
end;
$$;

-- What names are sorted by, as browsers sort them (`Intl.Collator`): capitals and accents make no difference, and the letters of Urdu stand
-- in their order, not in that of their codes. To be compared with `collate "C"`. Takes a name.
create function shop.sort_key(name text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case when name ~ '^[ -~]*$' then lower(name) else (
    select string_agg(coalesce(chr(57344 + nullif(position(letter in 'ءابٻپةتثٹجچحخدذڈرزڑژسشصضطظعغفقکكگلمنںهھہۃوىيیے'), 0)), letter), ''
                      order by place)
      from unnest(string_to_array(regexp_replace(lower(normalize(name, nfkd)), '[\u0300-\u036f\u064b-\u065f\u0670]', '', 'g'), null))
           with ordinality as t (letter, place)) end;
$$;

-- Rupees with their paisas, as couriers write them: `1,949.06`.
create function shop.paisa_text(amount numeric) returns text
language sql immutable set search_path = ''
as $$
  select to_char(amount, 'FM999,999,999,990.00');
$$;
