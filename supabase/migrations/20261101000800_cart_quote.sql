-- What a cart costs now. The one place that prices a line and knows the delivery rule: the quote shows it, the order charges it.

-- Prices the lines of a cart. Takes [{productId, quantity, selectedColor?, selectedSize?}].
-- Returns them in order, with today's name, image and price, and the pieces to be had (0 when it is not on sale any more).
create function shop.price_lines(items jsonb)
returns table (line_position integer, product_id text, product_name text, product_image text, price numeric, available integer,
               quantity integer, selected_color text, selected_size text, colors text[], sizes text[])
language sql stable set search_path = ''
as $$
  select i.ordinality::integer - 1, i.item ->> 'productId', p.name, p.images[1], p.price,
         case when p.is_available then p.stock_quantity else 0 end,
         (i.item ->> 'quantity')::integer, nullif(i.item ->> 'selectedColor', ''), nullif(i.item ->> 'selectedSize', ''), p.colors, p.sizes
    from jsonb_array_elements(items) with ordinality as i (item, ordinality)
    left join public.products p on p.id = i.item ->> 'productId' and p.archived_at is null
   order by i.ordinality;
$$;

-- The delivery charge in rupees. Takes the subtotal and the rule {freeFrom, fee}; an empty cart ships for nothing.
create function shop.delivery_charge(subtotal numeric, delivery jsonb) returns numeric
language sql immutable set search_path = ''
as $$
  select case when subtotal = 0 or subtotal >= (delivery ->> 'freeFrom')::numeric then 0 else (delivery ->> 'fee')::numeric end;
$$;

-- A cart as it stands now. Takes [{productId, quantity}] and the delivery rule. Returns
-- {items: [{productId, name, image, price, available, quantity}], subtotal, shipping, total}; `quantity` is what can be had of what was asked,
-- so a line that is sold out or gone counts nothing.
create function public.quote_cart(items jsonb, delivery jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with lines as (
    select l.*, coalesce(l.available, 0) as pieces,
           -- Two lines may be the same product in two colours: the first gets its pieces first.
           greatest(0, least(l.quantity, coalesce(l.available, 0) - coalesce(sum(l.quantity) over (
             partition by l.product_id order by l.line_position rows between unbounded preceding and 1 preceding), 0)))::integer as granted
      from shop.price_lines(items) l
  ), sums as (
    select coalesce(sum(granted * coalesce(price, 0)), 0) as subtotal from lines
  )
  select jsonb_build_object(
    'items', coalesce((select jsonb_agg(jsonb_build_object(
        'productId', product_id, 'name', coalesce(product_name, ''), 'image', product_image,
        'price', coalesce(price, 0), 'available', pieces, 'quantity', granted) order by line_position) from lines), '[]'),
    'subtotal', subtotal,
    'shipping', shop.delivery_charge(subtotal, delivery),
    'total', subtotal + shop.delivery_charge(subtotal, delivery))
  from sums;
$$;

grant execute on all functions in schema shop to service_role;
revoke execute on function public.quote_cart from public, anon, authenticated;
grant execute on function public.quote_cart to service_role;
