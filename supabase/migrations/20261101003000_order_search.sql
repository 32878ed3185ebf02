-- Orders are found by what is known of them: number, name, e-mail, phone in any spelling, a parcel's tracking number, a product. The words of each
-- order stand in a table of their own with an index of words: what was typed is the beginning of some of them. Works without trigrams, which not
-- every Postgres has, and reads no list from end to end.

create table shop.order_words (
  order_id text primary key references public.orders (id) on delete cascade,
  created_at timestamptz not null,
  status shop.order_status not null,
  words tsvector not null
);

-- Without a list of recent changes to be read with each search: what was just ordered is searched for at once.
create index order_words_search on shop.order_words using gin (words) with (fastupdate = off);
-- A status changes in place.
alter table shop.order_words set (fillfactor = 90);

-- The words of a text in lower case: what stands between spaces and ASCII signs.
create function shop.words_of(typed text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array_remove(regexp_split_to_array(lower(typed), '[\s!-/:-@[-`{-~]+'), '');
$$;

-- The ends of a phone number, from four digits to all of them without the country's 92: any part of it is the beginning of one.
create function shop.phone_words(phone text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array(select right(digits, n) from regexp_replace(phone, '^\+92|\D', '', 'g') as digits, generate_series(4, greatest(length(digits), 4)) n);
$$;

-- Writes down the words of an order, or forgets them when it is archived.
create function shop.keep_order_words(order_id text) returns void
language plpgsql set search_path = ''
as $$
declare
  o public.orders;
  words text[];
begin
  select * into o from public.orders f where f.id = keep_order_words.order_id and f.archived_at is null;
  if not found then
    delete from shop.order_words w where w.order_id = keep_order_words.order_id;
    return;
  end if;
  words := shop.words_of(o.order_number) || shop.words_of(o.customer_name) || shop.words_of(split_part(o.customer_email, '@', 1))
    || shop.phone_words(o.customer_phone) || shop.phone_words(coalesce(o.second_phone, ''))
    || array(select w from public.order_items i, unnest(shop.words_of(i.product_name)) w where i.order_id = o.id)
    || array(select w from public.shipments s, unnest(shop.words_of(s.tracking_number) || shop.words_of(regexp_replace(s.tracking_number, '\W', '', 'g'))) w
              where s.order_id = o.id and s.archived_at is null);
  insert into shop.order_words (order_id, created_at, status, words)
  values (o.id, o.created_at, o.status, array_to_tsvector(array(select distinct left(w, 100) from unnest(words) w where w <> '')))
  on conflict on constraint order_words_pkey
    do update set created_at = excluded.created_at, status = excluded.status, words = excluded.words;
end;
$$;

create function shop.keep_words_of_new_lines() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.keep_order_words(a.order_id) from (select distinct order_id from added) a;
  return null;
end;
$$;

-- An order's lines come with it, once.
create trigger order_items_words after insert on public.order_items
  referencing new table as added for each statement execute function shop.keep_words_of_new_lines();

create function shop.keep_words_of_order() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.keep_order_words(new.id);
  return null;
end;
$$;

create trigger orders_words after update on public.orders
  for each row when ((old.customer_name, old.customer_email, old.customer_phone, old.second_phone, old.created_at, old.archived_at is null)
                     is distinct from (new.customer_name, new.customer_email, new.customer_phone, new.second_phone, new.created_at, new.archived_at is null))
  execute function shop.keep_words_of_order();

create function shop.keep_status_of_words() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update shop.order_words w set status = new.status where w.order_id = new.id;
  return null;
end;
$$;

create trigger orders_words_status after update of status on public.orders
  for each row when (old.status <> new.status) execute function shop.keep_status_of_words();

create function shop.keep_words_of_parcel() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.keep_order_words(new.order_id);
  return null;
end;
$$;

create trigger shipments_words_new after insert on public.shipments
  for each row when (new.tracking_number <> '') execute function shop.keep_words_of_parcel();
create trigger shipments_words after update on public.shipments
  for each row when ((old.tracking_number, old.archived_at is null) is distinct from (new.tracking_number, new.archived_at is null))
  execute function shop.keep_words_of_parcel();

-- Writes down the words of all orders anew, for whoever wrote orders past the triggers.
create function shop.rebuild_order_words() returns void
language plpgsql set search_path = ''
as $$
begin
  delete from shop.order_words where true;
  perform shop.keep_order_words(o.id) from (select id from public.orders where archived_at is null order by created_at) o;
end;
$$;

select shop.rebuild_order_words();

-- Words of which each is the beginning of a word that is looked for. Null for none.
create function shop.words_query(typed text[]) returns tsquery
language sql immutable parallel safe set search_path = ''
as $$
  select string_agg(quote_literal(w) || ':*', ' & ')::tsquery from unnest(typed) w;
$$;

drop function public.order_page(shop.order_status, text, timestamptz, timestamptz, text, boolean, integer, integer);

-- A page of the orders. Takes a status, a pattern for the e-mail address in lower case, two moments (beginnings of days in Karachi; each filter
-- may be null), one of `createdAt`, `totalAmount`, `status`, `customerName` and the direction, how many to pass over and how many to give, and words in
-- lower case that must all be beginnings of words of the order (null: whichever). Returns {items, total}, the items with theirs.
create function public.order_page(status shop.order_status, email_like text, from_time timestamptz, to_time timestamptz, sort_by text, ascending boolean,
                                  first integer, most integer, typed_words text[] default null)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  -- Words have all that is asked for most beside them; the order itself is read only for what they lack.
  is_searched constant boolean := typed_words is not null;
  needs_order constant boolean := not is_searched or email_like is not null or sort_by in ('totalAmount', 'customerName');
  found_in constant text := case when not is_searched then 'public.orders o'
                                 when needs_order then 'shop.order_words w join public.orders o on o.id = w.order_id'
                                 else 'shop.order_words w' end;
  -- Whose columns are meant: both have a status and a moment.
  a constant text := case when is_searched then 'w' else 'o' end;
  id constant text := case when is_searched then 'w.order_id' else 'o.id' end;
  wanted constant text := case when is_searched then 'w.words @@ shop.words_query($5)' else 'o.archived_at is null' end
    || format(' and ($1 is null or %1$s.status = $1) and ($3 is null or %1$s.created_at >= $3) and ($4 is null or %1$s.created_at < $4)', a)
    || case when email_like is null then '' else ' and o.customer_email like $2' end;
  sorting constant text := case sort_by when 'totalAmount' then 'o.total_amount' when 'status' then a || '.status' when 'customerName' then 'o.customer_name'
                                        else a || '.created_at' end || case when ascending then '' else ' desc' end;
  -- One reading is enough for what is found seldom; of what is found often, the beginning comes at once.
  seldom constant integer := 1000;
  ids text[];
  total bigint;
begin
  -- Put together, so that each sorting has its index; the ids alone, so that what is passed over is not read.
  execute format('select array (select %s from %s where %s order by %s, %1$s limit $6)', id, found_in, wanted, sorting)
     into ids using order_page.status, email_like, from_time, to_time, typed_words,
                    -- An index of words gives all that it finds, or nothing.
                    case when is_searched then null when email_like is null then first + most else greatest(first + most, seldom) end;
  if not is_searched and email_like is null then
    total := shop.tallied('orders', order_page.status::text, from_time, to_time);
  elsif is_searched or cardinality(ids) < greatest(first + most, seldom) then
    total := cardinality(ids);
  else
    execute format('select count(*) from public.orders o where %s', wanted) into total using order_page.status, email_like, from_time, to_time, typed_words;
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.order_json(page.id) order by page.place), '[]')
                from unnest(ids[first + 1 : first + most]) with ordinality as page (id, place)),
    'total', total);
