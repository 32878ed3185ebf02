-- The chart of accounts: what accountants call the ledger's accounts. Numbers are the shop's own and stay; names are what owners choose.

-- Names that owners chose; an account without a row has its usual one.
create table public.ledger_account_names (
  account shop.ledger_account primary key,
  name text not null,
  constraint ledger_account_names_length check (char_length(name) between 1 and 60)
);

alter table public.ledger_account_names enable row level security;

grant select, insert, update, delete on public.ledger_account_names to service_role;

-- The number of an account: from 1000 what the shop has, 2000 what it owes, 4000 what comes in, 5000 what is spent.
create function shop.account_number(account shop.ledger_account) returns integer
language sql immutable
return case account::text when 'cash' then 1010 when 'bank' then 1020 when 'courier' then 1100 when 'tax_withheld' then 1200
  when 'credit' then 2100 when 'customer' then 4010 when 'charges' then 5100 when 'written_off' then 5200 end;

-- What an account is called unless owners renamed it.
create function shop.usual_account_name(account shop.ledger_account) returns text
language sql immutable
return case account::text when 'cash' then 'Cash' when 'bank' then 'Bank' when 'courier' then 'Cash with couriers'
  when 'tax_withheld' then 'Tax withheld by couriers' when 'credit' then 'Store credit owed' when 'customer' then 'Received from customers'
  when 'charges' then 'Courier charges' when 'written_off' then 'Given away and written off' end;

-- The chart, by number.
create function shop.chart_of_accounts() returns table (account shop.ledger_account, number integer, name text, usual_name text)
language sql stable set search_path = ''
as $$
  select a, shop.account_number(a), coalesce(n.name, shop.usual_account_name(a)), shop.usual_account_name(a)
    from unnest(enum_range(null::shop.ledger_account)) a
    left join public.ledger_account_names n on n.account = a
   order by 2;
$$;
