-- The gate that keeps unconfirmed orders in the house.

-- The orders that must not go out yet: those of their age must be confirmed and have paid the advance that is asked, an exchange waits for
-- its pieces, whatever the rules, and staff have not let them through.
create view shop.orders_stopped_by_gate with (security_invoker = true) as
  select o.id as order_id, o.order_number
    from public.confirmation_rules r
    join public.orders o on o.created_at >= r.gate_since
    left join public.order_confirmations c on c.order_id = o.id
   where (c.state is distinct from 'confirmed' or c.awaits_advance) and c.overridden_at is null
  union
  select o.id, o.order_number from public.order_confirmations c join public.orders o on o.id = c.order_id where c.awaits_return
    and c.overridden_at is null;
grant select on shop.orders_stopped_by_gate to service_role;

-- Refuses 409 `not_confirmed` {orderId, orderNumber, waitsFor} when an order must not go out yet: `waitsFor` is `money` or `pieces` where
-- it is confirmed, and null where it is not. Takes its id.
create function shop.check_dispatch_gate(order_id text) returns void
language plpgsql set search_path = ''
as $$
declare
  stopped jsonb;
begin
  select jsonb_build_object('orderId', h.order_id, 'orderNumber', h.order_number,
           'waitsFor', case when c.state = 'confirmed' and c.awaits_return then 'pieces'
                            when c.state = 'confirmed' and c.awaits_advance then 'money' end) into stopped
    from shop.orders_stopped_by_gate h left join public.order_confirmations c on c.order_id = h.order_id
   where h.order_id = check_dispatch_gate.order_id;
  if found then
    perform shop.refuse('not_confirmed', stopped);
  end if;
end;
$$;
