SET local check_function_bodies = off;

DROP VIEW "shop"."order_parts";

DROP VIEW "shop"."orders_stopped_by_gate";

CREATE OR REPLACE FUNCTION public.dispatch_list (
  row_limit integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  with waiting as (
    select coalesce(s.id, o.id) as id, o.id as order_id, o.order_number, o.customer_name, o.city, o.city_known,
    o.created_at, s.id as shipment_id,
           s.shipment_number, s.carrier, s.tracking_number, s.updated_at, s.weight, s.created_at as parcel_at,
           count(*) over () as total
      from shop.order_work w
      join public.orders o on o.id = w.order_id
      left join public.order_confirmations k on k.order_id = o.id
      left join public.shipments s on s.order_id = o.id and s.archived_at is null and s.status = 'preparing'
     where w.work in ('to_pack', 'to_hand_over') and o.customer_address <> ''
       and not shop.is_stopped_by_gate(k, o.created_at, (select r.gate_since from public.confirmation_rules r))
     order by o.created_at, o.id, s.created_at, s.id limit row_limit
  ), told as materialized (
    select w.*, coalesce(w.weight, shop.parcel_grams(w.order_id)) as grams,
           (select coalesce(sum(i.quantity), 0) from public.order_items i where i.order_id = w.order_id) as units,
           case when w.shipment_id is null then (select o.due_on_delivery from public.orders o where o.id = w.order_id)
                else (select v.to_collect from public.shipments_of_orders v where v.id = w.shipment_id) end as to_collect,
           b.booking, case when b.booking ->> 'state' in ('intended', 'unknown') then 'open'
                           when b.booking ->> 'state' = 'booked' or w.tracking_number <> '' then 'booked' else 'to_book' end as step
      from waiting w
      left join lateral (select shop.booking_json(l) as booking from public.courier_bookings l
                          where l.shipment_id = w.shipment_id order by l.created_at desc, l.id desc limit 1) b on true
  ), chosen as materialized (
    select c.*
    from shop.courier_choices((select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'city', coalesce(t.city_known, t.city),
                                                                            'grams', t.grams)), '[]')
                                 from told t where t.step = 'to_book')) c
  )
  select jsonb_build_object(
    'rows', coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'order_id', t.order_id, 'order_number', t.order_number, 'customer_name', t.customer_name, 'city', t.city,
        'city_known', t.city_known,
        'ordered_at', t.created_at, 'units', t.units, 'grams', t.grams, 'is_weighed', t.weight is not null,
        'to_collect', t.to_collect, 'step', t.step,
        'shipment', case when t.shipment_id is not null
                         then jsonb_build_object('id', t.shipment_id, 'shipment_number', t.shipment_number, 'carrier', t.carrier,
                                                 'tracking_number', t.tracking_number, 'updated_at', t.updated_at) end,
        'booking', t.booking, 'choices', coalesce(c.choices, '[]')) order by t.created_at, t.order_id, t.parcel_at, t.id), '[]'),
    'total', coalesce(max(t.total), 0),
    'to_confirm', (select count(*) from shop.order_work w where w.work = 'to_confirm'),
    'awaits_money', (select count(*) from shop.order_work w where w.work = 'awaits_money'),
    'couriers', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'adapter', c.adapter,
                                                              'cut_off', to_char(c.cut_off, 'HH24:MI'), 'is_active', c.is_active)
                                           order by lower(c.name)), '[]')
                   from public.couriers c))
    from told t left join chosen c on c.id = t.id;
$function$;

