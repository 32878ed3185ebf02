-- What a cart costs. The same functions price it for the shopper and charge the order.

-- A line of a cart at today's price, as `shop.price_lines` returns it.
create type shop.priced_line as (
  line_position integer, product_id text, product_name text, product_image text, price numeric, available integer,
  quantity integer, selected_color text, selected_size text, colors text[], sizes text[], variant_id text, missing_choice text,
  -- The terms of a code under which it is priced (`shop.code_terms`), or null.
  code_terms jsonb
);

-- Prices the lines of a cart. Takes [{productId, quantity, selectedColor?, selectedSize?}].
-- Returns them in order, with today's name and price, the photo of that colour, the variant that the choice belongs to, and the pieces
-- available: 0 when the product is no longer on sale or not offered that way. Where a line lacks a choice that pieces are counted by,
-- `missing_choice` names it (`color`, `size`), and all pieces of the product are available.
create function shop.price_lines(items jsonb)
returns table (line_position integer, product_id text, product_name text, product_image text, price numeric, available integer,
               quantity integer, selected_color text, selected_size text, colors text[], sizes text[], variant_id text, missing_choice text,
               code_terms jsonb)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select i.ordinality::integer - 1, i.item ->> 'productId', p.name, shop.photo_of(p.images, p.photo_colors, i.color),
           p.price,
           case when not p.is_available then 0 when m.choice is null then coalesce(v.stock_quantity, 0) else p.stock_quantity end,
           (i.item ->> 'quantity')::integer, i.color, i.size, p.colors, p.sizes, v.id, m.choice, null::jsonb
      from (select j.ordinality, j.item, nullif(j.item ->> 'selectedColor', '') as color, nullif(j.item ->> 'selectedSize', '') as size
              from jsonb_array_elements(items) with ordinality as j (item, ordinality)) i
           -- `offset 0` makes Postgres look up each product by its key, whatever number of lines it planned for.
           left join lateral (select * from public.products o where o.id = i.item ->> 'productId' offset 0) p on p.archived_at is null
           left join lateral (select o.id, o.stock_quantity from public.product_variants o
                               where o.product_id = p.id and o.archived_at is null
                                 and (o.color = '' or o.color = i.color) and (o.size = '' or o.size = i.size)
                              offset 0) v on true
           left join lateral (select case when o.size <> '' and i.size is null then 'size'
                                          when o.color <> '' and i.color is null then 'color' end as choice
                                from public.product_variants o
                               where v.id is null and o.product_id = p.id and o.archived_at is null limit 1) m on true
     order by i.ordinality;
end;
$$;

-- The delivery charge in rupees. Takes the subtotal and the rule {freeFrom, fee}; an empty cart ships for nothing. With `freeFrom` null no
-- other does.
create function shop.delivery_charge(subtotal numeric, delivery jsonb) returns numeric
language plpgsql immutable set search_path = ''
as $$
begin
  return case when subtotal = 0 or subtotal >= (delivery ->> 'freeFrom')::numeric then 0 else (delivery ->> 'fee')::numeric end;
end;
$$;

-- Shares out a sum of rupees in proportion to weights, also rupees, so that the shares add up to the paisa: each gets whole paisas, and
-- those left over go to the largest remainders, the first of equal ones. Takes a sum of at most the weights together. Returns the shares in
-- the order of the weights, none above its weight.
create function shop.shares_of(amount numeric, weights numeric[]) returns numeric[]
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    with parts as (
      select n, div(amount * 100 * w, total) as paisas, mod(amount * 100 * w, total) as remainder
        from unnest(weights) with ordinality as given (w, n), (select nullif(sum(w), 0) as total from unnest(weights) w) sums
    )
    select array_agg((coalesce(paisas, 0) + case when place <= amount * 100 - whole then 1 else 0 end) / 100 order by n)
      from (select p.*, row_number() over (order by remainder desc, n) as place, sum(paisas) over () as whole from parts p) ranked);
end;
$$;

