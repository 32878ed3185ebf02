SET local check_function_bodies = off;

DROP FUNCTION "shop"."judged_rows"(text, jsonb);

CREATE TABLE "public"."courier_disputes" (
  "courier_id"  text NOT NULL,
  "shipment_id" text NOT NULL,
  "id"          text NOT NULL DEFAULT shop.new_id(),
  CONSTRAINT "courier_disputes_id_hex" CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT "courier_disputes_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."courier_disputes"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."courier_disputes" FROM "anon", "authenticated";

ALTER TABLE "public"."couriers"
  ADD COLUMN "payout_days" integer NOT NULL DEFAULT 14;

ALTER TABLE "public"."settlement_lines"
  ADD COLUMN "expected_tax" numeric(12,2);

CREATE TYPE "shop"."dispute_about" AS ENUM (
  'cash',
  'charges',
  'taxes'
);

ALTER TABLE "public"."courier_disputes"
  ADD COLUMN "about" shop.dispute_about NOT NULL;

ALTER TABLE "public"."courier_disputes"
  ADD COLUMN "line_id" text;

ALTER TABLE "public"."courier_disputes"
  ADD COLUMN "amount" numeric(12,2) NOT NULL;

ALTER TABLE "public"."courier_disputes"
  ADD COLUMN "asked_by" uuid;

ALTER TABLE "public"."courier_disputes"
  ADD COLUMN "asked_at" timestamp WITH time zone;

CREATE TYPE "shop"."dispute_end" AS ENUM (
  'paid',
  'accepted'
);

ALTER TABLE "public"."courier_disputes"
  ADD COLUMN "ended" shop.dispute_end;

ALTER TABLE "public"."courier_disputes"
  ADD COLUMN "ended_by" uuid;

ALTER TABLE "public"."courier_disputes"
  ADD COLUMN "ended_at" timestamp WITH time zone;

ALTER TABLE "public"."courier_disputes"
  ADD COLUMN "reason" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."courier_disputes"
  ADD COLUMN "payment_id" text;

ALTER TABLE "public"."courier_disputes"
  ADD COLUMN "created_at" timestamp WITH time zone NOT NULL DEFAULT clock_timestamp();

CREATE OR REPLACE FUNCTION public.ask_courier (
  ids   text[],
  actor uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  noted integer;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  -- As booking a file: what a courier owes is another sum after each.
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  insert into public.courier_disputes as d (courier_id, shipment_id, about, line_id, amount, asked_by, asked_at)
  select i.courier_id, i.shipment_id, i.about, i.line_id, i.amount, actor, clock_timestamp()
    from shop.dispute_items i where i.id = any (ids) and i.state <> 'settled'
  on conflict on constraint courier_disputes_once do update
     set amount = excluded.amount, asked_by = excluded.asked_by, asked_at = excluded.asked_at, ended = null, ended_by = null,
         ended_at = null, reason = '', payment_id = null;
  get diagnostics noted = row_count;
  if noted = 0 then
    perform shop.refuse('nothing_to_ask');
  end if;
  return noted;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."ask_courier"(text[], uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.disputes_by_courier()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with found as materialized (
    select i, row_number() over (partition by i.courier_id, i.state order by i.since, i.id) as place
      from shop.dispute_items i where i.state <> 'settled')
  select coalesce(jsonb_agg(to_jsonb(k) order by k.open desc, k.courier), '[]')
    from (select (f.i).courier_id, c.name as courier, coalesce(sum((f.i).amount) filter (where (f.i).state = 'open'), 0) as open,
                 count(*) filter (where (f.i).state = 'open') as open_items,
                 coalesce(sum((f.i).amount) filter (where (f.i).state = 'asked'), 0) as asked,
                 count(*) filter (where (f.i).state = 'asked') as asked_items, min((f.i).asked_at) as asked_at,
                 coalesce(jsonb_agg(shop.dispute_json(f.i) order by f.place) filter (where (f.i).state = 'open' and f.place <= 100),
                          '[]') as to_ask
            from found f join public.couriers c on c.id = (f.i).courier_id
           group by (f.i).courier_id, c.name) k;
$function$;

REVOKE ALL ON FUNCTION "public"."disputes_by_courier"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_disputes (
  courier_id  text,
  state       text,
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with found as materialized (
    select i from shop.dispute_items i
     where (list_disputes.courier_id is null or i.courier_id = list_disputes.courier_id)
       and (list_disputes.state is null or i.state = list_disputes.state))
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.dispute_json(p.i) order by (p.i).since, (p.i).id), '[]')
                from (select f.i from found f order by (f.i).since, (f.i).id offset page_offset limit page_limit) p),
    'total', (select count(*) from found));
