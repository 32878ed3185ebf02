-- What a cart costs before it is ordered.

-- Whether an order is to be wrapped. Takes what was sent.
create function shop.wants_wrap(payload jsonb) returns boolean
language sql immutable
return coalesce((payload ->> 'isGift')::boolean and (payload ->> 'wantsGiftWrap')::boolean, false);

-- A cart as it stands now. Takes [{productId, quantity, selectedColor?, selectedSize?}], the delivery rule, the code that somebody typed or
-- null, and who tries it, as `count_code_try` counts it, or null for any number of tries. Returns {items: [{productId, selectedColor?,
-- selectedSize?, name, image, price, available, quantity, countedBy?}], subtotal, shipping, total}; `quantity` is how many of the pieces
-- asked for are available, so a line that is sold out counts nothing. `countedBy` names the choices (`color`, `size`) that `available` is
-- of; a line that lacks one of them cannot be ordered. With a code, also {code, discount, deliveryDiscount} where it takes something off,
-- else {refusedCode} as `shop.order_price` has it; where it is to be wrapped, {giftWrap}, null where the shop
-- does not do that. Refuses 429 `too_many_guesses` {retryAfter}, the right code, too.
create function public.quote_cart(items jsonb, delivery jsonb, code text default null, guesses jsonb default null,
                                  wraps boolean default false) returns jsonb
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
             partition by l.product_id, l.variant_id order by l.line_position rows between unbounded preceding and 1 preceding),
             0)))::integer as granted
      from shop.price_lines(items) l
  )
  select array_agg(row(a.line_position, a.product_id, a.product_name, a.product_image, a.price, a.units, a.granted,
                       a.selected_color, a.selected_size,
                       a.colors, a.sizes, a.variant_id, a.missing_choice, null)::shop.priced_line order by a.line_position),
         jsonb_agg(jsonb_build_object('productId', a.product_id, 'name', coalesce(a.product_name, ''), 'image', a.product_image,
                                      'price', coalesce(a.price, 0), 'available', a.units, 'quantity', a.granted)
                   || jsonb_strip_nulls(jsonb_build_object('selectedColor', a.selected_color, 'selectedSize', a.selected_size,
                                                           'countedBy', nullif(shop.counted_by(a.product_id), '[]')))
                                                           order by a.line_position)
    into lines, shown from asked a;
  priced := shop.price_order(lines, delivery, case when code is not null then jsonb_build_object('code', code) end, false, 0,
                             case when wraps then shop.gift_wrap_price() end);
  return jsonb_build_object('items', coalesce(shown, '[]'), 'subtotal', priced.subtotal, 'shipping', priced.shipping, 'total', priced.total)
    || shop.discount_json(priced.discount, priced.delivery_discount, priced.code, priced.refusal, null)
    || case when wraps then jsonb_build_object('giftWrap', priced.gift_wrap) else '{}' end;
end;
$$;

grant execute on function public.quote_cart to service_role;

-- What a code is good for, before there is anything in a cart. Takes it as typed, and who tries it, as `count_code_try` counts it, or null
-- for any number of tries. Returns {terms: {code, kind, target, value, minimum, categories, isForSome, newCustomersOnly, endsAt?}} where it
-- holds now, else {refusedCode: {code, reason, startsAt?}}. `isForSome`: for some products. Refuses 429 `too_many_guesses` {retryAfter}.
create function public.code_offer(typed text, guesses jsonb default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  code public.discount_codes;
  refusal jsonb := jsonb_build_object('code', typed, 'reason', 'unknown');
begin
  if guesses is not null then
    perform public.count_code_try(typed, guesses);
  end if;
  select * into code from public.discount_codes c where c.code_key = shop.code_key(typed);
  if code.id is not null then
    refusal := shop.code_refusal(code);
  end if;
  return case when refusal is not null then jsonb_build_object('refusedCode', refusal)
              else jsonb_build_object('terms', jsonb_strip_nulls(jsonb_build_object(
                     'code', code.code, 'kind', code.kind, 'target', code.target, 'value', code.value, 'minimum', code.minimum,
                     'categories', shop.current_slugs(code.categories), 'isForSome', cardinality(code.product_ids) > 0,
                     'newCustomersOnly', code.new_customers_only, 'endsAt', code.ends_at))) end;
end;
$$;

grant execute on function public.code_offer to service_role;
