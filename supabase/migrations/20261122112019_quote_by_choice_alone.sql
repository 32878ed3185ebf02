SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.quote_cart (
  items    jsonb,
  delivery jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with lines as (
    select l.*, coalesce(l.available, 0) as pieces,
           -- Two lines may be the same pieces: the first line gets them first.
           greatest(0, least(l.quantity, coalesce(l.available, 0) - coalesce(sum(l.quantity) over (
             partition by l.product_id, l.variant_id order by l.line_position rows between unbounded preceding and 1 preceding), 0)))::integer as granted
      from shop.price_lines(items) l
  ), sums as (
    select coalesce(sum(granted * coalesce(price, 0)), 0) as subtotal from lines
  )
  select jsonb_build_object(
    'items', coalesce((select jsonb_agg(jsonb_build_object(
        'productId', product_id, 'name', coalesce(product_name, ''), 'image', product_image,
        'price', coalesce(price, 0), 'available', pieces, 'quantity', granted)
        || jsonb_strip_nulls(jsonb_build_object('selectedColor', selected_color, 'selectedSize', selected_size,
                                                'countedBy', nullif(shop.counted_by(product_id), '[]'))) order by line_position) from lines), '[]'),
    'subtotal', subtotal,
    'shipping', shop.delivery_charge(subtotal, delivery),
    'total', subtotal + shop.delivery_charge(subtotal, delivery))
  from sums;
$function$;
