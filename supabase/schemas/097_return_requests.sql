-- What customers ask for once an order has arrived: to return pieces, to exchange them, or to claim what the shop has to answer for. Staff decide. What comes
-- back comes by a receipt (073_returns.sql), money moves in the ledger (078_payments.sql), and a piece is worth what was paid for it, to the paisa
-- (docs/decisions/business/0175-returns-and-exchanges.md).

create type shop.return_kind as enum ('return', 'exchange', 'claim');

-- `received`: everything is back. `settled`: nothing is left to pay.
create type shop.return_state as enum ('asked', 'approved', 'received', 'settled', 'declined', 'withdrawn');
create type shop.return_outcome as enum ('transfer', 'store_credit', 'exchange');
create type shop.return_reason as enum ('does_not_fit', 'not_as_expected', 'changed_mind', 'wrong_piece', 'faulty', 'missing_piece', 'other');

-- The lines of orders whose piece was reduced when it was sold.
create table shop.reduced_items (
  order_item_id text primary key references public.order_items (id) on delete cascade
);

alter table shop.reduced_items enable row level security;
grant select, insert on shop.reduced_items to service_role;

-- Trigger: remembers which pieces are sold below a price that is struck through.
create function shop.remember_reduced() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into shop.reduced_items (order_item_id)
  select s.id from sold s join public.products p on p.id = s.product_id where p.original_price > s.price;
  return null;
end;
$$;

create trigger order_items_reduced after insert on public.order_items referencing new table as sold
  for each statement execute function shop.remember_reduced();

-- What is promised to the customer of an order when it arrives: whatever the shop changes later, it holds for this one.
create table shop.return_terms (
  order_id text primary key references public.orders (id),
  delivered_at timestamptz not null,
  -- The last moment to ask: the end of a day in Pakistan.
  ends_at timestamptz not null,
  -- As `shop.return_policy` had it.
  policy jsonb not null,
  -- Why lines are excluded from returns and exchanges, by their ids.
  excluded jsonb not null default '{}',
  -- The ids of those that were reduced, where the policy excludes them.
  reduced jsonb not null default '[]'
);

alter table shop.return_terms enable row level security;
grant select, insert, update on shop.return_terms to service_role;

-- The policy as it is now: {days, evidence: [kinds], shopPays: [kinds], excludesReduced, outcomes: [outcomes]}.
create function shop.return_policy() returns jsonb
language sql stable set search_path = ''
as $$
  select '{"days": 30, "evidence": ["claim"], "shopPays": ["claim"], "excludesReduced": false, "outcomes": ["transfer", "store_credit", "exchange"]}'::jsonb
         || coalesce((select s.content -> 'returns' from public.shop_settings s), '{}');
$$;

-- Trigger: what is promised with the delivery. One that is corrected and delivered again begins the days anew, by the policy of the first time.
create function shop.promise_returns() returns trigger
language plpgsql set search_path = ''
as $$
declare
  promised constant jsonb := coalesce((select t.policy from shop.return_terms t where t.order_id = new.id), shop.return_policy());
begin
  insert into shop.return_terms as t (order_id, delivered_at, ends_at, policy, excluded, reduced)
  select new.id, new.updated_at, shop.start_of_day(shop.day_of(new.updated_at) + (promised ->> 'days')::integer + 1), promised,
         coalesce(jsonb_object_agg(i.id, public.no_returns(p)) filter (where public.no_returns(p) <> ''), '{}'),
         coalesce(jsonb_agg(i.id) filter (where (promised ->> 'excludesReduced')::boolean and r.order_item_id is not null), '[]')
    from public.order_items i
    join public.products p on p.id = i.product_id
    left join shop.reduced_items r on r.order_item_id = i.id
   where i.order_id = new.id
  on conflict (order_id) do update set delivered_at = excluded.delivered_at, ends_at = excluded.ends_at;
  return null;
end;
$$;

-- Of an order that is inserted as delivered the lines come afterwards: its terms exclude nothing.
create trigger orders_promise_returns_placed after insert on public.orders
  for each row when (new.status = 'delivered') execute function shop.promise_returns();
create trigger orders_promise_returns after update of status on public.orders
  for each row when (new.status = 'delivered' and old.status <> 'delivered') execute function shop.promise_returns();

create sequence shop.return_numbers start 1001;
grant usage on sequence shop.return_numbers to service_role;