-- What the lines of a cart or an order cost. `refusal` says why a code that was asked for takes nothing off: {code, reason} with the reason
-- `unknown`, `not_yet` {startsAt}, `ended`, `used_up`, `minimum` {missing}, `other_pieces` or `nothing_off`.
create type shop.order_price as (
  subtotal numeric, discount numeric, shipping numeric, delivery_discount numeric, total numeric,
  -- For each line, in their order: what is taken off, and under which terms of the code (null: none).
  shares numeric[], code_terms jsonb[],
  code_id text, code text, refusal jsonb,
  -- Null: it is not wrapped.
  gift_wrap numeric
);

-- What a code takes off, and off what: the terms that an order keeps. Takes the code's row.
create function shop.code_terms(code public.discount_codes) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_build_object('kind', code.kind, 'target', code.target, 'value', code.value, 'minimum', code.minimum,
                            'product_ids', code.product_ids, 'categories', code.categories);
end;
$$;

-- Why a code does not hold now, whatever the pieces and whoever asks: the `refusal` of `shop.order_price`, null when it holds. Takes the
-- code's row.
create function shop.code_refusal(code public.discount_codes) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  reason constant text := case
    when code.starts_at > now() then 'not_yet'
    when code.is_paused or code.ends_at <= now() then 'ended'
    when code.max_uses is null then null
    when shop.code_uses(code.id) >= code.max_uses then 'used_up' end;
begin
  return case when reason is not null
              then jsonb_strip_nulls(jsonb_build_object('code', code.code, 'reason', reason,
                                                        'startsAt', case when reason = 'not_yet' then code.starts_at end)) end;
end;
$$;

-- What one set of terms takes off those lines that came under it. Takes the terms, the lines, what they cost, all lines together and the
-- delivery charge. Returns {weights: what of each line something may be taken off, discount, deliveryDiscount, refusal without the code,
-- where it takes nothing off}.
create function shop.off_by_terms(terms jsonb, lines shop.priced_line[], amounts numeric[], subtotal numeric, charge numeric) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  rule constant public.discount_codes := jsonb_populate_record(null::public.discount_codes, terms);
  categories constant text[] := shop.current_slugs(rule.categories);
  weights constant numeric[] := array (
    select case when l.code_terms = terms
                 and (cardinality(rule.product_ids || rule.categories) = 0 or p.id = any (rule.product_ids)
                      or p.category = any (categories))
                then amounts[l.ordinality] else 0 end
      from unnest(lines) with ordinality l left join public.products p on p.id = l.product_id order by l.ordinality);
  eligible constant numeric := (select coalesce(sum(w), 0) from unnest(weights) w);
  most constant numeric := case when rule.target = 'lines' then eligible when eligible > 0 then charge else 0 end;
  taken constant numeric := least(most, case rule.kind when 'sum' then rule.value else round(most * rule.value / 100) end);
begin
  return case
    when subtotal < rule.minimum then jsonb_build_object(
      'refusal', jsonb_build_object('reason', 'minimum', 'missing', rule.minimum - subtotal))
    when taken > 0 then jsonb_build_object('weights', weights,
                                           case rule.target when 'lines' then 'discount' else 'deliveryDiscount' end, taken)
    else jsonb_build_object('refusal', jsonb_build_object('reason', case when eligible = 0 then 'other_pieces' else 'nothing_off' end)) end;
end;
$$;

-- The lines as they are priced by one set of terms. Takes the lines and the terms.
create function shop.under_terms(lines shop.priced_line[], terms jsonb) returns shop.priced_line[]
language plpgsql stable set search_path = ''
as $$
begin
  return array (select row(l.line_position, l.product_id, l.product_name, l.product_image, l.price, l.available, l.quantity,
                           l.selected_color, l.selected_size, l.colors, l.sizes, l.variant_id, l.missing_choice, terms)::shop.priced_line
                  from unnest(lines) with ordinality l order by l.ordinality);
end;
$$;

