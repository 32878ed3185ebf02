-- What comes back. A piece of an order is in stock, or it is out: set aside in the shop, under way, or sold. It comes back by a row of
-- `goods_back`, and by nothing else: each says of pieces of one line what became of them, who counted them and when. Rows are only added. A
-- delivery of what failed or came back is no slip of the hand, so it has a reason.

-- `restocked`: in stock again. `damaged`, `missing`: came back and is no stock any more, or never came. `to_inspect`: here, and nobody
-- knows yet.
create type shop.disposition as enum ('restocked', 'damaged', 'to_inspect', 'missing');

create table public.goods_back (
  id text primary key default shop.new_id(),
  sequence bigint not null generated always as identity,
  order_id text not null references public.orders (id),
  -- As in `shop.sent_pieces`.
  order_item_id text not null,
  product_id text not null references public.products (id),
  variant_id text not null references public.product_variants (id),
  shipment_id text references public.shipments (id),
  quantity integer not null,
  disposition shop.disposition not null,
  -- The pieces to inspect that this one decides about.
  inspects text references public.goods_back (id),
  -- Put back with an order that was given up before it left, which nobody has to count.
  never_left boolean not null default false,
  -- The key of the call: one that is sent again is answered with what it did.
  key text not null,
  notes text not null default '',
  actor uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint goods_back_key_once unique (key, order_item_id, disposition),
  constraint goods_back_quantity_positive check (quantity > 0),
  constraint goods_back_inspection_decides check (inspects is null or disposition in ('restocked', 'damaged')),
  constraint goods_back_never_left_restocked check (
    not never_left or disposition = 'restocked' and shipment_id is null and inspects is null)
);

create index goods_back_of_order on public.goods_back (order_id, sequence);
create index goods_back_by_product on public.goods_back (product_id);
create index goods_back_by_variant on public.goods_back (variant_id);
create index goods_back_by_shipment on public.goods_back (shipment_id) where shipment_id is not null;
create index goods_back_by_inspected on public.goods_back (inspects) where inspects is not null;
create index goods_back_to_inspect on public.goods_back (sequence) where disposition = 'to_inspect';
create index goods_back_by_actor on public.goods_back (actor) where actor is not null;

alter table public.goods_back enable row level security;

-- Not even the server changes or deletes a row.
revoke all on public.goods_back from service_role;
grant select, insert on public.goods_back to service_role;

create trigger goods_back_append_only before update or delete on public.goods_back for each row execute function shop.refuse_change();
create trigger goods_back_never_truncated before truncate on public.goods_back for each statement execute function shop.refuse_change();

-- Trigger: what came back is counted, and moves the stock, whoever writes it. More than is out breaks `sent_pieces_received_at_most_sent`,
-- however close two rows are: each waits for the row of the line. Pieces come back as `return`; damaged and missing ones leave as
-- `damage`, under the order's number.
create function shop.book_goods_back() returns trigger
language plpgsql set search_path = ''
as $$
declare
  is_quiet constant text := coalesce(current_setting('shop.merges_orders', true), '');
  moved record;
