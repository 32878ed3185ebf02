-- An order is priced once. Its lines were priced anew for each of its checks and writes, and planned anew each time: most of what an order cost.

-- A line of a cart at today's price, as `shop.price_lines` gives it.
create type shop.priced_line as (
  line_position integer, product_id text, product_name text, product_image text, price numeric, available integer,
  quantity integer, selected_color text, selected_size text, colors text[], sizes text[]
);

drop function shop.check_order_lines(jsonb, numeric, jsonb);
drop function shop.insert_order(jsonb, jsonb, text, text, uuid);

-- Refuses 409 when a line cannot be sold as asked: `out_of_stock` {items: [{productId, name, requested, available}]},
-- `choice_unavailable` when its colour or size is not offered (any more). Takes the lines, their products locked.
create function shop.check_order_lines(lines shop.priced_line[]) returns void
language plpgsql set search_path = ''
as $$
declare
  short jsonb;
  line shop.priced_line;
begin
  select jsonb_agg(jsonb_build_object('productId', s.product_id, 'name', coalesce(s.name, ''), 'requested', s.requested, 'available', s.available) order by s.first_line)
    into short
    from (select l.product_id, min(l.product_name) as name, sum(l.quantity) as requested, coalesce(min(l.available), 0) as available, min(l.line_position) as first_line
            from unnest(lines) l group by l.product_id) s
   where s.requested > s.available;
  if short is not null then
    perform shop.refuse(409, 'out_of_stock', 'Some items are no longer available in the quantity you asked for', jsonb_build_object('items', short));
  end if;

  foreach line in array lines loop
    if (line.selected_color is not null and line.selected_color <> all (line.colors))
       or (line.selected_size is not null and line.selected_size <> all (line.sizes)) then
      perform shop.refuse(409, 'choice_unavailable', format('%s is not available in the colour or size you chose', line.product_name),
        jsonb_build_object('items', jsonb_build_array(jsonb_build_object('productId', line.product_id, 'line', line.line_position))));
    end if;
  end loop;
end;
$$;

-- Writes the order and its items at the prices of the lines. Returns the order's row.
create function shop.insert_order(payload jsonb, lines shop.priced_line[], subtotal numeric, shipping numeric,
                                  idempotency_key text, fingerprint text, shopper uuid) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  placed public.orders;
begin
  insert into public.orders (customer_name, customer_email, customer_phone, customer_address, city, zip_code, country,
                             subtotal, shipping, total_amount, payment_method, notes, shopper_id, idempotency_key, request_fingerprint)
  values (payload ->> 'customerName', payload ->> 'customerEmail', payload ->> 'customerPhone', payload ->> 'customerAddress',
          coalesce(payload ->> 'city', ''), coalesce(payload ->> 'zipCode', ''), coalesce(payload ->> 'country', 'pk'),
          insert_order.subtotal, insert_order.shipping, insert_order.subtotal + insert_order.shipping,
          payload ->> 'paymentMethod', coalesce(payload ->> 'notes', ''), shopper, insert_order.idempotency_key, fingerprint)
  returning * into placed;

  insert into public.order_items (order_id, position, product_id, product_name, product_image, selected_color, selected_size, quantity, price)
  select placed.id, l.line_position, l.product_id, l.product_name, l.product_image, l.selected_color, l.selected_size, l.quantity, l.price
    from unnest(lines) l;
  return placed;
end;
$$;

-- As before, and also refuses 409 `price_changed` with the quote when the shopper saw another total.
create or replace function public.place_order(payload jsonb, delivery jsonb, idempotency_key text default null, shopper uuid default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  fingerprint text := md5(payload::text);
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
  end if;

  perform shop.lock_products(array (select i ->> 'productId' from jsonb_array_elements(payload -> 'items') i));
  select array_agg(row(l.*)::shop.priced_line order by l.line_position), sum(l.price * l.quantity) into lines, subtotal
    from shop.price_lines(payload -> 'items') l;
  perform shop.check_order_lines(lines);
  shipping := shop.delivery_charge(subtotal, delivery);
  if subtotal + shipping <> (payload ->> 'totalAmount')::numeric then
    perform shop.refuse(409, 'price_changed', 'Prices have changed since you filled your cart', public.quote_cart(payload -> 'items', delivery));
  end if;
  placed := shop.insert_order(payload, lines, subtotal, shipping, idempotency_key, fingerprint, shopper);
  perform shop.move_order_stock(placed.id, placed.order_number, -1, null);

  answer := shop.order_json(placed.id);
  insert into public.mail_outbox (kind, recipient, payload)
  values ('order_confirmation', placed.customer_email, answer - 'idempotency_key' - 'request_fingerprint');
  return answer;
end;
$$;

revoke execute on function shop.check_order_lines, shop.insert_order from public;
grant execute on all functions in schema shop to service_role;
