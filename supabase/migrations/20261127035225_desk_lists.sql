SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.list_purchase_orders (
  status             shop.purchase_order_status,
  supplier_name_like text,
  from_time          timestamp with time zone,
  to_time            timestamp with time zone,
  sort_by            text,
  ascending          boolean,
  page_offset        integer,
  page_limit         integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  ids text[];
begin
  execute format('select array (
    select p.id from public.purchase_orders p
     where p.archived_at is null and ($1 is null or p.status = $1) and ($2 is null or p.supplier_name ilike $2)
       and ($3 is null or p.dated_at >= $3) and ($4 is null or p.dated_at < $4)
     order by p.%I %s, p.id)',
    case sort_by when 'supplierName' then 'supplier_name' when 'totalAmount' then 'total_amount' when 'status' then 'status'
                 else 'created_at' end, case when ascending then 'asc' else 'desc' end)
     into ids using list_purchase_orders.status, supplier_name_like, from_time, to_time;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('items',
                       (select coalesce(jsonb_agg(to_jsonb(i) || jsonb_build_object('color', v.color, 'size', v.size, 'sku', v.sku)
                                                  order by i.position), '[]')
                          from public.purchase_order_items i join public.product_variants v on v.id = i.variant_id
                         where i.purchase_order_id = p.id)) order by page.place), '[]')
                from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.purchase_orders p on p.id = page.id),
    'total', cardinality(ids));
end;
$function$;

REVOKE ALL
  ON FUNCTION "public"."list_purchase_orders"(shop.purchase_order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer)
  FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_subscribers (
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(page) order by page.created_at desc, page.id), '[]')
                from (select s.id, s.email, s.created_at from public.newsletter_subscribers s
                       order by s.created_at desc, s.id offset page_offset limit page_limit) page),
    'total', (select count(*) from public.newsletter_subscribers));
$function$;

REVOKE ALL ON FUNCTION "public"."list_subscribers"(integer, integer) FROM PUBLIC, "anon", "authenticated";

REVOKE ALL
  ON FUNCTION "public"."list_purchase_orders"(shop.purchase_order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer)
  FROM "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_purchase_orders"(shop.purchase_order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer)
  TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_purchase_orders"(shop.purchase_order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer)
  TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_subscribers"(integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_subscribers"(integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_subscribers"(integer, integer) TO "service_role";
