-- The page of an order as its shopper sees it.

-- When an order's page closes: 30 days after it was delivered or cancelled, and not before its returns are over. Null for an order that is
-- still open.
create function shop.page_ends_at(page_order public.orders) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return case when not shop.is_open(page_order.status)
              then greatest(page_order.updated_at + interval '30 days', shop.returns_end_at(page_order.id)) end;
end;
$$;

-- The order that a link opens. Takes its number and the key. Refuses 404 `order_page_not_found`, the same for a wrong key and for a number
-- that does not exist, and 410 `order_page_ended`. Hashes are compared, so that the time an answer takes tells nothing about the key.
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

-- What an order's page says of photos of the open parcel: {packed_photos: [{id, taken_at}]}; nothing where there is none. Takes the order.
create function shop.page_packed_photo_json(opened public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('packed_photos', (
    select jsonb_agg(jsonb_build_object('id', h.id, 'taken_at', h.taken_at) order by h.taken_at, h.id) from public.packed_photos h
     where h.order_id = opened.id and h.stored_at is not null and h.removed_at is null and coalesce(h.kept_until > now(), true))));
end;
$$;

-- When somebody last changed whom an order goes to, or where; null while it goes where its shopper typed. Takes the order's id.
create function shop.recipient_changed_at(order_id text) returns timestamptz
language sql stable set search_path = ''
as $$
  select max(e.created_at) from public.order_events e
   where e.order_id = recipient_changed_at.order_id and e.kind = 'order'
     and e.after ?| '{customer_name,customer_phone,second_phone,customer_address,city,zip_code}';
$$;

-- What an order's page is made of: what tracking shows, with the sums, the recipient and what may still be asked for. Takes its number and
-- the key. Refuses like `shop.open_order_page`.
create function public.order_page(order_number text, key text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  opened public.orders := shop.open_order_page(order_number, key);
  confirmation public.order_confirmations;
begin
  select * into confirmation from public.order_confirmations c where c.order_id = opened.id;
  return shop.tracked_order_json(opened.id) || jsonb_build_object(
    'customer_name', opened.customer_name, 'customer_phone', opened.customer_phone, 'customer_address',
    opened.customer_address, 'recipient_name', opened.recipient_name, 'recipient_phone', opened.recipient_phone, 'is_gift', opened.is_gift,
    'gift_note', opened.gift_note, 'hides_prices', opened.hides_prices, 'is_wrapped', opened.is_wrapped, 'city', opened.city,
    'city_known', opened.city_known, 'subtotal', opened.subtotal, 'shipping', opened.shipping, 'is_unpacked', shop.is_unpacked(opened),
    'version', shop.order_version(opened.id), 'may_confirm', coalesce(confirmation.is_open, false) and not opened.awaits_proof,
    'order_id', opened.id, 'recipient_changed_at', shop.recipient_changed_at(opened.id))
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

-- As `find_packed_photo`, for whoever has the link of its order. Takes the order's number and key besides. Refuses like
-- `shop.open_order_page`, too.
create function public.find_page_photo(order_number text, key text, photo_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  opened public.orders := shop.open_order_page(order_number, key);
begin
  if not exists (select from public.packed_photos h where h.id = photo_id and h.order_id = opened.id) then
    perform shop.refuse('photo_not_found');
  end if;
  return public.find_packed_photo(photo_id);
end;
$$;

-- As `find_return_photo`, for whoever has the link of its order. Takes the order's number and key besides. Refuses like
-- `shop.open_order_page`, too.
create function public.find_page_return_photo(order_number text, key text, photo_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  opened constant public.orders := shop.open_order_page(order_number, key);
begin
  if not exists (select from public.return_photos h where h.id = photo_id and h.order_id = opened.id) then
    perform shop.refuse('photo_not_found');
  end if;
  return public.find_return_photo(photo_id);
end;
$$;

grant execute on function public.order_page, public.find_page_photo, public.find_page_return_photo to service_role;
