-- Customers as staff see them, with their orders and what was paid.

-- Whether parcels of an order came back, and no other one was sent in their place: the last did, or failed and the order was cancelled; or
-- one of several did, while others arrived. Takes its row.
create function shop.is_returned(of_order public.orders) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (select coalesce(of_order.uncollected > 0
                            or (array_agg(s.status = 'returned' or s.status = 'failed' and of_order.status = 'cancelled'
                                          order by s.created_at desc, s.id desc))[1], false)
                 and not (shop.is_open(of_order.status) and coalesce(bool_or(not shop.is_back(s.status)), false))
            from public.shipments s where s.order_id = of_order.id and s.archived_at is null);
end;
$$;

-- Whether an order arrived, or a part of it. Takes its row.
create function shop.has_arrived(of_order public.orders) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return of_order.status = 'delivered'
         and (not shop.is_returned(of_order)
              or exists (select from public.shipments s
                          where s.order_id = of_order.id and s.archived_at is null and s.status = 'delivered'));
end;
$$;

-- What the shop knows of a customer's orders, without archived ones: {orders, delivered, returned, cancelled, open, value, ordered,
-- first_order_at, last_order_at}. An order of which a part arrived and a part came back counts as both, any other once. In rupees, `value`
-- is what is left of what was delivered, and `ordered` all that was ordered and not cancelled. Times are null without an order.
create function shop.customer_record(customer_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
             'orders', count(*),
             'delivered', count(*) filter (where o.has_arrived),
             'returned', count(*) filter (where o.is_returned),
             'cancelled', count(*) filter (where o.status = 'cancelled' and not o.is_returned),
             'open', count(*) filter (where shop.is_open(o.status) and not o.is_returned),
             'value', coalesce(sum(o.net) filter (where o.has_arrived), 0),
             'ordered', coalesce(sum(o.total_amount) filter (where o.status <> 'cancelled'), 0),
             'first_order_at', min(o.created_at), 'last_order_at', max(o.created_at))
      from (select f.status, f.total_amount, shop.net_of(f) as net, f.created_at, shop.is_returned(f) as is_returned,
                   shop.has_arrived(f) as has_arrived
              from public.orders f
             where f.customer_id = customer_record.customer_id and f.archived_at is null) o);
end;
$$;

-- A customer as lists show them: the row with phones and record. Takes the row.
create function shop.customer_json(customer public.customers) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(customer) || jsonb_build_object(
           'record', shop.customer_record(customer.id),
           'phones', (select coalesce(jsonb_agg(p.phone order by p.created_at, p.phone), '[]') from shop.customer_phones p
                      where p.customer_id = customer.id));
$$;

-- A page of the customers, last order first. Takes words in lower case, each the beginning of one of the customer's words (null: any), a
-- pattern for the e-mail address, an order's number with or without `ORD-`, a tag and a block (each may be null), how many rows to skip and
-- how many to return. Who has the order is found whatever the words say. Returns {items, total}.
create function public.list_customers(typed_words text[], email_like text, number text, tag text, blocked shop.customer_block,
                                      page_offset integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  ids text[];
  total bigint;
begin
  if typed_words is null and email_like is null and number is null then
    ids := array (select c.id from public.customers c
                   where c.merged_into is null and (tag is null or c.tags @> array[tag]) and (blocked is null or c.block = blocked)
                   order by c.last_order_at desc, c.id offset page_offset limit page_limit);
    select count(*) into total from public.customers c
     where c.merged_into is null and (tag is null or c.tags @> array[tag]) and (blocked is null or c.block = blocked);
  else
    ids := array (
      select c.id
        from (select w.customer_id as id from shop.customer_words w where typed_words is not null
              and w.words @@ shop.order_word_query(typed_words)
              union
              select e.id from public.customers e where typed_words is null and e.email like email_like
              union
              select o.customer_id from public.orders o where o.order_number in (number, 'ORD-' || number)) m
        join public.customers c on c.id = m.id
       where c.merged_into is null and (email_like is null or c.email like email_like) and (tag is null or c.tags @> array[tag])
         and (blocked is null or c.block = blocked)
       order by c.last_order_at desc, c.id);
    total := cardinality(ids);
    ids := ids[page_offset + 1 : page_offset + page_limit];
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.customer_json(c) order by page.place), '[]')
                from unnest(ids) with ordinality as page (id, place) join public.customers c on c.id = page.id),
    'total', total);
end;
$$;

-- Who orders with a phone, for staff who write down the next order: {customer}, null when nobody has. The customer is as lists show them,
-- with open_orders: the last twenty that are pending, processing or on their way, as {id, order_number, status, total_amount, created_at}.
-- Takes the phone.
create function public.find_customer_of_phone(phone text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('customer', (
    select shop.customer_json(c) || jsonb_build_object('open_orders', (
             select coalesce(jsonb_agg(to_jsonb(l) order by l.created_at desc, l.id), '[]')
               from (select o.id, o.order_number, o.status, o.total_amount, o.created_at from public.orders o
                      where o.customer_id = c.id and o.archived_at is null and shop.is_open(o.status)
                            -- One that came back is no longer open, as in the record.
                        and (select s.status from public.shipments s where s.order_id = o.id and s.archived_at is null
                              order by s.created_at desc, s.id desc limit 1) is distinct from 'returned'
                      order by o.created_at desc, o.id limit 20) l))
      from shop.customer_phones p join public.customers c on c.id = p.customer_id
     where p.phone = shop.normal_phone(find_customer_of_phone.phone)));
end;
$$;

grant execute on function public.list_customers, public.find_customer_of_phone to service_role;
