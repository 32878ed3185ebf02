-- Orders are found by any part of an e-mail address, be it two letters: the addresses are in the index that lists the newest orders, and reading
-- all of them there takes a few hundredths of a second per 100,000. Longer parts are found by their trigrams where Postgres has those.

-- Addresses are kept in lower case, so that what is typed is compared letter by letter.
update public.orders set customer_email = lower(customer_email) where customer_email <> lower(customer_email);
alter table public.orders add constraint orders_customer_email_lowercase check (customer_email = lower(customer_email));

drop index public.orders_newest;
create index orders_newest on public.orders (created_at desc, id) include (status, customer_email) where archived_at is null;

-- A page of the orders. Takes a status, a pattern for the e-mail address in lower case, two moments (beginnings of days in Karachi; each filter
-- may be null), one of `createdAt`, `totalAmount`, `status`, `customerName` and the direction, how many to pass over and how many to give.
-- Returns {items, total}, the items with theirs.
create function public.order_page(status shop.order_status, email_like text, from_time timestamptz, to_time timestamptz, sort_by text, ascending boolean,
                                  first integer, most integer)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  wanted constant text := 'o.archived_at is null and ($1 is null or o.status = $1) and ($2 is null or o.customer_email like $2)
    and ($3 is null or o.created_at >= $3) and ($4 is null or o.created_at < $4)';
  sorting constant text := case sort_by when 'totalAmount' then 'o.total_amount' when 'status' then 'o.status' when 'customerName' then 'o.customer_name'
                                        else 'o.created_at' end || case when ascending then '' else ' desc' end;
  -- One reading is enough for what is found seldom; of what is found often, the beginning comes at once.
  seldom constant integer := 1000;
  ids text[];
  total bigint;
begin
  -- Put together, so that each sorting has its index; the ids alone, so that what is passed over is not read.
  execute format('select array (select o.id from public.orders o where %s order by %s, o.id limit $5)', wanted, sorting)
     into ids using order_page.status, email_like, from_time, to_time, case when email_like is null then first + most else greatest(first + most, seldom) end;
  if email_like is null then
    total := shop.tallied('orders', order_page.status::text, from_time, to_time);
  elsif cardinality(ids) < greatest(first + most, seldom) then
    total := cardinality(ids);
  else
    execute format('select count(*) from public.orders o where %s', wanted) into total using order_page.status, email_like, from_time, to_time;
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.order_json(page.id) order by page.place), '[]')
                from unnest(ids[first + 1 : first + most]) with ordinality as page (id, place)),
    'total', total);
end;
$$;

revoke execute on function public.order_page from public, anon, authenticated;
grant execute on function public.order_page to service_role;
