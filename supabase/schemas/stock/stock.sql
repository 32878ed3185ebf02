-- Stock and its history. Every piece that comes or goes is a row of the history, and a product's stock is always the sum of its rows:
-- previous + quantity = new, each row beginning where the row before it ended. Each row also belongs to one variant, whose stock is the sum
-- of its rows: so a product's stock is the sum of its variants. What belongs to choices that are no longer offered is in the books, but not
-- for sale: products count it apart, as left over. Triggers enforce that for every writer.

create type shop.stock_change_kind as enum ('purchase', 'sale', 'adjustment', 'return', 'damage', 'transfer');

create table public.stock_history (
  id text primary key default shop.new_id(),
  -- The order of events of one product: drawn while the product is locked, so it never contradicts the time.
  sequence bigint not null generated always as identity,
  product_id text not null references public.products (id),
  variant_id text not null references public.product_variants (id),
  transaction_type shop.stock_change_kind not null,
  -- Signed: what the change added or, below zero, took away.
  quantity integer not null,
  previous_stock integer not null,
  new_stock integer not null,
  -- What the variant had afterwards.
  variant_stock integer not null,
  reference_number text,
  notes text not null default '',
  actor uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint stock_history_adds_up check (previous_stock + quantity = new_stock),
  constraint stock_history_new_stock_not_negative check (new_stock >= 0),
  -- A count that confirms the stock is worth a row; a sale of nothing is not.
  constraint stock_history_quantity_not_zero check (quantity <> 0 or transaction_type = 'adjustment')
);

create unique index stock_history_chain on public.stock_history (product_id, sequence desc);
create unique index stock_history_of_variant on public.stock_history (variant_id, sequence desc);
-- Ascending, and read backwards: rows are written in the order of time, which leaves every second page of a descending index half empty.
create index stock_history_newest on public.stock_history (created_at, sequence);
-- What one order, delivery or count booked. For beginnings, too.
create index stock_history_by_reference on public.stock_history (reference_number text_pattern_ops) where reference_number is not null;
create index stock_history_by_type on public.stock_history (transaction_type, created_at);
-- By kind first, so that it serves the list of one kind, too; the list of all kinds merges the beginnings of each.
create index stock_history_by_quantity on public.stock_history (transaction_type, quantity, created_at, sequence);
-- For deleting an account. Most rows come from shoppers without one.
create index stock_history_by_actor on public.stock_history (actor) where actor is not null;

alter table public.stock_history enable row level security;

-- Not even the server changes or deletes a row.
revoke all on public.stock_history from service_role;
grant select, insert on public.stock_history to service_role;

-- The only way stock ever changes, once a product has been added. Writes the product, its variant and their history row in one statement.
-- Takes the product's id, the signed number of pieces, the kind of change, a reference (an order's number) or null, notes, the staff member
-- or null, and the variant's id (null: the one that a product counted as a whole has). Returns the history row. Refuses 404
-- `product_not_found`, 409 `not_enough_stock` with {productId, available, color?, size?}, 409 `too_much_stock`.
create function shop.change_stock(product_id text, delta integer, kind shop.stock_change_kind, reference text, notes text, actor uuid,
                                  variant_id text default null)
returns public.stock_history
language plpgsql set search_path = ''
as $$
declare
  entry public.stock_history;
  variant public.product_variants;
