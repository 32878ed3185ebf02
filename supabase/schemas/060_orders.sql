-- What shoppers ordered. Items keep what was bought as it was then: the product may change or be archived later.

create type shop.order_status as enum ('pending', 'processing', 'shipped', 'delivered', 'cancelled');

-- The groups of statuses stand here once. Written without `set search_path`, so that Postgres puts their bodies into the queries that ask them, which then use
-- indexes by status. Indexes themselves spell their statuses out: they would keep the rows of before when a group changes.

-- Whether something is left to do. Cancelling or deleting such an order returns its stock.
create function shop.is_open(status shop.order_status) returns boolean
language sql immutable parallel safe
return status in ('pending', 'processing', 'shipped');

-- Whether an order is open and nothing of it has been handed over yet. It may be packed: that is when it has a parcel.
create function shop.is_unshipped(status shop.order_status) returns boolean
language sql immutable parallel safe
return status in ('pending', 'processing');

-- Whether an order was handed over, and is under way or has arrived.
create function shop.has_left(status shop.order_status) returns boolean
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
  -- By the trigger orders_customer, from the phone.
  customer_id text not null references public.customers (id),
  customer_name text not null,
  -- In lower case, so that a search compares it letter by letter. Empty where staff know none.
  customer_email text not null,
  customer_phone text not null,
  -- Where the courier calls when nobody answers the first.
  second_phone text,
  -- Empty for an order of the counter that is collected in the shop.
  customer_address text not null,
  city text not null default '',
  -- The city that was recognised in what was typed (src/domain/places/cities.ts), and whether couriers collect cash there. Null: nobody knows yet, staff ask.
  city_known text,
  city_takes_cash boolean,
  zip_code text not null default '',
  country text not null default 'pk',
  -- What it costs, by `shop.price_order`: the lines, what is taken off them, the delivery charge after what is taken off that, and the sum.
  subtotal numeric(12, 2) not null,
  discount numeric(12, 2) not null default 0,
  shipping numeric(12, 2) not null,
  delivery_discount numeric(12, 2) not null default 0,
  total_amount numeric(12, 2) not null,
  -- Why something was taken off: the code as it was then, or what staff wrote.
  discount_code text,
  discount_reason text,
  payment_method text not null default 'cash_on_delivery',
  status shop.order_status not null default 'pending',
  -- What was paid, by the ledger (078_payments.sql), which alone writes it: before delivery, with store credit, at the door; and what was paid back.
  advance_verified numeric(12, 2) not null default 0,
  credit_used numeric(12, 2) not null default 0,
  collected numeric(12, 2) not null default 0,
  refunded numeric(12, 2) not null default 0,
  -- What the rider asks for: the one figure that slip, page, mail and parcel show.
  due_on_delivery numeric(12, 2) not null generated always as (
    case when status in ('delivered', 'cancelled') then 0 else greatest(0, total_amount - advance_verified - credit_used + refunded) end) stored,
  -- What the shop has received and may not keep.
  to_refund numeric(12, 2) not null generated always as (
    case when status = 'cancelled' then advance_verified + credit_used + collected - refunded
         else greatest(0, advance_verified + credit_used + collected - refunded - total_amount) end) stored,
  -- Nobody writes it: what is delivered was paid at the door, and what was paid before needs no delivery.
  payment_status shop.payment_status not null generated always as (
    case when status = 'delivered' or (advance_verified + credit_used > 0 and advance_verified + credit_used - refunded >= total_amount)
         then 'paid'::shop.payment_status else 'pending' end) stored,
  notes text not null default '',
  -- Of staff, for staff.
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
  -- It has taken no pieces yet: strangers hold so many that this one has to prove itself first. Whatever else an open order is, its pieces are taken.
  awaits_proof boolean not null default false,
  -- On its page the shopper can ask to cancel the order. Staff answer: by cancelling it, or by keeping it.
  cancellation_asked_at timestamptz,
  cancellation_reason text not null default '',
  cancellation_answered_at timestamptz,
  -- When the shopper last added pieces on the order's page.
  pieces_added_at timestamptz,
  -- The order that took over the pieces of this one (076_twin_orders.sql).
  merged_into text references public.orders (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint orders_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint orders_order_number_unique unique (order_number),
  -- For the use of a code, which is its phone's (075_code_redemptions.sql).
  constraint orders_phone_unique unique (id, customer_phone),
  constraint orders_customer_email_lowercase check (customer_email = lower(customer_email)),
  constraint orders_idempotency_key_unique unique (idempotency_key),
  constraint orders_country_code check (country ~ '^[a-z]{2}$'),
  constraint orders_address_unless_counter check (customer_address <> '' or source = 'counter'),
  constraint orders_awaits_proof_pending check (not awaits_proof or status = 'pending'),
  constraint orders_merged_cancelled check (merged_into is null or status = 'cancelled' and merged_into <> id),
  constraint orders_refunds_received
    check (least(advance_verified, credit_used, collected) >= 0 and refunded between 0 and advance_verified + credit_used + collected),
  constraint orders_collected_once_delivered check (collected = 0 or status in ('delivered', 'cancelled')),
  constraint orders_payment_method_known check (payment_method = 'cash_on_delivery'),
  constraint orders_total_adds_up check (shipping >= 0 and total_amount = subtotal - discount + shipping),
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
create index orders_merged on public.orders (merged_into) where merged_into is not null;
-- Money that waits to go back.
create index orders_to_refund on public.orders (updated_at) where to_refund > 0;
create index orders_archived on public.orders (order_number) where archived_at is not null;
create index orders_deleted on public.orders (archived_at desc) where archived_at is not null;

-- Longer parts of an e-mail address are found by their trigrams. The embedded Postgres has none: there the same search reads all orders, a tenth of a
-- second per 100,000.
do $$
declare
  home text;
begin
  if exists (select from pg_available_extensions e where e.name = 'pg_trgm') then
    create schema if not exists extensions;
    create extension if not exists pg_trgm with schema extensions;
    select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
    execute format('create index orders_by_email_part on public.orders using gin (customer_email %I.gin_trgm_ops) where archived_at is null', home);
  end if;
end;
$$;

create trigger orders_customer before insert or update of customer_phone, customer_id on public.orders
  for each row execute function shop.give_order_its_customer();
create trigger orders_touched before update on public.orders for each row execute function shop.touch_updated_at();

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
  -- The terms of the order's code under which the line came (`shop.code_terms`), and under which it is priced again. Null: it came when the code did not hold,
  -- or the order has none.
  code_terms jsonb,
  -- Reports read the lines of an order from this index alone.
  constraint order_items_position_unique unique (order_id, position) include (product_id, quantity, price, discount),
  constraint order_items_quantity_positive check (quantity > 0),
  constraint order_items_price_not_negative check (price >= 0),
  constraint order_items_discount_in_range check (discount between 0 and price * quantity)
);

