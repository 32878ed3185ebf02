SET local check_function_bodies = off;

DROP VIEW "public"."shipments_of_orders";

DROP FUNCTION "shop"."share_of"(public.shipments, public.orders, numeric);

DROP FUNCTION "shop"."to_collect_of"(public.orders);

-- pgls-ignore lint/safety/banDropColumn: it is generated from other columns, and comes back
ALTER TABLE "public"."orders"
  DROP COLUMN "due_on_delivery";

-- pgls-ignore lint/safety/banDropColumn: it is generated from other columns, and comes back
ALTER TABLE "public"."orders"
  DROP COLUMN "payment_status";

ALTER TABLE "public"."orders"
  ADD COLUMN "due_on_delivery" numeric(12,2) GENERATED ALWAYS AS (
CASE
    WHEN (status = 'cancelled'::shop.order_status) THEN (0)::numeric
    ELSE floor(GREATEST((0)::numeric, ((((((total_amount - uncollected) - advance_verified) - credit_used) - collected) + refunded) - goodwill)))
END) STORED NOT NULL;

ALTER TABLE "public"."orders"
  ADD COLUMN "payment_status" shop.payment_status GENERATED ALWAYS AS (
CASE
    WHEN
      (((status = 'delivered'::shop.order_status) AND (((((((total_amount - uncollected) - advance_verified) - credit_used) - collected) + refunded) - goodwill) < (1)::numeric)) OR
      (((advance_verified + credit_used) > (0)::numeric) AND (((advance_verified + credit_used) - refunded) > (total_amount - (1)::numeric)))) THEN 'paid'::shop.payment_status
    ELSE 'pending'::shop.payment_status
END) STORED NOT NULL;

