-- Placing an order: one transaction that either sells every piece of the cart at today's price, or changes nothing and says why.
-- The same functions price a cart for the shopper, so that the quote shows what the order charges.

-- A line of a cart at today's price, as `shop.price_lines` returns it.
create type shop.priced_line as (
  line_position integer, product_id text, product_name text, product_image text, price numeric, available integer,
  quantity integer, selected_color text, selected_size text, colors text[], sizes text[], variant_id text, missing_choice text
);

-- Prices the lines of a cart. Takes [{productId, quantity, selectedColor?, selectedSize?}].
-- Returns them in order, with today's name, image and price, the variant that the choice belongs to, and the pieces available: 0 when the product is no
-- longer on sale or not offered that way. Where a line lacks a choice that pieces are counted by, `missing_choice` names it (`color`, `size`), and all
-- pieces of the product are available.
create function shop.price_lines(items jsonb)
returns table (line_position integer, product_id text, product_name text, product_image text, price numeric, available integer,
               quantity integer, selected_color text, selected_size text, colors text[], sizes text[], variant_id text, missing_choice text)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select i.ordinality::integer - 1, i.item ->> 'productId', p.name, p.images[1], p.price,
           case when not p.is_available then 0 when m.choice is null then coalesce(v.stock_quantity, 0) else p.stock_quantity end,
           (i.item ->> 'quantity')::integer, i.color, i.size, p.colors, p.sizes, v.id, m.choice
      from (select j.ordinality, j.item, nullif(j.item ->> 'selectedColor', '') as color, nullif(j.item ->> 'selectedSize', '') as size
              from jsonb_array_elements(items) with ordinality as j (item, ordinality)) i
           -- `offset 0` makes Postgres look up each product by its key, whatever number of lines it planned for.
           left join lateral (select * from public.products o where o.id = i.item ->> 'productId' offset 0) p on p.archived_at is null
           left join lateral (select o.id, o.stock_quantity from public.product_variants o
                               where o.product_id = p.id and o.archived_at is null and (o.color = '' or o.color = i.color) and (o.size = '' or o.size = i.size)
                              offset 0) v on true
           left join lateral (select case when o.size <> '' and i.size is null then 'size' when o.color <> '' and i.color is null then 'color' end as choice
                                from public.product_variants o where v.id is null and o.product_id = p.id and o.archived_at is null limit 1) m on true
     order by i.ordinality;
end;
$$;

-- The delivery charge in rupees. Takes the subtotal and the rule {freeFrom, fee}; an empty cart ships for nothing.
create function shop.delivery_charge(subtotal numeric, delivery jsonb) returns numeric
language plpgsql immutable set search_path = ''
as $$
begin
  return case when subtotal = 0 or subtotal >= (delivery ->> 'freeFrom')::numeric then 0 else (delivery ->> 'fee')::numeric end;
end;
$$;

