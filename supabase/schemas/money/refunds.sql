-- Staff pay back what the shop may not keep, or give credit for it.

-- Books money that went back to the customer of an order, or into their store credit. Takes the order's id, rupees, how (`store_credit` and
-- any other), the transaction number and why, either may be empty, the staff member and the version that they saw (null: any). Returns the
-- order as staff see it. Refuses 404 `order_not_found`, 409 `edited_meanwhile`, `refund_too_large` {received} above what was received for
-- the order and did not go back.
create function public.refund_order(order_id text, amount numeric, method shop.payment_method, reference text, reason text, actor uuid,
                                    expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id);
  received constant numeric := shop.received_of(before);
begin
  perform shop.act_as(actor);
  perform shop.check_version(before.updated_at, expected_version);
  if amount > received then
    perform shop.refuse('refund_too_large', jsonb_build_object('received', received),
                        jsonb_build_object('received', shop.rupees_text(received)));
  end if;
  perform shop.pay('refund', method, case method when 'store_credit' then 'credit' when 'cash' then 'cash'
                                          else 'bank' end::shop.ledger_account, 'customer',
                   amount, before.id, case when method = 'store_credit' then before.customer_id end, reference, reason);
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