create table public.return_requests (
  id text primary key default shop.new_id(),
  -- The customer writes it on the parcel.
  return_number text not null default 'RET-' || nextval('shop.return_numbers'),
  order_id text not null references public.orders (id),
  kind shop.return_kind not null,
  -- What the customer would like, and what staff decided.
  wish shop.return_outcome not null,
  outcome shop.return_outcome,
  reason shop.return_reason not null,
  words text not null default '',
  state shop.return_state not null default 'asked',
  -- What the customer is told.
  answer text not null default '',
  -- Who pays the way back, by the terms of the order.
  shop_pays boolean not null,
  -- False: the customer keeps the pieces, or never had them.
  comes_back boolean not null default true,
  -- Of the delivery charge, beside the pieces.
  delivery_back numeric(12, 2) not null default 0,
  -- The order that an exchange has become, and whether it leaves before the pieces are back.
  exchange_order_id text references public.orders (id),
  sends_first boolean not null default false,
  -- The refunds of the ledger: what the exchange used, and what was paid at the end.
  credit_payment_id text references public.payments (id),
  payment_id text references public.payments (id),
  -- Of the calls, and the fingerprints of what was sent.
  asked_key text,
  asked_fingerprint text,
  settled_key text,
  settled_fingerprint text,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint return_requests_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint return_requests_number_unique unique (return_number),
  constraint return_requests_asked_once unique (asked_key),
  constraint return_requests_settled_once unique (settled_key),
  constraint return_requests_one_exchange unique (exchange_order_id),
  constraint return_requests_texts check (char_length(words) <= 500 and char_length(answer) <= 500),
  constraint return_requests_outcome_decided check (state not in ('approved', 'received', 'settled') or outcome is not null),
  constraint return_requests_wish_of_kind check (kind = 'claim' or (kind = 'exchange') = (wish = 'exchange')),
  constraint return_requests_claims_alone check (kind = 'claim' or comes_back and delivery_back = 0),
  constraint return_requests_delivery_back check (delivery_back >= 0),
  constraint return_requests_exchange_of_another check (exchange_order_id <> order_id)
);

create index return_requests_of_order on public.return_requests (order_id, created_at);
create index return_requests_newest on public.return_requests (created_at desc, id);
create index return_requests_by_state on public.return_requests (state, created_at desc);
create index return_requests_by_credit on public.return_requests (credit_payment_id) where credit_payment_id is not null;
create index return_requests_by_payment on public.return_requests (payment_id) where payment_id is not null;

create trigger return_requests_touched before update on public.return_requests for each row execute function shop.touch_updated_at();

alter table public.return_requests enable row level security;
grant select, insert, update on public.return_requests to service_role;

-- The pieces of a request, a row for each: a piece is in one request, and has a share of what was paid for its line that nobody else has.
create table shop.return_pieces (
  request_id text not null references public.return_requests (id),
  order_id text not null references public.orders (id),
  -- As in `shop.sent_pieces`.
  order_item_id text not null,
  -- Which of the pieces of its line, from 1.
  place integer not null,
  -- What was paid for it, frozen.
  share numeric(12, 2) not null,
  -- What is wanted instead: {productId, selectedColor, selectedSize}; null: nothing, or the same.
  wanted jsonb,
  -- What brought it back, and as what.
  receipt_id text references public.receipts (id),
  received_as shop.disposition,
  -- The request was declined or withdrawn: the piece may be asked for again.
  is_released boolean not null default false,
  primary key (request_id, order_item_id, place),
  constraint return_pieces_received_as check ((receipt_id is null) = (received_as is null)),
  constraint return_pieces_share_not_negative check (share >= 0)
);

create unique index return_pieces_held_once on shop.return_pieces (order_item_id, place) where not is_released;
create index return_pieces_of_order on shop.return_pieces (order_id);
create index return_pieces_by_receipt on shop.return_pieces (receipt_id) where receipt_id is not null;

alter table shop.return_pieces enable row level security;
grant select, insert, update (receipt_id, received_as, is_released) on shop.return_pieces to service_role;

-- Everything that was decided about a request, by whom. Rows are only added.
create table public.return_decisions (
  id text primary key default shop.new_id(),
  sequence bigint not null generated always as identity,
  request_id text not null references public.return_requests (id),
  state shop.return_state not null,
  note text not null default '',
  actor uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp()
);

create index return_decisions_of_request on public.return_decisions (request_id, sequence);
create index return_decisions_by_actor on public.return_decisions (actor) where actor is not null;

