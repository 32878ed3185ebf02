-- What is looked at before an order is placed: whether it came before, whether somebody floods the shop, whether its pieces are on sale.

-- A hash of what makes two orders the same: phone, address and pieces. The spacing and case of the address do not matter, nor how the cart
-- is sorted or split into lines. Takes the order payload.
create function shop.content_fingerprint(payload jsonb) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return md5(jsonb_build_array(
    payload ->> 'customerPhone',
    lower(regexp_replace(payload ->> 'customerAddress', '[\s,.]+', ' ', 'g')),
    (select jsonb_agg(to_jsonb(l) order by l.product_id, l.color, l.size)
       from (select i ->> 'productId' as product_id, coalesce(i ->> 'selectedColor', '') as color,
             coalesce(i ->> 'selectedSize', '') as size,
                    sum((i ->> 'quantity')::integer) as units
               from jsonb_array_elements(payload -> 'items') i group by 1, 2, 3) l))::text);
end;
$$;

-- Refuses 409 `order_repeated` {orderNumber, totalAmount, createdAt} when the same order was placed within the last two minutes and still
-- stands. Waits for a twin that is being placed: of any number sent at once, one is placed. Takes the content fingerprint.
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

-- Has those who send orders at once wait for each other until the transaction ends. Takes what they are known by; null is nobody. Always in
-- the same order, so that two cannot wait for each other.
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

-- Orders cost a shopper nothing to place, and each takes pieces until staff look at it. Refuses 429 `too_many_orders` {retryAfter: seconds}
-- when as many orders as `limits` allow, of the same phone, address or device, wait to be confirmed. Takes the order payload, the device's
-- fingerprint or null, and {"phone": {"perHour", "perDay"}, "address": …, "device": …}; what is not named is not limited. Staff may allow
-- fewer of one phone. Orders that staff have looked at no longer count.
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
            from (select e.key as kind, (e.value ->> 'perHour')::integer as max_orders, interval '1 hour' as period
                  from jsonb_each(limits) e
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

-- Refuses lines that cannot be sold as asked: 422 `choice_required` {errors: [{path, message}]} when a line lacks a choice that pieces are
-- counted by, 409 `out_of_stock` {items: [{productId, name, requested, available, color?, size?}]} with the colour and size that pieces are
-- counted by, 409 `choice_unavailable` when a colour or size is not offered (any more). Takes the lines, their products locked.
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
    from (select l.product_id, c.color, c.size, min(l.product_name) as name, sum(l.quantity) as requested,
          coalesce(min(l.available), 0) as available,
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

-- Writes the order and its items at the prices of the lines, with the terms behind them; a staff member's order says where it began.
-- Returns the order's row.
create function shop.insert_order(payload jsonb, lines shop.priced_line[], priced shop.order_price, terms jsonb, idempotency_key text,
                                  fingerprint text, content_fingerprint text, device_fingerprint text, shopper uuid, actor uuid,
                                  awaits_proof boolean) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  is_gift constant boolean := coalesce((payload ->> 'isGift')::boolean, false);
  placed public.orders;
begin
  insert into public.orders (customer_name, customer_email, customer_phone, second_phone, recipient_name, recipient_phone,
                             customer_address, city, city_known, city_takes_cash, zip_code, country,
                             is_gift, gift_note, hides_prices, is_wrapped, gift_wrap,
                             subtotal, discount, shipping, delivery_discount, total_amount,
                             discount_code, discount_reason, terms,
                             payment_method, notes, shopper_id, idempotency_key,
                             request_fingerprint, content_fingerprint, device_fingerprint, placed_by, source, awaits_proof)
  values (payload ->> 'customerName', payload ->> 'customerEmail', payload ->> 'customerPhone', payload ->> 'secondPhone',
          nullif(payload ->> 'recipientName', ''), nullif(payload ->> 'recipientPhone', ''), payload ->> 'customerAddress',
          coalesce(payload ->> 'city', ''), payload ->> 'cityKnown', (payload ->> 'cityTakesCash')::boolean,
          coalesce(payload ->> 'zipCode', ''), coalesce(payload ->> 'country', 'pk'),
          is_gift, case when is_gift then coalesce(payload ->> 'giftNote', '') else '' end,
          is_gift and coalesce((payload ->> 'hidesPrices')::boolean, false), priced.gift_wrap is not null, coalesce(priced.gift_wrap, 0),
          priced.subtotal, priced.discount, priced.shipping, priced.delivery_discount, priced.total, priced.code,
          shop.reason_of(priced, terms), shop.terms_with(terms, lines, priced),
          payload ->> 'paymentMethod', coalesce(payload ->> 'notes', ''), shopper, insert_order.idempotency_key, fingerprint,
          insert_order.content_fingerprint,
          insert_order.device_fingerprint, actor, case when actor is null then 'website' else payload ->> 'source' end::shop.order_source,
          insert_order.awaits_proof)
  returning * into placed;

  insert into public.order_items (order_id, position, product_id, variant_id, product_name, product_image, selected_color,
                                  selected_size, quantity, price,
                                  discount, code_terms)
  select placed.id, l.line_position, l.product_id, l.variant_id, l.product_name, l.product_image, l.selected_color,
    l.selected_size, l.quantity, l.price,
         priced.shares[l.ordinality], priced.code_terms[l.ordinality]
    from unnest(lines) with ordinality l;
  return placed;
end;
$$;

-- Staff order for a blocked customer only for a reason, which the order's timeline keeps with who gave it. Takes an order that was just
-- written: that has locked its customer, so a block either came before and counts, or waits for this transaction. The reason may be null,
-- and is ignored without a block. Refuses 409 `customer_blocked` {block} without a reason.
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
