SET local check_function_bodies = off;

DROP VIEW "public"."shipments_of_orders";

DROP FUNCTION "shop"."is_word_kept"(bigint);

DROP FUNCTION "shop"."share_of"(public.shipments, public.orders, numeric);

CREATE OR REPLACE FUNCTION shop.booked_under (
  kind      shop.payment_kind,
  method    shop.payment_method,
  side      shop.ledger_account,
  spent_for shop.expense        DEFAULT NULL::shop.expense
)
  RETURNS shop.book_account
  LANGUAGE sql
  STABLE
RETURN
  (CASE (side)::text WHEN 'bank'::text THEN CASE (method)::text WHEN 'wallet'::text THEN 'wallet'::text ELSE 'bank'::text END WHEN 'customer'::text THEN CASE (kind)::text WHEN
  'collected'::text THEN 'customers_due'::text WHEN 'refund'::text THEN 'refunds_owed'::text ELSE 'advances'::text END WHEN 'credit'::text THEN 'store_credit'::text WHEN
  'charges'::text THEN 'charges_paid_back'::text WHEN 'tax_withheld'::text THEN 'tax_paid_back'::text WHEN 'written_off'::text THEN CASE (kind)::text WHEN 'claim'::text THEN
  'claims_paid'::text WHEN 'short_paid'::text THEN 'never_paid'::text ELSE 'credit_given'::text END WHEN 'expenses'::text THEN (spent_for)::text ELSE (side)::text
  END)::shop.book_account;

CREATE OR REPLACE FUNCTION shop.earned_by_category (
  first_day date,
  last_day  date
)
  RETURNS SETOF shop.earned_sums
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  return query
    select l.category, count(*) filter (where l.is_first_of_category and l.is_sold),
           count(*) filter (where l.is_first_of_category and l.is_delivered), count(*) filter (where l.is_first_of_category and l.is_back),
           coalesce(sum(l.ordered) filter (where l.is_sold), 0)::bigint, sum(l.net)::bigint, sum(l.charges)::bigint, sum(l.taxes)::bigint,
           sum(l.pieces), sum(l.uncosted), sum(l.cost)::bigint, sum(l.packing)::bigint, null::bigint, null::bigint
      from shop.earned_lines l where l.placed_on between first_day and last_day
     group by l.category;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.earned_by_piece (
  first_day  date,
  last_day   date,
  grouped_by text
)
  RETURNS SETOF shop.earned_sums
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashagg TO 'off'
  SET max_parallel_workers_per_gather TO '0'
  AS $function$
