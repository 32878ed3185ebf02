SET local check_function_bodies = off;

ALTER TABLE "public"."confirmation_rules"
  ADD COLUMN "confirm_deliveries" integer;

ALTER TABLE "public"."confirmation_rules"
  ADD COLUMN "confirm_below" numeric(12,2);

ALTER TABLE "public"."confirmation_rules"
  ADD COLUMN "confirm_by_staff" boolean NOT NULL DEFAULT true;

ALTER TABLE "public"."confirmation_rules"
  ADD COLUMN "hold_score" integer;

ALTER TABLE "public"."confirmation_rules"
  ADD COLUMN "hold_value" numeric(12,2);

ALTER TABLE "public"."confirmation_rules"
  ADD COLUMN "hold_blocked" boolean NOT NULL DEFAULT true;

ALTER TABLE "public"."confirmation_rules"
  ADD COLUMN "hold_unknown_city" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."confirmation_rules"
  ADD COLUMN "max_open_orders" integer;

CREATE TYPE "shop"."verdict" AS (
  "score"             integer,
  "reasons"           jsonb,
  "held_because"      text,
  "confirmed_because" text
);

CREATE OR REPLACE FUNCTION public.change_confirmation_rules (
  rules jsonb,
  seen  timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  current public.confirmation_rules;
begin
  select * into current from public.confirmation_rules r where r.id for update;
  perform shop.check_version(current.updated_at, seen);
  update public.confirmation_rules r
     set gate_since = case when (rules ->> 'gate')::boolean then coalesce(r.gate_since, now()) end,
         confirm_deliveries = (rules ->> 'confirmDeliveries')::integer, confirm_below = (rules ->> 'confirmBelow')::numeric,
         confirm_by_staff = (rules ->> 'confirmByStaff')::boolean,
         hold_score = (rules ->> 'holdScore')::integer, hold_value = (rules ->> 'holdValue')::numeric,
         hold_blocked = (rules ->> 'holdBlocked')::boolean, hold_unknown_city = (rules ->> 'holdUnknownCity')::boolean,
         max_open_orders = (rules ->> 'maxOpenOrders')::integer
   where r.id returning * into current;
  return to_jsonb(current);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."change_confirmation_rules"(jsonb, timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.begin_confirmation()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  verdict shop.verdict;
begin
  if new.status not in ('pending', 'processing') or new.archived_at is not null then
    insert into public.order_confirmations (order_id, due_at, is_open) values (new.id, shop.after_quiet_hours(new.created_at), false);
    return null;
  end if;
  verdict := shop.judge_order(new);
  insert into public.order_confirmations (order_id, state, due_at, score, reasons, held_because)
  values (new.id, case when verdict.confirmed_because is null then 'unconfirmed' else 'confirmed' end::shop.confirmation_state,
          case when verdict.confirmed_because is null then shop.after_quiet_hours(new.created_at) end,
          verdict.score, verdict.reasons, verdict.held_because);
  if verdict.confirmed_because is not null then
    insert into public.confirmation_attempts (order_id, how, outcome, note) values (new.id, 'rule', 'confirmed', verdict.confirmed_because);
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.check_dispatch_gate (
  order_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  held_number text;
begin
  if shop.is_held_by_gate(order_id) then
    select o.order_number into held_number from public.orders o where o.id = check_dispatch_gate.order_id;
    perform shop.refuse(409, 'not_confirmed',
      format('Order %s is not confirmed. Confirm it first, or let it go out for a reason: both in its details.', held_number),
      jsonb_build_object('orderNumber', held_number));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.doubts_of (
  asked public.orders
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  customer public.customers;
  history constant jsonb := shop.customer_record(asked.customer_id);
  delivered constant integer := (history ->> 'delivered')::integer;
  returned constant integer := (history ->> 'returned')::integer;
  -- What is written of the address without spaces.
  letters constant integer := length(regexp_replace(asked.customer_address, '\s', '', 'g'));
  refused bigint;
  of_phone bigint;
  of_address bigint;
  of_device bigint;
begin
  select * into customer from public.customers u where u.id = asked.customer_id;
  select count(*) into refused from public.orders o join public.order_confirmations c on c.order_id = o.id
   where o.customer_id = asked.customer_id and o.id <> asked.id and c.state = 'refused';
  select count(*) into of_phone from public.orders o where o.status = 'pending' and o.customer_phone = asked.customer_phone and o.id <> asked.id;
  select count(*) into of_address from public.orders o
   where o.status = 'pending' and shop.address_key(o.customer_address, o.city) = shop.address_key(asked.customer_address, asked.city) and o.id <> asked.id;
  select count(*) into of_device from public.orders o where o.status = 'pending' and o.device_fingerprint = asked.device_fingerprint and o.id <> asked.id;

  return (select coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'text', r.text, 'points', r.points) order by r.points desc, r.code), '[]')
            from (values
              ('blocked', 'The customer is blocked: do not ship', case when customer.block = 'do_not_ship' then 100 end),
              ('prepaid_only', 'The customer must pay before', case when customer.block = 'prepaid_only' then 60 end),
              ('returned_before', format('%s of %s orders came back', returned, history ->> 'orders'),
                 case when returned > 0 then least(25 * returned, 75) end),
              ('refused_before', format('Refused %s on the phone before', refused), case when refused > 0 then 20 end),
              ('new_customer', 'First order', case when (history ->> 'orders')::integer <= 1 then 10 end),
              ('large_order', format('Large order: %s', shop.rupees_text(asked.total_amount)),
                 case when asked.total_amount >= 25000 then 30 when asked.total_amount >= 10000 then 15 end),
              ('short_address', format('The address has only %s letters', letters), case when letters < 12 then 15 end),
              ('abroad', 'Outside of Pakistan: no courier collects cash there', case when asked.country <> 'pk' then 60 end),
              ('no_cash_in_city', format('No courier collects cash in %s', asked.city), case when not asked.city_takes_cash then 60 end),
              ('unknown_city', format('The city is not known: “%s”', asked.city), case when asked.country = 'pk' and asked.city_known is null then 10 end),
              ('orders_of_phone', format('%s more open orders from this phone', of_phone), case when of_phone > 0 then least(10 * of_phone, 40)::integer end),
              ('orders_of_address', format('%s more open orders to this address', of_address),
                 case when of_address > of_phone then least(10 * of_address, 40)::integer end),
              ('orders_of_device', format('%s more open orders from this device', of_device),
                 case when of_device > of_phone then least(10 * of_device, 40)::integer end),
              ('good_customer', format('%s orders delivered, none came back', delivered),
                 case when delivered > 0 and returned = 0 then -least(10 * delivered, 30) end)
            ) as r (code, text, points) where r.points is not null);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.hold_for (
  order_id text,
  actor    uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  doubts constant jsonb := (select shop.doubts_of(o) from public.orders o where o.id = hold_for.order_id);
begin
  update public.order_confirmations c
     set claimed_by = actor, claimed_until = now() + interval '15 minutes', reasons = doubts, score = shop.sum_of_points(doubts)
   where c.order_id = hold_for.order_id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.hold_order_at_gate()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.check_dispatch_gate(new.id);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.hold_shipment_at_gate()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.check_dispatch_gate(new.order_id);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.judge_order (
  placed public.orders
)
  RETURNS shop.verdict
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  rules public.confirmation_rules;
  verdict shop.verdict;
  history jsonb;
begin
  select * into rules from public.confirmation_rules r where r.id;
  verdict.reasons := shop.doubts_of(placed);
  verdict.score := shop.sum_of_points(verdict.reasons);
  verdict.held_because := case
    when rules.hold_blocked and verdict.reasons @> '[{"code": "blocked"}]' then 'The customer is blocked'
    when rules.hold_blocked and verdict.reasons @> '[{"code": "prepaid_only"}]' then 'The customer must pay before'
    when placed.total_amount >= rules.hold_value then format('%s or more', shop.rupees_text(rules.hold_value))
    when verdict.score >= rules.hold_score then format('Score of %s or more', rules.hold_score)
    when rules.hold_unknown_city and placed.city_known is null then 'The city is not known'
  end;
  if verdict.held_because is null then
    history := shop.customer_record(placed.customer_id);
    verdict.confirmed_because := case
      when rules.confirm_by_staff and placed.placed_by is not null then 'Rule: written down by staff'
      when (history ->> 'delivered')::integer >= rules.confirm_deliveries and (history ->> 'returned')::integer = 0
           and placed.total_amount < rules.confirm_below
      then format('Rule: %s deliveries or more, none returned, below %s', rules.confirm_deliveries, shop.rupees_text(rules.confirm_below))
    end;
  end if;
  return verdict;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.log_attempt()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.log_order_event(new.order_id, 'confirmation', new.how::text, null,
    jsonb_strip_nulls(jsonb_build_object('confirmation', new.outcome, 'call_back_at', new.call_back_at)), new.note);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.log_override()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.log_order_event(new.order_id, 'confirmation', 'override', null, '{"confirmation": "not_needed"}', new.overridden_because);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.refuse_order_flood (
  payload jsonb,
  device  text,
  limits  jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  phone_sent text := payload ->> 'customerPhone';
  address_sent text := shop.address_key(payload ->> 'customerAddress', coalesce(payload ->> 'city', ''));
  lock bigint;
  retry_after integer;
begin
  -- Always in the same order, so that two orders cannot wait for each other.
  for lock in select distinct hashtextextended(k, 2) from unnest(array['phone ' || phone_sent, 'address ' || address_sent, 'device ' || device]) k
               where k is not null order by 1 loop
    perform pg_advisory_xact_lock(lock);
  end loop;

  with open_orders as (
    select 'phone' as kind, o.created_at from public.orders o
     where o.status = 'pending' and o.archived_at is null and o.customer_phone = phone_sent
    union all
    select 'address', o.created_at from public.orders o
     where o.status = 'pending' and o.archived_at is null and shop.address_key(o.customer_address, o.city) = address_sent
    union all
    select 'device', o.created_at from public.orders o
     where o.status = 'pending' and o.archived_at is null and o.device_fingerprint = device
  ), rules as (
    select l.key as kind, (l.value ->> 'perHour')::integer as max_orders, interval '1 hour' as period from jsonb_each(limits) l
    union all
    select l.key, (l.value ->> 'perDay')::integer, interval '1 day' from jsonb_each(limits) l
    union all
    select 'phone', r.max_open_orders, interval '30 days' from public.confirmation_rules r where r.max_open_orders is not null
  )
  select max(ceil(extract(epoch from counted.since + counted.period - now()))) into retry_after
    from (select r.period, (select o.created_at from open_orders o where o.kind = r.kind and o.created_at > now() - r.period
                             order by o.created_at desc offset r.max_orders - 1 limit 1) as since
            from rules r) counted;
  if retry_after is not null then
    perform shop.refuse(429, 'too_many_orders', 'Several orders wait to be confirmed already', jsonb_build_object('retryAfter', retry_after));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.rupees_text (
  amount numeric
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select 'Rs ' || to_char(amount, 'FM999,999,999,990');
$function$;

CREATE OR REPLACE FUNCTION shop.sum_of_points (
  reasons jsonb
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select greatest(0, coalesce(sum((r ->> 'points')::integer), 0))::integer from jsonb_array_elements(reasons) r;
$function$;

ALTER TABLE "public"."confirmation_rules"
  ADD CONSTRAINT "confirmation_rules_positive"
    CHECK ((LEAST((confirm_deliveries)::numeric, confirm_below, (hold_score)::numeric, hold_value, (max_open_orders)::numeric) > (0)::numeric));

ALTER TABLE "public"."confirmation_rules"
  ADD CONSTRAINT "confirmation_rules_returning_whole" CHECK (((confirm_deliveries IS NULL) = (confirm_below IS NULL)));

CREATE TRIGGER confirmation_attempts_logged
  AFTER INSERT ON public.confirmation_attempts
  FOR EACH ROW
  EXECUTE FUNCTION shop.log_attempt();

CREATE TRIGGER order_confirmations_logged
  AFTER UPDATE OF overridden_at ON public.order_confirmations
  FOR EACH ROW
  WHEN ((new.overridden_at IS DISTINCT FROM old.overridden_at))
  EXECUTE FUNCTION shop.log_override();

CREATE CONSTRAINT TRIGGER orders_dispatch_gate
  AFTER INSERT OR UPDATE OF status ON public.orders NOT DEFERRABLE INITIALLY IMMEDIATE
  FOR EACH ROW
  WHEN ((new.status = ANY (ARRAY['shipped'::shop.order_status, 'delivered'::shop.order_status])))
  EXECUTE FUNCTION shop.hold_order_at_gate();

CREATE CONSTRAINT TRIGGER shipments_dispatch_gate
  AFTER INSERT OR UPDATE OF status, order_id ON public.shipments NOT DEFERRABLE INITIALLY IMMEDIATE
  FOR EACH ROW
  WHEN ((new.status <> ALL (ARRAY['failed'::shop.shipment_status, 'returned'::shop.shipment_status])))
  EXECUTE FUNCTION shop.hold_shipment_at_gate();

REVOKE ALL ON FUNCTION "public"."change_confirmation_rules"(jsonb, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_confirmation_rules"(jsonb, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_confirmation_rules"(jsonb, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."check_dispatch_gate"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."check_dispatch_gate"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_dispatch_gate"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_dispatch_gate"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."doubts_of"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."doubts_of"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."doubts_of"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."doubts_of"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."hold_order_at_gate"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."hold_order_at_gate"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."hold_order_at_gate"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."hold_order_at_gate"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."hold_shipment_at_gate"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."hold_shipment_at_gate"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."hold_shipment_at_gate"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."hold_shipment_at_gate"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."judge_order"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."judge_order"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."judge_order"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."judge_order"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."log_attempt"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."log_attempt"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."log_attempt"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."log_attempt"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."log_override"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."log_override"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."log_override"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."log_override"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."rupees_text"(numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."rupees_text"(numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."rupees_text"(numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."rupees_text"(numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."sum_of_points"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."sum_of_points"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sum_of_points"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sum_of_points"(jsonb) TO "service_role";
