-- What customers ask for once an order has arrived: to return pieces, to exchange them, or to claim what the shop has to answer for. Staff
-- decide. What comes back comes by a row of `goods_back` (returns/pieces.sql), money moves in the ledger (money/payments.sql), and a piece
-- is worth what was paid for it, to the paisa (docs/decisions/business/0175-returns-and-exchanges.md).

create type shop.return_kind as enum ('return', 'exchange', 'claim');

-- `received`: everything is back. `settled`: nothing is left to pay.
create type shop.return_state as enum ('asked', 'approved', 'received', 'settled', 'declined', 'withdrawn');

create type shop.return_outcome as enum ('transfer', 'store_credit', 'exchange');

create type shop.return_reason as enum ('does_not_fit', 'not_as_expected', 'changed_mind', 'wrong_piece', 'faulty',
                                        'missing_piece', 'other');

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
  -- What is paid back of the delivery charge, beside the pieces.
  delivery_back numeric(12, 2) not null default 0,
  -- What the customer was told that the delivery of an exchange costs; null where they asked for none.
  promised_charges numeric(12, 2),
  -- The order that an exchange has become, and whether it leaves before the pieces are back.
  exchange_order_id text references public.orders (id),
  sends_first boolean not null default false,
  -- The refunds of the ledger: what the exchange used, and what was paid at the end.
  credit_payment_id text references public.payments (id),
  payment_id text references public.payments (id),
  -- What of that payment is its own, where it was booked for more than this request; null: all of it.
  payment_share numeric(12, 2),
  -- The keys of the calls, and the fingerprints of what was sent.
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
  constraint return_requests_promised_charges check (promised_charges is null or promised_charges >= 0 and wish = 'exchange'),
  constraint return_requests_exchange_of_another check (exchange_order_id <> order_id)
);

create index return_requests_of_order on public.return_requests (order_id, created_at);
create index return_requests_newest on public.return_requests (created_at desc, id);
create index return_requests_by_state on public.return_requests (state, created_at desc);
create index return_requests_by_credit on public.return_requests (credit_payment_id) where credit_payment_id is not null;
create index return_requests_by_payment on public.return_requests (payment_id) where payment_id is not null;

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
  -- What a wanted piece of another product was promised for; null: what was paid for this one, or, where nothing was promised, its price.
  wanted_price numeric(12, 2),
  -- What brought it back, and as what.
  goods_back_id text references public.goods_back (id),
  received_as shop.disposition,
  -- The request was declined or withdrawn: the piece may be asked for again.
  is_released boolean not null default false,
  primary key (request_id, order_item_id, place),
  constraint return_pieces_received_as check ((goods_back_id is null) = (received_as is null)),
  constraint return_pieces_share_not_negative check (share >= 0),
  constraint return_pieces_wanted_price check (wanted_price is null or wanted_price >= 0 and wanted is not null)
);

create unique index return_pieces_once on shop.return_pieces (order_item_id, place) where not is_released;
create index return_pieces_of_order on shop.return_pieces (order_id);
create index return_pieces_by_goods_back on shop.return_pieces (goods_back_id) where goods_back_id is not null;

alter table shop.return_pieces enable row level security;
grant select, insert, update (goods_back_id, received_as, is_released) on shop.return_pieces to service_role;

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

create trigger return_decisions_append_only before update or delete on public.return_decisions for each row
  execute function shop.refuse_change();
create trigger return_decisions_never_truncated before truncate on public.return_decisions for each statement
  execute function shop.refuse_change();

-- Photos that show what is wrong, in the bucket of parcels' photos: only the server writes and reads them. A row comes before its photo, so
-- that none is lost.
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

-- The lines of an order and what of each may be asked for: how many pieces are with the customer and in no request, and why fewer than were
-- ordered. Takes the order. Returns nothing for one that has not arrived.
create function shop.returnable(opened public.orders)
returns table (item_id text, place integer, ordered integer, may_return integer, may_claim integer, obstacle text, because text)
language sql stable set search_path = ''
as $$
  select i.id, i.position, i.quantity,
         case when says.obstacle in ('over', 'excluded', 'reduced') then 0 else says.free end,
           case when says.obstacle = 'over' then 0 else says.free end,
         says.obstacle, case when says.obstacle = 'excluded' then t.excluded ->> i.id else '' end
    from shop.return_terms t
    join public.order_items i on i.order_id = t.order_id
    join shop.pieces_out(opened) o on o.item_id = i.id
   cross join lateral (select count(*) as requested, count(*) filter (where p.goods_back_id is null) as awaited
                         from shop.return_pieces p where p.order_item_id = i.id and not p.is_released) asked
   cross join lateral (select greatest(0, least(o.out - asked.awaited, i.quantity - asked.requested))::integer as free,
                              case when t.ends_at <= now() then 'over' when t.excluded ? i.id then 'excluded'
                                   when t.reduced ? i.id then 'reduced'
                                   when asked.awaited > 0 then 'asked' when o.out < i.quantity then 'returned' end as obstacle) says
   where t.order_id = opened.id and opened.status = 'delivered';
$$;

create trigger return_decisions_need_right after insert on public.return_decisions
  for each row when (new.state in ('approved', 'declined')) execute function shop.require_right('confirm_orders');
