-- Staff find orders by number, name, e-mail, phone in any spelling, tracking number, product or SKU. The words of each order are stored in
-- a table with a word index; what was typed is the beginning of some of them. Needs no trigrams, which the embedded Postgres lacks, and
-- never reads a whole list.

create table shop.order_words (
  order_id text primary key references public.orders (id) on delete cascade,
  created_at timestamptz not null,
  status shop.order_status not null,
  words tsvector not null
-- Room on each page, so that a new status is written in place.
) with (fillfactor = 90);

-- Without a list of pending entries, which each search would have to read as well.
create index order_words_search on shop.order_words using gin (words) with (fastupdate = off);

alter table shop.order_words enable row level security;
grant select, insert, update, delete on shop.order_words to service_role;

-- Stores the words of an order, or removes them when it is archived. Takes the order's id.
create function shop.store_order_words(order_id text) returns void
language plpgsql set search_path = ''
as $$
declare
  o public.orders;
  words text[];
begin
  select * into o from public.orders f where f.id = store_order_words.order_id and f.archived_at is null;
  if not found then
    delete from shop.order_words w where w.order_id = store_order_words.order_id;
    return;
  end if;
  words := shop.split_words(o.order_number)
    || shop.marked_words('^', shop.split_words(o.customer_name) || shop.split_words(coalesce(o.recipient_name, '')))
    || shop.marked_words('~', shop.split_words(split_part(o.customer_email, '@', 1)) || shop.phone_words(o.customer_phone)
                              || case when o.second_phone is not null then shop.phone_words(o.second_phone) end
                              || case when o.recipient_phone is not null then shop.phone_words(o.recipient_phone) end)
    || array(select w from public.order_items i, unnest(shop.split_words(i.product_name)) w where i.order_id = o.id)
    || array(select w from public.order_items i join public.product_variants v on v.id = i.variant_id, unnest(shop.split_words(v.sku)) w
              where i.order_id = o.id)
    || array(select w from public.shipments s,
                    unnest(shop.split_words(s.tracking_number) || shop.split_words(regexp_replace(s.tracking_number, '\W', '', 'g'))) w
              where s.order_id = o.id and s.archived_at is null);
  insert into shop.order_words (order_id, created_at, status, words)
  values (o.id, o.created_at, o.status, array_to_tsvector(array(select distinct left(w, 100) from unnest(words) w where w <> '')))
  on conflict on constraint order_words_pkey
    do update set created_at = excluded.created_at, status = excluded.status, words = excluded.words;
end;
$$;

-- Trigger: an order's lines are written once, with the order.
create function shop.store_words_of_new_items() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.store_order_words(a.order_id) from (select distinct order_id from added) a;
  return null;
end;
$$;

create trigger order_items_words after insert on public.order_items
  referencing new table as added for each statement execute function shop.store_words_of_new_items();

-- Copies an order's new status.
create function shop.copy_status_to_words(new public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  update shop.order_words w set status = new.status where w.order_id = new.id;
end;
$$;

-- Stores the words of all orders again, after a bulk load that bypassed the triggers.
create function shop.rebuild_order_words() returns void
language plpgsql set search_path = ''
as $$
begin
  delete from shop.order_words where true;
  perform shop.store_order_words(o.id) from (select id from public.orders where archived_at is null order by created_at) o;
end;
$$;

-- A query for orders or customers that have, for each word, one that begins with it, among those by which whoever acts may find them. Null
-- for no words.
create function shop.order_word_query(typed text[]) returns tsquery
language plpgsql stable set search_path = ''
as $$
declare
  actor constant uuid := shop.acting();
  marks constant text[] := array[''] || case when shop.may(actor, 'see_names') then array['^'] end
                                     || case when shop.may(actor, 'see_contacts') then array['~'] end;
begin
  return (select string_agg((select '(' || string_agg(quote_literal(m || w) || ':*', ' | ') || ')' from unnest(marks) m),
                            ' & ')::tsquery from unnest(typed) w);
end;
$$;

-- The orders that staff look for, as `search_records` has them. Takes what it takes. Finds by e-mail address only for whoever may see it.
create function shop.find_orders(typed_words text[], email_like text, number text, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  actor constant uuid := shop.acting();
  sees_orders constant boolean := shop.may(actor, 'see_orders');
  sees_contacts constant boolean := shop.may(actor, 'see_contacts');
begin
  return (
    with matching as (
      (select e.id, 0 as place from public.orders e
        where e.order_number in (number, 'ORD-' || number) and e.archived_at is null and sees_orders)
      union all
      (select w.order_id, 1
         from shop.order_words w left join public.orders o on o.id = w.order_id and email_like is not null
        where sees_orders and w.words @@ shop.order_word_query(typed_words)
          and (email_like is null or sees_contacts and o.customer_email like email_like)
        order by w.created_at desc, w.order_id limit page_limit)
      union all
      (select a.id, 1 from public.orders a
        where typed_words is null and a.archived_at is null and a.customer_email like email_like and sees_orders and sees_contacts
        order by a.created_at desc, a.id limit page_limit)
    ), page as (
      select m.id, min(m.place) as place from matching m group by m.id order by 2, m.id desc limit page_limit
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'order_number', o.order_number, 'customer_name', o.customer_name,
                                                 'city', o.city, 'status', o.status, 'total_amount', o.total_amount,
                                                 'created_at', o.created_at)
                              order by page.place, o.created_at desc, o.id), '[]')
      from page join public.orders o on o.id = page.id);
