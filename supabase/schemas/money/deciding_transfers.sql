-- What customers say they sent is taken down, and staff say whether it arrived.

-- Refuses 409 `advance_not_asked` where no advance is asked of an order. One that has arrived is still asked: more may have been sent.
create function shop.check_advance_asked(order_id text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from public.advance_requests r where r.order_id = check_advance_asked.order_id and r.ended_at is null) then
    perform shop.refuse('advance_not_asked');
  end if;
end;
$$;

-- Notes the photo of a receipt before it is stored, for a day: by then it is sent with a transfer, or goes. Takes the order's number and
-- key, {id, name, hash, bytes}, and a hash of the network or null where nothing is limited. Refuses like `shop.open_order_page`, 409
-- `advance_not_asked`, and 429 `too_many_transfer_photos` beyond 10 a day for one order and 60 from one network.
create function public.add_transfer_photo(order_number text, key text, photo jsonb, network text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  opened constant public.orders := shop.open_order_page(order_number, key);
begin
  perform shop.check_advance_asked(opened.id);
  if network is not null and (public.hit_rate_limit(shop.bucket('transfer photo order', opened.id), 10, 86400) > 0
                              or public.hit_rate_limit(shop.bucket('transfer photo', network), 60, 86400) > 0) then
    perform shop.refuse('too_many_transfer_photos');
  end if;
  insert into public.transfer_photos (id, order_id, name, hash, bytes)
  values (photo ->> 'id', opened.id, photo ->> 'name', photo ->> 'hash', (photo ->> 'bytes')::integer);
end;
$$;

-- Stores that a customer says they have paid; it is nothing until staff find it. Takes the order's number and key, and {reference,
-- photoId?}. Sending it again changes nothing, but a photo may follow its number. Returns the page. Refuses like
-- `shop.open_order_page`, 409 `advance_not_asked`, `transfers_wait` while five wait, 422 the field `reference` when nothing was sent or the
-- number belongs to another transfer, `photo` when it is not kept any more.
create function public.claim_advance(order_number text, key text, transfer jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened constant public.orders := shop.lock_order((shop.open_order_page(order_number, key)).id);
  number constant text := shop.read_transaction_number(coalesce(transfer ->> 'reference', ''));
  photo constant text := transfer ->> 'photoId';
  claim public.advance_claims;
begin
  if number = '' and photo is null then
    perform shop.refuse_field('reference', 'Enter the transaction number, or add a photo of the receipt');
  end if;
  perform shop.check_advance_asked(opened.id);
  if exists (select from public.advance_claims c where c.order_id = opened.id and c.photo_id = photo) then
    return public.order_page(order_number, key);
  elsif photo is not null
        and not exists (select from public.transfer_photos h where h.id = photo and h.order_id = opened.id
                        and (h.kept_until > now() or h.kept_until is null)) then
    perform shop.refuse_field('photo', 'The photo was not kept. Please add it again.');
  elsif (select count(*) from public.advance_claims c where c.order_id = opened.id and c.state = 'sent') >= 5 then
    perform shop.refuse('transfers_wait');
  end if;

  insert into public.advance_claims (order_id, reference, reference_key, photo_id)
  values (opened.id, coalesce(transfer ->> 'reference', ''), number, photo)
  on conflict (reference_key) where reference_key <> '' and state in ('sent', 'received') do nothing returning * into claim;
  if not found then
    select * into claim from public.advance_claims c where c.reference_key = number and c.state in ('sent', 'received');
    if claim.order_id is distinct from opened.id then
      perform shop.refuse_field('reference', 'This number was sent for another order. Please check it, or call us.');
    elsif claim.photo_id is not null or claim.state <> 'sent' or photo is null then
      return public.order_page(order_number, key);
    end if;
    update public.advance_claims c set photo_id = photo where c.id = claim.id;
  end if;
  update public.transfer_photos h set kept_until = null where h.id = photo;
  perform shop.log_order_event(opened.id, 'payment', 'transfer', null,
            jsonb_strip_nulls(jsonb_build_object('transfer', 'sent', 'reference', nullif(claim.reference, ''),
                                                 'photo', case when photo is not null then 'sent' end)));
  return public.order_page(order_number, key);
end;
$$;

-- A transfer of an order, its order locked. Refuses 404 `order_not_found`, `transfer_not_found`, 409 `transfer_decided` {state} unless it
-- has one of the states.
create function shop.lock_transfer(order_id text, claim_id text, states shop.transfer_state[]) returns public.advance_claims
language plpgsql set search_path = ''
as $$
declare
  locked constant public.orders := shop.lock_order(order_id);
  claim public.advance_claims;
begin
  select * into claim from public.advance_claims c where c.id = claim_id and c.order_id = locked.id for update;
  if not found then
    perform shop.refuse('transfer_not_found');
  elsif claim.state <> all (states) then
    perform shop.refuse('transfer_decided', jsonb_build_object('state', claim.state),
      jsonb_build_object('name', (select s.username from public.staff s where s.id = claim.decided_by)));
  end if;
  return claim;
end;
$$;

-- Books a transfer that staff saw arrive, as it arrived. Takes the order's id, {claimId?, amount, method, reference, isMore?}, the staff
-- member, and the key it was sent with or null: repeating it books nothing more. Without a transfer of the customer it makes one, so that
-- its number counts once. More than is due is taken for a slip of the finger, and as much as was booked within three days for the same
-- transfer, where not both have a number, unless `isMore`. Returns `shop.advance_json`. Refuses like `shop.lock_transfer`, 422
-- `idempotency_mismatch`, the fields `amount` and `reference`.
create function public.verify_transfer(order_id text, seen jsonb, actor uuid, idempotency_key text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  locked constant public.orders := shop.lock_order(order_id);
  amount constant numeric := (seen ->> 'amount')::numeric;
  reference constant text := coalesce(seen ->> 'reference', '');
  number constant text := shop.read_transaction_number(reference);
  fingerprint constant text := md5(jsonb_build_array(order_id, seen)::text);
  claim public.advance_claims;
  earlier timestamptz;
begin
  perform shop.act_as(actor);
  select * into claim from public.advance_claims c where c.idempotency_key = verify_transfer.idempotency_key;
  if claim.request_fingerprint = fingerprint then
    return shop.advance_json(locked.id);
  elsif claim.id is not null then
    perform shop.refuse('idempotency_mismatch', null, '{"of": "transfer"}');
  elsif seen ->> 'claimId' is not null then
    claim := shop.lock_transfer(locked.id, seen ->> 'claimId', '{sent,rejected}');
  end if;
  if amount > locked.due_on_delivery and not coalesce((seen ->> 'isMore')::boolean, false) then
    perform shop.refuse_field('amount', format('More than the %s that are due. Say so, if it really arrived.',
                                               shop.rupees_text(locked.due_on_delivery)));
  end if;
  select max(p.created_at) into earlier
    from public.advance_claims c join public.payments p on p.id = c.payment_id
   where c.order_id = locked.id and c.state = 'received' and p.amount = (seen ->> 'amount')::numeric
     and (c.reference_key = '' or number = '') and p.created_at > now() - interval '3 days';
  if earlier is not null and not coalesce((seen ->> 'isMore')::boolean, false) then
    perform shop.refuse_field('amount', format('%s were booked for this order on %s. Say so, if as much arrived once more.',
                                               shop.rupees_text(amount),
                                               to_char(earlier at time zone 'Asia/Karachi', 'FMDD Mon')));
  end if;
  if claim.id is null then
    begin
      insert into public.advance_claims (order_id, reference, reference_key, recorded_by, is_recorded)
      values (locked.id, reference, number, actor, true) returning * into claim;
    exception when unique_violation then
      perform shop.refuse_field('reference', 'Another transfer with this number waits or has arrived');
    end;
  end if;
  perform shop.decide_transfer(claim, 'received', '',
                               (shop.record_advance(locked, amount, (seen ->> 'method')::shop.payment_method, reference)).id,
                               number, actor);
  update public.advance_claims c set idempotency_key = verify_transfer.idempotency_key,
    request_fingerprint = fingerprint where c.id = claim.id;
  return shop.advance_json(locked.id);
end;
$$;

-- Says that a transfer cannot be found, and why, in words that the customer reads. Takes the order's id, the transfer's, the reason and the
-- staff member. Returns `shop.advance_json`. Refuses like `shop.lock_transfer`.
create function public.reject_transfer(order_id text, claim_id text, reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  claim constant public.advance_claims := shop.lock_transfer(order_id, claim_id, '{sent}');
begin
  perform shop.act_as(actor);
  perform shop.decide_transfer(claim, 'rejected', reason, null, claim.reference_key, actor);
  perform shop.log_order_event(claim.order_id, 'payment', 'transfer', null,
            jsonb_strip_nulls(jsonb_build_object('transfer', 'not_found', 'reference', nullif(claim.reference, ''))), reason);
  return shop.advance_json(claim.order_id);
end;
$$;

-- Takes back a transfer that was booked by mistake, for a reason that the customer reads. Takes the order's id, the transfer's, the reason
-- and the staff member. Returns `shop.advance_json`. Refuses like `shop.lock_transfer`, 409 `advance_refunded` where the money went back to
-- the customer meanwhile.
create function public.take_back_transfer(order_id text, claim_id text, reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  claim constant public.advance_claims := shop.lock_transfer(order_id, claim_id, '{received}');
  payment public.payments;
  paid public.orders;
begin
  perform shop.act_as(actor);
  select * into payment from public.payments p where p.id = claim.payment_id;
  select * into paid from public.orders o where o.id = claim.order_id;
  if shop.received_of(paid) < payment.amount then
    perform shop.refuse('advance_refunded', null, jsonb_build_object('refunded', shop.rupees_text(paid.refunded)));
  end if;
  perform shop.take_back(payment, reason);
  return shop.advance_json(claim.order_id);
end;
$$;

grant execute on function public.add_transfer_photo, public.claim_advance, public.verify_transfer, public.reject_transfer,
  public.take_back_transfer to service_role;
