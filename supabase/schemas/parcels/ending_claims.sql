-- How a claim ends: with the money, the stock and the order, in one.

-- The lines of an order that were lost with a parcel: {item_id, product_id, variant_id, units}. Takes the parcel, its order, and what staff
-- say of it, [{itemId, quantity}] or null for all that is out. Refuses 422 `pieces` where the order has another parcel and nothing is said,
-- and as `shop.check_pieces_out`.
create function shop.lost_pieces(parcel public.shipments, of_order public.orders, said jsonb)
returns table (item_id text, product_id text, variant_id text, units integer)
language plpgsql stable set search_path = ''
as $$
begin
  if said is null and exists (select from public.shipments s where s.order_id = of_order.id and s.archived_at is null
                              and s.id <> parcel.id and not shop.is_back(s.status)) then
    perform shop.refuse_field('pieces', 'The order has another parcel: say which pieces were in this one');
  end if;
  perform shop.check_pieces_out(of_order, coalesce(said, '[]'), 'pieces');
  return query
    select p.item_id, p.product_id, p.variant_id,
           case when said is null then p.out
                else (select sum((l ->> 'quantity')::integer)::integer from jsonb_array_elements(said) l
                       where l ->> 'itemId' = p.item_id) end
      from shop.pieces_out(of_order) p
     where p.out > 0 and (said is null or exists (select from jsonb_array_elements(said) l where l ->> 'itemId' = p.item_id))
     order by p.product_id, p.variant_id;
end;
$$;

-- Books that a parcel is lost: it failed, its pieces will not come back, and nobody waits for them. Where another parcel is sent in its
-- place, the same pieces are taken out of stock for that. Takes the parcel, its order locked, which pieces as `shop.lost_pieces` does, and
-- whether it is sent again. Refuses like that, and 409 `not_enough_stock`.
create function shop.lose_parcel(parcel public.shipments, said jsonb, is_sent_again boolean, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  of_order public.orders;
  lost record;
begin
  select * into of_order from public.orders o where o.id = parcel.order_id;
  if not shop.is_back(parcel.status) then
    perform shop.move_together(of_order, null, actor, parcel.id, 'failed');
  end if;
  if parcel.received_at is null then
    for lost in select * from shop.lost_pieces(parcel, of_order, said) loop
      insert into public.goods_back (order_id, order_item_id, product_id, variant_id, shipment_id, quantity, disposition, key, actor)
      values (of_order.id, lost.item_id, lost.product_id, lost.variant_id, parcel.id, lost.units, 'missing', shop.new_id(), actor);
      if is_sent_again then
        perform shop.change_stock(lost.product_id, - lost.units, 'sale', of_order.order_number, '', actor, lost.variant_id);
        update shop.sent_pieces s set sent = s.sent + lost.units where s.order_item_id = lost.item_id;
      end if;
    end loop;
    perform shop.count_returned(of_order.id);
    update public.shipments s set received_at = now() where s.id = parcel.id;
    delete from shop.awaited_orders a where a.order_id = of_order.id
      and not exists (select from shop.pieces_out(of_order) p where p.out > 0);
  end if;
end;
$$;

-- What becomes of the order of a lost parcel. Takes the order, locked, `cancel`, `send_again` or `keep`, how what was paid goes back or
-- null where that waits, its transaction number, and the staff member. Refuses 409 `order_cancelled`, 422 `order` where another parcel
-- goes on.
create function shop.decide_lost_order(of_order public.orders, decided text, refund_method shop.payment_method, reference text, actor uuid)
  returns void
language plpgsql set search_path = ''
as $$
declare
  cancelled public.orders;
begin
  if decided = 'send_again' then
    perform public.create_shipment(jsonb_build_object('orderId', of_order.id), actor);
  elsif decided = 'cancel' then
    if shop.came_back(of_order.id) is null then
      perform shop.refuse_field('order', 'Another parcel of this order goes on or arrived: it cannot be cancelled with this one');
    elsif of_order.status <> 'cancelled' then
      perform shop.move_together(of_order, 'cancelled', actor);
    end if;
    select * into cancelled from public.orders o where o.id = of_order.id;
    if refund_method is not null and shop.received_of(cancelled) > 0 then
      perform shop.pay_back(cancelled, shop.received_of(cancelled), refund_method, reference, 'The parcel was lost');
    end if;
  end if;
end;
$$;

-- Refuses 422 fields of an end that says too little or cannot be, 409 `order_cancelled` for a parcel of a cancelled order that is sent
-- again. Takes the ending as `end_courier_claim` does, the parcel, and its order.
create function shop.check_ending(ending jsonb, parcel public.shipments, of_order public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  if ending ->> 'end' = 'paid' and ending ->> 'amount' is null then
    perform shop.refuse_field('amount', 'How much did the courier pay?');
  elsif ending ->> 'end' = 'paid' and ending ->> 'paidInto' is null then
    perform shop.refuse_field('paidInto', 'Where is the money?');
  elsif ending ->> 'end' = 'sent_again' and ending ->> 'order' <> 'send_again' then
    perform shop.refuse_field('order', 'Sent again is another parcel of the order');
  elsif parcel.status = 'delivered' and ending ->> 'order' <> 'keep' then
    perform shop.refuse_field('order', 'The parcel was delivered: the order stays as it is');
  elsif ending ->> 'order' = 'send_again' and of_order.status = 'cancelled' then
    perform shop.refuse('order_cancelled', null, jsonb_build_object('orderNumber', of_order.order_number));
  end if;
end;
$$;

-- Ends a claim, or the loss of a parcel that nobody claimed: with the money, the stock and the order, in one. Takes the booking, {end:
-- `paid`, `refused`, `sent_again` or `written_off`, amount?: what the courier pays, paidInto?: `bank`, `cash`, or `courier` with its next
-- payout, reference?, order: `cancel`, `send_again` or `keep`, pieces?: [{itemId, quantity}] that were in the parcel of several,
-- refundMethod?: how what the customer paid goes back, refundReference?, notes}, the staff member, who has to see sums, and the version of
-- the claim that they saw (null: none). Refuses 404 `booking_not_found`, 409 `edited_meanwhile`, `claim_ended`, `not_enough_stock`,
-- `order_cancelled`, 422 fields.
create function public.end_courier_claim(booking_id text, ending jsonb, actor uuid, expected_version timestamptz default null) returns void
language plpgsql set search_path = ''
as $$
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
$$;

create trigger courier_claims_need_right after insert or update on public.courier_claims
  for each row execute function shop.require_right('send_parcels');

grant execute on function public.end_courier_claim to service_role;
