-- A shop after two busy years, its rows in the order in which they came: 10,000 products, 100,000 orders, 500,000 ledger rows, 2,000 purchase orders, 20,000 shipments, 50,000 reviews, 100,000 customers.
-- Row by row through shop.change_stock this would take an hour, so the triggers are off in here, and whoever runs it checks the books afterwards.

set session_replication_role = replica;
select setseed(0.42);

create function pg_temp.id_at(moment timestamptz, n bigint) returns text language sql immutable
as $$ select lpad(to_hex(extract(epoch from moment)::bigint), 8, '0') || lpad(to_hex(n), 16, '0') $$;

create function pg_temp.one_of(words text[], n integer) returns text language sql immutable
as $$ select words[1 + n % cardinality(words)] $$;

insert into auth.users (id, email) select gen_random_uuid(), 'shopper' || n || '@example.com' from generate_series(1, 2000) n;

insert into public.categories (name, slug, sort_order)
select initcap(slug), slug, n
  from unnest(array['earrings', 'sets', 'necklaces', 'rings', 'bracelets', 'watches', 'pendant', 'bridal', 'cosmetics']) with ordinality as c (slug, n);

insert into public.products (id, name, description, material, category, price, images, is_new, is_featured, colors, sizes, created_at, archived_at)
select pg_temp.id_at(at, n),
       concat_ws(' ', pg_temp.one_of('{Rose Gold,Silver,Antique,Royal,Classic,Dainty,Bold}', n / 3), pg_temp.one_of('{Kundan,Ruby,Emerald,Pearl,Halo,Polki,Zircon,Meenakari}', n / 5),
                 pg_temp.one_of('{Earrings,Set,Necklace,Ring,Bracelet,Watch,Pendant,Choker,Compact}', n), n),
       'Made to be worn from the mehndi to the walima, light enough for a long evening and finished by hand. '
         || repeat(pg_temp.one_of('{Set with faux stones in a frame of tiny sparkles,Comes in a box with a soft pouch,Keep away from water and perfume}', n) || '. ', 4),
       pg_temp.one_of('{Gold plated brass,Silver plated alloy,Antique brass with faux pearls}', n),
       (select c.slug from public.categories c where c.sort_order = 1 + n % 9),
       500 + 50 * (n * 37 % 200), array['/media/a.webp', '/media/b.webp'], n % 20 = 0, n % 50 = 0, '{Gold,Silver,Rose Gold}', '{}', at,
       case when n % 100 = 99 then now() - interval '10 days' end
  from (select n, now() - interval '760 days' + interval '20 days' * n / 10000 as at from generate_series(1, 10000) n) numbered;

insert into public.product_words select id, shop.search_words(name, category, material, colors, occasions, description) from public.products;

create temp table shelf as select row_number() over (order by id) - 1 as n, id, name, price, created_at from public.products;
create unique index on shelf (n);

-- Triggers would have made them.
insert into public.product_variants (id, product_id, sku, created_at) select id, id, 'SKU-' || n, created_at from shelf;
select setval('shop.product_numbers', 10000);

-- Few products sell often, most sell now and then.
create temp table lines as
select drawn.n, drawn.position, drawn.quantity, s.id as product_id, s.name as product_name, s.price
  from (select n, position, 1 + (random() * 1.6)::integer as quantity, floor(10000 * random() ^ 2)::bigint as pick
          from generate_series(1, 100000) n, generate_series(0, n % 3) position) drawn
  join shelf s on s.n = drawn.pick;

-- 100,000 people, each by their phone; the first 30,000 order again and again, the others were brought along. Triggers would have made them.
insert into public.customers (id, name, email, created_at, last_order_at)
select pg_temp.id_at(now() - interval '730 days', n), c.name || ' ' || c.family, lower(c.name || '.' || c.family || n || '@example.com'),
       now() - interval '730 days', now() - interval '1 minute' * (100000 - n)
  from (select n, pg_temp.one_of('{Ayesha,Fatima,Sana,Hina,Maryam,Zainab,Bilal,Usman,Hamza,Ali}', n) as name,
               case when n % 20000 = 7 then 'Barakzai' else pg_temp.one_of('{Khan,Malik,Ahmed,Butt,Sheikh,Raza,Qureshi}', n / 10) end as family
          from generate_series(0, 99999) n) c;
