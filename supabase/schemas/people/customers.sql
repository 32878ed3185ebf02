-- Who orders. A customer is a person the shop knows by phone: whoever orders with a number that the shop knows is that customer, anybody
-- else is a new one. The order itself makes them, in its own transaction, so that no order is without.

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
  -- Store credit in rupees: by the ledger (money/payments.sql) alone.
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
  for each row when (old.name <> new.name or old.email <> new.email or old.notes <> new.notes or old.tags <> new.tags
                     or old.block <> new.block)
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

-- A number inside of Pakistan, without its leading zero, as +92…; null for any other.
create function shop.national_phone(digits text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select '+92' || digits where digits ~ '^(3[0-9]{9}|[24-9][0-9]{8,9}|[24-9][0-9]{1,2}111[0-9]{6})$';
$$;

-- One phone number as the shop stores it, however it is written: +92… for Pakistan, with Urdu and Arabic digits read, other numbers with
-- their 7 to 15 digits. Null for anything else. The same as `normalizePhone` in src/domain/phone.ts, which also finds two numbers in one
-- field.
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

-- The words by which staff find a customer: name, e-mail address and all phones. Names are behind a mark, as in `shop.order_words`; the
-- others are unmarked, since nobody lists customers who does not see contacts.
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
                          || array (select p from shop.customer_phones c, unnest(shop.phone_words(c.phone)) p
                                    where c.customer_id = customer.id)) w
             where w <> '')))
  on conflict on constraint customer_words_pkey do update set words = excluded.words;
end;
$$;

-- Stores the words of a customer, or removes them when another one has taken their place.
create function shop.store_customer_words(new public.customers) returns void
language plpgsql set search_path = ''
as $$
begin
  if new.merged_into is null then
    perform shop.write_customer_words(new);
  else
    delete from shop.customer_words w where w.customer_id = new.id;
  end if;
end;
$$;
