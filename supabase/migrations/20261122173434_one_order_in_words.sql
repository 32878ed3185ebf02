SET local check_function_bodies = off;

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
              ('returned_before', format('%s of %s came back', returned, shop.orders_text((history ->> 'orders')::bigint)),
                 case when returned > 0 then least(25 * returned, 75) end),
              ('refused_before', format('Refused %s on the phone before', refused), case when refused > 0 then 20 end),
              ('new_customer', 'First order', case when (history ->> 'orders')::integer <= 1 then 10 end),
              ('large_order', format('Large order: %s', shop.rupees_text(asked.total_amount)),
                 case when asked.total_amount >= 25000 then 30 when asked.total_amount >= 10000 then 15 end),
              ('short_address', format('The address has only %s letters', letters), case when letters between 1 and 11 then 15 end),
              ('abroad', 'Outside of Pakistan: no courier collects cash there', case when asked.country <> 'pk' then 60 end),
              ('no_cash_in_city', format('No courier collects cash in %s', asked.city), case when not asked.city_takes_cash then 60 end),
              ('unknown_city', format('The city is not known: “%s”', asked.city), case when letters > 0 and asked.country = 'pk' and asked.city_known is null then 10 end),
              ('orders_of_phone', shop.orders_text(of_phone, ' more open') || ' from this phone', case when of_phone > 0 then least(10 * of_phone, 40) end),
              ('orders_of_address', shop.orders_text(of_address, ' more open') || ' to this address',
                 case when letters > 0 and of_address > of_phone then least(10 * of_address, 40)::integer end),
              ('orders_of_device', shop.orders_text(of_device, ' more open') || ' from this device',
                 case when of_device > of_phone then least(10 * of_device, 40)::integer end),
              ('good_customer', shop.orders_text(delivered) || ' delivered, none came back',
                 case when delivered > 0 and returned = 0 then -least(10 * delivered, 30) end)
            ) as r (code, text, points) where r.points is not null);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.orders_text (
  count     bigint,
  adjective text   DEFAULT ''::text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
RETURN (((count)::text || adjective) || CASE WHEN (count = 1) THEN ' order'::text ELSE ' orders'::text END);

REVOKE ALL ON FUNCTION "shop"."orders_text"(bigint, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."orders_text"(bigint, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."orders_text"(bigint, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."orders_text"(bigint, text) TO "service_role";
