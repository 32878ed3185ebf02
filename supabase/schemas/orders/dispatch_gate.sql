-- The gate that keeps unconfirmed orders in the house.

-- Whether an order must not go out yet: one placed since the gate stands must be confirmed and have paid the advance that is asked, an
-- exchange waits for its pieces, whatever the rules, unless staff have let it through. Takes what is known of its confirmation, when it was
-- placed and since when the gate stands. An expression, which lists work out in place.
create function shop.is_stopped_by_gate(known public.order_confirmations, placed_at timestamptz, gate_since timestamptz) returns boolean
language sql immutable
return known.overridden_at is null
   and (known.awaits_return is true
        or placed_at >= gate_since and (known.state is distinct from 'confirmed' or known.awaits_advance)) is true;

-- Refuses 409 `not_confirmed` {orderId, orderNumber, waitsFor} when an order must not go out yet: `waitsFor` is `money` or `pieces` where
-- it is confirmed, and null where it is not. Takes its id.
create function shop.check_dispatch_gate(order_id text) returns void
language plpgsql set search_path = ''
as $$
declare
  stopped jsonb;
begin
  select jsonb_build_object('orderId', o.id, 'orderNumber', o.order_number,
           'waitsFor', case when c.state = 'confirmed' and c.awaits_return then 'pieces'
                            when c.state = 'confirmed' and c.awaits_advance then 'money' end) into stopped
    from public.confirmation_rules r
   cross join public.orders o
    left join public.order_confirmations c on c.order_id = o.id
   where o.id = check_dispatch_gate.order_id and shop.is_stopped_by_gate(c, o.created_at, r.gate_since);
  if found then
    perform shop.refuse('not_confirmed', stopped);
  end if;
end;
$$;
