SET local check_function_bodies = off;

DROP VIEW "shop"."journal";

DROP VIEW "shop"."order_parts";

DROP VIEW "shop"."supplier_sums";

ALTER TABLE "public"."payments"
  DROP CONSTRAINT "payments_of_order";

DROP FUNCTION "public"."goes_with"(public.products);

DROP FUNCTION "public"."no_returns"(public.products);

DROP FUNCTION "public"."sku"(public.products);

DROP FUNCTION "public"."variants"(public.products);

DROP FUNCTION "shop"."booked_under"(shop.payment_kind, shop.payment_method, shop.ledger_account);

DROP FUNCTION "shop"."code_terms"(public.discount_codes);

DROP FUNCTION "shop"."counted_by"(text);

DROP FUNCTION "shop"."current_slugs"(text[]);

DROP FUNCTION "shop"."discount_json"(numeric, numeric, text, jsonb, numeric);

DROP FUNCTION "shop"."earned_by_order"(date, date, text);

DROP FUNCTION "shop"."earned_by_piece"(date, date, text);

DROP FUNCTION "shop"."earnings_of"(text[]);

DROP FUNCTION "shop"."last_purchase"(text);

DROP FUNCTION "shop"."lead_days"(text, text);

DROP FUNCTION "shop"."marked_words"(text, text[]);

DROP FUNCTION "shop"."money_state"(public.orders);

DROP FUNCTION "shop"."product_json"(public.products);

DROP FUNCTION "shop"."written_off_of"(text);

ALTER TABLE "public"."orders"
  ALTER COLUMN "tax_percent" DROP DEFAULT;

DROP FUNCTION "shop"."sales_tax_percent"();

CREATE TABLE "shop"."expense_keys" (
  "idempotency_key"     text                     NOT NULL,
  "request_fingerprint" text                     NOT NULL,
  "payment_id"          text                     NOT NULL,
  "created_at"          timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "expense_keys_pkey" PRIMARY KEY (idempotency_key)
);

ALTER TABLE "shop"."expense_keys"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "shop"."packing_costs" (
  "id"         bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "per_parcel" numeric(10,2)            NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "packing_costs_not_negative" CHECK ((per_parcel >= (0)::numeric)),
  CONSTRAINT "packing_costs_pkey" PRIMARY KEY (id)
);