alter table public.return_decisions enable row level security;
revoke all on public.return_decisions from service_role;
grant select, insert on public.return_decisions to service_role;

create trigger return_decisions_append_only before update or delete on public.return_decisions for each row execute function shop.refuse_change();
create trigger return_decisions_never_truncated before truncate on public.return_decisions for each statement execute function shop.refuse_change();

-- Photos that show what is wrong, in the bucket of parcels' photos: only the server writes and reads them. A row comes before its photo, so that none is lost.
create table public.return_photos (
  id text primary key,
  order_id text not null references public.orders (id),
  -- Null until it is sent with a request.
  request_id text references public.return_requests (id),
  name text not null,
  bytes integer not null,
  created_at timestamptz not null default clock_timestamp(),
  -- A day until it is sent with a request, then half a year after the request's end.
  kept_until timestamptz default now() + interval '1 day',
  constraint return_photos_id_random check (id ~ '^[0-9a-f]{32}$'),
  constraint return_photos_name_unique unique (name),
  constraint return_photos_bytes_positive check (bytes > 0)
);

create index return_photos_of_order on public.return_photos (order_id);
create index return_photos_of_request on public.return_photos (request_id) where request_id is not null;
create index return_photos_ended on public.return_photos (kept_until) where kept_until is not null;

alter table public.return_photos enable row level security;
grant select, insert, update, delete on public.return_photos to service_role;

-- What was paid for each piece of a line, in their order. Adds up to the line's price without its discount.
create function shop.piece_shares(line public.order_items) returns numeric[]
language sql immutable set search_path = ''
as $$
  select shop.shares_of(line.price * line.quantity - line.discount, array_fill(line.price, array[line.quantity]));
$$;

-- Whether nothing can be decided about a request any more.
create function shop.is_closed(state shop.return_state) returns boolean
language sql immutable parallel safe
return state in ('settled', 'declined', 'withdrawn');

-- Trigger: a piece that is asked for is one of its order, has its share, and is with the customer. Waits for whoever counts what comes back of the line.
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
                                            where p.order_item_id = s.order_item_id and not p.is_released and p.receipt_id is null)) then
    raise exception 'more pieces are asked for than the customer has' using errcode = 'restrict_violation';
  end if;
  return null;
end;
$$;

create trigger return_pieces_guarded after insert on shop.return_pieces referencing new table as asked
  for each statement execute function shop.guard_return_pieces();

-- Trigger: a request goes its way, and what was asked stays what it was.
create function shop.guard_return() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.return_number, new.order_id, new.kind, new.wish, new.reason, new.words, new.shop_pays, new.asked_key, new.created_at)
       is distinct from (old.return_number, old.order_id, old.kind, old.wish, old.reason, old.words, old.shop_pays, old.asked_key, old.created_at)
     or new.state <> old.state and not (case old.state
          when 'asked' then new.state in ('approved', 'declined', 'withdrawn')
          when 'approved' then new.state in ('received', 'settled', 'declined', 'withdrawn')
          when 'received' then new.state in ('settled', 'declined')
          else false end) then
    raise exception 'request % is % and cannot become %', old.return_number, old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end;
$$;

create trigger return_requests_guarded before update on public.return_requests for each row execute function shop.guard_return();

-- Trigger: what follows from the state of a request: its history, the order's timeline, pieces that may be asked for again, how long photos are kept, and
-- whether the exchange may leave.
create function shop.follow_return() returns trigger
language plpgsql set search_path = ''
as $$
declare
  steps constant shop.return_state[] := case
    when tg_op = 'UPDATE' and new.state = 'settled' and old.state = 'approved' and new.comes_back then '{received,settled}' else array[new.state] end;
  told constant text := case when new.state in ('approved', 'declined') then new.answer else '' end;
  step shop.return_state;
