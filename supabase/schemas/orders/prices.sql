-- What a cart costs. The same functions price it for the shopper and charge the order.

-- A line of a cart at today's price, as `shop.price_lines` returns it.
create type shop.priced_line as (
  line_position integer, product_id text, product_name text, product_image text, price numeric, available integer,
  quantity integer, selected_color text, selected_size text, colors text[], sizes text[], variant_id text, missing_choice text
);

-- Prices the lines of a cart. Takes [{productId, quantity, selectedColor?, selectedSize?}].
-- Returns them in order, with today's name, image and price, the variant that the choice belongs to, and the pieces available: 0 when the
-- product is no longer on sale or not offered that way. Where a line lacks a choice that pieces are counted by, `missing_choice` names it
-- (`color`, `size`), and all pieces of the product are available.
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
                               where o.product_id = p.id and o.archived_at is null and (o.color = '' or o.color = i.color)
                               and (o.size = '' or o.size = i.size)
                              offset 0) v on true
           left join lateral (select case when o.size <> '' and i.size is null then 'size' when o.color <> '' and i.color is null
                                          then 'color' end as choice
                                from public.product_variants o where v.id is null and o.product_id = p.id
                                and o.archived_at is null limit 1) m on true
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

-- Shares out a sum of rupees in proportion to weights, also rupees, so that the shares add up to the paisa: each gets whole paisas, and
-- those left over go to the largest remainders, the first of equal ones. Takes a sum of at most the weights together. Returns the shares in
-- the order of the weights, none above its weight.
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

-- What the lines of a cart or an order cost. `refusal` says why a code that was asked for takes nothing off: {code, reason} with the reason
-- `unknown`, `not_yet` {startsAt}, `ended`, `used_up`, `used_by_phone`, `new_customers`, `minimum` {missing}, `other_pieces` or
-- `nothing_off`.
create type shop.order_price as (
  subtotal numeric, discount numeric, shipping numeric, delivery_discount numeric, total numeric,
  -- Of the lines, in their order.
  shares numeric[],
  code_id text, code text, refusal jsonb
);

