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

DROP VIEW "shop"."held_by_couriers";

CREATE OR REPLACE FUNCTION public.list_held_parcels (
  courier_id  text,
  page_offset integer,
  page_limit  integer,
  at          timestamp with time zone DEFAULT now()
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with found as materialized (
    select h.* from shop.held_by_couriers h
     where list_held_parcels.courier_id is null or h.courier_id = list_held_parcels.courier_id)
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(jsonb_build_object(
                'id', p.id, 'courier_id', p.courier_id,
                'courier', (select c.name from public.couriers c where c.id = p.courier_id), 'number', p.number,
                'order_id', p.order_id, 'order_number', (select o.order_number from public.orders o where o.id = p.order_id),
                'amount', p.amount, 'since', p.since, 'days', shop.day_of(at) - shop.day_of(p.since)) order by p.since, p.number), '[]')
                from (select f.* from found f order by f.since, f.number offset page_offset limit page_limit) p),
    'total', (select count(*) from found));
$function$;

CREATE VIEW "shop"."held_by_couriers" WITH (security_invoker=true) AS  SELECT m.courier_id,
    m.order_id,
    m.number,
    sum(m.amount) AS amount,
    min(m.at) AS since,
    min(m.id) AS id
   FROM ( SELECT p.id,
            COALESCE(p.courier_id, ( SELECT l.courier_id
                   FROM (public.settlement_lines l
                     JOIN public.shipments s ON ((s.id = l.shipment_id)))
                  WHERE ((s.order_id = p.order_id) AND (s.shipment_number = p.reference) AND l.is_standing)
                  ORDER BY l.id
                 LIMIT 1)) AS courier_id,
            p.order_id,
            p.reference AS number,
                CASE p.to_account
                    WHEN 'courier'::shop.ledger_account THEN p.amount
                    ELSE (- p.amount)
                END AS amount,
            p.created_at AS at
           FROM public.payments p
          WHERE ((('courier'::shop.ledger_account = p.from_account) OR ('courier'::shop.ledger_account = p.to_account)) AND (p.settlement_id IS NULL))
        UNION ALL
         SELECT l.id,
            l.courier_id,
            s.order_id,
            COALESCE(s.shipment_number, l.tracking_number) AS "coalesce",
            (- l.cod),
            f.created_at
           FROM ((public.settlement_lines l
             JOIN public.settlements f ON ((f.id = l.settlement_id)))
             LEFT JOIN public.shipments s ON ((s.id = l.shipment_id)))
          WHERE (l.is_standing AND (l.outcome = 'delivered'::shop.line_outcome))) m
  GROUP BY m.courier_id, m.order_id, m.number
 HAVING (sum(m.amount) <> (0)::numeric);

GRANT SELECT ON TABLE "shop"."held_by_couriers" TO "service_role";
