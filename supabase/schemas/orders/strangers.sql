-- What strangers may take from the shop before anybody has confirmed their orders. Orders cost nothing to place, and each takes its pieces
-- from the others.

-- Which network a website order came from, as a hash, for thirty days: apart from the order, so that no list of orders shows it.
create table shop.order_networks (
  order_id text primary key references public.orders (id) on delete cascade,
  network text not null,
  placed_at timestamptz not null default now()
);

create index order_networks_by_network on shop.order_networks (network);

alter table shop.order_networks enable row level security;
grant select, insert, delete on shop.order_networks to service_role;

-- Orders of the website that nobody has confirmed but perhaps the one who placed it: the link of its page comes with the order. Orders that
-- staff have begun to work on are not among them.
create view shop.unconfirmed_orders with (security_invoker = true) as
  select o.id, o.customer_id, o.customer_phone, o.device_fingerprint, o.total_amount, o.created_at, o.awaits_proof
    from public.orders o
   where o.status = 'pending' and o.source = 'website' and o.archived_at is null
     and not exists (select from public.confirmation_attempts a
                      where a.order_id = o.id and a.outcome = 'confirmed' and (a.how <> 'shopper' or a.note <> 'page'))
     and not exists (select from public.order_confirmations c where c.order_id = o.id and c.overridden_at is not null);
grant select on shop.unconfirmed_orders to service_role;

-- Refuses 422 `order_too_large` {allowed, errors: [{path, message}], items: [{productId, name, available}]} when an order, with the
-- unconfirmed ones of the same phone or device, goes beyond what `public.limits` allows of one piece, of pieces and in rupees; `items` are
-- those that can be had in a smaller number. Takes the lines, the total in rupees, the phone, the device or null, and an order to which the
-- lines are added, which counts whether it is confirmed or not. The phone and the device must be locked.
create function shop.refuse_large_order(lines shop.priced_line[], total numeric, phone text, device text,
                                        added_to text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  most constant public.limits := shop.limits();
  waiting constant text[] := array (select u.id from shop.unconfirmed_orders u where u.customer_phone = phone
                                    union select u.id from shop.unconfirmed_orders u where u.device_fingerprint = device
                                    union select added_to where added_to is not null);
  waiting_units bigint := 0;
  waiting_value numeric := 0;
  units constant bigint := (select sum(l.quantity) from unnest(lines) l);
  already constant text := case when waiting <@ array[added_to] then 'are in it' else 'wait' end;
  -- What the limits are counted over, in words.
  per constant text := case when waiting <@ array[added_to] then 'in one order' else 'until your waiting orders are confirmed' end;
  too_many jsonb;
  path text := 'items';
  allowed numeric;
  message text;
begin
  if waiting <> '{}' then
    waiting_units := (select coalesce(sum(i.quantity), 0) from public.order_items i where i.order_id = any (waiting));
    waiting_value := (select coalesce(sum(o.total_amount), 0) from public.orders o where o.id = any (waiting));
  end if;

  select jsonb_agg(jsonb_build_object('productId', s.product_id, 'name', s.name, 'line', s.first_line,
                                      'available', greatest(0, most.piece_units - s.reserved)) order by s.first_line)
    into too_many
    from (select l.product_id, min(l.product_name) as name, min(l.line_position) as first_line, sum(l.quantity) as asked,
                 (select coalesce(sum(i.quantity), 0) from public.order_items i where i.order_id = any (waiting)
                  and i.product_id = l.product_id) as reserved
            from unnest(lines) l group by l.product_id) s
   where s.asked + s.reserved > most.piece_units;

  if too_many is not null then
    path := format('items.%s.quantity', too_many -> 0 ->> 'line');
    allowed := most.piece_units;
    message := format('Online you can order at most %s of %s %s', allowed, too_many -> 0 ->> 'name', per);
  elsif units + waiting_units > most.order_units then
    allowed := most.order_units;
    message := format('Online you can order at most %s pieces %s: here are %s%s', allowed, per, units,
                      case when waiting_units > 0 then format(', and %s %s already', waiting_units, already) else '' end);
  elsif total + waiting_value > most.order_value then
    allowed := most.order_value;
    message := format('Online you can order for at most %s %s: this is %s%s', shop.rupees_text(allowed), per, shop.rupees_text(total),
                      case when waiting_value > 0
                           then format(', and %s %s already', shop.rupees_text(waiting_value), already) else '' end);
  else
    return;
  end if;
  perform shop.refuse('order_too_large', jsonb_build_object('allowed', allowed, 'items', coalesce(too_many, '[]'),
    'errors', jsonb_build_array(jsonb_build_object('path', path, 'message', message))));
end;
$$;

-- Whether a new order has to prove itself before it takes pieces: with it, the unconfirmed orders of its network, or of all phones that
-- never had a delivery, would hold more than `public.limits` allows. A network is thousands of people here, so they are asked instead of
-- refused. Takes its pieces, its phone and the hash of its network or null. Locks, as the last of an order's locks, so that orders sent at
-- once are counted one after the other.
create function shop.needs_proof(units bigint, phone text, network text) returns boolean
language plpgsql set search_path = '' set enable_seqscan = off
as $$
declare
  most constant public.limits := shop.limits();
  of_network bigint;
  of_strangers bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('reserved by strangers', 3));
  select coalesce(sum(i.quantity), 0) into of_network
    from shop.order_networks n
    join shop.unconfirmed_orders u on u.id = n.order_id and not u.awaits_proof
    join public.order_items i on i.order_id = u.id
   where n.network = needs_proof.network;
  if of_network + units > most.network_units then
    return true;
  end if;
  if exists (select from shop.customer_phones p join public.orders d on d.customer_id = p.customer_id
              where p.phone = needs_proof.phone and d.status = 'delivered') then
    return false;
  end if;
  select coalesce(sum(i.quantity), 0) into of_strangers
    from shop.unconfirmed_orders u
    join public.order_items i on i.order_id = u.id
   where not u.awaits_proof
     -- `offset 0` makes Postgres look up each customer's orders, whatever number of orders it planned for.
     and not exists (select from public.orders d where d.customer_id = u.customer_id and d.status = 'delivered' offset 0);
  return of_strangers + units > most.shop_units;