begin
  return query
    select l.key, count(*) filter (where l.is_first and l.is_sold), count(*) filter (where l.is_first and l.is_delivered),
           count(*) filter (where l.is_first and l.is_back), coalesce(sum(l.ordered) filter (where l.is_sold), 0)::bigint,
           sum(l.net)::bigint, sum(l.charges)::bigint, sum(l.taxes)::bigint, sum(l.pieces), sum(l.uncosted), sum(l.cost)::bigint,
           sum(l.packing)::bigint, null::bigint, null::bigint
      from (select e.*, case grouped_by when 'product' then e.product_id else e.variant_id end as key,
                   case grouped_by when 'product' then e.is_first_of_product else e.is_first_of_variant end as is_first
              from shop.earned_lines e where e.placed_on between first_day and last_day) l
     group by l.product_id, l.key
     order by l.product_id, l.key;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.earned_groups (
  first_day  date,
  last_day   date,
  grouped_by text
)
  RETURNS SETOF shop.earned_sums
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  if grouped_by in ('product', 'choice') then
    return query select * from shop.earned_by_piece(first_day, last_day, grouped_by);
  elsif grouped_by = 'category' then
    return query select * from shop.earned_by_category(first_day, last_day);
  elsif grouped_by in ('city', 'courier', 'code') then
    return query select * from shop.earned_by_order(first_day, last_day, grouped_by);
  else
    return query
      select g.key, sum(g.orders)::bigint, sum(g.delivered)::bigint, sum(g.came_back)::bigint, sum(g.ordered)::bigint, sum(g.net)::bigint,
             sum(g.charges)::bigint, sum(g.taxes)::bigint, sum(g.pieces)::bigint, sum(g.uncosted)::bigint, sum(g.cost)::bigint,
             sum(g.packing)::bigint, sum(g.collected)::bigint, coalesce(sum(g.advertising), 0)::bigint
        from (select * from shop.earned_by_order(first_day, last_day, grouped_by) where grouped_by = 'source'
              union all
              select * from shop.earned_by_day(first_day, last_day, grouped_by) where grouped_by <> 'source'
              union all
              select * from shop.advertised(first_day, last_day, grouped_by)) g
       group by g.key;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.is_word_kept (
  event_id bigint
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return not exists (select from shop.words_taken_back t where t.event_id = is_word_kept.event_id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.settlement_line_json (
  line            jsonb,
  shipment_number text,
  order_number    text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
RETURN
  ((line - '{id,settlement_id,courier_id,shipment_id,owed,expected_charge,expected_tax,is_standing}'::text[]) || jsonb_build_object('shipment_number', shipment_number,
  'order_number',
  order_number,
  'expected',
  CASE WHEN (((line ->> 'owed'::text) IS
  NOT NULL) AND ((line ->> 'outcome'::text) <> 'charge'::text)) THEN
  jsonb_build_object('cod', (line -> 'owed'::text), 'charge', (line -> 'expected_charge'::text), 'tax', (line -> 'expected_tax'::text)) ELSE NULL::jsonb END,
  'difference',
  CASE (line ->> 'outcome'::text) WHEN 'delivered'::text THEN (((line ->> 'cod'::text))::numeric - COALESCE(((line ->> 'owed'::text))::numeric, (0)::numeric)) WHEN 'returned'::text
  THEN (- COALESCE(((line ->> 'owed'::text))::numeric, (0)::numeric)) ELSE (0)::numeric END,
  'charge_difference',
  (((((line ->> 'shipping'::text))::numeric + ((line ->> 'gst'::text))::numeric) + ((line ->> 'other_charges'::text))::numeric) - ((line ->> 'expected_charge'::text))::numeric),
  'tax_difference', ((((line ->> 'income_tax'::text))::numeric + ((line ->> 'sales_tax'::text))::numeric) - ((line ->> 'expected_tax'::text))::numeric)));

CREATE OR REPLACE FUNCTION shop.share_of (
  parcel   public.shipments,
  of_order public.orders,
  said     numeric
)
  RETURNS numeric
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return case when said is not null then said
              when shop.is_over(parcel.status)
                or exists (select from public.shipments e where e.order_id = parcel.order_id and e.archived_at is null
                           and not shop.is_over(e.status) and (e.created_at, e.id) < (parcel.created_at, parcel.id)) then 0
              else of_order.due_on_delivery end;
end;
$function$;

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
    COALESCE(o.recipient_name, o.customer_name) AS recipient_name,
    o.customer_email AS recipient_email,
    COALESCE(o.recipient_phone, o.customer_phone) AS recipient_phone,
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

REVOKE ALL ON FUNCTION "shop"."earned_by_category"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."earned_by_category"(date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_by_category"(date, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_by_category"(date, date) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_word_kept"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_word_kept"(bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_word_kept"(bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_word_kept"(bigint) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."share_of"(public.shipments, public.orders, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."share_of"(public.shipments, public.orders, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."share_of"(public.shipments, public.orders, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."share_of"(public.shipments, public.orders, numeric) TO "service_role";

REVOKE ALL ON TABLE "public"."shipments_of_orders" FROM "service_role";

GRANT SELECT ON TABLE "public"."shipments_of_orders" TO "service_role";