begin
  -- A shopper's order, not one that staff wrote down: whoever sells out a piece with it hurries no build.
  if actor is null and kind = 'sale' then
    perform shop.act_as_stranger();
  end if;
  -- The product's row is what everybody waits for. Behind it, what the statement below reads is the stock of now.
  perform 1 from public.products p where p.id = change_stock.product_id for no key update;
  with wanted as (
    select case when v.archived_at is null then delta else 0 end as for_sale,
           case when v.archived_at is null then 0 else delta end as left_over
      from public.product_variants v
     where v.product_id = change_stock.product_id and v.stock_quantity + delta >= 0
       and case when change_stock.variant_id is null then v.color = '' and v.size = '' else v.id = change_stock.variant_id end
  ), changed as (
    update public.products p
       set stock_quantity = p.stock_quantity + w.for_sale, left_over = p.left_over + w.left_over
      from wanted w
     where p.id = change_stock.product_id and p.stock_quantity::bigint + p.left_over + delta between 0 and 1000000000
    returning p.id, p.stock_quantity + p.left_over as stock_quantity
  ), counted as (
    update public.product_variants v
       set stock_quantity = v.stock_quantity + delta
      from changed c
     where v.product_id = c.id and v.stock_quantity + delta >= 0
       and case when change_stock.variant_id is null then v.color = '' and v.size = '' else v.id = change_stock.variant_id end
    returning v.id, v.stock_quantity
  )
  insert into public.stock_history (product_id, variant_id, transaction_type, quantity, previous_stock, new_stock, variant_stock,
                                    reference_number, notes, actor)
  select c.id, v.id, kind, delta, c.stock_quantity - delta, c.stock_quantity, v.stock_quantity, reference,
    coalesce(change_stock.notes, ''), change_stock.actor
    from changed c cross join counted v
  returning * into entry;

  if entry.id is null then
    select v.* into variant from public.product_variants v
     where v.product_id = change_stock.product_id
       and case when change_stock.variant_id is null then v.color = '' and v.size = '' else v.id = change_stock.variant_id end;
    if not found then
      perform shop.refuse('product_not_found');
    end if;
    if delta > 0 then
      perform shop.refuse('too_much_stock');
    end if;
    perform shop.refuse('not_enough_stock',
      jsonb_strip_nulls(jsonb_build_object('productId', change_stock.product_id, 'available', variant.stock_quantity,
                                           'color', nullif(variant.color, ''), 'size', nullif(variant.size, ''))));
  end if;
  return entry;
end;
$$;