-- Trigger: what is taken off an order is shared out to its lines, to the paisa.
create function shop.require_shared_discount() returns trigger
language plpgsql set search_path = ''
as $$
declare
  row_changed constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  touched constant text := coalesce(row_changed ->> 'order_id', row_changed ->> 'id');
begin
  if exists (select from public.orders o where o.id = touched
                and o.discount <> (select coalesce(sum(i.discount), 0) from public.order_items i where i.order_id = o.id)) then
    raise exception 'the lines of order % do not share its discount', touched using errcode = 'check_violation';
  end if;
  return null;
end;
$$;

create constraint trigger orders_discount_placed after insert on public.orders deferrable initially deferred
  for each row when (new.discount <> 0) execute function shop.require_shared_discount();
create constraint trigger orders_discount_changed after update on public.orders deferrable initially deferred
  for each row when (new.discount <> old.discount) execute function shop.require_shared_discount();
create constraint trigger order_items_discount_added after insert on public.order_items deferrable initially deferred
  for each row when (new.discount <> 0) execute function shop.require_shared_discount();
create constraint trigger order_items_discount_gone after delete on public.order_items deferrable initially deferred
  for each row when (old.discount <> 0) execute function shop.require_shared_discount();

create index order_items_by_product on public.order_items (product_id);
create index order_items_by_variant on public.order_items (variant_id);

alter table public.order_items enable row level security;
grant select, insert, update (discount, code_terms), delete on public.order_items to service_role;

