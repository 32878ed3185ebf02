-- Lines of the statement are booked for the orders that staff name.

-- Books a line for an order, whole, by `verify_transfer`: as the transfer that its customer told of, if they did. Takes the line's id, the
-- order's number, the staff member, and what they said of a payment that may be the same (`shop.booked_before`): `same`, and the line
-- stands for it and nothing is booked, `another`, or null. Refuses 404 `statement_line_not_found`, `order_not_found`, 409 `line_decided`,
-- `transfer_booked` {orderNumber, amount, day} where that was not said, `order_left` {orderNumber, status} for an order that has left and
-- has no transfer waiting, `more_than_due` {number, due}, and what `verify_transfer` refuses.
create function shop.book_statement_line(line_id text, order_number text, actor uuid, is_booked text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  line public.bank_statement_lines;
  paid public.orders;
  claim public.advance_claims;
  before jsonb;
begin
  paid := shop.lock_order((select o.id from public.orders o where o.order_number = book_statement_line.order_number));
  select * into line from public.bank_statement_lines l where l.id = line_id for update;
  if not found then
    perform shop.refuse('statement_line_not_found');
  elsif shop.statement_state(line) <> 'open' then
    perform shop.refuse('line_decided');
  end if;
  before := case when is_booked is distinct from 'another' then shop.booked_before(line, paid.id) end;
  if is_booked = 'same' and before is null then
    perform shop.refuse('transfer_not_found');
  elsif is_booked = 'same' then
    update public.bank_statement_lines l set payment_id = before ->> 'paymentId', decided_by = actor, decided_at = clock_timestamp()
     where l.id = line.id;
    return;
  elsif before is not null then
    perform shop.refuse('transfer_booked', null,
                        jsonb_build_object('orderNumber', paid.order_number, 'amount', shop.rupees_text(line.amount),
                                           'day', to_char((before ->> 'bookedAt')::timestamptz at time zone 'Asia/Karachi', 'FMDD Mon')));
  end if;
  claim := shop.claim_of_line(line, paid.id);
  if claim.id is null and not shop.is_unshipped(paid.status) then
    perform shop.refuse('order_left', null, jsonb_build_object('orderNumber', paid.order_number, 'status', paid.status));
  elsif line.amount > paid.due_on_delivery then
    perform shop.refuse('more_than_due', null,
                        jsonb_build_object('number', paid.order_number, 'due', shop.rupees_text(paid.due_on_delivery)));
  end if;
  -- Each line of the bank is money of its own.
  perform public.verify_transfer(paid.id, jsonb_build_object('claimId', claim.id, 'amount', line.amount, 'method', 'bank_transfer',
                                   'isMore', true,
                                   'reference', coalesce(claim.reference, shop.transaction_number_in(line.reference))), actor);
  update public.bank_statement_lines l
     set payment_id = (select c.payment_id from public.advance_claims c where c.order_id = paid.id and c.state = 'received'
                       order by c.decided_at desc limit 1),
         decided_by = actor, decided_at = clock_timestamp()
   where l.id = line.id;
end;
$$;

-- Books lines for orders, each on its own: one that is refused stops no other. Takes [{lineId, orderNumber, isBooked?: `same` or `another`,
-- as `shop.book_statement_line` takes it}] and the staff member. Returns
-- [{line_id, refusal}], where `refusal` is what `shop.book_statement_line` refused with, or null.
create function public.book_statement_lines(matches jsonb, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  asked record;
  outcomes jsonb := '[]';
begin
  perform shop.act_as(actor);
  -- In one order, so that two calls at once wait and do not deadlock.
  for asked in
    select m ->> 'lineId' as line_id, m ->> 'orderNumber' as order_number, m ->> 'isBooked' as is_booked
      from jsonb_array_elements(matches) m order by 2, 1
  loop
    begin
      perform shop.book_statement_line(asked.line_id, asked.order_number, actor, asked.is_booked);
      outcomes := outcomes || jsonb_build_object('line_id', asked.line_id, 'refusal', null);
    exception when sqlstate 'PGRST' then
      outcomes := outcomes || jsonb_build_object('line_id', asked.line_id, 'refusal', sqlerrm::jsonb);
    end;
  end loop;
  return outcomes;
end;
$$;

grant execute on function public.book_statement_lines to service_role;
