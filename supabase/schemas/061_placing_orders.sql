-- Placing an order: one transaction that either sells every piece of the cart at today's price, or changes nothing and says why.
-- The same functions price a cart for the shopper, so that the quote shows what the order charges.

-- A line of a cart at today's price, as `shop.price_lines` returns it.
create type shop.priced_line as (
  line_position integer, product_id text, product_name text, product_image text, price numeric, available integer,
  quantity integer, selected_color text, selected_size text, colors text[], sizes text[], variant_id text, missing_choice text,
  -- The terms of a code under which it is priced (`shop.code_terms`), or null.
  code_terms jsonb
);

-- Prices the lines of a cart. Takes [{productId, quantity, selectedColor?, selectedSize?}].
-- Returns them in order, with today's name, image and price, the variant that the choice belongs to, and the pieces available: 0 when the product is no
-- longer on sale or not offered that way. Where a line lacks a choice that pieces are counted by, `missing_choice` names it (`color`, `size`), and all
-- pieces of the product are available.
create function shop.price_lines(items jsonb)
returns table (line_position integer, product_id text, product_name text, product_image text, price numeric, available integer,
               quantity integer, selected_color text, selected_size text, colors text[], sizes text[], variant_id text, missing_choice text,
               code_terms jsonb)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select i.ordinality::integer - 1, i.item ->> 'productId', p.name, p.images[1], p.price,
           case when not p.is_available then 0 when m.choice is null then coalesce(v.stock_quantity, 0) else p.stock_quantity end,
           (i.item ->> 'quantity')::integer, i.color, i.size, p.colors, p.sizes, v.id, m.choice, null::jsonb
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

-- Shares out a sum of rupees in proportion to weights, also rupees, so that the shares add up to the paisa: each gets whole paisas, and those left over go
-- to the largest remainders, the first of equal ones. Takes a sum of at most the weights together. Returns the shares in the order of the weights, none
-- above its weight.
create function shop.shares_of(amount numeric, weights numeric[]) returns numeric[]
language sql immutable set search_path = ''
as $$
  with parts as (
    select n, div(amount * 100 * w, total) as paisas, mod(amount * 100 * w, total) as remainder
      from unnest(weights) with ordinality as given (w, n), (select nullif(sum(w), 0) as total from unnest(weights) w) sums
  )
  select array_agg((coalesce(paisas, 0) + case when place <= amount * 100 - whole then 1 else 0 end) / 100 order by n)
    from (select p.*, row_number() over (order by remainder desc, n) as place, sum(paisas) over () as whole from parts p) ranked;
$$;

-- What the lines of a cart or an order cost. `refusal` says why a code that was asked for takes nothing off: {code, reason} with the reason `unknown`,
-- `not_yet` {startsAt}, `ended`, `used_up`, `minimum` {missing}, `other_pieces` or `nothing_off`.
create type shop.order_price as (
  subtotal numeric, discount numeric, shipping numeric, delivery_discount numeric, total numeric,
  -- Of the lines, in their order: what is taken off each, and under which terms of the code, null for none.
  shares numeric[], code_terms jsonb[],
  code_id text, code text, refusal jsonb
);

-- What a code takes off, and off what: the terms that an order keeps. Takes the code's row.
create function shop.code_terms(code public.discount_codes) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('kind', code.kind, 'target', code.target, 'value', code.value, 'minimum', code.minimum, 'product_ids', code.product_ids,
                            'categories', code.categories);
$$;

-- Why a code does not hold now, whatever the pieces and whoever asks: the `refusal` of `shop.order_price`, null when it holds. Takes the code's row.
create function shop.code_refusal(code public.discount_codes) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  reason constant text := case
    when code.starts_at > now() then 'not_yet'
    when code.is_paused or code.ends_at <= now() then 'ended'
    when code.uses >= code.max_uses then 'used_up' end;
begin
  return case when reason is not null
              then jsonb_strip_nulls(jsonb_build_object('code', code.code, 'reason', reason, 'startsAt', case when reason = 'not_yet' then code.starts_at end)) end;
end;
$$;

