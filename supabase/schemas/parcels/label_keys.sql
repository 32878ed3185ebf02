-- What the code on a parcel's label opens. Riders, warehouses and neighbours can read it, so its key is one of its own: it says what is due
-- at the door and whether the label is out of date, and takes a word about a rider who asks for another sum. It opens nothing else of the
-- order. The way to the order's page leads through the customer's own mailbox.

-- The parcel whose label's key opens it. Takes the order's number and the key. Refuses 404 `order_page_not_found`, also for the key of the
-- order's page, and 410 `order_page_ended` a week after the parcel was over. Hashes are compared, so that the time an answer takes tells
-- nothing about the key.
create function shop.open_label(order_number text, key text) returns public.shipments
language plpgsql stable set search_path = ''
as $$
declare
  opened public.shipments;
begin
  select s.* into opened
    from public.orders o join public.shipments s on s.order_id = o.id join shop.label_keys k on k.shipment_id = s.id
   where o.order_number = upper(open_label.order_number) and o.archived_at is null
     and sha256(convert_to(k.key, 'UTF8')) = sha256(convert_to(open_label.key, 'UTF8'));
  if not found then
    perform shop.refuse('order_page_not_found');
  elsif not shop.is_to_deliver(opened) and opened.updated_at < now() - interval '7 days' then
    perform shop.refuse('order_page_ended');
  end if;
  return opened;
end;
$$;

-- What a label's page says: {state, shipment_number, printed_at, due, due_now, has_asked}, and `due_at_door` as `shop.page_due_json` has
-- it. State is `current`; `outdated` when the label says something else by now, was never printed, or its parcel is not to be delivered;
-- `over` when it arrived. What the label said is null for one that was never printed. Takes the order's number, the label's key and its
-- version. Refuses like `shop.open_label`.
create function public.scanned_label(order_number text, key text, version text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  parcel public.shipments := shop.open_label(order_number, key);
  is_due constant boolean := shop.is_to_deliver(parcel);
  says constant jsonb := shop.label_json(parcel.id);
  printed public.shipment_labels;
begin
  select l.* into printed from public.shipment_labels l
   where l.shipment_id = parcel.id and l.version = scanned_label.version order by l.created_at desc limit 1;
  return jsonb_build_object(
    'state', case when parcel.status = 'delivered' and parcel.archived_at is null then 'over'
                  when printed.id is not null and is_due and shop.label_version(says) = scanned_label.version then 'current'
                  else 'outdated' end,
    'shipment_number', parcel.shipment_number, 'printed_at', printed.created_at, 'due', printed.due,
    'due_now', case when is_due then (says ->> 'due')::numeric else 0 end,
    'has_asked', exists (select from public.asked_sums a where a.shipment_id = parcel.id))
    || (select shop.page_due_json(o, parcel.id) from public.orders o where o.id = parcel.order_id);
end;
$$;

-- Keeps that a rider asked for another sum, by whoever scanned the label. It has no words, never replaces what the customer said, and gives
-- way to it. Takes the order's number, the label's key and version, the sum, and how many parcels one network may speak of {hits, seconds,
-- bucket}; null for any number. Returns what `scanned_label` does. Refuses like `shop.open_label`, and 429 `too_many_requests`
-- {retryAfter}.
create function public.report_scanned_sum(order_number text, key text, version text, asked numeric, reports jsonb default null)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  parcel public.shipments := shop.open_label(order_number, key);
  seconds_to_wait integer := 0;
begin
  if not exists (select from public.asked_sums a where a.shipment_id = parcel.id) then
    if reports is not null then
      seconds_to_wait := public.hit_rate_limit(shop.bucket('scanned sum', reports ->> 'bucket'), (reports ->> 'hits')::integer,
                                               (reports ->> 'seconds')::integer);
    end if;
    if seconds_to_wait > 0 then
      perform shop.refuse('too_many_guesses', jsonb_build_object('retryAfter', seconds_to_wait));
    end if;
    perform shop.keep_asked_sum(parcel, report_scanned_sum.asked, '', true);
  end if;
  return public.scanned_label(order_number, key, version);
end;
$$;

-- Mails the link of the order's page to the order's address, for somebody who holds the parcel and knows how a phone of the order ends.
-- Nothing tells whether the digits were right or there is an address. Takes the order's number, the label's key, the last four digits, and
-- how often it may be asked {order: {hits, seconds}, network: {hits, seconds, bucket}}, right digits or not; null for any number. Refuses
-- like `shop.open_label`, and 429 `too_many_guesses` {retryAfter}.
create function public.ask_page_link(order_number text, key text, last_digits text, guesses jsonb default null) returns void
language plpgsql set search_path = ''
as $$
declare
  parcel constant public.shipments := shop.open_label(order_number, key);
begin
  perform shop.mail_page_link(parcel.order_id, exists (
    select from public.orders o
     where o.id = parcel.order_id and ask_page_link.last_digits in (right(o.customer_phone, 4), right(o.second_phone, 4))), guesses);
end;
$$;

grant execute on function public.scanned_label, public.report_scanned_sum, public.ask_page_link to service_role;
