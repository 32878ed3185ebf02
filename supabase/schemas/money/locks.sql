-- The one order in which rows are locked: orders, customers, discount codes, products, and of each the lowest id first. Whoever changes an
-- order locks at once all that may change with it, so that nobody can wait for somebody who waits for them.

-- Has those who give orders this phone wait for each other, before they lock anything else: the first of them makes its customer, whom the
-- others then find and lock in the order of locks. Takes the phone as it was typed. Returns its customer's id in an array, an empty one
-- where there is none yet.
create function shop.lock_phone(phone text) returns text[]
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(shop.normal_phone(phone), 4));
  return array (select p.customer_id from shop.customer_phones p where p.phone = shop.normal_phone(lock_phone.phone));
end;
$$;

-- Locks orders with all that may change with them: their customers and whoever's credit paid for them, their codes and their products.
-- Takes the orders' ids, products that come to them, and customers who get one. What there is not, is not locked.
create function shop.lock_orders(ids text[], products text[] default '{}', customers text[] default '{}') returns void
language plpgsql set search_path = ''
as $$
declare
  each text;
begin
  for each in select distinct i.id from unnest(ids) as i (id) where i.id is not null order by i.id loop
    perform 1 from public.orders o where o.id = each for update;
  end loop;
  for each in
    select o.customer_id from public.orders o where o.id = any (ids)
    union select p.customer_id from public.payments p where p.order_id = any (ids)
    union select c.id from unnest(customers) as c (id) order by 1
  loop
    perform 1 from public.customers c where c.id = each for no key update;
  end loop;
  -- Also a code that an edit has dropped, and another may bring back.
  for each in select distinct o.terms #>> '{off,code}' from public.orders o where o.id = any (ids) and o.terms #> '{off,code}' is not null
    order by 1 loop
    perform shop.lock_code(each);
  end loop;
  perform shop.lock_products(array (select i.product_id from public.order_items i where i.order_id = any (ids)) || products);
end;
$$;

-- Locks what a new order will change, as `shop.lock_orders` does: the customer of its phone, its code and its products. Takes the payload.
create function shop.lock_for_order(payload jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  customers constant text[] := shop.lock_phone(payload ->> 'customerPhone');
begin
  perform 1 from public.customers c where c.id = any (customers) for no key update;
  if payload ? 'code' then
    perform shop.lock_code(payload ->> 'code');
  end if;
  perform shop.lock_products(array (select i ->> 'productId' from jsonb_array_elements(payload -> 'items') i));
end;
$$;
