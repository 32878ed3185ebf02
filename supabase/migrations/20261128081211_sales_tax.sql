SET local check_function_bodies = off;

ALTER TYPE "shop"."book_account" ADD VALUE 'sales_tax' BEFORE 'sales';


SET local check_function_bodies = off;

ALTER TYPE "shop"."book_account" ADD VALUE 'sales_tax_returned' BEFORE 'sales';


SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.change_settings (
  groups           jsonb,
  expected_version timestamp with time zone,
  actor            uuid                     DEFAULT NULL::uuid,
  defaults         jsonb                    DEFAULT '{}'::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  current public.shop_settings;
begin
  if actor is not null and groups ?| array['contact', 'delivery', 'payment', 'gifts', 'salesTax'] then
    perform shop.assert_owner(actor);
  end if;
  perform shop.act_as(actor);
  perform set_config('shop.setting_defaults', defaults::text, true);
  insert into public.shop_settings default values on conflict (id) do nothing;
  select * into current from public.shop_settings s where s.id for update;
  perform shop.check_version(current.updated_at, expected_version);
  update public.shop_settings s set content = s.content || groups where s.id returning * into current;
  return jsonb_build_object('content', current.content, 'updated_at', current.updated_at);
end;
$function$;

CREATE OR REPLACE FUNCTION public.find_month (
  month date,
  at    timestamp with time zone DEFAULT now()
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with computed as materialized (select shop.month_balance_json(find_month.month) as balance)
  select jsonb_build_object(
    'month', to_char(find_month.month, 'YYYY-MM'),
    'state', case when k.id is not null then 'closed' when shop.end_of_month(find_month.month) <= at then 'open' else 'running' end,
    'closed_by', shop.username_of(k.closed_by), 'closed_at', k.closed_at,
    'is_last_closed', coalesce(find_month.month = shop.last_closed_month(), false),
    'is_as_kept', k.balance = computed.balance,
    'balance', (select jsonb_agg('{"opening": 0, "debit": 0, "credit": 0, "closing": 0}'
                                 || coalesce(coalesce(k.balance, computed.balance) -> c.account::text, '{}')
                                 || jsonb_build_object('account', c.account, 'number', c.number, 'name', c.name) order by c.number)
                  from shop.chart_of_accounts() c),
    'withheld', shop.withheld_json(find_month.month), 'sales_tax', shop.sales_tax_json(find_month.month))
    from computed left join public.closed_months k on k.month = find_month.month and k.reopened_at is null;
$function$;

CREATE OR REPLACE FUNCTION shop.before_order_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' then
    if new.terms = '{}' then new.terms := shop.shown_terms(new); end if;
    if new.status = 'delivered' then new := shop.collect_at_door(null, new); end if;
    new.has_arrived := new.status = 'delivered';
    return shop.give_order_its_customer(null, new);
  end if;

  if new.status <> old.status then new := shop.collect_at_door(old, new); end if;
  new.has_arrived := new.status = 'delivered' or old.has_arrived and new.status = 'cancelled';
  if (new.customer_phone, new.customer_id) <> (old.customer_phone, old.customer_id) then
    new := shop.give_order_its_customer(old, new);
  end if;
  if old.merged_into is not null and new.status <> old.status then perform shop.keep_merged_cancelled(old); end if;
  if new.tax_percent <> old.tax_percent then perform shop.keep_tax_percent(old); end if;
  -- What went back before is no goodwill where nothing was collected after all.
  if old.collected > 0 and new.collected = 0 then new.goodwill := 0; end if;
  -- One that goes on awaits no proof any more.
  new.awaits_proof := new.awaits_proof and new.status = 'pending';
  new.updated_at := shop.next_version(old.updated_at);
  return new;
end;
$function$;


SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION shop.books_of (
  an_order public.orders
)
  RETURNS TABLE (
    account shop.book_account,
    amount  numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select s.account::shop.book_account, s.amount
    -- Of what is still open on a delivered order, what went back after it was delivered is let off; what is below a rupee nobody asks for.
    from (select shop.received_of(an_order) as received,
                 an_order.total_amount - an_order.uncollected - shop.received_of(an_order) as open) o
   cross join lateral (select greatest(0, o.open - an_order.goodwill) as rest) r
   cross join lateral (values
     ('delivered', 'sales', 'sales_tax', - an_order.subtotal),
     ('delivered', 'delivery', 'sales_tax', - an_order.shipping - an_order.delivery_discount),
     ('delivered', 'gift_wrap', 'sales_tax', - an_order.gift_wrap),
     ('delivered', 'discounts', 'sales_tax', an_order.discount + an_order.delivery_discount),
     ('delivered', 'returned', 'sales_tax_returned', an_order.uncollected + least(an_order.goodwill, greatest(0, o.open))),
     ('delivered', 'customers_due', null, floor(r.rest)),
     ('delivered', 'rounding', null, r.rest - floor(r.rest)),
     ('delivered', 'refunds_owed', null, least(0, o.open)),
     ('cancelled', 'refunds_owed', null, - o.received),
     ('', 'advances', null, - o.received)) b (status, account, tax_account, amount)
   cross join lateral (select case when b.tax_account is null then 0 else shop.tax_within(b.amount, an_order.tax_percent) end as tax) t
   cross join lateral (values (b.account, b.amount - t.tax), (b.tax_account, t.tax)) s (account, amount)
   where b.status = case when an_order.status in ('delivered', 'cancelled') then an_order.status::text else '' end
     and s.account is not null;
$function$;

CREATE OR REPLACE FUNCTION shop.is_sales_tax_rule (
  rule jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when jsonb_typeof(rule -> 'percent') = 'number'
              then (rule ->> 'percent')::numeric between 0 and 50 and (rule ->> 'percent')::numeric % 1 = 0
              else false end;
$function$;

CREATE OR REPLACE FUNCTION shop.keep_tax_percent (
  old public.orders
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  raise exception 'order % was placed at % %% sales tax', old.id, old.tax_percent using errcode = 'restrict_violation';
end;
$function$;

CREATE OR REPLACE FUNCTION shop.note_kept_settings (
  old public.shop_settings,
  new public.shop_settings
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  -- What groups have that were never changed, where the caller says so.
  defaults constant jsonb := coalesce(nullif(current_setting('shop.setting_defaults', true), ''), '{}')::jsonb;
  kept text;
begin
  for kept in select jsonb_object_keys(coalesce(old.content, '{}') || coalesce(new.content, '{}')) loop
    -- The command line is noted where owners decide; all others always.
    continue when shop.acting() is null and kept not in ('contact', 'delivery', 'payment', 'gifts', 'salesTax', 'search');
    perform shop.write_audit(shop.acting(), 'settings', null, kept, coalesce(defaults -> kept, '{}') || coalesce(old.content -> kept, '{}'),
                             coalesce(defaults -> kept, '{}') || coalesce(new.content -> kept, '{}'));
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.sales_tax_json (
  month date
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(t) order by t.percent), '[]')
    from (select o.tax_percent as percent,
                 coalesce(- sum(a.amount) filter (where a.account in ('sales', 'delivery', 'gift_wrap', 'discounts')), 0) as net,
                 coalesce(- sum(a.amount) filter (where a.account = 'sales_tax'), 0) as tax,
                 coalesce(sum(a.amount) filter (where a.account = 'returned'), 0) as net_back,
                 coalesce(sum(a.amount) filter (where a.account = 'sales_tax_returned'), 0) as tax_back
            from public.order_postings a join public.orders o on o.id = a.order_id
           where o.tax_percent > 0 and a.account in ('sales', 'delivery', 'gift_wrap', 'discounts', 'sales_tax', 'returned',
                                                     'sales_tax_returned')
             and a.created_at >= shop.start_of_day(sales_tax_json.month) and a.created_at < shop.end_of_month(sales_tax_json.month)
           group by o.tax_percent) t;
$function$;

CREATE OR REPLACE FUNCTION shop.sales_tax_percent()
  RETURNS smallint
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce((select (s.content #>> '{salesTax,percent}')::smallint from public.shop_settings s), 0::smallint);
$function$;

CREATE OR REPLACE FUNCTION shop.tax_within (
  amount  numeric,
  percent smallint
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
RETURN round(((amount * (percent)::numeric) / ((100 + percent))::numeric), 2);

CREATE OR REPLACE FUNCTION shop.tracked_order_json (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select jsonb_build_object(
           'order_number', o.order_number, 'status', o.status, 'is_collected', o.customer_address = '', 'created_at', o.created_at,
           'updated_at', o.updated_at, 'total_amount', o.total_amount, 'is_confirmed', shop.is_confirmed_for_shopper(o.id),
           'awaits_proof', o.awaits_proof, 'cancellation_asked_at', o.cancellation_asked_at,
           'cancellation_answered_at', o.cancellation_answered_at,
           -- Numbers alone: a key is for whoever has the link of that order.
           'merged_into', (select k.order_number from public.orders k where k.id = o.merged_into),
           'merged_from', (select coalesce(jsonb_agg(m.order_number order by m.created_at, m.id), '[]') from public.orders m
                            where m.merged_into = o.id and m.archived_at is null),
           'items', (select jsonb_agg(jsonb_build_object('product_name', i.product_name, 'product_image', i.product_image,
                                                         'quantity', i.quantity, 'selected_color', i.selected_color,
                                                         'selected_size', i.selected_size, 'price', i.price)
                                -- Where it can still be seen.
                                || case when p.archived_at is null then jsonb_build_object('product_id', p.id) else '{}' end
                                order by i.position)
                       from public.order_items i join public.products p on p.id = i.product_id where i.order_id = o.id),
           'shipments',
           (select coalesce(jsonb_agg(jsonb_build_object('shipment_number', s.shipment_number, 'status', s.status, 'carrier', s.carrier,
                                                         'tracking_number', s.tracking_number, 'shipped_date', s.shipped_date,
                                                         'estimated_delivery_date', s.estimated_delivery_date)
                       order by s.created_at), '[]') from public.shipments s where s.order_id = o.id and s.archived_at is null))
           -- Only where there is something.
           || jsonb_strip_nulls(jsonb_build_object('discount', nullif(o.discount, 0), 'delivery_discount', nullif(o.delivery_discount, 0),
                'discount_code', o.discount_code, 'gift_wrap', nullif(o.gift_wrap, 0),
                'tax_percent', nullif(o.tax_percent, 0), 'paid', shop.paid_json(o), 'advance_waits_for', shop.advance_waits_for(o)))
            from public.orders o
           where o.id = tracked_order_json.order_id);
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
    ('delivery_charges', 5110, 'Courier charges, deliveries', 'charges'),
    ('return_charges', 5120, 'Courier charges, returns', 'charges'),
    ('other_charges', 5130, 'Courier charges, others', 'charges'),
    ('charges_paid_back', 5140, 'Courier charges paid back', 'charges'),
    ('never_paid', 5210, 'Cash never paid by couriers', 'written_off'),
    ('credit_given', 5220, 'Store credit given', 'written_off'),
    ('rounding', 5900, 'Rounding', 'customer')) c (account, number, usual_name, ledger);
$function$;

REVOKE ALL ON FUNCTION "shop"."is_sales_tax_rule"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_sales_tax_rule"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_sales_tax_rule"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_sales_tax_rule"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."keep_tax_percent"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."keep_tax_percent"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."keep_tax_percent"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."keep_tax_percent"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."sales_tax_json"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."sales_tax_json"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sales_tax_json"(date) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sales_tax_json"(date) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."sales_tax_percent"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."sales_tax_percent"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sales_tax_percent"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sales_tax_percent"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."tax_within"(numeric, smallint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."tax_within"(numeric, smallint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."tax_within"(numeric, smallint) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."tax_within"(numeric, smallint) TO "service_role";

ALTER TABLE "public"."orders"
  ADD COLUMN "tax_percent" smallint NOT NULL DEFAULT shop.sales_tax_percent();

ALTER TABLE "public"."orders"
  ADD CONSTRAINT "orders_tax_percent_range" CHECK (((tax_percent >= 0) AND (tax_percent <= 50)));

ALTER TABLE "public"."shop_settings"
  ADD CONSTRAINT "shop_settings_sales_tax_valid" CHECK (((NOT (content ? 'salesTax'::text)) OR shop.is_sales_tax_rule((content -> 'salesTax'::text))));
