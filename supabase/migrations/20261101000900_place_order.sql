-- Placing an order: one transaction that either sells every piece of the cart at today's price, or changes nothing and says why.

-- An order as the API shows it, with its items. Takes the order's id.
create function shop.order_json(order_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(o) || jsonb_build_object('items', (
           select coalesce(jsonb_agg(to_jsonb(i) order by i.position), '[]') from public.order_items i where i.order_id = o.id))
    from public.orders o
   where o.id = order_json.order_id;
$$;

-- The order an idempotency key already stands for, or null. Waits for a twin that is being placed with the same key.
-- Refuses 422 `idempotency_mismatch` when the key was used for something else.
create function shop.order_of_key(idempotency_key text, fingerprint text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  twin public.orders;
begin
  perform pg_advisory_xact_lock(hashtextextended(order_of_key.idempotency_key, 0));
  select * into twin from public.orders o where o.idempotency_key = order_of_key.idempotency_key;
  if not found then
    return null;
  end if;
  if twin.request_fingerprint <> fingerprint then
    perform shop.refuse(422, 'idempotency_mismatch', 'This Idempotency-Key was already used for another order');
  end if;
  return shop.order_json(twin.id);
end;
$$;

-- Locks the products of a cart, lowest id first: two orders for the same pieces queue instead of deadlocking.
create function shop.lock_products(product_ids text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.products p where p.id = any (product_ids) order by p.id for no key update;
end;
$$;

-- Refuses 409 when a line cannot be sold as asked: `out_of_stock` {items: [{productId, name, requested, available}]},
-- `choice_unavailable` when its colour or size is not offered (any more), `price_changed` with the quote when the shopper saw another total.
create function shop.check_order_lines(items jsonb, seen_total numeric, delivery jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  short jsonb;
  choice record;
  quote jsonb;
begin
  select jsonb_agg(jsonb_build_object('productId', s.product_id, 'name', coalesce(s.name, ''), 'requested', s.requested, 'available', s.available) order by s.first_line)
    into short
    from (select l.product_id, min(l.product_name) as name, sum(l.quantity) as requested, coalesce(min(l.available), 0) as available, min(l.line_position) as first_line
            from shop.price_lines(items) l group by l.product_id) s
   where s.requested > s.available;
  if short is not null then
    perform shop.refuse(409, 'out_of_stock', 'Some items are no longer available in the quantity you asked for', jsonb_build_object('items', short));
  end if;

  select l.line_position, l.product_id, l.product_name into choice
    from shop.price_lines(items) l
   where (l.selected_color is not null and l.selected_color <> all (l.colors))
      or (l.selected_size is not null and l.selected_size <> all (l.sizes))
   order by l.line_position limit 1;
  if found then
    perform shop.refuse(409, 'choice_unavailable', format('%s is not available in the colour or size you chose', choice.product_name),
      jsonb_build_object('items', jsonb_build_array(jsonb_build_object('productId', choice.product_id, 'line', choice.line_position))));
  end if;

  quote := public.quote_cart(items, delivery);
  if (quote ->> 'total')::numeric <> seen_total then
    perform shop.refuse(409, 'price_changed', 'Prices have changed since you filled your cart', quote);
  end if;
end;
$$;

-- Writes the order and its items at today's prices. Returns the order's row.
create function shop.insert_order(payload jsonb, delivery jsonb, idempotency_key text, fingerprint text, shopper uuid) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  placed public.orders;
  subtotal numeric;
begin
  select sum(l.price * l.quantity) into subtotal from shop.price_lines(payload -> 'items') l;

  insert into public.orders (customer_name, customer_email, customer_phone, customer_address, city, zip_code, country,
                             subtotal, shipping, total_amount, payment_method, notes, shopper_id, idempotency_key, request_fingerprint)
  values (payload ->> 'customerName', payload ->> 'customerEmail', payload ->> 'customerPhone', payload ->> 'customerAddress',
          coalesce(payload ->> 'city', ''), coalesce(payload ->> 'zipCode', ''), coalesce(payload ->> 'country', 'pk'),
          subtotal, shop.delivery_charge(subtotal, delivery), subtotal + shop.delivery_charge(subtotal, delivery),
          payload ->> 'paymentMethod', coalesce(payload ->> 'notes', ''), shopper, insert_order.idempotency_key, fingerprint)
  returning * into placed;

  insert into public.order_items (order_id, position, product_id, product_name, product_image, selected_color, selected_size, quantity, price)
  select placed.id, l.line_position, l.product_id, l.product_name, l.product_image, l.selected_color, l.selected_size, l.quantity, l.price
    from shop.price_lines(payload -> 'items') l;
  return placed;
end;
$$;

-- Moves an order's pieces: off the shelf with direction -1, back onto it with +1. One ledger row per product, lowest id first.
-- Takes the order's id and number, the direction and the staff member or null. Refuses 409 `out_of_stock` when the shelf is short.
create function shop.move_order_stock(order_id text, order_number text, direction integer, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  line record;
begin
  perform shop.lock_products(array (select i.product_id from public.order_items i where i.order_id = move_order_stock.order_id));
  for line in
    select i.product_id, sum(i.quantity)::integer as pieces from public.order_items i
     where i.order_id = move_order_stock.order_id group by i.product_id order by i.product_id
  loop
    perform shop.change_stock(line.product_id, direction * line.pieces,
      case when direction < 0 then 'sale' else 'return' end::shop.stock_change_kind, order_number, '', actor);
  end loop;
end;
$$;

-- Places an order. Takes the order payload of the API, the delivery rule {freeFrom, fee}, the key of this checkout attempt or null,
-- and the signed-in shopper or null. Returns the order with its items; for a key that was used before, the order it made then.
-- Refuses 409 `out_of_stock`, `choice_unavailable`, `price_changed`, 422 `idempotency_mismatch`. Nothing is written then.
create function public.place_order(payload jsonb, delivery jsonb, idempotency_key text default null, shopper uuid default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  fingerprint text := md5(payload::text);
  placed public.orders;
  answer jsonb;
begin
  if idempotency_key is not null then
    answer := shop.order_of_key(idempotency_key, fingerprint);
    if answer is not null then
      return answer;
    end if;
  end if;

  perform shop.lock_products(array (select l.product_id from shop.price_lines(payload -> 'items') l));
  perform shop.check_order_lines(payload -> 'items', (payload ->> 'totalAmount')::numeric, delivery);
  placed := shop.insert_order(payload, delivery, idempotency_key, fingerprint, shopper);
  perform shop.move_order_stock(placed.id, placed.order_number, -1, null);

  answer := shop.order_json(placed.id);
  insert into public.mail_outbox (kind, recipient, payload)
  values ('order_confirmation', placed.customer_email, answer - 'idempotency_key' - 'request_fingerprint');
  return answer;
end;
$$;

grant execute on all functions in schema shop to service_role;
revoke execute on function public.place_order from public, anon, authenticated;
grant execute on function public.place_order to service_role;
