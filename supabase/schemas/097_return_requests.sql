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
                       l.selected_size, l.colors, l.sizes, l.variant_id, l.missing_choice, null)::shop.priced_line order by l.line_position)
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
