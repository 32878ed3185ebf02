-- What is counted of a product: one shared variant ('', ''), or one for each offered choice of colour, size or both. A piece of stock belongs to exactly
-- one variant. Choices that are no longer offered stay, archived, for the orders and the history that name them.

-- Numbers that new SKUs begin with: BNG-0042.
create sequence shop.product_numbers;
grant usage on sequence shop.product_numbers to service_role;

create table public.product_variants (
  id text primary key default shop.new_id(),
  product_id text not null references public.products (id),
  -- Empty where pieces are not counted by it.
  color text not null default '',
  size text not null default '',
  sku text not null,
  -- Written by shop.change_stock alone.
  stock_quantity integer not null default 0,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint product_variants_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint product_variants_choice_unique unique (product_id, color, size),
  -- Also of archived ones: a label on a piece stays what it is.
  constraint product_variants_sku_unique unique (sku),
  constraint product_variants_sku_shape check (sku ~ '^[A-Z0-9]([A-Z0-9._/-]{0,38}[A-Z0-9])?$'),
  constraint product_variants_stock_not_negative check (stock_quantity >= 0)
);

alter table public.product_variants enable row level security;
create policy "everyone reads variants on sale" on public.product_variants for select to anon, authenticated
  using (archived_at is null and exists (select from public.products p where p.id = product_id and p.archived_at is null));
grant select on public.product_variants to anon, authenticated;
grant select, insert, update on public.product_variants to service_role;

-- The letters that stand for a word in a SKU: its first one and the next consonants. Bangles become BNG, Rose Gold RSG. Takes the word and how many.
create function shop.sku_letters(word text, count integer) returns text
language sql immutable set search_path = ''
as $$
  select left(left(w.letters, 1) || regexp_replace(substr(w.letters, 2), '[AEIOU]', '', 'g'), count)
    from (select regexp_replace(upper(word), '[^A-Z]', '', 'g') as letters) w;
$$;

-- A SKU that no piece has yet, for a variant without one: BNG-0042 for what is counted as a whole, BNG-0042-26-GLD for a size and colour. The number is
-- that of the product's other SKUs, or a new one. Takes the product's id and category, and the choice.
create function shop.suggest_sku(product_id text, category text, color text, size text) returns text
language plpgsql set search_path = ''
as $$
declare
  known constant text := (select substring(v.sku from '^[A-Z]{1,3}-\d{4,}') from public.product_variants v
                           where v.product_id = suggest_sku.product_id and v.sku ~ '^[A-Z]{1,3}-\d{4,}' order by v.created_at, v.id limit 1);
  wanted constant text := concat_ws('-',
    coalesce(known, coalesce(nullif(shop.sku_letters(coalesce(category, ''), 3), ''), 'PRD') || '-' || lpad(nextval('shop.product_numbers')::text, 4, '0')),
    nullif(left(regexp_replace(upper(size), '[^A-Z0-9]', '', 'g'), 6), ''),
    nullif(shop.sku_letters(color, 3), ''));
  suggested text := wanted;
  attempt integer := 1;
begin
  while exists (select from public.product_variants v where v.sku = suggested) loop
    attempt := attempt + 1;
    suggested := wanted || '-' || attempt;
  end loop;
  return suggested;
end;
$$;

-- Trigger: every product has a variant from the start, a shared one unless it came with others.
create function shop.add_shared_variant() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from public.product_variants v where v.product_id = new.id) then
    insert into public.product_variants (product_id, sku) values (new.id, shop.suggest_sku(new.id, new.category, '', ''));
  end if;
  return null;
end;
$$;

create trigger products_have_variant after insert on public.products for each row execute function shop.add_shared_variant();

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

-- Trigger: the same for one that changed.
create function shop.store_words_of_variant() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.store_words_of(new.product_id);
  return null;
end;
$$;