-- A cart as it stands now. Takes [{productId, quantity, selectedColor?, selectedSize?}] and the delivery rule.
-- Returns {items: [{productId, selectedColor?, selectedSize?, name, image, price, available, quantity, countedBy?}], subtotal, shipping, total}; `quantity`
-- is how many of the pieces asked for are available, so a line that is sold out counts nothing. `countedBy` names the choices (`color`, `size`) that
-- `available` is of; a line that lacks one of them cannot be ordered.
create function public.quote_cart(items jsonb, delivery jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with lines as (
    select l.*, coalesce(l.available, 0) as units,
           -- Two lines may be the same pieces: the first line gets them first.
           greatest(0, least(l.quantity, coalesce(l.available, 0) - coalesce(sum(l.quantity) over (
             partition by l.product_id, l.variant_id order by l.line_position rows between unbounded preceding and 1 preceding), 0)))::integer as granted
      from shop.price_lines(items) l
  ), sums as (
    select coalesce(sum(granted * coalesce(price, 0)), 0) as subtotal from lines
  )
  select jsonb_build_object(
    'items', coalesce((select jsonb_agg(jsonb_build_object(
        'productId', product_id, 'name', coalesce(product_name, ''), 'image', product_image,
        'price', coalesce(price, 0), 'available', units, 'quantity', granted)
        || jsonb_strip_nulls(jsonb_build_object('selectedColor', selected_color, 'selectedSize', selected_size,
                                                'countedBy', nullif(shop.counted_by(product_id), '[]'))) order by line_position) from lines), '[]'),
    'subtotal', subtotal,
    'shipping', shop.delivery_charge(subtotal, delivery),
    'total', subtotal + shop.delivery_charge(subtotal, delivery))
  from sums;
$$;

-- An order as its shopper gets it when it is placed: with the key of its page.
create function shop.placed_order_json(order_id text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  return shop.order_json(order_id) || jsonb_build_object('page_key', shop.page_key(order_id));
end;
$$;

-- The order that an idempotency key stands for already, or null. Waits for a twin that is being placed with the same key. Takes the key and the
-- fingerprint of the request. Refuses 422 `idempotency_mismatch` when the key was used for another request.
create function shop.find_order_of_key(idempotency_key text, fingerprint text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  twin public.orders;
begin
  perform pg_advisory_xact_lock(hashtextextended(find_order_of_key.idempotency_key, 0));
  select * into twin from public.orders o where o.idempotency_key = find_order_of_key.idempotency_key;
  if not found then
    return null;
  end if;
  if twin.request_fingerprint <> fingerprint then
    perform shop.refuse('idempotency_mismatch');
  end if;
  return shop.placed_order_json(twin.id);
end;
$$;

-- A hash of what makes two orders the same: phone, address and pieces. The spacing and case of the address do not matter, nor how the cart is sorted or
-- split into lines. Takes the order payload.
create function shop.content_fingerprint(payload jsonb) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return md5(jsonb_build_array(
    payload ->> 'customerPhone',
    lower(regexp_replace(payload ->> 'customerAddress', '[\s,.]+', ' ', 'g')),
    (select jsonb_agg(to_jsonb(l) order by l.product_id, l.color, l.size)
       from (select i ->> 'productId' as product_id, coalesce(i ->> 'selectedColor', '') as color, coalesce(i ->> 'selectedSize', '') as size,
                    sum((i ->> 'quantity')::integer) as units
               from jsonb_array_elements(payload -> 'items') i group by 1, 2, 3) l))::text);
end;
$$;

-- Refuses 409 `order_repeated` {orderNumber, totalAmount, createdAt} when the same order was placed within the last two minutes and still stands.
-- Waits for a twin that is being placed: of any number sent at once, one is placed. Takes the content fingerprint.
create function shop.refuse_repeated_order(fingerprint text) returns void
language plpgsql set search_path = ''
as $$
declare
  first_order record;
begin
  perform pg_advisory_xact_lock(hashtextextended(fingerprint, 1));
  select o.order_number, o.total_amount, o.created_at into first_order
    -- `offset 0` keeps the lookup to the fingerprint: without statistics the planner prefers the index of the newest orders.
    from (select * from public.orders same where same.content_fingerprint = fingerprint offset 0) o
   where o.created_at > now() - interval '2 minutes' and o.status <> 'cancelled' and o.archived_at is null
   order by o.created_at desc limit 1;
  if found then
    perform shop.refuse('order_repeated',
      jsonb_build_object('orderNumber', first_order.order_number, 'totalAmount', first_order.total_amount,
        'createdAt', to_char(first_order.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  end if;
end;
$$;

-- Has those who send orders at once wait for each other until the transaction ends. Takes what they are known by; null is nobody. Always in the same order,
-- so that two cannot wait for each other.
create function shop.lock_senders(names text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  lock bigint;
begin
  for lock in select distinct hashtextextended(n, 2) from unnest(names) n where n is not null order by 1 loop
    perform pg_advisory_xact_lock(lock);
  end loop;
end;
$$;

-- Orders cost a shopper nothing to place, and each takes pieces until staff look at it. Refuses 429 `too_many_orders` {retryAfter: seconds} when as many
-- orders as `limits` allow, of the same phone, address or device, wait to be confirmed. Takes the order payload, the device's fingerprint or null, and
-- {"phone": {"perHour", "perDay"}, "address": …, "device": …}; what is not named is not limited. Staff may allow fewer of one phone. Orders that staff have looked at no longer count.
create function shop.refuse_order_flood(payload jsonb, device text, limits jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  phone_sent constant text := payload ->> 'customerPhone';
  address_sent constant text := shop.address_key(payload ->> 'customerAddress', coalesce(payload ->> 'city', ''));
  of_phone timestamptz[];
  of_address timestamptz[];
  of_device timestamptz[];
  retry_after integer;
begin
  perform shop.lock_senders(array['phone ' || phone_sent, 'address ' || address_sent, 'device ' || device]);

  -- When the open orders were placed, the newest first.
  of_phone := array (select o.created_at from public.orders o
                      where o.status = 'pending' and o.archived_at is null and o.customer_phone = phone_sent order by o.created_at desc);
  of_address := array (select o.created_at from public.orders o
                        where o.status = 'pending' and o.archived_at is null and shop.address_key(o.customer_address, o.city) = address_sent
                       order by o.created_at desc);
  of_device := array (select o.created_at from public.orders o
                       where o.status = 'pending' and o.archived_at is null and o.device_fingerprint = device order by o.created_at desc);
  if cardinality(of_phone || of_address || of_device) = 0 then
    return;
  end if;

  select max(ceil(extract(epoch from r.since + r.period - now()))) into retry_after
    from (select l.period, (case l.kind when 'phone' then of_phone when 'address' then of_address else of_device end)[l.max_orders] as since
            from (select e.key as kind, (e.value ->> 'perHour')::integer as max_orders, interval '1 hour' as period from jsonb_each(limits) e
                  union all
                  select e.key, (e.value ->> 'perDay')::integer, interval '1 day' from jsonb_each(limits) e
                  union all
                  select 'phone', c.max_open_orders, interval '30 days' from public.confirmation_rules c) l) r
   where r.since > now() - r.period;
  if retry_after is not null then
    perform shop.refuse('too_many_orders', jsonb_build_object('retryAfter', retry_after));
  end if;
end;
$$;

-- Whether a line names a colour or size that its product does not offer (any more). A product that is gone offers nothing to compare with.
create function shop.is_not_offered(line shop.priced_line) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce((line.selected_color is not null and line.selected_color <> all (line.colors))
               or (line.selected_size is not null and line.selected_size <> all (line.sizes)), false);
end;
$$;

-- Refuses lines that cannot be sold as asked: 422 `choice_required` {errors: [{path, message}]} when a line lacks a choice that pieces are counted by,
-- 409 `out_of_stock` {items: [{productId, name, requested, available, color?, size?}]} with the colour and size that pieces are counted by,
-- 409 `choice_unavailable` when a colour or size is not offered (any more). Takes the lines, their products locked.
create function shop.check_order_lines(lines shop.priced_line[]) returns void
language plpgsql set search_path = ''
as $$
declare
  missing jsonb;
  short jsonb;
  line shop.priced_line;
begin
  select jsonb_agg(jsonb_build_object('path', format('items.%s.selected%s', l.line_position, initcap(l.missing_choice)),
                                      'message', format('Choose a %s of %s', l.missing_choice, l.product_name)) order by l.line_position)
    into missing from unnest(lines) l where l.missing_choice is not null;
  if missing is not null then
    perform shop.refuse('choice_required', jsonb_build_object('errors', missing));
  end if;

  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('productId', s.product_id, 'name', coalesce(s.name, ''), 'requested', s.requested,
                                                        'available', s.available, 'color', s.color, 'size', s.size)) order by s.first_line)
    into short
    from (select l.product_id, c.color, c.size, min(l.product_name) as name, sum(l.quantity) as requested, coalesce(min(l.available), 0) as available,
                 min(l.line_position) as first_line
            from unnest(lines) l
            left join public.product_variants v on v.id = l.variant_id
            -- What the pieces are counted by. A combination that nobody counts has none.
            cross join lateral (select case when l.variant_id is null then l.selected_color else nullif(v.color, '') end as color,
                                       case when l.variant_id is null then l.selected_size else nullif(v.size, '') end as size) c
           -- The others are refused below.
           where not shop.is_not_offered(l)
           group by l.product_id, l.variant_id, c.color, c.size) s
   where s.requested > s.available;
  if short is not null then
    perform shop.refuse('out_of_stock', jsonb_build_object('items', short));
  end if;

  foreach line in array lines loop
    if shop.is_not_offered(line) then
      perform shop.refuse('choice_unavailable',
        jsonb_build_object('items', jsonb_build_array(jsonb_build_object('productId', line.product_id, 'line', line.line_position))),
        jsonb_build_object('name', line.product_name));
    end if;
  end loop;
end;
$$;

-- Writes the order and its items at the prices of the lines; a staff member's order says where it began. Returns the order's row.
create function shop.insert_order(payload jsonb, lines shop.priced_line[], subtotal numeric, shipping numeric, idempotency_key text, fingerprint text,
                                  content_fingerprint text, device_fingerprint text, shopper uuid, actor uuid, awaits_proof boolean) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  placed public.orders;
begin
  insert into public.orders (customer_name, customer_email, customer_phone, second_phone, customer_address, city, city_known, city_takes_cash,
                             zip_code, country, subtotal, shipping, total_amount, payment_method, notes, shopper_id, idempotency_key,
                             request_fingerprint, content_fingerprint, device_fingerprint, placed_by, source, awaits_proof)
  values (payload ->> 'customerName', payload ->> 'customerEmail', payload ->> 'customerPhone', payload ->> 'secondPhone', payload ->> 'customerAddress',
          coalesce(payload ->> 'city', ''), payload ->> 'cityKnown', (payload ->> 'cityTakesCash')::boolean,
          coalesce(payload ->> 'zipCode', ''), coalesce(payload ->> 'country', 'pk'),
          insert_order.subtotal, insert_order.shipping, insert_order.subtotal + insert_order.shipping,
          payload ->> 'paymentMethod', coalesce(payload ->> 'notes', ''), shopper, insert_order.idempotency_key, fingerprint, insert_order.content_fingerprint,
          insert_order.device_fingerprint, actor, case when actor is null then 'website' else payload ->> 'source' end::shop.order_source,
          insert_order.awaits_proof)
  returning * into placed;

  insert into public.order_items (order_id, position, product_id, variant_id, product_name, product_image, selected_color, selected_size, quantity, price)
  select placed.id, l.line_position, l.product_id, l.variant_id, l.product_name, l.product_image, l.selected_color, l.selected_size, l.quantity, l.price
    from unnest(lines) l;
  return placed;
end;
$$;

-- Takes an order's pieces out of stock with direction -1, puts them back with 1, where they came from. One history row per variant, lowest product id first, and
-- each change locks its product until the transaction ends: two orders for the same pieces queue instead of deadlocking.
-- An order that awaits proof has taken none: nothing moves. Takes the order's id and number, the direction and the staff member or null.
-- Refuses 409 `not_enough_stock`.
create function shop.move_order_stock(order_id text, order_number text, direction integer, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  line record;
begin
  if (select o.awaits_proof from public.orders o where o.id = move_order_stock.order_id) then
    return;
  end if;
  for line in
    select i.product_id, i.variant_id, sum(i.quantity)::integer as units from public.order_items i
     where i.order_id = move_order_stock.order_id group by i.product_id, i.variant_id order by i.product_id, i.variant_id
  loop
    perform shop.change_stock(line.product_id, direction * line.units,
      case when direction < 0 then 'sale' else 'return' end::shop.stock_change_kind, order_number, '', actor, line.variant_id);
  end loop;
end;
$$;

-- Staff order for a blocked customer only for a reason, which the order's timeline keeps with who gave it. Takes an order that was just written: that has
-- locked its customer, so a block either came before and counts, or waits for this transaction. The reason may be null, and is ignored without a block.
-- Refuses 409 `customer_blocked` {block} without a reason.
create function shop.check_block(placed public.orders, reason text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  block shop.customer_block;
begin
  select c.block into block from public.customers c where c.id = placed.customer_id;
  if block = 'none' then
    return;
  end if;
  if coalesce(reason, '') = '' then
    perform shop.refuse('customer_blocked', jsonb_build_object('block', block));
  end if;
  perform shop.act_as(actor);
  perform shop.log_order_event(placed.id, 'order', 'blocked', null, jsonb_build_object('block', block), reason);
end;
$$;

-- Places an order. Takes the order payload of the API, the delivery rule {freeFrom, fee}, the key of this checkout attempt or null, the signed-in shopper
-- or null, the device's fingerprint or null, the limits of `shop.refuse_order_flood` or null, the staff member who writes it down, or null (then the
-- payload has its `source`, the e-mail address may be empty, and `blockReason` says why a blocked customer gets an order), and the hash of the network, or null. Returns the order with its items and the key of its page; for a key that was used
-- before, the order it made then. An order without a key is not compared with others.
-- Refuses 409 `out_of_stock`, `choice_unavailable`, `price_changed` with the quote, `order_repeated` unless the payload says `repeat`,
-- 422 `choice_required`, 422 `idempotency_mismatch`, for staff 409 `customer_blocked` without a reason, and with limits 422 `order_too_large`, 429 `too_many_orders`. Nothing is written then.
-- Locks are taken in one order: the key, the content, the person, the products by id.
create function public.place_order(payload jsonb, delivery jsonb, idempotency_key text default null, shopper uuid default null,
                                   device text default null, limits jsonb default null, actor uuid default null, network text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  -- Of what was sent: a city that the shop has learned meanwhile makes no other order.
  fingerprint text := md5((payload - array['cityKnown', 'cityTakesCash'])::text);
  content_fingerprint text;
  lines shop.priced_line[];
  subtotal numeric;
  shipping numeric;
  placed public.orders;
  awaits_proof boolean := false;
  answer jsonb;
begin
  if idempotency_key is not null then
    answer := shop.find_order_of_key(idempotency_key, fingerprint);
    if answer is not null then
      return answer;
    end if;
    content_fingerprint := shop.content_fingerprint(payload);
    if not coalesce((payload ->> 'repeat')::boolean, false) then
      perform shop.refuse_repeated_order(content_fingerprint);
    end if;
  end if;
  if limits is not null then
    perform shop.refuse_order_flood(payload, device, limits);
  end if;

  perform shop.lock_products(array (select i ->> 'productId' from jsonb_array_elements(payload -> 'items') i));
  select array_agg(row(l.*)::shop.priced_line order by l.line_position), sum(l.price * l.quantity) into lines, subtotal
    from shop.price_lines(payload -> 'items') l;
  perform shop.check_order_lines(lines);
  shipping := shop.delivery_charge(subtotal, delivery);
  if subtotal + shipping <> (payload ->> 'totalAmount')::numeric then
    perform shop.refuse('price_changed', public.quote_cart(payload -> 'items', delivery));
  end if;
  if limits is not null then
    perform shop.refuse_large_order(lines, subtotal + shipping, payload ->> 'customerPhone', device);
    awaits_proof := shop.needs_proof((select sum(l.quantity) from unnest(lines) l), payload ->> 'customerPhone', network);
  end if;
  placed := shop.insert_order(payload, lines, subtotal, shipping, idempotency_key, fingerprint, content_fingerprint, device, shopper, actor,
                              awaits_proof);
  if actor is not null then
    perform shop.check_block(placed, payload ->> 'blockReason', actor);
  end if;
  if actor is null and network is not null then
    insert into shop.order_networks (order_id, network) values (placed.id, place_order.network);
  end if;
  perform shop.move_order_stock(placed.id, placed.order_number, -1, actor);

  answer := shop.placed_order_json(placed.id);
  if placed.customer_email <> '' then
    insert into public.mail_outbox (kind, recipient, payload)
    values ('order_confirmation', placed.customer_email,
            answer - array['idempotency_key', 'request_fingerprint', 'content_fingerprint', 'device_fingerprint']);
  end if;
  return answer;
end;
$$;

grant execute on function public.quote_cart, public.place_order to service_role;