begin
  foreach step in array steps loop
    insert into public.return_decisions (request_id, state, note, actor) values (new.id, step, told, shop.acting());
    perform shop.log_order_event(new.order_id, 'note', '', null, null, concat_ws('. ',
      format('%s %s %s', initcap(new.kind::text), new.return_number,
             case step when 'asked' then 'asked for on the order’s page' when 'approved' then 'approved: ' || replace(new.outcome::text, '_', ' ')
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
  return null;
end;
$$;

create trigger return_requests_begin after insert on public.return_requests for each row execute function shop.follow_return();
create trigger return_requests_follow after update of state on public.return_requests
  for each row when (old.state <> new.state) execute function shop.follow_return();

-- The last moment at which somebody may want the page of an order for its returns; null where there is none. Takes the order's id.
create function shop.returns_end_at(order_id text) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return greatest(
    (select t.ends_at from shop.return_terms t where t.order_id = returns_end_at.order_id),
    (select max(case when shop.is_closed(r.state) then r.updated_at + interval '30 days' else 'infinity' end)
       from public.return_requests r where r.order_id = returns_end_at.order_id));
end;
$$;

-- The lines of an order and what of each may be asked for: how many pieces are with the customer and in no request, and why fewer than were ordered. Takes
-- the order. Returns nothing for one that has not arrived.
create function shop.returnable(opened public.orders)
returns table (item_id text, place integer, ordered integer, may_return integer, may_claim integer, obstacle text, because text)
language sql stable set search_path = ''
as $$
  select i.id, i.position, i.quantity,
         case when says.obstacle in ('over', 'excluded', 'reduced') then 0 else says.free end, case when says.obstacle = 'over' then 0 else says.free end,
         says.obstacle, case when says.obstacle = 'excluded' then t.excluded ->> i.id else '' end
    from shop.return_terms t
    join public.order_items i on i.order_id = t.order_id
    join shop.pieces_out(opened) o on o.item_id = i.id
   cross join lateral (select count(*) as held, count(*) filter (where p.receipt_id is null) as awaited
                         from shop.return_pieces p where p.order_item_id = i.id and not p.is_released) asked
   cross join lateral (select greatest(0, least(o.out - asked.awaited, i.quantity - asked.held))::integer as free,
                              case when t.ends_at <= now() then 'over' when t.excluded ? i.id then 'excluded' when t.reduced ? i.id then 'reduced'
                                   when asked.awaited > 0 then 'asked' when o.out < i.quantity then 'returned' end as obstacle) says
   where t.order_id = opened.id and opened.status = 'delivered';
$$;

-- The lines of the order that an exchange makes: another variant of a piece costs what was paid for it, another piece its price of today. Takes the request's
-- id. A line without a variant is one that nobody offers any more.
create function shop.exchange_lines(request_id text) returns shop.priced_line[]
language sql stable set search_path = ''
as $$
  with wanted as (
    select w.choice, w.paid, count(*) as units, row_number() over (order by min(w.position), w.choice::text, w.paid desc) as n
      from (select i.position, c.choice, case when c.choice ->> 'productId' = i.product_id then p.share end as paid
              from shop.return_pieces p
              join public.order_items i on i.id = p.order_item_id
             cross join lateral (select coalesce(p.wanted, jsonb_build_object('productId', i.product_id, 'selectedColor', i.selected_color,
                                                                              'selectedSize', i.selected_size)) as choice) c
             where p.request_id = exchange_lines.request_id) w
     group by w.choice, w.paid
  )
  select array_agg(row(l.line_position, l.product_id, l.product_name, l.product_image, coalesce(w.paid, l.price), l.available, l.quantity, l.selected_color,
                       l.selected_size, l.colors, l.sizes, l.variant_id, l.missing_choice)::shop.priced_line order by l.line_position)
    from shop.price_lines((select jsonb_agg(w.choice || jsonb_build_object('quantity', w.units) order by w.n) from wanted w)) l
    join wanted w on w.n = l.line_position + 1;
$$;

-- The first wanted piece of which there are too few: {name, color, size, available}; null when all are in stock. Takes the lines.
create function shop.sold_out(lines shop.priced_line[]) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object('name', coalesce(s.product_name, ''), 'color', s.selected_color, 'size', s.selected_size,
                                              'available', case when s.is_gone then 0 else s.available end))
    from (select l.*, l.variant_id is null or shop.is_not_offered(l) as is_gone, sum(l.quantity) over (partition by l.product_id, l.variant_id) as wanted
            from unnest(lines) l) s
   where s.is_gone or s.wanted > coalesce(s.available, 0)
   order by s.line_position limit 1;
$$;

-- What of a payment still stands: nothing where it was taken back. Takes its id, which may be null.
create function shop.standing_amount(payment_id text) returns numeric
language sql stable set search_path = ''
as $$
  select coalesce((select p.amount from public.payments p
                    where p.id = payment_id and not exists (select from public.payments b where b.reverses = p.id)), 0);
$$;

-- The sums of a request: `refund`, what goes back in all: the shares of its pieces, but of those that were to come back and did not, and of the delivery charge
-- what was decided; `paid_back`, what of it stands in the ledger.
create function shop.return_sums(request public.return_requests) returns table (refund numeric, paid_back numeric)
language sql stable set search_path = ''
as $$
  select coalesce((select sum(p.share) from shop.return_pieces p where p.request_id = request.id and p.received_as is distinct from 'missing'), 0)
           + request.delivery_back,
         shop.standing_amount(request.credit_payment_id) + shop.standing_amount(request.payment_id);
$$;

-- A request and its order, locked until the transaction ends; the order of an exchange before that which it came from, so that nobody who cancels one waits for
-- somebody who decides about the other. Takes the request's id. Refuses 404 `return_not_found`, also where the order was deleted.
create function shop.lock_return(request_id text) returns public.return_requests
language plpgsql set search_path = ''
as $$
declare
  known public.return_requests;
  locked public.return_requests;
begin
  select * into known from public.return_requests r where r.id = lock_return.request_id;
  perform 1 from public.orders o where o.id = known.exchange_order_id for update;
  perform 1 from public.orders o where o.id = known.order_id and o.archived_at is null for update;
  if not found then
    perform shop.refuse('return_not_found');
  end if;
  select * into locked from public.return_requests r where r.id = lock_return.request_id for update;
  if locked.exchange_order_id is distinct from known.exchange_order_id then
    -- Approved while this one waited.
    perform shop.refuse('return_decided', jsonb_build_object('state', locked.state), jsonb_build_object('returnNumber', locked.return_number, 'state', locked.state));
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

-- Lets a request go on by itself: approved, it is received once all its pieces are back, and an exchange that leaves nothing to pay is then settled. Takes its id.
create function shop.advance_return(request_id text) returns void
language plpgsql set search_path = ''
as $$
declare
  request constant public.return_requests := (select r from public.return_requests r where r.id = advance_return.request_id);
  is_back constant boolean := request.comes_back and not exists (select from shop.return_pieces p where p.request_id = request.id and p.receipt_id is null);
  sums record;
begin
  select * into sums from shop.return_sums(request);
  if request.state = 'approved' and request.outcome = 'exchange' and sums.refund = sums.paid_back and (is_back or not request.comes_back) then
    -- In one step: a row that changes twice would have its orders locked anew.
    update public.return_requests r set state = 'settled' where r.id = request.id;
  elsif request.state = 'approved' and is_back then
    update public.return_requests r set state = 'received' where r.id = request.id;
  end if;
end;
$$;

-- Trigger: what is received is what was asked for, as far as something was: first of requests that are approved, then of those that wait for an answer. Stock
-- has moved with the receipt already.
create function shop.meet_requests() returns trigger
language plpgsql set search_path = ''
as $$
declare
  arrival public.receipts;
  met text;
begin
  for arrival in select a.* from arrived a where a.inspects is null order by a.sequence loop
    update shop.return_pieces p set receipt_id = arrival.id, received_as = arrival.disposition
      from (select k.request_id, k.place
              from shop.return_pieces k join public.return_requests r on r.id = k.request_id
             where k.order_item_id = arrival.order_item_id and not k.is_released and k.receipt_id is null and r.comes_back and r.state in ('asked', 'approved')
             order by r.state = 'asked', r.created_at, r.id, k.place limit arrival.quantity) m
     where p.request_id = m.request_id and p.order_item_id = arrival.order_item_id and p.place = m.place;
  end loop;
  for met in select distinct p.request_id from shop.return_pieces p join arrived a on a.id = p.receipt_id order by 1 loop
    perform shop.advance_return(met);
  end loop;
  return null;
end;
$$;

create trigger receipts_meet_requests after insert on public.receipts referencing new table as arrived
  for each statement execute function shop.meet_requests();

-- Trigger: the order of an exchange was given up before the pieces were back: what paid for it is no refund any more, and what comes back is worth store credit
-- from then on. Once they are back, the customer keeps the credit that the order gives back.
create function shop.undo_exchange() returns trigger
language plpgsql set search_path = ''
as $$
declare
  request public.return_requests;
begin
  select * into request from public.return_requests r where r.exchange_order_id = new.id and r.outcome = 'exchange' for update;
  if not found or request.state in ('received', 'settled') or request.state <> 'approved' and request.credit_payment_id is null then
    return null;
  end if;
  -- Whoever cancels an order gives nobody money.
  perform set_config('shop.undoes_exchange', 'on', true);
  perform shop.take_back(p, '') from public.payments p
    where p.order_id = new.id and p.kind = 'credit_used' and p.reverses is null and not exists (select from public.payments b where b.reverses = p.id);
  perform shop.take_back(p, 'The exchange was given up') from public.payments p
    where p.id = request.credit_payment_id and not exists (select from public.payments b where b.reverses = p.id);
  perform set_config('shop.undoes_exchange', '', true);
  update public.return_requests r set outcome = case r.state when 'approved' then 'store_credit' else r.outcome end, credit_payment_id = null where r.id = request.id;
  update public.order_confirmations c set awaits_return = false where c.order_id = new.id and c.awaits_return;
  return null;
end;
$$;

-- After `orders_return_credit`, by the order of their names.
create trigger orders_undo_exchange after update of status, archived_at on public.orders
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled' or new.archived_at is not null and old.archived_at is null)
  execute function shop.undo_exchange();

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

-- A wanted piece as it is shown: {product_id, product_name, product_image, selected_color, selected_size}; null for none.
create function shop.wanted_json(wanted jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select case when wanted is not null then jsonb_build_object('product_id', wanted ->> 'productId', 'product_name', coalesce(p.name, ''), 'product_image', p.images[1],
                                                              'selected_color', wanted ->> 'selectedColor', 'selected_size', wanted ->> 'selectedSize') end
    from (select 1) one left join public.products p on p.id = wanted ->> 'productId';
$$;

-- The lines of a request: [{item_id, product_id, product_name, product_image, selected_color, selected_size, sku, quantity, paid, received, received_as, wanted}].
create function shop.return_items_json(request_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'item_id', i.id, 'product_id', i.product_id, 'product_name', i.product_name, 'product_image', i.product_image, 'selected_color', i.selected_color,
           'selected_size', i.selected_size, 'sku', v.sku, 'quantity', l.units, 'paid', l.paid, 'received', l.received, 'received_as', l.received_as,
           'wanted', shop.wanted_json(l.wanted)) order by i.position), '[]')
    from (select p.order_item_id, p.wanted, count(*) as units, sum(p.share) as paid, count(p.receipt_id) as received,
                 coalesce(jsonb_agg(distinct p.received_as) filter (where p.received_as is not null), '[]') as received_as
            from shop.return_pieces p where p.request_id = return_items_json.request_id group by p.order_item_id, p.wanted) l
    join public.order_items i on i.id = l.order_item_id
    join public.product_variants v on v.id = i.variant_id;
$$;

-- A request as staff see it, without its history. Takes it, and the delivery rule {freeFrom, fee} or null, by which an exchange that was not decided is reckoned.
create function shop.return_json(request public.return_requests, delivery jsonb default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  returned constant public.orders := (select o from public.orders o where o.id = request.order_id);
  made constant public.orders := (select o from public.orders o where o.id = request.exchange_order_id);
  sums record;
  lines shop.priced_line[];
  charges numeric;
  total numeric;
  exchange jsonb;
begin
  select * into sums from shop.return_sums(request);
  if made.id is not null then
    exchange := jsonb_build_object('total', made.total_amount, 'charges', made.shipping, 'credit', made.credit_used, 'due', made.due_on_delivery,
                                   'is_available', true, 'order_id', made.id, 'order_number', made.order_number, 'sends_first', request.sends_first);
  elsif request.state = 'asked' and request.kind <> 'return' then
    lines := shop.exchange_lines(request.id);
    charges := shop.exchange_charges(request, returned, delivery);
    total := (select coalesce(sum(l.price * l.quantity), 0) from unnest(lines) l) + charges;
    exchange := jsonb_build_object('total', total, 'charges', charges, 'credit', least(sums.refund, total), 'due', greatest(0, total - sums.refund),
                                   'is_available', shop.sold_out(lines) is null, 'order_id', null, 'order_number', null, 'sends_first', false);
  end if;
  return jsonb_build_object(
    'id', request.id, 'return_number', request.return_number, 'order_id', returned.id, 'order_number', returned.order_number,
    'customer_name', returned.customer_name, 'city', returned.city, 'kind', request.kind, 'state', request.state, 'wish', request.wish,
    'outcome', request.outcome, 'reason', request.reason, 'words', request.words, 'answer', request.answer, 'shop_pays', request.shop_pays,
    'comes_back', request.comes_back, 'items', shop.return_items_json(request.id),
    'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'sent_at', h.created_at) order by h.created_at, h.id), '[]')
                 from public.return_photos h where h.request_id = request.id and coalesce(h.kept_until > now(), true)),
    'refund', sums.refund, 'delivery_back', request.delivery_back, 'paid_back', sums.paid_back, 'to_pay', greatest(0, sums.refund - sums.paid_back),
    'delivery_charge', case when request.kind = 'claim' then shop.delivery_left(returned) else 0 end,
    'may_approve', request.state = 'asked' and returned.status = 'delivered',
    'may_decline', request.state in ('asked', 'approved', 'received')
                   and (made.id is null or made.status = 'cancelled' or made.archived_at is not null or shop.is_unshipped(made.status)),
    'may_settle', returned.status = 'delivered' and (request.state = 'received' or request.state = 'approved' and not request.comes_back),
    'outcomes', (select t.policy -> 'outcomes' from shop.return_terms t where t.order_id = returned.id),
    'asked_at', request.created_at, 'updated_at', request.updated_at)
    || case when exchange is not null then jsonb_build_object('exchange', exchange) else '{}' end;
end;
$$;

-- A request as staff see it, with its history [{state, note, by, at}]. Takes its id, and the delivery rule as `shop.return_json` does.
create function shop.return_details_json(request_id text, delivery jsonb default null) returns jsonb
language sql stable set search_path = ''
as $$
  select shop.return_json(r, return_details_json.delivery) || jsonb_build_object('history', (
           select jsonb_agg(jsonb_build_object('state', d.state, 'note', d.note, 'by', shop.username_of(d.actor), 'at', d.created_at) order by d.sequence)
             from public.return_decisions d where d.request_id = r.id))
    from public.return_requests r where r.id = return_details_json.request_id;
$$;

-- A request for staff. Takes its id or number, and the delivery rule {freeFrom, fee}. Refuses 404 `return_not_found`.
create function public.find_return(request_id text, delivery jsonb default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  found_id text;
begin
  select r.id into found_id from public.return_requests r join public.orders o on o.id = r.order_id and o.archived_at is null
   where r.id = find_return.request_id or r.return_number = upper(find_return.request_id);
  if not found then
    perform shop.refuse('return_not_found');
  end if;
  return shop.return_details_json(found_id, find_return.delivery);
end;
$$;

-- A page of the requests, the latest first. Takes a state, whether only those that are not closed, a kind, an order that they are of or that one became (each
-- filter may be null), the delivery rule, how many rows to skip and how many to return. Returns {items, total}.
create function public.list_returns(state shop.return_state, only_open boolean, kind shop.return_kind, order_id text, delivery jsonb, page_offset integer,
                                    page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  found_ids constant text[] := array (
    select r.id from public.return_requests r join public.orders o on o.id = r.order_id and o.archived_at is null
     where (list_returns.state is null or r.state = list_returns.state) and (only_open is not true or r.state in ('asked', 'approved', 'received'))
       and (list_returns.kind is null or r.kind = list_returns.kind)
       and (list_returns.order_id is null or list_returns.order_id in (r.order_id, r.exchange_order_id))
     order by r.created_at desc, r.id desc);
begin
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.return_json(r, list_returns.delivery) order by page.place), '[]')
                from unnest(found_ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.return_requests r on r.id = page.id),
    'total', cardinality(found_ids));