create trigger product_variants_words after update on public.product_variants
  for each row when ((old.sku, old.archived_at is null) is distinct from (new.sku, new.archived_at is null)) execute function shop.store_words_of_variant();

-- Trigger: pieces are never put away with the choice they are of. Those that come back later go to where they came from.
create function shop.refuse_archiving_stock() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'variant % has pieces: they are booked out before it is archived', new.sku using errcode = 'restrict_violation';
end;
$$;

create trigger product_variants_archived_empty before update on public.product_variants
  for each row when (old.archived_at is null and new.archived_at is not null and new.stock_quantity <> 0) execute function shop.refuse_archiving_stock();

-- Trigger: all pieces of a product are counted in one way, so that a choice belongs to one variant. Compared when the transaction ends.
create function shop.require_one_way_of_counting() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (select count(distinct (v.color = '', v.size = '')) from public.product_variants v where v.product_id = new.product_id and v.archived_at is null) <> 1 then
    raise exception 'product % is counted as a whole, or by the same choices in all its variants', new.product_id using errcode = 'restrict_violation';
  end if;
  return null;
end;
$$;

create constraint trigger product_variants_counted_alike after insert or update of color, size, archived_at on public.product_variants
  deferrable initially deferred for each row execute function shop.require_one_way_of_counting();

-- Pages say which choices there are and which of them are sold out. How many are left is asked live.
create trigger product_variants_rebuild_site_new after insert on public.product_variants
  for each row when (new.color <> '' or new.size <> '') execute function shop.mark_site_stale();
create trigger product_variants_rebuild_site after update on public.product_variants
  for each row when ((new.color <> '' or new.size <> '')
                     and ((old.stock_quantity > 0, old.archived_at is null, old.sku) is distinct from (new.stock_quantity > 0, new.archived_at is null, new.sku)))
  execute function shop.mark_site_stale();

-- The choices that a product is counted by, in the order in which it offers them: [{id, color, size, sku, stock_quantity, in_stock}]; empty when it is
-- counted as a whole. In `public`, because the Data API offers it as a column of products.
create function public.variants(product public.products) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'color', v.color, 'size', v.size, 'sku', v.sku, 'stock_quantity', v.stock_quantity,
                                               'in_stock', product.is_available and v.stock_quantity > 0)
                            order by array_position(product.sizes, v.size), array_position(product.colors, v.color), v.id), '[]')
    from public.product_variants v
   where v.product_id = product.id and v.archived_at is null and (v.color <> '' or v.size <> '');
$$;