-- A page of the orders. Takes a status, a pattern for the e-mail address in lower case, two moments (beginnings of days in Pakistan; each filter may be
-- null), a sort key (`createdAt`, `orderNumber`: ORD-9999 before ORD-10000, `totalAmount`, `status`, `customerName`) and its direction, how many rows to skip and how many to return, and words in
-- lower case, each the beginning of a word of the order (null: any), where the orders began (null: anywhere), and what is to be done with them (a work of
-- `shop.order_lists`; null: anything). Returns {items, total}, the orders with their items.
create function public.list_orders(status shop.order_status, email_like text, from_time timestamptz, to_time timestamptz, sort_by text, ascending boolean,
                                   page_offset integer, page_limit integer, typed_words text[] default null,
                                   began shop.order_source default null, work text default null)
returns json
language plpgsql stable set search_path = ''
as $$
declare
  -- The table of words has the columns that most searches filter and sort by; orders are joined only for the others.
  is_searched constant boolean := typed_words is not null;
  is_narrowed constant boolean := email_like is not null or began is not null or work is not null;
  needs_order constant boolean := not is_searched or is_narrowed or sort_by in ('orderNumber', 'totalAmount', 'customerName');
  source constant text := case when not is_searched then 'public.orders o'
                               when needs_order then 'shop.order_words w join public.orders o on o.id = w.order_id'
                               else 'shop.order_words w' end;
  -- Both tables have `status` and `created_at`.
  alias constant text := case when is_searched then 'w' else 'o' end;
  id constant text := case when is_searched then 'w.order_id' else 'o.id' end;
  conditions constant text := case when is_searched then 'w.words @@ shop.order_word_query($5)' else 'o.archived_at is null' end
    || format(' and ($1 is null or %1$s.status = $1) and ($3 is null or %1$s.created_at >= $3) and ($4 is null or %1$s.created_at < $4)', alias)
    || case when email_like is null then '' else ' and o.customer_email like $2' end
    || case when began is null then '' else ' and o.source = $7' end
    || case when work is null then '' else ' and o.id in (select w.order_id from shop.order_lists w where w.work = $8)' end;
  ordering constant text := format(case sort_by when 'orderNumber' then 'char_length(o.order_number) %1$s, o.order_number %1$s'
                                                when 'totalAmount' then 'o.total_amount %1$s'
                                                when 'customerName' then 'o.customer_name %1$s'
                                                when 'status' then alias || '.status %1$s'
                                                else alias || '.created_at %1$s' end, case when ascending then 'asc' else 'desc' end);
  -- Up to this many matches are counted while they are read; more are counted separately.
  counted_at_once constant integer := 1000;
  ids text[];
  total bigint;
begin
  if email_like is not null then
    perform shop.assert_may(shop.acting(), 'see_contacts');
  end if;
  -- An order of rows says what it is made of.
  if sort_by in ('totalAmount', 'customerName') then
    perform shop.assert_may(shop.acting(), case sort_by when 'totalAmount' then 'see_sums' else 'see_names' end);
  end if;
  -- Dynamic, so that each sort key uses its index; ids alone, so that skipped rows are not read.
  execute format('select array (select %s from %s where %s order by %s, %1$s limit $6)', id, source, conditions, ordering)
     into ids using list_orders.status, email_like, from_time, to_time, typed_words,
                    -- A word index returns all matches in any case.
                    case when is_searched then null when not is_narrowed then page_offset + page_limit
                         else greatest(page_offset + page_limit, counted_at_once) end, began, work;
  if not is_searched and not is_narrowed then
    total := shop.count_records('orders', list_orders.status::text, from_time, to_time);
  elsif is_searched or cardinality(ids) < greatest(page_offset + page_limit, counted_at_once) then
    total := cardinality(ids);
  else
    execute format('select count(*) from public.orders o where %s', conditions)
       into total using list_orders.status, email_like, from_time, to_time, typed_words, null::bigint, began, work;
  end if;
  return json_build_object(
    'items', shop.staff_orders_json(ids[page_offset + 1 : page_offset + page_limit]),
    'total', total);
end;
$$;