-- A price with a sum taken off its lines. Takes the price so far, rupees (null, zero or less: nothing), and for each line what of it
-- something may be taken off.
create function shop.take_off(so_far shop.order_price, taken numeric, weights numeric[]) returns shop.order_price
language plpgsql immutable set search_path = ''
as $$
declare
  priced shop.order_price := so_far;
begin
  if taken > 0 then
    priced.discount := priced.discount + taken;
    priced.shares := array (select s + more from unnest(priced.shares, shop.shares_of(taken, weights)) with ordinality b (s, more, n)
                             order by n);
  end if;
  return priced;
end;
$$;

-- A price with what the terms of its lines take off, each set of them in the order of its first line. Takes the price so far, the lines and
-- what they cost. Its `refusal` is that of the first terms that take nothing off.
create function shop.take_off_by_terms(so_far shop.order_price, lines shop.priced_line[], amounts numeric[]) returns shop.order_price
language plpgsql stable set search_path = ''
as $$
declare
  priced shop.order_price := so_far;
  terms jsonb;
  part jsonb;
  taken numeric;
begin
  for terms in
    select l.code_terms from unnest(lines) with ordinality l where l.code_terms is not null group by l.code_terms order by min(l.ordinality)
  loop
    part := shop.off_by_terms(terms, lines, amounts, priced.subtotal, priced.shipping);
    -- A sum is taken off once, also where it was another one when more pieces came.
    taken := least((part ->> 'discount')::numeric,
                   case when terms ->> 'kind' = 'sum' then (terms ->> 'value')::numeric - priced.discount end);
    if part ? 'discount' then
      priced := shop.take_off(priced, taken, array (select w::numeric from jsonb_array_elements_text(part -> 'weights') w));
    end if;
    priced.delivery_discount := greatest(priced.delivery_discount, coalesce((part ->> 'deliveryDiscount')::numeric, 0));
    priced.refusal := coalesce(priced.refusal, part -> 'refusal');
  end loop;
  return priced;
end;
$$;

-- A price with what a code takes off, or with the `refusal` that says why it takes nothing. Takes the price so far, the lines and what they
-- cost, the code that was asked for, and `is_granted` as `shop.price_order` does.
create function shop.take_off_code(so_far shop.order_price, lines shop.priced_line[], amounts numeric[], wanted text, is_granted boolean)
returns shop.order_price
language plpgsql stable set search_path = ''
as $$
declare
  priced shop.order_price := so_far;
  code public.discount_codes;
begin
  select * into code from public.discount_codes c where c.code_key = shop.code_key(wanted);
  if not found then
    priced.refusal := jsonb_build_object('code', wanted, 'reason', 'unknown');
  elsif not is_granted then
    priced.refusal := shop.code_refusal(code);
    lines := shop.under_terms(lines, shop.code_terms(code));
  end if;
  if priced.refusal is not null then
    return priced;
  end if;

  priced := shop.take_off_by_terms(priced, lines, amounts);
  if priced.discount + priced.delivery_discount > 0 then
    priced.code_id := code.id;
    priced.code := code.code;
    priced.code_terms := array (select l.code_terms from unnest(lines) with ordinality l order by l.ordinality);
    priced.refusal := null;
  else
    -- Where no piece came under the code, what its pieces are asked for is told before that it holds no more.
    priced.refusal := jsonb_build_object('code', code.code) || coalesce(
      priced.refusal,
      case when priced.subtotal >= code.minimum then shop.code_refusal(code) end,
      shop.off_by_terms(shop.code_terms(code), lines, amounts, priced.subtotal, priced.shipping) -> 'refusal',
      '{"reason": "other_pieces"}');
  end if;
  return priced;
end;
$$;