end;
$$;

-- An order that is proven takes its pieces, by whichever way it was. A cancelled one takes none. Refuses 409 `not_enough_stock` with the
-- piece that sold out meanwhile.
create function shop.take_proven_pieces(new public.orders) returns void
language plpgsql set search_path = ''
as $$
declare
  short record;
begin
  perform shop.lock_products(array (select i.product_id from public.order_items i where i.order_id = new.id));
  select i.product_id, min(i.product_name) as name, v.stock_quantity as available into short
    from public.order_items i join public.product_variants v on v.id = i.variant_id
   where i.order_id = new.id group by i.product_id, v.id having sum(i.quantity) > v.stock_quantity order by min(i.position) limit 1;
  if found then
    perform shop.refuse('not_enough_stock', jsonb_build_object('productId', short.product_id, 'available', short.available),
      jsonb_build_object('name', short.name, 'orderNumber', new.order_number));
  end if;
  perform shop.take_pieces(new.id, new.order_number, shop.acting(), true);
  update public.order_confirmations c set call_because = null where c.order_id = new.id;
end;
$$;

-- Whoever confirms an order by a call, lets it go out or packs it has proven it. The shopper's own word has not.
create function shop.end_proof(order_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.orders o set awaits_proof = false where o.id = end_proof.order_id and o.awaits_proof;
end;
$$;

-- What unconfirmed orders of the website reserve, by stranger. Takes what makes one: `phone`, `device` or `network`. Returns {orders,
-- units, value, since, strangers: [{orders: [{id, orderNumber, customerName, customerPhone, units, value, awaitsProof, createdAt}], units,
-- value, since}]}, the most pieces first, and at most a hundred orders of each, those that hold pieces first; `units` counts the pieces
-- that are taken, so none of an order that awaits proof.
create function public.reserved_by_strangers(same text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with reserved as (
      select u.id, u.customer_phone, u.total_amount, u.created_at, u.awaits_proof, o.order_number, o.customer_name,
             case when u.awaits_proof then 0 else (select sum(i.quantity) from public.order_items i where i.order_id = u.id) end as units,
             coalesce(case same when 'phone' then u.customer_phone when 'device' then u.device_fingerprint else n.network end,
                      u.id) as stranger
        from shop.unconfirmed_orders u join public.orders o on o.id = u.id left join shop.order_networks n on n.order_id = u.id
    ), numbered as (
      select h.*, row_number() over (partition by h.stranger order by h.awaits_proof, h.created_at, h.id) as place from reserved h
    ), strangers as (
      select sum(h.units) as units, sum(h.total_amount) as value, count(*) as orders, min(h.created_at) as since,
             jsonb_agg(jsonb_build_object('id', h.id, 'order_number', h.order_number, 'customer_name', h.customer_name,
                                          'customer_phone', h.customer_phone, 'units', h.units, 'value', h.total_amount,
                                          'awaits_proof', h.awaits_proof, 'created_at', h.created_at)
                       order by h.place) filter (where h.place <= 100) as list
        from numbered h group by h.stranger
    )
    select jsonb_build_object(
             'orders', coalesce(sum(s.orders), 0), 'units', coalesce(sum(s.units), 0), 'value', coalesce(sum(s.value), 0),
             'since', min(s.since),
             'strangers', (select coalesce(jsonb_agg(jsonb_build_object('orders', m.list, 'units', m.units, 'value', m.value,
                                                                        'since', m.since)
                                                     order by m.units desc, m.since), '[]')
                             from (select * from strangers t order by t.units desc, t.since limit 100) m))
      from strangers s);
end;
$$;

grant execute on function public.reserved_by_strangers to service_role;
