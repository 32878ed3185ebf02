-- What of the lines that were sold did not stay with customers (docs/decisions/business/0017-revenue.md). A piece that is under way counts
-- as sold until it comes back.

-- The pieces of an order's lines that did not stay, and what was paid for them in paisas: those that came back or were lost on the way, and
-- those that a claim pays for although the customer keeps them or never had them. A piece that a customer was to send, and did not, stays
-- with them. Of an order whose parcels all failed or came back, and are not counted yet, it is every piece. Takes the order's row.
create function shop.returned_of(of_order public.orders) returns table (place integer, units integer, paisas bigint)
language sql stable set search_path = ''
as $$
  with asked as materialized (
    select p.order_item_id, p.place, p.received_as = 'missing' as is_unsent, p.goods_back_id is null and known.is_paid_for as is_paid_for,
           p.received_as <> 'missing' or p.goods_back_id is null and known.is_paid_for as is_gone
      from shop.return_pieces p
      join public.return_requests r on r.id = p.request_id
     cross join lateral (select not p.is_released and not r.comes_back and r.state in ('approved', 'received', 'settled')
                           as is_paid_for) known
     where p.order_id = of_order.id
  )
  select i.position, gone.units,
         case when gone.units = i.quantity then (i.quantity * i.price - i.discount) * 100
              when gone.units > 0 then 100 * (
                -- Which pieces they are, requests say; of others the first ones.
                select sum(n.share)
                  from (select w.share
                          from unnest(shop.piece_shares(i)) with ordinality as w (share, piece)
                         order by exists (select from asked a where a.order_item_id = i.id and a.place = w.piece and a.is_gone) desc,
                                  w.piece
                         limit gone.units) n)
              else 0 end::bigint
    from public.order_items i
    left join shop.sent_pieces s on s.order_item_id = i.id
   cross join lateral (select count(*) filter (where a.is_unsent) as unsent, count(*) filter (where a.is_paid_for) as paid_for
                         from asked a where a.order_item_id = i.id) known
   cross join (select bool_and(shop.is_back(p.status)) and bool_or(p.received_at is null) as come_back
                 from public.shipments p where p.order_id = of_order.id and p.archived_at is null) parcels
   cross join lateral (
     select case when of_order.awaits_proof then 0
                 when of_order.status <> 'delivered' and parcels.come_back then i.quantity
                 else least(i.quantity, greatest(0, i.quantity - coalesce(s.sent - s.received, i.quantity)
                                                    - known.unsent + known.paid_for))
                 end::integer as units) gone
   where i.order_id = of_order.id;
$$;

-- Has the sold lines of an order say what of them did not stay, and reports what it earned. Takes its id.
-- Whatever moves pieces, or decides about them, calls it.
create function shop.count_returned(order_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.earn_anew(array[count_returned.order_id]);
  update shop.sold_lines s set returned = r.units, returned_paisas = r.paisas
    from public.orders o cross join lateral shop.returned_of(o) r
   where o.id = count_returned.order_id and s.order_id = o.id and s.position = r.place
     and (s.returned, s.returned_paisas) <> (r.units, r.paisas);
end;
$$;

-- The lines of an order that is cancelled or archived are not sold any more; those of one that comes back are.
create function shop.update_sold_lines(new public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from shop.sold_lines s where s.order_id = new.id;
  if new.status <> 'cancelled' and new.archived_at is null then
    insert into shop.sold_lines (order_id, position, product_id, variant_id, sold_at, quantity, paisas)
    select i.order_id, i.position, i.product_id, i.variant_id, new.created_at, i.quantity, (i.quantity * i.price - i.discount) * 100
      from public.order_items i where i.order_id = new.id;
    perform shop.count_returned(new.id);
  end if;
end;
$$;

-- Writes all sold lines again.
create function shop.rebuild_sold_lines() returns void
language plpgsql set search_path = ''
as $$
begin
  delete from shop.sold_lines where true;
  insert into shop.sold_lines (order_id, position, product_id, variant_id, sold_at, quantity, paisas)
  select i.order_id, i.position, i.product_id, i.variant_id, o.created_at, i.quantity, (i.quantity * i.price - i.discount) * 100
    from public.orders o join public.order_items i on i.order_id = o.id
   where o.status <> 'cancelled' and o.archived_at is null
   order by o.created_at;
  perform shop.count_returned(moved.order_id)
     from (select s.order_id from shop.sent_pieces s union select p.order_id from shop.return_pieces p
           union select s.order_id from public.shipments s where shop.is_back(s.status)) moved;
end;
$$;
