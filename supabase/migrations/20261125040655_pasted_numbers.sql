SET local check_function_bodies = off;

DROP VIEW "public"."shipments_of_orders";

DROP VIEW "shop"."order_parts";

ALTER TABLE "public"."shipments"
  ADD COLUMN "weight" integer;

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
  insert into public.shipments (order_id, carrier, tracking_number, shipping_method, shipping_cost, weight, estimated_delivery_date, notes)
  values (sent.id, coalesce(shipment ->> 'carrier', ''), coalesce(shipment ->> 'trackingNumber', ''),
          coalesce(shipment ->> 'shippingMethod', 'standard')::shop.shipping_method, coalesce((shipment ->> 'shippingCost')::numeric, 0),
          (shipment ->> 'weight')::integer, (shipment ->> 'estimatedDeliveryDate')::date, coalesce(shipment ->> 'notes', ''))
  returning id into created_id;
  if sent.status = 'shipped' and shop.came_back(sent.id, created_id) is not null then
    update public.orders o set status = 'processing' where o.id = sent.id;
  end if;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = created_id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.edit_shipment (
  shipment_id text,
  changes     jsonb,
  actor       uuid,
  seen        timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.shipments := shop.lock_shipment(shipment_id);
begin
  perform shop.act_as(actor);
  perform shop.check_version(before.updated_at, seen);
  update public.shipments s
     set (carrier, tracking_number, shipping_method, shipping_cost, weight, estimated_delivery_date, notes) =
         (select f.carrier, f.tracking_number, f.shipping_method, f.shipping_cost, f.weight, f.estimated_delivery_date, f.notes
            from jsonb_populate_record(before, changes) f)
   where s.id = before.id;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = before.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.find_shipments (
  numbers       text[],
  order_numbers text[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  places bigint[];
  ids text[];
begin
  -- Ids first: the view is then read by them, however many shipments there are.
  select array_agg(asked.place), array_agg(meant.id) into places, ids
    from unnest(find_shipments.numbers, find_shipments.order_numbers) with ordinality as asked (number, order_number, place)
   cross join lateral (select s.id from public.shipments s where s.shipment_number = upper(asked.number)
                       union select s.id from public.shipments s
                              where shop.tracking_key(s.tracking_number) = shop.tracking_key(asked.number)
                                and s.tracking_number <> '' and s.archived_at is null
                       union select s.id from public.shipments s join public.orders o on o.id = s.order_id
                              where o.order_number = asked.order_number) meant;
  return (
    with shown as (
      select m.place, jsonb_agg(to_jsonb(s) order by s.created_at, s.id) as shipments
        from unnest(places, ids) as m (place, id) join public.shipments_of_orders s on s.id = m.id
       where s.archived_at is null group by m.place)
    select jsonb_agg(jsonb_build_object(
             'order_number', (select o.order_number from public.orders o where o.order_number = asked.order_number and o.archived_at is null),
             'shipments', coalesce(shown.shipments, '[]')) order by asked.place)
      from unnest(find_shipments.order_numbers) with ordinality as asked (order_number, place) left join shown on shown.place = asked.place);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."find_shipments"(text[], text[]) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_confirmations (
  state       shop.confirmation_state,
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  ids constant text[] := array (
    select c.order_id from public.order_confirmations c left join shop.confirmation_queue q on q.order_id = c.order_id
     where c.is_open and case when list_confirmations.state is null then c.due_at is not null else c.state = list_confirmations.state end
     order by q.due_at > now(), case when q.due_at > now() then q.due_at end, q.urgency, c.updated_at desc, c.order_id);
begin
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.desk_json(page.id) order by page.place), '[]')
                from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)),
    'counts', (select jsonb_agg(jsonb_build_object('state', s, 'count', (select count(*) from public.order_confirmations c where c.is_open and c.state = s)))
                 from unnest(enum_range(null::shop.confirmation_state)) s),
    'due', (select count(*) from shop.confirmation_queue q where q.due_at <= now()),
    'total', cardinality(ids));
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_tracking_number (
  shipment_id     text,
  tracking_number text,
  actor           uuid,
  seen            timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  preview         boolean                  DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.shipments := shop.lock_shipment(shipment_id);
  key constant text := shop.tracking_key(tracking_number);
begin
  perform shop.act_as(actor);
  if key <> shop.tracking_key(before.tracking_number) then
    perform shop.check_version(before.updated_at, seen);
    perform pg_advisory_xact_lock(hashtextextended('tracking number ' || key, 0));
    perform shop.refuse(409, 'tracking_number_used', format('%s of %s has this tracking number already', s.shipment_number, s.order_number),
              jsonb_build_object('shipmentNumber', s.shipment_number))
       from public.shipments s
      where shop.tracking_key(s.tracking_number) = key and s.tracking_number <> '' and s.archived_at is null and s.id <> before.id limit 1;
    if not preview then
      update public.shipments s set tracking_number = set_tracking_number.tracking_number where s.id = before.id;
    end if;
  end if;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = before.id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."set_tracking_number"(text, text, uuid, timestamp WITH time zone, boolean) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.try_shipment_status (
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
  outcome jsonb;
begin
  begin
    outcome := public.set_shipment_status(shipment_id, status, actor, seen, reason);
    raise sqlstate 'UNDO1';
  exception when sqlstate 'UNDO1' then null;
  end;
  return outcome;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."try_shipment_status"(text, shop.shipment_status, uuid, timestamp WITH time zone, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.tracking_key (
  tracking_number text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select upper(regexp_replace(tracking_number, '\s', '', 'g'));
$function$;

ALTER TABLE "public"."shipments"
  ADD CONSTRAINT "shipments_weight_in_grams" CHECK (((weight >= 1) AND (weight <= 100000)));

CREATE VIEW "public"."shipments_of_orders" WITH (security_invoker=true) AS  SELECT s.id,
    s.shipment_number,
    s.order_id,
    s.carrier,
    s.tracking_number,
    s.shipping_method,
    s.shipping_cost,
    s.status,
    s.weight,
    s.estimated_delivery_date,
    s.shipped_date,
    s.received_at,
    s.notes,
    s.created_at,
    s.updated_at,
    s.archived_at,
    o.order_number,
    o.status AS order_status,
    o.customer_name AS recipient_name,
    o.customer_email AS recipient_email,
    o.customer_phone AS recipient_phone,
    o.city,
    o.city_known,
        CASE
            WHEN ((o.payment_status = 'paid'::shop.payment_status) OR (o.status = 'cancelled'::shop.order_status) OR (s.status = ANY (ARRAY['delivered'::shop.shipment_status, 'failed'::shop.shipment_status, 'returned'::shop.shipment_status])) OR (EXISTS ( SELECT
               FROM public.shipments e
              WHERE ((e.order_id = s.order_id) AND (e.archived_at IS NULL) AND (e.status <> ALL (ARRAY['failed'::shop.shipment_status, 'returned'::shop.shipment_status])) AND (ROW(e.created_at, e.id) < ROW(s.created_at, s.id)))))) THEN (0)::numeric
            ELSE o.total_amount
        END AS to_collect,
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
    ( SELECT COALESCE(json_agg(json_build_object('id', s.id, 'shipment_number', s.shipment_number, 'status', s.status, 'carrier', s.carrier, 'tracking_number', s.tracking_number, 'weight', s.weight, 'received_at', s.received_at, 'updated_at', s.updated_at) ORDER BY s.created_at, s.id), '[]'::json) AS "coalesce"
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

REVOKE ALL ON FUNCTION "public"."find_shipments"(text[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_shipments"(text[], text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_shipments"(text[], text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."set_tracking_number"(text, text, uuid, timestamp WITH time zone, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_tracking_number"(text, text, uuid, timestamp WITH time zone, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_tracking_number"(text, text, uuid, timestamp WITH time zone, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."try_shipment_status"(text, shop.shipment_status, uuid, timestamp WITH time zone, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."try_shipment_status"(text, shop.shipment_status, uuid, timestamp WITH time zone, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."try_shipment_status"(text, shop.shipment_status, uuid, timestamp WITH time zone, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."tracking_key"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."tracking_key"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."tracking_key"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."tracking_key"(text) TO "service_role";

REVOKE ALL ON TABLE "public"."shipments_of_orders" FROM "service_role";

GRANT SELECT ON TABLE "public"."shipments_of_orders" TO "service_role";

GRANT SELECT ON TABLE "shop"."order_parts" TO "service_role";

CREATE INDEX shipments_by_tracking_key ON public.shipments USING btree (shop.tracking_key(tracking_number))
  WHERE ((archived_at IS NULL) AND (tracking_number <> ''::text));
