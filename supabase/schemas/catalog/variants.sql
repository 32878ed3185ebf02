-- What is counted of a product: one shared variant ('', ''), or one for each offered choice of colour, size or both. A piece of stock
-- belongs to exactly one variant. Choices that are no longer offered stay, archived, for the orders and the history that name them.

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

-- The letters that stand for a word in a SKU: its first one and the next consonants. Bangles become BNG, Rose Gold RSG. Takes the word and
-- how many.
create function shop.sku_letters(word text, count integer) returns text
language sql immutable set search_path = ''
as $$
  select left(left(w.letters, 1) || regexp_replace(substr(w.letters, 2), '[AEIOU]', '', 'g'), count)
    from (select regexp_replace(upper(word), '[^A-Z]', '', 'g') as letters) w;
$$;

-- A SKU that no piece has yet, for a variant without one: BNG-0042 for what is counted as a whole, BNG-0042-26-GLD for a size and colour.
-- The number is that of the product's other SKUs, or a new one. Takes the product's id and category, and the choice.
create function shop.suggest_sku(product_id text, category text, color text, size text) returns text
language plpgsql set search_path = ''
as $$
declare
  known constant text := (select substring(v.sku from '^[A-Z]{1,3}-\d{4,}') from public.product_variants v
                           where v.product_id = suggest_sku.product_id and v.sku ~ '^[A-Z]{1,3}-\d{4,}'
                           order by v.created_at, v.id limit 1);
  wanted constant text := concat_ws('-',
    coalesce(known, coalesce(nullif(shop.sku_letters(coalesce(category, ''), 3), ''), 'PRD') || '-'
             || lpad(nextval('shop.product_numbers')::text, 4, '0')),
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

-- Every product has a variant from the start, a shared one unless it came with others.
create function shop.add_shared_variant(new public.products) returns void
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from public.product_variants v where v.product_id = new.id) then
    insert into public.product_variants (product_id, sku) values (new.id, shop.suggest_sku(new.id, new.category, '', ''));
  end if;
end;
$$;

-- Pieces are never put away with the choice they are of. Those that come back later go to where they came from.
create function shop.refuse_archiving_stock(new public.product_variants) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception 'variant % has pieces: they are booked out before it is archived', new.sku using errcode = 'restrict_violation';
end;
$$;

-- Trigger: all pieces of a product are counted in one way, so that a choice belongs to one variant. Compared when the transaction ends.
create function shop.require_one_way_of_counting() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (select count(distinct (v.color = '', v.size = '')) from public.product_variants v where v.product_id = new.product_id
      and v.archived_at is null) <> 1 then
    raise exception 'product % is counted as a whole, or by the same choices in all its variants',
      new.product_id using errcode = 'restrict_violation';
  end if;
  return null;
end;
$$;

create constraint trigger product_variants_counted_alike after insert or update of color, size, archived_at on public.product_variants
  deferrable initially deferred for each row execute function shop.require_one_way_of_counting();

-- The choices that a product is counted by, in the order in which it offers them: [{id, color, size, sku, stock_quantity, in_stock}]; empty
-- when it is counted as a whole. In `public`, because the Data API offers it as a column of products.
create function public.variants(product public.products) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'color', v.color, 'size', v.size, 'sku', v.sku,
                                                      'stock_quantity', v.stock_quantity,
                                                      'in_stock', product.is_available and v.stock_quantity > 0)
                                   order by array_position(product.sizes, v.size), array_position(product.colors, v.color), v.id), '[]')
           from public.product_variants v
          where v.product_id = product.id and v.archived_at is null and (v.color <> '' or v.size <> ''));
end;
$$;

-- The choices that a product's pieces are counted by: ["color"], ["size"] or both; empty when it is counted as a whole, or gone. Takes the
-- product's id.
create function shop.counted_by(product_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select to_jsonb(array_remove(array[case when v.color <> '' then 'color' end, case when v.size <> '' then 'size' end],
                                                null))
                     from public.product_variants v where v.product_id = counted_by.product_id and v.archived_at is null limit 1), '[]');
end;
$$;

-- The SKU of a product that is counted as a whole, null for others. A column of products, too.
create function public.sku(product public.products) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (select v.sku from public.product_variants v
           where v.product_id = product.id and v.archived_at is null and v.color = '' and v.size = '');
end;
$$;

-- Why a product is not taken back, by its own rule, its category's, or that of a category whose pieces are in its box: earrings are no
-- other earrings in a set. Empty when it is taken back. A column of products, too.
-- Security definer: the rule of a hidden category holds as well, and pages must not promise what it excludes.
create function public.no_returns(product public.products) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(nullif(product.no_return_reason, ''),
                  (select nullif(c.no_return_reason, '') from public.categories c where c.slug = product.category),
                  (select c.no_return_reason from public.categories c
                    where product.in_the_box <> '' and c.no_return_reason <> ''
                      and shop.split_words(product.in_the_box) @> shop.split_words(c.name)
                    order by c.sort_order, c.id limit 1), '');
end;
$$;

-- A product as the API shows it.
create function shop.product_json(product public.products) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return to_jsonb(product) || jsonb_build_object('variants', public.variants(product), 'sku', public.sku(product),
                                                 'no_returns', public.no_returns(product), 'goes_with', public.goes_with(product));
end;
$$;

-- The variant that staff name by its SKU, or by colour and size; none of them is needed where a product is counted as a whole. Also finds
-- one that is no longer offered but still has pieces. Takes the product's id, the choice and the SKU (each may be null), and the beginning
-- of the field's path for complaints. Refuses 422 the field `sku`, `size` or `color` when nothing or more than one thing fits: pieces are
-- never booked by a guess.
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
    perform shop.refuse_field(path || case when nullif(sku, '') is not null then 'sku' when nullif(size, '') is not null
                                           then 'size' else 'color' end,
                              'This product is not kept that way');
  elsif cardinality(found_ones) > 1 then
    by_size := nullif(size, '') is null and exists (select from unnest(found_ones) v where v.size <> '');
    perform shop.refuse_field(path || case when by_size then 'size' else 'color' end,
                              case when by_size then 'Choose a size: each is counted on its own'
                                   else 'Choose a color: each is counted on its own' end);
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

grant execute on function public.variants, public.sku, public.no_returns to anon, authenticated, service_role;