end;
$$;

-- How many requests are in each state: {counts: [{state, count}]}.
create function public.count_returns() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('counts', jsonb_agg(jsonb_build_object('state', s, 'count', (
           select count(*) from public.return_requests r join public.orders o on o.id = r.order_id and o.archived_at is null where r.state = s)) order by s))
    from unnest(enum_range(null::shop.return_state)) s;
$$;

-- The name of a photo in the storage: {name}. Takes its id. Refuses 404 `photo_not_found`.
create function public.find_return_photo(photo_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  found_name text;
begin
  select h.name into found_name from public.return_photos h
   where h.id = find_return_photo.photo_id and h.request_id is not null and coalesce(h.kept_until > now(), true);
  if not found then
    perform shop.refuse('photo_not_found');
  end if;
  return jsonb_build_object('name', found_name);
end;
$$;

-- As `find_return_photo`, for whoever has the link of its order. Takes the order's number and key besides. Refuses like `shop.open_order_page`, too.
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

-- The names of at most 100 photos whose time is over. Whoever asks removes them from the storage, and then their rows.
create function public.ended_return_photos() returns table (name text)
language sql stable set search_path = ''
as $$
  select h.name from public.return_photos h where h.kept_until <= now() order by h.kept_until limit 100;
$$;

-- What an order's page says of returns: {returns: {until, is_over, days, evidence, shop_pays, outcomes, kinds, items, requests}} once it has arrived, and
-- {exchange_of: number} for the order of an exchange; nothing otherwise. Takes the order.
create function shop.page_returns_json(opened public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  terms constant shop.return_terms := (select t from shop.return_terms t where t.order_id = opened.id);
  requests constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', r.id, 'return_number', r.return_number, 'kind', r.kind, 'state', r.state, 'wish', r.wish, 'outcome', r.outcome, 'reason', r.reason,
             'words', r.words, 'answer', r.answer, 'shop_pays', r.shop_pays, 'comes_back', r.comes_back,
             'items', (select coalesce(jsonb_agg(l - 'sku' - 'paid' - 'received_as' order by n), '[]')
                         from jsonb_array_elements(shop.return_items_json(r.id)) with ordinality as t (l, n)),
             'photo_ids', (select coalesce(jsonb_agg(h.id order by h.created_at, h.id), '[]') from public.return_photos h
                            where h.request_id = r.id and coalesce(h.kept_until > now(), true)),
             'refund', s.refund, 'paid_back', s.paid_back,
             'exchange', case when e.id is not null then jsonb_build_object('order_number', e.order_number, 'due', e.due_on_delivery) end,
             'may_withdraw', r.state in ('asked', 'approved') and (e.id is null or shop.is_unshipped(e.status))
                             and not exists (select from shop.return_pieces p where p.request_id = r.id and p.receipt_id is not null),
             'asked_at', r.created_at, 'decided_at', r.decided_at) order by r.created_at desc, r.id desc), '[]')
      from public.return_requests r
     cross join lateral shop.return_sums(r) s
      left join public.orders e on e.id = r.exchange_order_id and e.status <> 'cancelled' and e.archived_at is null
     where r.order_id = opened.id);
  items jsonb;
  kinds jsonb;