-- Books the opening stock of new products, which nobody else can see yet, as `shop.change_stock` would piece by piece: the first variant of
-- each in one statement, then the second of each. Takes their ids, the entries of each one's variants, and the staff member.
create function shop.book_opening_stock(product_ids text[], choices jsonb[], actor uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  for nth in 0 .. (select max(jsonb_array_length(entries)) - 1 from unnest(choices) entries) loop
    with opened as (
      select p.id as product_id, coalesce(p.entries -> nth ->> 'color', '') as color, coalesce(p.entries -> nth ->> 'size', '') as size,
             (p.entries -> nth ->> 'stockQuantity')::integer as stock
        from unnest(product_ids, choices) as p (id, entries) where (p.entries -> nth ->> 'stockQuantity')::integer > 0
    ), changed as (
      update public.products p set stock_quantity = p.stock_quantity + o.stock from opened o where p.id = o.product_id
      returning p.id, p.stock_quantity
    ), counted as (
      update public.product_variants v set stock_quantity = o.stock
        from opened o where v.product_id = o.product_id and v.color = o.color and v.size = o.size returning v.id,
        v.product_id, v.stock_quantity
    )
    insert into public.stock_history (product_id, variant_id, transaction_type, quantity, previous_stock, new_stock,
                                      variant_stock, notes, actor)
    select c.id, v.id, 'adjustment', v.stock_quantity, c.stock_quantity - v.stock_quantity, c.stock_quantity,
      v.stock_quantity, 'Opening stock',
           book_opening_stock.actor
      from changed c join counted v on v.product_id = c.id;
  end loop;
end;
$$;

-- A product's stock only changes together with a history row that says so.
create function shop.require_history_row(old public.products, new public.products) returns void
language plpgsql set search_path = ''
as $$
declare
  last_row public.stock_history;
begin
  select * into last_row from public.stock_history h where h.product_id = new.id order by h.sequence desc limit 1;
  if last_row.previous_stock is distinct from old.stock_quantity + old.left_over
    or last_row.new_stock is distinct from new.stock_quantity + new.left_over then
    raise exception 'the stock of product % changes through shop.change_stock only', new.id using errcode = 'restrict_violation';
  end if;
end;
$$;

-- A variant's stock only changes together with a history row that says so.
create function shop.require_history_row_of_variant(old public.product_variants, new public.product_variants) returns void
language plpgsql set search_path = ''
as $$
declare
  last_row public.stock_history;
begin
  select * into last_row from public.stock_history h where h.variant_id = new.id order by h.sequence desc limit 1;
  if last_row.variant_stock - last_row.quantity is distinct from old.stock_quantity
    or last_row.variant_stock is distinct from new.stock_quantity then
    raise exception 'the stock of variant % changes through shop.change_stock only', new.sku using errcode = 'restrict_violation';
  end if;
end;
$$;

-- A history row is only written together with the stock it speaks of, at the end of the product's history, beginning where the last row
-- ended.
create function shop.require_stock_of_history_row(new public.stock_history) returns void
language plpgsql set search_path = ''
as $$
declare
  stock integer;
  variant_stock integer;
  before integer;
  variant_before integer;
begin
  -- Locked, so that no change can be committed between this row and the stock it is compared with.
  select p.stock_quantity + p.left_over into stock from public.products p where p.id = new.product_id for no key update;
  select v.stock_quantity into variant_stock from public.product_variants v where v.id = new.variant_id and v.product_id = new.product_id;
  select h.new_stock into before from public.stock_history h
   where h.product_id = new.product_id and h.sequence < new.sequence order by h.sequence desc limit 1;
  select h.variant_stock into variant_before from public.stock_history h
   where h.variant_id = new.variant_id and h.sequence < new.sequence order by h.sequence desc limit 1;
  if (stock = new.new_stock and coalesce(before, 0) = new.previous_stock
      and variant_stock = new.variant_stock and coalesce(variant_before, 0) = new.variant_stock - new.quantity) is not true
     or exists (select from public.stock_history h where h.product_id = new.product_id and h.sequence > new.sequence) then
    raise exception 'a history row of product % must continue the history and equal its stock',
      new.product_id using errcode = 'restrict_violation';
  end if;
end;
$$;

create trigger stock_history_append_only before update or delete on public.stock_history
  for each row execute function shop.refuse_change();
create trigger stock_history_never_truncated before truncate on public.stock_history
  for each statement execute function shop.refuse_change();

-- The history as the API shows it, with the name of the product, archived or not, the choice the pieces are of, and the staff member. Rows
-- that the reader may not see stay hidden.
create view public.stock_records with (security_invoker = true) as
  select h.id, h.sequence, h.product_id, (select p.name from public.products p where p.id = h.product_id) as product_name,
         h.transaction_type, h.quantity, h.previous_stock, h.new_stock, h.reference_number, h.notes, h.created_at,
         (select s.username from public.staff s where s.id = h.actor) as actor_name, v.color, v.size, v.sku, h.variant_stock
    from public.stock_history h join public.product_variants v on v.id = h.variant_id;
grant select on public.stock_records to service_role;

-- Changes the stock of one variant by hand: `adjustment` sets it to exactly these pieces, `purchase` and `return` add them, `damage` takes
-- them away. Takes the product's id, the kind, the pieces, notes, the staff member, and the variant's colour, size or SKU, which a product
-- counted as a whole does not need. Returns the history row with the product's name. Refuses 404 `product_not_found`, also for an archived
-- product, 409 `not_enough_stock`, and 422 the field `color`, `size` or `sku` when it is not clear which variant is meant.
create function public.adjust_stock(product_id text, kind shop.stock_change_kind, units integer, notes text, actor uuid,
                                    color text default null, size text default null, sku text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  variant public.product_variants;
  entry public.stock_history;
begin
  -- Locked before it is read, because an exact stock becomes a difference to the current one.
  perform 1 from public.products p where p.id = adjust_stock.product_id and p.archived_at is null for no key update;
  if not found then
    perform shop.refuse('product_not_found');
  end if;

  variant := shop.require_variant(adjust_stock.product_id, color, size, sku);
  entry := shop.change_stock(
    adjust_stock.product_id,
    case kind when 'adjustment' then units - variant.stock_quantity when 'damage' then -units when 'purchase' then units
         when 'return' then units end,
    kind, null, notes, actor, variant.id);
  return (select to_jsonb(r) from public.stock_records r where r.id = entry.id);
end;
$$;

-- Trigger: counts new rows of the stock history, which never change.
create function shop.count_stock_changes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into shop.daily_counts (subject, day, kind, records, added, taken)
  select 'stock', shop.day_of(a.created_at), a.transaction_type::text, count(*), sum(greatest(a.quantity, 0)), sum(greatest(-a.quantity, 0))
    from added a group by shop.day_of(a.created_at), a.transaction_type;
  return null;
end;
$$;

create trigger stock_history_counted after insert on public.stock_history
  referencing new table as added for each statement execute function shop.count_stock_changes();

-- Refuses a product, or a variant of it, that is created with stock.
create function shop.refuse_opening_stock() returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception 'a new product or variant starts with no stock; shop.change_stock adds it' using errcode = 'restrict_violation';
end;
$$;

grant execute on function public.adjust_stock to service_role;