-- The terms under which pieces come to an order that has a code: those that hold now; null where it does not hold any more, or there is none. Takes what is
-- taken off the order, as `shop.off_of` says it.
create function shop.terms_now(off jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select shop.code_terms(c) from public.discount_codes c where c.code_key = shop.code_key(off ->> 'code') and shop.code_refusal(c) is null;
$$;

-- What one set of terms takes off those lines that came under it. Takes the terms, the lines, what they cost, all lines together and the delivery charge.
-- Returns {weights: what of each line something may be taken off, discount, deliveryDiscount, refusal without the code, where it takes nothing off}.
create function shop.off_by_terms(terms jsonb, lines shop.priced_line[], amounts numeric[], subtotal numeric, charge numeric) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  rule constant public.discount_codes := jsonb_populate_record(null::public.discount_codes, terms);
  weights constant numeric[] := array (
    select case when l.code_terms = terms
                 and (cardinality(rule.product_ids || rule.categories) = 0 or p.id = any (rule.product_ids) or p.category = any (rule.categories))
                then amounts[l.ordinality] else 0 end
      from unnest(lines) with ordinality l left join public.products p on p.id = l.product_id order by l.ordinality);
  eligible constant numeric := (select coalesce(sum(w), 0) from unnest(weights) w);
  most constant numeric := case when rule.target = 'lines' then eligible when eligible > 0 then charge else 0 end;
  taken constant numeric := least(most, case rule.kind when 'sum' then rule.value else round(most * rule.value / 100) end);
begin
  return case
    when subtotal < rule.minimum then jsonb_build_object('refusal', jsonb_build_object('reason', 'minimum', 'missing', rule.minimum - subtotal))
    when taken > 0 then jsonb_build_object('weights', weights, case rule.target when 'lines' then 'discount' else 'deliveryDiscount' end, taken)
    else jsonb_build_object('refusal', jsonb_build_object('reason', case when eligible = 0 then 'other_pieces' else 'nothing_off' end)) end;
end;
$$;

-- The one place where an order is priced: quote, placement, New Order and item edits ask it. Takes the lines with the units that are charged, the delivery
-- rule {freeFrom, fee} (null: nothing is delivered), and what is taken off: null, {code}, or {amount, reason} by staff.
-- `is_granted`: the order has its code already, and each line is priced by the terms that it came under; without it, all are by those of now. `most_shipping`:
-- what delivery may cost at most, before anything is taken off it (null: what the rule says). The delivery charge follows the lines before a discount:
-- a code never makes delivery dearer. Percents take off whole rupees. Whether the code is for this phone is asked when it is redeemed, and never here.
-- Returns the price; nothing of it is below zero.
create function shop.price_order(lines shop.priced_line[], delivery jsonb, off jsonb default null, is_granted boolean default false,
                                 most_shipping numeric default null)
returns shop.order_price
language plpgsql stable set search_path = ''
as $$
declare
  priced shop.order_price;
  amounts constant numeric[] := array (select coalesce(l.price, 0) * l.quantity from unnest(lines) with ordinality l order by l.ordinality);
  code public.discount_codes;
  terms jsonb;
  part jsonb;
  taken numeric;
begin
  priced.subtotal := (select coalesce(sum(a), 0) from unnest(amounts) a);
  priced.shipping := case when delivery is null then 0 else least(shop.delivery_charge(priced.subtotal, delivery), most_shipping) end;
  priced.discount := 0;
  priced.delivery_discount := 0;
  priced.shares := array_fill(0::numeric, array[cardinality(amounts)]);

  if off ? 'amount' then
    priced.discount := least((off ->> 'amount')::numeric, priced.subtotal);
    if priced.discount > 0 then
      priced.shares := shop.shares_of(priced.discount, amounts);
    end if;
  elsif off ? 'code' then
    select * into code from public.discount_codes c where c.code_key = shop.code_key(off ->> 'code');
    if not found then
      priced.refusal := jsonb_build_object('code', off ->> 'code', 'reason', 'unknown');
    elsif not is_granted then
      priced.refusal := shop.code_refusal(code);
      lines := array (select row(l.line_position, l.product_id, l.product_name, l.product_image, l.price, l.available, l.quantity, l.selected_color,
                                 l.selected_size, l.colors, l.sizes, l.variant_id, l.missing_choice, shop.code_terms(code))::shop.priced_line
                        from unnest(lines) with ordinality l order by l.ordinality);
    end if;
    if priced.refusal is null then
      for terms in select l.code_terms from unnest(lines) with ordinality l where l.code_terms is not null group by l.code_terms order by min(l.ordinality) loop
        part := shop.off_by_terms(terms, lines, amounts, priced.subtotal, priced.shipping);
        -- A sum is taken off once, also where it was another one when more pieces came.
        taken := least((part ->> 'discount')::numeric, case when terms ->> 'kind' = 'sum' then (terms ->> 'value')::numeric - priced.discount end);
        if part ? 'discount' and taken > 0 then
          priced.discount := priced.discount + taken;
          priced.shares := array (select s + more from unnest(priced.shares, shop.shares_of(taken, array (
                                    select w::numeric from jsonb_array_elements_text(part -> 'weights') w))) with ordinality b (s, more, n) order by n);
        end if;
        priced.delivery_discount := greatest(priced.delivery_discount, coalesce((part ->> 'deliveryDiscount')::numeric, 0));
        priced.refusal := coalesce(priced.refusal, part -> 'refusal');
      end loop;
      if priced.discount + priced.delivery_discount > 0 then
        priced.code_id := code.id;
        priced.code := code.code;
        priced.code_terms := array (select l.code_terms from unnest(lines) with ordinality l order by l.ordinality);
        priced.refusal := null;
      else
        -- Where no piece came under the code, what its pieces are asked for is told before that it holds no more.
        priced.refusal := jsonb_build_object('code', code.code) || coalesce(priced.refusal, case when priced.subtotal >= code.minimum then shop.code_refusal(code) end,
          shop.off_by_terms(shop.code_terms(code), lines, amounts, priced.subtotal, priced.shipping) -> 'refusal', '{"reason": "other_pieces"}');
      end if;
    end if;
  end if;

  priced.shipping := priced.shipping - priced.delivery_discount;
  priced.total := priced.subtotal - priced.discount + priced.shipping;
  return priced;
end;
$$;

-- What a price says beside lines, delivery and total: {discount, deliveryDiscount, code?} where something is taken off, {refusedCode} where a code is not
-- taken, nothing otherwise.
create function shop.discount_json(discount numeric, delivery_discount numeric, code text, refusal jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when discount + delivery_discount > 0
              then jsonb_strip_nulls(jsonb_build_object('discount', discount, 'deliveryDiscount', delivery_discount, 'code', code)) else '{}' end
      || case when refusal is not null then jsonb_build_object('refusedCode', refusal) else '{}' end;
$$;

-- A cart as it stands now. Takes [{productId, quantity, selectedColor?, selectedSize?}], the delivery rule, the code that somebody typed or null, and who
-- tries it, as `count_code_try` counts it, or null for any number of tries.
-- Returns {items: [{productId, selectedColor?, selectedSize?, name, image, price, available, quantity, countedBy?}], subtotal, shipping, total}; `quantity`
-- is how many of the pieces asked for are available, so a line that is sold out counts nothing. `countedBy` names the choices (`color`, `size`) that
-- `available` is of; a line that lacks one of them cannot be ordered. With a code, also {code, discount, deliveryDiscount} where it takes something off,
-- else {refusedCode} as `shop.order_price` has it. Refuses 429 `too_many_guesses` {retryAfter}, the right code, too.
create function public.quote_cart(items jsonb, delivery jsonb, code text default null, guesses jsonb default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  lines shop.priced_line[];
  shown jsonb;
  priced shop.order_price;
begin
  if code is not null and guesses is not null then
    perform public.count_code_try(code, guesses);
  end if;

  with asked as (
    select l.*, coalesce(l.available, 0) as units,
           -- Two lines may be the same pieces: the first line gets them first.
           greatest(0, least(l.quantity, coalesce(l.available, 0) - coalesce(sum(l.quantity) over (
             partition by l.product_id, l.variant_id order by l.line_position rows between unbounded preceding and 1 preceding), 0)))::integer as granted
      from shop.price_lines(items) l
  )
  select array_agg(row(a.line_position, a.product_id, a.product_name, a.product_image, a.price, a.units, a.granted, a.selected_color, a.selected_size,
                       a.colors, a.sizes, a.variant_id, a.missing_choice, null)::shop.priced_line order by a.line_position),
         jsonb_agg(jsonb_build_object('productId', a.product_id, 'name', coalesce(a.product_name, ''), 'image', a.product_image,
                                      'price', coalesce(a.price, 0), 'available', a.units, 'quantity', a.granted)
                   || jsonb_strip_nulls(jsonb_build_object('selectedColor', a.selected_color, 'selectedSize', a.selected_size,
                                                           'countedBy', nullif(shop.counted_by(a.product_id), '[]'))) order by a.line_position)
    into lines, shown from asked a;
  priced := shop.price_order(lines, delivery, case when code is not null then jsonb_build_object('code', code) end);
  return jsonb_build_object('items', coalesce(shown, '[]'), 'subtotal', priced.subtotal, 'shipping', priced.shipping, 'total', priced.total)
    || shop.discount_json(priced.discount, priced.delivery_discount, priced.code, priced.refusal);
end;
$$;

-- An order as its shopper gets it when it is placed: with the key of its page.
create function shop.placed_order_json(order_id text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  return shop.order_json(order_id) || jsonb_build_object('page_key', shop.page_key(order_id))
      || coalesce((select jsonb_build_object('advance_missing', m.missing) from shop.missing_advances m where m.order_id = placed_order_json.order_id), '{}');
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
create function shop.insert_order(payload jsonb, lines shop.priced_line[], priced shop.order_price, idempotency_key text, fingerprint text,
                                  content_fingerprint text, device_fingerprint text, shopper uuid, actor uuid, awaits_proof boolean) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  placed public.orders;
begin
  insert into public.orders (customer_name, customer_email, customer_phone, second_phone, customer_address, city, city_known, city_takes_cash,
                             zip_code, country, subtotal, discount, shipping, delivery_discount, total_amount, discount_code, discount_reason,
                             payment_method, notes, shopper_id, idempotency_key,
                             request_fingerprint, content_fingerprint, device_fingerprint, placed_by, source, awaits_proof)
  values (payload ->> 'customerName', payload ->> 'customerEmail', payload ->> 'customerPhone', payload ->> 'secondPhone', payload ->> 'customerAddress',
          coalesce(payload ->> 'city', ''), payload ->> 'cityKnown', (payload ->> 'cityTakesCash')::boolean,
          coalesce(payload ->> 'zipCode', ''), coalesce(payload ->> 'country', 'pk'),
          priced.subtotal, priced.discount, priced.shipping, priced.delivery_discount, priced.total, priced.code,
          case when priced.code is null and priced.discount > 0 then payload #>> '{discount,reason}' end,
          payload ->> 'paymentMethod', coalesce(payload ->> 'notes', ''), shopper, insert_order.idempotency_key, fingerprint, insert_order.content_fingerprint,
          insert_order.device_fingerprint, actor, case when actor is null then 'website' else payload ->> 'source' end::shop.order_source,
          insert_order.awaits_proof)
  returning * into placed;

  insert into public.order_items (order_id, position, product_id, variant_id, product_name, product_image, selected_color, selected_size, quantity, price,
                                  discount, code_terms)
  select placed.id, l.line_position, l.product_id, l.variant_id, l.product_name, l.product_image, l.selected_color, l.selected_size, l.quantity, l.price,
         priced.shares[l.ordinality], priced.code_terms[l.ordinality]
    from unnest(lines) with ordinality l;
  return placed;
end;
$$;

-- Takes those pieces of an order out of stock that are not out already: all of them at first, later those that were received meanwhile (073_returns.sql). One
-- history row per variant, lowest product id first, and each change locks its product until the transaction ends: two orders for the same pieces queue instead
-- of deadlocking. An order that awaits proof takes none. Takes the order's id and number, the staff member or null, and whether it takes its pieces for the first
-- time. Refuses 409 `not_enough_stock`.
create function shop.take_pieces(order_id text, order_number text, actor uuid, is_first boolean default false) returns void
language plpgsql set search_path = ''
as $$
declare
  line record;
begin
  if (select o.awaits_proof from public.orders o where o.id = take_pieces.order_id) then
    return;
  end if;
  for line in
    select i.product_id, i.variant_id, sum(i.quantity - coalesce(s.sent - s.received, case when is_first then 0 else i.quantity end))::integer as units
      from public.order_items i left join shop.sent_pieces s on s.order_item_id = i.id
     where i.order_id = take_pieces.order_id group by i.product_id, i.variant_id
    having sum(i.quantity - coalesce(s.sent - s.received, case when is_first then 0 else i.quantity end)) > 0 order by i.product_id, i.variant_id
  loop
    perform shop.change_stock(line.product_id, - line.units, 'sale', order_number, '', actor, line.variant_id);
  end loop;
  update shop.sent_pieces s set sent = s.received + i.quantity
    from public.order_items i where s.order_id = take_pieces.order_id and i.id = s.order_item_id;
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
-- The payload may have a `code`, and that of staff instead {discount: {amount, reason}}, and {storeCredit}: rupees of the customer's that it takes;
-- `payByTransfer` asks all of it in advance.
-- Refuses 409 `out_of_stock`, `choice_unavailable`, `price_changed` with the quote, `code_gone` with {refusedCode} and the quote without it,
-- `order_repeated` unless the payload says `repeat`,
-- 422 `choice_required`, 422 `idempotency_mismatch`, for staff 409 `customer_blocked` without a reason, `not_enough_credit` {credit}, and with limits 422 `order_too_large`, 429 `too_many_orders`. Nothing is written then.
-- Locks are taken in one order: the key, the content, the person, the products by id, the code.
create function public.place_order(payload jsonb, delivery jsonb, idempotency_key text default null, shopper uuid default null,
                                   device text default null, limits jsonb default null, actor uuid default null, network text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  -- Of what was sent: a city that the shop has learned meanwhile makes no other order.
  fingerprint text := md5((payload - array['cityKnown', 'cityTakesCash'])::text);
  content_fingerprint text;
  lines shop.priced_line[];
  priced shop.order_price;
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
  lines := array (select row(l.*)::shop.priced_line from shop.price_lines(payload -> 'items') l order by l.line_position);
  perform shop.check_order_lines(lines);
  priced := shop.price_order(lines, delivery,
                             case when payload ? 'code' then jsonb_build_object('code', payload ->> 'code') else payload -> 'discount' end);
  if priced.refusal is not null then
    perform shop.refuse_code(priced.refusal, payload, delivery);
  elsif (payload #>> '{discount,amount}')::numeric > priced.subtotal then
    perform shop.refuse_field('discount.amount', 'At most what the pieces cost');
  elsif priced.total <> (payload ->> 'totalAmount')::numeric then
    perform shop.refuse('price_changed', public.quote_cart(payload -> 'items', delivery, payload ->> 'code'));
  end if;
  if limits is not null then
    perform shop.refuse_large_order(lines, priced.total, payload ->> 'customerPhone', device);
    awaits_proof := shop.needs_proof((select sum(l.quantity) from unnest(lines) l), payload ->> 'customerPhone', network);
  end if;
  placed := shop.insert_order(payload, lines, priced, idempotency_key, fingerprint, content_fingerprint, device, shopper, actor,
                              awaits_proof);
  if priced.code is not null then
    perform shop.redeem_code(placed, priced, payload, delivery);
  end if;
  if actor is not null then
    perform shop.check_block(placed, payload ->> 'blockReason', actor);
    if payload ? 'storeCredit' then
      perform shop.act_as(actor);
      perform shop.spend_credit(placed, (payload ->> 'storeCredit')::numeric);
    end if;
  end if;
  if actor is null and network is not null then
    insert into shop.order_networks (order_id, network) values (placed.id, place_order.network);
  end if;
  perform shop.take_pieces(placed.id, placed.order_number, actor, true);
  if ((payload ->> 'payByTransfer')::boolean) then
    -- All of it, whatever a rule asks.
    perform shop.store_request(placed, 'all', placed.total_amount, 24, '', null);
  end if;

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