begin
  if exists (select from arrived a left join public.order_items i on i.id = a.order_item_id
              where (i.order_id, i.product_id, i.variant_id) is distinct from (a.order_id, a.product_id, a.variant_id)) then
    raise exception 'what came back is of a line of its order' using errcode = 'restrict_violation';
  end if;
  insert into shop.sent_pieces (order_item_id, order_id, sent)
  select i.id, i.order_id, i.quantity from public.order_items i where i.id in (select a.order_item_id from arrived a) order by i.id
      on conflict do nothing;
  update shop.sent_pieces s set received = s.received + c.came, to_inspect = s.to_inspect + c.waiting
    from (select a.order_item_id, coalesce(sum(a.quantity) filter (where a.inspects is null), 0) as came,
                 coalesce(sum(a.quantity) filter (where a.disposition = 'to_inspect'),
                          0) - coalesce(sum(a.quantity) filter (where a.inspects is not null), 0) as waiting
            from arrived a group by a.order_item_id) c
   where s.order_item_id = c.order_item_id;
  if exists (select from arrived a left join public.goods_back r on r.id = a.inspects and r.order_item_id = a.order_item_id
             and r.disposition = 'to_inspect'
              where a.inspects is not null
                and coalesce(r.quantity, 0) < (select sum(i.quantity) from public.goods_back i where i.inspects = a.inspects)) then
    raise exception 'pieces to inspect are decided about once' using errcode = 'restrict_violation';
  end if;

  for moved in
    select o.order_number, a.product_id, a.variant_id, sum(a.quantity)::integer as units, bool_or(a.disposition = 'restocked') as stays
      from arrived a join public.orders o on o.id = a.order_id
     where a.disposition <> 'to_inspect' group by o.order_number, a.product_id, a.variant_id order by a.product_id, a.variant_id
  loop
    -- Nobody who waits for a piece is told of one that is damaged.
    perform set_config('shop.merges_orders', case when moved.stays then is_quiet else 'on' end, true);
    perform shop.change_stock(moved.product_id, moved.units, 'return', moved.order_number, '', shop.acting(), moved.variant_id);
  end loop;
  perform set_config('shop.merges_orders', is_quiet, true);
  for moved in
    select o.order_number, a.product_id, a.variant_id, a.disposition, sum(a.quantity)::integer as units
      from arrived a join public.orders o on o.id = a.order_id
     where a.disposition in ('damaged', 'missing')
     group by o.order_number, a.product_id, a.variant_id, a.disposition order by a.product_id, a.variant_id, a.disposition
  loop
    perform shop.change_stock(moved.product_id, - moved.units, 'damage', moved.order_number,
                              case moved.disposition when 'damaged' then 'Came back damaged' else 'Did not come back' end,
                              shop.acting(), moved.variant_id);
  end loop;
  return null;
end;
$$;

create trigger goods_back_booked after insert on public.goods_back referencing new table as arrived
  for each statement execute function shop.book_goods_back();

-- Orders that were given up after pieces of them had left, as long as some are awaited.
create table shop.awaited_orders (
  order_id text primary key references public.orders (id),
  since timestamptz not null default now()
);

alter table shop.awaited_orders enable row level security;
grant select, insert, delete on shop.awaited_orders to service_role;

-- The lines of an order with what is out of each: {item_id, product_id, variant_id, position, out}. Takes its row.
create function shop.pieces_out(counted public.orders)
returns table (item_id text, product_id text, variant_id text, place integer, "out" integer)
language sql stable set search_path = ''
as $$
  select i.id, i.product_id, i.variant_id, i.position, case when counted.awaits_proof then 0
                                                            else coalesce(s.sent - s.received, i.quantity) end
    from public.order_items i left join shop.sent_pieces s on s.order_item_id = i.id
   where i.order_id = counted.id;
$$;