end;
$$;

-- An order as the API shows it, with its items and its parcels, the latest one last. Takes the order's id.
create or replace function shop.order_json(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select to_jsonb(o) || jsonb_build_object(
                   'items', (select coalesce(jsonb_agg(to_jsonb(i) order by i.position), '[]') from public.order_items i where i.order_id = o.id),
                   'shipments', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number, 'status', s.status,
                                           'carrier', s.carrier, 'tracking_number', s.tracking_number, 'updated_at', s.updated_at)
                                           order by s.created_at, s.id), '[]')
                                   from public.shipments s where s.order_id = o.id and s.archived_at is null))
            from public.orders o
           where o.id = order_json.order_id);
end;
$$;

-- Shipments are found by their tracking number, typed or scanned from its beginning.
create index shipments_by_tracking_number on public.shipments (lower(tracking_number) text_pattern_ops)
  where archived_at is null and tracking_number <> '';

-- What is known under what somebody of the staff typed, a few of each kind: {orders, products, shipments, purchaseOrders}, the newest first, and first of
-- all what has exactly this number. Takes the words as `order_page` takes them, a pattern for the e-mail address (null: whichever), the number of a record
-- in upper case (`ORD-10042`, or `10042` for whatever has it; null for what is no number), a pattern for the beginning of a tracking number in lower case,
-- one for the name of a supplier, and how many of each.
create function public.search_records(typed_words text[], email_like text, number text, tracking_like text, supplier_like text, page_limit integer)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  -- Of what is found more often, the newest are looked at.
  looked_at constant integer := 1000;
