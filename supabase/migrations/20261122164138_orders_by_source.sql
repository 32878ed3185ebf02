SET local check_function_bodies = off;

DROP FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer, text[]);

CREATE OR REPLACE FUNCTION public.list_orders (
  status      shop.order_status,
  email_like  text,
  from_time   timestamp with time zone,
  to_time     timestamp with time zone,
  sort_by     text,
  ascending   boolean,
  page_offset integer,
  page_limit  integer,
  typed_words text[]                   DEFAULT NULL::text[],
  began       shop.order_source        DEFAULT NULL::shop.order_source
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  -- The table of words has the columns that most searches filter and sort by; orders are joined only for the others.
  is_searched constant boolean := typed_words is not null;
  is_narrowed constant boolean := email_like is not null or began is not null;
  needs_order constant boolean := not is_searched or is_narrowed or sort_by in ('orderNumber', 'totalAmount', 'customerName');
  source constant text := case when not is_searched then 'public.orders o'
                               when needs_order then 'shop.order_words w join public.orders o on o.id = w.order_id'
                               else 'shop.order_words w' end;
  -- Both tables have `status` and `created_at`.
  alias constant text := case when is_searched then 'w' else 'o' end;
  id constant text := case when is_searched then 'w.order_id' else 'o.id' end;
  conditions constant text := case when is_searched then 'w.words @@ shop.word_prefix_query($5)' else 'o.archived_at is null' end
    || format(' and ($1 is null or %1$s.status = $1) and ($3 is null or %1$s.created_at >= $3) and ($4 is null or %1$s.created_at < $4)', alias)
    || case when email_like is null then '' else ' and o.customer_email like $2' end
    || case when began is null then '' else ' and o.source = $7' end;
  ordering constant text := format(case sort_by when 'orderNumber' then 'char_length(o.order_number) %1$s, o.order_number %1$s'
                                                when 'totalAmount' then 'o.total_amount %1$s'
                                                when 'customerName' then 'o.customer_name %1$s'
                                                when 'status' then alias || '.status %1$s'
                                                else alias || '.created_at %1$s' end, case when ascending then 'asc' else 'desc' end);
  -- Up to this many matches are counted while they are read; more are counted separately.
  counted_at_once constant integer := 1000;
  ids text[];
  total bigint;
begin
  -- Dynamic, so that each sort key uses its index; ids alone, so that skipped rows are not read.
  execute format('select array (select %s from %s where %s order by %s, %1$s limit $6)', id, source, conditions, ordering)
     into ids using list_orders.status, email_like, from_time, to_time, typed_words,
                    -- A word index returns all matches in any case.
                    case when is_searched then null when not is_narrowed then page_offset + page_limit
                         else greatest(page_offset + page_limit, counted_at_once) end, began;
  if not is_searched and not is_narrowed then
    total := shop.count_records('orders', list_orders.status::text, from_time, to_time);
  elsif is_searched or cardinality(ids) < greatest(page_offset + page_limit, counted_at_once) then
    total := cardinality(ids);
  else
    execute format('select count(*) from public.orders o where %s', conditions)
       into total using list_orders.status, email_like, from_time, to_time, typed_words, null::bigint, began;
  end if;
  return json_build_object(
    'items', shop.staff_orders_json(ids[page_offset + 1 : page_offset + page_limit]),
    'total', total);
end;
$function$;

REVOKE ALL
  ON FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer, text[], shop.order_source)
  FROM PUBLIC, "anon", "authenticated";

REVOKE ALL
  ON FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer, text[], shop.order_source)
  FROM "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer, text[], shop.order_source)
  TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer, text[], shop.order_source)
  TO "service_role";
