-- Customers ask on the page of their order.

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

-- Notes a photo before it is stored, for a day: by then it is sent with a request, or goes. Takes the order's number and key, {id, name,
-- bytes}, and a hash of the network or null where nothing is limited. Refuses like `shop.open_order_page`, 409 `return_not_offered`,
-- `return_over`, and 429 `too_many_return_photos` beyond 20 a day for one order and 60 from one network.
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
  insert into public.return_photos (id, order_id, name, bytes)
  values (photo ->> 'id', opened.id, photo ->> 'name', (photo ->> 'bytes')::integer);
end;
$$;

-- Refuses 422, by their fields, pieces that a customer may not ask for. Takes the order and {kind, items} as `ask_return` does.
create function shop.check_asked_pieces(opened public.orders, request jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  complaints jsonb;
begin
  select jsonb_agg(jsonb_build_object(
           'path', format('items.%s.%s', l.place - 1, case when l.item_id is null then 'itemId' else 'quantity' end),
           'message', case when l.item_id is null then 'This piece is not in the order'
                           when l.free > 0 then format('Only %s of these can be sent back', l.free)
                           when l.obstacle = 'excluded' then 'Not taken back, ' || l.because
                           when l.obstacle = 'reduced' then 'Not taken back: it was reduced'
                           when l.obstacle = 'asked' then 'You have asked for this piece already'
                           else 'This piece is back with us already' end) order by l.place)
    into complaints
    from (select a.place, r.item_id, r.obstacle, r.because,
                 case request ->> 'kind' when 'claim' then r.may_claim else r.may_return end as free,
                 (a.item ->> 'quantity')::integer as units
            from jsonb_array_elements(request -> 'items') with ordinality as a (item, place)
            left join shop.returnable(opened) r on r.item_id = a.item ->> 'itemId') l
   where l.item_id is null or l.units > l.free;
  if complaints is not null then
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  end if;
end;
$$;

-- Refuses 422 what a customer may not ask for: pieces as `shop.check_asked_pieces` does, a wish that the policy does not know, missing
-- photos. Takes the order, locked, and the request as `ask_return` does.
create function shop.check_return(opened public.orders, request jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  terms constant shop.return_terms := (select t from shop.return_terms t where t.order_id = opened.id);
  complaints jsonb;
begin
  perform shop.check_asked_pieces(opened, request);
  if not terms.policy -> 'outcomes' ? (request ->> 'outcome') then
    perform shop.refuse_field('outcome', 'We do not offer this');
  elsif terms.policy -> 'evidence' ? (request ->> 'kind') and jsonb_array_length(request -> 'photoIds') = 0 then
    perform shop.refuse_field('photoIds', 'Please add a photo that shows what is wrong');
  end if;
  select jsonb_agg(jsonb_build_object('path', format('photoIds.%s', p.place - 1), 'message', 'The photo was not kept. Please add it again.')
                   order by p.place)
    into complaints
    from jsonb_array_elements_text(request -> 'photoIds') with ordinality as p (id, place)
   where not exists (select from public.return_photos h where h.id = p.id and h.order_id = opened.id and h.request_id is null
                     and h.kept_until > now());
  if complaints is not null then
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  end if;
end;
$$;

-- Refuses what cannot be had instead: 422 the field of a choice that is missing, or of a piece that nobody sells; 409 `exchange_sold_out`
-- {name, color?, size?, available}. Takes the lines, and null or the items that the customer sent.
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

-- What an exchange comes to that a customer asks for: the quote and the request have it from here. Takes the order, the request as
-- `ask_return` does, its pieces (`shop.asked_pieces`) and the delivery rule {freeFrom, fee}. Refuses like `shop.check_exchange`.
create function shop.quote_pieces(opened public.orders, request jsonb, pieces shop.asked_piece[], delivery jsonb)
returns shop.exchange_sums
language plpgsql stable set search_path = ''
as $$
declare
  lines constant shop.priced_line[] := shop.price_exchange(pieces);
  shop_pays constant boolean := (select t.policy -> 'shopPays' ? (request ->> 'kind') from shop.return_terms t
                                  where t.order_id = opened.id);
begin
  perform shop.check_exchange(lines, request -> 'items');
  return shop.sum_up_exchange(lines, shop.exchange_charges(lines, shop_pays, opened, delivery),
                              (select sum(p.share) from unnest(pieces) p));
end;
$$;

-- What an exchange would come to, before it is asked for. Takes the order's number and key, {kind, items} as `ask_return` does, and the
-- delivery rule {freeFrom, fee}. Returns `shop.exchange_sums`. Nothing is written. Refuses like `shop.open_order_page`,
-- `shop.check_returns_open`, `shop.check_asked_pieces` and `shop.check_exchange`.
create function public.quote_exchange(order_number text, key text, request jsonb, delivery jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  opened constant public.orders := shop.open_order_page(order_number, key);
begin
  perform shop.check_returns_open(opened);
  perform shop.check_asked_pieces(opened, request);
  return to_jsonb(shop.quote_pieces(opened, request, array (select p from shop.asked_pieces(opened, request -> 'items') p), delivery));
end;
$$;

-- Asks to return, exchange or claim pieces of an order that has arrived. Takes its number and key, {kind, outcome, reason, words, items:
-- [{itemId, quantity, wanted?: {productId, selectedColor?, selectedSize?}}], photoIds, balanceSeen?: of an exchange what the customer was
-- told, `due` less `back`}, each line once, the delivery rule {freeFrom, fee}, and the key it was sent with or null: repeating it asks
-- nothing more. An exchange is promised at the prices of now. Returns the page. Refuses like `shop.open_order_page`,
-- `shop.check_returns_open`, `shop.check_return` and `shop.check_exchange`, 409 `price_changed` with the quote, 422 `idempotency_mismatch`.
create function public.ask_return(order_number text, key text, request jsonb, delivery jsonb,
                                  idempotency_key text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened constant public.orders := shop.lock_order((shop.open_order_page(order_number, key)).id);
  fingerprint constant text := md5(jsonb_build_array(opened.id, request)::text);
  twin public.return_requests;
  pieces shop.asked_piece[];
  quote shop.exchange_sums;
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
  pieces := array (select p from shop.asked_pieces(opened, request -> 'items') p);
  if request ->> 'outcome' = 'exchange' then
    quote := shop.quote_pieces(opened, request, pieces, delivery);
    if (request ->> 'balanceSeen')::numeric <> quote.due - quote.back then
      perform shop.refuse('price_changed', to_jsonb(quote), '{"of": "order"}');
    end if;
  end if;

  insert into public.return_requests (order_id, kind, wish, reason, words, shop_pays, promised_charges, asked_key, asked_fingerprint)
  select opened.id, (request ->> 'kind')::shop.return_kind, (request ->> 'outcome')::shop.return_outcome,
         (request ->> 'reason')::shop.return_reason, coalesce(request ->> 'words', ''), t.policy -> 'shopPays' ? (request ->> 'kind'),
         quote.charges, idempotency_key, case when idempotency_key is not null then fingerprint end
    from shop.return_terms t where t.order_id = opened.id
  returning id into asked_id;
  insert into shop.return_pieces (request_id, order_id, order_item_id, place, share, wanted, wanted_price)
  select asked_id, opened.id, p.order_item_id, p.place, p.share, p.wanted, p.wanted_price from unnest(pieces) p;
  update public.return_photos h set request_id = asked_id, kept_until = null
   where h.id in (select p.id from jsonb_array_elements_text(request -> 'photoIds') as p (id));
  return public.order_page(order_number, key);
end;
$$;

grant execute on function public.add_return_photo, public.quote_exchange, public.ask_return to service_role;
