SET local check_function_bodies = off;

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
  began       shop.order_source        DEFAULT NULL::shop.order_source,
  work        text                     DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  -- The table of words has the columns that most searches filter and sort by; orders are joined only for the others.
  is_searched constant boolean := typed_words is not null;
  is_narrowed constant boolean := email_like is not null or began is not null or work is not null;
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
    || case when began is null then '' else ' and o.source = $7' end
    || case when work is null then '' else ' and o.id in (select w.order_id from shop.order_work w where w.work = $8)' end;
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
                         else greatest(page_offset + page_limit, counted_at_once) end, began, work;
  if not is_searched and not is_narrowed then
    total := shop.count_records('orders', list_orders.status::text, from_time, to_time);
  elsif is_searched or cardinality(ids) < greatest(page_offset + page_limit, counted_at_once) then
    total := cardinality(ids);
  else
    execute format('select count(*) from public.orders o where %s', conditions)
       into total using list_orders.status, email_like, from_time, to_time, typed_words, null::bigint, began, work;
  end if;
  return json_build_object(
    'items', shop.staff_orders_json(ids[page_offset + 1 : page_offset + page_limit]),
    'total', total);
end;
$function$;

CREATE OR REPLACE FUNCTION public.order_stats()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with counted as (
    select t.kind as status, sum(t.records) as orders, sum(t.added) as revenue from shop.daily_counts t where t.subject = 'orders' group by t.kind
  ), standing as (
    select coalesce(sum(orders), 0) as orders, coalesce(sum(revenue), 0) as revenue from counted where status <> 'cancelled'
  )
  select jsonb_build_object(
    'totalOrders', (select coalesce(sum(orders), 0) from counted),
    'totalRevenue', standing.revenue,
    'averageOrderValue', case when standing.orders = 0 then 0 else round(standing.revenue / standing.orders, 2) end,
    'statusCounts', (select jsonb_object_agg(s, coalesce((select c.orders from counted c where c.status = s::text), 0))
                       from unnest(enum_range(null::shop.order_status)) s),
    'work', (select coalesce(jsonb_agg(jsonb_build_object('work', w.work, 'orders', w.orders)), '[]')
               from (select o.work, count(*) as orders from shop.order_work o group by o.work) w))
  from standing;
$function$;

CREATE VIEW "shop"."order_work" WITH (security_invoker=true) AS  SELECT o.id AS order_id,
        CASE
            WHEN parcels.waits THEN 'to_hand_over'::text
            WHEN parcels.has_left THEN 'with_courier'::text
            WHEN parcels.is_back THEN 'returned'::text
            WHEN (o.status = 'shipped'::shop.order_status) THEN 'with_courier'::text
            WHEN ((o.status = 'pending'::shop.order_status) AND (c.state <> 'confirmed'::shop.confirmation_state) AND (c.overridden_at IS NULL)) THEN 'to_confirm'::text
            ELSE 'to_pack'::text
        END AS work
   FROM ((public.orders o
     LEFT JOIN public.order_confirmations c ON ((c.order_id = o.id)))
     CROSS JOIN LATERAL ( SELECT bool_or((s.status = 'preparing'::shop.shipment_status)) AS waits,
            bool_or((s.status <> ALL (ARRAY['preparing'::shop.shipment_status, 'failed'::shop.shipment_status, 'returned'::shop.shipment_status]))) AS has_left,
            bool_or(((s.status = ANY (ARRAY['failed'::shop.shipment_status, 'returned'::shop.shipment_status])) AND (s.received_at IS NULL))) AS is_back
           FROM public.shipments s
          WHERE ((s.order_id = o.id) AND (s.archived_at IS NULL))) parcels)
  WHERE ((o.archived_at IS NULL) AND (o.status = ANY (ARRAY['pending'::shop.order_status, 'processing'::shop.order_status, 'shipped'::shop.order_status])))
UNION ALL
 SELECT o.id AS order_id,
    'returned'::text AS work
   FROM (shop.returned_orders r
     JOIN public.orders o ON ((o.id = r.order_id)))
  WHERE (o.status = 'cancelled'::shop.order_status);

GRANT SELECT ON TABLE "shop"."order_work" TO "service_role";