ALTER TABLE "shop"."packing_costs"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."shipments"
  ADD COLUMN "packing_cost" numeric(10,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."suppliers"
  ADD COLUMN "paid_before" numeric(12,2) NOT NULL DEFAULT 0;

ALTER TABLE "shop"."earned_lines"
  ADD COLUMN "packing" bigint NOT NULL DEFAULT 0;

ALTER TABLE "shop"."earned_orders"
  ADD COLUMN "packing" bigint NOT NULL DEFAULT 0;

ALTER TYPE "shop"."book_account" ADD VALUE 'advertising' BEFORE 'rounding';


SET local check_function_bodies = off;

ALTER TYPE "shop"."book_account" ADD VALUE 'packing' BEFORE 'rounding';


SET local check_function_bodies = off;

ALTER TYPE "shop"."book_account" ADD VALUE 'wages' BEFORE 'rounding';


SET local check_function_bodies = off;

ALTER TYPE "shop"."book_account" ADD VALUE 'other_expenses' BEFORE 'rounding';


SET local check_function_bodies = off;

CREATE TYPE "shop"."expense" AS ENUM (
  'advertising',
  'packing',
  'wages',
  'other_expenses'
);

ALTER TABLE "public"."payments"
  ADD COLUMN "expense" shop.expense;

ALTER TABLE "public"."payments"
  ADD COLUMN "spent_on" date;

ALTER TABLE "public"."payments"
  ADD COLUMN "advertises" shop.order_source;

ALTER TYPE "shop"."ledger_account" ADD VALUE 'expenses' AFTER 'suppliers';


SET local check_function_bodies = off;

ALTER TYPE "shop"."payment_kind" ADD VALUE 'expense' AFTER 'supplier_paid';


SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.book_expense (
  spent           jsonb,
  actor           uuid,
  idempotency_key text  DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  fingerprint constant text := md5(spent::text);
  day constant date := (spent ->> 'spentOn')::date;
  pressed shop.expense_keys;
  booked public.payments;
begin
  perform shop.act_as(actor);
  perform pg_advisory_xact_lock(hashtextextended('expense ' || idempotency_key, 0)) where idempotency_key is not null;
  select * into pressed from shop.expense_keys k where k.idempotency_key = book_expense.idempotency_key;
  if pressed.request_fingerprint = fingerprint then
    return (select shop.payment_json(p) from public.payments p where p.id = pressed.payment_id);
  elsif pressed.request_fingerprint is not null then
    perform shop.refuse('idempotency_mismatch', null, '{"of": "expense"}');
  elsif day > shop.day_of(now()) then
    perform shop.refuse_field('spentOn', 'A day until today');
  elsif day < shop.day_of(now()) - 366 then
    perform shop.refuse_field('spentOn', 'At most a year ago');
  end if;
  insert into public.payments (kind, method, from_account, to_account, amount, expense, spent_on, advertises, reference, reason, actor)
  values ('expense', (spent ->> 'method')::shop.payment_method,
          case spent ->> 'method' when 'cash' then 'cash' else 'bank' end::shop.ledger_account, 'expenses',
          (spent ->> 'amount')::numeric, (spent ->> 'expense')::shop.expense, day,
          (spent ->> 'advertises')::shop.order_source, spent ->> 'reference', spent ->> 'reason', actor)
  returning * into booked;
  insert into shop.expense_keys (idempotency_key, request_fingerprint, payment_id)
  select book_expense.idempotency_key, fingerprint, booked.id where book_expense.idempotency_key is not null;
  return shop.payment_json(booked);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."book_expense"(jsonb, uuid, text) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.goes_with (
  product public.products
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  -- Asked per pick: joined, each product of a list reads all products.
  return (select coalesce(array_agg(k.pick_id order by k.place)
                            filter (where (select p.archived_at is null from public.products p where p.id = k.pick_id)), '{}')
            from public.product_picks k where k.product_id = product.id);
end;
$function$;


SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.list_payments (
  kind         shop.payment_kind,
  method       shop.payment_method,
  from_time    timestamp with time zone,
  to_time      timestamp with time zone,
  order_number text,
  actor        uuid,
  page_offset  integer,
  page_limit   integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  of_order text;
  with_expenses constant boolean := shop.may(actor, 'see_reports');
  with_suppliers constant boolean := with_expenses or shop.may(actor, 'buy_stock');
begin
  if order_number is not null then
    -- An impossible id where no order has the number.
    of_order := coalesce((select o.id from public.orders o where o.order_number = upper(list_payments.order_number)), '');
  end if;
  return (
    with found_ones as (
      select p.id, p.created_at, p.sequence from public.payments p
       where (list_payments.kind is null or p.kind = list_payments.kind)
         and (list_payments.method is null or p.method = list_payments.method)
         and (from_time is null or p.created_at >= from_time) and (to_time is null or p.created_at < to_time)
         and (of_order is null or p.order_id = of_order)
         and (with_suppliers or p.supplier_id is null) and (with_expenses or p.expense is null)
    )
    select jsonb_build_object(
      'items', (select coalesce(jsonb_agg(shop.payment_json(p) order by p.created_at desc, p.sequence desc), '[]')
                  from (select f.id from found_ones f order by f.created_at desc, f.sequence desc offset page_offset limit page_limit) page
                  join public.payments p on p.id = page.id),
      'total', (select count(*) from found_ones)));
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_reorder (
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with selling as materialized (
    select i.variant_id, sum(s.quantity - s.returned) as sold
      from shop.sold_lines s join public.order_items i on i.order_id = s.order_id and i.position = s.position
     where s.sold_at >= now() - interval '28 days'
     group by i.variant_id having sum(s.quantity - s.returned) > 0
  ), expected as materialized (
    select i.variant_id, sum(greatest(i.quantity - i.received, 0)) as pieces
      from public.purchase_orders o join public.purchase_order_items i on i.purchase_order_id = o.id
     where shop.is_expected(o.status) and o.archived_at is null and not i.closed_short
     group by i.variant_id
  ), short as materialized (
    select v.id, v.product_id, p.name, v.color, v.size, v.sku, s.sold, v.stock_quantity as on_hand, coalesce(e.pieces, 0) as expected,
           last.supplier_name, last.unit_cost, known.days is not null as is_lead_known, coalesce(known.days, 14) as lead_days,
           -- What is expected lasts as well: what was ordered again is not short any more.
           (v.stock_quantity + coalesce(e.pieces, 0)) * 28.0 / s.sold - coalesce(known.days, 14) as spare_days
      from selling s
      join public.product_variants v on v.id = s.variant_id and v.archived_at is null
      join public.products p on p.id = v.product_id and p.archived_at is null
      left join expected e on e.variant_id = v.id
      left join shop.last_purchases last on last.variant_id = v.id
      left join shop.lead_times known on known.variant_id = v.id
  ), page as (
    select n.*, row_number() over (order by n.spare_days, n.sold desc, n.id) as place
      from short n where n.spare_days < 7
     order by place offset page_offset limit page_limit
  )
  select jsonb_build_object(
    'total', (select count(*) from short n where n.spare_days < 7),
    'items', (select coalesce(jsonb_agg(jsonb_build_object(
                'id', n.id, 'product_id', n.product_id, 'name', n.name, 'color', n.color, 'size', n.size, 'sku', n.sku,
                'sold', n.sold, 'sold_a_week', round(n.sold / 4.0, 1), 'on_hand', n.on_hand, 'expected', n.expected,
                'days_left', floor(n.on_hand * 28.0 / n.sold), 'lead_days', n.lead_days, 'is_lead_known', n.is_lead_known,
                'supplier_name', n.supplier_name, 'unit_cost', n.unit_cost,
                'suggested', greatest(ceil(n.sold * (n.lead_days + 28) / 28.0) - n.on_hand - n.expected, 1)) order by n.place), '[]')
                from page n));
$function$;

CREATE OR REPLACE FUNCTION public.no_returns (
  product public.products
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return coalesce(nullif(product.no_return_reason, ''),
                  (select nullif(c.no_return_reason, '') from public.categories c where c.slug = product.category),
                  (select c.no_return_reason from public.categories c
                    where product.in_the_box <> '' and c.no_return_reason <> ''
                      and shop.split_words(product.in_the_box) @> shop.split_words(c.name)
                    order by c.sort_order, c.id limit 1), '');
end;
$function$;

CREATE OR REPLACE FUNCTION public.order_earnings (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  earned shop.earned_orders;
  kept record;
  month record;
  profit numeric;
  share numeric;
begin
  perform shop.work_out_earnings();
  select * into earned from shop.earned_orders e where e.order_id = order_earnings.order_id;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  select k.* into kept from shop.kept_by_couriers(array[earned.order_id]) k;
  select count(e.delivered_on) as delivered,
         count(*) filter (where e.delivered_on is null and l.profit < 0) as undelivered,
         coalesce(- sum(l.profit) filter (where e.delivered_on is null), 0) / 100.0 as lost
    into month
    from shop.earned_orders e
   cross join lateral (select e.net - e.charges - e.taxes - e.packing - e.cost as profit) l
   where e.placed_on >= date_trunc('month', earned.placed_on)::date
     and e.placed_on < (date_trunc('month', earned.placed_on) + interval '1 month')::date;
  profit := (earned.net - earned.charges - earned.taxes - earned.packing - earned.cost) / 100.0;
  if earned.delivered_on is not null then share := month.lost / month.delivered; end if;
  return jsonb_build_object(
    'is_delivered', earned.delivered_on is not null, 'is_settled', earned.settled_on is not null,
    'net', round(earned.net / 100.0, 2), 'pieces', earned.pieces, 'uncosted', earned.uncosted, 'cost', round(earned.cost / 100.0, 2),
    'deliveries', coalesce(kept.deliveries, 0), 'returns', coalesce(kept.returns, 0), 'others', coalesce(kept.others, 0),
    'gst', coalesce(kept.gst, 0), 'withheld', coalesce(kept.withheld, 0), 'packing', round(earned.packing / 100.0, 2),
    'profit', round(profit, 2), 'month', date_trunc('month', earned.placed_on)::date, 'month_delivered', month.delivered,
    'month_undelivered', month.undelivered, 'month_lost', round(month.lost, 2), 'share_of_returns', round(share, 2),
    'break_even', round(profit - share, 2));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."order_earnings"(text) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.profit_report (
  first_day  date,
  last_day   date,
  grouped_by text,
  max_groups integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  perform shop.work_out_earnings();
  return (
    with groups as materialized (select g.* from shop.earned_groups(first_day, last_day, grouped_by) g),
    ranked as (
      select g.*, row_number() over (order by case when grouped_by in ('day', 'month') then g.key end,
                                              g.net - g.charges - g.taxes - g.packing - g.cost desc, g.key) as place
        from groups g
       order by place limit max_groups
    ), named as (
      select r.*, case grouped_by when 'product' then (select p.name from public.products p where p.id = r.key)
                                  when 'choice' then (select concat_ws(' ', p.name,
                                                                       '(' || nullif(shop.choice_name(v.color, v.size), '') || ')')
                                                        from public.product_variants v join public.products p on p.id = v.product_id
                                                       where v.id = r.key)
                                  when 'category' then (select c.name from public.categories c where c.slug = r.key)
                                  else r.key end as name
        from ranked r
    )
    select jsonb_build_object(
      'stages', shop.stages_reached(first_day, last_day),
      'totals', (select shop.earned_json(jsonb_object_agg(n.name, coalesce((to_jsonb(t) ->> n.name)::numeric, 0)))
                   from unnest('{orders,delivered,came_back,ordered,net,charges,taxes,packing,pieces,uncosted,cost,collected,advertising}'
                               ::text[]) n (name)
                   left join shop.earned_groups(first_day, last_day, 'all') t on true),
      'group_count', (select count(*) from groups),
      'packing_cost', shop.packing_cost(),
      'groups', (select coalesce(jsonb_agg(shop.earned_json(to_jsonb(n) - 'place') order by n.place), '[]') from named n)));
end;
$function$;

CREATE OR REPLACE FUNCTION public.reorder_pieces (
  lines           jsonb,
  idempotency_key text  DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  fingerprint constant text := md5(lines::text);
  pressed shop.reorders;
  purchase record;
begin
  insert into shop.reorders (idempotency_key, request_fingerprint) values (reorder_pieces.idempotency_key, fingerprint)
  on conflict on constraint reorders_key_unique do nothing returning * into pressed;
  if not found then
    select * into pressed from shop.reorders r where r.idempotency_key = reorder_pieces.idempotency_key;
    if pressed.request_fingerprint <> fingerprint then
      perform shop.refuse('idempotency_mismatch', null, '{"of": "reorder"}');
    end if;
    return (select jsonb_agg(shop.purchase_order_json(made.id) order by made.place)
              from unnest(pressed.purchase_orders) with ordinality as made (id, place));
  end if;

  perform shop.check_reorder(lines);
  for purchase in
    select wanted.supplier_name, wanted.total, wanted.items, before.supplier_email, before.supplier_phone, before.supplier_address
      from (select (array_agg(n.supplier_name order by n.place))[1] as supplier_name, min(n.place) as place,
                   sum(n.quantity * n.unit_cost) as total,
                   jsonb_agg(jsonb_build_object('productId', n.product_id, 'sku', n.sku, 'quantity', n.quantity,
                                                'unitCost', n.unit_cost) order by n.place) as items
              from (select l.place, v.product_id, v.sku, (l.line ->> 'quantity')::integer as quantity,
                           coalesce(l.line ->> 'supplierName', last.supplier_name) as supplier_name,
                           coalesce((l.line ->> 'unitCost')::numeric, last.unit_cost) as unit_cost
                      from jsonb_array_elements(lines) with ordinality as l (line, place)
                      join public.product_variants v on v.id = l.line ->> 'variantId'
                      left join shop.last_purchases last on last.variant_id = v.id) n
             group by lower(n.supplier_name)) wanted
      left join lateral (
        select o.supplier_email, o.supplier_phone, o.supplier_address from public.purchase_orders o
         where lower(o.supplier_name) = lower(wanted.supplier_name) and o.archived_at is null
         order by o.created_at desc, o.id limit 1) before on true
     order by wanted.place
  loop
    if purchase.total > 9999999999 then
      perform shop.refuse_field('lines', 'The total is too large');
    end if;
    pressed.purchase_orders := pressed.purchase_orders || (public.create_purchase_order(jsonb_build_object(
      'supplierName', purchase.supplier_name, 'supplierEmail', purchase.supplier_email, 'supplierPhone', purchase.supplier_phone,
      'supplierAddress', purchase.supplier_address, 'items', purchase.items)) ->> 'id');
  end loop;
  update shop.reorders r set purchase_orders = pressed.purchase_orders where r.id = pressed.id;
  return (select jsonb_agg(shop.purchase_order_json(made.id) order by made.place)
            from unnest(pressed.purchase_orders) with ordinality as made (id, place));
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_packing_cost (
  per_parcel numeric
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before constant numeric := shop.packing_cost();
begin
  perform shop.need_right('buy_stock');
  insert into shop.packing_costs (per_parcel) values (set_packing_cost.per_parcel);
  perform shop.write_audit(shop.acting(), 'price', null, 'packing a parcel', jsonb_build_object('packing_cost', before),
                           jsonb_build_object('packing_cost', set_packing_cost.per_parcel));
  return jsonb_build_object('per_parcel', set_packing_cost.per_parcel);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."set_packing_cost"(numeric) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.sku (
  product public.products
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select v.sku from public.product_variants v
           where v.product_id = product.id and v.archived_at is null and v.color = '' and v.size = '');
end;
$function$;

CREATE OR REPLACE FUNCTION public.variants (
  product public.products
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'color', v.color, 'size', v.size, 'sku', v.sku,
                                                      'stock_quantity', v.stock_quantity,
                                                      'in_stock', product.is_available and v.stock_quantity > 0)
                                   order by array_position(product.sizes, v.size), array_position(product.colors, v.color), v.id), '[]')
           from public.product_variants v
          where v.product_id = product.id and v.archived_at is null and (v.color <> '' or v.size <> ''));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.advertised (
  first_day  date,
  last_day   date,
  grouped_by text
)
  RETURNS TABLE (
    key   text,
    spent bigint
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select a.key, (sum(shop.signed_amount(a.p)) * 100)::bigint
    from (select p, case grouped_by when 'source' then p.advertises::text when 'day' then p.spent_on::text
                                    when 'month' then to_char(p.spent_on, 'YYYY-MM') end as key
            from public.payments p
           where p.expense = 'advertising' and p.spent_on between first_day and last_day
             and grouped_by in ('source', 'day', 'month', 'all')) a
   group by a.key;
$function$;

CREATE OR REPLACE FUNCTION shop.after_payment()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.count_payment(new);
  if new.settlement_id is null and 'courier' in (new.from_account, new.to_account) then perform shop.follow_cash(new); end if;
  if new.order_id is not null and 'courier' in (new.from_account, new.to_account) then
    perform shop.earn_anew(array[new.order_id]);
  end if;
  -- An exchange pays for what goes out with what comes back; giving it up takes back what was no refund yet.
  if new.kind in ('refund', 'credit_given')
     and coalesce(current_setting('shop.undoes_exchange', true), '') <> 'on'
     and coalesce(current_setting('shop.makes_exchange', true), '') <> 'on'
  then
    perform shop.need_right('refund');
  end if;
  if new.kind in ('advance', 'settled', 'short_paid', 'supplier_paid', 'expense') then perform shop.need_right('verify_payments'); end if;
  -- What a supplier gets is for whoever sees what pieces cost.
  if new.supplier_id is not null then perform shop.need_right('buy_stock'); end if;
  if new.actor is not null and new.order_id is null and new.customer_id is not null then perform shop.note_credit(new); end if;
  if new.actor is not null and new.supplier_id is not null then perform shop.note_supplier_payment(new); end if;
  if new.actor is not null and new.expense is not null then perform shop.note_expense(new); end if;
  if new.reverses is not null and new.kind = 'advance' then perform shop.follow_payment(new); end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.before_shipment_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' then
    new.packing_cost := shop.packing_cost();
    return shop.copy_order_number(new);
  end if;
  new.packing_cost := old.packing_cost;
  if (new.order_id, new.order_number) <> (old.order_id, old.order_number) then new := shop.copy_order_number(new); end if;
  if not shop.is_back(new.status) then new.sent_again_at := null; end if;
  if shop.is_over(new.status) and new.status <> old.status then perform shop.fix_sums(old, new); end if;
  new.updated_at := shop.next_version(old.updated_at);
  return new;
end;
$function$;


SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION shop.booked_under (
  kind      shop.payment_kind,
  method    shop.payment_method,
  side      shop.ledger_account,
  spent_for shop.expense        DEFAULT NULL::shop.expense
)
  RETURNS shop.book_account
  LANGUAGE sql
  IMMUTABLE
RETURN
  (CASE (side)::text WHEN 'bank'::text THEN CASE (method)::text WHEN 'wallet'::text THEN 'wallet'::text ELSE 'bank'::text END WHEN 'customer'::text THEN CASE (kind)::text WHEN
  'collected'::text THEN 'customers_due'::text WHEN 'refund'::text THEN 'refunds_owed'::text ELSE 'advances'::text END WHEN 'credit'::text THEN 'store_credit'::text WHEN
  'charges'::text THEN 'charges_paid_back'::text WHEN 'tax_withheld'::text THEN 'tax_paid_back'::text WHEN 'written_off'::text THEN CASE (kind)::text WHEN 'claim'::text THEN
  'claims_paid'::text WHEN 'short_paid'::text THEN 'never_paid'::text ELSE 'credit_given'::text END WHEN 'expenses'::text THEN (spent_for)::text ELSE (side)::text
  END)::shop.book_account;

CREATE OR REPLACE FUNCTION shop.check_reorder (
  lines jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  complaints jsonb;
begin
  select jsonb_agg(jsonb_build_object('path', format('lines.%s.%s', l.place - 1, wrong.field), 'message', wrong.message)
                   order by l.place, wrong.field)
    into complaints
    from jsonb_array_elements(lines) with ordinality as l (line, place)
    left join (public.product_variants v join public.products p on p.id = v.product_id and p.archived_at is null)
           on v.id = l.line ->> 'variantId' and v.archived_at is null
    left join shop.last_purchases last on last.variant_id = v.id
   cross join lateral (
     values ('variantId', 'This piece is no longer on offer', v.id is null),
            ('supplierName', 'Who supplies it?', v.id is not null and coalesce(l.line ->> 'supplierName', last.supplier_name) is null),
            ('unitCost', 'What does a piece cost?', v.id is not null and coalesce(l.line ->> 'unitCost', last.unit_cost::text) is null)
   ) as wrong (field, message, is_so)
   where wrong.is_so;
  if complaints is not null then
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.code_terms (
  code public.discount_codes
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return jsonb_build_object('kind', code.kind, 'target', code.target, 'value', code.value, 'minimum', code.minimum,
                            'product_ids', code.product_ids, 'categories', code.categories);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.counted_by (
  product_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return coalesce((select to_jsonb(array_remove(array[case when v.color <> '' then 'color' end, case when v.size <> '' then 'size' end],
                                                null))
                     from public.product_variants v where v.product_id = counted_by.product_id and v.archived_at is null limit 1), '[]');
end;
$function$;

CREATE OR REPLACE FUNCTION shop.current_slugs (
  typed text[]
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select coalesce(array_agg(t.slug order by t.place), '{}')
           from (select shop.current_slug(g.slug) as slug, min(g.place) as place
                   from unnest(typed) with ordinality as g (slug, place) group by 1) t);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.discount_json (
  discount          numeric,
  delivery_discount numeric,
  code              text,
  refusal           jsonb,
  gift_wrap         numeric
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return case when discount + delivery_discount > 0
              then jsonb_strip_nulls(jsonb_build_object('discount', discount, 'deliveryDiscount', delivery_discount, 'code', code))
              else '{}' end
      || jsonb_strip_nulls(jsonb_build_object('giftWrap', gift_wrap, 'refusedCode', refusal));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.earned_by_order (
  first_day  date,
  last_day   date,
  grouped_by text
)
  RETURNS TABLE (
    key       text,
    orders    bigint,
    delivered bigint,
    came_back bigint,
    ordered   bigint,
    net       bigint,
    charges   bigint,
    taxes     bigint,
    pieces    bigint,
    uncosted  bigint,
    cost      bigint,
    packing   bigint,
    collected bigint
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select o.key, count(*) filter (where o.is_sold), count(o.delivered_on), count(o.came_back_on),
         coalesce(sum(o.ordered) filter (where o.is_sold), 0)::bigint, sum(o.net)::bigint, sum(o.charges)::bigint, sum(o.taxes)::bigint,
         sum(o.pieces), sum(o.uncosted), sum(o.cost)::bigint, sum(o.packing)::bigint,
         coalesce(sum(o.net) filter (where o.settled_on is not null), 0)::bigint
    from (select e.*, case grouped_by when 'day' then e.placed_on::text when 'month' then to_char(e.placed_on, 'YYYY-MM')
                                      when 'city' then e.city when 'courier' then e.courier when 'source' then e.source
                                      when 'code' then e.code end as key
            from shop.earned_orders e where e.placed_on between first_day and last_day) o
   group by o.key;
$function$;

CREATE OR REPLACE FUNCTION shop.earned_by_piece (
  first_day  date,
  last_day   date,
  grouped_by text
)
  RETURNS TABLE (
    key       text,
    orders    bigint,
    delivered bigint,
    came_back bigint,
    ordered   bigint,
    net       bigint,
    charges   bigint,
    taxes     bigint,
    pieces    bigint,
    uncosted  bigint,
    cost      bigint,
    packing   bigint,
    collected bigint
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select l.key, count(*) filter (where l.is_first and l.is_sold), count(*) filter (where l.is_first and l.is_delivered),
         count(*) filter (where l.is_first and l.is_back), coalesce(sum(l.ordered) filter (where l.is_sold), 0)::bigint,
         sum(l.net)::bigint, sum(l.charges)::bigint, sum(l.taxes)::bigint, sum(l.pieces), sum(l.uncosted), sum(l.cost)::bigint,
         sum(l.packing)::bigint, null::bigint
    from (select e.*, case grouped_by when 'product' then e.product_id when 'choice' then e.variant_id else e.category end as key,
                 case grouped_by when 'product' then e.is_first_of_product when 'choice' then e.is_first_of_variant
                                 else e.is_first_of_category end as is_first
            from shop.earned_lines e where e.placed_on between first_day and last_day) l
   group by l.key;
$function$;

CREATE OR REPLACE FUNCTION shop.earned_groups (
  first_day  date,
  last_day   date,
  grouped_by text
)
  RETURNS TABLE (
    key         text,
    orders      bigint,
    delivered   bigint,
    came_back   bigint,
    ordered     bigint,
    net         bigint,
    charges     bigint,
    taxes       bigint,
    pieces      bigint,
    uncosted    bigint,
    cost        bigint,
    packing     bigint,
    collected   bigint,
    advertising bigint
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select g.key, sum(g.orders)::bigint, sum(g.delivered)::bigint, sum(g.came_back)::bigint, sum(g.ordered)::bigint, sum(g.net)::bigint,
         sum(g.charges)::bigint, sum(g.taxes)::bigint, sum(g.pieces)::bigint, sum(g.uncosted)::bigint, sum(g.cost)::bigint,
         sum(g.packing)::bigint, sum(g.collected)::bigint,
         case when grouped_by in ('source', 'day', 'month', 'all') then sum(g.advertising)::bigint end
    from (select p.*, 0 as advertising from shop.earned_by_piece(first_day, last_day, grouped_by) p
           where grouped_by in ('product', 'choice', 'category')
          union all
          select o.*, 0 from shop.earned_by_order(first_day, last_day, grouped_by) o
           where grouped_by not in ('product', 'choice', 'category')
          union all
          select a.key, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, a.spent from shop.advertised(first_day, last_day, grouped_by) a) g
   group by g.key;
$function$;

CREATE OR REPLACE FUNCTION shop.earned_json (
  earned jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select earned || jsonb_object_agg(s.name, round(s.paisas / 100, 2))
    from (select p.profit from (select (earned ->> 'net')::numeric - (earned ->> 'charges')::numeric - (earned ->> 'taxes')::numeric
                                       - (earned ->> 'packing')::numeric - (earned ->> 'cost')::numeric as profit) p) e
   cross join lateral (
     select n.name, (earned ->> n.name)::numeric
       from unnest('{ordered,net,charges,taxes,packing,cost,collected,advertising}'::text[]) n (name)
     union all
     values ('profit', e.profit), ('after_advertising', e.profit - (earned ->> 'advertising')::numeric)) s (name, paisas);
$function$;

CREATE OR REPLACE FUNCTION shop.earnings_of (
  order_ids text[]
)
  RETURNS TABLE (
    order_id     text,
    placed_on    date,
    city         text,
    source       text,
    code         text,
    courier      text,
    is_sold      boolean,
    confirmed_on date,
    sent_on      date,
    delivered_on date,
    settled_on   date,
    came_back_on date,
    ordered      bigint,
    net          bigint,
    charges      bigint,
    taxes        bigint,
    packing      bigint
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  return query
    with parcels as materialized (
      select s.order_id, (array_agg(s.carrier order by s.created_at desc, s.id))[1] as carrier,
             sum(s.packing_cost) filter (where shop.has_left(s.status)) as packing
        from public.shipments s where s.order_id = any (order_ids) and s.archived_at is null
       group by s.order_id
    ), taken as materialized (select k.* from shop.kept_by_couriers(order_ids) k
    ), passed as materialized (
      select m.order_id, min(shop.day_of(m.at)) filter (where m.stage = 'confirmed') as confirmed_on,
             min(shop.day_of(m.at)) filter (where m.stage = 'sent') as sent_on,
             min(shop.day_of(m.at)) filter (where m.stage = 'delivered') as delivered_on,
             min(shop.day_of(m.at)) filter (where m.stage = 'settled') as settled_on,
             min(shop.day_of(m.at)) filter (where m.stage = 'came_back') as came_back_on
        from shop.stage_moments(order_ids) m group by m.order_id
    )
    select o.id, shop.day_of(o.created_at), coalesce(o.city_known, nullif(o.city, '')), o.source::text, o.discount_code,
           nullif(p.carrier, ''), o.status <> 'cancelled', d.confirmed_on, d.sent_on, d.delivered_on, d.settled_on, d.came_back_on,
           (o.total_amount * 100)::bigint, (coalesce(shop.net_of(o), 0) * 100)::bigint,
           (coalesce(t.deliveries + t.returns + t.others, 0) * 100)::bigint, (coalesce(t.gst + t.withheld, 0) * 100)::bigint,
           (coalesce(p.packing, 0) * 100)::bigint
      from public.orders o
      left join parcels p on p.order_id = o.id
      left join taken t on t.order_id = o.id
      left join passed d on d.order_id = o.id
     where o.id = any (order_ids) and o.archived_at is null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.kept_by_couriers (
  order_ids text[]
)
  RETURNS TABLE (
    order_id   text,
    deliveries numeric,
    returns    numeric,
    others     numeric,
    gst        numeric,
    withheld   numeric
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  return query
    with rates as materialized (
      select t.courier_id, t.tax, t.treatment, t.valid_from as begins,
             lead(t.valid_from, 1, 'infinity') over (partition by t.courier_id, t.tax order by t.valid_from) as ends
        from public.courier_taxes t
    )
    select s.order_id, coalesce(sum(l.shipping) filter (where l.outcome = 'delivered'), 0),
           coalesce(sum(l.shipping) filter (where l.outcome = 'returned'), 0),
           sum(l.other_charges) + coalesce(sum(l.shipping) filter (where l.outcome = 'charge'), 0),
           sum(case when gst.treatment = 'credit' then 0 else l.gst end),
           sum(case when income.treatment = 'final' then l.income_tax else 0 end
               + case when sales.treatment = 'final' then l.sales_tax else 0 end)
      from public.shipments s
      join public.settlement_lines l on l.shipment_id = s.id and l.is_standing
      left join rates gst on gst.courier_id = l.courier_id and gst.tax = 'gst' and l.day >= gst.begins and l.day < gst.ends
      left join rates income on income.courier_id = l.courier_id and income.tax = 'income_tax' and l.day >= income.begins
                            and l.day < income.ends
      left join rates sales on sales.courier_id = l.courier_id and sales.tax = 'sales_tax' and l.day >= sales.begins
                           and l.day < sales.ends
     where s.order_id = any (order_ids)
     group by s.order_id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.marked_words (
  mark  text,
  words text[]
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return coalesce(string_to_array(mark || nullif(array_to_string(words, ' ' || mark), ''), ' '), '{}');
end;
$function$;

CREATE OR REPLACE FUNCTION shop.money_state (
  of_order public.orders
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  held shop.held_of_orders;
begin
  -- Most orders are settled or not sent, and need no look at what couriers have.
  if exists (select from shop.courier_cash k where k.order_id = of_order.id) then
    select h.* into held from shop.held_of_orders h where h.order_id = of_order.id;
  end if;
  return shop.money_state_of(of_order, held, shop.written_off_of(of_order.id));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.moves (
  kind   shop.payment_kind,
  source shop.ledger_account,
  target shop.ledger_account
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case kind::text
    when 'advance' then source = 'customer' and target in ('bank', 'cash')
    when 'collected' then source = 'customer' and target in ('courier', 'cash')
    when 'credit_used' then source = 'customer' and target = 'credit'
    when 'refund' then source in ('bank', 'cash', 'credit') and target = 'customer'
    when 'credit_given' then source = 'credit' and target = 'written_off'
    when 'claim' then source in ('written_off', 'charges', 'tax_withheld') and target in ('bank', 'cash', 'courier')
    -- A file of returned parcels alone may leave the shop paying the courier.
    when 'settled' then source = 'courier' and target in ('bank', 'charges', 'tax_withheld') or source = 'bank' and target = 'courier'
    when 'short_paid' then source = 'courier' and target = 'written_off'
    when 'supplier_paid' then source in ('bank', 'cash') and target::text = 'suppliers'
    when 'expense' then source in ('bank', 'cash') and target::text = 'expenses' end;
$function$;

CREATE OR REPLACE FUNCTION shop.note_expense (
  new public.payments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.write_audit(new.actor, 'payment', new.id, replace(new.expense::text, '_', ' '), null,
    jsonb_strip_nulls(jsonb_build_object('kind', new.kind, 'amount', shop.signed_amount(new), 'spent_on', new.spent_on,
                                         'advertises', new.advertises, 'method', new.method, 'reference', nullif(new.reference, ''),
                                         'reason', nullif(new.reason, ''))));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.own_of_payment()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
RETURN '{id,sequence,from_account,to_account,reason,reverses,actor,created_at}'::text[];

CREATE OR REPLACE FUNCTION shop.packing_cost()
  RETURNS numeric
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return coalesce((select c.per_parcel from shop.packing_costs c order by c.id desc limit 1), 0);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.product_json (
  product public.products
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return to_jsonb(product) || jsonb_build_object('variants', public.variants(product), 'sku', public.sku(product),
                                                 'no_returns', public.no_returns(product), 'goes_with', public.goes_with(product));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.require_mirror (
  new public.payments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if not exists (select from public.payments p
                  where p.id = new.reverses and p.reverses is null
                    and (p.from_account, p.to_account) = (new.to_account, new.from_account)
                    and to_jsonb(p) - shop.own_of_payment() = to_jsonb(new) - shop.own_of_payment()) then
    raise exception 'payment % must move back what payment % moved', new.id, new.reverses using errcode = 'restrict_violation';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.sales_tax_percent()
  RETURNS smallint
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return coalesce((select (s.content #>> '{salesTax,percent}')::smallint from public.shop_settings s), 0::smallint);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.signed_amount (
  payment public.payments
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
RETURN CASE WHEN ((payment).reverses IS NULL) THEN (payment).amount ELSE (- (payment).amount) END;

CREATE OR REPLACE FUNCTION shop.stages_reached (
  first_day date,
  last_day  date
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_agg(jsonb_build_object('stage', s.stage, 'orders', s.orders, 'amount', round(coalesce(s.ordered, 0)::numeric / 100, 2))
                   order by s.place)
    from (select count(*) as placed, sum(e.ordered) as of_placed,
                 count(e.confirmed_on) as confirmed, sum(e.ordered) filter (where e.confirmed_on is not null) as of_confirmed,
                 count(e.sent_on) as sent, sum(e.ordered) filter (where e.sent_on is not null) as of_sent,
                 count(e.delivered_on) as delivered, sum(e.ordered) filter (where e.delivered_on is not null) as of_delivered,
                 count(e.settled_on) as settled, sum(e.ordered) filter (where e.settled_on is not null) as of_settled
            from shop.earned_orders e where e.placed_on between first_day and last_day) r
   cross join lateral (values
     (1, 'placed', r.placed, r.of_placed), (2, 'confirmed', r.confirmed, r.of_confirmed), (3, 'sent', r.sent, r.of_sent),
     (4, 'delivered', r.delivered, r.of_delivered), (5, 'settled', r.settled, r.of_settled)) s (place, stage, orders, ordered);
$function$;

CREATE OR REPLACE FUNCTION shop.take_back (
  payment public.payments,
  reason  text
)
  RETURNS public.payments
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  back public.payments;
begin
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, customer_id, courier_id, settlement_id,
                               supplier_id, expense, spent_on, advertises, reference, reason, reverses, actor)
  values (payment.kind, payment.method, payment.to_account, payment.from_account, payment.amount, payment.order_id,
          payment.customer_id, payment.courier_id, payment.settlement_id, payment.supplier_id, payment.expense,
          payment.spent_on, payment.advertises, payment.reference, take_back.reason, payment.id, shop.acting())
  returning * into back;
  if back.order_id is not null and back.kind <> 'collected' then
    perform shop.log_order_event(back.order_id, 'payment', back.kind::text,
              jsonb_strip_nulls(jsonb_build_object('amount', back.amount, 'method', back.method, 'reference', nullif(back.reference, ''))),
              null, back.reason);
  end if;
  return back;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.usual_chart()
  RETURNS TABLE (
    account    shop.book_account,
    number     integer,
    usual_name text,
    ledger     shop.ledger_account
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select c.account::shop.book_account, c.number, c.usual_name, c.ledger::shop.ledger_account from (values
    ('cash', 1010, 'Cash in hand', 'cash'),
    ('bank', 1020, 'Bank', 'bank'),
    ('wallet', 1030, 'Mobile wallets', 'bank'),
    ('courier', 1100, 'With couriers', 'courier'),
    ('customers_due', 1110, 'Due from customers', 'customer'),
    ('income_tax_withheld', 1210, 'Income tax withheld by couriers', 'tax_withheld'),
    ('sales_tax_withheld', 1220, 'Sales tax withheld by couriers', 'tax_withheld'),
    ('tax_paid_back', 1230, 'Withheld tax paid back by couriers', 'tax_withheld'),
    ('gst_on_charges', 1240, 'Sales tax on courier charges', 'charges'),
    ('advances', 2010, 'Advances from customers', 'customer'),
    ('refunds_owed', 2020, 'Refunds owed', 'customer'),
    ('store_credit', 2030, 'Store credit owed', 'credit'),
    ('sales_tax', 2110, 'Sales tax on what was sold', 'customer'),
    ('sales_tax_returned', 2120, 'Sales tax on what went back', 'customer'),
    ('sales', 4010, 'Sales', 'customer'),
    ('delivery', 4020, 'Delivery charged', 'customer'),
    ('gift_wrap', 4030, 'Gift wrap charged', 'customer'),
    ('discounts', 4080, 'Discounts given', 'customer'),
    ('returned', 4090, 'Returns and refunds', 'customer'),
    ('claims_paid', 4100, 'Claims paid by couriers', 'written_off'),
    ('suppliers', 5010, 'Paid to suppliers', 'suppliers'),
    ('delivery_charges', 5110, 'Courier charges, deliveries', 'charges'),
    ('return_charges', 5120, 'Courier charges, returns', 'charges'),
    ('other_charges', 5130, 'Courier charges, others', 'charges'),
    ('charges_paid_back', 5140, 'Courier charges paid back', 'charges'),
    ('never_paid', 5210, 'Cash never paid by couriers', 'written_off'),
    ('credit_given', 5220, 'Store credit given', 'written_off'),
    ('advertising', 5310, 'Advertising', 'expenses'),
    ('packing', 5320, 'Packing material', 'expenses'),
    ('wages', 5330, 'Wages', 'expenses'),
    ('other_expenses', 5390, 'Other expenses', 'expenses'),
    ('rounding', 5900, 'Rounding', 'customer')) c (account, number, usual_name, ledger);
$function$;

CREATE OR REPLACE FUNCTION shop.work_out_earnings()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  changed text[];
begin
  perform pg_advisory_xact_lock(hashtextextended('earnings', 0));
  with taken as (delete from shop.changed_earnings c where true returning c.order_id)
  select array_agg(distinct t.order_id) into changed from taken t;
  if changed is null then
    return;
  end if;
  -- Each statement sees what was committed before it: what changes from here on has a row of its own, for the next time.
  delete from shop.earned_orders e where e.order_id = any (changed);
  with orders as materialized (select * from shop.earnings_of(changed)),
  lines as materialized (
    select l.*, sum(l.weight) over (partition by l.order_id order by l.place) as upto,
           sum(l.weight) over (partition by l.order_id) as whole
      from shop.pieces_gone(changed) l
  ), kept as (
    insert into shop.earned_orders (order_id, placed_on, city, source, code, courier, is_sold, confirmed_on, sent_on,
                                    delivered_on, settled_on, came_back_on, ordered, net, charges, taxes, packing, pieces, uncosted,
                                    cost)
    select o.*, coalesce(l.pieces, 0), coalesce(l.uncosted, 0), coalesce(l.cost, 0)
      from orders o
      left join (select n.order_id, sum(n.pieces) as pieces, sum(n.uncosted) as uncosted, sum(n.cost) as cost
                   from lines n group by n.order_id) l on l.order_id = o.order_id
  )
  insert into shop.earned_lines (order_id, place, product_id, variant_id, category, is_first_of_product, is_first_of_variant,
                                 is_first_of_category, placed_on, is_sold, is_delivered, is_back, ordered, net, charges,
                                 taxes, packing, pieces, uncosted, cost)
  select o.order_id, coalesce(l.place, 0), l.product_id, l.variant_id, p.category,
         row_number() over (partition by o.order_id, l.product_id order by l.place) = 1,
         row_number() over (partition by o.order_id, l.variant_id order by l.place) = 1,
         row_number() over (partition by o.order_id, p.category order by l.place) = 1, o.placed_on, o.is_sold,
         o.delivered_on is not null, o.came_back_on is not null,
         shop.share_of_line(o.ordered, l.upto, l.whole, l.weight), shop.share_of_line(o.net, l.upto, l.whole, l.weight),
         shop.share_of_line(o.charges, l.upto, l.whole, l.weight), shop.share_of_line(o.taxes, l.upto, l.whole, l.weight),
         shop.share_of_line(o.packing, l.upto, l.whole, l.weight), coalesce(l.pieces, 0), coalesce(l.uncosted, 0), coalesce(l.cost, 0)
    from orders o
    left join lines l on l.order_id = o.order_id
    left join public.products p on p.id = l.product_id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.write_supplier (
  supplier_id      text,
  changes          jsonb,
  expected_version timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.suppliers;
begin
  select * into before from public.suppliers s where s.id = write_supplier.supplier_id for update;
  if not found then
    perform shop.refuse('supplier_not_found');
  end if;
  perform shop.check_version(before.updated_at, expected_version);
  if exists (select from public.suppliers s where lower(s.name) = lower(btrim(changes ->> 'name')) and s.id <> before.id) then
    perform shop.refuse_field('name', 'There is a supplier of this name');
  end if;
  update public.suppliers s
     set name = coalesce(btrim(changes ->> 'name'), s.name),
         phone = coalesce(changes ->> 'phone', s.phone),
         email = coalesce(changes ->> 'email', s.email),
         address = coalesce(changes ->> 'address', s.address),
         terms = coalesce((changes ->> 'terms')::integer, s.terms),
         notes = coalesce(changes ->> 'notes', s.notes),
         paid_before = coalesce((changes ->> 'paidBefore')::numeric, s.paid_before),
         archived_at = case (changes ->> 'isArchived')::boolean when true then coalesce(s.archived_at, now()) when false then null
                                                                 else s.archived_at end
   where s.id = before.id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.written_off_of (
  order_id text
)
  RETURNS numeric
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select coalesce(sum(shop.signed_amount(p)), 0) from public.payments p
           where p.order_id = written_off_of.order_id and p.kind = 'short_paid');
end;
$function$;

ALTER TABLE "public"."payments"
  ADD CONSTRAINT "payments_advertises" CHECK (((advertises IS NOT NULL) = COALESCE((expense = 'advertising'::shop.expense), false)));

ALTER TABLE "public"."payments"
  ADD CONSTRAINT "payments_of_expense" CHECK (((expense IS NOT NULL) = ((kind)::text = 'expense'::text)));

ALTER TABLE "public"."payments"
  ADD CONSTRAINT "payments_of_order" CHECK (((order_id IS NULL) = ((kind)::text = ANY (ARRAY['credit_given'::text, 'settled'::text, 'supplier_paid'::text, 'expense'::text]))));

ALTER TABLE "public"."payments"
  ADD CONSTRAINT "payments_spent_on" CHECK (((spent_on IS NOT NULL) = (expense IS NOT NULL)));

ALTER TABLE "public"."suppliers"
  ADD CONSTRAINT "suppliers_paid_before_not_negative" CHECK ((paid_before >= (0)::numeric));

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "shop"."expense_keys"
  ADD CONSTRAINT "expense_keys_payment_id_fkey" FOREIGN KEY (payment_id) REFERENCES public.payments(id);

CREATE VIEW "shop"."journal" WITH (security_invoker=true) AS  SELECT (p.id || s.side) AS id,
    ('P'::text || p.sequence) AS entry,
    p.created_at AS at,
    (p.kind)::text AS kind,
    (p.reverses IS NOT NULL) AS is_reversal,
    shop.booked_under(p.kind, p.method, s.account, p.expense) AS account,
    s.amount,
    p.reference,
    p.order_id,
    p.courier_id
   FROM (public.payments p
     CROSS JOIN LATERAL ( VALUES ('-to'::text,p.to_account,p.amount), ('-from'::text,p.from_account,(- p.amount))) s(side, account, amount))
  WHERE ((p.settlement_id IS NULL) OR (s.account <> ALL (ARRAY['charges'::shop.ledger_account, 'tax_withheld'::shop.ledger_account])))
UNION ALL
 SELECT ((p.id || '-'::text) || s.account) AS id,
    ('P'::text || p.sequence) AS entry,
    p.created_at AS at,
    (p.kind)::text AS kind,
    (p.reverses IS NOT NULL) AS is_reversal,
    s.account,
        CASE
            WHEN (p.reverses IS NULL) THEN s.amount
            ELSE (- s.amount)
        END AS amount,
    p.reference,
    p.order_id,
    p.courier_id
   FROM ((public.payments p
     CROSS JOIN LATERAL ( SELECT COALESCE(sum(l.shipping) FILTER (WHERE (l.outcome = 'delivered'::shop.line_outcome)), (0)::numeric) AS deliveries,
            COALESCE(sum(l.shipping) FILTER (WHERE (l.outcome = 'returned'::shop.line_outcome)), (0)::numeric) AS returns,
            (COALESCE(sum(l.other_charges), (0)::numeric) + COALESCE(sum(l.shipping) FILTER (WHERE (l.outcome = 'charge'::shop.line_outcome)), (0)::numeric)) AS others,
            COALESCE(sum(l.gst), (0)::numeric) AS gst,
            COALESCE(sum(l.income_tax), (0)::numeric) AS income_tax,
            COALESCE(sum(l.sales_tax), (0)::numeric) AS sales_tax
           FROM public.settlement_lines l
          WHERE (l.settlement_id = p.settlement_id)) said)
     CROSS JOIN LATERAL ( VALUES ('charges'::shop.ledger_account,'delivery_charges'::shop.book_account,said.deliveries), ('charges'::shop.ledger_account,'return_charges'::shop.book_account,said.returns), ('charges'::shop.ledger_account,'other_charges'::shop.book_account,said.others), ('charges'::shop.ledger_account,'gst_on_charges'::shop.book_account,said.gst), ('tax_withheld'::shop.ledger_account,'income_tax_withheld'::shop.book_account,said.income_tax), ('tax_withheld'::shop.ledger_account,'sales_tax_withheld'::shop.book_account,said.sales_tax)) s(ledger, account, amount))
  WHERE ((p.settlement_id IS NOT NULL) AND ((s.ledger = p.from_account) OR (s.ledger = p.to_account)) AND (s.amount <> (0)::numeric))
UNION ALL
 SELECT a.id,
    ('S'::text || a.posting) AS entry,
    a.created_at AS at,
    'sale'::text AS kind,
    false AS is_reversal,
    a.account,
    a.amount,
    ''::text AS reference,
    a.order_id,
    NULL::text AS courier_id
   FROM public.order_postings a;

CREATE VIEW "shop"."last_purchases" WITH (security_invoker=true) AS  SELECT DISTINCT ON (i.variant_id) i.variant_id,
    o.supplier_name,
    i.unit_cost
   FROM (public.purchase_order_items i
     JOIN public.purchase_orders o ON ((o.id = i.purchase_order_id)))
  WHERE ((o.status <> 'cancelled'::shop.purchase_order_status) AND (o.archived_at IS NULL))
  ORDER BY i.variant_id, o.created_at DESC, o.id, i."position" DESC;

CREATE VIEW "shop"."lead_times" WITH (security_invoker=true) AS  SELECT came.variant_id,
    (ceil(percentile_cont((0.5)::double precision) WITHIN GROUP (ORDER BY (((shop.day_of(came.received_at) - shop.day_of(came.ordered_at)))::double precision))))::integer AS days
   FROM (( SELECT l.variant_id,
            o.supplier_name,
            r.created_at AS received_at,
                CASE
                    WHEN ((r.created_at - o.order_date) > '00:01:00'::interval) THEN o.order_date
                    ELSE o.created_at
                END AS ordered_at
           FROM ((public.purchase_order_delivery_items l
             JOIN public.purchase_order_deliveries r ON (((r.id = l.delivery_id) AND (r.taken_back_at IS NULL))))
             JOIN public.purchase_orders o ON (((o.id = r.purchase_order_id) AND (o.archived_at IS NULL))))) came
     JOIN shop.last_purchases p ON (((p.variant_id = came.variant_id) AND (lower(p.supplier_name) = lower(came.supplier_name)))))
  GROUP BY came.variant_id;

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
                    WHEN (EXISTS ( SELECT
                       FROM shop.orders_stopped_by_gate h
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

CREATE VIEW "shop"."supplier_sums" WITH (security_invoker=true) AS  SELECT s.id AS supplier_id,
    d.received,
    p.paid,
    ((d.received - p.paid) - s.paid_before) AS owed,
    GREATEST(((d.due - p.paid) - s.paid_before), (0)::numeric) AS overdue,
    d.last_delivery
   FROM ((public.suppliers s
     CROSS JOIN LATERAL ( SELECT COALESCE(sum(v.value), (0)::numeric) AS received,
            max(v.created_at) AS last_delivery,
            COALESCE(sum(v.value) FILTER (WHERE ((shop.day_of(v.created_at) + s.terms) < shop.day_of(now()))), (0)::numeric) AS due
           FROM shop.supplier_deliveries v
          WHERE (v.supplier_id = s.id)) d)
     CROSS JOIN LATERAL ( SELECT COALESCE(sum(shop.signed_amount(y.*)), (0)::numeric) AS paid
           FROM public.payments y
          WHERE (y.supplier_id = s.id)) p);

CREATE INDEX payments_for_advertising ON public.payments USING btree (spent_on)
  WHERE (expense = 'advertising'::shop.expense);

CREATE INDEX expense_keys_of_payment ON shop.expense_keys USING btree (payment_id);

REVOKE ALL ON FUNCTION "public"."book_expense"(jsonb, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."book_expense"(jsonb, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."book_expense"(jsonb, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."book_expense"(jsonb, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."goes_with"(public.products) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."goes_with"(public.products) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."goes_with"(public.products) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."goes_with"(public.products) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."goes_with"(public.products) TO "service_role";

REVOKE ALL ON FUNCTION "public"."no_returns"(public.products) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."no_returns"(public.products) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."no_returns"(public.products) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."no_returns"(public.products) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."no_returns"(public.products) TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_earnings"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."order_earnings"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_earnings"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_earnings"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."set_packing_cost"(numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."set_packing_cost"(numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_packing_cost"(numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_packing_cost"(numeric) TO "service_role";

REVOKE ALL ON FUNCTION "public"."sku"(public.products) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."sku"(public.products) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."sku"(public.products) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."sku"(public.products) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."sku"(public.products) TO "service_role";

REVOKE ALL ON FUNCTION "public"."variants"(public.products) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."variants"(public.products) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."variants"(public.products) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."variants"(public.products) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."variants"(public.products) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."advertised"(date, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."advertised"(date, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."advertised"(date, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."advertised"(date, date, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."booked_under"(shop.payment_kind, shop.payment_method, shop.ledger_account, shop.expense) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."booked_under"(shop.payment_kind, shop.payment_method, shop.ledger_account, shop.expense) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."booked_under"(shop.payment_kind, shop.payment_method, shop.ledger_account, shop.expense) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."booked_under"(shop.payment_kind, shop.payment_method, shop.ledger_account, shop.expense) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."code_terms"(public.discount_codes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."code_terms"(public.discount_codes) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."code_terms"(public.discount_codes) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."code_terms"(public.discount_codes) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."counted_by"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."counted_by"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."counted_by"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."counted_by"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."current_slugs"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."current_slugs"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."current_slugs"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."current_slugs"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."discount_json"(numeric, numeric, text, jsonb, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."discount_json"(numeric, numeric, text, jsonb, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."discount_json"(numeric, numeric, text, jsonb, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."discount_json"(numeric, numeric, text, jsonb, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."earned_by_order"(date, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."earned_by_order"(date, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_by_order"(date, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_by_order"(date, date, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."earned_by_piece"(date, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."earned_by_piece"(date, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_by_piece"(date, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_by_piece"(date, date, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."earned_groups"(date, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."earned_groups"(date, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_groups"(date, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earned_groups"(date, date, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."earnings_of"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."earnings_of"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earnings_of"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."earnings_of"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."kept_by_couriers"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."kept_by_couriers"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."kept_by_couriers"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."kept_by_couriers"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."marked_words"(text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."marked_words"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."marked_words"(text, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."marked_words"(text, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."money_state"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."money_state"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."money_state"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."money_state"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."note_expense"(public.payments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."note_expense"(public.payments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_expense"(public.payments) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_expense"(public.payments) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."own_of_payment"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."own_of_payment"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."own_of_payment"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."own_of_payment"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."packing_cost"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."packing_cost"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."packing_cost"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."packing_cost"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."product_json"(public.products) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."product_json"(public.products) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."product_json"(public.products) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."product_json"(public.products) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."sales_tax_percent"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."sales_tax_percent"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sales_tax_percent"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sales_tax_percent"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."stages_reached"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."stages_reached"(date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."stages_reached"(date, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."stages_reached"(date, date) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."written_off_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."written_off_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."written_off_of"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."written_off_of"(text) TO "service_role";

GRANT INSERT, SELECT ON TABLE "shop"."expense_keys" TO "service_role";

GRANT INSERT, SELECT ON TABLE "shop"."packing_costs" TO "service_role";

GRANT SELECT ON TABLE "shop"."journal" TO "service_role";

GRANT SELECT ON TABLE "shop"."last_purchases" TO "service_role";

GRANT SELECT ON TABLE "shop"."lead_times" TO "service_role";

GRANT SELECT ON TABLE "shop"."order_parts" TO "service_role";

GRANT SELECT ON TABLE "shop"."supplier_sums" TO "service_role";

ALTER TABLE "public"."orders"
  ALTER COLUMN "tax_percent" SET DEFAULT shop.sales_tax_percent();