-- Puts everything of an order back that is out, and is in the shop or never was a sale. Takes its row, locked, and the staff member.
create function shop.put_pieces_back(given_up public.orders, actor uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if given_up.awaits_proof then
    -- It has taken nothing yet, and whoever takes it up again has to know.
    insert into shop.sent_pieces (order_item_id, order_id, sent) select i.id, i.order_id, 0 from public.order_items i
      where i.order_id = given_up.id
        on conflict do nothing;
  end if;
  insert into public.goods_back (order_id, order_item_id, product_id, variant_id, quantity, disposition, never_left, key, actor)
  select given_up.id, p.item_id, p.product_id, p.variant_id, p.out, 'restocked', true, shop.new_id(), put_pieces_back.actor
    from shop.pieces_out(given_up) p where p.out > 0 order by p.product_id, p.variant_id;
  delete from shop.awaited_orders a where a.order_id = given_up.id;
end;
$$;

-- What becomes of the pieces of an order that is cancelled: they are put back at once, unless a parcel of it has left and nobody has
-- counted what came back: then they are awaited. Takes its row, locked, and the staff member.
create function shop.give_up_pieces(given_up public.orders, actor uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (select from public.shipments s
              where s.order_id = given_up.id and s.archived_at is null and s.received_at is null
                and (shop.has_left(s.status) or shop.is_back(s.status)))
     and exists (select from shop.pieces_out(given_up) p where p.out > 0) then
    insert into shop.awaited_orders (order_id) values (given_up.id) on conflict do nothing;
  else
    perform shop.put_pieces_back(given_up, actor);
  end if;
end;
$$;

-- The numbers of an order's parcels when all of them failed or came back; null when there is another one, or none. Takes the order's id and
-- a shipment that does not count.
create function shop.came_back(order_id text, except_id text default null) returns text[]
language sql stable set search_path = ''
as $$
  select case when bool_and(shop.is_back(s.status)) then array_agg(s.shipment_number order by s.created_at, s.id) end
    from public.shipments s where s.order_id = came_back.order_id and s.archived_at is null and s.id is distinct from except_id;
$$;

-- Asks why an order is delivered although these parcels failed or came back (null: none did), and keeps the answer in its timeline. Takes
-- the order's id, the parcels' numbers and the reason. Refuses 409 `parcel_came_back` with {shipments: [numbers]} without one.
create function shop.need_reason(order_id text, parcels text[], reason text) returns void
language plpgsql set search_path = ''
as $$
begin
  if parcels is null then
    return;
  end if;
  if coalesce(reason, '') = '' then
    perform shop.refuse('parcel_came_back', jsonb_build_object('shipments', parcels));
  end if;
  perform shop.log_order_event(need_reason.order_id, 'note', '', null, null, format('Delivered although %s failed or came back: %s',
                                                                                    array_to_string(parcels, ', '), reason));
end;
$$;

-- Whether pieces of a parcel that came back, or may, are still to be counted, as `goods_back` says. Takes the parcel and its order.
create function shop.awaits_goods_back(parcel public.shipments, of_order public.orders) returns boolean
language sql stable set search_path = ''
as $$
  select -- Not counted as complete,
         parcel.received_at is null
     -- some of the order is out,
     and exists (select from shop.pieces_out(of_order) p where p.out > 0)
     -- and it is not just in other parcels that some of it lies.
     and not (exists (select from public.goods_back r where r.shipment_id = parcel.id and r.inspects is null)
              and exists (select from public.shipments o where o.order_id = parcel.order_id and o.id <> parcel.id and o.archived_at is null
                          and not shop.is_back(o.status)));
$$;

-- Orders with a parcel that somebody has to decide about: send it again, count what came back, or cancel; `is_part`: another parcel of it
-- goes on or arrived. A cancelled one stays, once nothing is under way any more, until all that left was counted.
create view shop.returned_orders with (security_invoker = true) as
  select o.id as order_id, l.is_part
    -- Few parcels wait to be received: they are found first.
    from (select distinct s.order_id from public.shipments s
           where s.archived_at is null and shop.is_back(s.status) and s.received_at is null) b
    join public.orders o on o.id = b.order_id
   cross join lateral (select coalesce(bool_or(not shop.is_back(a.status)), false) as is_part from public.shipments a
                        where a.order_id = o.id and a.archived_at is null) l
   where o.archived_at is null and (shop.is_open(o.status) or o.status = 'delivered')
     and (not l.is_part
          or exists (select from public.shipments s
                      where s.order_id = o.id and s.archived_at is null and shop.is_back(s.status) and s.received_at is null
                        and s.sent_again_at is null and shop.awaits_goods_back(s, o)))
  union all
  select a.order_id, false
    from shop.awaited_orders a join public.orders o on o.id = a.order_id
   where o.archived_at is null
     and not exists (select from public.shipments l where l.order_id = a.order_id and l.archived_at is null
                     and shop.is_under_way(l.status));
grant select on shop.returned_orders to service_role;

create trigger goods_back_need_right after insert on public.goods_back
  for each row when (not new.never_left) execute function shop.require_right('receive_returns');
