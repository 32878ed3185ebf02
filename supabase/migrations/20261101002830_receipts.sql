-- What arrives from a supplier is received line by line: a receipt says how many of each line came and how many of them are damaged, by whom
-- and when. It books the good ones under its own number, and stays when it is taken back: then it says that, too.

create table public.purchase_order_receipts (
  id text primary key default shop.new_id(),
  purchase_order_id text not null references public.purchase_orders (id),
  -- The reference of its rows in the ledger.
  receipt_number text not null,
  notes text not null default '',
  actor uuid references auth.users (id) on delete set null,
  -- One attempt is one receipt: the key it was sent with, and the fingerprint of what was sent.
  idempotency_key text,
  request_fingerprint text,
  created_at timestamptz not null default clock_timestamp(),
  taken_back_at timestamptz,
  taken_back_by uuid references auth.users (id) on delete set null,
  constraint purchase_order_receipts_number_unique unique (receipt_number),
  constraint purchase_order_receipts_key_unique unique (purchase_order_id, idempotency_key),
  constraint purchase_order_receipts_taken_back_later check (taken_back_at >= created_at)
);

create index purchase_order_receipts_of_order on public.purchase_order_receipts (purchase_order_id, created_at);

create table public.purchase_order_receipt_items (
  receipt_id text not null references public.purchase_order_receipts (id),
  position integer not null,
  -- Null when the line was replaced since: that takes a receipt that was taken back.
  item_id text references public.purchase_order_items (id) on delete set null,
  product_id text not null references public.products (id),
  product_name text not null,
  received integer not null,
  -- Of those received. They never reach the shelf.
  damaged integer not null default 0,
  primary key (receipt_id, position),
  constraint purchase_order_receipt_items_received_positive check (received > 0),
  constraint purchase_order_receipt_items_damaged_of_received check (damaged between 0 and received)
);

create index purchase_order_receipt_items_by_item on public.purchase_order_receipt_items (item_id);
create index purchase_order_receipt_items_by_product on public.purchase_order_receipt_items (product_id);

-- A line counts what its receipts brought, those taken back left out.
alter table public.purchase_order_items
  add column received integer not null default 0,
  add column damaged integer not null default 0,
  -- What is missing is not expected any more.
  add column closed_short boolean not null default false,
  -- Somebody agreed to take more than was ordered.
  add column more_allowed boolean not null default false,
  add constraint purchase_order_items_received_of_ordered check (received >= 0 and (received <= quantity or more_allowed)),
  add constraint purchase_order_items_damaged_of_received check (damaged between 0 and received);

-- A receipt only ever becomes taken back, once. All else that it can lose is the name of a person whose account was deleted.
create function shop.keep_receipt() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if old.taken_back_at is null and new.taken_back_at is not null
       and to_jsonb(new) = to_jsonb(old) || jsonb_build_object('taken_back_at', new.taken_back_at, 'taken_back_by', new.taken_back_by) then
      return new;
    elsif to_jsonb(new) = to_jsonb(old) || '{"actor": null}' and old.actor is not null then
      if not exists (select from auth.users u where u.id = old.actor) then
        return new;
      end if;
    elsif to_jsonb(new) = to_jsonb(old) || '{"taken_back_by": null}' and old.taken_back_by is not null then
      if not exists (select from auth.users u where u.id = old.taken_back_by) then
        return new;
      end if;
    end if;
  end if;
  raise exception 'a receipt is taken back, never changed' using errcode = 'restrict_violation';
end;
$$;

-- All that a line of a receipt can lose is the line of the purchase order it came for.
create function shop.keep_receipt_item() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) = to_jsonb(old) || '{"item_id": null}' then
    if not exists (select from public.purchase_order_items i where i.id = old.item_id) then
      return new;
    end if;
  end if;
  raise exception 'a receipt is taken back, never changed' using errcode = 'restrict_violation';
end;
$$;

-- At the end of a transaction the lines of a purchase order say what its receipts say.
create function shop.require_receipts_of_lines() returns trigger
language plpgsql set search_path = ''
as $$
declare
  receipt_id constant text := case tg_table_name when 'purchase_order_receipts' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'receipt_id' end;
  order_id constant text := coalesce(to_jsonb(new) ->> 'purchase_order_id',
    (select r.purchase_order_id from public.purchase_order_receipts r where r.id = receipt_id));
begin
  if exists (
    select from public.purchase_order_items i
      left join lateral (
        select sum(ri.received) as received, sum(ri.damaged) as damaged
          from public.purchase_order_receipt_items ri join public.purchase_order_receipts r on r.id = ri.receipt_id
         where ri.item_id = i.id and r.taken_back_at is null) booked on true
     where i.purchase_order_id = order_id
       and (i.received <> coalesce(booked.received, 0) or i.damaged <> coalesce(booked.damaged, 0))) then
    raise exception 'the lines of purchase order % must count what its receipts brought', order_id using errcode = 'restrict_violation';
  end if;
  return null;
end;
$$;

-- Purchase orders that are received already came in one receipt, booked under their own number when the ledger says so.
with arrived as (
  insert into public.purchase_order_receipts (purchase_order_id, receipt_number, actor, created_at)
  select o.id, o.order_number, booked.actor, coalesce(booked.created_at, o.updated_at)
    from public.purchase_orders o
    left join lateral (
      select h.actor, h.created_at from public.stock_history h
       where h.reference_number = o.order_number and h.transaction_type = 'purchase' and h.quantity > 0
         and h.product_id in (select i.product_id from public.purchase_order_items i where i.purchase_order_id = o.id)
       order by h.sequence desc limit 1) booked on true
   where o.status = 'received' and exists (select from public.purchase_order_items i where i.purchase_order_id = o.id)
  returning id, purchase_order_id
), lines as (
  insert into public.purchase_order_receipt_items (receipt_id, position, item_id, product_id, product_name, received)
  select a.id, i.position, i.id, i.product_id, i.product_name, i.quantity
    from arrived a join public.purchase_order_items i on i.purchase_order_id = a.purchase_order_id
)
update public.purchase_order_items i set received = i.quantity from arrived a where i.purchase_order_id = a.purchase_order_id;

create trigger purchase_order_receipts_kept before update or delete on public.purchase_order_receipts
  for each row execute function shop.keep_receipt();
create trigger purchase_order_receipt_items_kept before update or delete on public.purchase_order_receipt_items
  for each row execute function shop.keep_receipt_item();
create constraint trigger purchase_order_receipts_counted after update of taken_back_at on public.purchase_order_receipts
  deferrable initially deferred for each row execute function shop.require_receipts_of_lines();
create constraint trigger purchase_order_receipt_items_counted after insert on public.purchase_order_receipt_items
  deferrable initially deferred for each row execute function shop.require_receipts_of_lines();
create constraint trigger purchase_order_items_counted after insert or update of received, damaged on public.purchase_order_items
  deferrable initially deferred for each row execute function shop.require_receipts_of_lines();

alter table public.purchase_order_receipts enable row level security;
alter table public.purchase_order_receipt_items enable row level security;
revoke all on public.purchase_order_receipts, public.purchase_order_receipt_items from public, anon, authenticated, service_role;
grant select, insert, update on public.purchase_order_receipts to service_role;
grant select, insert on public.purchase_order_receipt_items to service_role;
grant execute on all functions in schema shop to service_role;