begin
  if terms.order_id is not null and (opened.status = 'delivered' or requests <> '[]') then
    select coalesce(jsonb_agg(jsonb_build_object(
             'item_id', i.id, 'product_id', i.product_id, 'product_name', i.product_name, 'product_image', i.product_image, 'selected_color', i.selected_color,
             'selected_size', i.selected_size, 'quantity', i.quantity, 'may_return', l.may_return, 'may_claim', l.may_claim, 'obstacle', l.obstacle,
             'because', l.because) order by l.place), '[]'),
           to_jsonb(array_remove(array[
             case when sum(l.may_return) > 0 and terms.policy -> 'outcomes' ?| array['transfer', 'store_credit'] then 'return' end,
             case when sum(l.may_return) > 0 and terms.policy -> 'outcomes' ? 'exchange' then 'exchange' end,
             case when sum(l.may_claim) > 0 then 'claim' end], null))
      into items, kinds
      from shop.returnable(opened) l join public.order_items i on i.id = l.item_id;
  end if;
  return case when items is null then '{}' else jsonb_build_object('returns', jsonb_build_object(
           -- The last second of the last day, so that whoever shows its day shows that one.
           'until', terms.ends_at - interval '1 second', 'is_over', terms.ends_at <= now(), 'days', (terms.policy ->> 'days')::integer, 'evidence', terms.policy -> 'evidence',
           'shop_pays', terms.policy -> 'shopPays', 'outcomes', terms.policy -> 'outcomes', 'kinds', kinds, 'items', items, 'requests', requests)) end
    || jsonb_strip_nulls(jsonb_build_object('exchange_of', (select o.order_number from public.return_requests r join public.orders o on o.id = r.order_id
                                                             where r.exchange_order_id = opened.id)));
end;
$$;

grant execute on function public.add_return_photo, public.ask_return, public.withdraw_return, public.approve_return, public.decline_return, public.settle_return,
  public.find_return, public.list_returns, public.count_returns, public.find_return_photo, public.find_page_return_photo, public.ended_return_photos to service_role;
