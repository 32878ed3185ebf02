-- The same order, sent again under another key, is asked about before it is placed a second time. And an order has a second phone.

alter table public.orders
  -- Where the courier calls when nobody answers the first.
  add column second_phone text,
  -- What makes two orders the same: phone, address, and the pieces with their choices. Null for an order that came without a key.
  add column content_fingerprint text;

create index orders_by_content on public.orders (content_fingerprint, created_at desc) where content_fingerprint is not null;

-- Phones kept before their prefixes were read right: `+920300…` and `300…`.
update public.orders set customer_phone = '+92' || substr(customer_phone, 5) where customer_phone ~ '^\+920[1-9][0-9]{8,9}$';
update public.orders set customer_phone = '+92' || customer_phone where customer_phone ~ '^3[0-9]{9}$';

-- What makes two orders the same. How the address is spaced and cased does not matter, nor how the cart is sorted or split into lines.
create function shop.content_fingerprint(payload jsonb) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return md5(jsonb_build_array(
    payload ->> 'customerPhone',
    lower(regexp_replace(payload ->> 'customerAddress', '[\s,.]+', ' ', 'g')),
    (select jsonb_agg(to_jsonb(l) order by l.product_id, l.color, l.size)
       from (select i ->> 'productId' as product_id, coalesce(i ->> 'selectedColor', '') as color, coalesce(i ->> 'selectedSize', '') as size,
                    sum((i ->> 'quantity')::integer) as pieces
               from jsonb_array_elements(payload -> 'items') i group by 1, 2, 3) l))::text);
end;
$$;

-- Refuses 409 `order_repeated` {orderNumber, totalAmount, createdAt} when the same order was placed within the last two minutes and still stands.
-- Waits for a twin that is being placed: of any number sent at once, one is placed.
create function shop.refuse_repeated_order(fingerprint text) returns void
language plpgsql set search_path = ''
as $$
declare
  first_order record;