insert into shop.customer_phones (phone, customer_id) select '+9230' || lpad((row_number() over (order by id) - 1)::text, 8, '0'), id from public.customers;
do $$ begin perform shop.write_customer_words(c) from public.customers c; end $$;

insert into public.orders (id, order_number, customer_name, customer_email, customer_phone, customer_address, city, subtotal, shipping, total_amount,
                           status, shopper_id, created_at, updated_at, archived_at, customer_id)
select pg_temp.id_at(at, n), 'ORD-' || 10000 + n, name || ' ' || family, lower(name || '.' || family || n % 30000 || '@example.com'),
       '+9230' || lpad((n % 30000)::text, 8, '0'), 'House ' || n % 90 || ', Street ' || n % 40, 'Lahore',
       subtotal, fee, subtotal + fee, status::shop.order_status,
       case when n % 5 = 0 then u.id end, at, at, case when n % 100 = 7 then at + interval '1 hour' end,
       pg_temp.id_at(now() - interval '730 days', n % 30000)
  from (select l.n, sum(l.price * l.quantity) as subtotal, case when sum(l.price * l.quantity) >= 2999 then 0 else 200 end as fee,
               now() - interval '730 days' * (1 - l.n / 100000.0) - interval '2 hours' as at,
               pg_temp.one_of('{Ayesha,Fatima,Sana,Hina,Maryam,Zainab,Bilal,Usman,Hamza,Ali}', l.n) as name,
               pg_temp.one_of('{Khan,Malik,Ahmed,Butt,Sheikh,Raza,Qureshi}', l.n % 30000 / 10) as family,
               case when l.n % 12 = 0 then 'cancelled' when l.n < 97000 then 'delivered'
                    else pg_temp.one_of('{pending,processing,shipped,delivered}', l.n) end as status
          from lines l group by l.n) numbered
  left join (select row_number() over (order by email) as number, id from auth.users) u on u.number = 1 + numbered.n % 2000
 order by n;
select setval('shop.order_numbers', 110001);
insert into public.order_confirmations (order_id, state, due_at, is_open)
select id, case when status = 'pending' then 'unconfirmed' else 'confirmed' end::shop.confirmation_state, case when status = 'pending' then created_at end,
       status in ('pending', 'processing') and archived_at is null
  from public.orders;

insert into public.order_items (id, order_id, position, product_id, variant_id, product_name, product_image, quantity, price)
select pg_temp.id_at(o.created_at, 4 * l.n + l.position), o.id, l.position, l.product_id, l.product_id, l.product_name, '/media/a.webp', l.quantity, l.price
  from lines l join public.orders o on o.order_number = 'ORD-' || 10000 + l.n order by l.n, l.position;

insert into public.suppliers (id, name) select lpad(to_hex(n), 24, '0'), 'Supplier ' || n from generate_series(0, 59) n;
insert into public.purchase_orders (id, order_number, supplier_id, supplier_name, status, order_date, created_at)
select pg_temp.id_at(at, n), 'PO-' || 1000 + n, lpad(to_hex(n % 60), 24, '0'), 'Supplier ' || n % 60, pg_temp.one_of('{received,received,ordered,pending,cancelled}', n)::shop.purchase_order_status, at, at
  from (select n, now() - interval '730 days' * (1 - n / 2000.0) - interval '3 hours' as at from generate_series(1, 2000) n) numbered;
insert into public.purchase_order_items (id, purchase_order_id, position, product_id, variant_id, product_name, quantity, unit_cost)
select pg_temp.id_at(o.created_at, position), o.id, position, s.id, s.id, s.name, 10 + position, round(s.price / 3, 2)
  from public.purchase_orders o, generate_series(0, 4) position, shelf s
 where s.n = (substr(o.order_number, 4)::integer * 5 + position) % 10000;
update public.purchase_orders o set total_amount = (select sum(i.total_cost) from public.purchase_order_items i where i.purchase_order_id = o.id);

insert into public.shipments (id, order_id, order_number, carrier, tracking_number, shipping_cost, status, shipped_date, created_at)
select pg_temp.id_at(o.created_at, 1), o.id, o.order_number, pg_temp.one_of('{TCS,Leopards,M&P}', n::integer), 'TRK' || 100000 + n, 200,
       case when o.status = 'delivered' then 'delivered' else 'in_transit' end::shop.shipment_status, o.created_at, o.created_at + interval '1 hour'
  from (select row_number() over (order by created_at desc) as n, * from public.orders where status in ('shipped', 'delivered') and archived_at is null) o
 where n % 4 = 0 and n <= 80000 order by n desc;

