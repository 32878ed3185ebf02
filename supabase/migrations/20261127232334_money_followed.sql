SET local check_function_bodies = off;

DROP VIEW "shop"."held_by_couriers";

DROP VIEW "shop"."order_parts";

DROP FUNCTION "public"."add_statement_lines"(jsonb, uuid);

DROP FUNCTION "public"."list_settlements"(text, shop.settlement_state, integer, integer);

DROP FUNCTION "shop"."judged_rows"(text, jsonb);

CREATE TABLE "public"."bank_balances" (
  "day"         date                     NOT NULL,
  "balance"     numeric(14,2)            NOT NULL,
  "uploaded_by" uuid,
  "updated_at"  timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "bank_balances_pkey" PRIMARY KEY (day)
);

ALTER TABLE "public"."bank_balances"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."bank_balances" FROM "anon", "authenticated";

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

CREATE TABLE "public"."settlement_arrivals" (
  "settlement_id" text                     NOT NULL,
  "line_id"       text                     NOT NULL,
  "confirmed_by"  uuid,
  "confirmed_at"  timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "settlement_arrivals_pkey" PRIMARY KEY (settlement_id)
);

ALTER TABLE "public"."settlement_arrivals"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."settlement_arrivals" FROM "anon", "authenticated";

CREATE TABLE "shop"."courier_cash" (
  "id"         text    NOT NULL DEFAULT shop.new_id(),
  "order_id"   text,
  "number"     text    NOT NULL,
  "is_by_file" boolean NOT NULL,
  "payments"   integer NOT NULL DEFAULT 0,
  CONSTRAINT "courier_cash_once" UNIQUE NULLS NOT DISTINCT (order_id, number, is_by_file),
  CONSTRAINT "courier_cash_pkey" PRIMARY KEY (id)
);

ALTER TABLE "shop"."courier_cash"
  ENABLE ROW LEVEL SECURITY;

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

CREATE OR REPLACE FUNCTION public.add_statement_lines (
  lines    jsonb,
  actor    uuid,
  balances jsonb DEFAULT '[]'::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  added integer;
begin
  insert into public.bank_statement_lines (day, amount, reference, line_key, uploaded_by)
  select l.day, l.amount, l.reference,
         l.day || ' ' || l.amount || ' ' || l.key || ' ' || row_number() over (partition by l.day, l.amount, l.key order by l.place), actor
    from (select (e.line ->> 'day')::date as day, (e.line ->> 'amount')::numeric(12, 2) as amount,
          e.line ->> 'reference' as reference, e.place,
                 coalesce(nullif(upper(regexp_replace(e.line ->> 'reference', '[\s[:punct:]]', '', 'g')), ''),
                          e.line ->> 'reference') as key
            from jsonb_array_elements(lines) with ordinality e (line, place)) l
   order by l.place
  on conflict (line_key) do nothing;
  get diagnostics added = row_count;
  insert into public.bank_balances as b (day, balance, uploaded_by)
  select k.day, k.balance, actor from jsonb_to_recordset(balances) as k (day date, balance numeric)
  on conflict (day) do update set balance = excluded.balance, uploaded_by = excluded.uploaded_by, updated_at = clock_timestamp();
  return jsonb_build_object('added', added, 'known', jsonb_array_length(lines) - added);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."add_statement_lines"(jsonb, uuid, jsonb) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.announced_settlements()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'courier_id', s.courier_id, 'courier', c.name, 'reference', s.reference,
                                               'sum', s.control_sum, 'day', shop.day_of(s.created_at))
                            order by s.created_at desc, s.id desc), '[]')
    from (select f.* from public.settlements f
           where f.state = 'booked' and f.control_sum <> 0
             and not exists (select from public.settlement_arrivals a where a.settlement_id = f.id)
           order by f.created_at desc, f.id desc limit 200) s
    join public.couriers c on c.id = s.courier_id;
$function$;

REVOKE ALL ON FUNCTION "public"."announced_settlements"() FROM PUBLIC, "anon", "authenticated";

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

CREATE OR REPLACE FUNCTION public.bank_days()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with days as materialized (
    select b.day, b.balance, shop.start_of_day(b.day + 1) as ends from public.bank_balances b order by b.day desc limit 61),
  moved as materialized (
    select shop.day_of(p.created_at) as day, sum(case p.to_account when 'bank' then p.amount else - p.amount end) as amount
      from public.payments p where 'bank' in (p.from_account, p.to_account) group by 1),
  open_lines as materialized (
    select b.day, sum(b.amount) as amount from public.bank_statement_lines b where shop.statement_state(b) = 'open' group by b.day),
  compared as (
    select d.day, d.balance as statement, coalesce(l.sum, 0) as ledger, d.balance - coalesce(l.sum, 0) as difference,
           coalesce(w.sum, 0) as waits, coalesce(n.sum, 0) as announced
      from days d
      left join lateral (select sum(m.amount) as sum from moved m where m.day <= d.day) l on true
      left join lateral (select sum(b.amount) as sum from open_lines b where b.day <= d.day) w on true
      left join lateral (select sum(s.control_sum) as sum from public.settlements s
                           left join public.settlement_arrivals a on a.settlement_id = s.id
                           left join public.bank_statement_lines b on b.id = a.line_id
                          where s.state = 'booked' and s.created_at < d.ends and coalesce(b.day > d.day, true)) n on true)
  select coalesce(jsonb_agg(to_jsonb(k) order by k.day desc), '[]')
    from (select c.*, c.difference - lag(c.difference) over (order by c.day) as changed from compared c order by c.day desc limit 60) k;
