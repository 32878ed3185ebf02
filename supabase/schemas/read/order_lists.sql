-- Lists of orders, as staff work through them.

-- All lists that staff work through: `shop.order_work`, where each open order is once, and beside it {order_id, work} `to_check`: a
-- transfer waits to be found at the bank; `advance_late`: an advance is missing after its time, and no transfer waits.
create view shop.order_lists with (security_invoker = true) as
  select w.order_id, w.work from shop.order_work w
  union all
  select distinct c.order_id, 'to_check' from public.advance_claims c join public.orders o on o.id = c.order_id
   where c.state = 'sent' and o.archived_at is null
  union all
  select m.order_id, 'advance_late' from shop.missing_advances m
   where m.is_late and not exists (select from public.advance_claims c where c.order_id = m.order_id and c.state = 'sent');

-- A page of the orders. Takes a status, a pattern for the e-mail address in lower case, two moments (beginnings of days in Pakistan; each
-- filter may be null), a sort key (`createdAt`, `orderNumber`: ORD-9999 before ORD-10000, `totalAmount`, `status`, `customerName`) and its
-- direction, how many rows to skip and how many to return, and words in lower case, each the beginning of a word of the order (null: any),
-- where the orders began (null: anywhere), what is to be done with them (a work of `shop.order_lists`; null: anything), and whose they are
-- (the id of a customer; null: anybody's). Returns {items, total}, the orders with their items.
create function public.list_orders(status shop.order_status, email_like text, from_time timestamptz, to_time timestamptz, sort_by text,
                                   ascending boolean, page_offset integer, page_limit integer, typed_words text[] default null,
                                   began shop.order_source default null, work text default null, of_customer text default null)
returns json
language plpgsql stable set search_path = ''
as $$
declare
  -- The table of words has the columns that most searches filter and sort by; orders are joined only for the others.
  is_searched constant boolean := typed_words is not null;
  is_narrowed constant boolean := email_like is not null or began is not null or work is not null or of_customer is not null;
  needs_order constant boolean := not is_searched or is_narrowed or sort_by in ('orderNumber', 'totalAmount', 'customerName');
  source constant text := case when not is_searched then 'public.orders o'
                               when needs_order then 'shop.order_words w join public.orders o on o.id = w.order_id'
                               else 'shop.order_words w' end;
  -- Both tables have `status` and `created_at`.
  alias constant text := case when is_searched then 'w' else 'o' end;
  id constant text := case when is_searched then 'w.order_id' else 'o.id' end;
  conditions constant text := case when is_searched then 'w.words @@ shop.order_word_query($5)' else 'o.archived_at is null' end
    || format(' and ($1 is null or %1$s.status = $1) and ($3 is null or %1$s.created_at >= $3) and ($4 is null or %1$s.created_at < $4)',
              alias)
    || case when email_like is null then '' else ' and o.customer_email like $2' end
    || case when began is null then '' else ' and o.source = $7' end
    || case when work is null then '' else ' and o.id in (select w.order_id from shop.order_lists w where w.work = $8)' end
    || case when of_customer is null then '' else ' and o.customer_id = $9' end;
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
                         else greatest(page_offset + page_limit, counted_at_once) end, began, work, of_customer;
  if not is_searched and not is_narrowed then
    total := shop.count_records('orders', list_orders.status::text, from_time, to_time);
  elsif is_searched or cardinality(ids) < greatest(page_offset + page_limit, counted_at_once) then
    total := cardinality(ids);
  else
    execute format('select count(*) from public.orders o where %s', conditions)
       into total using list_orders.status, email_like, from_time, to_time, typed_words, null::bigint, began, work, of_customer;
  end if;
  return json_build_object(
    'items', shop.staff_orders_json(ids[page_offset + 1 : page_offset + page_limit]),
    'total', total);
end;
$$;

-- What an order's shopper may see of it without signing in: {orderNumber, status, isCollected, createdAt, mergedInto, mergedFrom, items,
-- shipments} and what it waits for, nothing about the person. Takes its id.
create function shop.tracked_order_json(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select jsonb_build_object(
           'order_number', o.order_number, 'status', o.status, 'is_collected', o.customer_address = '', 'created_at', o.created_at,
           'updated_at', o.updated_at, 'total_amount', o.total_amount, 'is_confirmed', shop.is_confirmed_for_shopper(o.id),
           'awaits_proof', o.awaits_proof, 'cancellation_asked_at', o.cancellation_asked_at,
           'cancellation_answered_at', o.cancellation_answered_at,
           -- Numbers alone: a key is for whoever has the link of that order.
           'merged_into', (select k.order_number from public.orders k where k.id = o.merged_into),
           'merged_from', (select coalesce(jsonb_agg(m.order_number order by m.created_at, m.id), '[]') from public.orders m
                            where m.merged_into = o.id and m.archived_at is null),
           'items', (select jsonb_agg(jsonb_build_object('product_name', i.product_name, 'product_image', i.product_image,
                                                         'quantity', i.quantity, 'selected_color', i.selected_color,
                                                         'selected_size', i.selected_size, 'price', i.price)
                                -- Where it can still be seen.
                                || case when p.archived_at is null then jsonb_build_object('product_id', p.id) else '{}' end
                                order by i.position)
                       from public.order_items i join public.products p on p.id = i.product_id where i.order_id = o.id),
           'shipments',
           (select coalesce(jsonb_agg(jsonb_build_object('shipment_number', s.shipment_number, 'status', s.status, 'carrier', s.carrier,
                                                         'tracking_number', s.tracking_number, 'shipped_date', s.shipped_date,
                                                         'estimated_delivery_date', s.estimated_delivery_date)
                       order by s.created_at), '[]') from public.shipments s where s.order_id = o.id and s.archived_at is null))
           -- Only where there is something.
           || jsonb_strip_nulls(jsonb_build_object('discount', nullif(o.discount, 0), 'delivery_discount', nullif(o.delivery_discount, 0),
                'discount_code', o.discount_code, 'gift_wrap', nullif(o.gift_wrap, 0),
                'tax_percent', nullif(o.tax_percent, 0), 'paid', shop.paid_json(o), 'advance_waits_for', shop.advance_waits_for(o)))
            from public.orders o
           where o.id = tracked_order_json.order_id);
