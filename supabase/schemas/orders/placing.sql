-- Placing an order: one transaction that either sells every piece of the cart at today's price, or changes nothing and says why.
-- The same functions price a cart for the shopper, so that the quote shows what the order charges.

-- An order as its shopper gets it when it is placed: with the key of its page.
create function shop.placed_order_json(order_id text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  return shop.order_json(order_id) || jsonb_build_object('page_key', shop.page_key(order_id))
      || coalesce((select jsonb_build_object('advance_missing', m.missing) from shop.missing_advances m
                   where m.order_id = placed_order_json.order_id), '{}');
end;
$$;

-- The order that an idempotency key stands for already, or null. Waits for a twin that is being placed with the same key. Takes the key and
-- the fingerprint of the request. Refuses 422 `idempotency_mismatch` when the key was used for another request.
create function shop.find_order_of_key(idempotency_key text, fingerprint text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  twin public.orders;
begin
  perform pg_advisory_xact_lock(hashtextextended(find_order_of_key.idempotency_key, 0));
  select * into twin from public.orders o where o.idempotency_key = find_order_of_key.idempotency_key;
  if not found then
    return null;
  end if;
  if twin.request_fingerprint <> fingerprint then
    perform shop.refuse('idempotency_mismatch');
  end if;
  return shop.placed_order_json(twin.id);
end;
$$;

-- Refuses an order whose code does not count, whose discount is more than its pieces cost, that costs something else than what was
-- sent, or that the shop does not wrap any more. Takes its price, what was sent and the delivery rule.
create function shop.refuse_other_price(priced shop.order_price, payload jsonb, delivery jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  if priced.refusal is not null then
    perform shop.refuse_code(priced.refusal, payload, delivery);
  elsif (payload #>> '{discount,amount}')::numeric > priced.subtotal then
    perform shop.refuse_field('discount.amount', 'At most what the pieces cost');
  elsif priced.total <> (payload ->> 'totalAmount')::numeric
        or priced.gift_wrap is null and shop.wants_wrap(payload) then
    perform shop.refuse('price_changed', public.quote_cart(payload -> 'items', delivery, payload ->> 'code', null,
                                                           shop.wants_wrap(payload)));
  end if;
end;
$$;

-- What staff say beside an order that they write down: why somebody blocked may order, and store credit that pays for it.
create function shop.note_words_of_staff(placed public.orders, payload jsonb, actor uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.check_block(placed, payload ->> 'blockReason', actor);
  if payload ? 'storeCredit' then
    perform shop.act_as(actor);
    perform shop.spend_credit(placed, (payload ->> 'storeCredit')::numeric);
  end if;
end;
$$;

-- Mails an order to whoever placed it, if they gave an address. Takes it as it is answered.
create function shop.mail_placed_order(email text, answer jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  if email <> '' then
    insert into public.mail_outbox (kind, recipient, payload)
    values ('order_confirmation', email,
            answer - array['idempotency_key', 'request_fingerprint', 'content_fingerprint', 'device_fingerprint', 'terms',
                            'has_arrived', 'goodwill', 'uncollected']);
  end if;
end;
$$;

-- Places an order. Takes the order payload of the API, the delivery rule {freeFrom, fee}, the key of this checkout attempt or null, the
-- signed-in shopper or null, the device's fingerprint or null, the limits of `shop.refuse_order_flood` or null, the staff member who writes
-- it down, or null (then the payload has its `source`, the e-mail address may be empty, and `blockReason` says why a blocked customer gets
-- an order), and the hash of the network, or null. Returns the order with its items and the key of its page; for a key that was used
-- before, the order it made then. An order without a key is not compared with others. The payload may have a `code`, and that of staff
-- instead {discount: {amount, reason}}, and {storeCredit}: rupees of the customer's that it takes; `payByTransfer` asks all of it in
-- advance. Refuses 409 `out_of_stock`, `choice_unavailable`, `price_changed` with the quote, `code_gone` with {refusedCode} and the quote
-- without it, `order_repeated` unless the payload says `repeat`, 422 `choice_required`, 422 `idempotency_mismatch`, for staff 409
-- `customer_blocked` without a reason, `not_enough_credit` {credit}, and with limits 422 `order_too_large`, 429 `too_many_orders`. Nothing
-- is written then. Locks are taken in one order: the key, the content, the person, `shop.lock_for_order`.
create function public.place_order(payload jsonb, delivery jsonb, idempotency_key text default null, shopper uuid default null,
                                   device text default null, limits jsonb default null, actor uuid default null,
                                   network text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  -- Covers what the shopper sent. A city that the shop has learned meanwhile does not make it another order.
  fingerprint text := md5((payload - array['cityKnown', 'cityTakesCash'])::text);
  content_fingerprint text;
  lines shop.priced_line[];
  off jsonb;
  priced shop.order_price;
  placed public.orders;
  awaits_proof boolean := false;
  answer jsonb;
begin
  if idempotency_key is not null then
    answer := shop.find_order_of_key(idempotency_key, fingerprint);
    if answer is not null then return answer; end if;
    content_fingerprint := shop.content_fingerprint(payload);
    if not coalesce((payload ->> 'repeat')::boolean, false) then
      perform shop.refuse_repeated_order(content_fingerprint);
    end if;
  end if;
  if limits is not null then
    perform shop.refuse_order_flood(payload, device, limits);
  end if;

  perform shop.lock_for_order(payload);
  lines := array (select row(l.*)::shop.priced_line from shop.price_lines(payload -> 'items') l order by l.line_position);
  perform shop.check_order_lines(lines);
  off := case when payload ? 'code' then jsonb_build_object('code', payload ->> 'code') else payload -> 'discount' end;
  priced := shop.price_order(lines, delivery, off, false, 0, case when shop.wants_wrap(payload) then shop.gift_wrap_price() end);
  perform shop.refuse_other_price(priced, payload, delivery);
  if limits is not null then
    perform shop.refuse_large_order(lines, priced.total, payload ->> 'customerPhone', device);
    awaits_proof := shop.needs_proof((select sum(l.quantity) from unnest(lines) l), payload ->> 'customerPhone', network);
  end if;
  placed := shop.insert_order(payload, lines, priced, jsonb_build_object('delivery', delivery, 'off', off, 'giftWrap', priced.gift_wrap),
                              idempotency_key, fingerprint, content_fingerprint, device, shopper, actor, awaits_proof);
  if priced.code is not null then
    perform shop.redeem_code(placed, priced, payload, delivery);
  end if;
  if actor is not null then
    perform shop.note_words_of_staff(placed, payload, actor);
  end if;
  if actor is null and network is not null then
    insert into shop.order_networks (order_id, network) values (placed.id, place_order.network);
  end if;
  perform shop.take_pieces(placed.id, placed.order_number, actor, true);
  if ((payload ->> 'payByTransfer')::boolean) then
    -- All of it, whatever a rule asks.
    perform shop.store_request(placed, 'all', placed.total_amount, 24, '', null);
  end if;

  answer := shop.placed_order_json(placed.id);
  perform shop.mail_placed_order(placed.customer_email, answer);
  return answer;
end;
$$;

grant execute on function public.place_order to service_role;