begin
  perform pg_advisory_xact_lock(hashtextextended(fingerprint, 1));
  select o.order_number, o.total_amount, o.created_at into first_order
    -- Found by the fingerprint alone, and looked at then: without statistics the index of the newest orders is taken for the shorter way.
    from (select * from public.orders same where same.content_fingerprint = fingerprint offset 0) o
   where o.created_at > now() - interval '2 minutes' and o.status <> 'cancelled' and o.archived_at is null
   order by o.created_at desc limit 1;
  if found then
    perform shop.refuse(409, 'order_repeated', format('You placed this same order a moment ago: %s. Do you want to order it again?', first_order.order_number),
      jsonb_build_object('orderNumber', first_order.order_number, 'totalAmount', first_order.total_amount, 
        'createdAt', to_char(first_order.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  end if;
end;
$$;

drop function shop.insert_order(jsonb, shop.priced_line[], numeric, numeric, text, text, uuid);

-- Writes the order and its items at the prices of the lines. Returns the order's row.
create function shop.insert_order(payload jsonb, lines shop.priced_line[], subtotal numeric, shipping numeric,
                                  idempotency_key text, fingerprint text, content_fingerprint text, shopper uuid) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  placed public.orders;
begin
  insert into public.orders (customer_name, customer_email, customer_phone, second_phone, customer_address, city, zip_code, country,
                             subtotal, shipping, total_amount, payment_method, notes, shopper_id, idempotency_key, request_fingerprint, content_fingerprint)
  values (payload ->> 'customerName', payload ->> 'customerEmail', payload ->> 'customerPhone', payload ->> 'secondPhone', payload ->> 'customerAddress',
          coalesce(payload ->> 'city', ''), coalesce(payload ->> 'zipCode', ''), coalesce(payload ->> 'country', 'pk'),
          insert_order.subtotal, insert_order.shipping, insert_order.subtotal + insert_order.shipping,
          payload ->> 'paymentMethod', coalesce(payload ->> 'notes', ''), shopper, insert_order.idempotency_key, fingerprint, insert_order.content_fingerprint)
  returning * into placed;

  insert into public.order_items (order_id, position, product_id, product_name, product_image, selected_color, selected_size, quantity, price)
  select placed.id, l.line_position, l.product_id, l.product_name, l.product_image, l.selected_color, l.selected_size, l.quantity, l.price
    from unnest(lines) l;
  return placed;
end;
$$;

-- As before. Also refuses 409 `order_repeated` when the same order came under another key, unless the payload says `repeat`. A caller who sends
-- no key says nothing about attempts, and is not compared.
-- Locks are taken in one order: the key, the content, the products by id.
create or replace function public.place_order(payload jsonb, delivery jsonb, idempotency_key text default null, shopper uuid default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  fingerprint text := md5(payload::text);
  content_fingerprint text;
  lines shop.priced_line[];
  subtotal numeric;
  shipping numeric;
  placed public.orders;
  answer jsonb;
begin
  if idempotency_key is not null then
    answer := shop.order_of_key(idempotency_key, fingerprint);
    if answer is not null then
      return answer;
    end if;
    content_fingerprint := shop.content_fingerprint(payload);
    if not coalesce((payload ->> 'repeat')::boolean, false) then
      perform shop.refuse_repeated_order(content_fingerprint);
    end if;
  end if;

  perform shop.lock_products(array (select i ->> 'productId' from jsonb_array_elements(payload -> 'items') i));
  select array_agg(row(l.*)::shop.priced_line order by l.line_position), sum(l.price * l.quantity) into lines, subtotal
    from shop.price_lines(payload -> 'items') l;
  perform shop.check_order_lines(lines);
  shipping := shop.delivery_charge(subtotal, delivery);
  if subtotal + shipping <> (payload ->> 'totalAmount')::numeric then
    perform shop.refuse(409, 'price_changed', 'Prices have changed since you filled your cart', public.quote_cart(payload -> 'items', delivery));
  end if;
  placed := shop.insert_order(payload, lines, subtotal, shipping, idempotency_key, fingerprint, content_fingerprint, shopper);
  perform shop.move_order_stock(placed.id, placed.order_number, -1, null);

  answer := shop.order_json(placed.id);
  insert into public.mail_outbox (kind, recipient, payload)
  values ('order_confirmation', placed.customer_email, answer - array['idempotency_key', 'request_fingerprint', 'content_fingerprint']);
  return answer;
end;
$$;

-- Where an order is, for whoever knows its number and one of its phones: {orderNumber, status, createdAt, items, shipments}, nothing else of
-- the person. Takes the number and the normalised phone. Refuses 404 `order_not_found` when they do not belong together.
create or replace function public.track_order(order_number text, phone text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  tracked jsonb;
begin
  select jsonb_build_object(
           'order_number', o.order_number, 'status', o.status, 'created_at', o.created_at, 'updated_at', o.updated_at, 'total_amount', o.total_amount,
           'items', (select jsonb_agg(jsonb_build_object('product_name', i.product_name, 'product_image', i.product_image, 'quantity', i.quantity,
                       'selected_color', i.selected_color, 'selected_size', i.selected_size, 'price', i.price) order by i.position)
                       from public.order_items i where i.order_id = o.id),
           'shipments', (select coalesce(jsonb_agg(jsonb_build_object('shipment_number', s.shipment_number, 'status', s.status, 'carrier', s.carrier,
                       'tracking_number', s.tracking_number, 'shipped_date', s.shipped_date, 'estimated_delivery_date', s.estimated_delivery_date)
                       order by s.created_at), '[]') from public.shipments s where s.order_id = o.id and s.archived_at is null))
    into tracked
    from public.orders o
   where o.order_number = upper(track_order.order_number) and track_order.phone in (o.customer_phone, o.second_phone) and o.archived_at is null;
  if tracked is null then
    perform shop.refuse(404, 'order_not_found', 'Order not found');
  end if;
  return tracked;
end;
$$;

revoke execute on function shop.content_fingerprint, shop.refuse_repeated_order, shop.insert_order from public;
grant execute on all functions in schema shop to service_role;