CREATE OR REPLACE FUNCTION shop.due_if_delivered (
  of_order public.orders
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select floor(greatest(0, of_order.total_amount - of_order.uncollected - of_order.advance_verified - of_order.credit_used
                             - of_order.collected + of_order.refunded - of_order.goodwill));
$function$;

CREATE OR REPLACE FUNCTION shop.follow_parcel_sum (
  new public.shipments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  of_order public.orders;
  payment constant public.payments := shop.payment_of(new);
  share numeric;
begin
  select * into of_order from public.orders o where o.id = new.order_id;
  if of_order.status <> 'cancelled' and of_order.archived_at is null then
    if new.status = 'delivered' and payment.id is null then
      perform set_config('shop.due_changes', 'on', true);
      update shop.parcel_sums p set collect = least(p.collect + p.passed_on, shop.to_collect_of(of_order)), passed_on = 0
       where p.shipment_id = new.id returning p.collect into share;
      perform set_config('shop.due_changes', '', true);
      -- Of an order that was delivered before, its label asked for nothing.
      share := coalesce(share, case when shop.is_open(of_order.status) then of_order.due_on_delivery else 0 end);
      perform set_config('shop.parcel_collects', new.shipment_number, true);
      update public.orders o set collected = o.collected + share where o.id = of_order.id and share > 0;
      perform set_config('shop.parcel_collects', '', true);
    elsif new.status <> 'delivered' and payment.id is not null then
      if shop.received_of(of_order) < payment.amount then
        perform shop.refuse('money_refunded', '{}', jsonb_build_object('refunded', shop.rupees_text(of_order.refunded)));
      end if;
      perform set_config('shop.parcel_collects', new.shipment_number, true);
      update public.orders o set collected = o.collected - payment.amount where o.id = of_order.id;
      perform set_config('shop.parcel_collects', '', true);
    end if;
  end if;
  perform shop.count_uncollected(new.order_id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.restore_order_status (
  order_id text,
  event    public.order_events
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  update public.orders o set status = (event.before ->> 'status')::shop.order_status
   where o.id = restore_order_status.order_id and o.status <> 'delivered' and o.status::text <> event.before ->> 'status'
     and not exists (select from public.shipments s where s.order_id = o.id and s.archived_at is null and s.status = 'delivered');
$function$;

CREATE OR REPLACE FUNCTION shop.share_of (
  parcel   public.shipments,
  of_order public.orders,
  said     numeric
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
RETURN CASE WHEN (said IS NOT NULL) THEN said WHEN (shop.is_over((parcel).status) OR (EXISTS (SELECT FROM public.shipments e
  WHERE
  ((e.order_id = (share_of.parcel).order_id) AND (e.archived_at IS NULL) AND (NOT shop.is_over(e.status)) AND (ROW(e.created_at, e.id) < ROW((share_of.parcel).created_at,
  (share_of.parcel).id)))))) THEN (0)::numeric ELSE (of_order).due_on_delivery END;

CREATE OR REPLACE FUNCTION shop.to_collect_of (
  of_order public.orders
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
RETURN ((of_order).due_on_delivery + (of_order).uncollected);

-- What riders ask for is whole rupees from now on, in the customer's favour: what each parcel of several was to collect, what nobody owes of
-- those that came back, and the last open parcel of an order takes what the others leave.
alter table shop.parcel_sums disable trigger user;
alter table public.orders disable trigger user;
update shop.parcel_sums p set collect = floor(p.collect), passed_on = floor(p.passed_on)
 where p.collect <> floor(p.collect) or p.passed_on <> floor(p.passed_on);
update public.orders o set uncollected = floor(o.uncollected) where o.uncollected <> floor(o.uncollected);
update shop.parcel_sums p set collect = p.collect + due.more
  from (select distinct on (o.id) s.id as shipment_id,
               shop.to_collect_of(o) - sum(q.collect) over (partition by o.id) as more
          from public.orders o join public.shipments s on s.order_id = o.id and s.archived_at is null and s.status <> 'delivered'
          join shop.parcel_sums q on q.shipment_id = s.id
         where o.archived_at is null and shop.is_open(o.status)
         order by o.id, shop.is_back(s.status), s.created_at desc, s.id desc) due
 where p.shipment_id = due.shipment_id and due.more <> 0 and p.collect + due.more >= 0;
alter table public.orders enable trigger user;
alter table shop.parcel_sums enable trigger user;

ALTER TABLE "shop"."parcel_sums"
  ADD CONSTRAINT "parcel_sums_whole_rupees" CHECK (((collect = floor(collect)) AND (passed_on = floor(passed_on))));

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
            WHEN (shop.is_over(s.status) OR (o.status IS NULL) OR (NOT shop.is_open(o.status))) THEN (0)::numeric
            ELSE shop.share_of(s.*, o.*, p.collect)
        END AS to_collect,
    ( SELECT COALESCE(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'quantity', i.quantity, 'selected_color', i.selected_color, 'selected_size', i.selected_size, 'sku', v.sku) ORDER BY i."position"), '[]'::jsonb) AS "coalesce"
           FROM (public.order_items i
             JOIN public.product_variants v ON ((v.id = i.variant_id)))
          WHERE (i.order_id = s.order_id)) AS items
   FROM ((public.shipments s
     LEFT JOIN public.orders o ON ((o.id = s.order_id)))
     LEFT JOIN shop.parcel_sums p ON ((p.shipment_id = s.id)));

REVOKE ALL ON TABLE "public"."shipments_of_orders" FROM "anon", "authenticated";

REVOKE ALL ON FUNCTION "shop"."share_of"(public.shipments, public.orders, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."share_of"(public.shipments, public.orders, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."share_of"(public.shipments, public.orders, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."share_of"(public.shipments, public.orders, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."to_collect_of"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."to_collect_of"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."to_collect_of"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."to_collect_of"(public.orders) TO "service_role";

REVOKE ALL ON TABLE "public"."shipments_of_orders" FROM "service_role";

GRANT SELECT ON TABLE "public"."shipments_of_orders" TO "service_role";
