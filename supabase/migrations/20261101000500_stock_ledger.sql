-- The stock ledger. Every piece that comes or goes is a row here, and a product's stock is always the sum of its rows:
-- previous + quantity = new, each row beginning where the one before it ended. The triggers hold that, whoever writes.

create table public.stock_history (
  id text primary key default shop.new_id(),
  -- The order of events of one product: drawn while its row is locked, so it never runs against time.
  sequence bigint not null generated always as identity,
  product_id text not null references public.products (id),
  transaction_type shop.stock_change_kind not null,
  -- Signed: what the change added (or, below zero, took away).
  quantity integer not null,
  previous_stock integer not null,
  new_stock integer not null,
  reference_number text,
  notes text not null default '',
  actor uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint stock_history_adds_up check (previous_stock + quantity = new_stock),
  constraint stock_history_new_stock_not_negative check (new_stock >= 0),
  -- A count that finds what the books say is worth a record; a sale of nothing is not.
  constraint stock_history_quantity_not_zero check (quantity <> 0 or transaction_type = 'adjustment')
);

create unique index stock_history_chain on public.stock_history (product_id, sequence desc);
create index stock_history_newest on public.stock_history (created_at desc, sequence desc);
create index stock_history_by_type on public.stock_history (transaction_type, created_at desc);

-- The only way stock ever changes. Writes the product and the ledger row in one statement, so that neither can be without the other.
-- Takes the product's id, the signed number of pieces, the kind of change, a reference (an order's number) or null, notes, and the staff member or null.
-- Returns the ledger row. Refuses 404 `product_not_found`, 409 `not_enough_stock` with {productId, available}, 409 `too_much_stock`.
create function shop.change_stock(product_id text, delta integer, kind shop.stock_change_kind, reference text, notes text, actor uuid)
returns public.stock_history
language plpgsql set search_path = ''
as $$
declare
  entry public.stock_history;
  available integer;
begin
  -- Test and change together: nobody can slip in between.
  with changed as (
    update public.products p
       set stock_quantity = p.stock_quantity + delta
     where p.id = change_stock.product_id and p.stock_quantity::bigint + delta between 0 and 1000000000
    returning p.id, p.stock_quantity
  )
  insert into public.stock_history (product_id, transaction_type, quantity, previous_stock, new_stock, reference_number, notes, actor)
  select c.id, kind, delta, c.stock_quantity - delta, c.stock_quantity, reference, coalesce(change_stock.notes, ''), change_stock.actor
    from changed c
  returning * into entry;

  if entry.id is null then
    select p.stock_quantity into available from public.products p where p.id = change_stock.product_id;
    if not found then
      perform shop.refuse(404, 'product_not_found', 'Product not found');
    end if;
    if delta > 0 then
      perform shop.refuse(409, 'too_much_stock', 'That is more stock than the books can hold');
    end if;
    perform shop.refuse(409, 'not_enough_stock', 'Not enough stock',
      jsonb_build_object('productId', change_stock.product_id, 'available', available));
  end if;
  return entry;
end;
$$;

-- A product's stock may only move together with a ledger row that says so.
create function shop.require_ledger_row() returns trigger
language plpgsql set search_path = ''
as $$
declare
  last_entry public.stock_history;
begin
  select * into last_entry from public.stock_history h where h.product_id = new.id order by h.sequence desc limit 1;
  if last_entry.previous_stock is distinct from old.stock_quantity or last_entry.new_stock is distinct from new.stock_quantity then
    raise exception 'the stock of product % changes through shop.change_stock only', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end;
$$;

-- A ledger row may only be written together with the stock it speaks of, at the end of the ledger, and begins where the row before it ended.
create function shop.require_stock_of_ledger_row() returns trigger
language plpgsql set search_path = ''
as $$
declare
  stock integer;
  before integer;
begin
  -- Locked, so that a change still under way cannot end up between this row and the stock it was compared with.
  select p.stock_quantity into stock from public.products p where p.id = new.product_id for no key update;
  select h.new_stock into before from public.stock_history h
   where h.product_id = new.product_id and h.sequence < new.sequence order by h.sequence desc limit 1;
  if stock <> new.new_stock or coalesce(before, 0) <> new.previous_stock
     or exists (select from public.stock_history h where h.product_id = new.product_id and h.sequence > new.sequence) then
    raise exception 'a ledger row of product % must continue the ledger and equal its stock', new.product_id using errcode = 'restrict_violation';
  end if;
  return null;
end;
$$;

-- The ledger only grows. All that a row can lose is the name of a person whose account was deleted.
create function shop.refuse_ledger_rewrite() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) = to_jsonb(old) || '{"actor": null}' then
    if old.actor is not null and not exists (select from auth.users u where u.id = old.actor) then
      return new;
    end if;
  end if;
  raise exception 'the stock ledger is append-only' using errcode = 'restrict_violation';
end;
$$;

create function shop.require_empty_shelf() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'a new product starts with no stock; shop.change_stock adds it' using errcode = 'restrict_violation';
end;
$$;

create trigger products_start_empty before insert on public.products
  for each row when (new.stock_quantity <> 0) execute function shop.require_empty_shelf();
-- After the statement: the ledger row of the same statement is there to be seen.
create trigger products_stock_in_ledger after update on public.products
  for each row when (old.stock_quantity is distinct from new.stock_quantity) execute function shop.require_ledger_row();
create trigger stock_history_follows_stock after insert on public.stock_history
  for each row execute function shop.require_stock_of_ledger_row();
create trigger stock_history_append_only before update or delete on public.stock_history
  for each row execute function shop.refuse_ledger_rewrite();
create trigger stock_history_never_truncated before truncate on public.stock_history
  for each statement execute function shop.refuse_ledger_rewrite();

alter table public.stock_history enable row level security;
revoke all on public.stock_history from public, anon, authenticated, service_role;
grant select, insert on public.stock_history to service_role;
grant execute on all functions in schema shop to service_role;
