-- Who orders. A customer is a person the shop knows by phone: whoever orders with a number that the shop knows is that customer, anybody else is a new one.
-- The order itself makes them, in its own transaction, so that no order is without.

-- What staff decided about further orders.
create type shop.customer_block as enum ('none', 'prepaid_only', 'do_not_ship');

create table public.customers (
  id text primary key default shop.new_id(),
  -- As in the first order, until staff correct it.
  name text not null,
  email text not null,
  -- For staff alone.
  notes text not null default '',
  tags text[] not null default '{}',
  block shop.customer_block not null default 'none',
  -- Store credit in rupees: by the ledger (078_payments.sql) alone.
  credit numeric(12, 2) not null default 0,
  last_order_at timestamptz not null default now(),
  -- The customer who has the phones and orders of this one since staff said that they are the same person.
  merged_into text references public.customers (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint customers_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint customers_email_lowercase check (email = lower(email)),
  constraint customers_credit_not_negative check (credit >= 0),
  constraint customers_not_merged_into_self check (merged_into <> id)
);

create index customers_newest_order on public.customers (last_order_at desc, id) where merged_into is null;
create index customers_by_tags on public.customers using gin (tags) where tags <> '{}';
create index customers_blocked on public.customers (block, last_order_at desc) where block <> 'none';
create index customers_by_email on public.customers (email text_pattern_ops) where merged_into is null;
create index customers_merged on public.customers (merged_into) where merged_into is not null;

-- An order of theirs is no edit.
create trigger customers_touched before update on public.customers
  for each row when (old.name <> new.name or old.email <> new.email or old.notes <> new.notes or old.tags <> new.tags or old.block <> new.block)
  execute function shop.touch_updated_at();

alter table public.customers enable row level security;
grant select, insert, update on public.customers to service_role;

create table shop.customer_phones (
  -- As `shop.normal_phone` writes it. What an old shop stored and cannot be read is kept as it is.
  phone text primary key,
  customer_id text not null references public.customers (id),
  created_at timestamptz not null default now()
);

create index customer_phones_by_customer on shop.customer_phones (customer_id);

alter table shop.customer_phones enable row level security;
grant select, insert, update on shop.customer_phones to service_role;

-- A number inside of Pakistan, without its leading zero, as +92…; null when it is none.
create function shop.national_phone(digits text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select '+92' || digits where digits ~ '^(3[0-9]{9}|[24-9][0-9]{8,9}|[24-9][0-9]{1,2}111[0-9]{6})$';
$$;

-- One phone number as the shop stores it, however it is written: +92… for Pakistan, with Urdu and Arabic digits read, other numbers with their 7 to 15
-- digits. Null for anything else. The same as `normalizePhone` in src/domain/phone.ts, which also finds two numbers in one field.
create function shop.normal_phone(typed text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  bare text;
  digits text;
begin
  -- What the API sends is written like this already.
  if typed ~ '^\+923[0-9]{9}$' then
    return typed;
  end if;
  bare := normalize(translate(typed, '۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩', '01234567890123456789'), nfkc);
  -- The marks that chat programs put around a number, then what stands between its digits.
  bare := regexp_replace(bare, '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g');
  bare := regexp_replace(bare, '^\s*tel:', '', 'i');
  bare := regexp_replace(bare, '[\s\u2010-\u2015\u2212./\\()\[\]{}_·•-]', '', 'g');
  if bare !~ '^\+?[0-9]+$' then
    return null;
  end if;

  digits := ltrim(bare, '+');
  if digits ~ '^003[0134][0-9]{8}$' then
    return null;
  end if;
  if digits ~ '^00' then
    -- No country code begins with 0: extra zeros were typed out of habit.
    digits := ltrim(digits, '0');
    bare := '+' || digits;
  end if;
  return case
    when digits ~ '^0' then shop.national_phone(substr(regexp_replace(digits, '^092(?=3[0-9]{9}$)', '0'), 2))
    when bare ~ '^\+92' or digits ~ '^920?[2-9][0-9]{8,9}$' then shop.national_phone(regexp_replace(substr(digits, 3), '^0', ''))
    when bare !~ '^\+' and digits ~ '^3[0-9]{9}$' then '+92' || digits
    when bare !~ '^\+' and digits ~ '^(92[03][0-9]{7,}|3[0-9]{8}|3[0-9]{10})$' then null
    when length(digits) between 7 and 15 then bare
  end;
end;
$$;

-- Trigger: gives an order the customer of its phone, and writes the phone as all others. Also when staff correct the phone: then the order is that person's.
-- Refuses 422 the field `customerPhone` when it is no phone.
create function shop.give_order_its_customer() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.customer_phone <> old.customer_phone then
    new.customer_phone := shop.normal_phone(new.customer_phone);
    if new.customer_phone is null then
      perform shop.refuse_field('customerPhone', 'Enter a valid phone number');
    end if;
  end if;

  loop
    -- Locks the customer, so that nobody merges them away meanwhile. One who was merged a moment ago is not found: the next round sees the other.
    update public.customers c set last_order_at = greatest(c.last_order_at, new.created_at)
      from shop.customer_phones p
     where p.phone = new.customer_phone and c.id = p.customer_id and c.merged_into is null
    returning c.id into new.customer_id;
    exit when found;

    -- Of two first orders at once one makes the customer; the other waits here and finds it in the next round.
    with first_seen as (
      insert into shop.customer_phones as p (phone, customer_id, created_at) values (new.customer_phone, shop.new_id(), new.created_at)
      on conflict (phone) do nothing returning p.customer_id
    )
    insert into public.customers as c (id, name, email, last_order_at, created_at)
    select f.customer_id, new.customer_name, new.customer_email, new.created_at, new.created_at from first_seen f
    returning c.id into new.customer_id;
    exit when found;
  end loop;
  return new;
end;
$$;

-- What the shop knows of a customer's orders, without archived ones: {orders, delivered, returned, cancelled, open, value, first_order_at, last_order_at}.
-- `returned`: the last parcel came back, or failed and the order was cancelled; such an order counts as nothing else. `value` is what was delivered, in
-- rupees. Times are null without an order.
create function shop.customer_record(customer_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
             'orders', count(*),
             'delivered', count(*) filter (where o.status = 'delivered' and not o.is_returned),
             'returned', count(*) filter (where o.is_returned),
             'cancelled', count(*) filter (where o.status = 'cancelled' and not o.is_returned),
             'open', count(*) filter (where shop.is_open(o.status) and not o.is_returned),
             'value', coalesce(sum(o.total_amount) filter (where o.status = 'delivered' and not o.is_returned), 0),
             'first_order_at', min(o.created_at), 'last_order_at', max(o.created_at))
      from (select f.status, f.total_amount, f.created_at,
                   coalesce(s.status = 'returned' or (s.status = 'failed' and f.status = 'cancelled'), false) as is_returned
              from public.orders f
              left join lateral (select l.status from public.shipments l where l.order_id = f.id and l.archived_at is null
                                  order by l.created_at desc, l.id desc limit 1) s on true
             where f.customer_id = customer_record.customer_id and f.archived_at is null) o);
end;
$$;

-- The words by which staff find a customer: name, e-mail address and all phones. Names are behind a mark, as in `shop.order_words`; the others are unmarked,
-- since nobody lists customers who does not see contacts.
create table shop.customer_words (
  customer_id text primary key references public.customers (id) on delete cascade,
  words tsvector not null
);

create index customer_words_search on shop.customer_words using gin (words) with (fastupdate = off);

alter table shop.customer_words enable row level security;
grant select, insert, update, delete on shop.customer_words to service_role;

-- Stores the words of a customer. Takes the row.
create function shop.write_customer_words(customer public.customers) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into shop.customer_words (customer_id, words)
  values (customer.id, array_to_tsvector(array (
            select distinct left(w, 100)
              from unnest(shop.marked_words('^', shop.split_words(customer.name)) || shop.split_words(split_part(customer.email, '@', 1))
                          || array (select p from shop.customer_phones c, unnest(shop.phone_words(c.phone)) p where c.customer_id = customer.id)) w
             where w <> '')))
  on conflict on constraint customer_words_pkey do update set words = excluded.words;
end;
$$;

-- Trigger: stores the words of a customer, or removes them when another one has taken their place.
create function shop.store_customer_words() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.merged_into is null then
    perform shop.write_customer_words(new);
  else
    delete from shop.customer_words w where w.customer_id = new.id;
  end if;
  return null;
end;
$$;

create trigger customers_words_new after insert on public.customers for each row execute function shop.store_customer_words();
create trigger customers_words after update on public.customers
  for each row when (old.name <> new.name or old.email <> new.email or old.merged_into is distinct from new.merged_into)
  execute function shop.store_customer_words();

-- A customer as lists show them: the row with phones and record. Takes the row.
create function shop.customer_json(customer public.customers) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(customer) || jsonb_build_object(
           'record', shop.customer_record(customer.id),
           'phones', (select coalesce(jsonb_agg(p.phone order by p.created_at, p.phone), '[]') from shop.customer_phones p where p.customer_id = customer.id));
$$;

-- A page of the customers, last order first. Takes words in lower case, each the beginning of one of the customer's words (null: any), a pattern for the e-mail
-- address, an order's number with or without `ORD-`, a tag and a block (each may be null), how many rows to skip and how many to return. Who has the order
-- is found whatever the words say. Returns {items, total}.
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
        from (select w.customer_id as id from shop.customer_words w where typed_words is not null and w.words @@ shop.order_word_query(typed_words)
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

-- A customer with all that the shop knows of them: {…, phones, record, addresses: [{address, city, orders, last_used_at}], orders: the last fifty, as
-- {id, order_number, status, total_amount, created_at}, similar: other customers with the same e-mail address, credit_history: the payments
-- that moved their store credit, the last one first, as `shop.payment_json`}. For one who was merged, whoever took their place. Takes the id. Refuses 404 `customer_not_found`.
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
                    from (select max(o.customer_address) as address, max(o.city) as city, count(*) as orders, max(o.created_at) as last_used_at
                            from public.orders o where o.customer_id = customer.id and o.archived_at is null and o.customer_address <> ''
                           group by shop.address_key(o.customer_address, o.city) order by 4 desc limit 20) a),
    'orders', (select coalesce(jsonb_agg(to_jsonb(l) order by l.created_at desc, l.id), '[]')
                 from (select o.id, o.order_number, o.status, o.total_amount, o.created_at from public.orders o
                        where o.customer_id = customer.id and o.archived_at is null order by o.created_at desc, o.id limit 50) l),
    'similar', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'record', shop.customer_record(s.id)) order by s.last_order_at desc), '[]')
                  from (select * from public.customers e
                         where e.email = customer.email and e.email <> '' and e.id <> customer.id and e.merged_into is null
                         order by e.last_order_at desc limit 5) s),
    'credit_history', (select coalesce(jsonb_agg(shop.payment_json(p) order by p.sequence desc), '[]')
                         from public.payments p where p.customer_id = customer.id));
