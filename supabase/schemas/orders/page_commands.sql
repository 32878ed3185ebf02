-- What shoppers do on the page of their order.

-- The order's row, locked as `shop.lock_order` does, when it is not packed yet. Refuses like `shop.open_order_page`, and 409
-- `order_packed`.
create function shop.lock_unpacked_order(order_number text, key text, products text[] default '{}',
                                         customers text[] default '{}') returns public.orders
language plpgsql set search_path = ''
as $$
declare
  opened public.orders := shop.open_order_page(order_number, key);
begin
  -- Whoever makes a parcel of it takes this lock as well.
  opened := shop.lock_order(opened.id, products, customers);
  if not shop.is_unpacked(opened) then
    perform shop.refuse('order_packed', null, '{"to": "shopper"}');
  end if;
  return opened;
end;
$$;

-- Stores that the shopper confirms the order as they see it: when pieces or total are others by now, nothing is stored, and the page that
-- is returned shows them. Takes its number, the key and the version that was shown. Refuses like `shop.open_order_page`.
create function public.confirm_order_page(order_number text, key text, expected_version text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened public.orders := shop.open_order_page(order_number, key);
begin
  perform public.confirm_by_shopper(opened.id, 'page', expected_version);
  return public.order_page(order_number, key);
end;
$$;

-- Corrects where an order goes. Takes its number, the key and {customerAddress, city, zipCode, cityKnown, cityTakesCash}. Returns the page.
-- Refuses like `shop.lock_unpacked_order`.
create function public.correct_page_address(order_number text, key text, address jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened public.orders := shop.lock_unpacked_order(order_number, key);
begin
  update public.orders o
     set customer_address = address ->> 'customerAddress', city = coalesce(address ->> 'city', ''),
       zip_code = coalesce(address ->> 'zipCode', ''),
         city_known = address ->> 'cityKnown', city_takes_cash = (address ->> 'cityTakesCash')::boolean
   where o.id = opened.id;
  return public.order_page(order_number, key);
end;
$$;

-- Corrects the phone of an order. Takes its number, the key, the last four digits of the phone that it has, the new one, a second one or
-- null, the total that the shopper saw or null, and how many wrong digits are allowed {hits, seconds}, from however many networks; null for
-- any number of them. Whose order it is then, and that it is asked about anew, follows as from a correction of staff. Returns {page}, null
-- for wrong digits, or {lostCode} as `shop.change_order_phone` says it where the order would lose its code: a refusal would roll the count
-- back. Refuses like `shop.lock_unpacked_order`, and 429 `too_many_guesses` {retryAfter}, the right digits, too, since they would be the
-- ones that somebody guesses, and as many phones tried for an order with a code, which would tell whether the shop knows them.
create function public.correct_page_phone(order_number text, key text, last_digits text, phone text, second_phone text default null,
                                          total_seen numeric default null, guesses jsonb default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened public.orders := shop.lock_unpacked_order(order_number, key, '{}', shop.lock_phone(phone));
  counted_bucket constant text := shop.bucket('page phone', opened.id);
  seconds_to_wait integer;
  lost jsonb;
begin
  if guesses is not null then
    seconds_to_wait := public.hit_rate_limit(counted_bucket, (guesses ->> 'hits')::integer, (guesses ->> 'seconds')::integer);
    if seconds_to_wait > 0 then
      perform shop.refuse('too_many_guesses', jsonb_build_object('retryAfter', seconds_to_wait));
    end if;
  end if;
  if right(opened.customer_phone, 4) <> last_digits then
    return null;
  elsif guesses is not null and opened.discount_code is null then
    update public.rate_limits r set hits = r.hits - 1 where r.bucket = counted_bucket;
  end if;
  lost := shop.change_order_phone(opened, phone, nullif(coalesce(correct_page_phone.second_phone, opened.second_phone), phone), total_seen);
  return case when lost is null then jsonb_build_object('page', public.order_page(order_number, key))
              else jsonb_build_object('lostCode', lost) end;
end;
$$;

-- Keeps that a shopper asks to cancel an order, unless they wait for an answer already. Takes the order's id, a reason, and when they
-- asked.
create function shop.store_cancellation_wish(order_id text, reason text, asked_at timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.orders o set cancellation_asked_at = asked_at, cancellation_reason = reason, cancellation_answered_at = null
   where o.id = order_id and (o.cancellation_asked_at is null or o.cancellation_answered_at is not null);
end;
$$;

-- Asks staff to cancel an order; nothing is cancelled by it, and asking again while nobody has answered changes nothing. Takes its number,
-- the key and a reason, which may be empty. Returns the page. Refuses like `shop.lock_unpacked_order`.
create function public.ask_for_cancellation(order_number text, key text, reason text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened public.orders := shop.lock_unpacked_order(order_number, key);
begin
  perform shop.store_cancellation_wish(opened.id, reason, now());
  return public.order_page(order_number, key);
end;
$$;

-- Takes back that an order shall be cancelled, as long as nobody has answered; otherwise nothing changes. Takes its number and the key.
-- Returns the page. Refuses like `shop.open_order_page`.
create function public.withdraw_cancellation(order_number text, key text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened public.orders := shop.open_order_page(order_number, key);
begin
  opened := shop.lock_order(opened.id);
  update public.orders o set cancellation_asked_at = null, cancellation_reason = ''
   where o.id = opened.id and o.cancellation_asked_at is not null and o.cancellation_answered_at is null and o.status <> 'cancelled';
  return public.order_page(order_number, key);
end;
$$;

-- Answers a shopper who asked to cancel: the order is kept. Cancelling it answers as well. Takes the order's id and the staff member.
-- Returns the order. Refuses 404 `order_not_found`.
create function public.keep_order(order_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  kept public.orders := shop.lock_order(order_id);
begin
  perform shop.act_as(actor);
  update public.orders o set cancellation_answered_at = now()
   where o.id = kept.id and o.cancellation_asked_at is not null and o.cancellation_answered_at is null;
  return shop.staff_order_json(kept.id);
end;
$$;

-- Uses store credit for an order, by its shopper. Takes the order's number, the key of its page and the rupees that the page offered.
-- Returns the page. Refuses like `shop.lock_unpacked_order`, 409 `not_enough_credit` {credit}.
create function public.use_credit(order_number text, key text, amount numeric) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened public.orders := shop.lock_unpacked_order(order_number, key);
begin
  if shop.credit_for_page(opened) is null then
    perform shop.refuse('not_enough_credit', '{"credit": 0}', jsonb_build_object('credit', shop.rupees_text(0)));
  end if;
  perform shop.spend_credit(opened, amount);
  return public.order_page(order_number, key);
end;
$$;

grant execute on function public.confirm_order_page, public.correct_page_address, public.correct_page_phone, public.ask_for_cancellation,
  public.withdraw_cancellation, public.keep_order, public.use_credit to service_role;
