-- The secret page of an order. Its link ends in a key that only the order's shopper and staff have; whoever has it needs no phone number and no account.

-- A key is made when somebody first asks for the link. Apart from the order, so that no list of orders shows it.
create table shop.order_keys (
  order_id text primary key references public.orders (id),
  key text not null,
  constraint order_keys_key_long check (char_length(key) = 24)
);

alter table shop.order_keys enable row level security;
grant select, insert, update on shop.order_keys to service_role;

-- A new key: 144 random bits, in the letters of an address.
create function shop.new_page_key() returns text
language plpgsql volatile set search_path = ''
as $$
begin
  return translate(encode(substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) for 18), 'base64'), '+/', '-_');
end;
$$;

-- The key of an order's page. Takes the order's id; its first call makes the key.
create function shop.page_key(order_id text) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  found_key text;
begin
  select k.key into found_key from shop.order_keys k where k.order_id = page_key.order_id;
  if not found then
    insert into shop.order_keys as k (order_id, key) values (page_key.order_id, shop.new_page_key())
    -- Whoever asks at the same time gets the same key.
    on conflict on constraint order_keys_pkey do update set key = k.key
    returning k.key into found_key;
  end if;
  return found_key;
end;
$$;

-- What the link of an order's page is made of: {orderNumber, key}. Takes the order's id. Refuses 404 `order_not_found`, also for an archived one.
create function public.order_page_key(order_id text) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  order_number text;
begin
  select o.order_number into order_number from public.orders o where o.id = order_page_key.order_id and o.archived_at is null;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  return jsonb_build_object('order_number', order_number, 'key', shop.page_key(order_page_key.order_id));
end;
$$;

-- When an order's page closes: 30 days after it was delivered or cancelled, and not before its returns are over. Null for an order that is still open.
create function shop.page_ends_at(page_order public.orders) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return case when not shop.is_open(page_order.status) then greatest(page_order.updated_at + interval '30 days', shop.returns_end_at(page_order.id)) end;
end;
$$;

-- The order that a link opens. Takes its number and the key. Refuses 404 `order_page_not_found`, the same for a wrong key and for a number that does not
-- exist, and 410 `order_page_ended`. Hashes are compared, so that the time an answer takes tells nothing about the key.
create function shop.open_order_page(order_number text, key text) returns public.orders
language plpgsql stable set search_path = ''
as $$
declare
  opened public.orders;
  stored text;
begin
  select * into opened from public.orders o where o.order_number = upper(open_order_page.order_number) and o.archived_at is null;
  select k.key into stored from shop.order_keys k where k.order_id = opened.id;
  if sha256(convert_to(coalesce(stored, ''), 'UTF8')) <> sha256(convert_to(open_order_page.key, 'UTF8')) or stored is null then
    perform shop.refuse('order_page_not_found');
  end if;
  if shop.page_ends_at(opened) < now() then
    perform shop.refuse('order_page_ended');
  end if;
  return opened;
end;
$$;

-- Whether nobody has packed an order, so that its items, address and phone may still change. Takes its row.
create function shop.is_unpacked(packed public.orders) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return shop.is_unshipped(packed.status)
     and not exists (select from public.shipments s where s.order_id = packed.id and s.archived_at is null);
end;
$$;

-- The order's row, locked, when it is not packed yet. Refuses like `shop.open_order_page`, and 409 `order_packed`.
create function shop.lock_unpacked_order(order_number text, key text) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  opened public.orders := shop.open_order_page(order_number, key);
begin
  -- Whoever makes a parcel of it takes this lock as well.
  opened := shop.lock_order(opened.id);
  if not shop.is_unpacked(opened) then
    perform shop.refuse('order_packed', null, '{"to": "shopper"}');
  end if;
  return opened;
end;
$$;