$function$;

REVOKE ALL ON FUNCTION "public"."list_disputes"(text, text, integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.save_courier (
  courier_id       text,
  fields           jsonb,
  actor            uuid,
  expected_version timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.couriers;
  wanted public.couriers;
  noted jsonb;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  if courier_id is not null then
    select * into before from public.couriers c where c.id = save_courier.courier_id for update;
    if not found then
      perform shop.refuse('courier_not_found');
    end if;
    perform shop.check_version(before.updated_at, expected_version);
    noted := shop.noted_courier(before);
  end if;
  wanted := jsonb_populate_record(before, fields);
  if before.adapter <> wanted.adapter and exists (select from public.courier_bookings b where b.courier_id = before.id) then
    perform shop.refuse_field('adapter', 'Parcels were booked with this courier. Add another one instead, and set this one aside.');
  end if;
  begin
    if before.id is null then
      insert into public.couriers (name, adapter, cut_off, pickup_code, payout_days, file_mapping, is_active)
      values (wanted.name, wanted.adapter, wanted.cut_off, wanted.pickup_code, wanted.payout_days, wanted.file_mapping, wanted.is_active)
        returning * into wanted;
    else
      update public.couriers c
         set (name, adapter, cut_off, pickup_code, payout_days, file_mapping, is_active) =
             (wanted.name, wanted.adapter, wanted.cut_off, wanted.pickup_code, wanted.payout_days, wanted.file_mapping, wanted.is_active)
       where c.id = before.id returning * into wanted;
    end if;
  exception when unique_violation then
    perform shop.refuse_field('name', 'Another courier has this name');
  end;

  delete from public.courier_cities c where c.courier_id = wanted.id;
  delete from public.courier_charges c where c.courier_id = wanted.id;
  delete from public.courier_taxes t where t.courier_id = wanted.id;
  delete from public.courier_advice_hours h where h.courier_id = wanted.id;
  insert into public.courier_cities (courier_id, city, courier_name, courier_code, zone)
  select wanted.id, c.city, c.courier_name, c.courier_code, c.zone
    from jsonb_to_recordset(fields -> 'cities') as c (city text, courier_name text, courier_code text, zone text);
  insert into public.courier_charges (courier_id, zone, valid_from, up_to_grams, charge, further_kg)
  select wanted.id, c.zone, c.valid_from, c.up_to_grams, c.charge, c.further_kg
    from jsonb_to_recordset(fields -> 'charges') as c (zone text, valid_from date, up_to_grams integer, charge numeric, further_kg numeric);
  insert into public.courier_taxes (courier_id, tax, valid_from, percent, treatment)
  select wanted.id, t.tax, t.valid_from, t.percent, t.treatment
    from jsonb_to_recordset(fields -> 'taxes') as t (tax shop.courier_tax, valid_from date, percent numeric, treatment shop.tax_treatment);
  insert into public.courier_advice_hours (courier_id, reason, hours)
  select wanted.id, h.reason, h.hours from jsonb_to_recordset(fields -> 'advice_hours') as h (reason text, hours integer);

  perform shop.write_audit(actor, 'settings', wanted.id::text, 'courier ' || wanted.name, noted, shop.noted_courier(wanted));
  return shop.courier_json(wanted);
end;
$function$;

CREATE OR REPLACE FUNCTION public.settle_dispute (
  dispute_id text,
  ending     jsonb,
  actor      uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  item shop.dispute_items;
  parcel public.shipments;
  paid public.payments;
  is_paid constant boolean := ending ->> 'end' = 'paid';
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  select * into item from shop.dispute_items i where i.id = dispute_id order by i.state = 'settled' limit 1;
  if not found then
    perform shop.refuse('dispute_not_found');
  elsif item.state = 'settled' then
    perform shop.refuse('dispute_settled');
  elsif item.about = 'cash' and is_paid then
    perform shop.refuse_field('end', 'Cash comes with a file of the courier: book that');
  elsif is_paid and (ending ->> 'amount')::numeric > item.amount then
    perform shop.refuse_field('amount', format('It kept only %s too much', shop.rupees_text(item.amount)));
  end if;
  if item.about = 'cash' then
    perform public.write_off_shortfall(item.shipment_id, ending ->> 'reason', actor);
  else
    parcel := shop.lock_shipment(item.shipment_id);
    if is_paid then paid := shop.book_paid_back(item, parcel, ending, actor); end if;
    insert into public.courier_disputes as d (courier_id, shipment_id, about, line_id, amount, ended, ended_by, ended_at, reason, payment_id)
    values (item.courier_id, item.shipment_id, item.about, item.line_id, coalesce(paid.amount, item.amount),
            (ending ->> 'end')::shop.dispute_end, actor, clock_timestamp(), case when is_paid then '' else ending ->> 'reason' end, paid.id)
    on conflict on constraint courier_disputes_once do update
       set amount = excluded.amount, ended = excluded.ended, ended_by = excluded.ended_by, ended_at = excluded.ended_at,
           reason = excluded.reason, payment_id = excluded.payment_id;
  end if;
  select * into item from shop.dispute_items i where i.id = dispute_id order by i.settled_at desc nulls last limit 1;
  return shop.dispute_json(item);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."settle_dispute"(text, jsonb, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.write_off_shortfall (
  shipment_id text,
  reason      text,
  actor       uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  parcel public.shipments;
  held record;
  booked public.payments;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  -- Before the order: whoever books a file waits for its parcels while it has this.
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  parcel := shop.lock_shipment(shipment_id);
  select h.courier_id, h.amount as owed into held
    from shop.held_by_couriers h
   where h.order_id = parcel.order_id and h.number = parcel.shipment_number and h.courier_id is not null and h.amount > 0
   order by h.amount desc limit 1;
  if not found then
    perform shop.refuse('nothing_owed', null, jsonb_build_object('number', parcel.shipment_number));
  end if;
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, courier_id, reference, reason, actor)
  values ('short_paid', 'cash', 'courier', 'written_off', held.owed, parcel.order_id, held.courier_id, parcel.shipment_number,
          write_off_shortfall.reason, write_off_shortfall.actor)
  returning * into booked;
  perform shop.log_order_event(parcel.order_id, 'payment', 'short_paid', null,
                               jsonb_build_object('amount', booked.amount, 'reference', parcel.shipment_number), booked.reason);
  return shop.payment_json(booked);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_dispute_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.require_dispute(new);
  perform shop.need_right('verify_payments');
  perform shop.note_dispute(new);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.built_on_settlement (
  settlement_id text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(
    (select format('%s settled %s again', s.reference, a.tracking_number)
       from public.settlement_lines l
       join public.settlement_lines a on a.courier_id = l.courier_id and a.tracking_number = l.tracking_number and a.outcome = l.outcome
        and a.is_standing and a.result = 'repeated' and a.settlement_id <> l.settlement_id
       join public.settlements s on s.id = a.settlement_id
      where l.settlement_id = built_on_settlement.settlement_id and l.is_standing and l.result <> 'repeated' and l.tracking_number <> ''
      order by s.created_at, a.line limit 1),
    (select format('What was missing of %s was written off', l.tracking_number)
       from public.settlement_lines l
       join public.shipments s on s.id = l.shipment_id
       join public.payments p on p.order_id = s.order_id and p.reference = s.shipment_number and p.kind = 'short_paid'
        and p.reverses is null and not exists (select from public.payments r where r.reverses = p.id)
      where l.settlement_id = built_on_settlement.settlement_id and l.is_standing order by l.line limit 1),
    (select format('What it kept too much of %s was paid back', l.tracking_number)
       from public.settlement_lines l join public.courier_disputes d on d.line_id = l.id
      where l.settlement_id = built_on_settlement.settlement_id and d.ended = 'paid' and shop.is_ended(d) order by l.line limit 1));
$function$;

CREATE OR REPLACE FUNCTION shop.is_ended (
  dispute public.courier_disputes
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select dispute.ended is not null and not exists (select from public.payments r where r.reverses = dispute.payment_id);
$function$;

CREATE OR REPLACE FUNCTION shop.judged_rows (
  courier_id text,
  rows       jsonb
)
  RETURNS TABLE (
    line            integer,
    tracking_number text,
    order_reference text,
    outcome         shop.line_outcome,
    cod             numeric,
    shipping        numeric,
    gst             numeric,
    income_tax      numeric,
    sales_tax       numeric,
    other_charges   numeric,
    net             numeric,
    day             date,
    shipment_id     text,
    shipment_number text,
    order_number    text,
    owed            numeric,
    expected_charge numeric,
    expected_tax    numeric,
    result          shop.line_result
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with given as materialized (
    select e.place, r.*
      from jsonb_array_elements(rows) with ordinality e (row, place)
     cross join lateral jsonb_to_record(e.row)
           as r (line integer, tracking_number text, order_reference text, outcome shop.line_outcome, cod numeric, shipping numeric,
                 gst numeric, income_tax numeric, sales_tax numeric, other_charges numeric, net numeric, day date)),
  known as materialized (
    select p.* from shop.parcels_by_number(judged_rows.courier_id,
                                           array(select distinct g.tracking_number from given g where g.tracking_number <> '')) p),
  settled as materialized (
    select distinct l.tracking_number, l.outcome from public.settlement_lines l
     where l.courier_id = judged_rows.courier_id and l.is_standing
       and l.tracking_number = any (array(select g.tracking_number from given g where g.tracking_number <> ''))),
  matched as (
    select g.*, k.shipment_id, k.shipment_number, k.order_number, k.charge,
           -- What earlier rows of the same file pay is not owed to later ones.
           case when k.shipment_id is not null then greatest(0, k.owed - coalesce(sum(g.cod) filter (where g.outcome = 'delivered') over (
             partition by g.tracking_number order by g.place rows between unbounded preceding and 1 preceding), 0)) end as owed,
           g.tracking_number <> '' and (s.outcome is not null
             or row_number() over (partition by g.tracking_number, g.outcome order by g.place) > 1) as is_repeated
      from given g
      left join known k on k.number = g.tracking_number
      left join settled s on s.tracking_number = g.tracking_number and s.outcome = g.outcome)
  select m.line, m.tracking_number, m.order_reference, m.outcome, m.cod, m.shipping, m.gst, m.income_tax, m.sales_tax, m.other_charges,
         m.net, m.day, m.shipment_id, m.shipment_number, m.order_number, m.owed, case when m.outcome <> 'charge' then m.charge end,
         case when m.shipment_id is not null and m.outcome = 'delivered'
              then shop.tax_by_rate(judged_rows.courier_id, coalesce(m.day, shop.day_of(now())), m.cod, m.income_tax, m.sales_tax) end,
         case when m.is_repeated then 'repeated'
              when m.shipment_id is null and m.tracking_number <> '' then 'unmatched'
              when m.outcome = 'charge' then 'charge_only'
              when m.owed = 0 then case when m.outcome = 'delivered' and m.cod > 0 then 'not_owed' else 'charge_only' end
              when m.outcome = 'returned' or m.cod < m.owed then 'short'
              when m.cod > m.owed then 'over' else 'received' end::shop.line_result
    from matched m order by m.place;
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
    when 'short_paid' then source = 'courier' and target = 'written_off' end;
$function$;

CREATE OR REPLACE FUNCTION shop.note_dispute (
  new public.courier_disputes
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.write_audit(shop.acting(), 'payment', new.id,
    (select s.shipment_number from public.shipments s where s.id = new.shipment_id) || ' with '
      || (select c.name from public.couriers c where c.id = new.courier_id), null,
    jsonb_strip_nulls(jsonb_build_object('about', new.about, 'amount', new.amount, 'state', coalesce(new.ended::text, 'asked'),
                                         'reason', nullif(new.reason, ''))));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.require_dispute (
  new public.courier_disputes
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new.line_id is not null
     and not exists (select from public.settlement_lines l where l.id = new.line_id and l.courier_id = new.courier_id
                      and l.shipment_id = new.shipment_id)
     or new.payment_id is not null
     and not exists (select from public.payments p join public.shipments s on s.id = new.shipment_id
                      where p.id = new.payment_id and p.kind = 'claim' and p.courier_id = new.courier_id and p.order_id = s.order_id
                        and p.amount = new.amount
                        and p.from_account = case new.about when 'taxes' then 'tax_withheld' else 'charges' end::shop.ledger_account) then
    raise exception 'dispute % is not what its line and payment say', new.id using errcode = 'restrict_violation';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.settle (
  booked public.settlements,
  judged jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  insert into public.payments (kind, method, from_account, to_account, amount, courier_id, settlement_id, reference, actor)
  select 'settled', m.method, m.source, m.target, m.amount, booked.courier_id, booked.id, booked.reference, booked.booked_by
    from jsonb_to_record(judged -> 'sums') as s (charges numeric, gst numeric, other numeric, income_tax numeric, sales_tax numeric,
                                                 net numeric)
   cross join lateral (values
     ('bank_transfer'::shop.payment_method, 'courier'::shop.ledger_account, 'bank'::shop.ledger_account, s.net),
     ('bank_transfer', 'bank', 'courier', - s.net),
     ('cash', 'courier', 'charges', s.charges + s.gst + s.other),
     ('cash', 'courier', 'tax_withheld', s.income_tax + s.sales_tax)) m (method, source, target, amount)
   where m.amount > 0;
  insert into public.settlement_lines (settlement_id, courier_id, line, tracking_number, order_reference, outcome, cod, shipping, gst,
                                       income_tax, sales_tax, other_charges, net, day, shipment_id, result, owed, expected_charge,
                                       expected_tax)
  select booked.id, booked.courier_id, l.line, l.tracking_number, l.order_reference, l.outcome, l.cod, l.shipping, l.gst, l.income_tax,
         l.sales_tax, l.other_charges, l.net, l.day, l.shipment_id, l.result, l.owed, l.expected_charge, l.expected_tax
    from jsonb_populate_recordset(null::public.settlement_lines, judged -> 'lines') l;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.settlement_line_json (
  line            jsonb,
  shipment_number text,
  order_number    text
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
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

CREATE OR REPLACE FUNCTION shop.tax_by_rate (
  courier_id text,
  day        date,
  cod        numeric,
  income_tax numeric,
  sales_tax  numeric
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when num_nonnulls(r.income, r.sales) > 0
              then coalesce(round(cod * r.income / 100, 2), income_tax) + coalesce(round(cod * r.sales / 100, 2), sales_tax) end
    from (select shop.tax_percent(tax_by_rate.courier_id, 'income_tax', tax_by_rate.day) as income,
                 shop.tax_percent(tax_by_rate.courier_id, 'sales_tax', tax_by_rate.day) as sales) r;
$function$;

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_amount_positive" CHECK ((amount > (0)::numeric));

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_asked_by_fkey" FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_begun" CHECK (((asked_at IS NOT NULL) OR (ended IS NOT NULL)));

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_courier_id_fkey" FOREIGN KEY (courier_id) REFERENCES public.couriers(id);

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_ended_by_fkey" FOREIGN KEY (ended_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_ended" CHECK ((((ended IS NOT NULL) = (ended_at IS NOT NULL)) AND ((payment_id IS
    NOT NULL) = (NOT (ended IS DISTINCT FROM 'paid'::shop.dispute_end))) AND ((reason <> ''::text) = (NOT (ended IS DISTINCT FROM 'accepted'::shop.dispute_end))) AND
    ((ended IS NULL) OR (about <> 'cash'::shop.dispute_about))));

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_line_id_fkey" FOREIGN KEY (line_id) REFERENCES public.settlement_lines(id);

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_of_line" CHECK (((about = 'cash'::shop.dispute_about) = (line_id IS NULL)));

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_once" UNIQUE NULLS NOT DISTINCT (courier_id, shipment_id, about, line_id);

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_payment_id_fkey" FOREIGN KEY (payment_id) REFERENCES public.payments(id);

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_payment_once" UNIQUE (payment_id);

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_reason_length" CHECK ((char_length(reason) <= 300));

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_shipment_id_fkey" FOREIGN KEY (shipment_id) REFERENCES public.shipments(id);

ALTER TABLE "public"."couriers"
  ADD CONSTRAINT "couriers_payout_days_range" CHECK (((payout_days >= 1) AND (payout_days <= 90)));

CREATE VIEW "shop"."courier_wrongs" WITH (security_invoker=true) AS  SELECT h.courier_id,
    s.id AS shipment_id,
    'cash'::shop.dispute_about AS about,
    NULL::text AS line_id,
        CASE
            WHEN (paid.lines > 0) THEN 'short'::text
            WHEN (EXISTS ( SELECT
               FROM public.settlements f
              WHERE ((f.courier_id = h.courier_id) AND (f.state = 'booked'::shop.settlement_state) AND (f.created_at > (h.since + make_interval(days => c.payout_days)))))) THEN 'missing'::text
            ELSE 'late'::text
        END AS kind,
    h.amount,
    (h.amount + paid.cod) AS expected,
    paid.cod AS said,
    h.since
   FROM (((shop.held_by_couriers h
     JOIN public.couriers c ON ((c.id = h.courier_id)))
     JOIN public.shipments s ON (((s.order_id = h.order_id) AND (s.shipment_number = h.number))))
     CROSS JOIN LATERAL ( SELECT count(*) AS lines,
            COALESCE(sum(l.cod) FILTER (WHERE (l.outcome = 'delivered'::shop.line_outcome)), (0)::numeric) AS cod
           FROM public.settlement_lines l
          WHERE ((l.shipment_id = s.id) AND (l.courier_id = h.courier_id) AND l.is_standing AND (l.outcome <> 'charge'::shop.line_outcome))) paid)
  WHERE ((h.amount > (0)::numeric) AND ((paid.lines > 0) OR ((shop.day_of(now()) - shop.day_of(h.since)) > c.payout_days)))
UNION ALL
 SELECT l.courier_id,
    l.shipment_id,
    w.about,
    l.id AS line_id,
    w.kind,
    (w.said - w.expected) AS amount,
    w.expected,
    w.said,
    f.created_at AS since
   FROM ((public.settlement_lines l
     JOIN public.settlements f ON ((f.id = l.settlement_id)))
     CROSS JOIN LATERAL ( VALUES ('charges'::shop.dispute_about,'overcharged'::text,((l.shipping + l.gst) + l.other_charges),l.expected_charge), ('taxes'::shop.dispute_about,'overtaxed'::text,(l.income_tax + l.sales_tax),l.expected_tax)) w(about, kind, said, expected))
  WHERE (l.is_standing AND ((w.said - w.expected) >= (1)::numeric) AND (NOT (EXISTS ( SELECT
           FROM public.courier_disputes d
          WHERE ((d.line_id = l.id) AND (d.about = w.about) AND shop.is_ended(d.*))))));

CREATE INDEX courier_disputes_by_asker ON public.courier_disputes USING btree (asked_by)
  WHERE (asked_by IS NOT NULL);

CREATE INDEX courier_disputes_by_ender ON public.courier_disputes USING btree (ended_by)
  WHERE (ended_by IS NOT NULL);

CREATE INDEX courier_disputes_by_line ON public.courier_disputes USING btree (line_id)
  WHERE (line_id IS NOT NULL);

CREATE INDEX courier_disputes_by_parcel ON public.courier_disputes USING btree (shipment_id);

CREATE TRIGGER courier_disputes_after
  AFTER INSERT OR UPDATE ON public.courier_disputes
  FOR EACH ROW
  EXECUTE FUNCTION shop.after_dispute_change();

REVOKE ALL ON FUNCTION "public"."ask_courier"(text[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_courier"(text[], uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_courier"(text[], uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."disputes_by_courier"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."disputes_by_courier"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."disputes_by_courier"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_disputes"(text, text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_disputes"(text, text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_disputes"(text, text, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."settle_dispute"(text, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."settle_dispute"(text, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."settle_dispute"(text, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."after_dispute_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."after_dispute_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_dispute_change"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_dispute_change"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_ended"(public.courier_disputes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_ended"(public.courier_disputes) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_ended"(public.courier_disputes) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_ended"(public.courier_disputes) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."judged_rows"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."judged_rows"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."judged_rows"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."judged_rows"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."note_dispute"(public.courier_disputes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."note_dispute"(public.courier_disputes) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_dispute"(public.courier_disputes) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_dispute"(public.courier_disputes) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."require_dispute"(public.courier_disputes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."require_dispute"(public.courier_disputes) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_dispute"(public.courier_disputes) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_dispute"(public.courier_disputes) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."tax_by_rate"(text, date, numeric, numeric, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."tax_by_rate"(text, date, numeric, numeric, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."tax_by_rate"(text, date, numeric, numeric, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."tax_by_rate"(text, date, numeric, numeric, numeric) TO "service_role";

REVOKE ALL ON TABLE "public"."courier_disputes" FROM "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "public"."courier_disputes" TO "service_role";

GRANT SELECT ON TABLE "shop"."courier_wrongs" TO "service_role";

CREATE VIEW "shop"."dispute_items" WITH (security_invoker=true) AS  SELECT concat_ws('-'::text, (w.about)::text, COALESCE(w.line_id, w.shipment_id)) AS id,
    w.courier_id,
    w.shipment_id,
    w.about,
    w.line_id,
    w.kind,
    w.amount,
    w.expected,
    w.said,
    w.since,
        CASE
            WHEN (d.id IS NULL) THEN 'open'::text
            ELSE 'asked'::text
        END AS state,
    d.asked_by,
    d.asked_at,
    NULL::text AS settled_by,
    NULL::timestamp with time zone AS settled_at,
    ''::text AS reason
   FROM (shop.courier_wrongs w
     LEFT JOIN public.courier_disputes d ON (((d.courier_id = w.courier_id) AND (d.shipment_id = w.shipment_id) AND (d.about = w.about) AND (NOT (d.line_id IS DISTINCT FROM w.line_id)) AND (d.asked_at IS NOT NULL))))
UNION ALL
 SELECT concat_ws('-'::text, (d.about)::text, COALESCE(d.line_id, d.shipment_id)) AS id,
    d.courier_id,
    d.shipment_id,
    d.about,
    d.line_id,
        CASE d.about
            WHEN 'cash'::shop.dispute_about THEN 'short'::text
            WHEN 'charges'::shop.dispute_about THEN 'overcharged'::text
            ELSE 'overtaxed'::text
        END AS kind,
    d.amount,
    NULL::numeric AS expected,
    NULL::numeric AS said,
    COALESCE(d.asked_at, d.ended_at) AS since,
    'settled'::text AS state,
    d.asked_by,
    d.asked_at,
        CASE
            WHEN (d.ended = 'paid'::shop.dispute_end) THEN 'paid_back'::text
            WHEN (d.ended = 'accepted'::shop.dispute_end) THEN 'accepted'::text
            WHEN (loss.at IS NOT NULL) THEN 'written_off'::text
            WHEN ((d.about = 'cash'::shop.dispute_about) AND (later.at IS NOT NULL)) THEN 'courier'::text
            ELSE 'corrected'::text
        END AS settled_by,
    COALESCE(d.ended_at, loss.at, later.at) AS settled_at,
    COALESCE(loss.reason, d.reason) AS reason
   FROM (((public.courier_disputes d
     JOIN public.shipments s ON ((s.id = d.shipment_id)))
     LEFT JOIN LATERAL ( SELECT p.created_at AS at,
            p.reason
           FROM public.payments p
          WHERE ((d.about = 'cash'::shop.dispute_about) AND (p.order_id = s.order_id) AND (p.reference = s.shipment_number) AND (p.kind = 'short_paid'::shop.payment_kind) AND (p.reverses IS NULL) AND (NOT (EXISTS ( SELECT
                   FROM public.payments r
                  WHERE (r.reverses = p.id)))))
          ORDER BY p.sequence DESC
         LIMIT 1) loss ON (true))
     LEFT JOIN LATERAL ( SELECT max(f.created_at) AS at
           FROM (public.settlement_lines l
             JOIN public.settlements f ON ((f.id = l.settlement_id)))
          WHERE ((l.shipment_id = d.shipment_id) AND l.is_standing AND (l.outcome = 'delivered'::shop.line_outcome) AND (f.created_at > d.asked_at))) later ON (true))
  WHERE ((NOT (EXISTS ( SELECT
           FROM shop.courier_wrongs w
          WHERE ((w.courier_id = d.courier_id) AND (w.shipment_id = d.shipment_id) AND (w.about = d.about) AND (NOT (w.line_id IS DISTINCT FROM d.line_id)))))) AND ((d.about <> 'cash'::shop.dispute_about) OR (COALESCE(( SELECT o.owed
           FROM shop.owed_for(d.courier_id, ARRAY[d.shipment_id]) o(shipment_id, owed)), (0)::numeric) <= (0)::numeric)));

CREATE OR REPLACE FUNCTION shop.book_paid_back (
  item   shop.dispute_items,
  parcel public.shipments,
  ending jsonb,
  actor  uuid
)
  RETURNS public.payments
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  paid_into constant text := ending ->> 'paidInto';
  booked public.payments;
begin
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, courier_id, reference, reason, actor)
  values ('claim', case paid_into when 'bank' then 'bank_transfer' else 'cash' end::shop.payment_method,
          case item.about when 'taxes' then 'tax_withheld' else 'charges' end::shop.ledger_account, paid_into::shop.ledger_account,
          (ending ->> 'amount')::numeric, parcel.order_id, item.courier_id,
          -- What comes with its next payout is found there by the parcel.
          case paid_into when 'courier' then parcel.shipment_number else coalesce(ending ->> 'reference', '') end,
          'Kept too much of ' || parcel.shipment_number, actor)
  returning * into booked;
  perform shop.log_order_event(parcel.order_id, 'payment', 'claim', null,
                               jsonb_build_object('amount', booked.amount, 'reference', parcel.shipment_number), booked.reason);
  return booked;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.dispute_json (
  item shop.dispute_items
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_jsonb(item) - '{line_id,about}'::text[] || jsonb_build_object(
    'courier', (select c.name from public.couriers c where c.id = item.courier_id),
    'asked_by', shop.username_of(item.asked_by), 'days', shop.day_of(now()) - shop.day_of(item.since),
    'shipment_number', s.shipment_number, 'order_number', s.order_number,
    'tracking_number', coalesce((select b.tracking_number from public.courier_bookings b
                                  where b.shipment_id = s.id and b.state = 'booked' and b.tracking_number <> '' limit 1), s.tracking_number),
    'reference', (select f.reference from public.settlement_lines l join public.settlements f on f.id = l.settlement_id
                   where case when item.line_id is null then l.shipment_id = item.shipment_id and l.outcome <> 'charge'
                              else l.id = item.line_id end and l.is_standing
                   order by f.created_at desc limit 1))
    from public.shipments s where s.id = item.shipment_id;
$function$;

REVOKE ALL ON FUNCTION "shop"."book_paid_back"(shop.dispute_items, public.shipments, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."book_paid_back"(shop.dispute_items, public.shipments, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."book_paid_back"(shop.dispute_items, public.shipments, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."book_paid_back"(shop.dispute_items, public.shipments, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."dispute_json"(shop.dispute_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."dispute_json"(shop.dispute_items) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."dispute_json"(shop.dispute_items) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."dispute_json"(shop.dispute_items) TO "service_role";

GRANT SELECT ON TABLE "shop"."dispute_items" TO "service_role";
