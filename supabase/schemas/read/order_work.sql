-- What is to be done next with each open order: the lists that staff work through. Each open order is in one of them; one that owes its
-- customer money is in `to_refund` besides.

-- {order_id, work}: `to_confirm`: nobody has confirmed it or let it go out, its advance is missing, or it is an exchange whose pieces are
-- not back; `to_pack`: it has no parcel; `to_hand_over`: a parcel waits for the courier; `with_courier`: its parcels are under way;
-- `returned`: as in `shop.returned_orders`, a cancelled order until its parcel was counted, and besides one of which only a part came back.
create view shop.order_work with (security_invoker = true) as
  select o.id as order_id,
         case when parcels.waits then 'to_hand_over'
              when parcels.has_left then 'with_courier'
              when parcels.is_back then 'returned'
              when o.status = 'shipped' then 'with_courier'
              when c.awaits_return and c.overridden_at is null then 'to_confirm'
              when o.status = 'pending' and (c.state <> 'confirmed' or c.awaits_advance) and c.overridden_at is null then 'to_confirm'
              else 'to_pack' end as work
    from public.orders o
    left join public.order_confirmations c on c.order_id = o.id
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
