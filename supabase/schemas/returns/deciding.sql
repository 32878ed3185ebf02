-- What customers and staff do about returns, exchanges and claims (returns/requests.sql).

-- Cancels the order that an exchange has become. Takes the request, its orders locked, and the staff member or null. Refuses 409
-- `exchange_sent` when it has left.
create function shop.give_up_exchange(request public.return_requests, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  made public.orders;
begin
  select * into made from public.orders o where o.id = request.exchange_order_id;
  if not found or made.status = 'cancelled' or made.archived_at is not null then
    return;
  elsif not shop.is_unshipped(made.status) then
    perform shop.refuse('exchange_sent', null, jsonb_build_object('orderNumber', made.order_number));
  end if;
  perform shop.move_together(made, 'cancelled', actor);
end;
$$;

-- Takes a request back, by its customer: before it was decided, or while nothing of it has come back. Takes the order's number and key, and
-- the request's id. Returns the page; a request that was withdrawn already changes nothing. Refuses like `shop.open_order_page`, 404
-- `return_not_found`, 409 `return_decided` {state}, `exchange_sent`, `pickup_stands`.
create function public.withdraw_return(order_number text, key text, request_id text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened constant public.orders := shop.open_order_page(order_number, key);
  request public.return_requests;
begin
  if not exists (select from public.return_requests r where r.id = withdraw_return.request_id and r.order_id = opened.id) then
    perform shop.refuse('return_not_found');
  end if;
  request := shop.lock_return(withdraw_return.request_id);
  if request.state = 'withdrawn' then
    return public.order_page(order_number, key);
  end if;
  perform shop.check_return_state(request, '{asked,approved}');
  if exists (select from shop.return_pieces p where p.request_id = request.id and p.goods_back_id is not null) then
    perform shop.refuse('return_decided', '{"state": "received"}',
                        jsonb_build_object('returnNumber', request.return_number, 'state', 'received'));
  end if;
  update public.return_requests r set state = 'withdrawn' where r.id = request.id;
  perform shop.give_up_exchange(request, null);
  return public.order_page(order_number, key);
end;
$$;

-- Writes the order of an exchange: its total leaves whole rupees to ask for at the door. Takes the request, the order it came from, the
-- lines, rupees of charges, and those that what comes back pays for. Returns the order.
create function shop.write_exchange(request public.return_requests, old public.orders, lines shop.priced_line[], charges numeric,
                                    credit numeric) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  terms constant jsonb := jsonb_build_object('delivery', jsonb_build_object('fee', charges), 'paisa', credit % 1);
  priced constant shop.order_price := shop.price_order(lines, terms -> 'delivery', null, true, credit % 1);
  made public.orders;
begin
  insert into public.orders (customer_name, customer_email, customer_phone, second_phone, recipient_name, recipient_phone, customer_address,
                             city, city_known,
                             city_takes_cash, zip_code, country, subtotal, discount, discount_reason, shipping, total_amount, terms,
                             status, shopper_id, source, notes)
  values (old.customer_name, old.customer_email, old.customer_phone, old.second_phone, old.recipient_name, old.recipient_phone,
          old.customer_address, old.city, old.city_known,
          old.city_takes_cash, old.zip_code, old.country, priced.subtotal, priced.discount, shop.reason_of(priced, terms), priced.shipping,
          priced.total, terms, 'processing', old.shopper_id, old.source,
          format('Exchange for %s (%s)', old.order_number, request.return_number))
  returning * into made;
  insert into public.order_items (order_id, position, product_id, variant_id, product_name, product_image, selected_color,
                                  selected_size, quantity, price, discount)
  select made.id, l.line_position, l.product_id, l.variant_id, l.product_name, l.product_image, l.selected_color,
         l.selected_size, l.quantity, l.price, priced.shares[l.ordinality]
    from unnest(lines) with ordinality l;
  return made;
end;
$$;

-- Makes the order of an exchange: confirmed, its pieces taken out of stock, paid for by what comes back as far as that reaches. It waits
-- at the dispatch gate until the pieces are back, unless it may leave first. Takes the request, locked with its order, rupees of charges,
-- and whether it leaves first. Returns the request. Refuses 409 `exchange_sold_out`, `not_enough_stock`, `refund_too_large` {received}.
create function shop.make_exchange(request public.return_requests, charges numeric, sends_first boolean) returns public.return_requests
language plpgsql set search_path = ''
as $$
declare
  old constant public.orders := (select o from public.orders o where o.id = request.order_id);
  lines constant shop.priced_line[] := shop.exchange_lines(request.id);
  -- As the customer was told it, unless staff charge something else.
  credit constant numeric := (shop.sum_up_exchange(lines, charges, (select s.refund from shop.return_sums(request) s))).credit;
  made public.orders;
  confirmation public.order_confirmations;
  exchanged public.return_requests;
begin
  perform shop.check_exchange(lines);
  -- What pays for it leaves the shop to nobody: whoever decides needs no right to give money.
  perform set_config('shop.makes_exchange', 'on', true);
  made := shop.write_exchange(request, old, lines, charges, credit);
  perform shop.take_pieces(made.id, made.order_number, shop.acting(), true);

  -- Agreed with the customer: nobody asks again, and no rule asks for an advance.
  update public.advance_requests r set ended_at = clock_timestamp() where r.order_id = made.id and r.ended_at is null;
  select * into confirmation from public.order_confirmations c where c.order_id = made.id;
  if confirmation.state <> 'confirmed' then
    perform shop.store_attempt(confirmation, 'rule', 'confirmed', null, 'Exchange for ' || old.order_number, null);
  end if;
  update public.order_confirmations c set call_because = null, awaits_return = request.comes_back and not make_exchange.sends_first
    where c.order_id = made.id;

  if credit > shop.received_of(old) then
    perform shop.refuse('refund_too_large', jsonb_build_object('received', shop.received_of(old)),
                        jsonb_build_object('received', shop.rupees_text(shop.received_of(old))));
  end if;
  update public.return_requests r set exchange_order_id = made.id, sends_first = make_exchange.sends_first where r.id = request.id
    returning * into exchanged;
  if credit > 0 then
    -- Spent at once: what comes back pays for what goes out, in the one ledger.
    exchanged.credit_payment_id := (shop.pay('refund', 'store_credit', 'credit', 'customer', credit, old.id, made.customer_id, '',
                                             'Exchanged for ' || made.order_number)).id;
    update public.return_requests r set credit_payment_id = exchanged.credit_payment_id where r.id = request.id;
    perform shop.spend_credit((select o from public.orders o where o.id = made.id), credit);
  end if;
  perform set_config('shop.makes_exchange', '', true);
  perform shop.log_order_event(made.id, 'note', '', null, null, format('Exchange for %s, %s', old.order_number, request.return_number));
  perform shop.log_order_event(old.id, 'note', '', null, null, format('%s is exchanged for %s', request.return_number, made.order_number));
  return exchanged;
end;
$$;

-- Tells the customer what was decided, or that a courier collects it or does not, where they have a mail address. Takes the request's id.
create function shop.mail_decision(request_id text) returns void
language sql set search_path = ''
as $$
  insert into public.mail_outbox (kind, recipient, payload)
  select 'return_decided', o.customer_email,
         jsonb_build_object('order_number', o.order_number, 'customer_name', o.customer_name, 'page_key', shop.page_key(o.id),
                            'return_number', r.return_number,
                            'kind', r.kind, 'state', r.state, 'outcome', r.outcome, 'answer', r.answer, 'shop_pays', r.shop_pays,
                            'comes_back', r.comes_back,
                            'exchange_number', e.order_number, 'exchange_due', e.due_on_delivery,
                            'pickup', (select shop.pickup_json(p) || jsonb_build_object('is_cancelled', p.state = 'cancelled')
                                         from shop.told_pickup(r.id) p where p.id is not null))
    from public.return_requests r
    join public.orders o on o.id = r.order_id
    left join public.orders e on e.id = r.exchange_order_id and e.status <> 'cancelled'
   where r.id = mail_decision.request_id and o.customer_email <> '';
$$;

-- Approves a request. Takes its id, {outcome, answer, comesBack, deliveryBack, charges?, sendsFirst}, the delivery rule {freeFrom, fee}, by
-- which an exchange is charged where the customer pays and nothing else was promised or said, the staff member and the version they saw
-- (null: any).
-- Returns `shop.return_details_json`. Refuses 404 `return_not_found`, 409 `return_decided` {state}, `edited_meanwhile`,
-- `order_not_delivered`, what `shop.make_exchange` refuses, and 422 fields.
create function public.approve_return(request_id text, decision jsonb, delivery jsonb, actor uuid,
                                      expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  request public.return_requests := shop.lock_return(request_id);
  decided constant shop.return_outcome := (decision ->> 'outcome')::shop.return_outcome;
  gives_delivery constant numeric := coalesce((decision ->> 'deliveryBack')::numeric, 0);
  needs_pieces constant boolean := coalesce((decision ->> 'comesBack')::boolean, true);
  sends_first constant boolean := coalesce((decision ->> 'sendsFirst')::boolean, false);
  charges numeric := (decision ->> 'charges')::numeric;
  returned public.orders;
begin
  perform shop.act_as(actor);
  perform shop.check_return_state(request, '{asked}');
  perform shop.check_version(request.updated_at, expected_version);
  select * into returned from public.orders o where o.id = request.order_id;
  if returned.status <> 'delivered' then
    perform shop.refuse('order_not_delivered', null, jsonb_build_object('orderNumber', returned.order_number));
  elsif not (select t.policy -> 'outcomes' from shop.return_terms t where t.order_id = returned.id) ? decided::text then
    perform shop.refuse_field('outcome', 'The policy of this order does not allow it');
  elsif decided = 'exchange' and request.kind = 'return' then
    perform shop.refuse_field('outcome', 'The customer has not said what they want instead');
  elsif not needs_pieces and request.kind <> 'claim' then
    perform shop.refuse_field('comesBack', 'Only a claim may do without the pieces');
  elsif gives_delivery > 0 and request.kind <> 'claim' then
    perform shop.refuse_field('deliveryBack', 'Only with a claim');
  elsif gives_delivery > shop.delivery_left(returned) then
    perform shop.refuse_field('deliveryBack', format('At most %s of the delivery charge are left',
                                                     shop.rupees_text(shop.delivery_left(returned))));
  elsif coalesce(charges, 0) > 0 and decided <> 'exchange' then
    perform shop.refuse_field('charges', 'Only with an exchange');
  elsif sends_first and decided <> 'exchange' then
    perform shop.refuse_field('sendsFirst', 'Only with an exchange');
  end if;

  request.comes_back := needs_pieces;
  request.delivery_back := gives_delivery;
  update public.return_requests r set comes_back = needs_pieces, delivery_back = gives_delivery where r.id = request.id;
  if decided = 'exchange' then
    charges := coalesce(charges, shop.charges_of(request, returned, delivery));
    request := shop.make_exchange(request, charges, sends_first);
  end if;
  update public.return_requests r set state = 'approved', outcome = decided, answer = coalesce(decision ->> 'answer', ''),
    decided_at = now() where r.id = request.id;
  perform shop.advance_return(request.id);
  return shop.return_details_json(request.id);
end;
$$;

-- Declines a request, also one that was approved, as long as nothing was paid; its pieces may be asked for again. Takes its id, why, the
-- staff member and the version they saw (null: any). Returns `shop.return_details_json`. Refuses 404 `return_not_found`, 409
-- `return_decided` {state}, `edited_meanwhile`, `exchange_sent`, `pickup_stands`.
create function public.decline_return(request_id text, reason text, actor uuid, expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  request public.return_requests := shop.lock_return(request_id);
begin
  perform shop.act_as(actor);
  perform shop.check_return_state(request, '{asked,approved,received}');
  perform shop.check_version(request.updated_at, expected_version);
  -- Declined first: what the order of an exchange has used is then taken back with it, whatever has come back.
  update public.return_requests r set state = 'declined', answer = decline_return.reason, decided_at = now() where r.id = request.id;
  perform shop.give_up_exchange(request, actor);
  -- Given up after its pieces were back, an exchange has left its worth as store credit.
  if (select s.paid_back from public.return_requests r cross join lateral shop.return_sums(r) s where r.id = request.id) > 0 then
    perform shop.check_return_state(request, '{}');
  end if;
  return shop.return_details_json(request.id);
end;
$$;

-- Books that what is left of a request was paid back: exactly the shares of its pieces. Takes its id, {method, reference, isPaidAlready?:
-- it went back by a refund of the order, or nothing is left for it, so that nothing is paid}, the staff member, the key it was sent with
-- or null (repeating it pays nothing more) and the version they saw (null: any). Returns `shop.return_details_json`. Refuses 404
-- `return_not_found`, 409 `return_decided` {state}, `return_not_back` while its pieces are awaited, `edited_meanwhile`,
-- `order_not_delivered`, `refund_too_large` {received}, 422 the fields `method` and `isPaidAlready`, `idempotency_mismatch`.
create function public.settle_return(request_id text, settlement jsonb, actor uuid, idempotency_key text default null,
                                     expected_version timestamptz default null)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  request public.return_requests := shop.lock_return(request_id);
  fingerprint constant text := md5(jsonb_build_array(request.id, settlement)::text);
  method constant shop.payment_method := (settlement ->> 'method')::shop.payment_method;
  returned public.orders;
  is_paid constant boolean := coalesce((settlement ->> 'isPaidAlready')::boolean, false);
  twin public.return_requests;
  owed numeric;
  paid_by text;
  share numeric;
begin
  perform shop.act_as(actor);
  if idempotency_key is not null then
    perform pg_advisory_xact_lock(hashtextextended('settlement ' || idempotency_key, 0));
    select * into twin from public.return_requests r where r.settled_key = idempotency_key;
    if twin.settled_fingerprint = fingerprint then
      return shop.return_details_json(request.id);
    elsif twin.id is not null then
      perform shop.refuse('idempotency_mismatch', null, '{"of": "settlement"}');
    end if;
  end if;
  perform shop.check_return_state(request, '{asked,approved,received}');
  if request.state = 'asked' or request.state = 'approved' and request.comes_back then
    perform shop.refuse('return_not_back', null, jsonb_build_object('returnNumber', request.return_number));
  end if;
  perform shop.check_version(request.updated_at, expected_version);
  select * into returned from public.orders o where o.id = request.order_id;
  if returned.status <> 'delivered' then
    perform shop.refuse('order_not_delivered', null, jsonb_build_object('orderNumber', returned.order_number));
  elsif not is_paid and request.outcome <> 'exchange' and (request.outcome = 'store_credit') <> (method = 'store_credit') then
    perform shop.refuse_field('method', case request.outcome when 'store_credit' then 'Store credit was approved'
                                             else 'Money back was approved' end);
  end if;
  select greatest(0, s.refund - s.paid_back) into owed from shop.return_sums(request) s;
  if is_paid then
    select u.payment_id, least(u.amount, owed) into paid_by, share from shop.refund_without_return(returned.id) u;
    if paid_by is null and owed <= shop.received_of(returned) then
      perform shop.refuse_field('isPaidAlready', 'No refund of this order is without a return');
    end if;
    perform shop.log_order_event(returned.id, 'note', '', null, null, request.return_number || ' was paid back by a refund of the order');
  elsif owed > 0 then
    paid_by := (shop.pay_back(returned, owed, method, settlement ->> 'reference', request.return_number)).id;
  end if;
  update public.return_requests r
     set state = 'settled', payment_id = paid_by, payment_share = share, settled_key = idempotency_key,
       settled_fingerprint = case when idempotency_key is not null then fingerprint end
   where r.id = request.id;
  return shop.return_details_json(request.id);
end;
$$;

grant execute on function public.withdraw_return, public.approve_return, public.decline_return, public.settle_return to service_role;
