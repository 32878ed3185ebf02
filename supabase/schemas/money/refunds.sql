-- Staff pay back what the shop may not keep, or give credit for it.

-- Refuses 409 `returns_open` {returns: [{returnNumber, toPay}]} while returns of an order are to be paid back: that is done there, once.
-- Takes the order's id.
create function shop.check_no_returns_open(order_id text) returns void
language plpgsql set search_path = ''
as $$
declare
  open jsonb;
begin
  select jsonb_agg(jsonb_build_object('returnNumber', r.return_number, 'toPay', s.refund - s.paid_back) order by r.created_at, r.id)
    into open
    from public.return_requests r cross join lateral shop.return_sums(r) s
   where r.order_id = check_no_returns_open.order_id and not shop.is_closed(r.state) and s.refund > s.paid_back;
  if open is not null then
    perform shop.refuse('returns_open', jsonb_build_object('returns', open), jsonb_build_object('returns', (
      select jsonb_agg(jsonb_build_object('returnNumber', o ->> 'returnNumber', 'toPay', shop.rupees_text((o ->> 'toPay')::numeric)))
        from jsonb_array_elements(open) o)));
  end if;
end;
$$;

-- Books money that went back to the customer of an order, or into their store credit, beside its returns (`public.settle_return`). Takes
-- the order's id, rupees, how (`store_credit` and any other), the transaction number and why, either may be empty, the staff member, the
-- version that they saw (null: any), and whether it is for something else than the returns that are open. Returns the order as staff see
-- it. Refuses 404 `order_not_found`, 409 `edited_meanwhile`, `returns_open`, `refund_too_large` {received} above what was received for the
-- order and did not go back.
create function public.refund_order(order_id text, amount numeric, method shop.payment_method, reference text, reason text, actor uuid,
                                    expected_version timestamptz default null, is_besides boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
begin
  perform shop.act_as(actor);
  perform shop.check_version(before.updated_at, expected_version);
  if not is_besides then
    perform shop.check_no_returns_open(before.id);
  end if;
  perform shop.pay_back(before, amount, method, reference, reason);
  return shop.staff_order_json(before.id);
end;
$$;

-- Gives a customer store credit. Takes their id, rupees, why, the staff member, and the credit that their screen showed (null: any).
-- Returns the customer as `find_customer` does. Refuses 404 `customer_not_found`, also for one who was merged, 409 `edited_meanwhile` where
-- the credit is another by now.
create function public.give_credit(customer_id text, amount numeric, reason text, actor uuid, expected_credit numeric default null)
  returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.customers;
begin
  perform shop.act_as(actor);
  select * into before from public.customers c where c.id = give_credit.customer_id and c.merged_into is null for no key update;
  if not found then
    perform shop.refuse('customer_not_found');
  elsif expected_credit <> before.credit then
    perform shop.refuse('edited_meanwhile');
  end if;
  perform shop.pay('credit_given', 'store_credit', 'credit', 'written_off', amount, null, before.id, '', reason);
  return public.find_customer(before.id);
end;
$$;

grant execute on function public.refund_order, public.give_credit to service_role;
