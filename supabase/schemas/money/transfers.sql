-- Transfers that customers say they made, with the photos of their receipts, and what became of them.

-- Stores what staff decided about a transfer; its photo is kept for half a year more.
create function shop.decide_transfer(claim public.advance_claims, decided shop.transfer_state, because text, payment text, number text,
                                     actor uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.advance_claims c
     set state = decided, because = decide_transfer.because, payment_id = coalesce(payment, c.payment_id), reference_key = number,
         decided_by = actor, decided_at = clock_timestamp()
   where c.id = claim.id;
  update public.transfer_photos h set kept_until = now() + interval '180 days' where h.id = claim.photo_id;
exception when unique_violation then
  perform shop.refuse_field('reference', 'Another transfer with this number waits or has arrived');
end;
$$;

-- A transfer is taken back with its payment, whoever takes that back.
create function shop.follow_payment(new public.payments) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.decide_transfer(c, 'taken_back', new.reason, null, c.reference_key, new.actor)
     from public.advance_claims c where c.payment_id = new.reverses and c.state = 'received';
end;
$$;

-- Other transfers with the same photo: [{orderId, orderNumber, photoId, sentAt, state}], the latest first.
create function shop.same_photos(claim public.advance_claims) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('order_id', o.id, 'order_number', o.order_number, 'photo_id', other.photo_id,
                                               'sent_at', other.sent_at,
                              'state', other.state) order by other.sent_at desc, other.id), '[]')
    from public.transfer_photos mine
    join public.transfer_photos h on h.hash = mine.hash
    join public.advance_claims other on other.photo_id = h.id and other.id <> claim.id
    join public.orders o on o.id = other.order_id
   where mine.id = claim.photo_id;
$$;

-- What staff see of an order's advance: {due, advance, received, total, request: {basis, amount, missing, reason, by, askedAt, dueAt} |
-- null, transfers: [{id, reference, photoId, state, amount, method, because, isRecorded, by, sentAt, decidedAt, samePhoto: [{orderId,
-- orderNumber, photoId, sentAt, state}]}]}, the latest transfer first. Takes the order's id. Refuses 404 `order_not_found`.
create function shop.advance_json(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb;
begin
  select jsonb_build_object(
           'due', o.due_on_delivery, 'advance', o.advance_verified, 'total', o.total_amount, 'shipping', o.shipping,
           'may_ask', shop.is_unshipped(o.status) and o.due_on_delivery >= 1,
           'request', (select jsonb_build_object('basis', r.basis, 'amount', r.amount, 'missing', shop.missing_advance(o, r),
                                                 'reason', r.reason, 'by', s.username, 'asked_at', r.asked_at, 'due_at', r.due_at)
                         from public.advance_requests r left join public.staff s on s.id = r.asked_by
                        where r.order_id = o.id and r.ended_at is null),
           'transfers', (select coalesce(jsonb_agg(jsonb_build_object(
             'id', c.id, 'reference', coalesce(p.reference, c.reference), 'photo_id', c.photo_id, 'state', c.state, 'amount', p.amount,
             'method', p.method, 'because', c.because, 'is_recorded', c.is_recorded, 'by', s.username, 'sent_at', c.sent_at,
             'decided_at', c.decided_at, 'same_photo', shop.same_photos(c)) order by c.sent_at desc, c.id desc), '[]')
                           from public.advance_claims c
                           left join public.payments p on p.id = c.payment_id
                           left join public.staff s on s.id = c.decided_by
                          where c.order_id = o.id))
    into answer from public.orders o where o.id = advance_json.order_id and o.archived_at is null;
  if answer is null then
    perform shop.refuse('order_not_found');
  end if;
  return answer;
end;
$$;

-- `shop.advance_json` for the API.
create function public.order_advance(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return shop.advance_json(order_id);
end;
$$;

-- What an order's page says of its advance: {advance: {missing, reason, dueAt, received, transfers: [{reference, hasPhoto, state, amount,
-- because, sentAt}], accounts}}, the latest transfer first, and while something is missing where to pay it; nothing where none is asked and
-- none was sent. Takes the order's row.
create function shop.page_advance_json(opened public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  request public.advance_requests;
  missing numeric;
  transfers constant jsonb := (
    select jsonb_agg(jsonb_build_object(
      'reference', coalesce(p.reference, c.reference), 'has_photo', c.photo_id is not null, 'state', c.state, 'amount', p.amount,
      'because', c.because, 'sent_at', c.sent_at) order by c.sent_at desc, c.id desc)
      from public.advance_claims c left join public.payments p on p.id = c.payment_id where c.order_id = opened.id);
begin
  select * into request from public.advance_requests r where r.order_id = opened.id and r.ended_at is null;
  missing := coalesce(shop.missing_advance(opened, request), 0);
  return case when request.id is null and transfers is null then '{}'
              else jsonb_build_object('advance', jsonb_build_object(
                     'is_asked', request.id is not null, 'missing', missing, 'reason', coalesce(request.reason, ''),
                     'due_at', request.due_at, 'received', opened.advance_verified, 'transfers', coalesce(transfers, '[]'),
                     'accounts', case when missing > 0 then public.payable_accounts() else '[]' end)) end;
end;
$$;

-- What an order's advance waits for: `payment` of its shopper, or a `check` of a transfer that they have sent; null where it waits for
-- nothing. Takes the order's row.
create function shop.advance_waits_for(asked public.orders) returns text
language sql stable set search_path = ''
as $$
  select case when exists (select from public.advance_claims c where c.order_id = asked.id and c.state = 'sent') then 'check'
              else 'payment' end
    from public.advance_requests r where r.order_id = asked.id and r.ended_at is null and shop.missing_advance(asked, r) > 0;
$$;

-- The photo of a transfer: {name}. Takes its id. Refuses 404 `photo_not_found`.
create function public.find_transfer_photo(photo_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  found_name text;
begin
  -- Only what was sent with a transfer.
  select h.name into found_name from public.transfer_photos h
   where h.id = find_transfer_photo.photo_id and exists (select from public.advance_claims c where c.photo_id = h.id);
  if not found then
    perform shop.refuse('photo_not_found');
  end if;
  return jsonb_build_object('name', found_name);
end;
$$;

-- The names of at most 100 photos of transfers whose time is over. Whoever asks removes them from the storage, and then their rows.
create function public.ended_transfer_photos() returns table (name text)
language sql stable set search_path = ''
as $$
  select h.name from public.transfer_photos h where h.kept_until <= now() order by h.kept_until limit 100;
$$;

grant execute on function public.order_advance, public.find_transfer_photo, public.ended_transfer_photos to service_role;
