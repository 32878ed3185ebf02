SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.goes_with (
  product public.products
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  -- Asked per pick: joined, each product of a list reads all products.
  select coalesce(array_agg(k.pick_id order by k.place)
                    filter (where (select p.archived_at is null from public.products p where p.id = k.pick_id)), '{}')
    from public.product_picks k where k.product_id = product.id;
$function$;

CREATE OR REPLACE FUNCTION public.no_returns (
  product public.products
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(nullif(product.no_return_reason, ''),
                  (select nullif(c.no_return_reason, '') from public.categories c where c.slug = product.category),
                  (select c.no_return_reason from public.categories c
                    where product.in_the_box <> '' and c.no_return_reason <> ''
                      and shop.split_words(product.in_the_box) @> shop.split_words(c.name)
                    order by c.sort_order, c.id limit 1), '');
$function$;
