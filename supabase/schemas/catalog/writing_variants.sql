-- The choices of a product and their pieces are written as a whole, with the product.

-- Refuses 409 `choice_in_stock` {variants: [{color, size, stockQuantity}]} when choices with pieces would be taken off a product. Takes
-- those variants.
create function shop.refuse_choices_in_stock(leaving public.product_variants[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if cardinality(leaving) > 0 then
    perform shop.refuse('choice_in_stock',
              jsonb_build_object(
                'variants', jsonb_agg(jsonb_build_object('color', v.color, 'size', v.size, 'stockQuantity', v.stock_quantity))),
              jsonb_build_object('skus', jsonb_agg(v.sku)))
       from unnest(leaving) v;
  end if;
end;
$$;

-- The entries for `shop.write_variants` that an edit asks for. An edit that says nothing of variants keeps those that its colours and sizes
-- still offer. Takes the fields of the edit, the product before and after it (null for a new one), and the stock the editor saw or null.
-- Refuses like `shop.write_variants`, and 422 the field `stockQuantity` when it contradicts the stock of the choices.
create function shop.entries_of_variants(fields jsonb, before public.products default null, wanted public.products default null,
                                         stock_seen integer default null)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  stock constant integer := (fields ->> 'stock_quantity')::integer;
  entries jsonb := fields -> 'variants';
  shared public.product_variants;
  total integer;
begin
  select * into shared from public.product_variants v where v.product_id = before.id and v.archived_at is null
    and v.color = '' and v.size = '';
  -- Where the way of counting changes, the stock that was seen is that of the whole.
  if (shared.id is null) = (jsonb_array_length(entries) = 0) and stock_seen <> before.stock_quantity then
    perform shop.refuse('stock_moved', jsonb_build_object('stockQuantity', before.stock_quantity),
                        jsonb_build_object('expected', stock_seen));
  end if;

  if jsonb_array_length(entries) = 0 or (entries is null and (before.id is null or shared.id is not null)) then
    -- Counted as a whole from now on, a product has all its pieces, those that were left over of choices, too.
    return jsonb_build_array(jsonb_build_object(
      'sku', fields ->> 'sku', 'stockSeen', case when shared.id is not null then stock_seen end,
      'stockQuantity', coalesce(stock, case when shared.id is null then coalesce(before.stock_quantity + before.left_over, 0) end)));
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

-- What an entry of `variants` says: its place among them, the choice, the SKU as it is stored or null, the pieces or null, and those that
-- the editor saw or null.
create type shop.written_choice as (place integer, color text, size text, sku text, stock integer, expected_stock integer);

-- The entries of `variants`, in their order.
create function shop.choices_in(entries jsonb) returns setof shop.written_choice
language sql immutable set search_path = ''
as $$
  select x.ordinality::integer - 1, coalesce(x.entry ->> 'color', ''), coalesce(x.entry ->> 'size', ''),
         upper(nullif(x.entry ->> 'sku', '')), (x.entry ->> 'stockQuantity')::integer, (x.entry ->> 'stockSeen')::integer
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
    perform shop.refuse_field(format('variants.%s.%s', wrong.place, case when wrong.by_color then 'color' else 'size' end),
                              'Choose one that the product offers');
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

-- Whether entries count a product by what it is counted by now: colour, size, both or neither. Null where it is not counted yet. Takes the
-- product's id and the entries.
create function shop.counts_alike(product_id text, entries jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select bool_and((v.color = '') = (coalesce(entries -> 0 ->> 'color', '') = '')
                  and (v.size = '') = (coalesce(entries -> 0 ->> 'size', '') = ''))
    from public.product_variants v
   where v.product_id = counts_alike.product_id and v.archived_at is null;
$$;

-- The variants of a product, archived ones too, that entries do not name. Takes the product's id and the entries.
create function shop.variants_not_in(entries jsonb, product_id text) returns setof public.product_variants
language sql stable set search_path = ''
as $$
  select v.* from public.product_variants v
   where v.product_id = variants_not_in.product_id
     and not exists (select from jsonb_array_elements(entries) e
                      where coalesce(e ->> 'color', '') = v.color and coalesce(e ->> 'size', '') = v.size)
   order by v.id;
$$;

-- Refuses 422 the first of `variants` that does not say how many pieces there are. Takes the entries.
create function shop.refuse_choices_without_stock(entries jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  missing_at integer;
begin
  select min(c.place) into missing_at from shop.choices_in(entries) c where c.stock is null;
  if missing_at is not null then
    perform shop.refuse_field(format('variants.%s.stockQuantity', missing_at), 'Enter how many pieces there are');
  end if;
end;
$$;

-- Takes off a product what entries no longer name: books its pieces out and archives it. Where the way of counting changes to the product
-- as a whole, those pieces go, too, that choices long gone still have. Takes the product, the entries, whether they count it as before, and
-- the staff member.
create function shop.remove_choices(product public.products, entries jsonb, counts_alike boolean, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  counts_whole constant boolean := coalesce(entries -> 0 ->> 'color', '') = '' and coalesce(entries -> 0 ->> 'size', '') = '';
  leaving public.product_variants;
begin
  for leaving in
    select v.* from shop.variants_not_in(entries, product.id) v
     where v.archived_at is null or (v.stock_quantity > 0 and not counts_alike and counts_whole)
  loop
    if leaving.stock_quantity > 0 then
      perform shop.change_stock(product.id, - leaving.stock_quantity, 'adjustment', null, 'Counted by other choices', actor, leaving.id);
    end if;
    update public.product_variants v set archived_at = now() where v.id = leaving.id and v.archived_at is null;
  end loop;
end;
$$;

-- Adds a choice to a product, or changes it, and counts its pieces. Takes the product, the choice, the note for the ledger, and the staff
-- member. Refuses 409 `stock_moved` {stockQuantity, color, size}, and 422 a SKU that another piece has.
create function shop.write_choice(product public.products, choice shop.written_choice, note text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  variant public.product_variants;
begin
  begin
    insert into public.product_variants as v (product_id, color, size, sku)
    values (product.id, choice.color, choice.size,
            coalesce(choice.sku, shop.suggest_sku(product.id, product.category, choice.color, choice.size)))
    on conflict (product_id, color, size) do update set archived_at = null, sku = coalesce(choice.sku, v.sku)
    returning v.* into variant;
  exception when unique_violation then
    perform shop.refuse_field(
      case when choice.color = '' and choice.size = '' then 'sku' else format('variants.%s.sku', choice.place) end,
      format('Another piece has the SKU %s', choice.sku));
  end;
  if choice.stock = variant.stock_quantity or choice.stock is null then
    return;
  elsif choice.expected_stock <> variant.stock_quantity then
    perform shop.refuse('stock_moved',
      jsonb_build_object('stockQuantity', variant.stock_quantity, 'color', choice.color, 'size', choice.size),
      jsonb_build_object('expected', choice.expected_stock));
  end if;
  perform shop.change_stock(product.id, choice.stock - variant.stock_quantity, 'adjustment', null, note, actor, variant.id);
end;
$$;

-- Counts a product by other choices. Takes the product, locked and with its colours and sizes of now, [{color?, size?, sku?,
-- stockQuantity?, stockSeen?}], one without either for a product counted as a whole, and the staff member. A choice without `stockQuantity`
-- keeps its pieces. What is no longer named is archived. When the way of counting changes, every piece is booked out and in again. Refuses
-- 409 `choice_in_stock` when a choice with pieces would go, 409 `stock_moved` {stockQuantity, color, size} when the stock is not what the
-- editor saw, 422 the fields of `variants` that do not fit, and a SKU that another piece has.
create function shop.write_variants(product public.products, entries jsonb, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  counts_alike constant boolean := shop.counts_alike(product.id, entries);
  note constant text := case when counts_alike then '' else 'Counted by other choices' end;
begin
  perform shop.refuse_choices_not_offered(product, entries);
  if counts_alike then
    perform shop.refuse_choices_in_stock(array (select v from shop.variants_not_in(entries, product.id) v
                                                 where v.archived_at is null and v.stock_quantity > 0));
  else
    perform shop.refuse_choices_without_stock(entries);
  end if;
  -- What leaves, before what comes: the pieces of a product are never counted twice.
  perform shop.remove_choices(product, entries, counts_alike, actor);
  perform shop.write_choice(product, c, note, actor) from shop.choices_in(entries) c;
end;
$$;