-- What an order's page is made of: what tracking shows, with the sums, the recipient and what may still be asked for. Takes its number and the key.
-- Refuses like `shop.open_order_page`.
create function public.order_page(order_number text, key text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  opened public.orders := shop.open_order_page(order_number, key);
  confirmation public.order_confirmations;
begin
  select * into confirmation from public.order_confirmations c where c.order_id = opened.id;
  return shop.tracked_order_json(opened.id) || jsonb_build_object(
    'customer_name', opened.customer_name, 'customer_phone', opened.customer_phone, 'customer_address', opened.customer_address, 'city', opened.city,
    'city_known', opened.city_known, 'subtotal', opened.subtotal, 'shipping', opened.shipping, 'is_unpacked', shop.is_unpacked(opened),
    'version', shop.order_version(opened.id), 'may_confirm', coalesce(confirmation.is_open, false) and not opened.awaits_proof, 'awaits_proof', opened.awaits_proof,
    -- Said by the shopper, or known to us already.
    'is_confirmed', coalesce(confirmation.state = 'confirmed', false) or exists (
      select from public.confirmation_attempts a where a.order_id = opened.id and a.how = 'shopper' and a.outcome = 'confirmed'),
    'cancellation_asked_at', opened.cancellation_asked_at, 'cancellation_answered_at', opened.cancellation_answered_at)
    || shop.page_advance_json(opened)
    || shop.page_due_json(opened)
    || shop.parcel_steps_json(opened.id)
    || shop.page_question_json(opened.id)
    || shop.page_packed_photo_json(opened)
    || shop.page_returns_json(opened)
    -- Only where there is some.
    || jsonb_strip_nulls(jsonb_build_object('store_credit', shop.credit_for_page(opened)));
end;
$$;

-- Stores that the shopper confirms the order as they see it: when pieces or total are others by now, nothing is stored, and the page that is returned shows
-- them. Takes its number, the key and the version that was shown. Refuses like `shop.open_order_page`.
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
     set customer_address = address ->> 'customerAddress', city = coalesce(address ->> 'city', ''), zip_code = coalesce(address ->> 'zipCode', ''),
         city_known = address ->> 'cityKnown', city_takes_cash = (address ->> 'cityTakesCash')::boolean
   where o.id = opened.id;
  return public.order_page(order_number, key);
end;
$$;

-- Corrects the phone of an order. Takes its number, the key, the last four digits of the phone that it has, the new one, a second one or null, the total that
-- the shopper saw or null, and how many wrong digits are allowed {hits, seconds}, from however many networks; null for any number of them. Whose order it is
-- then, and that it is asked about anew, follows as from a correction of staff. Returns {page}, null for wrong digits, or {lostCode} as
-- `shop.change_order_phone` says it where the order would lose its code: a refusal would roll the count back.
-- Refuses like `shop.lock_unpacked_order`, and 429 `too_many_guesses` {retryAfter}, the right digits, too, since they would be the ones that somebody guesses,
-- and as many phones tried for an order with a code, which would tell whether the shop knows them.
create function public.correct_page_phone(order_number text, key text, last_digits text, phone text, second_phone text default null,
                                          total_seen numeric default null, guesses jsonb default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened public.orders := shop.lock_unpacked_order(order_number, key);
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
  return case when lost is null then jsonb_build_object('page', public.order_page(order_number, key)) else jsonb_build_object('lostCode', lost) end;
end;
$$;

-- Keeps that a shopper asks to cancel an order, unless they wait for an answer already. Takes the order's id, a reason, and when they asked.
create function shop.store_cancellation_wish(order_id text, reason text, asked_at timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.orders o set cancellation_asked_at = asked_at, cancellation_reason = reason, cancellation_answered_at = null
   where o.id = order_id and (o.cancellation_asked_at is null or o.cancellation_answered_at is not null);
end;
$$;

-- Asks staff to cancel an order; nothing is cancelled by it, and asking again while nobody has answered changes nothing. Takes its number, the key and a
-- reason, which may be empty. Returns the page. Refuses like `shop.lock_unpacked_order`.
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

-- Answers a shopper who asked to cancel: the order is kept. Cancelling it answers as well. Takes the order's id and the staff member. Returns the order.
-- Refuses 404 `order_not_found`.
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

grant execute on function public.order_page_key, public.order_page, public.confirm_order_page, public.correct_page_address, public.correct_page_phone, public.ask_for_cancellation, public.keep_order
  to service_role;
