-- Many products at once: what staff change of all that they selected, and what they bring as a file.

-- What a bulk change changed, kept until it can no longer be undone.
create table shop.bulk_changes (
  id text not null,
  product_id text not null references public.products (id),
  -- The columns that changed, as they were.
  before jsonb not null,
  -- The version of the product that the change made.
  version timestamptz not null,
  actor uuid,
  created_at timestamptz not null default now(),
  constraint bulk_changes_pkey primary key (id, product_id)
);

create index bulk_changes_by_product on shop.bulk_changes (product_id);
create index bulk_changes_by_time on shop.bulk_changes (created_at);

alter table shop.bulk_changes enable row level security;
grant select, insert, update, delete on shop.bulk_changes to service_role;

-- Bulk changes made after this moment can be undone. Screens offer it for a minute.
create function shop.undoable_since() returns timestamptz
language sql stable set search_path = ''
as $$
  select now() - interval '90 seconds';
$$;

-- A new price. Takes the old one and {set: rupees} or {percent: signed}, either with {roundTo: rupees}: the nearest multiple, at least one.
create function shop.changed_price(price numeric, change jsonb) returns numeric
language sql immutable set search_path = ''
as $$
  select case when c.step is null then round(c.wanted, 2) else greatest(round(c.wanted / c.step), 1) * c.step end
    from (select coalesce((change ->> 'set')::numeric, price * (1 + (change ->> 'percent')::numeric / 100)) as wanted,
                 (change ->> 'roundTo')::numeric as step) c;
$$;

