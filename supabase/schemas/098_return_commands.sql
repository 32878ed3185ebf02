-- What customers and staff do about returns, exchanges and claims (097_return_requests.sql).

-- Notes a photo before it is stored, for a day: by then it is sent with a request, or goes. Takes the order's number and key, {id, name, bytes}, and a hash of
-- the network or null where nothing is limited. Refuses like `shop.open_order_page`, 409 `return_not_offered`, `return_over`, and 429 `too_many_return_photos`
-- beyond 20 a day for one order and 60 from one network.
create function public.add_return_photo(order_number text, key text, photo jsonb, network text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  opened constant public.orders := shop.open_order_page(order_number, key);
begin
  perform shop.check_returns_open(opened);
  if network is not null and (public.hit_rate_limit(shop.bucket('return photo order', opened.id), 20, 86400) > 0
                              or public.hit_rate_limit(shop.bucket('return photo', network), 60, 86400) > 0) then
    perform shop.refuse('too_many_return_photos');
  end if;
  insert into public.return_photos (id, order_id, name, bytes) values (photo ->> 'id', opened.id, photo ->> 'name', (photo ->> 'bytes')::integer);
end;
$$;

-- Refuses 409 `return_not_offered` for an order that has not arrived, `return_over` when its time is over.
create function shop.check_returns_open(opened public.orders) returns void
language plpgsql stable set search_path = ''
as $$
declare
  ends_at constant timestamptz := (select t.ends_at from shop.return_terms t where t.order_id = opened.id);
begin
  if opened.status <> 'delivered' or ends_at is null then
    perform shop.refuse('return_not_offered');
  elsif ends_at <= now() then
    perform shop.refuse('return_over');
  end if;
end;
$$;

-- Refuses 422 what a customer may not ask for: pieces, by their fields, a wish that the policy does not know, missing photos. Takes the order, locked, and the
-- request as `ask_return` does.
create function shop.check_return(opened public.orders, request jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  terms constant shop.return_terms := (select t from shop.return_terms t where t.order_id = opened.id);
  complaints jsonb;
begin
  select jsonb_agg(jsonb_build_object('path', format('items.%s.%s', l.place - 1, case when l.item_id is null then 'itemId' else 'quantity' end), 'message',
           case when l.item_id is null then 'This piece is not in the order'
                when l.free > 0 then format('Only %s of these can be sent back', l.free)
                when l.obstacle = 'excluded' then 'Not taken back, ' || l.because
                when l.obstacle = 'reduced' then 'Not taken back: it was reduced'
                when l.obstacle = 'asked' then 'You have asked for this piece already'
                else 'This piece is back with us already' end) order by l.place)
    into complaints
    from (select a.place, r.item_id, r.obstacle, r.because, case request ->> 'kind' when 'claim' then r.may_claim else r.may_return end as free,
                 (a.item ->> 'quantity')::integer as units
            from jsonb_array_elements(request -> 'items') with ordinality as a (item, place)
            left join shop.returnable(opened) r on r.item_id = a.item ->> 'itemId') l
   where l.item_id is null or l.units > l.free;
  if complaints is not null then
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  elsif not terms.policy -> 'outcomes' ? (request ->> 'outcome') then
    perform shop.refuse_field('outcome', 'We do not offer this');
  elsif terms.policy -> 'evidence' ? (request ->> 'kind') and jsonb_array_length(request -> 'photoIds') = 0 then
    perform shop.refuse_field('photoIds', 'Please add a photo that shows what is wrong');
  end if;
  select jsonb_agg(jsonb_build_object('path', format('photoIds.%s', p.place - 1), 'message', 'The photo was not kept. Please add it again.') order by p.place)
    into complaints
    from jsonb_array_elements_text(request -> 'photoIds') with ordinality as p (id, place)
   where not exists (select from public.return_photos h where h.id = p.id and h.order_id = opened.id and h.request_id is null and h.kept_until > now());
  if complaints is not null then
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  end if;
end;
$$;

-- Refuses what cannot be had instead: 422 the field of a choice that is missing, or of a piece that nobody sells; 409 `exchange_sold_out` {name, color?, size?,
-- available}. Takes the lines, and null or the items that the customer sent.
create function shop.check_exchange(lines shop.priced_line[], items jsonb default null) returns void
language plpgsql stable set search_path = ''
as $$
declare
  short constant jsonb := shop.sold_out(lines);
  complaints jsonb;
begin
  select jsonb_agg(jsonb_build_object('path', format('items.%s.wanted.%s', a.place - 1,
                     case when l.product_name is null then 'productId' else 'selected' || initcap(l.missing_choice) end),
                   'message', case when l.product_name is null then 'This piece is not sold any more'
                                   else format('Choose a %s of %s', l.missing_choice, l.product_name) end) order by a.place)
    into complaints
    from jsonb_array_elements(items) with ordinality as a (item, place)
    join unnest(lines) l on l.product_id = a.item #>> '{wanted,productId}'
                        and (coalesce(l.selected_color, ''), coalesce(l.selected_size, ''))
                            = (coalesce(a.item #>> '{wanted,selectedColor}', ''), coalesce(a.item #>> '{wanted,selectedSize}', ''))
   where l.product_name is null or l.missing_choice is not null;
  if complaints is not null then
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  elsif short is not null then
    perform shop.refuse('exchange_sold_out', short, short);
  end if;
end;
$$;

-- Asks to return, exchange or claim pieces of an order that has arrived. Takes its number and key, {kind, outcome, reason, words, items: [{itemId, quantity,
-- wanted?: {productId, selectedColor?, selectedSize?}}], photoIds}, each line once, and the key it was sent with or null: repeating it asks nothing more.
-- Returns the page. Refuses like `shop.open_order_page`, `shop.check_returns_open`, `shop.check_return` and `shop.check_exchange`, 422 `idempotency_mismatch`.
create function public.ask_return(order_number text, key text, request jsonb, idempotency_key text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened constant public.orders := shop.lock_order((shop.open_order_page(order_number, key)).id);
  fingerprint constant text := md5(jsonb_build_array(opened.id, request)::text);
  twin public.return_requests;
  asked_id text;
begin
  if idempotency_key is not null then
    -- Also for another order.
    perform pg_advisory_xact_lock(hashtextextended('return ' || idempotency_key, 0));
    select * into twin from public.return_requests r where r.asked_key = idempotency_key;
    if twin.asked_fingerprint = fingerprint then
      return public.order_page(order_number, key);
    elsif twin.id is not null then
      perform shop.refuse('idempotency_mismatch', null, '{"of": "request"}');
    end if;
  end if;
  perform shop.check_returns_open(opened);
  perform shop.check_return(opened, request);

  insert into public.return_requests (order_id, kind, wish, reason, words, shop_pays, asked_key, asked_fingerprint)
  select opened.id, (request ->> 'kind')::shop.return_kind, (request ->> 'outcome')::shop.return_outcome, (request ->> 'reason')::shop.return_reason,
         coalesce(request ->> 'words', ''), t.policy -> 'shopPays' ? (request ->> 'kind'), idempotency_key, case when idempotency_key is not null then fingerprint end
    from shop.return_terms t where t.order_id = opened.id
  returning id into asked_id;
  insert into shop.return_pieces (request_id, order_id, order_item_id, place, share, wanted)
  select asked_id, opened.id, i.id, free.place, (shop.piece_shares(i))[free.place], jsonb_strip_nulls(a.item -> 'wanted')
    from jsonb_array_elements(request -> 'items') as a (item)
    join public.order_items i on i.id = a.item ->> 'itemId' and i.order_id = opened.id
   cross join lateral (select n.place from generate_series(1, i.quantity) as n (place)
                        where not exists (select from shop.return_pieces p where p.order_item_id = i.id and p.place = n.place and not p.is_released)
                        order by n.place limit (a.item ->> 'quantity')::integer) free;
  if request ->> 'outcome' = 'exchange' then
    perform shop.check_exchange(shop.exchange_lines(asked_id), request -> 'items');
  end if;
  update public.return_photos h set request_id = asked_id, kept_until = null
   where h.id in (select p.id from jsonb_array_elements_text(request -> 'photoIds') as p (id));
  return public.order_page(order_number, key);
end;
$$;

-- Cancels the order that an exchange has become. Takes the request, its orders locked, and the staff member or null. Refuses 409 `exchange_sent` when it has left.
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

-- Takes a request back, by its customer: before it was decided, or while nothing of it has come back. Takes the order's number and key, and the request's id.
-- Returns the page; a request that was withdrawn already changes nothing. Refuses like `shop.open_order_page`, 404 `return_not_found`, 409 `return_decided`
-- {state}, `exchange_sent`.
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
  if exists (select from shop.return_pieces p where p.request_id = request.id and p.receipt_id is not null) then
    perform shop.refuse('return_decided', '{"state": "received"}', jsonb_build_object('returnNumber', request.return_number, 'state', 'received'));
  end if;
  update public.return_requests r set state = 'withdrawn' where r.id = request.id;
  perform shop.give_up_exchange(request, null);
  return public.order_page(order_number, key);
end;
$$;

-- Makes the order of an exchange: confirmed, its pieces taken out of stock, paid for by what comes back as far as that reaches. It is held at the dispatch gate
-- until the pieces are back, unless it may leave first. Takes the request, locked with its order, rupees of charges, and whether it leaves first. Returns the
-- request. Refuses 409 `exchange_sold_out`, `not_enough_stock`, `refund_too_large` {received}.
create function shop.make_exchange(request public.return_requests, charges numeric, sends_first boolean) returns public.return_requests
language plpgsql set search_path = ''
as $$
declare
  old constant public.orders := (select o from public.orders o where o.id = request.order_id);
  lines shop.priced_line[];
  pieces numeric;
  made public.orders;
  confirmation public.order_confirmations;
  credit numeric;
  exchanged public.return_requests;
begin
  perform shop.lock_products(array (select l.product_id from unnest(shop.exchange_lines(request.id)) l));
  lines := shop.exchange_lines(request.id);
  perform shop.check_exchange(lines);
  pieces := (select sum(l.price * l.quantity) from unnest(lines) l);
  insert into public.orders (customer_name, customer_email, customer_phone, second_phone, customer_address, city, city_known, city_takes_cash, zip_code, country,
                             subtotal, shipping, total_amount, status, shopper_id, source, notes)
  values (old.customer_name, old.customer_email, old.customer_phone, old.second_phone, old.customer_address, old.city, old.city_known, old.city_takes_cash,
          old.zip_code, old.country, pieces, charges, pieces + charges, 'processing', old.shopper_id, old.source,
          format('Exchange for %s (%s)', old.order_number, request.return_number))
  returning * into made;
  insert into public.order_items (order_id, position, product_id, variant_id, product_name, product_image, selected_color, selected_size, quantity, price)
  select made.id, l.line_position, l.product_id, l.variant_id, l.product_name, l.product_image, l.selected_color, l.selected_size, l.quantity, l.price
    from unnest(lines) l;
  perform shop.take_pieces(made.id, made.order_number, shop.acting(), true);

  -- Agreed with the customer: nobody asks again, and no rule asks for an advance.
  update public.advance_requests r set ended_at = clock_timestamp() where r.order_id = made.id and r.ended_at is null;
  select * into confirmation from public.order_confirmations c where c.order_id = made.id;
  if confirmation.state <> 'confirmed' then
    perform shop.store_attempt(confirmation, 'rule', 'confirmed', null, 'Exchange for ' || old.order_number, null);
  end if;
  update public.order_confirmations c set held_because = null, awaits_return = request.comes_back and not make_exchange.sends_first where c.order_id = made.id;

  credit := least((select s.refund from shop.return_sums(request) s), made.total_amount);
  if credit > shop.received_of(old) then
    perform shop.refuse('refund_too_large', jsonb_build_object('received', shop.received_of(old)),
                        jsonb_build_object('received', shop.rupees_text(shop.received_of(old))));
  end if;
  update public.return_requests r set exchange_order_id = made.id, sends_first = make_exchange.sends_first where r.id = request.id returning * into exchanged;
  if credit > 0 then
    -- Spent at once: what comes back pays for what goes out, in the one ledger.
    exchanged.credit_payment_id := (shop.pay('refund', 'store_credit', 'credit', 'customer', credit, old.id, made.customer_id, '', 'Exchanged for ' || made.order_number)).id;
    update public.return_requests r set credit_payment_id = exchanged.credit_payment_id where r.id = request.id;
    perform shop.spend_credit((select o from public.orders o where o.id = made.id), credit);
  end if;
  perform shop.log_order_event(made.id, 'note', '', null, null, format('Exchange for %s, %s', old.order_number, request.return_number));
  perform shop.log_order_event(old.id, 'note', '', null, null, format('%s is exchanged for %s', request.return_number, made.order_number));
  return exchanged;
end;
$$;

-- Tells the customer what was decided, where they have a mail address. Takes the request's id.
create function shop.mail_decision(request_id text) returns void
language sql set search_path = ''
as $$
  insert into public.mail_outbox (kind, recipient, payload)
  select 'return_decided', o.customer_email,
         jsonb_build_object('order_number', o.order_number, 'customer_name', o.customer_name, 'page_key', shop.page_key(o.id), 'return_number', r.return_number,
                            'kind', r.kind, 'state', r.state, 'outcome', r.outcome, 'answer', r.answer, 'shop_pays', r.shop_pays, 'comes_back', r.comes_back,
                            'exchange_number', e.order_number, 'exchange_due', e.due_on_delivery)
    from public.return_requests r
    join public.orders o on o.id = r.order_id
    left join public.orders e on e.id = r.exchange_order_id and e.status <> 'cancelled'
   where r.id = mail_decision.request_id and o.customer_email <> '';
$$;

-- Approves a request. Takes its id, {outcome, answer, comesBack, deliveryBack, charges?, sendsFirst}, the delivery rule {freeFrom, fee}, by which an exchange is
-- charged where the customer pays and nothing else was said, the staff member and the version they saw (null: any). Returns `shop.return_details_json`. Refuses
-- 404 `return_not_found`, 409 `return_decided` {state}, `edited_meanwhile`, `order_not_delivered`, what `shop.make_exchange` refuses, and 422 fields.
create function public.approve_return(request_id text, decision jsonb, delivery jsonb, actor uuid, expected_version timestamptz default null) returns jsonb
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
    perform shop.refuse_field('deliveryBack', format('At most %s of the delivery charge are left', shop.rupees_text(shop.delivery_left(returned))));
  elsif coalesce(charges, 0) > 0 and decided <> 'exchange' then
    perform shop.refuse_field('charges', 'Only with an exchange');
  elsif sends_first and decided <> 'exchange' then
    perform shop.refuse_field('sendsFirst', 'Only with an exchange');
  end if;

  request.comes_back := needs_pieces;
  request.delivery_back := gives_delivery;
  update public.return_requests r set comes_back = needs_pieces, delivery_back = gives_delivery where r.id = request.id;
  if decided = 'exchange' then
    charges := coalesce(charges, shop.exchange_charges(request, returned, delivery));
    request := shop.make_exchange(request, charges, sends_first);
  end if;
  update public.return_requests r set state = 'approved', outcome = decided, answer = coalesce(decision ->> 'answer', ''), decided_at = now() where r.id = request.id;
  perform shop.advance_return(request.id);
  perform shop.mail_decision(request.id);
  return shop.return_details_json(request.id);
end;
$$;

-- What of an order's delivery charge may still go back: what it was, without what other claims have got. Takes the order.
create function shop.delivery_left(returned public.orders) returns numeric
language sql stable set search_path = ''
as $$
  select returned.shipping - coalesce((select sum(r.delivery_back) from public.return_requests r
                                        where r.order_id = returned.id and r.state in ('approved', 'received', 'settled')), 0);
$$;

-- What a customer pays for the delivery of an exchange: what the rule says of its pieces, nothing where the shop pays or the order is collected. Takes the
-- request, its order and the rule {freeFrom, fee}.
create function shop.exchange_charges(request public.return_requests, returned public.orders, delivery jsonb) returns numeric
language sql stable set search_path = ''
as $$
  select case when request.shop_pays or returned.customer_address = '' or delivery is null then 0
              else shop.delivery_charge((select sum(l.price * l.quantity) from unnest(shop.exchange_lines(request.id)) l), delivery) end;
$$;

-- Declines a request, also one that was approved, as long as nothing was paid; its pieces may be asked for again. Takes its id, why, the staff member and the
-- version they saw (null: any). Returns `shop.return_details_json`. Refuses 404 `return_not_found`, 409 `return_decided` {state}, `edited_meanwhile`,
-- `exchange_sent`.
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
  perform shop.mail_decision(request.id);
  return shop.return_details_json(request.id);
end;
$$;

-- Books that what is left of a request was paid back: exactly the shares of its pieces. Takes its id, {method, reference}, the staff member, the key it was sent
-- with or null (repeating it pays nothing more) and the version they saw (null: any). Returns `shop.return_details_json`. Refuses 404 `return_not_found`, 409
-- `return_decided` {state}, `return_not_back` while its pieces are awaited, `edited_meanwhile`, `order_not_delivered`, `refund_too_large` {received}, 422 the
-- field `method`, `idempotency_mismatch`.
create function public.settle_return(request_id text, settlement jsonb, actor uuid, idempotency_key text default null, expected_version timestamptz default null)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  request public.return_requests := shop.lock_return(request_id);
  fingerprint constant text := md5(jsonb_build_array(request.id, settlement)::text);
  method constant shop.payment_method := (settlement ->> 'method')::shop.payment_method;
  returned public.orders;
  twin public.return_requests;
  owed numeric;
  payment public.payments;
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
  elsif request.outcome <> 'exchange' and (request.outcome = 'store_credit') <> (method = 'store_credit') then
    perform shop.refuse_field('method', case request.outcome when 'store_credit' then 'Store credit was approved' else 'Money back was approved' end);
  end if;
  select greatest(0, s.refund - s.paid_back) into owed from shop.return_sums(request) s;
  if owed > shop.received_of(returned) then
    perform shop.refuse('refund_too_large', jsonb_build_object('received', shop.received_of(returned)),
                        jsonb_build_object('received', shop.rupees_text(shop.received_of(returned))));
  elsif owed > 0 then
    payment := shop.pay('refund', method, case method when 'store_credit' then 'credit' when 'cash' then 'cash' else 'bank' end::shop.ledger_account, 'customer',
                        owed, returned.id, case when method = 'store_credit' then returned.customer_id end, settlement ->> 'reference', request.return_number);
  end if;
  update public.return_requests r
     set state = 'settled', payment_id = payment.id, settled_key = idempotency_key, settled_fingerprint = case when idempotency_key is not null then fingerprint end
   where r.id = request.id;
  return shop.return_details_json(request.id);
end;
$$;