-- What was paid of an order beside the cash at its door: {advance, credit, collected, refunded, due, to_refund}, rupees; null where it was nothing, and nothing waits to go
-- back. Takes its row.
create function shop.paid_json(paid public.orders) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return case when paid.advance_verified + paid.credit_used + paid.refunded + paid.to_refund > 0
              then jsonb_build_object('advance', paid.advance_verified, 'credit', paid.credit_used, 'collected', paid.collected,
                                      'refunded', paid.refunded, 'due', paid.due_on_delivery,
                                      'to_refund', paid.to_refund) end;
end;
$$;

-- What an order's shopper may see of it without signing in: {orderNumber, status, isCollected, createdAt, mergedInto, mergedFrom, items, shipments}, nothing
-- about the person. Takes its id.
create function shop.tracked_order_json(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select jsonb_build_object(
           'order_number', o.order_number, 'status', o.status, 'is_collected', o.customer_address = '', 'created_at', o.created_at,
           'updated_at', o.updated_at, 'total_amount', o.total_amount,
           -- Numbers alone: a key is for whoever has the link of that order.
           'merged_into', (select k.order_number from public.orders k where k.id = o.merged_into),
           'merged_from', (select coalesce(jsonb_agg(m.order_number order by m.created_at, m.id), '[]') from public.orders m
                            where m.merged_into = o.id and m.archived_at is null),
           'items', (select jsonb_agg(jsonb_build_object('product_name', i.product_name, 'product_image', i.product_image, 'quantity', i.quantity,
                       'selected_color', i.selected_color, 'selected_size', i.selected_size, 'price', i.price) order by i.position)
                       from public.order_items i where i.order_id = o.id),
           'shipments', (select coalesce(jsonb_agg(jsonb_build_object('shipment_number', s.shipment_number, 'status', s.status, 'carrier', s.carrier,
                       'tracking_number', s.tracking_number, 'shipped_date', s.shipped_date, 'estimated_delivery_date', s.estimated_delivery_date)
                       order by s.created_at), '[]') from public.shipments s where s.order_id = o.id and s.archived_at is null))
           -- Only where something was taken off.
           || jsonb_strip_nulls(jsonb_build_object('discount', nullif(o.discount, 0), 'delivery_discount', nullif(o.delivery_discount, 0),
                'discount_code', o.discount_code, 'paid', shop.paid_json(o)))
            from public.orders o
           where o.id = tracked_order_json.order_id);
end;
$$;

-- Where an order is, for somebody who knows its number and one of its phones. Takes the number, the normalised phone, and how many wrong guesses are
-- allowed {hits, seconds}, for the number and for the phone each, from however many networks; null for any number of them. Returns what
-- `shop.tracked_order_json` says, or null when number and phone do not belong together: a refusal would roll the count back.
-- Refuses 429 `too_many_guesses` {retryAfter}, the right answer, too, since it would be the one that somebody guesses.
create function public.track_order(order_number text, phone text, guesses jsonb default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  asked_number constant text := upper(track_order.order_number);
  -- In this order everywhere, so that two calls cannot wait for each other.
  buckets constant text[] := array[shop.bucket('track number', asked_number), shop.bucket('track phone', track_order.phone)];
  counted_bucket text;
  seconds_to_wait integer := 0;
  order_id text;
begin
  if guesses is not null then
    foreach counted_bucket in array buckets loop
      seconds_to_wait := greatest(seconds_to_wait,
        public.hit_rate_limit(counted_bucket, (guesses ->> 'hits')::integer, (guesses ->> 'seconds')::integer));
    end loop;
  end if;
  if seconds_to_wait > 0 then
    perform shop.refuse('too_many_guesses', jsonb_build_object('retryAfter', seconds_to_wait));
  end if;

  select o.id into order_id from public.orders o
   where o.order_number = asked_number and track_order.phone in (o.customer_phone, o.second_phone) and o.archived_at is null;
  if not found then
    return null;
  elsif guesses is not null then
    -- Who knows both may look as often as they like.
    update public.rate_limits r set hits = r.hits - 1 where r.bucket = any (buckets);
  end if;
  return shop.tracked_order_json(order_id) || shop.parcel_steps_json(order_id);
end;
$$;

grant execute on function public.list_orders, public.track_order to service_role;