-- The occasions of a piece in the order of lists. Takes those it has, and {add: […]} or {remove: […]}.
create function shop.changed_occasions(occasions text[], change jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array (select o.occasion from unnest(shop.known_occasions()) with ordinality as o (occasion, place)
                 where (o.occasion = any (occasions) or change -> 'add' ? o.occasion) and (change -> 'remove' ? o.occasion) is not true
                 order by o.place);
$$;

-- Changes one product as `public.change_products` does, and keeps what it was. Takes its id, the version the editor saw or null, the
-- change, the id of the bulk change and the staff member. Refuses 404 `product_not_found`, 409 `edited_meanwhile`, 422 the fields `price`
-- and `originalPrice`.
create function shop.change_product(product_id text, expected_version timestamptz, change jsonb, bulk_id text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  before public.products;
  after jsonb;
  fields jsonb := change - 'price' - 'occasions' - 'archive';
  price numeric;
begin
  select * into before from public.products p where p.id = change_product.product_id and p.archived_at is null for no key update;
  if not found then
    perform shop.refuse('product_not_found');
  end if;
  perform shop.check_version(before.updated_at, expected_version);

  if change ? 'archive' then
    update public.products p set archived_at = now() where p.id = before.id;
    return;
  end if;

  if change ? 'price' then
    price := shop.changed_price(before.price, change -> 'price');
    if price not between 0.01 and 10000000 then
      perform shop.refuse_field('price', format('The new price would be %s', price));
    elsif before.original_price <= price then
      perform shop.refuse_field('originalPrice', format('The new price of %s would not be below the original price of %s', price,
                                                        before.original_price));
    end if;
    fields := fields || jsonb_build_object('price', price);
  end if;
  if change ? 'occasions' then
    fields := fields || jsonb_build_object('occasions', shop.changed_occasions(before.occasions, change -> 'occasions'));
  end if;
  -- What is so already stays the same version, and is not undone.
  if not exists (select from jsonb_each(fields) f where to_jsonb(before) -> f.key is distinct from f.value) then
    return;
  end if;
  after := public.edit_product(before.id, fields, null, actor);
  insert into shop.bulk_changes (id, product_id, before, version, actor)
  select bulk_id, before.id, jsonb_object_agg(f.name, to_jsonb(before) -> f.name),
    (after ->> 'updated_at')::timestamptz, change_product.actor
    from jsonb_object_keys(fields) as f (name);
end;
$$;

-- Changes many products, each on its own: one that is refused stops no other. Takes [{id, updatedAt: the version the editor saw or null}],
-- the change {category?, is_available?, is_new?, is_featured?, plating?, base_metal?, is_nickel_free?, care?, price?: for
-- `shop.changed_price`, occasions?: for `shop.changed_occasions`} or {archive: true}, an id for `public.undo_product_changes`, and the
-- staff member. Returns [{id, refusal: null or {code, message, details}}] in the order given. Refuses 422 the field `category` when there
-- is none.
create function public.change_products(products jsonb, change jsonb, bulk_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  entry record;
  refusals jsonb := '{}';
  refusal text;
begin
  delete from shop.bulk_changes b where b.created_at < shop.undoable_since();
  if change ? 'category' then
    perform shop.lock_category_of_product(change ->> 'category');
  end if;

  -- Lowest id first, like orders, so that they queue instead of deadlocking.
  for entry in select e ->> 'id' as id, (e ->> 'updatedAt')::timestamptz as expected_version from jsonb_array_elements(products) e
    order by e ->> 'id' loop
    begin
      perform shop.change_product(entry.id, entry.expected_version, change, bulk_id, actor);
    exception when sqlstate 'PGRST' then
      get stacked diagnostics refusal = message_text;
      refusals := refusals || jsonb_build_object(entry.id, refusal::jsonb);
    end;
  end loop;
  return (select jsonb_agg(jsonb_build_object('id', e ->> 'id', 'refusal', refusals -> (e ->> 'id')) order by place)
            from jsonb_array_elements(products) with ordinality as given (e, place));
end;
$$;

-- Undoes a bulk change of the last minute, each product on its own: what somebody edited since stays. Takes its id and the staff member who
-- made it. Returns like `public.change_products`. Refuses 404 `undo_expired`.
create function public.undo_product_changes(bulk_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  change shop.bulk_changes;
  outcomes jsonb := '[]';
  refusal text;
begin
  -- Locked before anything else is: of two clicks at once, the second finds nothing left.
  perform 1 from shop.bulk_changes b
   where b.id = bulk_id and b.actor = undo_product_changes.actor and b.created_at > shop.undoable_since() order by b.product_id for update;
  if not found then
    perform shop.refuse('undo_expired');
  end if;
  -- Categories come before products, as in every edit.
  perform 1 from public.categories c
   where c.slug in (select b.before ->> 'category' from shop.bulk_changes b where b.id = bulk_id) order by c.slug for key share;
  for change in select * from shop.bulk_changes b where b.id = bulk_id order by b.product_id loop
    begin
      refusal := null;
      perform public.edit_product(change.product_id, change.before, change.version, undo_product_changes.actor);
    exception when sqlstate 'PGRST' then
      get stacked diagnostics refusal = message_text;
    end;
    outcomes := outcomes || jsonb_build_object('id', change.product_id, 'refusal', refusal::jsonb);
  end loop;
  delete from shop.bulk_changes b where b.id = bulk_id;
  return outcomes;
end;
$$;

-- What a file of products may speak of. Takes ids, SKUs and names. Returns {count: how many products there ever were, products: those with
-- one of them, deleted ones too, each with all its variants: [{color, size, sku, stock_quantity, is_archived}]}.
create function public.find_products(product_ids text[], skus text[], names text[]) returns jsonb
language sql stable set search_path = ''
as $$
  with wanted as (
    select p.id from public.products p where p.id = any (product_ids) or (p.name = any (names) and p.archived_at is null)
    union select v.product_id from public.product_variants v where v.sku = any (skus)
  )
  select jsonb_build_object(
    'count', (select count(*) from public.products),
    'products', (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object(
        'variants', (select jsonb_agg(jsonb_build_object('color', v.color, 'size', v.size, 'sku', v.sku, 'stock_quantity', v.stock_quantity,
                                                         'is_archived', v.archived_at is not null)
                                      order by array_position(p.sizes, v.size), array_position(p.colors, v.color), v.id)
                       from public.product_variants v where v.product_id = p.id)) order by p.id), '[]')
                   from wanted w join public.products p on p.id = w.id));
$$;

-- Adds and edits the products of a file, all or none. Takes [{id, expectedVersion: the version that was read, or null for a new product,
-- fields: as `public.create_product` or `public.edit_product` takes them, stockSeen}], the count of `public.find_products`, and the staff
-- member. Returns how many there were. Refuses 409 `catalogue_changed` when it would add products and others were added meanwhile, which
-- may be the same, and whatever those two refuse with.
create function public.import_products(entries jsonb, known integer, actor uuid) returns integer
-- A file of thousands takes longer than a request usually may; PostgREST reads this before it calls.
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
begin
  -- One file at a time: two of them could add the same product.
  perform pg_advisory_xact_lock(hashtext('public.import_products'));
  if exists (select from jsonb_array_elements(entries) e where e ->> 'expectedVersion' is null)
    and (select count(*) from public.products) <> known then
    perform shop.refuse('catalogue_changed');
  end if;
  perform 1 from public.categories c
   where c.slug in (select e -> 'fields' ->> 'category' from jsonb_array_elements(entries) e) order by c.slug for key share;
  perform shop.lock_products(array (select e ->> 'id' from jsonb_array_elements(entries) e where e ->> 'expectedVersion' is not null));

  -- First those that are there: a new product may take the SKU that one of them gives up.
  perform public.edit_product(e ->> 'id', e -> 'fields', (e ->> 'expectedVersion')::timestamptz, actor, (e ->> 'stockSeen')::integer)
    from jsonb_array_elements(entries) e where e ->> 'expectedVersion' is not null;
  perform shop.add_products(jsonb_agg(e.entry -> 'fields' || jsonb_build_object('id', e.entry -> 'id') order by e.place), actor)
    from jsonb_array_elements(entries) with ordinality as e (entry, place) where e.entry ->> 'expectedVersion' is null having count(*) > 0;
  return jsonb_array_length(entries);
end;
$$;

-- The products that photos named by SKU belong to. Takes SKUs. Returns [{sku, color, product_id, name, images, photo_colors, updated_at,
-- file_names: of the photos it shows already}]; SKUs that nobody has are left out.
create function public.find_photo_targets(skus text[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('sku', v.sku, 'color', v.color, 'product_id', p.id, 'name', p.name, 'images', p.images,
                                               'photo_colors', p.photo_colors, 'updated_at', p.updated_at, 'file_names', array (
           select f.file_name from unnest(p.images) as i (address) join public.photos f on f.name = regexp_replace(i.address, '^.*/', '')))
         order by v.sku), '[]')
    from public.product_variants v join public.products p on p.id = v.product_id
   where v.sku = any (skus) and p.archived_at is null;
$$;

grant execute on function public.find_photo_targets, public.change_products, public.undo_product_changes, public.find_products,
  public.import_products to service_role;
