-- What is to be done next with each open order: the lists that staff work through. Each open order is in one of them; one that owes its
-- customer money is in `to_refund` besides.

-- {order_id, work}: `to_confirm`: nobody has confirmed it or let it go out, and it is pending or the dispatch gate holds it;
-- `awaits_money`: it is confirmed, and its advance is missing; `awaits_return`: it is an exchange whose pieces are not back; `to_pack`: it
-- has no parcel; `to_hand_over`: a parcel waits for the courier; `with_courier`: its parcels are under way; `returned`: as in
-- `shop.returned_orders`, a cancelled order until its parcel was counted, and besides one of which only a part came back. Every count of
-- them that a screen shows is of `shop.order_lists`, as the list it leads to.
create view shop.order_work with (security_invoker = true) as
  select o.id as order_id,
         case when parcels.waits then 'to_hand_over'
              when parcels.has_left then 'with_courier'
              when parcels.is_back then 'returned'
              when o.status = 'shipped' then 'with_courier'
              when c.overridden_at is not null then 'to_pack'
              when c.awaits_return then 'awaits_return'
              when c.state = 'confirmed' and c.awaits_advance then 'awaits_money'
              when c.state <> 'confirmed' and (o.status = 'pending' or o.created_at >= r.gate_since) then 'to_confirm'
              else 'to_pack' end as work
    from public.orders o
    left join public.order_confirmations c on c.order_id = o.id
    left join public.confirmation_rules r on true
   cross join lateral (select bool_or(s.status = 'preparing') as waits,
                              bool_or(shop.has_left(s.status)) as has_left,
                              bool_or(shop.is_back(s.status) and s.received_at is null) as is_back
                         from public.shipments s where s.order_id = o.id and s.archived_at is null) parcels
   where o.archived_at is null and shop.is_open(o.status)
  union all
  select o.id, 'returned' from shop.returned_orders r join public.orders o on o.id = r.order_id where o.status = 'cancelled' or r.is_part
  union all
  select o.id, 'to_refund' from public.orders o where o.to_refund > 0 and o.archived_at is null;
grant select on shop.order_work to service_role;
