SET local check_function_bodies = off;

DROP VIEW "public"."shipments_of_orders";

DROP VIEW "shop"."order_parts";

DROP FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer, text[], shop.order_source);

DROP FUNCTION "public"."set_order_status"(text, shop.order_status, uuid, timestamp WITH time zone, boolean);

DROP FUNCTION "public"."set_shipment_status"(text, shop.shipment_status, uuid, timestamp WITH time zone);

ALTER TABLE "public"."shipments"
  ADD COLUMN "received_at" timestamp WITH time zone;

CREATE OR REPLACE FUNCTION public.create_shipment (
  shipment jsonb,
  actor    uuid  DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  -- Locked, so that it cannot be cancelled between this check and the shipment.
  sent public.orders := shop.lock_order(shipment ->> 'orderId');
  created_id text;
begin
  perform shop.act_as(actor);
  if sent.status = 'cancelled' then
    perform shop.refuse(409, 'order_cancelled', 'A cancelled order cannot be shipped');
  end if;
  if sent.customer_address = '' then
    perform shop.refuse_field('orderId', 'This order is collected in the shop. To ship it, give it an address first.');
  end if;
  insert into public.shipments (order_id, carrier, tracking_number, shipping_method, shipping_cost, estimated_delivery_date, notes)
  values (sent.id, coalesce(shipment ->> 'carrier', ''), coalesce(shipment ->> 'trackingNumber', ''),
          coalesce(shipment ->> 'shippingMethod', 'standard')::shop.shipping_method, coalesce((shipment ->> 'shippingCost')::numeric, 0),
          (shipment ->> 'estimatedDeliveryDate')::date, coalesce(shipment ->> 'notes', ''))
  returning id into created_id;
  if sent.status = 'shipped' and shop.came_back(sent.id, created_id) is not null then
    update public.orders o set status = 'processing' where o.id = sent.id;
  end if;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = created_id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.desk_work (
  today      date,
  low_stock  integer,
  late_after integer,
  page_limit integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  late text[] := array(
    select s.id from public.shipments s
     where s.archived_at is null and s.status in ('preparing', 'shipped', 'in_transit', 'out_for_delivery')
       and (s.estimated_delivery_date < today
            or (s.estimated_delivery_date is null and s.status <> 'preparing' and s.shipped_date < shop.start_of_day(today - late_after)))
     order by coalesce(s.estimated_delivery_date, shop.day_of(s.shipped_date) + late_after), s.id);
begin
  return jsonb_build_object(
    'toConfirm', shop.count_records('orders', 'pending', null, null),
    'toPack', shop.count_records('orders', 'processing', null, null),
    'toHandOver', (select count(*) from public.shipments s where s.archived_at is null and s.status = 'preparing'),
    'returned', (select count(*) from shop.returned_orders),
    'lowStock', (select count(*) from public.products p where p.archived_at is null and p.stock_quantity <= low_stock),
    'lateCount', cardinality(late),
    'late', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number, 'order_number', s.order_number, 'status', s.status,
                      'carrier', s.carrier, 'recipient_name', o.customer_name, 'estimated_delivery_date', s.estimated_delivery_date,
                      'shipped_date', s.shipped_date) order by listed.place), '[]')
               from unnest(late[1 : page_limit]) with ordinality as listed (id, place)
               join public.shipments s on s.id = listed.id join public.orders o on o.id = s.order_id),
    'expectedCount', (select count(*) from public.purchase_orders p
                       where p.archived_at is null and p.expected_delivery_date is not null and p.status in ('pending', 'ordered', 'partial')),
    'expected', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'order_number', p.order_number, 'supplier_name', p.supplier_name,
                          'status', p.status, 'expected_delivery_date', p.expected_delivery_date) order by p.expected_delivery_date, p.id), '[]')
                   from (select * from public.purchase_orders e
                          where e.archived_at is null and e.expected_delivery_date is not null and e.status in ('pending', 'ordered', 'partial')
                          order by e.expected_delivery_date, e.id limit page_limit) p));
