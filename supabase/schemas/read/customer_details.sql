-- The record of a customer: all that the shop knows of one person. Lists have the last fifty and how many there are in all, {items, total};
-- what belongs to a deleted order is left out.

-- What was sent to a customer, what they asked to send back, and what they answered by WhatsApp: {parcels: [{id, shipment_number,
-- order_number, status, carrier, tracking_number, shipped_date, ended_at: when it arrived, failed or came back, created_at}],
-- returns: [{id, return_number, order_number, kind, state, created_at}], answers: [{id, order_number, pressed, body, created_at}]}. Takes
-- the id.
create function shop.parcels_of_customer(customer_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'parcels', (
      select jsonb_build_object('items', coalesce(jsonb_agg(to_jsonb(l) - 'total' order by l.created_at desc, l.id), '[]'),
                                'total', coalesce(max(l.total), 0))
        from (select s.id, s.shipment_number, s.order_number, s.status, s.carrier, s.tracking_number, s.shipped_date, s.created_at,
                     (select max(e.created_at) from public.order_events e
                       where e.order_id = s.order_id and e.kind = 'parcel' and e.subject = s.shipment_number and shop.is_over(s.status)
                         and e.after ->> 'status' = s.status::text) as ended_at,
                     count(*) over () as total
                from public.orders o join public.shipments s on s.order_id = o.id and s.archived_at is null
               where o.customer_id = parcels_of_customer.customer_id and o.archived_at is null
               order by s.created_at desc, s.id limit 50) l),
    'returns', (
      select jsonb_build_object('items', coalesce(jsonb_agg(to_jsonb(l) - 'total' order by l.created_at desc, l.id), '[]'),
                                'total', coalesce(max(l.total), 0))
        from (select r.id, r.return_number, o.order_number, r.kind, r.state, r.created_at, count(*) over () as total
                from public.orders o join public.return_requests r on r.order_id = o.id
               where o.customer_id = parcels_of_customer.customer_id and o.archived_at is null
               order by r.created_at desc, r.id limit 50) l),
    'answers', (
      select jsonb_build_object('items', coalesce(jsonb_agg(to_jsonb(l) - 'total' order by l.created_at desc, l.id), '[]'),
                                'total', coalesce(max(l.total), 0))
        from (select a.id, o.order_number, a.pressed, a.body, a.sent_at as created_at, count(*) over () as total
                from public.orders o join public.whatsapp_answers a on a.order_id = o.id
               where o.customer_id = parcels_of_customer.customer_id and o.archived_at is null
               order by a.sent_at desc, a.id limit 50) l));
end;
$$;

-- What came by the contact form with an e-mail address that a customer has, or ordered with: {id, subject, message, status, created_at}.
-- Takes the row.
create function shop.messages_of_customer(customer public.customers) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('items', coalesce(jsonb_agg(to_jsonb(l) - 'total' order by l.created_at desc, l.id), '[]'),
                              'total', coalesce(max(l.total), 0))
      from (select m.id, m.subject, m.message, m.status, m.created_at, count(*) over () as total
              from public.contact_messages m
             where m.email <> ''
               and m.email in (select customer.email union
                               select o.customer_email from public.orders o where o.customer_id = customer.id and o.archived_at is null)
             order by m.created_at desc, m.id limit 50) l);
end;
$$;

-- The reviews that are known to be a customer's, because they bought the product: {id, product_id, product_name, rating, comment,
-- is_published, awaits_staff, created_at}. Takes the id.
create function shop.reviews_of_customer(customer_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with recursive them as (
      select reviews_of_customer.customer_id as id
      union
      -- Who was merged with them may have written under the former id.
      select c.id from public.customers c join them on c.merged_into = them.id
    )
    select jsonb_build_object('items', coalesce(jsonb_agg(to_jsonb(l) - 'total' order by l.created_at desc, l.id), '[]'),
                              'total', coalesce(max(l.total), 0))
      from (select r.id, r.product_id, p.name as product_name, r.rating, r.comment, r.is_published, r.awaits_staff, r.created_at,
                   count(*) over () as total
              from them
              join public.review_edit_tokens t on t.buyer_id = them.id
              join public.reviews r on r.id = t.review_id
              join public.products p on p.id = r.product_id
             order by r.created_at desc, r.id limit 50) l);
