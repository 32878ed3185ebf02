SET local check_function_bodies = off;

DROP FUNCTION "shop"."doubts_of"(public.orders);

CREATE OR REPLACE FUNCTION shop.doubts_of (
  asked   public.orders,
  history jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  customer public.customers;
  delivered constant integer := (history ->> 'delivered')::integer;
  returned constant integer := (history ->> 'returned')::integer;
  -- What is written of the address without spaces.
  letters constant integer := length(regexp_replace(asked.customer_address, '\s', '', 'g'));
  address constant text := shop.address_key(asked.customer_address, asked.city);
  -- Besides this one.
  of_phone constant integer := (history ->> 'open')::integer - 1;
  refused bigint;
  of_address bigint;
  of_device bigint;
begin
  select * into customer from public.customers u where u.id = asked.customer_id;
  select count(*) into refused from public.orders o join public.order_confirmations c on c.order_id = o.id
   where o.customer_id = asked.customer_id and o.id <> asked.id and c.state = 'refused';
  select count(*) into of_address from public.orders o
   where o.status = 'pending' and shop.address_key(o.customer_address, o.city) = address and o.id <> asked.id;
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
              ('orders_of_phone', format('%s more open orders from this phone', of_phone), case when of_phone > 0 then least(10 * of_phone, 40) end),
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
  doubts constant jsonb := (select shop.doubts_of(o, shop.customer_record(o.customer_id)) from public.orders o where o.id = hold_for.order_id);
begin
  update public.order_confirmations c
     set claimed_by = actor, claimed_until = now() + interval '15 minutes', reasons = doubts, score = shop.sum_of_points(doubts)
   where c.order_id = hold_for.order_id;
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
  history constant jsonb := shop.customer_record(placed.customer_id);
begin
  select * into rules from public.confirmation_rules r where r.id;
  verdict.reasons := shop.doubts_of(placed, history);
  verdict.score := shop.sum_of_points(verdict.reasons);
  verdict.held_because := case
    when rules.hold_blocked and verdict.reasons @> '[{"code": "blocked"}]' then 'The customer is blocked'
    when rules.hold_blocked and verdict.reasons @> '[{"code": "prepaid_only"}]' then 'The customer must pay before'
    when placed.total_amount >= rules.hold_value then format('%s or more', shop.rupees_text(rules.hold_value))
    when verdict.score >= rules.hold_score then format('Score of %s or more', rules.hold_score)
    when rules.hold_unknown_city and placed.city_known is null then 'The city is not known'
  end;
  if verdict.held_because is null then
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

REVOKE ALL ON FUNCTION "shop"."doubts_of"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."doubts_of"(public.orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."doubts_of"(public.orders, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."doubts_of"(public.orders, jsonb) TO "service_role";
