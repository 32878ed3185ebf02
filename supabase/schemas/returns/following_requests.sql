-- What a request follows: its pieces as they come back, and the order that is its exchange.

-- Trigger: a piece that is asked for is one of its order, has its share, and is with the customer. Waits for whoever counts what comes back
-- of the line.
create function shop.guard_return_pieces() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (select from asked a left join public.order_items i on i.id = a.order_item_id and i.order_id = a.order_id
              where i.id is null or a.place not between 1 and i.quantity or a.share <> (shop.piece_shares(i))[a.place])
     or exists (select from asked a join public.return_requests r on r.id = a.request_id where r.order_id <> a.order_id) then
    raise exception 'a returned piece is one of its order, and worth what was paid for it' using errcode = 'restrict_violation';
  end if;
  insert into shop.sent_pieces (order_item_id, order_id, sent)
  select i.id, i.order_id, i.quantity from public.order_items i where i.id in (select a.order_item_id from asked a) order by i.id
      on conflict do nothing;
  perform 1 from shop.sent_pieces s where s.order_item_id in (select a.order_item_id from asked a) order by s.order_item_id for update;
  if exists (select from shop.sent_pieces s
              where s.order_item_id in (select a.order_item_id from asked a)
                and s.sent - s.received < (select count(*) from shop.return_pieces p
                                            where p.order_item_id = s.order_item_id and not p.is_released and p.goods_back_id is null)) then
    raise exception 'more pieces are asked for than the customer has' using errcode = 'restrict_violation';
  end if;
  return null;
end;
$$;

create trigger return_pieces_guarded after insert on shop.return_pieces referencing new table as asked
  for each statement execute function shop.guard_return_pieces();

-- A request goes its way, and what was asked stays what it was.
create function shop.guard_return(old public.return_requests, new public.return_requests) returns void
language plpgsql set search_path = ''
as $$
begin
  if (new.return_number, new.order_id, new.kind, new.wish, new.reason, new.words, new.shop_pays, new.promised_charges, new.asked_key,
      new.created_at)
       is distinct from (old.return_number, old.order_id, old.kind, old.wish, old.reason, old.words, old.shop_pays,
                         old.promised_charges, old.asked_key, old.created_at)
     or new.state <> old.state and not (case old.state
          when 'asked' then new.state in ('approved', 'declined', 'withdrawn')
          when 'approved' then new.state in ('received', 'settled', 'declined', 'withdrawn')
          when 'received' then new.state in ('settled', 'declined')
          else false end) then
    raise exception 'request % is % and cannot become %', old.return_number, old.state, new.state using errcode = 'restrict_violation';
  end if;
end;
$$;

-- What follows from the state of a request: its history, the order's timeline, pieces that may be asked for again, how long photos are
-- kept, and whether the exchange may leave.
create function shop.follow_return(old public.return_requests, new public.return_requests) returns void
language plpgsql set search_path = ''
as $$
declare
  steps constant shop.return_state[] := case
    when old.id is not null and new.state = 'settled' and old.state = 'approved' and new.comes_back then '{received,settled}'
      else array[new.state] end;
  told constant text := case when new.state in ('approved', 'declined') then new.answer else '' end;
  step shop.return_state;
begin
  foreach step in array steps loop
    insert into public.return_decisions (request_id, state, note, actor) values (new.id, step, told, shop.acting());
    perform shop.log_order_event(new.order_id, 'note', '', null, null, concat_ws('. ',
      format('%s %s %s', initcap(new.kind::text), new.return_number,
             case step when 'asked' then 'asked for on the order’s page' when 'approved' then 'approved: '
                  || replace(new.outcome::text, '_', ' ')
                       when 'received' then 'is back' when 'withdrawn' then 'withdrawn by the customer' else step::text end),
      nullif(told, '')));
  end loop;
  if new.state in ('declined', 'withdrawn') then
    update shop.return_pieces p set is_released = true where p.request_id = new.id;
  end if;
  if shop.is_closed(new.state) then
    update public.return_photos h set kept_until = now() + interval '180 days' where h.request_id = new.id;
  end if;
  if new.state <> 'approved' then
    update public.order_confirmations c set awaits_return = false where c.order_id = new.exchange_order_id and c.awaits_return;
  end if;