-- The choices that a product's pieces are counted by: ["color"], ["size"] or both; empty when it is counted as a whole, or gone. Takes the product's id.
create function shop.counted_by(product_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce((select to_jsonb(array_remove(array[case when v.color <> '' then 'color' end, case when v.size <> '' then 'size' end], null))
                     from public.product_variants v where v.product_id = counted_by.product_id and v.archived_at is null limit 1), '[]');
$$;

-- The SKU of a product that is counted as a whole, null for others. A column of products, too.
create function public.sku(product public.products) returns text
language sql stable set search_path = ''
as $$
  select v.sku from public.product_variants v where v.product_id = product.id and v.archived_at is null and v.color = '' and v.size = '';
$$;

-- Why a product is not taken back, by its own rule or its category's; empty when it is. A column of products, too.
-- Security definer: the rule of a hidden category holds as well, and pages must not promise what it excludes.
create function public.no_returns(product public.products) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(nullif(product.no_return_reason, ''), (select c.no_return_reason from public.categories c where c.slug = product.category), '');
$$;

-- A product as the API shows it.
create function shop.product_json(product public.products) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(product) || jsonb_build_object('variants', public.variants(product), 'sku', public.sku(product), 'no_returns', public.no_returns(product),
                                                 'goes_with', public.goes_with(product));
$$;

-- The variant that staff name by its SKU, or by colour and size; none of them is needed where a product is counted as a whole. Also finds one that is no
-- longer offered but still has pieces. Takes the product's id, the choice and the SKU (each may be null), and the beginning of the field's path for
-- complaints. Refuses 422 the field `sku`, `size` or `color` when nothing or more than one thing fits: pieces are never booked by a guess.
create function shop.require_variant(product_id text, color text, size text, sku text, path text default '') returns public.product_variants
language plpgsql stable set search_path = ''
as $$
declare
  found_ones public.product_variants[];
  by_size boolean;
begin
  select array_agg(v order by v.archived_at nulls first) into found_ones from public.product_variants v
   where v.product_id = require_variant.product_id and (v.archived_at is null or v.stock_quantity > 0)
     and (nullif(require_variant.sku, '') is null or v.sku = upper(require_variant.sku))
     and (nullif(require_variant.color, '') is null or v.color in ('', require_variant.color))
     and (nullif(require_variant.size, '') is null or v.size in ('', require_variant.size));
  if found_ones is null then
    perform shop.refuse_field(path || case when nullif(sku, '') is not null then 'sku' when nullif(size, '') is not null then 'size' else 'color' end,
                              'This product is not kept that way');
  elsif cardinality(found_ones) > 1 then
    by_size := nullif(size, '') is null and exists (select from unnest(found_ones) v where v.size <> '');
    perform shop.refuse_field(path || case when by_size then 'size' else 'color' end,
                              case when by_size then 'Choose a size: each is counted on its own' else 'Choose a color: each is counted on its own' end);
  end if;
  return found_ones[1];
end;
$$;

-- What a choice is called in a message: `2.6, Gold`; empty for a shared variant.
create function shop.choice_name(color text, size text) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(', ', nullif(size, ''), nullif(color, ''));
$$;

-- Refuses 409 `choice_in_stock` {variants: [{color, size, stockQuantity}]} when choices with pieces would be taken off a product. Takes those variants.
create function shop.refuse_choices_in_stock(leaving public.product_variants[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if cardinality(leaving) > 0 then
    perform shop.refuse('choice_in_stock',
              jsonb_build_object('variants', jsonb_agg(jsonb_build_object('color', v.color, 'size', v.size, 'stockQuantity', v.stock_quantity))),
              jsonb_build_object('skus', jsonb_agg(v.sku)))
       from unnest(leaving) v;
  end if;
end;
$$;

-- The entries for `shop.write_variants` that an edit asks for. An edit that says nothing of variants keeps those that its colours and sizes still offer.
-- Takes the fields of the edit, the product before and after it (null for a new one), and the stock the editor saw or null. Refuses like
-- `shop.write_variants`, and 422 the field `stockQuantity` when it contradicts the stock of the choices.
create function shop.entries_of_variants(fields jsonb, before public.products default null, wanted public.products default null, stock_seen integer default null)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  stock constant integer := (fields ->> 'stock_quantity')::integer;
  entries jsonb := fields -> 'variants';
  shared public.product_variants;
  others integer;
  total integer;
begin
  select * into shared from public.product_variants v where v.product_id = before.id and v.archived_at is null and v.color = '' and v.size = '';
  -- Where the way of counting changes, the stock that was seen is that of the whole.
  if (shared.id is null) = (jsonb_array_length(entries) = 0) and stock_seen <> before.stock_quantity then
    perform shop.refuse('stock_moved', jsonb_build_object('stockQuantity', before.stock_quantity), jsonb_build_object('expected', stock_seen));
  end if;

  if jsonb_array_length(entries) = 0 or (entries is null and (before.id is null or shared.id is not null)) then
    -- Pieces that came back to choices no longer offered count for the product, and are none of the shared ones.
    others := case when shared.id is null then 0 else before.stock_quantity - shared.stock_quantity end;
    if stock < others then
      perform shop.refuse_field('stockQuantity', format('At least %s: so many are of choices that are no longer offered', others));
    end if;
    return jsonb_build_array(jsonb_build_object(
      'sku', fields ->> 'sku', 'stockSeen', case when shared.id is not null then stock_seen - others end,
      'stockQuantity', coalesce(stock - others, case when shared.id is null then coalesce(before.stock_quantity, 0) end)));
  end if;

  if entries is null then
    perform shop.refuse_choices_in_stock(array (
      select v from public.product_variants v
       where v.product_id = before.id and v.archived_at is null and v.stock_quantity > 0
         and (v.color <> all (array_append(wanted.colors, '')) or v.size <> all (array_append(wanted.sizes, '')))));
    select coalesce(jsonb_agg(jsonb_build_object('color', v.color, 'size', v.size) order by v.id), '[{"stockQuantity": 0}]') into entries
      from public.product_variants v
     where v.product_id = before.id and v.archived_at is null
       and v.color = any (array_append(wanted.colors, '')) and v.size = any (array_append(wanted.sizes, ''));
    total := before.stock_quantity;
  else
    select sum(coalesce((e ->> 'stockQuantity')::integer, v.stock_quantity, 0)) into total
      from jsonb_array_elements(entries) e left join public.product_variants v
        on v.product_id = before.id and v.color = coalesce(e ->> 'color', '') and v.size = coalesce(e ->> 'size', '');
  end if;
  if stock <> total then
    perform shop.refuse_field('stockQuantity', format('The sizes and colors have %s pieces together: each is counted on its own', total));
  end if;
  return entries;
end;
$$;

-- What entries of `variants` say, one row for each: its place among them, the choice, the SKU as it is stored or null, the pieces or null, and those that the
-- editor saw or null.
create function shop.choices_in(entries jsonb) returns table (place integer, color text, size text, sku text, stock integer, expected_stock integer)
language sql immutable set search_path = ''
as $$
  select x.ordinality::integer - 1, coalesce(x.entry ->> 'color', ''), coalesce(x.entry ->> 'size', ''), upper(nullif(x.entry ->> 'sku', '')),
         (x.entry ->> 'stockQuantity')::integer, (x.entry ->> 'stockSeen')::integer
    from jsonb_array_elements(entries) with ordinality as x (entry, ordinality) order by x.ordinality;
$$;

-- Refuses 422 the first field of `variants` with a colour or size that the product does not offer. Takes the product and the entries.
create function shop.refuse_choices_not_offered(product public.products, entries jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  wrong record;
begin
  select c.place, c.color <> '' and c.color <> all (product.colors) as by_color into wrong
    from shop.choices_in(entries) c
   where (c.color <> '' and c.color <> all (product.colors)) or (c.size <> '' and c.size <> all (product.sizes))
   order by c.place limit 1;
  if found then
    perform shop.refuse_field(format('variants.%s.%s', wrong.place, case when wrong.by_color then 'color' else 'size' end), 'Choose one that the product offers');
  end if;
end;
$$;

-- Refuses 422 the first SKU of new products that another piece has, or another of them. Takes the entries of each product.
create function shop.refuse_sku_of_another(choices jsonb[]) returns void
language plpgsql set search_path = ''
as $$
declare
  wrong record;
begin
  select c.* into wrong
    from (select x.*, p.place as product, row_number() over (partition by x.sku order by p.place, x.place) as nth
            from unnest(choices) with ordinality as p (entries, place) cross join lateral shop.choices_in(p.entries) x) c
   where c.sku is not null and (c.nth > 1 or exists (select from public.product_variants v where v.sku = c.sku))
   order by c.product, c.place limit 1;
  if found then
    perform shop.refuse_field(case when wrong.color = '' and wrong.size = '' then 'sku' else format('variants.%s.sku', wrong.place) end,
                              format('Another piece has the SKU %s', wrong.sku));
  end if;
end;
$$;

-- Counts a product by other choices. Takes the product, locked and with its colours and sizes of now, [{color?, size?, sku?, stockQuantity?, stockSeen?}],
-- one without either for a product counted as a whole, and the staff member. A choice without
-- `stockQuantity` keeps its pieces. What is no longer named is archived. When the way of counting changes, every piece is booked out and in again.
-- Refuses 409 `choice_in_stock` when a choice with pieces would go, 409 `stock_moved` {stockQuantity, color, size} when the stock is not what the editor saw, 422 the fields of `variants` that do not fit, and a SKU that another piece has.
create function shop.write_variants(product public.products, entries jsonb, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  counts_alike boolean;
  complaint record;
  entry record;
  variant public.product_variants;
  old_variant public.product_variants;
begin
  perform shop.refuse_choices_not_offered(product, entries);

  select bool_and((v.color = '') = (coalesce(entries -> 0 ->> 'color', '') = '') and (v.size = '') = (coalesce(entries -> 0 ->> 'size', '') = ''))
    into counts_alike
    from public.product_variants v where v.product_id = product.id and v.archived_at is null;

  if counts_alike then
    perform shop.refuse_choices_in_stock(array (
      select v from public.product_variants v
       where v.product_id = product.id and v.archived_at is null and v.stock_quantity > 0 and not exists (
               select from jsonb_array_elements(entries) e where coalesce(e ->> 'color', '') = v.color and coalesce(e ->> 'size', '') = v.size)));
  else
    select x.ordinality - 1 as place into complaint from jsonb_array_elements(entries) with ordinality as x (entry, ordinality)
     where x.entry ->> 'stockQuantity' is null order by x.ordinality limit 1;
    if found then
      perform shop.refuse_field(format('variants.%s.stockQuantity', complaint.place), 'Enter how many pieces there are');
    end if;
  end if;

  -- What leaves, before what comes: the pieces of a product are never counted twice. Counted as a whole, it also has those of choices long gone.
  for old_variant in
    select v.* from public.product_variants v
     where v.product_id = product.id
       and (v.archived_at is null or (v.stock_quantity > 0 and not counts_alike
                                      and coalesce(entries -> 0 ->> 'color', '') = '' and coalesce(entries -> 0 ->> 'size', '') = ''))
       and not exists (
             select from jsonb_array_elements(entries) e where coalesce(e ->> 'color', '') = v.color and coalesce(e ->> 'size', '') = v.size)
     order by v.id
  loop
    if old_variant.stock_quantity > 0 then
      perform shop.change_stock(product.id, - old_variant.stock_quantity, 'adjustment', null, 'Counted by other choices', actor, old_variant.id);
    end if;
    update public.product_variants v set archived_at = now() where v.id = old_variant.id and v.archived_at is null;
  end loop;

  for entry in select * from shop.choices_in(entries) loop
    begin
      insert into public.product_variants as v (product_id, color, size, sku)
      values (product.id, entry.color, entry.size, coalesce(entry.sku, shop.suggest_sku(product.id, product.category, entry.color, entry.size)))
      on conflict (product_id, color, size) do update set archived_at = null, sku = coalesce(entry.sku, v.sku)
      returning v.* into variant;
    exception when unique_violation then
      perform shop.refuse_field(case when entry.color = '' and entry.size = '' then 'sku' else format('variants.%s.sku', entry.place) end,
                                format('Another piece has the SKU %s', entry.sku));
    end;

    if entry.stock <> variant.stock_quantity then
      if entry.expected_stock <> variant.stock_quantity then
        perform shop.refuse('stock_moved',
          jsonb_build_object('stockQuantity', variant.stock_quantity, 'color', entry.color, 'size', entry.size), jsonb_build_object('expected', entry.expected_stock));
      end if;
      perform shop.change_stock(product.id, entry.stock - variant.stock_quantity, 'adjustment', null, case when counts_alike then '' else 'Counted by other choices' end, actor, variant.id);
    end if;
  end loop;
end;
$$;

grant execute on function public.variants, public.sku, public.no_returns to anon, authenticated, service_role;
