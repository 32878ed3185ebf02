-- Couriers are asked for what they owe, and what they kept too much comes back, or is given up.

-- Notes that a courier was asked for what is wrong. Takes the ids of `shop.dispute_items` and the staff member. Returns how many were
-- noted; what was settled meanwhile is left out. Refuses 409 `nothing_to_ask` where nothing is left.
create function public.ask_courier(ids text[], actor uuid) returns integer
language plpgsql set search_path = ''
as $$
declare
  noted integer;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  -- As booking a file: what a courier owes is another sum after each.
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  insert into public.courier_disputes as d (courier_id, shipment_id, about, line_id, amount, asked_by, asked_at)
  select i.courier_id, i.shipment_id, i.about, i.line_id, i.amount, actor, clock_timestamp()
    from shop.dispute_items i where i.id = any (ids) and i.state <> 'settled'
  on conflict on constraint courier_disputes_once do update
     set amount = excluded.amount, asked_by = excluded.asked_by, asked_at = excluded.asked_at, ended = null, ended_by = null,
         ended_at = null, reason = '', payment_id = null;
  get diagnostics noted = row_count;
  if noted = 0 then
    perform shop.refuse('nothing_to_ask');
  end if;
  return noted;
end;
$$;

-- Books what a courier pays back of what it kept too much of a parcel. Takes the item, its parcel, {amount, paidInto: `bank`, `cash`, or
-- `courier` with its next payout, reference}, and the staff member.
create function shop.book_paid_back(item shop.dispute_items, parcel public.shipments, ending jsonb, actor uuid) returns public.payments
language plpgsql set search_path = ''
as $$
declare
  paid_into constant text := ending ->> 'paidInto';
  booked public.payments;
begin
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, courier_id, reference, reason, actor)
  values ('claim', case paid_into when 'bank' then 'bank_transfer' else 'cash' end::shop.payment_method,
          case item.about when 'taxes' then 'tax_withheld' else 'charges' end::shop.ledger_account, paid_into::shop.ledger_account,
          (ending ->> 'amount')::numeric, parcel.order_id, item.courier_id,
          -- What comes with its next payout is found there by the parcel.
          case paid_into when 'courier' then parcel.shipment_number else coalesce(ending ->> 'reference', '') end,
          'Kept too much of ' || parcel.shipment_number, actor)
  returning * into booked;
  perform shop.log_order_event(parcel.order_id, 'payment', 'claim', null,
                               jsonb_build_object('amount', booked.amount, 'reference', parcel.shipment_number), booked.reason);
  return booked;
end;
$$;

-- Settles what is wrong. Takes the id of one of `shop.dispute_items`, {end: `paid` or `accepted`, reason: of what is accepted, amount,
-- paidInto, reference: as `shop.book_paid_back` takes them}, and the staff member. Cash that is accepted is written off; it is paid by a
-- file alone. Returns the item, settled. Refuses 404 `dispute_not_found`, 409 `dispute_settled`, 422 `end`, `amount`.
create function public.settle_dispute(dispute_id text, ending jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  item shop.dispute_items;
  parcel public.shipments;
  paid public.payments;
  is_paid constant boolean := ending ->> 'end' = 'paid';
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  select * into item from shop.dispute_items i where i.id = dispute_id order by i.state = 'settled' limit 1;
  if not found then
    perform shop.refuse('dispute_not_found');
  elsif item.state = 'settled' then
    perform shop.refuse('dispute_settled');
  elsif item.about = 'cash' and is_paid then
    perform shop.refuse_field('end', 'Cash comes with a file of the courier: book that');
  elsif is_paid and (ending ->> 'amount')::numeric > item.amount then
    perform shop.refuse_field('amount', format('It kept only %s too much', shop.rupees_text(item.amount)));
  end if;
  if item.about = 'cash' then
    perform public.write_off_shortfall(item.shipment_id, ending ->> 'reason', actor);
    -- Where nobody asked for it, no list has it any more.
    item.state := 'settled';
    item.settled_by := 'written_off';
    item.settled_at := now();
    item.reason := ending ->> 'reason';
  else
    parcel := shop.lock_shipment(item.shipment_id);
    if is_paid then paid := shop.book_paid_back(item, parcel, ending, actor); end if;
    insert into public.courier_disputes as d (courier_id, shipment_id, about, line_id, amount, ended, ended_by, ended_at, reason,
                                             payment_id)
    values (item.courier_id, item.shipment_id, item.about, item.line_id, coalesce(paid.amount, item.amount),
            (ending ->> 'end')::shop.dispute_end, actor, clock_timestamp(), case when is_paid then '' else ending ->> 'reason' end, paid.id)
    on conflict on constraint courier_disputes_once do update
       set amount = excluded.amount, ended = excluded.ended, ended_by = excluded.ended_by, ended_at = excluded.ended_at,
           reason = excluded.reason, payment_id = excluded.payment_id;
    select * into item from shop.dispute_items i where i.id = dispute_id order by i.settled_at desc nulls last limit 1;
  end if;
  return shop.dispute_json(item);
end;
$$;

grant execute on function public.ask_courier, public.settle_dispute to service_role;