end;
$$;

-- What of a payment still stands: nothing where it was taken back. Takes its id, which may be null.
create function shop.standing_amount(payment_id text) returns numeric
language sql stable set search_path = ''
as $$
  select coalesce((select p.amount from public.payments p
                    where p.id = payment_id and not exists (select from public.payments b where b.reverses = p.id)), 0);
$$;

-- The sums of a request: `refund`, what goes back in all: the shares of its pieces, but of those that were to come back and did not, and of
-- the delivery charge what was decided; `paid_back`, what of it stands in the ledger, of a larger refund its share.
create function shop.return_sums(request public.return_requests) returns table (refund numeric, paid_back numeric)
language sql stable set search_path = ''
as $$
  select coalesce((select sum(p.share) from shop.return_pieces p where p.request_id = request.id
                   and p.received_as is distinct from 'missing'), 0)
           + request.delivery_back,
         shop.standing_amount(request.credit_payment_id)
           + least(shop.standing_amount(request.payment_id), coalesce(request.payment_share, 'infinity'));
$$;

-- The refund of an order that paid back some of its returns without saying so, and what of it belongs to none: {payment_id, amount}, of the
-- latest that stands. Takes the order's id. Returns no row where there is none.
create function shop.refund_without_return(order_id text) returns table (payment_id text, amount numeric)
language sql stable set search_path = ''
as $$
  select p.id, k.amount
    from public.payments p
   cross join lateral (
     select shop.standing_amount(p.id) - coalesce(sum(case when r.payment_id = p.id then coalesce(r.payment_share, p.amount)
                                                           else p.amount end), 0) as amount
       from public.return_requests r where p.id in (r.payment_id, r.credit_payment_id)) k
   where p.order_id = refund_without_return.order_id and p.kind = 'refund' and p.reverses is null and k.amount > 0
   order by p.sequence desc limit 1;
$$;

-- A request, locked until the transaction ends with its order and that of its exchange, and with the products of an exchange that may be
-- made. Takes its id. Refuses 404 `return_not_found`, also where the order was deleted.
create function shop.lock_return(request_id text) returns public.return_requests
language plpgsql set search_path = ''
as $$
declare
  known public.return_requests;
  locked public.return_requests;
begin
  select * into known from public.return_requests r where r.id = lock_return.request_id;
  perform shop.lock_orders(array[known.order_id, known.exchange_order_id],
                           array (select l.product_id from unnest(shop.exchange_lines(known.id)) l));
  if not exists (select from public.orders o where o.id = known.order_id and o.archived_at is null) then
    perform shop.refuse('return_not_found');
  end if;
  select * into locked from public.return_requests r where r.id = lock_return.request_id for update;
  if locked.exchange_order_id is distinct from known.exchange_order_id then
    -- Approved while this one waited.
    perform shop.refuse('return_decided', jsonb_build_object('state', locked.state),
                        jsonb_build_object('returnNumber', locked.return_number, 'state', locked.state));
  end if;
  return locked;
end;
$$;

