DROP VIEW "shop"."order_lists";

DROP VIEW "shop"."order_work";

DROP VIEW "shop"."returned_orders";

CREATE VIEW "shop"."returned_orders" WITH (security_invoker=true) AS  SELECT o.id AS order_id,
    l.is_part
   FROM ((( SELECT DISTINCT s.order_id
           FROM public.shipments s
          WHERE ((s.archived_at IS NULL) AND shop.is_back(s.status) AND (s.received_at IS NULL))) b
     JOIN public.orders o ON ((o.id = b.order_id)))
     CROSS JOIN LATERAL ( SELECT COALESCE(bool_or((NOT shop.is_back(a.status))), false) AS is_part
           FROM public.shipments a
          WHERE ((a.order_id = o.id) AND (a.archived_at IS NULL))) l)
  WHERE ((o.archived_at IS NULL) AND (shop.is_open(o.status) OR (o.status = 'delivered'::shop.order_status)) AND ((NOT l.is_part) OR (EXISTS ( SELECT
           FROM public.shipments s
          WHERE ((s.order_id = o.id) AND (s.archived_at IS NULL) AND shop.is_back(s.status) AND (s.received_at IS NULL) AND (s.sent_again_at IS NULL) AND shop.awaits_goods_back(s.*, o.*))))))
UNION ALL
 SELECT a.order_id,
    false AS is_part
   FROM (shop.awaited_orders a
     JOIN public.orders o ON ((o.id = a.order_id)))
  WHERE ((o.archived_at IS NULL) AND (NOT (EXISTS ( SELECT
           FROM public.shipments l
          WHERE ((l.order_id = a.order_id) AND (l.archived_at IS NULL) AND shop.is_under_way(l.status))))));

CREATE VIEW "shop"."order_work" WITH (security_invoker=true) AS  SELECT o.id AS order_id,
        CASE
            WHEN parcels.waits THEN 'to_hand_over'::text
            WHEN parcels.has_left THEN 'with_courier'::text
            WHEN parcels.is_back THEN 'returned'::text
            WHEN (o.status = 'shipped'::shop.order_status) THEN 'with_courier'::text
            WHEN (c.overridden_at IS NOT NULL) THEN 'to_pack'::text
            WHEN c.awaits_return THEN 'awaits_return'::text
            WHEN ((c.state = 'confirmed'::shop.confirmation_state) AND c.awaits_advance) THEN 'awaits_money'::text
            WHEN ((c.state <> 'confirmed'::shop.confirmation_state) AND ((o.status = 'pending'::shop.order_status) OR (o.created_at >= r.gate_since))) THEN 'to_confirm'::text
            ELSE 'to_pack'::text
        END AS work
   FROM (((public.orders o
     LEFT JOIN public.order_confirmations c ON ((c.order_id = o.id)))
     LEFT JOIN public.confirmation_rules r ON (true))
     CROSS JOIN LATERAL ( SELECT bool_or((s.status = 'preparing'::shop.shipment_status)) AS waits,
            bool_or(shop.has_left(s.status)) AS has_left,
            bool_or((shop.is_back(s.status) AND (s.received_at IS NULL))) AS is_back
           FROM public.shipments s
          WHERE ((s.order_id = o.id) AND (s.archived_at IS NULL))) parcels)
  WHERE ((o.archived_at IS NULL) AND shop.is_open(o.status))
UNION ALL
 SELECT o.id AS order_id,
    'returned'::text AS work
   FROM (shop.returned_orders r
     JOIN public.orders o ON ((o.id = r.order_id)))
  WHERE ((o.status = 'cancelled'::shop.order_status) OR r.is_part)
UNION ALL
 SELECT o.id AS order_id,
    'to_refund'::text AS work
   FROM public.orders o
  WHERE ((o.to_refund > (0)::numeric) AND (o.archived_at IS NULL));

CREATE VIEW "shop"."order_lists" WITH (security_invoker=true) AS  SELECT w.order_id,
    w.work
   FROM shop.order_work w
UNION ALL
 SELECT DISTINCT c.order_id,
    'to_check'::text AS work
   FROM (public.advance_claims c
     JOIN public.orders o ON ((o.id = c.order_id)))
  WHERE ((c.state = 'sent'::shop.transfer_state) AND (o.archived_at IS NULL))
UNION ALL
 SELECT m.order_id,
    'advance_late'::text AS work
   FROM shop.missing_advances m
  WHERE (m.is_late AND (NOT (EXISTS ( SELECT
           FROM public.advance_claims c
          WHERE ((c.order_id = m.order_id) AND (c.state = 'sent'::shop.transfer_state))))));

GRANT SELECT ON TABLE "shop"."order_lists" TO "service_role";

GRANT SELECT ON TABLE "shop"."order_work" TO "service_role";

GRANT SELECT ON TABLE "shop"."returned_orders" TO "service_role";
