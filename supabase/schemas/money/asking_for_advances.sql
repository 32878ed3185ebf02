-- Staff ask for money before delivery, or let it go.

-- Asks an advance of an order. Takes its id, {basis: delivery | sum | share | all, amount?, percent?, hours, reason?} and the staff member.
-- Returns `shop.advance_json`. Refuses 404 `order_not_found`, 409 `order_left`, 422 the field `basis` when the delivery is free, `amount`
-- above what is due.
create function public.ask_for_advance(order_id text, asked jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  locked constant public.orders := shop.lock_order(order_id);
  basis constant shop.advance_basis := asked ->> 'basis';
  amount numeric;
begin
  perform shop.act_as(actor);
  if not shop.is_unshipped(locked.status) then
    perform shop.refuse('order_left', null, jsonb_build_object('orderNumber', locked.order_number, 'status', locked.status));
  elsif locked.due_on_delivery < 1 then
    perform shop.refuse_field('basis', 'Nothing is due any more');
  end if;
  amount := shop.advance_of(locked, basis, coalesce(asked ->> 'amount', asked ->> 'percent')::numeric);
  if amount = 0 then
    perform shop.refuse_field('basis', 'The delivery is free: ask for a sum or a share');
  elsif basis = 'sum' and amount <> (asked ->> 'amount')::numeric then
    perform shop.refuse_field('amount', format('At most what is due: %s', shop.rupees_text(locked.due_on_delivery)));
  end if;
  perform shop.store_request(locked, basis, amount, (asked ->> 'hours')::integer, coalesce(asked ->> 'reason', ''), actor);
  return shop.advance_json(locked.id);
end;
$$;

-- Asks no longer. Takes the order's id and the staff member. Returns `shop.advance_json`. Refuses 404 `order_not_found`.
create function public.end_advance(order_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  locked constant public.orders := shop.lock_order(order_id);
  ended public.advance_requests;
begin
  perform shop.act_as(actor);
  update public.advance_requests r set ended_at = clock_timestamp(), ended_by = actor where r.order_id = locked.id
    and r.ended_at is null returning * into ended;
  if found then
    perform shop.log_order_event(locked.id, 'payment', 'advance_asked', jsonb_build_object('amount', ended.amount), null);
  end if;
  return shop.advance_json(locked.id);
end;
$$;

-- Cancels orders whose advance is as many hours late as the owner's rule says, where one says so: those of which nothing was received, and
-- for which no transfer waits. Returns how many.
create function public.cancel_late_advances() returns integer
language plpgsql set search_path = ''
as $$
declare
  hours_late constant integer := (select r.advance_cancel_hours from public.confirmation_rules r where r.id);
  ids constant text[] := array (
    select o.id from public.orders o
     where o.archived_at is null and o.advance_verified + o.credit_used = 0 and o.id in (
       select m.order_id from shop.missing_advances m
        where m.due_at + make_interval(hours => hours_late) <= now()
          and not exists (select from public.advance_claims c where c.order_id = m.order_id and c.state in ('sent', 'received'))
        order by m.order_id limit 100)
     order by o.id for update skip locked);
  late text;
  cancelled integer := 0;
begin
  perform shop.lock_orders(ids);
  foreach late in array ids loop
    -- Once locked, whatever came meanwhile counts.
    if exists (select from shop.missing_advances m where m.order_id = late)
       and not exists (select from public.shipments s where s.order_id = late and s.archived_at is null)
       and not exists (select from public.advance_claims c where c.order_id = late and c.state in ('sent', 'received')) then
      perform shop.log_order_event(late, 'note', '', null, null,
                                   format('Rule: cancelled, because the advance is %s hours late', hours_late));
      perform public.set_order_status(late, 'cancelled', null);
      cancelled := cancelled + 1;
    end if;
  end loop;
  return cancelled;
end;
$$;

grant execute on function public.ask_for_advance, public.end_advance, public.cancel_late_advances to service_role;
