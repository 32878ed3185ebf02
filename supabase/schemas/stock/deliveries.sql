-- Receiving what suppliers deliver, line by line. A delivery says how many pieces of each line came, how many of them are damaged, by whom
-- and when; it books the good ones under its own number. A delivery that is taken back stays, and says so.

create table public.purchase_order_deliveries (
  id text primary key default shop.new_id(),
  purchase_order_id text not null references public.purchase_orders (id),
  -- The reference of its rows in the stock history.
  delivery_number text not null,
  notes text not null default '',
  actor uuid references auth.users (id) on delete set null,
  -- One attempt is one delivery: the key it was sent with, and the fingerprint of what was sent.
  idempotency_key text,
  request_fingerprint text,
  created_at timestamptz not null default clock_timestamp(),
  taken_back_at timestamptz,
  taken_back_by uuid references auth.users (id) on delete set null,
  constraint purchase_order_deliveries_number_unique unique (delivery_number),
  constraint purchase_order_deliveries_key_unique unique (purchase_order_id, idempotency_key),
  constraint purchase_order_deliveries_taken_back_later check (taken_back_at >= created_at)
);

create index purchase_order_deliveries_of_order on public.purchase_order_deliveries (purchase_order_id, created_at);
create index purchase_order_deliveries_by_actor on public.purchase_order_deliveries (actor);
create index purchase_order_deliveries_by_taken_back_by on public.purchase_order_deliveries (taken_back_by) where taken_back_by is not null;

alter table public.purchase_order_deliveries enable row level security;

-- Not even the server deletes a delivery.
revoke all on public.purchase_order_deliveries from service_role;
grant select, insert, update on public.purchase_order_deliveries to service_role;

create table public.purchase_order_delivery_items (
  delivery_id text not null references public.purchase_order_deliveries (id),
  position integer not null,
  -- Null when the line was replaced since, which is possible once the delivery was taken back.
  item_id text references public.purchase_order_items (id) on delete set null,
  product_id text not null references public.products (id),
  variant_id text not null references public.product_variants (id),
  product_name text not null,
  received integer not null,
  -- How many of those received. They never become stock.
  damaged integer not null default 0,
  -- Rupees a piece with its share of the charges, when it came. Null: it came before the shop wrote that down.
  unit_cost numeric(14, 4),
  primary key (delivery_id, position),
  constraint purchase_order_delivery_items_received_positive check (received > 0),
  constraint purchase_order_delivery_items_damaged_of_received check (damaged between 0 and received)
);

create index purchase_order_delivery_items_by_item on public.purchase_order_delivery_items (item_id);
create index purchase_order_delivery_items_by_product on public.purchase_order_delivery_items (product_id);
create index purchase_order_delivery_items_by_variant on public.purchase_order_delivery_items (variant_id);

alter table public.purchase_order_delivery_items enable row level security;
revoke all on public.purchase_order_delivery_items from service_role;
grant select, insert on public.purchase_order_delivery_items to service_role;

-- Trigger: the only change of a delivery is that it is taken back, once. All else that it can lose is a person whose account was deleted.
create function shop.guard_delivery() returns trigger
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
  raise exception 'a delivery is taken back, never changed' using errcode = 'restrict_violation';
end;
$$;

-- Trigger: all that a line of a delivery can lose is the line of the purchase order it came for, when that was deleted.
create function shop.guard_delivery_item() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) = to_jsonb(old) || '{"item_id": null}' then
    if not exists (select from public.purchase_order_items i where i.id = old.item_id) then
      return new;
    end if;
  end if;
  raise exception 'a delivery is taken back, never changed' using errcode = 'restrict_violation';
end;
$$;

-- Trigger: at the end of a transaction the lines of a purchase order count what its deliveries brought.
create function shop.require_deliveries_of_items() returns trigger
language plpgsql set search_path = ''
as $$
declare
  delivery_id constant text := case tg_table_name when 'purchase_order_deliveries' then to_jsonb(new) ->> 'id'
                                   else to_jsonb(new) ->> 'delivery_id' end;
  order_id constant text := coalesce(to_jsonb(new) ->> 'purchase_order_id',
    (select r.purchase_order_id from public.purchase_order_deliveries r where r.id = delivery_id));
begin
  if exists (
    select from public.purchase_order_items i
      left join lateral (
        select sum(ri.received) as received, sum(ri.damaged) as damaged
          from public.purchase_order_delivery_items ri join public.purchase_order_deliveries r on r.id = ri.delivery_id
         where ri.item_id = i.id and r.taken_back_at is null) booked on true
     where i.purchase_order_id = order_id
       and (i.received <> coalesce(booked.received, 0) or i.damaged <> coalesce(booked.damaged, 0))) then
    raise exception 'the lines of purchase order % must count what its deliveries brought', order_id using errcode = 'restrict_violation';
  end if;
  return null;
end;
$$;

create trigger purchase_order_deliveries_guarded before update or delete on public.purchase_order_deliveries
  for each row execute function shop.guard_delivery();
create trigger purchase_order_delivery_items_guarded before update or delete on public.purchase_order_delivery_items
  for each row execute function shop.guard_delivery_item();
create constraint trigger purchase_order_deliveries_counted after update of taken_back_at on public.purchase_order_deliveries
  deferrable initially deferred for each row execute function shop.require_deliveries_of_items();
create constraint trigger purchase_order_delivery_items_counted after insert on public.purchase_order_delivery_items
  deferrable initially deferred for each row execute function shop.require_deliveries_of_items();
create constraint trigger purchase_order_items_counted after insert or update of received, damaged on public.purchase_order_items
  deferrable initially deferred for each row execute function shop.require_deliveries_of_items();
create trigger purchase_order_deliveries_noted after insert or update on public.purchase_order_deliveries
  for each row execute function shop.note_activity('purchase', 'purchase_order_id', 'receipt', 'delivery_number',
                                                   'purchase_order_id,actor,taken_back_by');