end;
$$;

-- What the books know of a customer, in rupees: {sent_back: what was ordered and came back, whole orders or pieces of those that arrived,
-- owed: what riders still ask for, or nobody has received of what arrived, refund_owed, refunds: [{id, order_number, return_number, amount,
-- since, waits_for}] as `public.refunds_owed`, payments: those of their orders that moved no store credit, as `shop.payment_json`}. Takes
-- the id.
create function shop.money_of_customer(customer_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
             'sent_back', coalesce(sum(case when o.has_arrived then o.total_amount - o.net when o.is_returned then o.total_amount end), 0),
             'owed', coalesce(sum(o.due_on_delivery) filter (where o.has_arrived or not o.is_returned), 0))
      from (select f.total_amount, f.due_on_delivery, shop.net_of(f) as net, shop.is_returned(f) as is_returned,
                   shop.has_arrived(f) as has_arrived
              from public.orders f
             where f.customer_id = money_of_customer.customer_id and f.archived_at is null) o)
    || (select jsonb_build_object('refund_owed', coalesce(sum(k.amount), 0),
                                  'refunds', coalesce(jsonb_agg(to_jsonb(k) - array['customer_id', 'customer_name']
                                                                order by k.since, k.id), '[]'))
          from shop.owed_refunds k where k.customer_id = money_of_customer.customer_id)
    || jsonb_build_object('payments', (
         select jsonb_build_object('items', coalesce(jsonb_agg(shop.payment_json(p) order by l.sequence desc), '[]'),
                                   'total', coalesce(max(l.total), 0))
           from (select m.id, m.sequence, count(*) over () as total
                   from public.orders o join public.payments m on m.order_id = o.id
                  where o.customer_id = money_of_customer.customer_id and o.archived_at is null and m.customer_id is null
                    -- The others are between the shop and a courier.
                    and m.kind in ('advance', 'collected', 'refund')
                  order by m.sequence desc limit 50) l
           join public.payments p on p.id = l.id));
end;
$$;

-- A customer with all that the shop knows of them: {…, phones, record, addresses: [{address, city, orders, last_used_at}], orders: the last
-- fifty, as {id, order_number, status, total_amount, created_at, ended_at: when it was delivered or cancelled}, similar: other customers
-- with the same e-mail address, credit_history: the payments that moved their store credit, the last one first, as `shop.payment_json`},
-- and what not everybody may see: parcels, returns, answers, messages, reviews and money, null for whoever lacks the right. For one who was
-- merged, whoever took their place. Takes the id. Refuses 404 `customer_not_found`.
create function public.find_customer(customer_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  customer public.customers;
begin
  select * into customer from public.customers c where c.id = find_customer.customer_id;
  while customer.merged_into is not null loop
    select * into customer from public.customers c where c.id = customer.merged_into;
  end loop;
  if customer.id is null then
    perform shop.refuse('customer_not_found');
  end if;
  return shop.customer_json(customer) || jsonb_build_object(
    'addresses', (select coalesce(jsonb_agg(to_jsonb(a) order by a.last_used_at desc), '[]')
                    from (select max(o.customer_address) as address, max(o.city) as city, count(*) as orders,
                          max(o.created_at) as last_used_at
                            from public.orders o where o.customer_id = customer.id and o.archived_at is null and o.customer_address <> ''
                           group by shop.address_key(o.customer_address, o.city) order by 4 desc limit 20) a),
    'orders', (select coalesce(jsonb_agg(to_jsonb(l) order by l.created_at desc, l.id), '[]')
                 from (select o.id, o.order_number, o.status, o.total_amount, o.created_at,
                              (select max(e.created_at) from public.order_events e
                                where e.order_id = o.id and e.kind = 'order' and not shop.is_open(o.status)
                                  and e.after ->> 'status' = o.status::text) as ended_at
                         from public.orders o
                        where o.customer_id = customer.id and o.archived_at is null order by o.created_at desc, o.id limit 50) l),
    'similar', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'record', shop.customer_record(s.id))
                                          order by s.last_order_at desc), '[]')
                  from (select * from public.customers e
                         where e.email = customer.email and e.email <> '' and e.id <> customer.id and e.merged_into is null
                         order by e.last_order_at desc limit 5) s),
    'credit_history', (select coalesce(jsonb_agg(shop.payment_json(p) order by p.sequence desc), '[]')
                         from public.payments p where p.customer_id = customer.id))
    || case when shop.may(shop.acting(), 'see_orders') then shop.parcels_of_customer(customer.id)
            else jsonb_build_object('parcels', null, 'returns', null, 'answers', null) end
    || jsonb_build_object(
    'messages', case when shop.may(shop.acting(), 'answer_messages') then shop.messages_of_customer(customer) end,
    'reviews', case when shop.may(shop.acting(), 'moderate_reviews') then shop.reviews_of_customer(customer.id) end,
    'money', case when shop.may(shop.acting(), 'see_sums') then shop.money_of_customer(customer.id) end);
