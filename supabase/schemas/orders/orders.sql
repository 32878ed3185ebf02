-- What shoppers ordered. Items keep what was bought as it was then: the product may change or be archived later.

create type shop.order_status as enum ('pending', 'processing', 'shipped', 'delivered', 'cancelled');

-- The groups of statuses stand here once. Written without `set search_path`, so that Postgres puts their bodies into the queries that ask
-- them, which then use indexes by status. Indexes themselves spell their statuses out: they would keep the rows of before when a group
-- changes.

-- Whether something is left to do. Cancelling or deleting such an order returns its stock.
create function shop.is_open(status shop.order_status) returns boolean
language sql immutable parallel safe
return status in ('pending', 'processing', 'shipped');

-- Whether an order is open and nothing of it has been handed over yet. It may be packed: that is when it has a parcel.
create function shop.is_unshipped(status shop.order_status) returns boolean
language sql immutable parallel safe
return status in ('pending', 'processing');

-- Whether an order was handed over, and is under way or has arrived.
create function shop.has_shipped(status shop.order_status) returns boolean
language sql immutable parallel safe
return status in ('shipped', 'delivered');

create type shop.payment_status as enum ('pending', 'paid', 'failed');

-- Where an order began. Shoppers place those of the website themselves, staff write down the others.
create type shop.order_source as enum ('website', 'instagram', 'whatsapp', 'phone', 'counter');

create sequence shop.order_numbers start 10001;
grant usage on sequence shop.order_numbers to service_role;