-- Riders are asked for whole rupees: what prices, a code or an exchange leave in paisa is taken off, too, once and in the customer's
-- favour, from the lines that something is taken off already, else from all. Takes the price, what the lines cost, and the paisa that its
-- total may have. Returns it with its total.
create function shop.take_off_paisa(so_far shop.order_price, amounts numeric[], paisa numeric) returns shop.order_price
language plpgsql immutable set search_path = ''
as $$
declare
  priced shop.order_price := so_far;
  total constant numeric := so_far.subtotal - so_far.discount + so_far.shipping + coalesce(so_far.gift_wrap, 0);
  rest constant numeric := least((total - paisa) % 1, so_far.subtotal - so_far.discount);
  left_of_lines constant numeric[] := array (select a - s from unnest(amounts, so_far.shares) with ordinality l (a, s, n) order by n);
  left_of_reduced constant numeric[] := array (select case when s > 0 then a - s else 0 end
                                                 from unnest(amounts, so_far.shares) with ordinality l (a, s, n) order by n);
begin
  priced := shop.take_off(priced, rest,
                          case when (select sum(r) from unnest(left_of_reduced) r) >= rest then left_of_reduced else left_of_lines end);
  priced.total := priced.subtotal - priced.discount + priced.shipping + coalesce(priced.gift_wrap, 0);
  return priced;
end;
$$;

-- The one place where the total of an order is made: quote, placement, New Order, item edits, merges and exchanges ask it. Takes the lines
-- with the units that are charged, the delivery rule {freeFrom, fee} (null: nothing is delivered), and what is taken off: null, {code}, a
-- sum {amount, reason} by staff, or both, the sum after the code. `is_granted`: the order has its code already, and each line is priced by
-- the terms that it came under; without it, all are by those of now. `paisa`: those that the total may have. The delivery charge follows
-- the lines before a discount: a code never makes delivery dearer. Whether the code is for this phone is asked when it is redeemed, and
-- never here. `gift_wrap`: what wrapping it costs, null where it is not; nothing is ever taken off that, and no minimum or delivery rule
-- counts it. Returns the price; nothing of it is below zero.
create function shop.price_order(lines shop.priced_line[], delivery jsonb, off jsonb default null, is_granted boolean default false,
                                 paisa numeric default 0, gift_wrap numeric default null)
returns shop.order_price
language plpgsql stable set search_path = ''
as $$
declare
  priced shop.order_price;
  amounts constant numeric[] := array (select coalesce(l.price, 0) * l.quantity from unnest(lines) with ordinality l order by l.ordinality);
begin
  priced.subtotal := (select coalesce(sum(a), 0) from unnest(amounts) a);
  priced.shipping := case when delivery is null then 0 else shop.delivery_charge(priced.subtotal, delivery) end;
  priced.discount := 0;
  priced.delivery_discount := 0;
  priced.shares := array_fill(0::numeric, array[cardinality(amounts)]);
  priced.refusal := off -> 'refusal';
  priced.gift_wrap := price_order.gift_wrap;

  if off ? 'code' then
    priced := shop.take_off_code(priced, lines, amounts, off ->> 'code', is_granted);
  end if;
  priced := shop.take_off(priced, case when off ? 'amount' then least((off ->> 'amount')::numeric, priced.subtotal - priced.discount) end,
                          array (select a - s from unnest(amounts, priced.shares) with ordinality l (a, s, n) order by n));
  priced.shipping := priced.shipping - priced.delivery_discount;
  return shop.take_off_paisa(priced, amounts, paisa);
end;
$$;

-- What a price says beside lines, delivery and total: {discount, deliveryDiscount, code?} where something is taken off, {refusedCode} where
-- a code is not taken, {giftWrap} where it is wrapped, nothing otherwise.
create function shop.discount_json(discount numeric, delivery_discount numeric, code text, refusal jsonb, gift_wrap numeric) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return case when discount + delivery_discount > 0
              then jsonb_strip_nulls(jsonb_build_object('discount', discount, 'deliveryDiscount', delivery_discount, 'code', code))
              else '{}' end
      || jsonb_strip_nulls(jsonb_build_object('giftWrap', gift_wrap, 'refusedCode', refusal));
end;
$$;