begin
  return jsonb_build_object(
    'orders', (
      select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'order_number', o.order_number, 'customer_name', o.customer_name, 'city', o.city,
                        'status', o.status, 'total_amount', o.total_amount, 'created_at', o.created_at) order by f.place, o.created_at desc, o.id), '[]')
        from (select m.id, min(m.place) as place
                from ((select e.id, 0 as place from public.orders e where e.order_number in (number, 'ORD-' || number) and e.archived_at is null)
                      union all
                      (select w.order_id, 1 from shop.order_words w left join public.orders o on o.id = w.order_id and email_like is not null
                        where w.words @@ shop.words_query(typed_words) and (email_like is null or o.customer_email like email_like)
                        order by w.created_at desc, w.order_id limit page_limit)
                      union all
                      (select a.id, 1 from public.orders a where typed_words is null and a.archived_at is null and a.customer_email like email_like
                        order by a.created_at desc, a.id limit page_limit)) m
               group by m.id order by 2, m.id desc limit page_limit) f
        join public.orders o on o.id = f.id),
    'products', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'image', p.images[1], 'price', p.price, 'stock_quantity', p.stock_quantity)
                        order by p.review_count desc, p.name, p.id), '[]')
        from (select n.* from (select f.* from (select string_agg(quote_literal(t) || ':*A', ' & ')::tsquery as words from unnest(typed_words) t) query
                                 join public.product_words w on w.words @@ query.words join public.products f on f.id = w.product_id
                                where f.archived_at is null limit looked_at) n
               order by n.review_count desc, n.name, n.id limit page_limit) p),
    'shipments', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number, 'order_number', s.order_number,
                        'carrier', s.carrier, 'tracking_number', s.tracking_number, 'status', s.status) order by s.created_at desc, s.id), '[]')
        from (select f.* from ((select n.id from public.shipments n where n.shipment_number in (number, 'SHP-' || number))
                               union
                               (select t.id from public.shipments t where t.archived_at is null and t.tracking_number <> ''
                                   and lower(t.tracking_number) like tracking_like limit looked_at)) m
                join public.shipments f on f.id = m.id
               where f.archived_at is null
               order by f.created_at desc, f.id limit page_limit) s),
    'purchaseOrders', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'order_number', p.order_number, 'supplier_name', p.supplier_name, 'status', p.status,
                        'total_amount', p.total_amount) order by p.created_at desc, p.id), '[]')
        from (select * from public.purchase_orders f
               where f.archived_at is null and (f.order_number in (number, 'PO-' || number) or f.supplier_name ilike supplier_like)
               order by f.created_at desc, f.id limit page_limit) p));
end;
$$;

alter table shop.order_words enable row level security;
revoke all on shop.order_words from public, anon, authenticated;
grant select, insert, update, delete on shop.order_words to service_role;
grant execute on all functions in schema shop to service_role;
revoke execute on function public.order_page, public.search_records from public, anon, authenticated;
grant execute on function public.order_page, public.search_records to service_role;