end;
$function$;

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
    || case work when 'returned' then ' and o.id in (select r.order_id from shop.returned_orders r)' else '' end;
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
  ON FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer, text[], shop.order_source, text)
  FROM PUBLIC, "anon", "authenticated";

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
    'returned', (select count(*) from shop.returned_orders))
  from standing;
$function$;

CREATE OR REPLACE FUNCTION public.receive_returned_order (
  order_id text,
  receipt  jsonb,
  actor    uuid,
  seen     timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.orders := shop.lock_order(order_id);
  complaints jsonb;
  line record;
begin
  perform shop.act_as(actor);
  if not exists (select from shop.returned_orders r where r.order_id = before.id) then
    perform shop.refuse(409, 'nothing_came_back', format('No parcel of order %s waits to be counted', before.order_number));
  end if;
  perform shop.check_version(before.updated_at, seen);

  select jsonb_agg(jsonb_build_object('path', format('items.%s.%s', l.ordinality - 1, case when i.id is null then 'itemId' else 'damaged' end), 'message',
           case when i.id is null then 'This line is not in the order' else format(case when i.quantity = 1 then 'Only %s was sent' else 'Only %s were sent' end, i.quantity) end) order by l.ordinality)
    into complaints
    from jsonb_array_elements(receipt -> 'items') with ordinality as l (line, ordinality)
    left join public.order_items i on i.id = l.line ->> 'itemId' and i.order_id = before.id
   where i.id is null or (l.line ->> 'damaged')::integer > i.quantity;
  if complaints is not null then
    perform shop.refuse(422, 'validation_failed', 'Please check the highlighted fields', jsonb_build_object('errors', complaints));
  end if;

  update public.shipments s set status = 'returned', received_at = now()
   where s.order_id = before.id and s.archived_at is null and s.received_at is null;
  perform shop.log_order_event(before.id, 'note', '', null, null, concat_ws('. ', 'Counted what came back: ' || (
    select string_agg(concat_ws(' ', i.quantity, '×', concat_ws(', ', i.product_name, nullif(shop.choice_name(coalesce(i.selected_color, ''), coalesce(i.selected_size, '')), '')))
                      || case when d.damaged > 0 then format(' (%s damaged or missing)', d.damaged) else '' end, '; ' order by i.position)
      from public.order_items i
      left join lateral (select (l ->> 'damaged')::integer as damaged from jsonb_array_elements(receipt -> 'items') l where l ->> 'itemId' = i.id limit 1) d on true
     where i.order_id = before.id), nullif(receipt ->> 'notes', '')));
  if before.status <> 'cancelled' then
    perform shop.move_together(before, 'cancelled', actor);
  end if;

  for line in
    select i.product_id, i.variant_id, min(i.product_name) as name, sum((l ->> 'damaged')::integer)::integer as damaged
      from jsonb_array_elements(receipt -> 'items') l join public.order_items i on i.id = l ->> 'itemId'
     group by i.product_id, i.variant_id having sum((l ->> 'damaged')::integer) > 0 order by i.product_id, i.variant_id
  loop
    perform 1 from public.products p where p.id = line.product_id for no key update;
    perform shop.refuse(409, 'not_enough_stock',
              format('%s of %s were put back when the order was cancelled and sold since: only %s are left to take off', line.damaged, line.name, v.stock_quantity),
              jsonb_build_object('productId', line.product_id, 'available', v.stock_quantity))
       from public.product_variants v where v.id = line.variant_id and v.stock_quantity < line.damaged;
    perform shop.change_stock(line.product_id, - line.damaged, 'damage', before.order_number, 'Came back damaged', actor, line.variant_id);
  end loop;
  return shop.staff_order_json(before.id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."receive_returned_order"(text, jsonb, uuid, timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.set_order_status (
  order_id       text,
  status         shop.order_status,
  actor          uuid,
  seen           timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  despite_parcel boolean                  DEFAULT false,
  reason         text                     DEFAULT ''::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.orders := shop.lock_order(order_id);
  parcels text[];
begin
  perform shop.act_as(actor);
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, seen, before.status::text);

    if status = 'cancelled' and seen is not null and not despite_parcel then
      -- No parcel can leave meanwhile: that takes the order's lock as well.
      select array_agg(s.shipment_number order by s.created_at, s.id) into parcels from public.shipments s
       where s.order_id = before.id and s.archived_at is null and s.status in ('shipped', 'in_transit', 'out_for_delivery');
      if parcels is not null then
        perform shop.refuse(409, 'parcel_under_way',
          format('A parcel of this order is under way: %s', array_to_string(parcels, ', ')), jsonb_build_object('shipments', parcels));
      end if;
    end if;
    if status = 'delivered' then
      perform shop.need_reason(before.id, shop.came_back(before.id), reason);
    end if;
    perform shop.move_together(before, status, actor);
  end if;
  return shop.staff_order_json(before.id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."set_order_status"(text, shop.order_status, uuid, timestamp WITH time zone, boolean, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.set_shipment_status (
  shipment_id text,
  status      shop.shipment_status,
  actor       uuid,
  seen        timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  reason      text                     DEFAULT ''::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.shipments := shop.lock_shipment(shipment_id);
  sent public.orders;
begin
  perform shop.act_as(actor);
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, seen, before.status::text);
    select * into sent from public.orders o where o.id = before.order_id;
    if status not in ('failed', 'returned') then
      if sent.archived_at is not null then
        perform shop.refuse(409, 'order_deleted',
          format('Order %s was deleted: its parcel can only be set to Failed or Returned', sent.order_number));
      elsif sent.status = 'cancelled' then
        perform shop.refuse(409, 'order_cancelled',
          format('Order %s is cancelled: its parcel can only be set to Failed or Returned', sent.order_number));
      end if;
    end if;
    if status = 'delivered' and before.status in ('failed', 'returned') and (seen is not null or reason <> '') then
      perform shop.need_reason(sent.id, array[before.shipment_number], reason);
    end if;
    perform shop.move_together(sent, null, actor, before.id, status);
  end if;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = before.id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."set_shipment_status"(text, shop.shipment_status, uuid, timestamp WITH time zone, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.came_back (
  order_id  text,
  except_id text DEFAULT NULL::text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when bool_and(s.status in ('failed', 'returned')) then array_agg(s.shipment_number order by s.created_at, s.id) end
    from public.shipments s where s.order_id = came_back.order_id and s.archived_at is null and s.id is distinct from except_id;
$function$;

CREATE OR REPLACE FUNCTION shop.different_fields (
  of_row jsonb,
  other  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return (select jsonb_object_agg(f.key, f.value) from jsonb_each(of_row) f
           where f.value is distinct from other -> f.key and f.key <> all ('{updated_at,order_number,received_at}'));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.move_together (
  before          public.orders,
  order_status    shop.order_status,
  actor           uuid,
  shipment_id     text                 DEFAULT NULL::text,
  shipment_status shop.shipment_status DEFAULT NULL::shop.shipment_status
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  order_to shop.order_status := order_status;
begin
  update public.shipments s
     set status = m.status, received_at = case when m.status = 'returned' then s.received_at end, shipped_date = case when m.status in ('preparing', 'failed', 'returned') then s.shipped_date else coalesce(s.shipped_date, now()) end
    from (select p.id,
                 case when p.id = move_together.shipment_id then move_together.shipment_status
                      when p.status in ('failed', 'returned')
                        then case when order_to = 'delivered' and not p.has_other and p.is_last then 'delivered'::shop.shipment_status end
                      when order_to = 'delivered' then 'delivered'
                      when order_to = 'shipped' and p.status in ('preparing', 'delivered') then 'shipped'
                      when order_to in ('pending', 'processing') then 'preparing' end::shop.shipment_status as status
            from (select l.*, bool_or(l.status not in ('failed', 'returned')) over () as has_other,
                         row_number() over (order by l.created_at desc, l.id desc) = 1 as is_last
                    from public.shipments l where l.order_id = before.id and l.archived_at is null) p) m
   where s.id = m.id and s.status <> m.status;

  if shipment_id is not null and before.status <> 'cancelled' and before.archived_at is null then
    order_to := shop.status_by_parcels(before);
  end if;
  if order_to <> before.status then
    if order_to = 'cancelled' then
      perform shop.move_order_stock(before.id, before.order_number, 1, actor);
    elsif before.status = 'cancelled' then
      perform shop.move_order_stock(before.id, before.order_number, -1, actor);
    end if;
    update public.orders o
       set status = order_to, payment_status = case when order_to = 'delivered' then 'paid' else 'pending' end::shop.payment_status
     where o.id = before.id;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.need_reason (
  order_id text,
  parcels  text[],
  reason   text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if parcels is null then
    return;
  end if;
  if coalesce(reason, '') = '' then
    perform shop.refuse(409, 'parcel_came_back',
      format('%s failed or came back. Say why the order is delivered all the same.', array_to_string(parcels, ', ')), jsonb_build_object('shipments', parcels));
  end if;
  perform shop.log_order_event(need_reason.order_id, 'note', '', null, null, format('Delivered although %s failed or came back: %s', array_to_string(parcels, ', '), reason));
end;
$function$;

ALTER TABLE "public"."shipments"
  ADD CONSTRAINT "shipments_received_came_back" CHECK (((received_at IS NULL) OR (status = 'returned'::shop.shipment_status)));

CREATE VIEW "public"."shipments_of_orders" WITH (security_invoker=true) AS  SELECT s.id,
    s.shipment_number,
    s.order_id,
    s.carrier,
    s.tracking_number,
    s.shipping_method,
    s.shipping_cost,
    s.status,
    s.estimated_delivery_date,
    s.shipped_date,
    s.received_at,
    s.notes,
    s.created_at,
    s.updated_at,
    s.archived_at,
    o.order_number,
    o.customer_name AS recipient_name,
    o.customer_email AS recipient_email,
    ( SELECT COALESCE(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'quantity', i.quantity, 'selected_color', i.selected_color, 'selected_size', i.selected_size, 'sku', v.sku) ORDER BY i."position"), '[]'::jsonb) AS "coalesce"
           FROM (public.order_items i
             JOIN public.product_variants v ON ((v.id = i.variant_id)))
          WHERE (i.order_id = s.order_id)) AS items
   FROM (public.shipments s
     LEFT JOIN public.orders o ON ((o.id = s.order_id)));

REVOKE ALL ON TABLE "public"."shipments_of_orders" FROM "anon", "authenticated";

CREATE VIEW "shop"."order_parts" WITH (security_invoker=true) AS  SELECT o.id AS order_id,
    o.*::public.orders AS stored,
    ( SELECT COALESCE(json_agg(line.* ORDER BY line."position"), '[]'::json) AS "coalesce"
           FROM ( SELECT i.id,
                    i.order_id,
                    i."position",
                    i.product_id,
                    i.variant_id,
                    i.product_name,
                    i.product_image,
                    i.selected_color,
                    i.selected_size,
                    i.quantity,
                    i.price,
                    v.sku
                   FROM (public.order_items i
                     JOIN public.product_variants v ON ((v.id = i.variant_id)))
                  WHERE (i.order_id = o.id)) line) AS items,
    ( SELECT COALESCE(json_agg(json_build_object('id', s.id, 'shipment_number', s.shipment_number, 'status', s.status, 'carrier', s.carrier, 'tracking_number', s.tracking_number, 'received_at', s.received_at, 'updated_at', s.updated_at) ORDER BY s.created_at, s.id), '[]'::json) AS "coalesce"
           FROM public.shipments s
          WHERE ((s.order_id = o.id) AND (s.archived_at IS NULL))) AS shipments,
    ( SELECT json_build_object('state', c.state, 'tries', c.tries, 'due_at', c.due_at, 'score', c.score, 'reasons', c.reasons, 'held_because', c.held_because, 'claimed_by',
                CASE
                    WHEN (c.claimed_until > now()) THEN ( SELECT json_build_object('id', s.id, 'name', s.username) AS json_build_object
                       FROM public.staff s
                      WHERE (s.id = c.claimed_by))
                    ELSE NULL::json
                END, 'claimed_until',
                CASE
                    WHEN (c.claimed_until > now()) THEN c.claimed_until
                    ELSE NULL::timestamp with time zone
                END, 'override',
                CASE
                    WHEN (c.overridden_at IS NOT NULL) THEN json_build_object('because', c.overridden_because, 'at', c.overridden_at, 'by', ( SELECT s.username
                       FROM public.staff s
                      WHERE (s.id = c.overridden_by)))
                    ELSE NULL::json
                END, 'gate',
                CASE
                    WHEN (EXISTS ( SELECT
                       FROM shop.orders_held_by_gate h
                      WHERE (h.order_id = c.order_id))) THEN 'closed'::text
                    ELSE 'open'::text
                END) AS json_build_object
           FROM public.order_confirmations c
          WHERE (c.order_id = o.id)) AS confirmation,
    ( SELECT json_build_object('question', w.question, 'answers', COALESCE(w.answers, '[]'::json)) AS json_build_object
           FROM ( SELECT ( SELECT json_build_object('status', q.status, 'error', q.error, 'updated_at', q.updated_at) AS json_build_object
                           FROM public.whatsapp_questions q
                          WHERE (q.order_id = o.id)) AS question,
                    ( SELECT json_agg(json_build_object('pressed', a.pressed, 'body', a.body, 'effect', a.effect, 'sent_at', a.sent_at) ORDER BY a.sent_at, a.id) AS json_agg
                           FROM public.whatsapp_answers a
                          WHERE (a.order_id = o.id)) AS answers) w
          WHERE ((w.question IS NOT NULL) OR (w.answers IS NOT NULL))) AS whatsapp
   FROM public.orders o;

CREATE VIEW "shop"."returned_orders" WITH (security_invoker=true) AS  SELECT DISTINCT s.order_id
   FROM (public.shipments s
     JOIN public.orders o ON ((o.id = s.order_id)))
  WHERE ((s.archived_at IS NULL) AND (s.status = ANY (ARRAY['failed'::shop.shipment_status, 'returned'::shop.shipment_status])) AND (s.received_at IS NULL) AND (o.archived_at IS NULL) AND (o.status <> 'delivered'::shop.order_status) AND (NOT (EXISTS ( SELECT
           FROM public.shipments l
          WHERE ((l.order_id = s.order_id) AND (l.archived_at IS NULL) AND (l.status <> ALL (ARRAY['failed'::shop.shipment_status, 'returned'::shop.shipment_status])))))));

CREATE INDEX shipments_to_receive ON public.shipments USING btree (order_id)
  WHERE ((archived_at IS NULL) AND (status = ANY (ARRAY['failed'::shop.shipment_status, 'returned'::shop.shipment_status])) AND (received_at IS NULL));

REVOKE ALL
  ON FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer, text[], shop.order_source, text)
  FROM "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer, text[], shop.order_source, text)
  TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer, text[], shop.order_source, text)
  TO "service_role";

REVOKE ALL ON FUNCTION "public"."receive_returned_order"(text, jsonb, uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."receive_returned_order"(text, jsonb, uuid, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."receive_returned_order"(text, jsonb, uuid, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."set_order_status"(text, shop.order_status, uuid, timestamp WITH time zone, boolean, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_order_status"(text, shop.order_status, uuid, timestamp WITH time zone, boolean, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_order_status"(text, shop.order_status, uuid, timestamp WITH time zone, boolean, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."set_shipment_status"(text, shop.shipment_status, uuid, timestamp WITH time zone, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_shipment_status"(text, shop.shipment_status, uuid, timestamp WITH time zone, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_shipment_status"(text, shop.shipment_status, uuid, timestamp WITH time zone, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."came_back"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."came_back"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."came_back"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."came_back"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."need_reason"(text, text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."need_reason"(text, text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."need_reason"(text, text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."need_reason"(text, text[], text) TO "service_role";

REVOKE ALL ON TABLE "public"."shipments_of_orders" FROM "service_role";

GRANT SELECT ON TABLE "public"."shipments_of_orders" TO "service_role";

GRANT SELECT ON TABLE "shop"."order_parts" TO "service_role";

GRANT SELECT ON TABLE "shop"."returned_orders" TO "service_role";

-- The parcels of orders that were cancelled before: nobody waits for them any more.
update public.shipments s set received_at = s.updated_at
  from public.orders o where o.id = s.order_id and o.status = 'cancelled' and s.status = 'returned' and s.archived_at is null;
