-- Stock as staff list and count it. A stock count books many variants at once, under one number: COUNT-1001.

create sequence shop.stock_count_numbers start 1001;
grant usage on sequence shop.stock_count_numbers to service_role;

create table public.stock_counts (
  id text primary key default shop.new_id(),
  -- The reference of its rows in the stock history.
  count_number text not null default 'COUNT-' || nextval('shop.stock_count_numbers'),
  -- Those rows, in the order in which they were counted.
  entries text[] not null default '{}',
  actor uuid references auth.users (id) on delete set null,
  -- One attempt is one count: the key it was sent with, and the fingerprint of what was sent.
  idempotency_key text,
  request_fingerprint text,
  created_at timestamptz not null default clock_timestamp(),
  constraint stock_counts_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint stock_counts_number_unique unique (count_number),
  constraint stock_counts_key_unique unique (idempotency_key)
);

create index stock_counts_by_actor on public.stock_counts (actor) where actor is not null;

alter table public.stock_counts enable row level security;

-- Not even the server deletes a count.
revoke all on public.stock_counts from service_role;
grant select, insert, update on public.stock_counts to service_role;

-- A count as the API shows it: {id, count_number, created_at, items}, the items as `stock_records`.
create function shop.stock_count_json(count public.stock_counts) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', count.id, 'count_number', count.count_number, 'created_at', count.created_at,
    'items', (select coalesce(jsonb_agg(to_jsonb(r) order by e.place), '[]')
                from unnest(count.entries) with ordinality as e (id, place) join public.stock_records r on r.id = e.id));
$$;

-- Books what was counted: one adjustment per variant, also of one that was right. What counts is the difference between the pieces counted
-- and the stock that was in the books then, so that pieces sold meanwhile stay sold. Takes [{sku, counted, stockSeen}], notes, the staff
-- member and the key of the attempt or null; a repeated key answers with the first count. Refuses 422 the field `items.N.sku` of an unknown
-- or archived piece, 409 `not_enough_stock` when more were sold meanwhile than were found, 422 `idempotency_mismatch`.
create function public.count_stock(items jsonb, notes text, actor uuid, idempotency_key text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  fingerprint constant text := md5(jsonb_build_array(items, notes)::text);
  booked public.stock_counts;
  unknown bigint;
  line record;
  entry public.stock_history;
  entry_ids text[] := array[]::text[];
begin
  insert into public.stock_counts (actor, idempotency_key, request_fingerprint)
  values (count_stock.actor, count_stock.idempotency_key, fingerprint)
  on conflict on constraint stock_counts_key_unique do nothing returning * into booked;
  if not found then
    select * into booked from public.stock_counts c where c.idempotency_key = count_stock.idempotency_key;
    if booked.request_fingerprint <> fingerprint then
      perform shop.refuse('idempotency_mismatch', null, '{"of": "count"}');
    end if;
    return shop.stock_count_json(booked);
  end if;

  -- In the order in which everybody locks products.
  perform 1 from public.products p
    where p.id in (select v.product_id from jsonb_array_elements(items) i join public.product_variants v on v.sku = i ->> 'sku')
    order by p.id for no key update;
  select i.place - 1 into unknown from jsonb_array_elements(items) with ordinality as i (item, place)
   where not exists (select from public.product_variants v join public.products p on p.id = v.product_id
                      where v.sku = i.item ->> 'sku' and v.archived_at is null and p.archived_at is null)
   order by i.place limit 1;
  if found then
    perform shop.refuse_field(format('items.%s.sku', unknown), 'No piece on offer has this SKU');
  end if;

  for line in
    select v.product_id, v.id as variant_id, (i.item ->> 'counted')::integer - (i.item ->> 'stockSeen')::integer as difference
      from jsonb_array_elements(items) with ordinality as i (item, place) join public.product_variants v on v.sku = i.item ->> 'sku'
     order by v.product_id, i.place
  loop
    entry := shop.change_stock(line.product_id, line.difference, 'adjustment', booked.count_number, notes, actor, line.variant_id);
    entry_ids := entry_ids || entry.id;
  end loop;
  update public.stock_counts c set entries = entry_ids where c.id = booked.id returning * into booked;
  return shop.stock_count_json(booked);
end;
$$;

-- A page of the products on sale with their stock. Takes a pattern for a part of the name or of an SKU, the SKU that was typed in full
-- (both null: any), a category, a level (`low`: some choice has at most `low_at` pieces; `out`: shoppers cannot buy some choice; each null:
-- any), a sort key (`name`, `category`, `stockQuantity`) and its direction, how many rows to skip and how many to return. Returns {items,
-- total}; the piece with exactly that SKU comes first.
create function public.list_stock_levels(typed_like text, typed_sku text, category text, level text, low_at integer,
                                         sort_by text, ascending boolean,
                                         page_offset integer, page_limit integer)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  ordering constant text := format(case sort_by when 'category' then 'f.category %1$s, ' when 'stockQuantity'
                                        then 'f.stock_quantity %1$s, ' else '' end
    || case when sort_by = 'name' then 'f.name %1$s, f.id' else 'f.name, f.id' end, case when ascending then 'asc' else 'desc' end);
  ids text[];
  total bigint;
begin
  -- No index on stock on purpose: every piece sold would rewrite all indexes of its product, while ten thousand products are read and
  -- sorted in some ten milliseconds.
  execute $query$
    with variants as materialized (select v.product_id, v.sku, v.stock_quantity from public.product_variants v where v.archived_at is null),
    found_ones as (
      select p.id, shop.sort_key(p.name) collate "C" as name, p.category, p.stock_quantity,
             p.id in (select v.product_id from variants v where v.sku = $2) as is_exact
        from public.products p
       where p.archived_at is null
         and ($1 is null or p.name ilike $1 or p.id in (select v.product_id from variants v where v.sku ilike $1))
         and ($3 is null or p.category = (select shop.current_slug($3)))
         and ($4 is distinct from 'low' or p.id in (select v.product_id from variants v where v.stock_quantity <= $5))
         and ($4 is distinct from 'out' or not p.is_available or p.id in (select v.product_id from variants v where v.stock_quantity = 0)))
    select (select array (select f.id from found_ones f order by f.is_exact desc, $query$ || ordering || $query$ offset $6 limit $7)),
           (select count(*) from found_ones)
  $query$ into ids, total using typed_like, typed_sku, list_stock_levels.category, level, low_at, page_offset, page_limit;

  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.product_json(p) order by page.place), '[]')
                from unnest(ids) with ordinality as page (id, place) join public.products p on p.id = page.id),
    'total', total);
end;
$$;

grant execute on function public.count_stock, public.list_stock_levels to service_role;