$function$;

REVOKE ALL ON FUNCTION "public"."bank_days"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.book_settlement (
  courier_id      text,
  file            jsonb,
  rows            jsonb,
  actor           uuid,
  idempotency_key text  DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$
declare
  sent_as constant text := md5(jsonb_build_array(courier_id, file, rows)::text);
  judged jsonb;
  booked public.settlements;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  perform shop.require_courier(courier_id);
  -- One file after the other: what each parcel still owes is another sum after each.
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  select * into booked from public.settlements s where s.idempotency_key = book_settlement.idempotency_key;
  if booked.fingerprint = sent_as then
    return shop.settlement_json(booked);
  elsif booked.id is not null then
    perform shop.refuse('idempotency_mismatch', null, '{"of": "settlement"}');
  end if;
  judged := shop.read_settlement(courier_id, file, rows);
  if judged -> 'refusals' <> '[]' then
    perform shop.refuse('settlement_refused', jsonb_build_object('refusals', judged -> 'refusals'));
  end if;
  insert into public.settlements (courier_id, file_name, file_hash, reference, control_parcels, control_sum, idempotency_key, fingerprint,
                                  booked_by)
  values (courier_id, file ->> 'fileName', file ->> 'fileHash', file ->> 'reference', (file ->> 'parcels')::integer,
          (file ->> 'sum')::numeric, book_settlement.idempotency_key,
          case when book_settlement.idempotency_key is not null then sent_as end, actor)
  returning * into booked;
  perform shop.settle(booked, judged);
  perform shop.forget_settled(booked.id);
  return shop.settlement_json(booked);
end;
$function$;

CREATE OR REPLACE FUNCTION public.confirm_arrival (
  line_id        text,
  settlement_ids text[],
  actor          uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  line public.bank_statement_lines;
  came record;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  -- As booking and undoing a file.
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  select * into line from public.bank_statement_lines l where l.id = line_id for update;
  if not found then
    perform shop.refuse('statement_line_not_found');
  elsif shop.statement_state(line) <> 'open' then
    perform shop.refuse('line_decided');
  end if;
  select count(*) as files, count(distinct s.courier_id) as couriers, coalesce(sum(s.control_sum), 0) as sum,
         bool_or(s.state = 'undone') as is_undone, min(s.reference) filter (where a.settlement_id is not null) as arrived
    into came
    from public.settlements s left join public.settlement_arrivals a on a.settlement_id = s.id where s.id = any (settlement_ids);
  if came.files <> (select count(distinct i) from unnest(settlement_ids) i) then
    perform shop.refuse('settlement_not_found');
  elsif came.is_undone then
    perform shop.refuse('settlement_undone');
  elsif came.arrived is not null then
    perform shop.refuse('settlement_arrived', null, jsonb_build_object('reference', came.arrived));
  elsif came.couriers > 1 then
    perform shop.refuse_field('settlementIds', 'These are of several couriers');
  elsif came.sum <> line.amount then
    perform shop.refuse('payout_differs', null, jsonb_build_object('sum', shop.paisa_text(came.sum),
                                                             'amount', shop.paisa_text(line.amount)));
  end if;
  insert into public.settlement_arrivals (settlement_id, line_id, confirmed_by)
  select distinct i, line.id, actor from unnest(settlement_ids) i;
  update public.bank_statement_lines l set decided_by = actor, decided_at = clock_timestamp() where l.id = line.id returning * into line;
  return shop.statement_line_json(line);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."confirm_arrival"(text, text[], uuid) FROM PUBLIC, "anon", "authenticated";

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

CREATE OR REPLACE FUNCTION public.list_order_money (
  state       text,
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with found as materialized (select f.* from shop.orders_by_money(state) f),
  page as (select f.* from found f order by f.since, f.order_id offset page_offset limit page_limit)
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(jsonb_build_object(
                'id', o.id, 'order_number', o.order_number, 'status', o.status, 'state', list_order_money.state,
                'total_amount', o.total_amount, 'received', shop.received_of(o), 'due', o.due_on_delivery, 'held', p.held + p.over,
                'written_off', shop.written_off_of(o.id),
                'couriers', (select coalesce(jsonb_agg(distinct c.name), '[]') from shop.held_by_couriers h
                               join public.couriers c on c.id = h.courier_id where h.order_id = o.id),
                'since', p.since, 'days', shop.day_of(now()) - shop.day_of(p.since)) order by p.since, o.id), '[]')
                from page p join public.orders o on o.id = p.order_id),
    'total', (select count(*) from found));
$function$;

REVOKE ALL ON FUNCTION "public"."list_order_money"(text, integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_settlements (
  courier_id  text,
  state       shop.settlement_state,
  arrival     text,
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with found as (
    select s from public.settlements s
     where (list_settlements.courier_id is null or s.courier_id = list_settlements.courier_id)
       and (list_settlements.state is null or s.state = list_settlements.state)
       and (list_settlements.arrival is null or shop.arrival_of(s) = list_settlements.arrival))
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.settlement_json(p.s) order by (p.s).created_at desc, (p.s).id desc), '[]')
                from (select f.s from found f order by (f.s).created_at desc, (f.s).id desc offset page_offset limit page_limit) p),
    'total', (select count(*) from found));
