SET local check_function_bodies = off;

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
  select h.order_number into held_number from shop.orders_held_by_gate h where h.order_id = check_dispatch_gate.order_id;
  if found then
    perform shop.refuse(409, 'not_confirmed',
      format('Order %s is not confirmed. Confirm it first, or let it go out for a reason: both in its details.', held_number),
      jsonb_build_object('orderId', order_id, 'orderNumber', held_number));
  end if;
end;
$function$;