-- Refuses 409 `return_decided` {state} unless a request has one of the states.
create function shop.check_return_state(request public.return_requests, states shop.return_state[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if request.state <> all (states) then
    perform shop.refuse('return_decided', jsonb_build_object('state', request.state),
                        jsonb_build_object('returnNumber', request.return_number, 'state', request.state));
  end if;
end;
$$;

-- Lets a request go on by itself: approved, it is received once all its pieces are back, and an exchange that leaves nothing to pay is then
-- settled. Takes its id.
create function shop.advance_return(request_id text) returns void
language plpgsql set search_path = ''
as $$
declare
  request constant public.return_requests := (select r from public.return_requests r where r.id = advance_return.request_id);
  is_back constant boolean := request.comes_back
    and not exists (select from shop.return_pieces p where p.request_id = request.id and p.goods_back_id is null);
  sums record;
begin
  select * into sums from shop.return_sums(request);
  if request.state = 'approved' and request.outcome = 'exchange' and sums.refund = sums.paid_back
    and (is_back or not request.comes_back) then
    -- In one step: a row that changes twice would have its orders locked anew.
    update public.return_requests r set state = 'settled' where r.id = request.id;
  elsif request.state = 'approved' and is_back then
    update public.return_requests r set state = 'received' where r.id = request.id;
  end if;
end;
$$;

-- Trigger: what is received is what was asked for, as far as something was: first of requests that are approved, then of those that wait
-- for an answer. Stock has moved with what came back already. What was sold is then told without it.
create function shop.meet_requests() returns trigger
language plpgsql set search_path = ''
as $$
declare
  arrival public.goods_back;
  met text;
begin
  for arrival in select a.* from arrived a where a.inspects is null order by a.sequence loop
    update shop.return_pieces p set goods_back_id = arrival.id, received_as = arrival.disposition
      from (select k.request_id, k.place
              from shop.return_pieces k join public.return_requests r on r.id = k.request_id
             where k.order_item_id = arrival.order_item_id and not k.is_released and k.goods_back_id is null and r.comes_back
               and r.state in ('asked', 'approved')
             order by r.state = 'asked', r.created_at, r.id, k.place limit arrival.quantity) m
     where p.request_id = m.request_id and p.order_item_id = arrival.order_item_id and p.place = m.place;
  end loop;
  for met in select distinct p.request_id from shop.return_pieces p join arrived a on a.id = p.goods_back_id order by 1 loop
    perform shop.advance_return(met);
  end loop;
  -- What never left is put back with an order that counts no more.
  perform shop.count_returned(b.order_id) from (select distinct a.order_id from arrived a where not a.never_left) b;
  return null;
end;
$$;

create trigger goods_back_meet_requests after insert on public.goods_back referencing new table as arrived
  for each statement execute function shop.meet_requests();

-- The order of an exchange was given up before the pieces were back: what paid for it is no refund any more, and what comes back is worth
-- store credit from then on. Once they are back, the customer keeps the credit that the order gives back. While the exchange is out, with a
-- courier or the customer, it keeps what paid for it, like any order. Refuses 409 `money_refunded`.
create function shop.undo_exchange(old public.orders, new public.orders) returns void
language plpgsql set search_path = ''
as $$
declare
  request public.return_requests;
begin
  if not shop.is_unshipped(old.status) and shop.came_back(new.id) is null then
    return;
  end if;
  select * into request from public.return_requests r where r.exchange_order_id = new.id and r.outcome = 'exchange' for update;
  if not found or request.state in ('received', 'settled') or request.state <> 'approved' and request.credit_payment_id is null then
    return;
  end if;
  perform shop.check_credit_kept(new);
  -- Cancelling an order pays nobody.
  perform set_config('shop.undoes_exchange', 'on', true);
  perform shop.take_back(p, '') from public.payments p
    where p.order_id = new.id and p.kind = 'credit_used' and p.reverses is null
      and not exists (select from public.payments b where b.reverses = p.id);
  perform shop.take_back(p, 'The exchange was given up') from public.payments p
    where p.id = request.credit_payment_id and not exists (select from public.payments b where b.reverses = p.id);
  perform set_config('shop.undoes_exchange', '', true);
  update public.return_requests r set outcome = case r.state when 'approved' then 'store_credit' else r.outcome end,
    credit_payment_id = null where r.id = request.id;
  update public.order_confirmations c set awaits_return = false where c.order_id = new.id and c.awaits_return;
end;
$$;

-- What of an order's delivery charge and gift wrap may still go back, where the shop is at fault: what they were, without what other claims
-- have got. Takes the order.
create function shop.delivery_left(returned public.orders) returns numeric
language sql stable set search_path = ''
as $$
  select returned.shipping + returned.gift_wrap - coalesce((select sum(r.delivery_back) from public.return_requests r
                                        where r.order_id = returned.id and r.state in ('approved', 'received', 'settled')), 0);
$$;
