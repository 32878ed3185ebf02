-- Orders cost a shopper nothing to place, and each takes pieces off the shelf until staff look at it. So nobody has more than a few open ones.

-- Which browser an order came from: a hash of the number it made up for itself. Null where it told none; whoever wants to be another one is.
alter table public.orders add column device_fingerprint text;

-- What makes two addresses one: not how they are spaced, cased and punctuated.
create function shop.address_key(address text, city text) returns text
language sql immutable set search_path = ''
as $$
  select md5(trim(lower(regexp_replace(address || ' ' || city, '[\s,.;:#/()-]+', ' ', 'g'))));
$$;

create index orders_open_by_phone on public.orders (customer_phone, created_at) where status = 'pending';
create index orders_open_by_address on public.orders (shop.address_key(customer_address, city), created_at) where status = 'pending';
create index orders_open_by_device on public.orders (device_fingerprint, created_at) where status = 'pending';

-- Refuses 429 `too_many_orders` {retryAfter: seconds} when as many orders as `limits` allow, of the same phone, address or device, wait to be
-- confirmed. Takes {"phone": {"perHour", "perDay"}, "address": …, "device": …}; what it does not name is not limited. Orders that staff have
-- looked at, whatever came of them, no longer count. Of any number sent at once, so many are placed.
create function shop.refuse_order_flood(payload jsonb, device text, limits jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  phone_sent text := payload ->> 'customerPhone';
  address_sent text := shop.address_key(payload ->> 'customerAddress', coalesce(payload ->> 'city', ''));
  lock bigint;
  retry_after integer;
begin
  -- In one order, whoever asks, so that two cannot wait for each other.
  for lock in select distinct hashtextextended(k, 2) from unnest(array['phone ' || phone_sent, 'address ' || address_sent, 'device ' || device]) k
               where k is not null order by 1 loop
    perform pg_advisory_xact_lock(lock);
  end loop;

  with open_orders as (
    select 'phone' as kind, o.created_at from public.orders o
     where o.status = 'pending' and o.archived_at is null and o.customer_phone = phone_sent
    union all
    select 'address', o.created_at from public.orders o
     where o.status = 'pending' and o.archived_at is null and shop.address_key(o.customer_address, o.city) = address_sent
    union all
    select 'device', o.created_at from public.orders o
     where o.status = 'pending' and o.archived_at is null and o.device_fingerprint = device
  ), rules as (
    select l.key as kind, (l.value ->> 'perHour')::integer as most, interval '1 hour' as period from jsonb_each(limits) l
    union all
    select l.key, (l.value ->> 'perDay')::integer, interval '1 day' from jsonb_each(limits) l
  )
  select max(ceil(extract(epoch from counted.since + counted.period - now()))) into retry_after
    from (select r.period, (select o.created_at from open_orders o where o.kind = r.kind and o.created_at > now() - r.period
                             order by o.created_at desc offset r.most - 1 limit 1) as since
            from rules r) counted;
  if retry_after is not null then
    perform shop.refuse(429, 'too_many_orders', 'Several orders wait to be confirmed already', jsonb_build_object('retryAfter', retry_after));
  end if;
end;
$$;

drop function public.place_order(jsonb, jsonb, text, uuid);
drop function shop.insert_order(jsonb, shop.priced_line[], numeric, numeric, text, text, text, uuid);

-- Writes the order and its items at the prices of the lines. Returns the order's row.
create function shop.insert_order(payload jsonb, lines shop.priced_line[], subtotal numeric, shipping numeric, idempotency_key text, fingerprint text,
                                  content_fingerprint text, device_fingerprint text, shopper uuid) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  placed public.orders;
begin
  insert into public.orders (customer_name, customer_email, customer_phone, second_phone, customer_address, city, zip_code, country,
                             subtotal, shipping, total_amount, payment_method, notes, shopper_id, idempotency_key, request_fingerprint, content_fingerprint,
                             device_fingerprint)
  values (payload ->> 'customerName', payload ->> 'customerEmail', payload ->> 'customerPhone', payload ->> 'secondPhone', payload ->> 'customerAddress',
          coalesce(payload ->> 'city', ''), coalesce(payload ->> 'zipCode', ''), coalesce(payload ->> 'country', 'pk'),
          insert_order.subtotal, insert_order.shipping, insert_order.subtotal + insert_order.shipping,
          payload ->> 'paymentMethod', coalesce(payload ->> 'notes', ''), shopper, insert_order.idempotency_key, fingerprint, insert_order.content_fingerprint,
          insert_order.device_fingerprint)
  returning * into placed;

  insert into public.order_items (order_id, position, product_id, product_name, product_image, selected_color, selected_size, quantity, price)
  select placed.id, l.line_position, l.product_id, l.product_name, l.product_image, l.selected_color, l.selected_size, l.quantity, l.price
    from unnest(lines) l;
  return placed;
end;
$$;

-- As before. Also takes which device the order comes from and how many open orders somebody may have (`shop.refuse_order_flood`); without limits
-- nothing is counted. The answer to a key that is known is never refused for that.
-- Locks are taken in one order: the key, the content, who orders, the products by id.
create function public.place_order(payload jsonb, delivery jsonb, idempotency_key text default null, shopper uuid default null,
                                   device text default null, limits jsonb default null) returns jsonb
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
  if limits is not null then
    perform shop.refuse_order_flood(payload, device, limits);
  end if;

  perform shop.lock_products(array (select i ->> 'productId' from jsonb_array_elements(payload -> 'items') i));
  select array_agg(row(l.*)::shop.priced_line order by l.line_position), sum(l.price * l.quantity) into lines, subtotal
    from shop.price_lines(payload -> 'items') l;
  perform shop.check_order_lines(lines);
  shipping := shop.delivery_charge(subtotal, delivery);
  if subtotal + shipping <> (payload ->> 'totalAmount')::numeric then
    perform shop.refuse(409, 'price_changed', 'Prices have changed since you filled your cart', public.quote_cart(payload -> 'items', delivery));
  end if;
  placed := shop.insert_order(payload, lines, subtotal, shipping, idempotency_key, fingerprint, content_fingerprint, device, shopper);
  perform shop.move_order_stock(placed.id, placed.order_number, -1, null);

  answer := shop.order_json(placed.id);
  insert into public.mail_outbox (kind, recipient, payload)
  values ('order_confirmation', placed.customer_email,
          answer - array['idempotency_key', 'request_fingerprint', 'content_fingerprint', 'device_fingerprint']);
  return answer;
end;
$$;

revoke execute on function public.place_order from public, anon, authenticated;
grant execute on function public.place_order to service_role;
revoke execute on function shop.address_key, shop.refuse_order_flood, shop.insert_order from public;
grant execute on all functions in schema shop to service_role;
