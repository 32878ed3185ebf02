SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.import_products (
  entries jsonb,
  known   integer,
  actor   uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$
begin
  -- One file at a time: two of them could add the same product.
  perform pg_advisory_xact_lock(hashtext('public.import_products'));
  if exists (select from jsonb_array_elements(entries) e where e ->> 'seen' is null) and (select count(*) from public.products) <> known then
    perform shop.refuse(409, 'catalogue_changed', 'The catalogue changed meanwhile');
  end if;
  perform 1 from public.categories c
   where c.slug in (select e -> 'fields' ->> 'category' from jsonb_array_elements(entries) e) order by c.slug for key share;
  perform shop.lock_products(array (select e ->> 'id' from jsonb_array_elements(entries) e where e ->> 'seen' is not null));

  -- First those that are there: a new product may take the SKU that one of them gives up.
  perform public.edit_product(e ->> 'id', e -> 'fields', (e ->> 'seen')::timestamptz, actor, (e ->> 'stock_seen')::integer)
    from jsonb_array_elements(entries) e where e ->> 'seen' is not null;
  perform shop.add_products(jsonb_agg(e.entry -> 'fields' || jsonb_build_object('id', e.entry -> 'id') order by e.place), actor)
    from jsonb_array_elements(entries) with ordinality as e (entry, place) where e.entry ->> 'seen' is null having count(*) > 0;
  return jsonb_array_length(entries);
end;
$function$;