-- An address without its spacing, case and punctuation, hashed: two spellings of one address are equal. Takes the address and the city.
create function shop.address_key(address text, city text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return md5(trim(lower(regexp_replace(address || ' ' || city, '[\s,.;:#/()-]+', ' ', 'g'))));
end;
$$;

create table public.orders (
  id text primary key default shop.new_id(),
  order_number text not null default 'ORD-' || nextval('shop.order_numbers'),
  -- Whoever has the phone (`shop.give_order_its_customer`).
  customer_id text not null references public.customers (id),
  customer_name text not null,
  -- In lower case, so that a search compares it letter by letter. Empty where staff know none.
  customer_email text not null,
  customer_phone text not null,
  -- Where the courier calls when nobody answers the first.
  second_phone text,
  -- Whom the rider hands it to and calls, where that is somebody else than the customer, who stays the one whom the shop asks.
  recipient_name text,
  recipient_phone text,
  -- Empty for an order of the counter that is collected in the shop.
  customer_address text not null,
  city text not null default '',
  -- The city that was recognised in what was typed (src/domain/places/cities.ts), and whether couriers collect cash there. Null: nobody
  -- knows yet, staff ask.
  city_known text,
  city_takes_cash boolean,
  zip_code text not null default '',
  country text not null default 'pk',
  -- What it costs, by `shop.price_order`: the lines, what is taken off them, the delivery charge after what is taken off that, gift
  -- wrap, and the sum.
  subtotal numeric(12, 2) not null,
  discount numeric(12, 2) not null default 0,
  shipping numeric(12, 2) not null,
  delivery_discount numeric(12, 2) not null default 0,
  gift_wrap numeric(12, 2) not null default 0,
  total_amount numeric(12, 2) not null,
  -- The per cent of sales tax that all of it includes, as it was when it was placed.
  tax_percent smallint not null default shop.sales_tax_percent(),
  -- Why something was taken off: the code as it was then, or what staff wrote.
  discount_code text,
  discount_reason text,
  -- The terms that it was placed under, by which it is priced again (orders/terms.sql); of one that is written without any, what it shows.
  terms jsonb not null default '{}',
  payment_method text not null default 'cash_on_delivery',
  status shop.order_status not null default 'pending',
  -- What was paid, by the ledger (money/payments.sql), which alone writes it: before delivery, with store credit, at the door; and what was
  -- paid back.
  advance_verified numeric(12, 2) not null default 0,
  credit_used numeric(12, 2) not null default 0,
  collected numeric(12, 2) not null default 0,
  refunded numeric(12, 2) not null default 0,
  -- It was delivered, perhaps cancelled since, and nobody has set it back.
  has_arrived boolean not null default false,
  -- What went back after something was delivered: it is let off, and nobody asks for it again.
  goodwill numeric(12, 2) not null default 0,
  -- What parcels that came back did not collect, beside others that go on or arrived: nobody owes it, unless they are sent again
  -- (parcels/sums.sql).
  uncollected numeric(12, 2) not null default 0,
  -- What is due of the order, and not received: what riders ask for at the door, the one figure that slip, page, mail and lists show. Of a
  -- delivered order it is what nobody has received. Whole rupees: what a transfer leaves in paisa, nobody is asked for.
  due_on_delivery numeric(12, 2) not null generated always as (
    case when status = 'cancelled' then 0
         else floor(greatest(0, total_amount - uncollected - advance_verified - credit_used - collected + refunded - goodwill)) end) stored,
  -- What the shop has received and may not keep.
  to_refund numeric(12, 2) not null generated always as (
    case when status = 'cancelled' then advance_verified + credit_used + collected - refunded
         else greatest(0, advance_verified + credit_used + collected - refunded - (total_amount - uncollected)) end) stored,
  -- Nobody writes it: what is delivered is paid once nothing is due, and what was paid before needs no delivery.
  payment_status shop.payment_status not null generated always as (
    case when status = 'delivered'
              and total_amount - uncollected - advance_verified - credit_used - collected + refunded - goodwill < 1
           or advance_verified + credit_used > 0 and advance_verified + credit_used - refunded > total_amount - 1
         then 'paid'::shop.payment_status else 'pending' end) stored,
  notes text not null default '',
  -- A gift: what its card says, whether papers in the parcel keep quiet about prices, and whether it is wrapped.
  is_gift boolean not null default false,
  gift_note text not null default '',
  hides_prices boolean not null default false,
  is_wrapped boolean not null default false,
  -- Only staff set and see them.
  tags text[] not null default '{}',
  source shop.order_source not null default 'website',
  -- Who wrote it down; null for a shopper's own.
  placed_by uuid references public.staff (id) on delete set null,
  shopper_id uuid references auth.users (id) on delete set null,
  -- One checkout attempt is one order: the key it was sent with, and the fingerprint of what was sent.
  idempotency_key text,
  request_fingerprint text,
  -- What makes two orders the same: phone, address, and the pieces with their choices. Null for an order that came without a key.
  content_fingerprint text,
  -- The browser it came from: a hash of a number that the browser made up. Null when it sent none.
  device_fingerprint text,
  -- It has taken no pieces yet: strangers hold so many that this one has to prove itself first. Whatever else an open order is, its pieces
  -- are taken.
  awaits_proof boolean not null default false,
  -- On its page the shopper can ask to cancel the order. Staff answer: by cancelling it, or by keeping it.
  cancellation_asked_at timestamptz,
  cancellation_reason text not null default '',
  cancellation_answered_at timestamptz,
  -- When the shopper last added pieces on the order's page.
  pieces_added_at timestamptz,
  -- The order that took over the pieces of this one (orders/twins.sql).
  merged_into text references public.orders (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint orders_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint orders_order_number_unique unique (order_number),
  -- For the use of a code, which is its phone's (orders/code_redemptions.sql).
  constraint orders_phone_unique unique (id, customer_phone),
  constraint orders_customer_email_lowercase check (customer_email = lower(customer_email)),
  constraint orders_idempotency_key_unique unique (idempotency_key),
  constraint orders_country_code check (country ~ '^[a-z]{2}$'),
  constraint orders_address_unless_counter check (customer_address <> '' or source = 'counter'),
  constraint orders_awaits_proof_pending check (not awaits_proof or status = 'pending'),
  constraint orders_merged_cancelled check (merged_into is null or status = 'cancelled' and merged_into <> id),
  constraint orders_refunds_received
    check (least(advance_verified, credit_used, collected) >= 0 and refunded between 0 and advance_verified + credit_used + collected),
  constraint orders_goodwill_refunded check (goodwill between 0 and refunded),
  constraint orders_uncollected_not_negative check (uncollected >= 0),
  constraint orders_payment_method_known check (payment_method = 'cash_on_delivery'),
  constraint orders_total_adds_up check (shipping >= 0 and total_amount = subtotal - discount + shipping + gift_wrap),
  constraint orders_tax_percent_range check (tax_percent between 0 and 50),
  constraint orders_gift_wrap_charged check (gift_wrap = 0 or is_wrapped and gift_wrap > 0),
  constraint orders_gift_has_its_wishes check (is_gift or gift_note = '' and not hides_prices and not is_wrapped),
  constraint orders_gift_note_length check (char_length(gift_note) <= 200),
  constraint orders_recipient_given check (recipient_name <> '' and recipient_phone <> ''),
  constraint orders_discount_in_range check (discount between 0 and subtotal and delivery_discount >= 0),
  constraint orders_discount_says_why
    check (case when discount + delivery_discount = 0 then num_nonnulls(discount_code, discount_reason) = 0
                else num_nonnulls(discount_code, discount_reason) = 1 and discount_reason is distinct from '' end)
);

-- Short parts of an e-mail address are found by reading all addresses here: a few hundredths of a second per 100,000 orders.
create index orders_newest on public.orders (created_at desc, id) include (status, customer_email) where archived_at is null;
-- What was given away in a period.
create index orders_discounted on public.orders (created_at) include (status, discount, delivery_discount)
  where discount + delivery_discount > 0 and archived_at is null;
create index orders_by_status on public.orders (status, created_at desc) where archived_at is null;
create index orders_by_total on public.orders (total_amount, id) where archived_at is null;
create index orders_by_number on public.orders (char_length(order_number), order_number) where archived_at is null;
create index orders_by_customer on public.orders (customer_name, id) where archived_at is null;
create index orders_of_customer on public.orders (customer_id, created_at desc);
create index orders_by_shopper on public.orders (shopper_id, created_at desc) where shopper_id is not null;
-- For accounts that proved the address.
create index orders_of_guests on public.orders (customer_email, created_at desc) where shopper_id is null;
create index orders_by_placer on public.orders (placed_by) where placed_by is not null;
create index orders_by_content on public.orders (content_fingerprint, created_at desc) where content_fingerprint is not null;
create index orders_open_by_phone on public.orders (customer_phone, created_at) where status = 'pending';
create index orders_open_by_address on public.orders (shop.address_key(customer_address, city), created_at) where status = 'pending';
create index orders_open_by_device on public.orders (device_fingerprint, created_at) where status = 'pending';
create index orders_with_money_due on public.orders (created_at) where due_on_delivery > 0 and archived_at is null;
create index orders_merged on public.orders (merged_into) where merged_into is not null;
-- Money that waits to go back.
create index orders_to_refund on public.orders (updated_at) where to_refund > 0;
create index orders_archived on public.orders (order_number) where archived_at is not null;
create index orders_deleted on public.orders (archived_at desc) where archived_at is not null;

-- Longer parts of an e-mail address are found by their trigrams. The embedded Postgres has none: there the same search reads all orders, a
-- tenth of a second per 100,000.
do $$
declare
  home text;
begin
  if exists (select from pg_available_extensions e where e.name = 'pg_trgm') then
    create schema if not exists extensions;
    create extension if not exists pg_trgm with schema extensions;
    select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
    execute format('create index orders_by_email_part on public.orders using gin (customer_email %I.gin_trgm_ops)
                     where archived_at is null', home);
  end if;
end;
$$;

alter table public.orders enable row level security;
grant select, insert, update on public.orders to service_role;

create table public.order_items (
  id text primary key default shop.new_id(),
  order_id text not null references public.orders (id),
  position integer not null,
  product_id text not null references public.products (id),
  -- What the pieces were taken from, and go back to.
  variant_id text not null references public.product_variants (id),
  product_name text not null,
  product_image text,
  selected_color text,
  selected_size text,
  quantity integer not null,
  price numeric(12, 2) not null,
  -- The share of the order's discount that belongs to this line, in all.
  discount numeric(12, 2) not null default 0,
  -- The terms of the order's code under which the line came (`shop.code_terms`), and under which it is priced again. Null: it came when the
  -- code did not hold, or the order has none.
  code_terms jsonb,
  -- Reports read the lines of an order from this index alone.
  constraint order_items_position_unique unique (order_id, position) include (product_id, quantity, price, discount),
  constraint order_items_quantity_positive check (quantity > 0),
  constraint order_items_price_not_negative check (price >= 0),
  constraint order_items_discount_in_range check (discount between 0 and price * quantity)
);

create index order_items_by_product on public.order_items (product_id);
create index order_items_by_variant on public.order_items (variant_id);

alter table public.order_items enable row level security;
grant select, insert, update (discount, code_terms), delete on public.order_items to service_role;

-- What is left of what an order delivered, in rupees: what the shop has of it, or still asks for; null of one that is not delivered. Takes
-- its row.
create function shop.net_of(an_order public.orders) returns numeric
language sql immutable
return case when an_order.status = 'delivered'
            then least(an_order.total_amount - an_order.uncollected,
                       greatest(an_order.total_amount - an_order.uncollected - an_order.goodwill,
                                an_order.advance_verified + an_order.credit_used + an_order.collected - an_order.refunded)) end;

-- What was paid of an order, where that is more than the cash at its door on the day it was delivered: {advance, credit, collected,
-- refunded, due, to_refund, came_back: what parcels that came back did not collect, left out where it is nothing}, rupees; else null.
-- Takes its row.
create function shop.paid_json(paid public.orders) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return case when paid.advance_verified + paid.credit_used + paid.refunded + paid.to_refund + paid.uncollected > 0
                   or paid.collected > 0 and paid.status <> 'delivered' or paid.due_on_delivery > 0 and paid.status = 'delivered'
              then jsonb_build_object('advance', paid.advance_verified, 'credit', paid.credit_used, 'collected', paid.collected,
                                      'refunded', paid.refunded, 'due', paid.due_on_delivery,
                                      'to_refund', paid.to_refund)
                   || jsonb_strip_nulls(jsonb_build_object('came_back', nullif(paid.uncollected, 0))) end;
end;
$$;