insert into public.reviews (id, product_id, user_id, user_name, rating, comment, created_at)
select pg_temp.id_at(at, numbered.n), s.id, 'guest', 'Ayesha', 1 + (random() * 4)::integer, 'Lovely work, and it came well packed.', at
  from (select n, floor(10000 * random() ^ 2)::bigint as pick, now() - interval '700 days' * (1 - n / 50000.0) as at from generate_series(1, 50000) n) numbered
  join shelf s on s.n = pick;
insert into public.review_edit_tokens select id, repeat('0', 64) from public.reviews;
update public.products p set rating = r.rating, review_count = r.reviews
  from (select product_id, round(avg(rating), 1) as rating, count(*) as reviews from public.reviews group by product_id) r where r.product_id = p.id;

-- What moved stock: sales, what came back of cancelled and open archived orders, deliveries, and counts by hand up to 490,000 rows.
create temp table moves as
select o.created_at as at, l.product_id, 'sale' as kind, -sum(l.quantity)::integer as delta, o.order_number as reference
  from lines l join public.orders o on o.order_number = 'ORD-' || 10000 + l.n group by o.id, l.product_id
union all
select o.created_at + interval '1 hour', l.product_id, 'return', sum(l.quantity)::integer, o.order_number
  from lines l join public.orders o on o.order_number = 'ORD-' || 10000 + l.n
 where o.status = 'cancelled' or (o.archived_at is not null and o.status <> 'delivered') group by o.id, l.product_id
union all
select o.created_at, i.product_id, 'purchase', i.quantity, o.order_number
  from public.purchase_orders o join public.purchase_order_items i on i.purchase_order_id = o.id where o.status = 'received';
insert into moves
select now() - interval '729 days' * random() - interval '1 hour', s.id, pg_temp.one_of('{adjustment,adjustment,purchase,damage}', drawn.n),
       case drawn.n % 4 when 0 then 1 when 1 then -1 when 2 then 2 else -1 end, null
  from (select n::integer, floor(10000 * random())::bigint as pick from generate_series(1, 490000 - (select count(*) from moves)) n) drawn
  join shelf s on s.n = pick;

-- The opening stock is what a product lacked at its emptiest, and some more.
create temp table chain as
select *, row_number() over product as n, sum(delta) over product as running
  from moves window product as (partition by product_id order by at, kind, delta rows unbounded preceding);
create temp table opening as
select s.id as product_id, s.created_at as at, greatest(0, -coalesce(min(c.running), 0))::integer + (s.n * 13 % 60)::integer as pieces
  from shelf s left join chain c on c.product_id = s.id group by s.id, s.created_at, s.n;

insert into public.stock_history (id, product_id, variant_id, transaction_type, quantity, previous_stock, new_stock, variant_stock, reference_number, created_at)
select pg_temp.id_at(at, row_number() over (order by at, n)), product_id, product_id, kind::shop.stock_change_kind, delta, stock - delta, stock, stock, reference, at
  from (select c.at, c.n, c.product_id, c.kind, c.delta, o.pieces + c.running as stock, c.reference from chain c join opening o using (product_id)
        union all
        select o.at, 0, o.product_id, 'adjustment', o.pieces, o.pieces, null from opening o) ledger
 order by at, n;
update public.products p set stock_quantity = s.stock
  from (select product_id, sum(quantity) as stock from public.stock_history group by product_id) s where s.product_id = p.id;
update public.product_variants v set stock_quantity = p.stock_quantity from public.products p where p.id = v.product_id;

-- What the books have of delivered orders, of which nothing is paid yet.
insert into public.order_postings (posting, order_id, account, amount, created_at)
select dense_rank() over (order by o.created_at, o.id), o.id, b.account, sum(b.amount), o.created_at + interval '4 days'
  from public.orders o cross join shop.books_of(o) b
 where o.status = 'delivered' group by o.id, o.created_at, b.account having sum(b.amount) <> 0 order by o.created_at;

select shop.rebuild_daily_counts(), shop.rebuild_sold_lines(), shop.rebuild_order_words();

drop table shelf, lines, moves, chain, opening;
reset session_replication_role;