end;
$$;

-- Who orders with a phone, for staff who write down the next order: {customer}, null when nobody has. The customer is as lists show them, with
-- open_orders: the last twenty that are pending, processing or on their way, as {id, order_number, status, total_amount, created_at}. Takes the phone.
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

-- Corrects a customer. Takes the id, the fields to change {name?, email?, notes?, tags?, block?}, and the version its editor saw (null: any). Returns the
-- customer as `find_customer` does. Refuses 404 `customer_not_found`, also for one who was merged, 409 `edited_meanwhile`.
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
     set name = coalesce(changes ->> 'name', c.name), email = coalesce(changes ->> 'email', c.email), notes = coalesce(changes ->> 'notes', c.notes),
         block = coalesce((changes ->> 'block')::shop.customer_block, c.block),
         tags = case when changes ? 'tags' then array (select jsonb_array_elements_text(changes -> 'tags')) else c.tags end
   where c.id = before.id;
  return public.find_customer(before.id);
end;
$$;

-- Says that two customers are one person: the phones, orders, store credit, notes and tags of the other go to the one that stays, and the stricter block counts. Nothing is
-- deleted: the other leads to who took their place. Takes both ids and the staff member. Returns the customer as `find_customer` does. Refuses 404
-- `customer_not_found`, also for one who was merged before, 422 the field `other` when it is the same.
-- One at a time, so that it never locks a customer who was merged. Locks the orders by id, then the customers, as placing and correcting an order do, and never
-- waits for an order while it holds a customer: when one came to them meanwhile, it lets go of both and begins again.
create function public.merge_customers(keep text, other text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  kept public.customers;
  merged public.customers;
  locked text[];
begin
  perform shop.act_as(actor);
  if keep = other then
    perform shop.refuse_field('other', 'Choose another customer');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('merging customers', 0));
  loop
    begin
      locked := array (select o.id from public.orders o where o.customer_id = other order by o.id for no key update);
      perform 1 from public.customers c where c.id in (keep, other) and c.merged_into is null for no key update;
      exit when cardinality(locked) = (select count(*) from public.orders o where o.customer_id = other);
      raise sqlstate 'AGAIN';
    exception when sqlstate 'AGAIN' then
      null;
    end;
  end loop;
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

grant execute on function public.list_customers, public.find_customer, public.find_customer_of_phone, public.edit_customer, public.merge_customers to service_role;
