SET local check_function_bodies = off;

ALTER TABLE "public"."payments"
  DROP CONSTRAINT "payments_of_order";

DROP FUNCTION "public"."list_payments"(shop.payment_kind, shop.payment_method, timestamp WITH time zone, timestamp WITH time zone, text, integer, integer);

CREATE TABLE "public"."suppliers" (
  "name"        text                     NOT NULL,
  "phone"       text                     NOT NULL DEFAULT ''::text,
  "email"       text                     NOT NULL DEFAULT ''::text,
  "address"     text                     NOT NULL DEFAULT ''::text,
  "terms"       integer                  NOT NULL DEFAULT 0,
  "notes"       text                     NOT NULL DEFAULT ''::text,
  "created_at"  timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at"  timestamp with time zone NOT NULL DEFAULT now(),
  "archived_at" timestamp with time zone,
  CONSTRAINT "suppliers_name_length" CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
  CONSTRAINT "suppliers_name_trimmed" CHECK ((name = btrim(name))),
  CONSTRAINT "suppliers_terms_range" CHECK (((terms >= 0) AND (terms <= 365))),
  "id"          text                     NOT NULL DEFAULT shop.new_id(),
  CONSTRAINT "suppliers_id_hex" CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT "suppliers_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."suppliers"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."suppliers" FROM "anon", "authenticated";

ALTER TABLE "public"."payments"
  ADD COLUMN "supplier_id" text;

ALTER TABLE "public"."purchase_orders"
  ADD COLUMN "supplier_id" text;

-- Whom purchase orders name becomes a supplier: of each name as it was written last, with the newest phone, e-mail and address that anybody
-- typed. No colleague's screen is out of date for it.
INSERT INTO public.suppliers (name, phone, email, address, created_at)
SELECT (array_agg(btrim(o.supplier_name) ORDER BY o.created_at DESC, o.id DESC))[1],
       coalesce((array_agg(o.supplier_phone ORDER BY o.created_at DESC, o.id DESC) FILTER (WHERE o.supplier_phone <> ''))[1], ''),
       coalesce((array_agg(o.supplier_email ORDER BY o.created_at DESC, o.id DESC) FILTER (WHERE o.supplier_email <> ''))[1], ''),
       coalesce((array_agg(o.supplier_address ORDER BY o.created_at DESC, o.id DESC) FILTER (WHERE o.supplier_address <> ''))[1], ''),
       min(o.created_at)
  FROM public.purchase_orders o
 GROUP BY lower(btrim(o.supplier_name));

ALTER TABLE public.purchase_orders DISABLE TRIGGER USER;

UPDATE public.purchase_orders o SET supplier_id = s.id FROM public.suppliers s WHERE lower(s.name) = lower(btrim(o.supplier_name));

ALTER TABLE public.purchase_orders ENABLE TRIGGER USER;

-- pgls-ignore lint/safety/addingNotNullField: each row has one by now, and there are few
ALTER TABLE "public"."purchase_orders"
  ALTER COLUMN "supplier_id" SET NOT NULL;

ALTER TYPE "shop"."book_account" ADD VALUE 'suppliers' BEFORE 'delivery_charges';


SET local check_function_bodies = off;

ALTER TYPE "shop"."ledger_account" ADD VALUE 'suppliers' AFTER 'written_off';


SET local check_function_bodies = off;

ALTER TYPE "shop"."payment_kind" ADD VALUE 'supplier_paid' AFTER 'short_paid';


SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.change_supplier (
  supplier_id      text,
  changes          jsonb,
  actor            uuid,
  expected_version timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.act_as(actor);
  perform shop.write_supplier(supplier_id, changes, expected_version);
  return public.find_supplier(supplier_id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."change_supplier"(text, jsonb, uuid, timestamp WITH time zone) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.create_purchase_order (
  purchase jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  created_id text;
begin
  insert into public.purchase_orders (supplier_id, supplier_name, supplier_email, supplier_phone, supplier_address, charges,
                                      expected_delivery_date, notes)
  values (shop.supplier_named(purchase ->> 'supplierName', purchase ->> 'supplierPhone', purchase ->> 'supplierEmail',
                              purchase ->> 'supplierAddress'),
          purchase ->> 'supplierName', coalesce(purchase ->> 'supplierEmail', ''), coalesce(purchase ->> 'supplierPhone', ''),
          coalesce(purchase ->> 'supplierAddress', ''), coalesce((purchase ->> 'charges')::numeric, 0),
          (purchase ->> 'expectedDeliveryDate')::date, coalesce(purchase ->> 'notes', ''))
  returning id into created_id;
  perform shop.write_purchase_order_items(created_id, purchase -> 'items');
  return shop.purchase_order_json(created_id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.edit_purchase_order (
  purchase_order_id text,
  changes           jsonb,
  expected_version  timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.purchase_orders := shop.lock_purchase_order(purchase_order_id);
begin
  perform shop.check_version(before.updated_at, expected_version);
  if (changes ? 'items' or (changes ->> 'charges')::numeric <> before.charges) and (before.status = 'received' or exists (
       select from public.purchase_order_deliveries r where r.purchase_order_id = before.id and r.taken_back_at is null)) then
    perform shop.refuse('already_received');
  end if;

  update public.purchase_orders o
     set supplier_id = case when changes ->> 'supplierName' <> o.supplier_name
                            then shop.supplier_named(changes ->> 'supplierName', coalesce(changes ->> 'supplierPhone', o.supplier_phone),
                                                     coalesce(changes ->> 'supplierEmail', o.supplier_email),
                                                     coalesce(changes ->> 'supplierAddress', o.supplier_address))
                            else o.supplier_id end,
         supplier_name = coalesce(changes ->> 'supplierName', o.supplier_name),
         supplier_email = coalesce(changes ->> 'supplierEmail', o.supplier_email),
         supplier_phone = coalesce(changes ->> 'supplierPhone', o.supplier_phone),
         supplier_address = coalesce(changes ->> 'supplierAddress', o.supplier_address),
         notes = coalesce(changes ->> 'notes', o.notes),
         charges = coalesce((changes ->> 'charges')::numeric, o.charges),
         expected_delivery_date = case when changes ? 'expectedDeliveryDate' then (changes ->> 'expectedDeliveryDate')::date
                                       else o.expected_delivery_date end
   where o.id = before.id;
  if changes ? 'items' then
    perform shop.write_purchase_order_items(before.id, changes -> 'items');
  end if;
  return shop.purchase_order_json(before.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.find_supplier (
  supplier_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  wanted public.suppliers;
begin
  select * into wanted from public.suppliers s where s.id = find_supplier.supplier_id;
  if not found then
    perform shop.refuse('supplier_not_found');
  end if;
  return to_jsonb(wanted) || (select to_jsonb(m) - 'supplier_id' from shop.supplier_sums m where m.supplier_id = wanted.id)
    || jsonb_build_object(
      'orders', (select coalesce(jsonb_agg(jsonb_build_object(
                          'id', o.id, 'order_number', o.order_number, 'status', o.status, 'total_amount', o.total_amount,
                          'dated_at', o.dated_at, 'is_archived', o.archived_at is not null,
                          'value', (select coalesce(sum(v.value), 0) from shop.supplier_deliveries v where v.purchase_order_id = o.id))
                          order by o.dated_at desc, o.id desc), '[]')
                   from (select * from public.purchase_orders f where f.supplier_id = wanted.id
                          order by f.dated_at desc, f.id desc limit 200) o),
      'payments', (select coalesce(jsonb_agg(shop.payment_json(p) order by p.sequence desc), '[]')
                     from (select * from public.payments f where f.supplier_id = wanted.id order by f.sequence desc limit 200) p),
      'prices', (select coalesce(jsonb_agg(to_jsonb(c) - 'supplier_id' || jsonb_build_object(
                          'product_id', p.id, 'product_name', p.name, 'color', v.color, 'size', v.size, 'sku', v.sku)
                          order by p.name, v.id), '[]')
                   from shop.supplier_prices c
                   join public.product_variants v on v.id = c.variant_id join public.products p on p.id = v.product_id
                  where c.supplier_id = wanted.id));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."find_supplier"(text) FROM "anon", "authenticated";


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
  with_suppliers constant boolean := shop.may(actor, 'buy_stock') or shop.may(actor, 'see_reports');
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
         and (with_suppliers or p.supplier_id is null)
    )
    select jsonb_build_object(
      'items', (select coalesce(jsonb_agg(shop.payment_json(p) order by p.created_at desc, p.sequence desc), '[]')
                  from (select f.id from found_ones f order by f.created_at desc, f.sequence desc offset page_offset limit page_limit) page
                  join public.payments p on p.id = page.id),
      'total', (select count(*) from found_ones)));
end;
$function$;

REVOKE ALL
  ON FUNCTION "public"."list_payments"(shop.payment_kind, shop.payment_method, timestamp WITH time zone, timestamp WITH time zone, text, uuid, integer, integer)
  FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_suppliers (
  name_like   text,
  state       text,
  sort_by     text,
  ascending   boolean,
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with found as materialized (
    select s, m.owed, m.overdue, m.last_delivery
      from public.suppliers s join shop.supplier_sums m on m.supplier_id = s.id
     where (name_like is null or s.name ilike name_like)
       and case list_suppliers.state when 'in_use' then s.archived_at is null when 'owed' then m.owed > 0
                                     when 'overdue' then m.overdue > 0 when 'archived' then s.archived_at is not null else true end),
  sorted as (
    select f.*, row_number() over (order by
             case when ascending and sort_by = 'name' then lower((f.s).name) end,
             case when not ascending and sort_by = 'name' then lower((f.s).name) end desc,
             case when sort_by <> 'name' then
               case sort_by when 'owed' then f.owed when 'overdue' then f.overdue
                            else coalesce(extract(epoch from f.last_delivery), 0) end * case when ascending then 1 else -1 end end,
             lower((f.s).name)) as place
      from found f)
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(p.s) || jsonb_build_object('owed', p.owed, 'overdue', p.overdue,
                                                                            'last_delivery', p.last_delivery) order by p.place), '[]')
                from (select * from sorted o order by o.place offset page_offset limit page_limit) p),
    'total', (select count(*) from found));
$function$;

REVOKE ALL ON FUNCTION "public"."list_suppliers"(text, text, text, boolean, integer, integer) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.pay_supplier (
  supplier_id   text,
  amount        numeric,
  method        shop.payment_method,
  reference     text,
  reason        text,
  actor         uuid,
  expected_owed numeric             DEFAULT NULL::numeric
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.act_as(actor);
  perform from public.suppliers s where s.id = pay_supplier.supplier_id for no key update;
  if not found then
    perform shop.refuse('supplier_not_found');
  elsif expected_owed <> (select m.owed from shop.supplier_sums m where m.supplier_id = pay_supplier.supplier_id) then
    perform shop.refuse('edited_meanwhile');
  end if;
  insert into public.payments (kind, method, from_account, to_account, amount, supplier_id, reference, reason, actor)
  values ('supplier_paid', method, case method when 'cash' then 'cash' else 'bank' end::shop.ledger_account, 'suppliers',
          pay_supplier.amount, pay_supplier.supplier_id, pay_supplier.reference, pay_supplier.reason, actor);
  return public.find_supplier(supplier_id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."pay_supplier"(text, numeric, shop.payment_method, text, text, uuid, numeric) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.after_payment()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.count_payment(new);
  if new.settlement_id is null and 'courier' in (new.from_account, new.to_account) then perform shop.follow_cash(new); end if;
  -- An exchange pays for what goes out with what comes back; giving it up takes back what was no refund yet.
  if new.kind in ('refund', 'credit_given')
     and coalesce(current_setting('shop.undoes_exchange', true), '') <> 'on'
     and coalesce(current_setting('shop.makes_exchange', true), '') <> 'on'
  then
    perform shop.need_right('refund');
  end if;
  if new.kind in ('advance', 'settled', 'short_paid', 'supplier_paid') then perform shop.need_right('verify_payments'); end if;
  -- What a supplier gets is for whoever sees what pieces cost.
  if new.supplier_id is not null then perform shop.need_right('buy_stock'); end if;
  if new.actor is not null and new.order_id is null and new.customer_id is not null then perform shop.note_credit(new); end if;
  if new.actor is not null and new.supplier_id is not null then perform shop.note_supplier_payment(new); end if;
  if new.reverses is not null and new.kind = 'advance' then perform shop.follow_payment(new); end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_purchase_order_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.need_right('buy_stock');
  perform shop.note_row(to_jsonb(old), to_jsonb(new), 'purchase', 'id', 'purchase order', 'order_number',
                        'dated_at,order_number,supplier_id');
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_supplier_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.need_right('buy_stock');
  perform shop.note_row(to_jsonb(old), to_jsonb(new), 'purchase', 'id', 'supplier', 'name');
  return null;
end;
$function$;


SET local check_function_bodies = off;

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
    when 'supplier_paid' then source in ('bank', 'cash') and target::text = 'suppliers' end;
$function$;

CREATE OR REPLACE FUNCTION shop.note_supplier_payment (
  new public.payments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.write_audit(new.actor, 'payment', new.supplier_id,
    'supplier ' || (select s.name from public.suppliers s where s.id = new.supplier_id), null,
    jsonb_strip_nulls(jsonb_build_object('kind', new.kind, 'amount', case when new.reverses is null then new.amount else - new.amount end,
                                         'method', new.method, 'reference', nullif(new.reference, ''), 'reason', nullif(new.reason, ''))));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.payment_json (
  payment public.payments
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_jsonb(payment) || jsonb_build_object(
    'order_number', (select o.order_number from public.orders o where o.id = payment.order_id),
    'customer_name', (select c.name from public.customers c where c.id = payment.customer_id),
    'courier', (select c.name from public.couriers c where c.id = payment.courier_id),
    'supplier', (select s.name from public.suppliers s where s.id = payment.supplier_id),
    'actor_name', (select s.username from public.staff s where s.id = payment.actor),
    'is_reversed', exists (select from public.payments r where r.reverses = payment.id));
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
                    and (p.kind, p.method, p.from_account, p.to_account, p.amount)
                        = (new.kind, new.method, new.to_account, new.from_account, new.amount)
                    and p.order_id is not distinct from new.order_id and p.customer_id is not distinct from new.customer_id
                    and p.settlement_id is not distinct from new.settlement_id
                    and p.supplier_id is not distinct from new.supplier_id) then
    raise exception 'payment % must move back what payment % moved', new.id, new.reverses using errcode = 'restrict_violation';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.supplier_named (
  name    text,
  phone   text,
  email   text,
  address text
)
  RETURNS text
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  found_id text;
begin
  insert into public.suppliers (name, phone, email, address)
  values (btrim(supplier_named.name), coalesce(supplier_named.phone, ''), coalesce(supplier_named.email, ''),
          coalesce(supplier_named.address, ''))
  on conflict (lower(suppliers.name)) do nothing
  returning id into found_id;
  if found_id is null then
    update public.suppliers s set archived_at = null
     where lower(s.name) = lower(btrim(supplier_named.name)) and s.archived_at is not null;
    select s.id into found_id from public.suppliers s where lower(s.name) = lower(btrim(supplier_named.name));
  end if;
  return found_id;
end;
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
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, customer_id, courier_id, settlement_id, supplier_id,
                               reference, reason, reverses, actor)
  values (payment.kind, payment.method, payment.to_account, payment.from_account, payment.amount, payment.order_id,
          payment.customer_id, payment.courier_id, payment.settlement_id, payment.supplier_id, payment.reference,
          take_back.reason, payment.id, shop.acting())
  returning * into back;
  if back.order_id is not null and back.kind <> 'collected' then
    perform shop.log_order_event(back.order_id, 'payment', back.kind::text,
              jsonb_strip_nulls(jsonb_build_object('amount', back.amount, 'method', back.method, 'reference', nullif(back.reference, ''))),
              null, back.reason);
  end if;
  return back;
end;
$function$;


SET local check_function_bodies = off;

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
    ('rounding', 5900, 'Rounding', 'customer')) c (account, number, usual_name, ledger);
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
         archived_at = case (changes ->> 'isArchived')::boolean when true then coalesce(s.archived_at, now()) when false then null
                                                                 else s.archived_at end
   where s.id = before.id;
end;
$function$;

ALTER TABLE "public"."payments"
  ADD CONSTRAINT "payments_of_order" CHECK (((order_id IS NULL) = ((kind)::text = ANY (ARRAY['credit_given'::text, 'settled'::text, 'supplier_paid'::text]))));

ALTER TABLE "public"."payments"
  ADD CONSTRAINT "payments_of_supplier" CHECK (((supplier_id IS NOT NULL) = ((kind)::text = 'supplier_paid'::text)));

CREATE VIEW "shop"."supplier_deliveries" WITH (security_invoker=true) AS  SELECT o.supplier_id,
    o.id AS purchase_order_id,
    d.created_at,
    sum((((l.received - l.damaged))::numeric * i.unit_cost)) AS value
   FROM (((public.purchase_orders o
     JOIN public.purchase_order_deliveries d ON (((d.purchase_order_id = o.id) AND (d.taken_back_at IS NULL))))
     JOIN public.purchase_order_delivery_items l ON ((l.delivery_id = d.id)))
     JOIN public.purchase_order_items i ON ((i.id = l.item_id)))
  GROUP BY o.supplier_id, o.id, d.id;

CREATE VIEW "shop"."supplier_prices" WITH (security_invoker=true) AS  SELECT o.supplier_id,
    i.variant_id,
    (array_agg(i.unit_cost ORDER BY o.dated_at DESC, o.id DESC, i."position" DESC))[1] AS last,
    max(o.dated_at) AS last_at,
    min(i.unit_cost) AS lowest,
    (array_agg(o.dated_at ORDER BY i.unit_cost, o.dated_at DESC))[1] AS lowest_at
   FROM (public.purchase_order_items i
     JOIN public.purchase_orders o ON ((o.id = i.purchase_order_id)))
  WHERE (i.received > 0)
  GROUP BY o.supplier_id, i.variant_id;

CREATE INDEX payments_to_supplier ON public.payments USING btree (supplier_id, SEQUENCE)
  WHERE (supplier_id IS NOT NULL);

CREATE INDEX purchase_orders_of_supplier ON public.purchase_orders USING btree (supplier_id, dated_at DESC);

CREATE UNIQUE INDEX suppliers_by_name ON public.suppliers USING btree (lower(name));

CREATE TRIGGER suppliers_after
  AFTER INSERT OR UPDATE ON public.suppliers
  FOR EACH ROW
  EXECUTE FUNCTION shop.after_supplier_change();

CREATE TRIGGER suppliers_touched
  BEFORE UPDATE ON public.suppliers
  FOR EACH ROW
  EXECUTE FUNCTION shop.touch_updated_at();

REVOKE ALL ON FUNCTION "public"."change_supplier"(text, jsonb, uuid, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_supplier"(text, jsonb, uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_supplier"(text, jsonb, uuid, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_supplier"(text, jsonb, uuid, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_supplier"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."find_supplier"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_supplier"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_supplier"(text) TO "service_role";

REVOKE ALL
  ON FUNCTION "public"."list_payments"(shop.payment_kind, shop.payment_method, timestamp WITH time zone, timestamp WITH time zone, text, uuid, integer, integer)
  FROM PUBLIC;

REVOKE ALL
  ON FUNCTION "public"."list_payments"(shop.payment_kind, shop.payment_method, timestamp WITH time zone, timestamp WITH time zone, text, uuid, integer, integer)
  FROM "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_payments"(shop.payment_kind, shop.payment_method, timestamp WITH time zone, timestamp WITH time zone, text, uuid, integer, integer)
  TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_payments"(shop.payment_kind, shop.payment_method, timestamp WITH time zone, timestamp WITH time zone, text, uuid, integer, integer)
  TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_suppliers"(text, text, text, boolean, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."list_suppliers"(text, text, text, boolean, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_suppliers"(text, text, text, boolean, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_suppliers"(text, text, text, boolean, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."pay_supplier"(text, numeric, shop.payment_method, text, text, uuid, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."pay_supplier"(text, numeric, shop.payment_method, text, text, uuid, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_supplier"(text, numeric, shop.payment_method, text, text, uuid, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."pay_supplier"(text, numeric, shop.payment_method, text, text, uuid, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."after_supplier_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."after_supplier_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_supplier_change"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_supplier_change"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."note_supplier_payment"(public.payments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."note_supplier_payment"(public.payments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_supplier_payment"(public.payments) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_supplier_payment"(public.payments) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."supplier_named"(text, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."supplier_named"(text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."supplier_named"(text, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."supplier_named"(text, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."write_supplier"(text, jsonb, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."write_supplier"(text, jsonb, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_supplier"(text, jsonb, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_supplier"(text, jsonb, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON TABLE "public"."suppliers" FROM "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "public"."suppliers" TO "service_role";

GRANT SELECT ON TABLE "shop"."supplier_deliveries" TO "service_role";

GRANT SELECT ON TABLE "shop"."supplier_prices" TO "service_role";

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new column
ALTER TABLE "public"."payments"
  ADD CONSTRAINT "payments_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.suppliers(id);

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new column
ALTER TABLE "public"."purchase_orders"
  ADD CONSTRAINT "purchase_orders_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.suppliers(id);

CREATE VIEW "shop"."supplier_sums" WITH (security_invoker=true) AS  SELECT s.id AS supplier_id,
    d.received,
    p.paid,
    (d.received - p.paid) AS owed,
    GREATEST((d.due - p.paid), (0)::numeric) AS overdue,
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

GRANT SELECT ON TABLE "shop"."supplier_sums" TO "service_role";
