SET local check_function_bodies = off;

DROP TRIGGER "payments_at_end" ON "public"."payments";

ALTER TABLE "public"."payments"
  DROP CONSTRAINT "payments_of_order";

CREATE TABLE "public"."settlement_lines" (
  "settlement_id"   text    NOT NULL,
  "courier_id"      text    NOT NULL,
  "line"            integer NOT NULL,
  "tracking_number" text    NOT NULL,
  "order_reference" text    NOT NULL DEFAULT ''::text,
  CONSTRAINT "settlement_lines_length" CHECK (((char_length(tracking_number) <= 40) AND (char_length(order_reference) <= 120))),
  CONSTRAINT "settlement_lines_line_once" UNIQUE (settlement_id, courier_id, line),
  "id"              text    NOT NULL DEFAULT shop.new_id(),
  CONSTRAINT "settlement_lines_pkey" PRIMARY KEY (id),
  CONSTRAINT "settlement_lines_tracking_key" CHECK ((tracking_number = shop.tracking_key(tracking_number)))
);

ALTER TABLE "public"."settlement_lines"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."settlement_lines" FROM "anon", "authenticated";

CREATE TABLE "public"."settlements" (
  "courier_id"      text          NOT NULL,
  "file_name"       text          NOT NULL,
  "file_hash"       text          NOT NULL,
  "reference"       text          NOT NULL,
  "control_parcels" integer       NOT NULL,
  "control_sum"     numeric(12,2) NOT NULL,
  CONSTRAINT "settlements_hash" CHECK ((file_hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "settlements_parcels_range" CHECK (((control_parcels >= 0) AND (control_parcels <= 10000))),
  "id"              text          NOT NULL DEFAULT shop.new_id(),
  CONSTRAINT "settlements_id_hex" CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT "settlements_of_courier" UNIQUE (id, courier_id),
  CONSTRAINT "settlements_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."settlements"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."settlements" FROM "anon", "authenticated";

ALTER TABLE "public"."couriers"
  ADD COLUMN "settlement_mapping" jsonb NOT NULL DEFAULT '{}'::jsonb;

ALTER TABLE "public"."payments"
  ADD COLUMN "settlement_id" text;

CREATE TYPE "shop"."line_outcome" AS ENUM (
  'delivered',
  'returned',
  'charge'
);

ALTER TABLE "public"."settlement_lines"
  ADD COLUMN "outcome" shop.line_outcome NOT NULL;

ALTER TABLE "public"."settlement_lines"
  ADD COLUMN "cod" numeric(12,2) NOT NULL;

ALTER TABLE "public"."settlement_lines"
  ADD COLUMN "shipping" numeric(12,2) NOT NULL;

ALTER TABLE "public"."settlement_lines"
  ADD COLUMN "gst" numeric(12,2) NOT NULL;

ALTER TABLE "public"."settlement_lines"
  ADD COLUMN "income_tax" numeric(12,2) NOT NULL;

ALTER TABLE "public"."settlement_lines"
  ADD COLUMN "sales_tax" numeric(12,2) NOT NULL;

ALTER TABLE "public"."settlement_lines"
  ADD COLUMN "other_charges" numeric(12,2) NOT NULL;

ALTER TABLE "public"."settlement_lines"
  ADD COLUMN "net" numeric(12,2) NOT NULL;

ALTER TABLE "public"."settlement_lines"
  ADD COLUMN "day" date;

ALTER TABLE "public"."settlement_lines"
  ADD COLUMN "shipment_id" text;

CREATE TYPE "shop"."line_result" AS ENUM (
  'received',
  'short',
  'over',
  'unmatched',
  'repeated',
  'not_owed',
  'charge_only'
);

ALTER TABLE "public"."settlement_lines"
  ADD COLUMN "result" shop.line_result NOT NULL;

ALTER TABLE "public"."settlement_lines"
  ADD COLUMN "owed" numeric(12,2);

ALTER TABLE "public"."settlement_lines"
  ADD COLUMN "expected_charge" numeric(12,2);

ALTER TABLE "public"."settlement_lines"
  ADD COLUMN "is_standing" boolean NOT NULL DEFAULT true;

ALTER TYPE "shop"."payment_kind" ADD VALUE 'settled' AFTER 'claim';


SET local check_function_bodies = off;

ALTER TYPE "shop"."payment_kind" ADD VALUE 'short_paid' AFTER 'settled';


SET local check_function_bodies = off;

CREATE TYPE "shop"."settlement_state" AS ENUM (
  'booked',
  'undone'
);

ALTER TABLE "public"."settlements"
  ADD COLUMN "state" shop.settlement_state NOT NULL DEFAULT 'booked'::shop.settlement_state;

ALTER TABLE "public"."settlements"
  ADD COLUMN "idempotency_key" text;

ALTER TABLE "public"."settlements"
  ADD COLUMN "fingerprint" text;

ALTER TABLE "public"."settlements"
  ADD COLUMN "booked_by" uuid;

ALTER TABLE "public"."settlements"
  ADD COLUMN "created_at" timestamp WITH time zone NOT NULL DEFAULT clock_timestamp();

ALTER TABLE "public"."settlements"
  ADD COLUMN "undone_by" uuid;

ALTER TABLE "public"."settlements"
  ADD COLUMN "undone_at" timestamp WITH time zone;

ALTER TABLE "public"."settlements"
  ADD COLUMN "undo_reason" text NOT NULL DEFAULT ''::text;

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
  return shop.settlement_json(booked);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."book_settlement"(text, jsonb, jsonb, uuid, text) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.check_settlement (
  courier_id text,
  file       jsonb,
  rows       jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$
declare
  checked jsonb;
begin
  perform shop.require_courier(courier_id);
  checked := shop.read_settlement(courier_id, file, rows);
  return checked || jsonb_build_object('lines', (
    select jsonb_agg(shop.settlement_line_json(l.line, l.line ->> 'shipment_number', l.line ->> 'order_number') order by l.place)
      from jsonb_array_elements(checked -> 'lines') with ordinality l (line, place)));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."check_settlement"(text, jsonb, jsonb) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.courier_holdings (
  at timestamp with time zone DEFAULT now()
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(k) order by k.held desc, k.courier), '[]')
    from (select h.courier_id, c.name as courier, sum(h.amount) as held,
                 coalesce(sum(h.amount) filter (where h.amount > 0 and h.days <= 7), 0) as week,
                 coalesce(sum(h.amount) filter (where h.amount > 0 and h.days between 8 and 14), 0) as fortnight,
                 coalesce(sum(h.amount) filter (where h.amount > 0 and h.days between 15 and 30), 0) as month,
                 coalesce(sum(h.amount) filter (where h.amount > 0 and h.days > 30), 0) as older,
                 coalesce(sum(h.amount) filter (where h.amount < 0), 0) as overpaid,
                 count(*) filter (where h.amount > 0) as parcels
            from (select b.*, shop.day_of(at) - shop.day_of(b.since) as days from shop.held_by_couriers b) h
            left join public.couriers c on c.id = h.courier_id
           group by h.courier_id, c.name) k;
$function$;

REVOKE ALL ON FUNCTION "public"."courier_holdings"(timestamp WITH time zone) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.end_courier_claim (
  booking_id       text,
  ending           jsonb,
  actor            uuid,
  expected_version timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  booking public.courier_bookings;
  parcel public.shipments;
  before public.courier_claims;
  ended public.courier_claims;
  of_order public.orders;
  ends constant shop.courier_claim_state := (ending ->> 'end')::shop.courier_claim_state;
  is_paid constant boolean := ending ->> 'end' = 'paid';
  paid constant numeric := (ending ->> 'amount')::numeric;
  paid_into constant text := ending ->> 'paidInto';
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'see_sums');
  select b.* into booking from public.courier_bookings b where b.id = end_courier_claim.booking_id;
  if not found then
    perform shop.refuse('booking_not_found');
  end if;
  parcel := shop.lock_shipment(booking.shipment_id);
  select c.* into before from public.courier_claims c where c.booking_id = booking.id for update;
  if before.id is not null then
    perform shop.check_claim_open(before);
    perform shop.check_version(before.updated_at, coalesce(expected_version, '-infinity'));
  end if;
  select * into of_order from public.orders o where o.id = parcel.order_id;
  perform shop.check_ending(ending, parcel, of_order);

  if is_paid then
    insert into public.payments (kind, method, from_account, to_account, amount, order_id, courier_id, reference, reason, actor)
    values ('claim', case paid_into when 'bank' then 'bank_transfer' else 'cash' end::shop.payment_method, 'written_off',
            paid_into::shop.ledger_account, paid, of_order.id, booking.courier_id,
            -- What comes with its next payout is found there by the parcel.
            case paid_into when 'courier' then parcel.shipment_number else coalesce(ending ->> 'reference', '') end,
            concat_ws(', ', 'Claim for ' || parcel.shipment_number,
                      case paid_into when 'courier' then nullif(ending ->> 'reference', '') end), actor);
  end if;
  if parcel.status <> 'delivered' then
    perform shop.lose_parcel(parcel, ending -> 'pieces', ending ->> 'order' = 'send_again', actor);
    select * into of_order from public.orders o where o.id = parcel.order_id;
    perform shop.decide_lost_order(of_order, ending ->> 'order', (ending ->> 'refundMethod')::shop.payment_method,
                                   coalesce(ending ->> 'refundReference', ''), actor);
  end if;
  insert into public.courier_claims as c (booking_id, amount, deadline, state, notes, opened_by)
  values (booking.id, greatest(1, coalesce(paid, of_order.subtotal - of_order.discount)), shop.day_of(now()), ends,
          coalesce(ending ->> 'notes', ''), actor)
  on conflict on constraint courier_claims_once do update
     set state = excluded.state, notes = concat_ws(E'\n', nullif(c.notes, ''), nullif(excluded.notes, ''))
  returning * into ended;
  perform shop.log_order_event(parcel.order_id, 'parcel', parcel.shipment_number, null,
    jsonb_strip_nulls(jsonb_build_object('claim_with', (select c.name from public.couriers c where c.id = booking.courier_id),
                                         'claim', ended.state, 'claim_paid', case when is_paid then paid end)),
    coalesce(ending ->> 'notes', ''));
end;
$function$;

CREATE OR REPLACE FUNCTION public.find_settlement (
  settlement_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  settlement public.settlements;
begin
  select * into settlement from public.settlements s where s.id = find_settlement.settlement_id;
  if not found then
    perform shop.refuse('settlement_not_found');
  end if;
  return shop.settlement_json(settlement) || jsonb_build_object('lines', (
    select jsonb_agg(shop.settlement_line_json(to_jsonb(l), s.shipment_number, s.order_number) order by l.line)
      from public.settlement_lines l left join public.shipments s on s.id = l.shipment_id
     where l.settlement_id = settlement.id));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."find_settlement"(text) FROM "anon", "authenticated";

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
                'id', md5(concat_ws('/', p.courier_id, p.order_id, p.number)), 'courier_id', p.courier_id,
                'courier', (select c.name from public.couriers c where c.id = p.courier_id), 'number', p.number,
                'order_id', p.order_id, 'order_number', (select o.order_number from public.orders o where o.id = p.order_id),
                'amount', p.amount, 'since', p.since, 'days', shop.day_of(at) - shop.day_of(p.since)) order by p.since, p.number), '[]')
                from (select f.* from found f order by f.since, f.number offset page_offset limit page_limit) p),
    'total', (select count(*) from found));