$function$;

REVOKE ALL ON FUNCTION "public"."list_settlements"(text, shop.settlement_state, text, integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.open_claims()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'courier_id', b.courier_id, 'courier', c.name,
                                               'shipment_number', s.shipment_number, 'order_number', s.order_number, 'amount', k.amount,
                                               'deadline', k.deadline, 'state', k.state, 'since', k.created_at)
                            order by k.deadline, k.id), '[]')
    from public.courier_claims k
    join public.courier_bookings b on b.id = k.booking_id
    join public.couriers c on c.id = b.courier_id
    join public.shipments s on s.id = b.shipment_id
   where k.state in ('open', 'asked');
$function$;

REVOKE ALL ON FUNCTION "public"."open_claims"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.purge_expired_nightly()
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  tonight timestamptz := (((now() at time zone 'Asia/Karachi') - interval '2 hours')::date
                          + interval '2 hours') at time zone 'Asia/Karachi';
begin
  -- A simultaneous call waits here, and finds it done.
  insert into shop.job_runs as c (name, done_at) values ('purge_expired', now())
  on conflict (name) do update set done_at = now() where c.done_at < tonight;
  if not found then
    return false;
  end if;
  perform public.purge_expired();
  perform shop.forget_settled();
  return true;
end;
$function$;

CREATE OR REPLACE FUNCTION public.refunds_owed()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(k) order by k.since, k.id), '[]')
    from (select o.id, o.order_number, null::text as return_number, o.customer_name, o.to_refund as amount,
                 coalesce(case when o.status = 'cancelled'
                               then (select max(e.created_at) from public.order_events e
                                      where e.order_id = o.id and e.after ->> 'status' = 'cancelled')
                               else (select max(p.created_at) from public.payments p where p.order_id = o.id) end, o.updated_at) as since,
                 'shop' as waits_for
            from public.orders o where o.to_refund > 0 and o.archived_at is null
          union all
          select r.id, o.order_number, r.return_number, o.customer_name, s.refund - s.paid_back, coalesce(r.decided_at, r.created_at),
                 case when r.state = 'approved' and r.comes_back then 'pieces'
                      when r.outcome = 'transfer' and not exists (select from public.return_payouts w where w.request_id = r.id)
                      then 'account' else 'shop' end
            from public.return_requests r
            join public.orders o on o.id = r.order_id and o.archived_at is null
           cross join lateral shop.return_sums(r) s
           where r.state in ('approved', 'received') and r.outcome in ('transfer', 'store_credit') and s.refund > s.paid_back) k;
$function$;

