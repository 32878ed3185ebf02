SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION shop.staff_orders_json (
  ids text[]
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return (select coalesce(json_agg(document order by page.place), '[]')
            from unnest(ids) with ordinality as page (id, place)
           cross join lateral (select (p.stored).*, p.items, p.shipments, p.confirmation, p.whatsapp
                                 from shop.order_parts p where p.order_id = page.id) document);
end;
$function$;