CREATE OR REPLACE FUNCTION public.order_twins (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  asked public.orders;
begin
  select * into asked from public.orders o where o.id = order_twins.order_id and o.archived_at is null;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', t.id, 'order_number', t.order_number, 'created_at', t.created_at, 'total_amount', t.total_amount,
             'taken_off', t.discount + t.delivery_discount, 'discount_code', t.discount_code,
             'customer_name', t.customer_name,
             'customer_address', t.customer_address, 'city', t.city, 'items', shop.items_in_brief(t.id),
             'shared', (select jsonb_agg(distinct i.product_name) from public.order_items i
                        join public.order_items s on s.product_id = i.product_id
                         where i.order_id = t.id and s.order_id = asked.id),
             'is_earlier', (t.created_at, t.id) < (asked.created_at, asked.id), 'merged_total', (m.price).total,
             'merged_taken_off', (m.price).discount + (m.price).delivery_discount, 'merged_code', (m.price).code)
             order by t.created_at, t.id), '[]')
      from (select * from shop.twins_of(asked.id) limit 20) t
     cross join lateral (select (case when (t.created_at, t.id) < (asked.created_at, asked.id) then shop.merged_orders(t, asked)
                                      else shop.merged_orders(asked, t) end).price) m);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.check_dispatch_gate (
  order_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  stopped jsonb;
begin
  select jsonb_build_object('orderId', o.id, 'orderNumber', o.order_number,
           'waitsFor', case when c.state = 'confirmed' and c.awaits_return then 'pieces'
                            when c.state = 'confirmed' and c.awaits_advance then 'money' end) into stopped
    from public.confirmation_rules r
   cross join public.orders o
    left join public.order_confirmations c on c.order_id = o.id
   where o.id = check_dispatch_gate.order_id and shop.is_stopped_by_gate(c, o.created_at, r.gate_since);
  if found then
    perform shop.refuse('not_confirmed', stopped);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.is_stopped_by_gate (
  known      public.order_confirmations,
  placed_at  timestamp with time zone,
  gate_since timestamp with time zone
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
RETURN
  (((known).overridden_at IS NULL) AND ((((known).awaits_return IS TRUE) OR ((placed_at >= gate_since) AND (((known).state IS DISTINCT FROM 'confirmed'::shop.confirmation_state) OR
  (known).awaits_advance))) IS TRUE));

CREATE VIEW "shop"."order_parts" WITH (security_invoker=true) AS  SELECT o.id AS order_id,
    o.*::public.orders AS stored,
    shop.paid_json(o.*) AS paid,
    shop.money_state(o.*) AS money_state,
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
                    i.discount,
                    v.sku
                   FROM (public.order_items i
                     JOIN public.product_variants v ON ((v.id = i.variant_id)))
                  WHERE (i.order_id = o.id)) line) AS items,
    ( SELECT COALESCE(json_agg(json_build_object('id', s.id, 'shipment_number', s.shipment_number, 'status', s.status, 'carrier', s.carrier, 'tracking_number', s.tracking_number, 'weight', s.weight, 'received_at', s.received_at, 'is_awaited', (shop.is_back(s.status) AND (s.received_at IS NULL) AND (s.sent_again_at IS NULL) AND shop.awaits_goods_back(s.*, o.*)), 'updated_at', s.updated_at) ORDER BY s.created_at, s.id), '[]'::json) AS "coalesce"
           FROM public.shipments s
          WHERE ((s.order_id = o.id) AND (s.archived_at IS NULL))) AS shipments,
    ( SELECT json_build_object('state', c.state, 'tries', c.tries, 'due_at', c.due_at, 'score', c.score, 'reasons', c.reasons, 'call_because', COALESCE(c.call_because,
                CASE
                    WHEN (NOT c.is_open) THEN NULL::text
                    WHEN c.awaits_advance THEN 'The advance has not arrived'::text
                    WHEN c.awaits_return THEN 'The pieces of the exchange are not back'::text
                    ELSE NULL::text
                END), 'waits_for',
                CASE
                    WHEN (NOT c.is_open) THEN NULL::text
                    WHEN c.awaits_return THEN 'pieces'::text
                    WHEN c.awaits_advance THEN 'money'::text
                    ELSE NULL::text
                END, 'claimed_by',
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
                    WHEN shop.is_stopped_by_gate(c.*, o.created_at, ( SELECT r.gate_since
                       FROM public.confirmation_rules r)) THEN 'closed'::text
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

REVOKE ALL ON FUNCTION "shop"."is_stopped_by_gate"(public.order_confirmations, timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_stopped_by_gate"(public.order_confirmations, timestamp WITH time zone, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_stopped_by_gate"(public.order_confirmations, timestamp WITH time zone, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_stopped_by_gate"(public.order_confirmations, timestamp WITH time zone, timestamp WITH time zone) TO "service_role";

GRANT SELECT ON TABLE "shop"."order_parts" TO "service_role";