REVOKE ALL ON FUNCTION "public"."refunds_owed"() FROM PUBLIC, "anon", "authenticated";

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
    -- Where nobody asked for it, no list has it any more.
    item.state := 'settled';
    item.settled_by := 'written_off';
    item.settled_at := now();
    item.reason := ending ->> 'reason';
  else
    parcel := shop.lock_shipment(item.shipment_id);
    if is_paid then paid := shop.book_paid_back(item, parcel, ending, actor); end if;
    insert into public.courier_disputes as d (courier_id, shipment_id, about, line_id, amount, ended, ended_by, ended_at, reason,
                                             payment_id)
    values (item.courier_id, item.shipment_id, item.about, item.line_id, coalesce(paid.amount, item.amount),
            (ending ->> 'end')::shop.dispute_end, actor, clock_timestamp(), case when is_paid then '' else ending ->> 'reason' end, paid.id)
    on conflict on constraint courier_disputes_once do update
       set amount = excluded.amount, ended = excluded.ended, ended_by = excluded.ended_by, ended_at = excluded.ended_at,
           reason = excluded.reason, payment_id = excluded.payment_id;
    select * into item from shop.dispute_items i where i.id = dispute_id order by i.settled_at desc nulls last limit 1;
  end if;
  return shop.dispute_json(item);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."settle_dispute"(text, jsonb, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.undo_arrival (
  line_id text,
  actor   uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  line public.bank_statement_lines;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  select * into line from public.bank_statement_lines l where l.id = line_id for update;
  if not found then
    perform shop.refuse('statement_line_not_found');
  end if;
  delete from public.settlement_arrivals a where a.line_id = line.id;
  if not found then
    perform shop.refuse('nothing_arrived');
  end if;
  update public.bank_statement_lines l set decided_by = null, decided_at = null where l.id = line.id returning * into line;
  return shop.statement_line_json(line);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."undo_arrival"(text, uuid) FROM PUBLIC, "anon", "authenticated";

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

CREATE OR REPLACE FUNCTION shop.after_arrival_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.need_right('verify_payments');
  perform shop.note_arrival(coalesce(new, old), tg_op = 'INSERT');
  return null;
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
  if new.kind in ('advance', 'settled', 'short_paid') then perform shop.need_right('verify_payments'); end if;
  if new.actor is not null and new.order_id is null and new.customer_id is not null then perform shop.note_credit(new); end if;
  if new.reverses is not null and new.kind = 'advance' then perform shop.follow_payment(new); end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_settlement_lines_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.require_settled(c.settlement_id) from (select distinct l.settlement_id from changed_lines l) c;
  perform shop.follow_lines(array_agg(c::public.settlement_lines)) from changed_lines c having count(*) > 0;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_shipment_changed (
  old public.shipments,
  new public.shipments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  moves constant boolean := new.status <> old.status;
  comes_or_goes constant boolean := (old.archived_at is null) <> (new.archived_at is null);
begin
  if (moves or new.order_id <> old.order_id) and not shop.is_back(new.status) then perform shop.check_dispatch_gate(new.order_id); end if;
  perform shop.log_parcel_change(old, new);
  if shop.is_sent_by_hand(old, new) then perform shop.need_right('send_parcels'); end if;
  if old.received_at is null and new.received_at is not null then perform shop.need_right('receive_returns'); end if;
  if moves or new.carrier <> old.carrier or new.archived_at is distinct from old.archived_at then
    perform shop.note_courier_parcel(new);
  end if;
  if moves and (shop.is_over(old.status) or shop.is_over(new.status)) then perform shop.follow_parcel_sum(new); end if;
  if comes_or_goes then perform shop.follow_parcels(new); end if;
  if new.order_id <> old.order_id then
    perform shop.follow_lines(array_agg(l)) from public.settlement_lines l where l.shipment_id = new.id having count(*) > 0;
  end if;
  if moves and shop.has_left(new.status) then perform shop.check_photo(new.order_id); end if;
  if moves and shop.is_back(new.status) and new.archived_at is null then perform shop.push_parcel(new); end if;
  if comes_or_goes or old.tracking_number <> new.tracking_number then perform shop.store_order_words(new.order_id); end if;
  if moves then perform shop.note_parcel_news(new); end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.arrival_of (
  settlement public.settlements
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when settlement.state = 'undone' then null
              when exists (select from public.settlement_arrivals a where a.settlement_id = settlement.id) then 'in_bank'
              when settlement.control_sum <= 0 then 'none'
              when shop.day_of(now()) - shop.day_of(settlement.created_at) > 5 then 'missing' else 'announced' end;
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
      where l.settlement_id = built_on_settlement.settlement_id and d.ended = 'paid' and shop.is_ended(d) order by l.line limit 1),
    (select format('It arrived in the bank on %s', to_char(b.day, 'FMDD Mon YYYY'))
       from public.settlement_arrivals a join public.bank_statement_lines b on b.id = a.line_id
      where a.settlement_id = built_on_settlement.settlement_id));
$function$;

CREATE OR REPLACE FUNCTION shop.cash_moved (
  of_order  text,
  of_number text
)
  RETURNS TABLE (
    courier_id text,
    amount     numeric,
    at         timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(p.courier_id, (select l.courier_id from public.settlement_lines l join public.shipments s on s.id = l.shipment_id
                                  where s.order_id = p.order_id and s.shipment_number = p.reference and l.is_standing
                                  order by l.id limit 1)),
         case p.to_account when 'courier' then p.amount else - p.amount end, p.created_at
    from public.payments p
   where p.order_id = of_order and p.reference = of_number and 'courier' in (p.from_account, p.to_account)
  union all
  select l.courier_id, - l.cod, f.created_at
    from public.shipments s
    join public.settlement_lines l on l.shipment_id = s.id and l.is_standing and l.outcome = 'delivered'
    join public.settlements f on f.id = l.settlement_id
   where s.order_id = of_order and s.shipment_number = of_number
  union all
  select l.courier_id, - l.cod, f.created_at
    from public.settlement_lines l
    join public.settlements f on f.id = l.settlement_id
   where of_order is null and l.shipment_id is null and l.tracking_number = of_number and l.is_standing
     and l.outcome = 'delivered';
$function$;

CREATE OR REPLACE FUNCTION shop.check_arrival_at_end()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.require_arrived(coalesce(new.line_id, old.line_id));
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.check_settlement_at_end()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.require_settled(new.id);
  perform shop.require_arrived(a.line_id) from public.settlement_arrivals a where a.settlement_id = new.id;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.check_statement_line_at_end()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.require_arrived(new.id);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.follow_cash (
  new public.payments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  insert into shop.courier_cash as c (order_id, number, is_by_file, payments) values (new.order_id, new.reference, false, 1)
  on conflict on constraint courier_cash_once do update set payments = c.payments + 1;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.follow_lines (
  lines public.settlement_lines[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  insert into shop.courier_cash (order_id, number, is_by_file)
  select distinct s.order_id, coalesce(s.shipment_number, l.tracking_number), true
    from unnest(lines) l left join public.shipments s on s.id = l.shipment_id
   where l.outcome = 'delivered'
  on conflict on constraint courier_cash_once do nothing;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.forget_settled (
  settlement_id text DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  looked_at shop.courier_cash[];
begin
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  looked_at := array(
    select c from shop.courier_cash c
     where forget_settled.settlement_id is null
        or exists (select from public.settlement_lines l join public.shipments s on s.id = l.shipment_id
                    where l.settlement_id = forget_settled.settlement_id and s.order_id = c.order_id and s.shipment_number = c.number)
     for update skip locked);
  -- A statement of its own: it sees what was paid before the rows were locked.
  delete from shop.courier_cash c using unnest(looked_at) k
   where c.order_id is not distinct from k.order_id and c.number = k.number and c.is_by_file = k.is_by_file
     and not exists (select from shop.cash_moved(c.order_id, c.number) m group by m.courier_id having sum(m.amount) <> 0);
end;
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

CREATE OR REPLACE FUNCTION shop.money_state (
  of_order public.orders
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select shop.money_state_of(of_order, (select h from shop.held_of_orders h where h.order_id = of_order.id),
                             shop.written_off_of(of_order.id));
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

CREATE OR REPLACE FUNCTION shop.note_arrival (
  arrival  public.settlement_arrivals,
  has_come boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.write_audit(shop.acting(), 'payment', s.id, 'settlement ' || s.reference || ' of ' || c.name, null,
    jsonb_build_object('state', case when has_come then 'in_bank' else 'announced' end, 'amount', s.control_sum))
    from public.settlements s join public.couriers c on c.id = s.courier_id where s.id = arrival.settlement_id;
end;
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

CREATE OR REPLACE FUNCTION shop.orders_by_money (
  state text
)
  RETURNS TABLE (
    order_id text,
    held     numeric,
    over     numeric,
    since    timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  if state in ('over', 'short', 'with_courier') then
    return query
      select h.order_id, h.held, h.over, h.since from shop.held_of_orders h
       where case when h.over < 0 then 'over' when h.is_short then 'short' else 'with_courier' end = orders_by_money.state;
  elsif state = 'written_off' then
    return query
      select l.order_id, 0::numeric, 0::numeric, l.since
        from (select p.order_id, min(p.created_at) as since from public.payments p where p.kind = 'short_paid'
               group by p.order_id having sum(shop.signed_amount(p)) > 0) l
       where not exists (select from shop.held_of_orders h where h.order_id = l.order_id);
  else
    return query
      with held as materialized (select h.order_id from shop.held_of_orders h),
      lost as materialized (select p.order_id from public.payments p where p.kind = 'short_paid'
                             group by p.order_id having sum(shop.signed_amount(p)) > 0)
      select o.id, 0::numeric, 0::numeric, o.created_at from public.orders o
       where o.archived_at is null
         and case when orders_by_money.state = 'due' then o.due_on_delivery > 0
                  else o.due_on_delivery = 0 and shop.received_of(o) > 0 end
         and not exists (select from held h where h.order_id = o.id) and not exists (select from lost l where l.order_id = o.id);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.require_arrived (
  line_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform from public.bank_statement_lines l
    cross join lateral (select sum(s.control_sum) as sum, count(distinct s.courier_id) as couriers,
                               bool_and(s.state = 'booked') as are_booked
                          from public.settlement_arrivals a join public.settlements s on s.id = a.settlement_id
                         where a.line_id = l.id) came
   where l.id = require_arrived.line_id and came.couriers > 0
     and (came.sum <> l.amount or came.couriers > 1 or not came.are_booked or l.because <> ''
          or l.payment_id is not null and not exists (select from public.payments r where r.reverses = l.payment_id));
  if found then
    raise exception 'line % of the bank is not what arrived with it', line_id using errcode = 'restrict_violation';
  end if;
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

CREATE OR REPLACE FUNCTION shop.settlement_json (
  settlement public.settlements
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_jsonb(settlement) - '{file_hash,control_parcels,control_sum,idempotency_key,fingerprint}'::text[] || jsonb_build_object(
    'courier', (select c.name from public.couriers c where c.id = settlement.courier_id),
    'booked_by', shop.username_of(settlement.booked_by), 'undone_by', shop.username_of(settlement.undone_by),
    'arrival', shop.arrival_of(settlement),
    'arrived_on', (select b.day from public.settlement_arrivals a join public.bank_statement_lines b on b.id = a.line_id
                    where a.settlement_id = settlement.id),
    'results', (select coalesce(jsonb_object_agg(r.result, r.lines), '{}')
                  from (select l.result, count(*) as lines from public.settlement_lines l where l.settlement_id = settlement.id
                         group by l.result) r),
    'sums', (select jsonb_build_object(
               'parcels', settlement.control_parcels, 'cod', coalesce(sum(l.cod) filter (where l.outcome = 'delivered'), 0),
               'charges', sum(l.shipping), 'gst', sum(l.gst), 'income_tax', sum(l.income_tax), 'sales_tax', sum(l.sales_tax),
               'other', sum(l.other_charges), 'net', settlement.control_sum)
               from public.settlement_lines l where l.settlement_id = settlement.id));
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

CREATE OR REPLACE FUNCTION shop.staff_orders_json (
  ids text[]
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return (select coalesce(json_agg(document order by page.place), '[]')
            from unnest(ids) with ordinality as page (id, place)
           cross join lateral (select (p.stored).*, p.items, p.shipments, p.confirmation, p.whatsapp, p.paid, p.money_state
                                 from shop.order_parts p where p.order_id = page.id) document);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.statement_line_json (
  line public.bank_statement_lines
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_jsonb(line) - 'line_key' - 'payment_id' || jsonb_build_object(
           'state', s.state, 'decided_by', shop.username_of(line.decided_by),
           'order_id', paid.id, 'order_number', paid.order_number,
           'settlements', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'reference', f.reference, 'courier', c.name)
                                                     order by f.created_at, f.id), '[]')
                             from public.settlement_arrivals a join public.settlements f on f.id = a.settlement_id
                             join public.couriers c on c.id = f.courier_id where a.line_id = line.id))
    from (select shop.statement_state(line) as state) s
    left join lateral (select o.id, o.order_number from public.payments p join public.orders o on o.id = p.order_id
                        where p.id = line.payment_id and s.state = 'booked') paid on true;
$function$;

CREATE OR REPLACE FUNCTION shop.statement_state (
  line public.bank_statement_lines
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when line.payment_id is not null and not exists (select from public.payments r where r.reverses = line.payment_id)
              then 'booked'
              when exists (select from public.settlement_arrivals a where a.line_id = line.id) then 'booked'
              when line.because <> '' then 'set_aside' else 'open' end;
$function$;

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

CREATE OR REPLACE FUNCTION shop.written_off_of (
  order_id text
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(sum(shop.signed_amount(p)), 0) from public.payments p
   where p.order_id = written_off_of.order_id and p.kind = 'short_paid';
$function$;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."bank_balances"
  ADD CONSTRAINT "bank_balances_uploaded_by_fkey" FOREIGN KEY (uploaded_by) REFERENCES public.staff(id) ON DELETE SET NULL;

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_amount_positive" CHECK ((amount > (0)::numeric));

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_asked_by_fkey" FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_begun" CHECK (((asked_at IS NOT NULL) OR (ended IS NOT NULL)));

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_courier_id_fkey" FOREIGN KEY (courier_id) REFERENCES public.couriers(id);

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_ended_by_fkey" FOREIGN KEY (ended_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_ended" CHECK ((((ended IS NOT NULL) = (ended_at IS NOT NULL)) AND ((payment_id IS
    NOT NULL) = (NOT (ended IS DISTINCT FROM 'paid'::shop.dispute_end))) AND ((reason <> ''::text) = (NOT (ended IS DISTINCT FROM 'accepted'::shop.dispute_end))) AND
    ((ended IS NULL) OR (about <> 'cash'::shop.dispute_about))));

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_line_id_fkey" FOREIGN KEY (line_id) REFERENCES public.settlement_lines(id);

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_of_line" CHECK (((about = 'cash'::shop.dispute_about) = (line_id IS NULL)));

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_once" UNIQUE NULLS NOT DISTINCT (courier_id, shipment_id, about, line_id);

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_payment_id_fkey" FOREIGN KEY (payment_id) REFERENCES public.payments(id);

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_payment_once" UNIQUE (payment_id);

ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_reason_length" CHECK ((char_length(reason) <= 300));

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."courier_disputes"
  ADD CONSTRAINT "courier_disputes_shipment_id_fkey" FOREIGN KEY (shipment_id) REFERENCES public.shipments(id);

ALTER TABLE "public"."couriers"
  ADD CONSTRAINT "couriers_payout_days_range" CHECK (((payout_days >= 1) AND (payout_days <= 90)));

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."settlement_arrivals"
  ADD CONSTRAINT "settlement_arrivals_confirmed_by_fkey" FOREIGN KEY (confirmed_by) REFERENCES public.staff(id) ON DELETE SET NULL;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."settlement_arrivals"
  ADD CONSTRAINT "settlement_arrivals_line_id_fkey" FOREIGN KEY (line_id) REFERENCES public.bank_statement_lines(id);

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."settlement_arrivals"
  ADD CONSTRAINT "settlement_arrivals_settlement_id_fkey" FOREIGN KEY (settlement_id) REFERENCES public.settlements(id);

CREATE VIEW "shop"."held_by_couriers" WITH (security_invoker=true) AS  SELECT m.courier_id,
    c.order_id,
    c.number,
    sum(m.amount) AS amount,
    min(m.at) AS since,
    c.id
   FROM (( SELECT k.order_id,
            k.number,
            min(k.id) AS id
           FROM shop.courier_cash k
          GROUP BY k.order_id, k.number) c
     CROSS JOIN LATERAL shop.cash_moved(c.order_id, c.number) m(courier_id, amount, at))
  GROUP BY m.courier_id, c.order_id, c.number, c.id
 HAVING (sum(m.amount) <> (0)::numeric);

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
    'charges'::shop.dispute_about AS about,
    l.id AS line_id,
    'overcharged'::text AS kind,
    (((l.shipping + l.gst) + l.other_charges) - l.expected_charge) AS amount,
    l.expected_charge AS expected,
    ((l.shipping + l.gst) + l.other_charges) AS said,
    f.created_at AS since
   FROM (public.settlement_lines l
     JOIN public.settlements f ON ((f.id = l.settlement_id)))
  WHERE (l.is_standing AND (l.shipment_id IS NOT NULL) AND ((((l.shipping + l.gst) + l.other_charges) - l.expected_charge) >= (1)::numeric) AND (NOT (EXISTS ( SELECT
           FROM public.courier_disputes d
          WHERE ((d.line_id = l.id) AND (d.about = 'charges'::shop.dispute_about) AND shop.is_ended(d.*))))))
UNION ALL
 SELECT l.courier_id,
    l.shipment_id,
    'taxes'::shop.dispute_about AS about,
    l.id AS line_id,
    'overtaxed'::text AS kind,
    ((l.income_tax + l.sales_tax) - l.expected_tax) AS amount,
    l.expected_tax AS expected,
    (l.income_tax + l.sales_tax) AS said,
    f.created_at AS since
   FROM (public.settlement_lines l
     JOIN public.settlements f ON ((f.id = l.settlement_id)))
  WHERE (l.is_standing AND (l.shipment_id IS NOT NULL) AND (((l.income_tax + l.sales_tax) - l.expected_tax) >= (1)::numeric) AND (NOT (EXISTS ( SELECT
           FROM public.courier_disputes d
          WHERE ((d.line_id = l.id) AND (d.about = 'taxes'::shop.dispute_about) AND shop.is_ended(d.*))))));

CREATE VIEW "shop"."held_of_orders" WITH (security_invoker=true) AS  SELECT h.order_id,
    COALESCE(sum(h.amount) FILTER (WHERE (h.amount > (0)::numeric)), (0)::numeric) AS held,
    COALESCE(sum(h.amount) FILTER (WHERE (h.amount < (0)::numeric)), (0)::numeric) AS over,
    bool_or(((h.amount > (0)::numeric) AND (EXISTS ( SELECT
           FROM (public.shipments s
             JOIN public.settlement_lines l ON ((l.shipment_id = s.id)))
          WHERE ((s.order_id = h.order_id) AND (s.shipment_number = h.number) AND l.is_standing AND (l.outcome <> 'charge'::shop.line_outcome) AND (l.courier_id = h.courier_id)))))) AS is_short,
    min(h.since) AS since
   FROM shop.held_by_couriers h
  WHERE (h.order_id IS NOT NULL)
  GROUP BY h.order_id;

CREATE OR REPLACE FUNCTION shop.money_state_of (
  of_order public.orders,
  held     shop.held_of_orders,
  lost     numeric
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
RETURN CASE WHEN ((held).over < (0)::numeric) THEN 'over'::text WHEN (held).is_short THEN 'short'::text WHEN ((held).held > (0)::numeric) THEN 'with_courier'::text WHEN
  (lost > (0)::numeric) THEN 'written_off'::text WHEN ((of_order).due_on_delivery > (0)::numeric) THEN 'due'::text WHEN (shop.received_of(of_order) > (0)::numeric) THEN
  'settled'::text ELSE NULL::text END;

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

CREATE INDEX bank_balances_by_uploader ON public.bank_balances USING btree (uploaded_by)
  WHERE (uploaded_by IS NOT NULL);

CREATE INDEX courier_disputes_by_asker ON public.courier_disputes USING btree (asked_by)
  WHERE (asked_by IS NOT NULL);

CREATE INDEX courier_disputes_by_ender ON public.courier_disputes USING btree (ended_by)
  WHERE (ended_by IS NOT NULL);

CREATE INDEX courier_disputes_by_line ON public.courier_disputes USING btree (line_id)
  WHERE (line_id IS NOT NULL);

CREATE INDEX courier_disputes_by_parcel ON public.courier_disputes USING btree (shipment_id);

CREATE INDEX orders_with_money_due ON public.orders USING btree (created_at)
  WHERE ((due_on_delivery > (0)::numeric) AND (archived_at IS NULL));

CREATE INDEX settlement_arrivals_by_line ON public.settlement_arrivals USING btree (line_id);

CREATE INDEX settlement_arrivals_by_staff ON public.settlement_arrivals USING btree (confirmed_by)
  WHERE (confirmed_by IS NOT NULL);

CREATE INDEX settlement_lines_overcharged ON public.settlement_lines USING btree (courier_id)
  WHERE (is_standing AND ((((shipping + gst) + other_charges) - expected_charge) >= (1)::numeric));

CREATE INDEX settlement_lines_overtaxed ON public.settlement_lines USING btree (courier_id)
  WHERE (is_standing AND (((income_tax + sales_tax) - expected_tax) >= (1)::numeric));

CREATE INDEX settlement_lines_unmatched ON public.settlement_lines USING btree (tracking_number)
  WHERE (shipment_id IS NULL);

CREATE CONSTRAINT TRIGGER bank_statement_lines_at_end
  AFTER UPDATE ON public.bank_statement_lines DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION shop.check_statement_line_at_end();

CREATE TRIGGER courier_disputes_after
  AFTER INSERT OR UPDATE ON public.courier_disputes
  FOR EACH ROW
  EXECUTE FUNCTION shop.after_dispute_change();

CREATE TRIGGER settlement_arrivals_after
  AFTER INSERT OR DELETE ON public.settlement_arrivals
  FOR EACH ROW
  EXECUTE FUNCTION shop.after_arrival_change();

CREATE CONSTRAINT TRIGGER settlement_arrivals_at_end
  AFTER INSERT OR DELETE ON public.settlement_arrivals DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION shop.check_arrival_at_end();

REVOKE ALL ON FUNCTION "public"."add_statement_lines"(jsonb, uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_statement_lines"(jsonb, uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_statement_lines"(jsonb, uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."announced_settlements"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."announced_settlements"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."announced_settlements"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."ask_courier"(text[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_courier"(text[], uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_courier"(text[], uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."bank_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."bank_days"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."bank_days"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."confirm_arrival"(text, text[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."confirm_arrival"(text, text[], uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."confirm_arrival"(text, text[], uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."disputes_by_courier"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."disputes_by_courier"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."disputes_by_courier"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_disputes"(text, text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_disputes"(text, text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_disputes"(text, text, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_order_money"(text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_order_money"(text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_order_money"(text, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_settlements"(text, shop.settlement_state, text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_settlements"(text, shop.settlement_state, text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_settlements"(text, shop.settlement_state, text, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."open_claims"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_claims"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_claims"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."refunds_owed"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."refunds_owed"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."refunds_owed"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."settle_dispute"(text, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."settle_dispute"(text, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."settle_dispute"(text, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_arrival"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_arrival"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_arrival"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."after_arrival_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."after_arrival_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_arrival_change"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_arrival_change"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."after_dispute_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."after_dispute_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_dispute_change"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_dispute_change"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."arrival_of"(public.settlements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."arrival_of"(public.settlements) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."arrival_of"(public.settlements) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."arrival_of"(public.settlements) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."cash_moved"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."cash_moved"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."cash_moved"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."cash_moved"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."check_arrival_at_end"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."check_arrival_at_end"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_arrival_at_end"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_arrival_at_end"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."check_statement_line_at_end"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."check_statement_line_at_end"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_statement_line_at_end"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_statement_line_at_end"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."follow_cash"(public.payments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."follow_cash"(public.payments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."follow_cash"(public.payments) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."follow_cash"(public.payments) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."follow_lines"(public.settlement_lines[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."follow_lines"(public.settlement_lines[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."follow_lines"(public.settlement_lines[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."follow_lines"(public.settlement_lines[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."forget_settled"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."forget_settled"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."forget_settled"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."forget_settled"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_ended"(public.courier_disputes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_ended"(public.courier_disputes) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_ended"(public.courier_disputes) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_ended"(public.courier_disputes) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."judged_rows"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."judged_rows"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."judged_rows"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."judged_rows"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."money_state"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."money_state"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."money_state"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."money_state"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."money_state_of"(public.orders, shop.held_of_orders, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."money_state_of"(public.orders, shop.held_of_orders, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."money_state_of"(public.orders, shop.held_of_orders, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."money_state_of"(public.orders, shop.held_of_orders, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."note_arrival"(public.settlement_arrivals, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."note_arrival"(public.settlement_arrivals, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_arrival"(public.settlement_arrivals, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_arrival"(public.settlement_arrivals, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."note_dispute"(public.courier_disputes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."note_dispute"(public.courier_disputes) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_dispute"(public.courier_disputes) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_dispute"(public.courier_disputes) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."orders_by_money"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."orders_by_money"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."orders_by_money"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."orders_by_money"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."require_arrived"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."require_arrived"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_arrived"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_arrived"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."require_dispute"(public.courier_disputes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."require_dispute"(public.courier_disputes) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_dispute"(public.courier_disputes) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_dispute"(public.courier_disputes) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."tax_by_rate"(text, date, numeric, numeric, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."tax_by_rate"(text, date, numeric, numeric, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."tax_by_rate"(text, date, numeric, numeric, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."tax_by_rate"(text, date, numeric, numeric, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."written_off_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."written_off_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."written_off_of"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."written_off_of"(text) TO "service_role";

REVOKE ALL ON TABLE "public"."bank_balances" FROM "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "public"."bank_balances" TO "service_role";

REVOKE ALL ON TABLE "public"."courier_disputes" FROM "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "public"."courier_disputes" TO "service_role";

REVOKE ALL ON TABLE "public"."settlement_arrivals" FROM "service_role";

GRANT DELETE, INSERT, SELECT ON TABLE "public"."settlement_arrivals" TO "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "shop"."courier_cash" TO "service_role";

GRANT SELECT ON TABLE "shop"."courier_wrongs" TO "service_role";

GRANT SELECT ON TABLE "shop"."held_by_couriers" TO "service_role";

GRANT SELECT ON TABLE "shop"."held_of_orders" TO "service_role";

GRANT SELECT ON TABLE "shop"."order_parts" TO "service_role";

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
  WHERE
        CASE
            WHEN (d.about = 'cash'::shop.dispute_about) THEN (NOT (EXISTS ( SELECT
               FROM shop.held_by_couriers h
              WHERE ((h.order_id = s.order_id) AND (h.number = s.shipment_number) AND (h.courier_id = d.courier_id) AND (h.amount > (0)::numeric)))))
            ELSE (shop.is_ended(d.*) OR (NOT ( SELECT l.is_standing
               FROM public.settlement_lines l
              WHERE (l.id = d.line_id))))
        END;

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
                                  where b.shipment_id = s.id and b.state = 'booked' and b.tracking_number <> '' limit 1),
                                s.tracking_number),
    'reference', coalesce((select f.reference from public.settlement_lines l join public.settlements f on f.id = l.settlement_id
                            where l.id = item.line_id),
                          (select f.reference from public.settlement_lines l join public.settlements f on f.id = l.settlement_id
                            where item.line_id is null and l.shipment_id = item.shipment_id and l.outcome <> 'charge' and l.is_standing
                            order by f.created_at desc limit 1)))
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

-- What couriers have of what was collected and settled before.
INSERT INTO shop.courier_cash (order_id, number, is_by_file)
SELECT p.order_id, p.reference, false FROM public.payments p WHERE 'courier' IN (p.from_account, p.to_account) AND p.settlement_id IS NULL
UNION
SELECT s.order_id, coalesce(s.shipment_number, l.tracking_number), true
  FROM public.settlement_lines l LEFT JOIN public.shipments s ON s.id = l.shipment_id
 WHERE l.is_standing AND l.outcome = 'delivered';

SELECT shop.forget_settled();

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
                'id', concat_ws('-', p.id, p.courier_id), 'courier_id', p.courier_id,
                'courier', (select c.name from public.couriers c where c.id = p.courier_id), 'number', p.number,
                'order_id', p.order_id, 'order_number', (select o.order_number from public.orders o where o.id = p.order_id),
                'amount', p.amount, 'since', p.since, 'days', shop.day_of(at) - shop.day_of(p.since)) order by p.since, p.number), '[]')
                from (select f.* from found f order by f.since, f.number offset page_offset limit page_limit) p),
    'total', (select count(*) from found));
$function$;