$function$;

REVOKE ALL ON FUNCTION "public"."list_held_parcels"(text, integer, integer, timestamp WITH time zone) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_settlements (
  courier_id  text,
  state       shop.settlement_state,
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
       and (list_settlements.state is null or s.state = list_settlements.state))
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.settlement_json(p.s) order by (p.s).created_at desc, (p.s).id desc), '[]')
                from (select f.s from found f order by (f.s).created_at desc, (f.s).id desc offset page_offset limit page_limit) p),
    'total', (select count(*) from found));
$function$;

REVOKE ALL ON FUNCTION "public"."list_settlements"(text, shop.settlement_state, integer, integer) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.reverse_payment (
  payment_id text,
  reason     text,
  actor      uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  payment public.payments;
  before public.orders;
  credit numeric;
  back public.payments;
begin
  select * into payment from public.payments p where p.id = payment_id;
  if not found then
    perform shop.refuse('payment_not_found');
  end if;
  perform shop.act_as(actor);
  if payment.order_id is not null then
    perform shop.lock_orders(array[payment.order_id]);
    select * into before from public.orders o where o.id = payment.order_id and o.archived_at is null;
    if not found then
      perform shop.refuse('payment_not_found');
    end if;
  end if;
  perform from public.customers c where c.id = payment.customer_id for no key update;
  -- As it is now: another one may have taken it back, and its customer may be merged.
  select * into payment from public.payments p where p.id = payment_id;
  if payment.reverses is not null or exists (select from public.payments r where r.reverses = payment.id) then
    perform shop.refuse('payment_reversed');
  elsif payment.settlement_id is not null then
    perform shop.refuse('settled_by_file', null, jsonb_build_object('reference', payment.reference));
  elsif payment.kind = 'collected' and before.status <> 'cancelled' then
    perform shop.refuse('collected_with_delivery');
  elsif payment.kind in ('advance', 'credit_used', 'collected') and shop.received_of(before) < payment.amount then
    perform shop.refuse('money_refunded', '{}', jsonb_build_object('refunded', shop.rupees_text(before.refunded)));
  elsif payment.from_account = 'credit' then
    select c.credit into credit from public.customers c where c.id = payment.customer_id for no key update;
    if credit < payment.amount then
      perform shop.refuse('credit_spent', jsonb_build_object('credit', credit), jsonb_build_object('credit', shop.rupees_text(credit)));
    end if;
  end if;
  if payment.kind = 'collected' then
    back := shop.take_back(payment, reverse_payment.reason);
    update public.orders o set collected = o.collected - payment.amount where o.id = before.id;
    perform shop.log_order_event(before.id, 'payment', 'collected', jsonb_build_object('amount', payment.amount, 'method', payment.method),
                                 null, reverse_payment.reason);
  else
    back := shop.take_back(payment, reverse_payment.reason);
  end if;
  return shop.payment_json(back);
end;
$function$;

CREATE OR REPLACE FUNCTION public.save_settlement_mapping (
  courier_id       text,
  mapping          jsonb,
  actor            uuid,
  expected_version timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  saved public.couriers;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  perform shop.require_courier(courier_id);
  select * into saved from public.couriers c where c.id = save_settlement_mapping.courier_id for no key update;
  perform shop.check_version(saved.updated_at, expected_version);
  update public.couriers c set settlement_mapping = mapping where c.id = saved.id returning * into saved;
  return shop.courier_json(saved);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."save_settlement_mapping"(text, jsonb, uuid, timestamp WITH time zone) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.undo_settlement (
  settlement_id text,
  reason        text,
  actor         uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  SET statement_timeout TO '60s'
  AS $function$
declare
  undone public.settlements;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  select * into undone from public.settlements s where s.id = undo_settlement.settlement_id;
  if not found then
    perform shop.refuse('settlement_not_found');
  elsif undone.state = 'undone' then
    perform shop.refuse('settlement_undone');
  elsif shop.built_on_settlement(undone.id) is not null then
    perform shop.refuse('settlement_built_on', null, jsonb_build_object('why', shop.built_on_settlement(undone.id)));
  end if;
  perform shop.take_back(p, undo_settlement.reason) from public.payments p where p.settlement_id = undone.id order by p.sequence;
  update public.settlements s set state = 'undone', undone_by = actor, undone_at = clock_timestamp(), undo_reason = reason
   where s.id = undone.id returning * into undone;
  update public.settlement_lines l set is_standing = false where l.settlement_id = undone.id;
  return shop.settlement_json(undone);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."undo_settlement"(text, text, uuid) FROM "anon", "authenticated";

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
  select l.courier_id, o.owed into held
    from public.settlement_lines l cross join lateral shop.owed_for(l.courier_id, array[parcel.id]) o
   where l.shipment_id = parcel.id and l.is_standing and o.owed > 0 limit 1;
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

REVOKE ALL ON FUNCTION "public"."write_off_shortfall"(text, text, uuid) FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.after_payment()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.count_payment(new);
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

CREATE OR REPLACE FUNCTION shop.after_settlement_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' or new.state <> old.state then
    perform shop.need_right('verify_payments');
    perform shop.note_settlement(new);
  end if;
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
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.before_settlement_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  case tg_op
    when 'UPDATE' then perform shop.guard_settlement(old, new);
    else perform shop.refuse_change_of('settlements', null, null);
  end case;
  return new;
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
      where l.settlement_id = built_on_settlement.settlement_id and l.is_standing order by l.line limit 1));
$function$;

CREATE OR REPLACE FUNCTION shop.check_payment_at_end()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new.order_id is not null then perform shop.require_booked_order(new.order_id); end if;
  if new.settlement_id is not null then perform shop.require_settled(new.settlement_id); end if;
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
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.file_complaints (
  courier_id text,
  file       jsonb,
  lines      jsonb,
  sums       jsonb
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select array_remove(array[
    (select format('This file was booked on %s already, as %s of %s', to_char(shop.day_of(s.created_at), 'FMDD Mon YYYY'), s.reference,
                   c.name)
       from public.settlements s join public.couriers c on c.id = s.courier_id
      where s.state = 'booked' and s.file_hash = file ->> 'fileHash'),
    (select format('%s of %s was booked on %s already, from the file %s', s.reference, c.name,
                   to_char(shop.day_of(s.created_at), 'FMDD Mon YYYY'), s.file_name)
       from public.settlements s join public.couriers c on c.id = s.courier_id
      where s.state = 'booked' and s.courier_id = file_complaints.courier_id and s.file_hash <> file ->> 'fileHash'
        and upper(s.reference) = upper(file ->> 'reference')),
    case when (file ->> 'parcels')::integer <> (sums ->> 'parcels')::integer
         then format('You entered %s parcels, but the file has %s', file ->> 'parcels', sums ->> 'parcels') end,
    case when (file ->> 'sum')::numeric <> (sums ->> 'net')::numeric
         then format('You entered Rs. %s, but the rows come to Rs. %s', shop.paisa_text((file ->> 'sum')::numeric),
                     shop.paisa_text((sums ->> 'net')::numeric)) end,
    case when not jsonb_path_exists(lines, '$[*] ? (@.result != "repeated")')
         then 'Every row of this file was settled before' end], null);
$function$;

CREATE OR REPLACE FUNCTION shop.guard_settlement (
  old public.settlements,
  new public.settlements
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  may_change constant text[] := '{booked_by,undone_by}' || case when old.state = 'booked' and new.state = 'undone'
                                                                then '{state,undone_at,undo_reason}'::text[] else '{}' end;
begin
  if to_jsonb(new) - may_change <> to_jsonb(old) - may_change then
    raise exception 'a settlement is only undone, once' using errcode = 'restrict_violation';
  end if;
end;
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
         case when m.is_repeated then 'repeated'
              when m.shipment_id is null and m.tracking_number <> '' then 'unmatched'
              when m.outcome = 'charge' then 'charge_only'
              when m.owed = 0 then case when m.outcome = 'delivered' and m.cod > 0 then 'not_owed' else 'charge_only' end
              when m.outcome = 'returned' or m.cod < m.owed then 'short'
              when m.cod > m.owed then 'over' else 'received' end::shop.line_result
    from matched m order by m.place;
$function$;

CREATE OR REPLACE FUNCTION shop.listed_charge (
  courier_id text,
  parcel     public.shipments,
  day        date
)
  RETURNS numeric
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  if not exists (select from public.courier_charges c where c.courier_id = listed_charge.courier_id) then
    return null;
  end if;
  return (select shop.courier_charge(listed_charge.courier_id, coalesce(c.zone, ''),
                                     coalesce(parcel.weight, shop.parcel_grams(o.id)), listed_charge.day)
            from public.orders o
            left join public.courier_cities c on c.courier_id = listed_charge.courier_id and c.city = coalesce(o.city_known, o.city)
           where o.id = parcel.order_id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.lock_shipment (
  shipment_id text
)
  RETURNS public.shipments
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  locked public.shipments;
begin
  perform shop.lock_orders(array (select s.order_id from public.shipments s where s.id = lock_shipment.shipment_id));
  select * into locked from public.shipments s where s.id = lock_shipment.shipment_id and s.archived_at is null for no key update;
  if not found then
    perform shop.refuse('shipment_not_found');
  end if;
  return locked;
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
    when 'claim' then source = 'written_off' and target in ('bank', 'cash', 'courier')
    -- A file of returned parcels alone may leave the shop paying the courier.
    when 'settled' then source = 'courier' and target in ('bank', 'charges', 'tax_withheld') or source = 'bank' and target = 'courier'
    when 'short_paid' then source = 'courier' and target = 'written_off' end;
$function$;

CREATE OR REPLACE FUNCTION shop.net_of (
  outcome shop.line_outcome,
  cod     numeric,
  kept    numeric,
  taxes   numeric
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
RETURN CASE outcome WHEN 'delivered'::shop.line_outcome THEN ((cod - kept) - taxes) ELSE (- kept) END;

CREATE OR REPLACE FUNCTION shop.note_settlement (
  new public.settlements
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.write_audit(coalesce(new.undone_by, new.booked_by), 'payment', new.id,
    'settlement ' || new.reference || ' of ' || (select c.name from public.couriers c where c.id = new.courier_id), null,
    jsonb_strip_nulls(jsonb_build_object('state', new.state, 'parcels', new.control_parcels, 'amount', new.control_sum,
                                         'reason', nullif(new.undo_reason, ''))));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.noted_courier (
  courier public.couriers
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select shop.courier_json(courier) - array['id', 'created_at', 'updated_at', 'file_mapping', 'settlement_mapping', 'cities']
      || jsonb_build_object('cities', (select count(*) from public.courier_cities c where c.courier_id = courier.id));
$function$;

CREATE OR REPLACE FUNCTION shop.owed_for (
  courier_id   text,
  shipment_ids text[]
)
  RETURNS TABLE (
    shipment_id text,
    owed        numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select s.id, coalesce(booked.amount, 0) - coalesce(paid.amount, 0)
    from public.shipments s
    left join lateral (select sum(case p.to_account when 'courier' then p.amount else - p.amount end) as amount
                         from public.payments p
                        where p.order_id = s.order_id and p.reference = s.shipment_number and 'courier' in (p.from_account, p.to_account)
                          and coalesce(p.courier_id, owed_for.courier_id) = owed_for.courier_id) booked on true
    left join lateral (select sum(l.cod) as amount from public.settlement_lines l
                        where l.shipment_id = s.id and l.is_standing and l.outcome = 'delivered'
                          and l.courier_id = owed_for.courier_id) paid on true
   where s.id = any (shipment_ids);
$function$;

CREATE OR REPLACE FUNCTION shop.paisa_text (
  amount numeric
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select to_char(amount, 'FM999,999,999,990.00');
$function$;

CREATE OR REPLACE FUNCTION shop.parcels_by_number (
  courier_id text,
  numbers    text[]
)
  RETURNS TABLE (
    number          text,
    shipment_id     text,
    shipment_number text,
    order_number    text,
    owed            numeric,
    charge          numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with theirs as (
    select n.number, b.shipment_id
      from unnest(numbers) n (number)
      join public.courier_bookings b on b.courier_id = parcels_by_number.courier_id and b.state = 'booked' and b.tracking_number <> ''
       and shop.tracking_key(b.tracking_number) = n.number
    union
    select n.number, s.id
      from unnest(numbers) n (number)
      join public.shipments s on shop.tracking_key(s.tracking_number) = n.number and s.tracking_number <> '' and s.archived_at is null
     where lower(s.carrier) = (select lower(c.name) from public.couriers c where c.id = parcels_by_number.courier_id)
       and not exists (select from public.courier_bookings b where b.shipment_id = s.id and b.state = 'booked')),
  found as materialized (
    select distinct on (t.number) t.number, s as parcel, b.charge, shop.day_of(coalesce(b.created_at, s.shipped_date, s.created_at)) as day
      from theirs t
      join public.shipments s on s.id = t.shipment_id and s.archived_at is null
      left join public.courier_bookings b on b.shipment_id = s.id and b.state = 'booked'
     order by t.number, s.status = 'delivered' desc, s.created_at desc, s.id),
  -- Of each day once: a file is of one week.
  taxes as materialized (
    select d.day, coalesce(shop.tax_percent(parcels_by_number.courier_id, 'fuel', d.day), 0) as fuel,
           coalesce(shop.tax_percent(parcels_by_number.courier_id, 'gst', d.day), 0) as gst
      from (select distinct f.day from found f) d)
  select f.number, (f.parcel).id, (f.parcel).shipment_number, (f.parcel).order_number, o.owed,
         round(priced.charge * (1 + taxes.fuel / 100) * (1 + taxes.gst / 100), 2)
    from found f
    join shop.owed_for(parcels_by_number.courier_id, array(select (m.parcel).id from found m)) o on o.shipment_id = (f.parcel).id
    join taxes on taxes.day = f.day
   cross join lateral (select coalesce(f.charge, shop.listed_charge(parcels_by_number.courier_id, f.parcel, f.day)) as charge) priced;
$function$;

CREATE OR REPLACE FUNCTION shop.read_settlement (
  courier_id text,
  file       jsonb,
  rows       jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with judged as materialized (select to_jsonb(j) as json, j.* from shop.judged_rows(read_settlement.courier_id, rows) j),
  whole as materialized (
    select jsonb_agg(j.json) as lines,
           jsonb_build_object(
             'parcels', count(*) filter (where j.outcome <> 'charge'),
             'cod', coalesce(sum(j.cod) filter (where j.outcome = 'delivered'), 0),
             'charges', sum(j.shipping), 'gst', sum(j.gst), 'income_tax', sum(j.income_tax), 'sales_tax', sum(j.sales_tax),
             'other', sum(j.other_charges), 'net', sum(j.net)) as sums
      from judged j)
  select jsonb_build_object('lines', w.lines, 'sums', w.sums, 'refusals',
                            to_jsonb(shop.file_complaints(read_settlement.courier_id, file, w.lines, w.sums)
                                     || shop.row_complaints(w.lines)))
    from whole w;
$function$;

CREATE OR REPLACE FUNCTION shop.require_courier (
  courier_id text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  if not exists (select from public.couriers c where c.id = require_courier.courier_id) then
    perform shop.refuse('courier_not_found');
  end if;
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
                    and (p.kind, p.method, p.from_account, p.to_account, p.amount)
                        = (new.kind, new.method, new.to_account, new.from_account, new.amount)
                    and p.order_id is not distinct from new.order_id and p.customer_id is not distinct from new.customer_id
                    and p.settlement_id is not distinct from new.settlement_id) then
    raise exception 'payment % must move back what payment % moved', new.id, new.reverses using errcode = 'restrict_violation';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.require_settled (
  settlement_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform from public.settlements s
    cross join lateral (select coalesce(sum(l.net), 0) as net, coalesce(sum(l.shipping + l.gst + l.other_charges), 0) as kept,
                               coalesce(sum(l.income_tax + l.sales_tax), 0) as taxes,
                               count(*) filter (where l.outcome <> 'charge') as parcels
                          from public.settlement_lines l where l.settlement_id = s.id and l.is_standing) said
    cross join lateral (select coalesce(sum(m.amount) filter (where m.account = 'bank'), 0) as net,
                               coalesce(sum(m.amount) filter (where m.account = 'charges'), 0) as kept,
                               coalesce(sum(m.amount) filter (where m.account = 'tax_withheld'), 0) as taxes
                          from public.payments p
                         cross join lateral (values (p.to_account, p.amount), (p.from_account, - p.amount)) m (account, amount)
                         where p.settlement_id = s.id) moved
   where s.id = require_settled.settlement_id
     and ((said.net, said.kept, said.taxes) <> (moved.net, moved.kept, moved.taxes)
          or s.state = 'booked' and (said.net, said.parcels) <> (s.control_sum, s.control_parcels)
          or s.state = 'undone' and exists (select from public.settlement_lines l where l.settlement_id = s.id and l.is_standing));
  if found then
    raise exception 'settlement % is not what its lines and payments say', settlement_id using errcode = 'restrict_violation';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.row_complaints (
  lines jsonb
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with given as materialized (
    select r.*, shop.net_of(r.outcome, r.cod, r.shipping + r.gst + r.other_charges, r.income_tax + r.sales_tax) as should_be,
           count(*) over (partition by r.line) as times
      from jsonb_to_recordset(lines) as r (line integer, outcome shop.line_outcome, cod numeric, shipping numeric, gst numeric,
                                           income_tax numeric, sales_tax numeric, other_charges numeric, net numeric)),
  wrong as (
    select g.line, case when g.times > 1 then format('Line %s stands twice', g.line)
                        when g.outcome <> 'delivered' and g.income_tax + g.sales_tax > 0
                        then format('Line %s is not delivered, so no tax is withheld, but it says %s', g.line,
                                    shop.paisa_text(g.income_tax + g.sales_tax))
                        else format('Line %s says net %s, but its other columns make %s', g.line, shop.paisa_text(g.net),
                                    shop.paisa_text(g.should_be)) end as complaint
      from given g
     where g.times > 1 or g.outcome <> 'delivered' and g.income_tax + g.sales_tax > 0 or g.net <> g.should_be)
  select array(select w.complaint from wrong w group by w.line, w.complaint order by w.line limit 20)
         || case when count(*) > 20 then array[format('%s more lines contradict themselves', count(*) - 20)] else '{}' end
    from (select distinct w.line from wrong w) w;
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
                                       income_tax, sales_tax, other_charges, net, day, shipment_id, result, owed, expected_charge)
  select booked.id, booked.courier_id, l.line, l.tracking_number, l.order_reference, l.outcome, l.cod, l.shipping, l.gst, l.income_tax,
         l.sales_tax, l.other_charges, l.net, l.day, l.shipment_id, l.result, l.owed, l.expected_charge
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
  ((line - '{id,settlement_id,courier_id,shipment_id,owed,expected_charge,is_standing}'::text[]) || jsonb_build_object('shipment_number', shipment_number, 'order_number',
  order_number,
  'expected',
  CASE WHEN (((line ->> 'owed'::text) IS
  NOT NULL) AND ((line ->> 'outcome'::text) <> 'charge'::text)) THEN jsonb_build_object('cod', (line -> 'owed'::text), 'charge', (line -> 'expected_charge'::text)) ELSE NULL::jsonb
  END,
  'difference',
  CASE (line ->> 'outcome'::text) WHEN 'delivered'::text THEN (((line ->> 'cod'::text))::numeric - COALESCE(((line ->> 'owed'::text))::numeric, (0)::numeric)) WHEN 'returned'::text
  THEN (- COALESCE(((line ->> 'owed'::text))::numeric, (0)::numeric)) ELSE (0)::numeric END,
  'charge_difference',
  (((((line ->> 'shipping'::text))::numeric + ((line ->> 'gst'::text))::numeric) + ((line ->> 'other_charges'::text))::numeric) - ((line ->> 'expected_charge'::text))::numeric)));

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
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, customer_id, courier_id, settlement_id, reference,
                               reason, reverses, actor)
  values (payment.kind, payment.method, payment.to_account, payment.from_account, payment.amount, payment.order_id,
          payment.customer_id, payment.courier_id, payment.settlement_id, payment.reference,
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

CREATE OR REPLACE FUNCTION shop.tax_percent (
  courier_id text,
  tax        shop.courier_tax,
  day        date
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select t.percent from public.courier_taxes t
   where t.courier_id = tax_percent.courier_id and t.tax = tax_percent.tax and t.valid_from <= tax_percent.day
   order by t.valid_from desc limit 1;
$function$;

CREATE OR REPLACE FUNCTION shop.update_progress (
  booking_id text,
  at         timestamp with time zone DEFAULT now()
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  booking public.courier_bookings;
  sent public.orders;
  parcel public.shipments;
  before public.parcel_progress;
  progress public.parcel_progress;
  wanted shop.shipment_status;
begin
  perform shop.lock_orders(array (select s.order_id from public.shipments s join public.courier_bookings b on b.shipment_id = s.id
                                  where b.id = update_progress.booking_id));
  select o.* into sent from public.orders o join public.shipments s on s.order_id = o.id
    join public.courier_bookings b on b.shipment_id = s.id
   where b.id = update_progress.booking_id;
  select b.* into booking from public.courier_bookings b where b.id = update_progress.booking_id and b.tracking_number <> '';
  if not found then
    return;
  end if;
  select s.* into parcel from public.shipments s where s.id = booking.shipment_id for no key update;
  select p.* into before from public.parcel_progress p where p.booking_id = booking.id for update;
  progress := shop.progress_now(booking, before, update_progress.at);

  wanted := shop.shipment_status_by(progress.status);
  if booking.state = 'booked' and parcel.archived_at is null and progress.contradiction is null and shop.may_follow(parcel.status, wanted)
     -- Where the order was cancelled or deleted, its parcel can only come back.
     and (shop.is_back(wanted) or sent.archived_at is null and sent.status <> 'cancelled') then
    progress.refused_because := shop.move_by_courier(sent, booking, progress, wanted);
  end if;

  insert into public.parcel_progress as p select progress.*
  on conflict on constraint parcel_progress_pkey do update
     set (status, status_since, attempts, reason, attempted_at, advice_due_by, last_event_at, last_label, contradiction,
          refused_because, next_poll_at) =
         (excluded.status, excluded.status_since, excluded.attempts, excluded.reason, excluded.attempted_at,
          excluded.advice_due_by, excluded.last_event_at, excluded.last_label, excluded.contradiction,
          excluded.refused_because, excluded.next_poll_at);
  if progress.status in ('attempted', 'advice_due') or before.status in ('attempted', 'advice_due') then
    perform shop.ask_about_attempt(booking.id, update_progress.at);
  end if;
end;
$function$;

ALTER TABLE "public"."couriers"
  ADD CONSTRAINT "couriers_settlement_mapping_object" CHECK ((jsonb_typeof(settlement_mapping) = 'object'::text));

ALTER TABLE "public"."payments"
  ADD CONSTRAINT "payments_of_order" CHECK (((order_id IS NULL) = ((kind)::text = ANY (ARRAY['credit_given'::text, 'settled'::text]))));

ALTER TABLE "public"."payments"
  ADD CONSTRAINT "payments_of_settlement" CHECK (((settlement_id IS NOT NULL) = ((kind)::text = 'settled'::text)));

ALTER TABLE "public"."payments"
  ADD CONSTRAINT "payments_with_courier" CHECK ((((kind)::text <> ALL (ARRAY['settled'::text, 'short_paid'::text])) OR (courier_id IS NOT NULL)));

ALTER TABLE "public"."settlement_lines"
  ADD CONSTRAINT "settlement_lines_matched" CHECK (((owed IS NULL) = (shipment_id IS NULL)));

ALTER TABLE "public"."settlement_lines"
  ADD CONSTRAINT "settlement_lines_named" CHECK (((tracking_number <> ''::text) OR (outcome = 'charge'::shop.line_outcome)));

ALTER TABLE "public"."settlement_lines"
  ADD CONSTRAINT "settlement_lines_not_negative" CHECK ((LEAST(cod, shipping, gst, income_tax, sales_tax, other_charges) >= (0)::numeric));

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."settlement_lines"
  ADD CONSTRAINT "settlement_lines_shipment_id_fkey" FOREIGN KEY (shipment_id) REFERENCES public.shipments(id);

ALTER TABLE "public"."settlement_lines"
  ADD CONSTRAINT "settlement_lines_taxes_of_cash" CHECK (((outcome = 'delivered'::shop.line_outcome) OR ((income_tax + sales_tax) = (0)::numeric)));

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."settlements"
  ADD CONSTRAINT "settlements_booked_by_fkey" FOREIGN KEY (booked_by) REFERENCES auth.users(id) ON DELETE SET NULL;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."settlements"
  ADD CONSTRAINT "settlements_courier_id_fkey" FOREIGN KEY (courier_id) REFERENCES public.couriers(id);

ALTER TABLE "public"."settlements"
  ADD CONSTRAINT "settlements_idempotency_key_unique" UNIQUE (idempotency_key);

ALTER TABLE "public"."settlements"
  ADD CONSTRAINT "settlements_length"
    CHECK
    (((char_length(undo_reason) <= 300) AND ((char_length(file_name) >= 1) AND (char_length(file_name) <= 200)) AND ((char_length(reference) >= 1) AND (char_length(reference) <=
    60))));

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."settlements"
  ADD CONSTRAINT "settlements_undone_by_fkey" FOREIGN KEY (undone_by) REFERENCES auth.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."settlements"
  ADD CONSTRAINT "settlements_undone" CHECK ((((undone_at IS
    NOT NULL) = (state = 'undone'::shop.settlement_state)) AND ((undo_reason <> ''::text) = (state = 'undone'::shop.settlement_state))));

CREATE INDEX payments_of_settlement ON public.payments USING btree (settlement_id)
  WHERE (settlement_id IS NOT NULL);

CREATE INDEX settlement_lines_by_parcel ON public.settlement_lines USING btree (shipment_id)
  WHERE (shipment_id IS NOT NULL);

CREATE INDEX settlement_lines_by_tracking_number ON public.settlement_lines USING btree (courier_id, tracking_number)
  WHERE is_standing;

CREATE UNIQUE INDEX settlement_lines_once ON public.settlement_lines USING btree (courier_id, tracking_number, outcome)
  WHERE (is_standing AND (result <> 'repeated'::shop.line_result) AND (tracking_number <> ''::text));

CREATE INDEX settlements_by_booker ON public.settlements USING btree (booked_by)
  WHERE (booked_by IS NOT NULL);

CREATE INDEX settlements_by_courier ON public.settlements USING btree (courier_id, created_at DESC);

CREATE INDEX settlements_by_undoer ON public.settlements USING btree (undone_by)
  WHERE (undone_by IS NOT NULL);

CREATE UNIQUE INDEX settlements_file_once ON public.settlements USING btree (file_hash)
  WHERE (state = 'booked'::shop.settlement_state);

CREATE UNIQUE INDEX settlements_reference_once ON public.settlements USING btree (courier_id, upper(reference))
  WHERE (state = 'booked'::shop.settlement_state);

CREATE CONSTRAINT TRIGGER payments_at_end
  AFTER INSERT ON public.payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN (((new.order_id IS NOT NULL) OR (new.settlement_id IS NOT NULL)))
  EXECUTE FUNCTION shop.check_payment_at_end();

CREATE TRIGGER settlement_lines_added
  AFTER INSERT ON public.settlement_lines REFERENCING NEW TABLE AS changed_lines
  FOR EACH STATEMENT
  EXECUTE FUNCTION shop.after_settlement_lines_change();

CREATE TRIGGER settlement_lines_changed
  AFTER UPDATE ON public.settlement_lines REFERENCING NEW TABLE AS changed_lines
  FOR EACH STATEMENT
  EXECUTE FUNCTION shop.after_settlement_lines_change();

CREATE TRIGGER settlements_after
  AFTER INSERT OR UPDATE ON public.settlements
  FOR EACH ROW
  EXECUTE FUNCTION shop.after_settlement_change();

CREATE CONSTRAINT TRIGGER settlements_at_end
  AFTER INSERT OR UPDATE ON public.settlements DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION shop.check_settlement_at_end();

CREATE TRIGGER settlements_before
  BEFORE DELETE OR UPDATE ON public.settlements
  FOR EACH ROW
  EXECUTE FUNCTION shop.before_settlement_change();

REVOKE ALL ON FUNCTION "public"."book_settlement"(text, jsonb, jsonb, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."book_settlement"(text, jsonb, jsonb, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."book_settlement"(text, jsonb, jsonb, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."book_settlement"(text, jsonb, jsonb, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."check_settlement"(text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."check_settlement"(text, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."check_settlement"(text, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."check_settlement"(text, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."courier_holdings"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."courier_holdings"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."courier_holdings"(timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."courier_holdings"(timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_settlement"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."find_settlement"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_settlement"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_settlement"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_held_parcels"(text, integer, integer, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."list_held_parcels"(text, integer, integer, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_held_parcels"(text, integer, integer, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_held_parcels"(text, integer, integer, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_settlements"(text, shop.settlement_state, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."list_settlements"(text, shop.settlement_state, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_settlements"(text, shop.settlement_state, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_settlements"(text, shop.settlement_state, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_settlement_mapping"(text, jsonb, uuid, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."save_settlement_mapping"(text, jsonb, uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_settlement_mapping"(text, jsonb, uuid, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_settlement_mapping"(text, jsonb, uuid, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_settlement"(text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."undo_settlement"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_settlement"(text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_settlement"(text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."write_off_shortfall"(text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."write_off_shortfall"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."write_off_shortfall"(text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."write_off_shortfall"(text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."after_settlement_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."after_settlement_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_settlement_change"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_settlement_change"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."after_settlement_lines_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."after_settlement_lines_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_settlement_lines_change"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_settlement_lines_change"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."before_settlement_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."before_settlement_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."before_settlement_change"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."before_settlement_change"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."built_on_settlement"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."built_on_settlement"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."built_on_settlement"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."built_on_settlement"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."check_settlement_at_end"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."check_settlement_at_end"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_settlement_at_end"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_settlement_at_end"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."file_complaints"(text, jsonb, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."file_complaints"(text, jsonb, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."file_complaints"(text, jsonb, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."file_complaints"(text, jsonb, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."guard_settlement"(public.settlements, public.settlements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."guard_settlement"(public.settlements, public.settlements) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."guard_settlement"(public.settlements, public.settlements) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."guard_settlement"(public.settlements, public.settlements) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."judged_rows"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."judged_rows"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."judged_rows"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."judged_rows"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."listed_charge"(text, public.shipments, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."listed_charge"(text, public.shipments, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."listed_charge"(text, public.shipments, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."listed_charge"(text, public.shipments, date) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."net_of"(shop.line_outcome, numeric, numeric, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."net_of"(shop.line_outcome, numeric, numeric, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."net_of"(shop.line_outcome, numeric, numeric, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."net_of"(shop.line_outcome, numeric, numeric, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."note_settlement"(public.settlements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."note_settlement"(public.settlements) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_settlement"(public.settlements) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_settlement"(public.settlements) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."owed_for"(text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."owed_for"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."owed_for"(text, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."owed_for"(text, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."paisa_text"(numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."paisa_text"(numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."paisa_text"(numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."paisa_text"(numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."parcels_by_number"(text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."parcels_by_number"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."parcels_by_number"(text, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."parcels_by_number"(text, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."read_settlement"(text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."read_settlement"(text, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."read_settlement"(text, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."read_settlement"(text, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."require_courier"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."require_courier"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_courier"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_courier"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."require_settled"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."require_settled"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_settled"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_settled"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."row_complaints"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."row_complaints"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."row_complaints"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."row_complaints"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."settle"(public.settlements, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."settle"(public.settlements, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."settle"(public.settlements, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."settle"(public.settlements, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."settlement_json"(public.settlements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."settlement_json"(public.settlements) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."settlement_json"(public.settlements) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."settlement_json"(public.settlements) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."settlement_line_json"(jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."settlement_line_json"(jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."settlement_line_json"(jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."settlement_line_json"(jsonb, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."tax_percent"(text, shop.courier_tax, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."tax_percent"(text, shop.courier_tax, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."tax_percent"(text, shop.courier_tax, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."tax_percent"(text, shop.courier_tax, date) TO "service_role";

REVOKE ALL ON TABLE "public"."settlement_lines" FROM "service_role";

REVOKE ALL ("is_standing") ON TABLE "public"."settlement_lines" FROM "service_role";

GRANT UPDATE ("is_standing") ON TABLE "public"."settlement_lines" TO "service_role";

GRANT INSERT, SELECT ON TABLE "public"."settlement_lines" TO "service_role";

REVOKE ALL ON TABLE "public"."settlements" FROM "service_role";

REVOKE ALL ("state") ON TABLE "public"."settlements" FROM "service_role";

GRANT UPDATE ("state") ON TABLE "public"."settlements" TO "service_role";

REVOKE ALL ("undo_reason") ON TABLE "public"."settlements" FROM "service_role";

GRANT UPDATE ("undo_reason") ON TABLE "public"."settlements" TO "service_role";

REVOKE ALL ("undone_at") ON TABLE "public"."settlements" FROM "service_role";

GRANT UPDATE ("undone_at") ON TABLE "public"."settlements" TO "service_role";

REVOKE ALL ("undone_by") ON TABLE "public"."settlements" FROM "service_role";

GRANT UPDATE ("undone_by") ON TABLE "public"."settlements" TO "service_role";

GRANT INSERT, SELECT ON TABLE "public"."settlements" TO "service_role";

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."settlement_lines"
  ADD CONSTRAINT "settlement_lines_of_settlement" FOREIGN KEY (settlement_id, courier_id) REFERENCES public.settlements(id, courier_id);

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new column
ALTER TABLE "public"."payments"
  ADD CONSTRAINT "payments_settlement_id_fkey" FOREIGN KEY (settlement_id) REFERENCES public.settlements(id);

CREATE VIEW "shop"."held_by_couriers" WITH (security_invoker=true) AS  SELECT m.courier_id,
    m.order_id,
    m.number,
    sum(m.amount) AS amount,
    min(m.at) AS since
   FROM ( SELECT COALESCE(p.courier_id, ( SELECT l.courier_id
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
         SELECT l.courier_id,
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

CREATE INDEX settlements_newest ON public.settlements USING btree (created_at DESC, id DESC);

GRANT SELECT ON TABLE "shop"."held_by_couriers" TO "service_role";

ALTER TABLE "public"."settlement_lines"
  ADD CONSTRAINT "settlement_lines_net" CHECK ((net = shop.net_of(outcome, cod, ((shipping + gst) + other_charges), (income_tax + sales_tax))));

CREATE OR REPLACE FUNCTION public.approve_return (
  request_id       text,
  decision         jsonb,
  delivery         jsonb,
  actor            uuid,
  expected_version timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  request public.return_requests := shop.lock_return(request_id);
  decided constant shop.return_outcome := (decision ->> 'outcome')::shop.return_outcome;
  gives_delivery constant numeric := coalesce((decision ->> 'deliveryBack')::numeric, 0);
  needs_pieces constant boolean := coalesce((decision ->> 'comesBack')::boolean, true);
  sends_first constant boolean := coalesce((decision ->> 'sendsFirst')::boolean, false);
  charges numeric := (decision ->> 'charges')::numeric;
  returned public.orders;
begin
  perform shop.act_as(actor);
  perform shop.check_return_state(request, '{asked}');
  perform shop.check_version(request.updated_at, expected_version);
  select * into returned from public.orders o where o.id = request.order_id;
  if returned.status <> 'delivered' then
    perform shop.refuse('order_not_delivered', null, jsonb_build_object('orderNumber', returned.order_number));
  elsif not (select t.policy -> 'outcomes' from shop.return_terms t where t.order_id = returned.id) ? decided::text then
    perform shop.refuse_field('outcome', 'The policy of this order does not allow it');
  elsif decided = 'exchange' and request.kind = 'return' then
    perform shop.refuse_field('outcome', 'The customer has not said what they want instead');
  elsif not needs_pieces and request.kind <> 'claim' then
    perform shop.refuse_field('comesBack', 'Only a claim may do without the pieces');
  elsif gives_delivery > 0 and request.kind <> 'claim' then
    perform shop.refuse_field('deliveryBack', 'Only with a claim');
  elsif gives_delivery > shop.delivery_left(returned) then
    perform shop.refuse_field('deliveryBack', format('At most %s of the delivery charge are left',
                                                     shop.rupees_text(shop.delivery_left(returned))));
  elsif coalesce(charges, 0) > 0 and decided <> 'exchange' then
    perform shop.refuse_field('charges', 'Only with an exchange');
  elsif sends_first and decided <> 'exchange' then
    perform shop.refuse_field('sendsFirst', 'Only with an exchange');
  end if;

  request.comes_back := needs_pieces;
  request.delivery_back := gives_delivery;
  update public.return_requests r set comes_back = needs_pieces, delivery_back = gives_delivery where r.id = request.id;
  if decided = 'exchange' then
    charges := coalesce(charges, shop.charges_of(request, returned, delivery));
    request := shop.make_exchange(request, charges, sends_first);
  end if;
  update public.return_requests r set state = 'approved', outcome = decided, answer = coalesce(decision ->> 'answer', ''),
    decided_at = now() where r.id = request.id;
  perform shop.advance_return(request.id);
  return shop.return_details_json(request.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.order_page (
  order_number text,
  key          text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  opened public.orders := shop.open_order_page(order_number, key);
  confirmation public.order_confirmations;
begin
  select * into confirmation from public.order_confirmations c where c.order_id = opened.id;
  return shop.tracked_order_json(opened.id) || jsonb_build_object(
    'customer_name', opened.customer_name, 'customer_phone', opened.customer_phone, 'customer_address',
    opened.customer_address, 'recipient_name', opened.recipient_name, 'recipient_phone', opened.recipient_phone, 'is_gift', opened.is_gift,
    'gift_note', opened.gift_note, 'hides_prices', opened.hides_prices, 'is_wrapped', opened.is_wrapped, 'city', opened.city,
    'city_known', opened.city_known, 'subtotal', opened.subtotal, 'shipping', opened.shipping, 'is_unpacked', shop.is_unpacked(opened),
    'version', shop.order_version(opened.id), 'may_confirm', coalesce(confirmation.is_open, false) and not opened.awaits_proof,
    'order_id', opened.id, 'recipient_changed_at', shop.recipient_changed_at(opened.id))
    || shop.page_advance_json(opened)
    || shop.page_due_json(opened)
    || shop.parcel_steps_json(opened.id)
    || shop.page_question_json(opened.id)
    || shop.page_packed_photo_json(opened)
    || shop.page_returns_json(opened)
    -- Only where there is some.
    || jsonb_strip_nulls(jsonb_build_object('store_credit', shop.credit_for_page(opened)));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.reviewable_pieces (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select jsonb_agg(jsonb_build_object('product_id', p.id, 'name', p.name, 'image', shop.photo_of(p.images, p.photo_colors, i.color))
                     order by i.position)
      from (select l.product_id, min(l.position) as position, sum(l.quantity) as units,
                   (array_agg(l.selected_color order by l.position))[1] as color
              from public.order_items l
             where l.order_id = reviewable_pieces.order_id group by l.product_id order by 2 limit 10) i
      join public.products p on p.id = i.product_id and p.archived_at is null
      join public.orders o on o.id = reviewable_pieces.order_id
     where not exists (select from public.review_edit_tokens t join public.reviews r on r.id = t.review_id
                        where t.buyer_id = o.customer_id and r.product_id = p.id)
       and i.units > (select count(*) from shop.return_pieces r join public.order_items l on l.id = r.order_item_id
                       where r.order_id = o.id and l.product_id = p.id and not r.is_released));
end;
$function$;

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
                'discount_code', o.discount_code, 'gift_wrap', nullif(o.gift_wrap, 0), 'paid', shop.paid_json(o),
                'advance_waits_for', shop.advance_waits_for(o)))
            from public.orders o
           where o.id = tracked_order_json.order_id);
end;
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
                    where c.no_return_reason <> '' and shop.split_words(product.in_the_box) @> shop.split_words(c.name)
                    order by c.sort_order, c.id limit 1), '');
$function$;

CREATE OR REPLACE FUNCTION shop.read_settlement (
  courier_id text,
  file       jsonb,
  rows       jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with judged as materialized (select to_jsonb(j) as json, j.* from shop.judged_rows(read_settlement.courier_id, rows) j),
  whole as materialized (
    select jsonb_agg(j.json) as lines,
           jsonb_build_object(
             'parcels', count(*) filter (where j.outcome <> 'charge'),
             'cod', coalesce(sum(j.cod) filter (where j.outcome = 'delivered'), 0),
             'charges', sum(j.shipping), 'gst', sum(j.gst), 'income_tax', sum(j.income_tax), 'sales_tax', sum(j.sales_tax),
             'other', sum(j.other_charges), 'net', sum(j.net)) as sums
      from judged j)
  select jsonb_build_object('lines', w.lines, 'sums', w.sums, 'refusals',
                            to_jsonb(shop.file_complaints(read_settlement.courier_id, file, w.lines, w.sums)
                                     || shop.row_complaints(w.lines)))
    from whole w;
$function$;

CREATE OR REPLACE FUNCTION shop.wants_wrap (
  payload jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
RETURN COALESCE((((payload ->> 'isGift'::text))::boolean AND ((payload ->> 'wantsGiftWrap'::text))::boolean), false);