end;
$$;

-- What staff look for, in one box: {orders, products, shipments, purchaseOrders}, a few of each, the newest first, and before all others
-- the record with exactly this number. Takes words as `list_orders` does, a pattern for the e-mail address (null: any), a number in upper
-- case (`ORD-10042`, or `10042` for every record that has it; null when what was typed is no number), a pattern for the beginning of a
-- tracking number in lower case, one for the name of a supplier, and how many of each. Finds what whoever acts may see, by what they may
-- see.
create function public.search_records(typed_words text[], email_like text, number text, tracking_like text,
                                      supplier_like text, page_limit integer)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  -- Where more match than these, any thousand of them are considered.
  max_considered constant integer := 1000;
  actor constant uuid := shop.acting();
  sees_orders constant boolean := shop.may(actor, 'see_orders');
begin
  return jsonb_build_object(
    'orders', shop.find_orders(typed_words, email_like, number, page_limit),
    'products', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'image', p.images[1], 'price', p.price,
                                                   'stock_quantity', p.stock_quantity)
                        order by p.review_count desc, p.name, p.id), '[]')
        from (select n.* from (select f.* from (select string_agg(quote_literal(t) || ':*A', ' & ')::tsquery as words
                                                from unnest(typed_words) t) query
                                 join public.product_words w on w.words @@ query.words join public.products f on f.id = w.product_id
                                where f.archived_at is null limit max_considered) n
               order by n.review_count desc, n.name, n.id limit page_limit) p),
    'shipments', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number, 'order_number', s.order_number,
                        'carrier', s.carrier, 'tracking_number', s.tracking_number, 'status', s.status) order by s.created_at desc, s.id),
                        '[]')
        from (select f.* from ((select n.id from public.shipments n where n.shipment_number in (number, 'SHP-' || number))
                               union
                               (select t.id from public.shipments t where t.archived_at is null and t.tracking_number <> ''
                                   and lower(t.tracking_number) like tracking_like limit max_considered)) m
                join public.shipments f on f.id = m.id
               where f.archived_at is null and sees_orders
               order by f.created_at desc, f.id limit page_limit) s),
    'returns', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'return_number', r.return_number, 'order_number', o.order_number,
                                                   'customer_name', o.customer_name, 'state', r.state)
                                order by r.created_at desc, r.id), '[]')
        from public.return_requests r join public.orders o on o.id = r.order_id and o.archived_at is null
       where r.return_number in (number, 'RET-' || number) and sees_orders),
    'purchase_orders', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'order_number', p.order_number,
                                                   'supplier_name', p.supplier_name, 'status', p.status,
                        'total_amount', p.total_amount) order by p.created_at desc, p.id), '[]')
        from (select * from public.purchase_orders f
               where f.archived_at is null and shop.may(actor, 'buy_stock')
                 and (f.order_number in (number, 'PO-' || number) or f.supplier_name ilike supplier_like)
               order by f.created_at desc, f.id limit page_limit) p));
end;
$$;

grant execute on function public.search_records to service_role;