end;
$$;

-- The id of an order, for somebody who knows its number and one of its phones. Takes the number, the normalised phone, and how many wrong
-- guesses are allowed {hits, seconds}, for the number and for the phone each, from however many networks; null for any number of them.
-- Returns null when number and phone do not belong together: a refusal would roll the count back. Refuses 429 `too_many_guesses`
-- {retryAfter}, the right answer, too, since it would be the one that somebody guesses.
create function shop.find_tracked_order(order_number text, phone text, guesses jsonb) returns text
language plpgsql set search_path = ''
as $$
declare
  asked_number constant text := upper(find_tracked_order.order_number);
  -- In this order everywhere, so that two calls cannot wait for each other.
  buckets constant text[] := array[shop.bucket('track number', asked_number), shop.bucket('track phone', find_tracked_order.phone)];
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
   where o.order_number = asked_number and find_tracked_order.phone in (o.customer_phone, o.second_phone) and o.archived_at is null;
  if found and guesses is not null then
    -- Somebody who knows both may look as often as they like.
    update public.rate_limits r set hits = r.hits - 1 where r.bucket = any (buckets);
  end if;
  return order_id;
end;
$$;

-- Where an order is, for somebody who knows its number and one of its phones: what `shop.tracked_order_json` says. Takes and refuses what
-- `shop.find_tracked_order` does, and returns null where it does.
create function public.track_order(order_number text, phone text, guesses jsonb default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  order_id constant text := shop.find_tracked_order(order_number, phone, guesses);
begin
  return shop.tracked_order_json(order_id) || shop.parcel_steps_json(order_id);
end;
$$;

-- Mails the link of an order's page to the order's address, for somebody who knows its number and one of its phones. Labels have both, so
-- that they open no page. Takes what `shop.find_tracked_order` does, and what `shop.mail_page_link` takes of guesses. Returns whether
-- number and phone belong together. Refuses like both.
create function public.ask_tracked_page_link(order_number text, phone text, guesses jsonb default null, links jsonb default null)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  order_id constant text := shop.find_tracked_order(order_number, phone, guesses);
begin
  if order_id is not null then
    perform shop.mail_page_link(order_id, true, links);
  end if;
  return order_id is not null;
end;
$$;

-- An order for staff, by its id or its number. Refuses 404 `order_not_found`, also for an archived one.
create function public.find_order(order_id text default null, order_number text default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  found_id text;
begin
  select o.id into found_id from public.orders o
   where (o.id = find_order.order_id or o.order_number = find_order.order_number) and o.archived_at is null;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  return shop.staff_order_json(found_id);
end;
$$;

-- What the desk shows of an order: {order, customer: {id, name, tags, block, notes, record}, attempts: [{how, outcome, callBackAt, note,
-- by, createdAt}]}, the latest attempt last. Takes the order's id and the record of its customer, which is read where it is null.
create function shop.confirmation_json(order_id text, record jsonb default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'order', shop.staff_order_json(order_id),
    'customer', (select jsonb_build_object('id', u.id, 'name', u.name, 'tags', u.tags, 'block', u.block, 'notes', u.notes,
                                           'record', coalesce(confirmation_json.record, shop.customer_record(u.id)))
                   from public.orders o join public.customers u on u.id = o.customer_id where o.id = confirmation_json.order_id),
    'attempts', (select coalesce(jsonb_agg(jsonb_build_object('how', a.how, 'outcome', a.outcome, 'call_back_at', a.call_back_at,
                                                              'note', a.note, 'by', s.username, 'created_at', a.created_at)
                                           order by a.created_at, a.id), '[]')
                   from public.confirmation_attempts a left join public.staff s on s.id = a.actor
                  where a.order_id = confirmation_json.order_id));
end;
$$;

-- A page of the open orders by confirmation, the most urgent first and those that are not due yet after them, the soonest first. Takes a
-- state (null: all that are to be confirmed, as in `shop.order_work`; nobody is asked again where none is due), how many rows to skip and
-- how many to return. Returns {items, counts: [{state, count}], due, total}; the counts are of open orders, too, and `due` of those to ask
-- about now.
create function public.list_confirmations(state shop.confirmation_state, page_offset integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  ids constant text[] := array (
    select c.order_id from public.order_confirmations c left join shop.confirmation_queue q on q.order_id = c.order_id
     where c.is_open and case when list_confirmations.state is not null then c.state = list_confirmations.state
                              else c.order_id in (select w.order_id from shop.order_work w where w.work = 'to_confirm') end
     order by q.due_at > now(), case when q.due_at > now() then q.due_at end, q.urgency, c.updated_at desc, c.order_id);
begin
  return jsonb_build_object(
    -- Many may be of one customer, whose record is read once.
    'items', (with page as (
                select p.id, p.place, o.customer_id
                  from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as p (id, place)
                  join public.orders o on o.id = p.id),
              records as materialized (
                select k.customer_id, shop.customer_record(k.customer_id) as record
                  from (select distinct f.customer_id from page f where f.customer_id is not null) k)
              select coalesce(jsonb_agg(shop.confirmation_json(p.id, r.record) order by p.place), '[]')
                from page p left join records r on r.customer_id = p.customer_id),
    'counts', (select jsonb_agg(jsonb_build_object(
                        'state', s,
                        'count', (select count(*) from public.order_confirmations c where c.is_open and c.state = s)))
                 from unnest(enum_range(null::shop.confirmation_state)) s),
    'due', (select count(*) from shop.confirmation_queue q where q.due_at <= now()),
    'total', cardinality(ids));
end;
$$;

grant select on shop.order_lists to service_role;

grant execute on function public.list_orders, public.track_order, public.ask_tracked_page_link, public.find_order,
  public.list_confirmations to service_role;