end;
$$;

-- Corrects a customer. Takes the id, the fields to change {name?, email?, notes?, tags?, block?}, and the version its editor saw (null:
-- any). Returns the customer as `find_customer` does. Refuses 404 `customer_not_found`, also for one who was merged, 409
-- `edited_meanwhile`.
create function public.edit_customer(customer_id text, changes jsonb, expected_version timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.customers;
begin
  select * into before from public.customers c where c.id = edit_customer.customer_id and c.merged_into is null for no key update;
  if not found then
    perform shop.refuse('customer_not_found');
  end if;
  perform shop.check_version(before.updated_at, expected_version);
  update public.customers c
     set name = coalesce(changes ->> 'name', c.name), email = coalesce(changes ->> 'email', c.email),
       notes = coalesce(changes ->> 'notes', c.notes),
         block = coalesce((changes ->> 'block')::shop.customer_block, c.block),
         tags = case when changes ? 'tags' then array (select jsonb_array_elements_text(changes -> 'tags')) else c.tags end
   where c.id = before.id;
  return public.find_customer(before.id);
end;
$$;

-- Says that two customers are one person: the phones, orders, store credit, notes and tags of the other go to the one that stays, and the
-- stricter block counts. Nothing is deleted: the other leads to who took their place. Takes both ids and the staff member. Returns the
-- customer as `find_customer` does. Refuses 404 `customer_not_found`, also for one who was merged before, 422 the field `other` when it is
-- the same. One at a time, so that it never locks a customer who was merged. Locks their phones first (`shop.lock_phone`).
create function public.merge_customers(keep text, other text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  kept public.customers;
  merged public.customers;
begin
  perform shop.act_as(actor);
  if keep = other then
    perform shop.refuse_field('other', 'Choose another customer');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('merging customers', 0));
  -- No order comes to either of them from here on.
  perform shop.lock_phone(p.phone)
     from (select p.phone from shop.customer_phones p where p.customer_id in (keep, other) order by p.phone) p;
  perform shop.lock_orders(array (select o.id from public.orders o where o.customer_id = other), '{}', array[keep, other]);
  select * into kept from public.customers c where c.id = keep and c.merged_into is null;
  select * into merged from public.customers c where c.id = other and c.merged_into is null;
  if kept.id is null or merged.id is null then
    perform shop.refuse('customer_not_found');
  end if;

  update shop.customer_phones p set customer_id = keep where p.customer_id = other;
  update public.customers c set merged_into = keep where c.id = other;
  update public.customers c
     set notes = concat_ws(e'\n', nullif(kept.notes, ''), nullif(merged.notes, '')),
         tags = array (select distinct t from unnest(kept.tags || merged.tags) t order by t),
         block = greatest(kept.block, merged.block),
         created_at = least(kept.created_at, merged.created_at)
   where c.id = keep;
  perform shop.write_customer_words(kept);
  -- Their customer follows from the phone.
  update public.orders o set customer_id = keep where o.customer_id = other;
  update public.payments p set customer_id = keep where p.customer_id = other;
  return public.find_customer(keep);
end;
$$;

grant execute on function public.find_customer, public.edit_customer, public.merge_customers to service_role;