-- Why a code does not hold, whatever the pieces: the `refusal` of `shop.order_price`, null when it holds. Takes the code's row, and the
-- phone or null where nobody has said it yet.
create function shop.code_refusal(terms public.discount_codes, phone text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  reason constant text := case
    when terms.starts_at > now() then 'not_yet'
    when terms.is_paused or terms.ends_at <= now() then 'ended'
    when terms.uses >= terms.max_uses then 'used_up'
    when terms.once_per_phone and exists (select from public.code_redemptions r
                                           where r.code_id = terms.id and r.phone = code_refusal.phone and r.released_at is null)
                                           then 'used_by_phone'
    when terms.new_customers_only and exists (select from public.orders o
                                               where o.customer_phone = code_refusal.phone and o.status <> 'cancelled')
                                               then 'new_customers' end;
begin
  return case when reason is not null
              then jsonb_strip_nulls(jsonb_build_object('code', terms.code, 'reason', reason, 'startsAt',
                                                        case when reason = 'not_yet' then terms.starts_at end)) end;
end;
$$;

-- The one place where an order is priced: quote, placement, New Order and item edits ask it. Takes the lines with the units that are
-- charged, the delivery rule {freeFrom, fee} (null: nothing is delivered), and what is taken off: null, {code} with the phone or null, or
-- {amount, reason} by staff. `is_granted`: the order has its code already, so that only what the pieces decide is asked again.
-- `most_shipping`: what delivery may cost at most, before anything is taken off it (null: what the rule says). The delivery charge follows
-- the lines before a discount: a code never makes delivery dearer. Percents take off whole rupees. Returns the price; nothing of it is
-- below zero.
create function shop.price_order(lines shop.priced_line[], delivery jsonb, off jsonb default null, phone text default null,
                                 is_granted boolean default false,
                                 most_shipping numeric default null)
returns shop.order_price
language plpgsql stable set search_path = ''
as $$
declare
  priced shop.order_price;
  amounts constant numeric[] := array (select coalesce(l.price, 0) * l.quantity from unnest(lines) with ordinality l order by l.ordinality);
  -- What of each line something may be taken off.
  eligible numeric[] := amounts;
  terms public.discount_codes;
  most numeric;
  taken numeric := 0;
begin
  priced.subtotal := (select coalesce(sum(a), 0) from unnest(amounts) a);
  priced.shipping := case when delivery is null then 0 else least(shop.delivery_charge(priced.subtotal, delivery), most_shipping) end;
  priced.discount := 0;
  priced.delivery_discount := 0;

  if off ? 'amount' then
    priced.discount := least((off ->> 'amount')::numeric, priced.subtotal);
  elsif off ? 'code' then
    select * into terms from public.discount_codes c where c.code_key = shop.code_key(off ->> 'code');
    if not found then
      priced.refusal := jsonb_build_object('code', off ->> 'code', 'reason', 'unknown');
    elsif not is_granted then
      priced.refusal := shop.code_refusal(terms, phone);
    end if;
    if priced.refusal is null and priced.subtotal < terms.minimum then
      priced.refusal := jsonb_build_object('code', terms.code, 'reason', 'minimum', 'missing', terms.minimum - priced.subtotal);
    end if;
    if priced.refusal is null then
      if cardinality(terms.product_ids || terms.categories) > 0 then
        eligible := array (select case when p.id = any (terms.product_ids) or p.category = any (terms.categories)
                                       then amounts[l.ordinality] else 0 end
                             from unnest(lines) with ordinality l left join public.products p on p.id = l.product_id order by l.ordinality);
      end if;
      most := case terms.target when 'lines' then (select coalesce(sum(e), 0) from unnest(eligible) e)
                                when 'delivery' then case when exists (select from unnest(eligible) e where e > 0)
                                                          then priced.shipping else 0 end end;
      taken := least(most, case terms.kind when 'sum' then terms.value else round(most * terms.value / 100) end);
      if taken > 0 then
        priced.code_id := terms.id;
        priced.code := terms.code;
        if terms.target = 'lines' then priced.discount := taken; else priced.delivery_discount := taken; end if;
      else
        priced.refusal := jsonb_build_object('code', terms.code, 'reason',
          case when (select coalesce(sum(e), 0) from unnest(eligible) e) = 0 then 'other_pieces' else 'nothing_off' end);
      end if;
    end if;
  end if;

  priced.shipping := priced.shipping - priced.delivery_discount;
  priced.total := priced.subtotal - priced.discount + priced.shipping;
  priced.shares := case when priced.discount > 0 then shop.shares_of(priced.discount, eligible)
                        else array_fill(0::numeric, array[cardinality(amounts)]) end;
  return priced;
end;
$$;

-- What a price says beside lines, delivery and total: {discount, deliveryDiscount, code?} where something is taken off, {refusedCode} where
-- a code is not taken, nothing otherwise.
create function shop.discount_json(discount numeric, delivery_discount numeric, code text, refusal jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when discount + delivery_discount > 0
              then jsonb_strip_nulls(jsonb_build_object('discount', discount, 'deliveryDiscount', delivery_discount, 'code', code))
                else '{}' end
      || case when refusal is not null then jsonb_build_object('refusedCode', refusal) else '{}' end;
$$;

-- A cart as it stands now. Takes [{productId, quantity, selectedColor?, selectedSize?}], the delivery rule, the code that somebody typed or
-- null, and how many wrong codes one network may try {bucket, hits, seconds}, or null for any number of them. Returns {items: [{productId,
-- selectedColor?, selectedSize?, name, image, price, available, quantity, countedBy?}], subtotal, shipping, total}; `quantity` is how many
-- of the pieces asked for are available, so a line that is sold out counts nothing. `countedBy` names the choices (`color`, `size`) that
-- `available` is of; a line that lacks one of them cannot be ordered. With a code, also {code, discount, deliveryDiscount} where it takes
-- something off, else {refusedCode} as `shop.order_price` has it. Refuses 429 `too_many_guesses` {retryAfter}, the right code, too.
create function public.quote_cart(items jsonb, delivery jsonb, code text default null, guesses jsonb default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  lines shop.priced_line[];
  shown jsonb;
  priced shop.order_price;
  retry_after integer;
begin
  if code is not null and guesses is not null then
    retry_after := public.hit_rate_limit(guesses ->> 'bucket', (guesses ->> 'hits')::integer, (guesses ->> 'seconds')::integer);
    if retry_after > 0 then
      perform shop.refuse('too_many_guesses', jsonb_build_object('retryAfter', retry_after));
    end if;
  end if;

  with asked as (
    select l.*, coalesce(l.available, 0) as units,
           -- Two lines may be the same pieces: the first line gets them first.
           greatest(0, least(l.quantity, coalesce(l.available, 0) - coalesce(sum(l.quantity) over (
             partition by l.product_id, l.variant_id order by l.line_position rows between unbounded preceding and 1 preceding),
             0)))::integer as granted
      from shop.price_lines(items) l
  )
  select array_agg(row(a.line_position, a.product_id, a.product_name, a.product_image, a.price, a.units, a.granted,
                       a.selected_color, a.selected_size,
                       a.colors, a.sizes, a.variant_id, a.missing_choice)::shop.priced_line order by a.line_position),
         jsonb_agg(jsonb_build_object('productId', a.product_id, 'name', coalesce(a.product_name, ''), 'image', a.product_image,
                                      'price', coalesce(a.price, 0), 'available', a.units, 'quantity', a.granted)
                   || jsonb_strip_nulls(jsonb_build_object('selectedColor', a.selected_color, 'selectedSize', a.selected_size,
                                                           'countedBy', nullif(shop.counted_by(a.product_id), '[]')))
                                                           order by a.line_position)
    into lines, shown from asked a;
  priced := shop.price_order(lines, delivery, case when code is not null then jsonb_build_object('code', code) end);
  if guesses is not null and code is not null and priced.refusal ->> 'reason' is distinct from 'unknown' then
    -- Who knows a code may ask as often as they like.
    update public.rate_limits r set hits = r.hits - 1 where r.bucket = guesses ->> 'bucket';
  end if;
  return jsonb_build_object('items', coalesce(shown, '[]'), 'subtotal', priced.subtotal, 'shipping', priced.shipping, 'total', priced.total)
    || shop.discount_json(priced.discount, priced.delivery_discount, priced.code, priced.refusal);
end;
$$;

grant execute on function public.quote_cart to service_role;
