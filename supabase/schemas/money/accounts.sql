-- The chart of accounts: what accountants call what the ledger moves, told apart as far as its rows tell. Numbers are the shop's own and
-- stay; names are what owners choose. A new account is a value here, a line of `shop.usual_chart`, and a line of `shop.journal`
-- (read/journal.sql) that feeds it. What is bought is spent when it is paid (5010): the books count no stock. Numbers are kept free for
-- stock (1300) and suppliers (2040).

create type shop.book_account as enum (
  'cash', 'bank', 'wallet', 'courier', 'customers_due', 'income_tax_withheld', 'sales_tax_withheld', 'tax_paid_back', 'gst_on_charges',
  'advances', 'refunds_owed', 'store_credit', 'sales_tax', 'sales_tax_returned',
  'sales', 'delivery', 'gift_wrap', 'discounts', 'returned', 'claims_paid', 'suppliers',
  'delivery_charges', 'return_charges', 'other_charges', 'charges_paid_back', 'never_paid', 'credit_given',
  'advertising', 'packing', 'wages', 'other_expenses', 'rounding');

-- Names that owners chose; an account without a row has its usual one.
create table public.ledger_account_names (
  account shop.book_account primary key,
  name text not null,
  constraint ledger_account_names_length check (char_length(name) between 1 and 60)
);

alter table public.ledger_account_names enable row level security;

grant select, insert, update, delete on public.ledger_account_names to service_role;

-- Each account with its number, what it is called unless owners renamed it, and the account of the ledger that it is a part of. From 1000
-- what the shop has, 2000 what it owes, 4000 what comes in, 5000 what is spent.
create function shop.usual_chart() returns table (account shop.book_account, number integer, usual_name text, ledger shop.ledger_account)
language sql immutable set search_path = ''
as $$
  select c.account::shop.book_account, c.number, c.usual_name, c.ledger::shop.ledger_account from (values
    ('cash', 1010, 'Cash in hand', 'cash'),
    ('bank', 1020, 'Bank', 'bank'),
    ('wallet', 1030, 'Mobile wallets', 'bank'),
    ('courier', 1100, 'With couriers', 'courier'),
    ('customers_due', 1110, 'Due from customers', 'customer'),
    ('income_tax_withheld', 1210, 'Income tax withheld by couriers', 'tax_withheld'),
    ('sales_tax_withheld', 1220, 'Sales tax withheld by couriers', 'tax_withheld'),
    ('tax_paid_back', 1230, 'Withheld tax paid back by couriers', 'tax_withheld'),
    ('gst_on_charges', 1240, 'Sales tax on courier charges', 'charges'),
    ('advances', 2010, 'Advances from customers', 'customer'),
    ('refunds_owed', 2020, 'Refunds owed', 'customer'),
    ('store_credit', 2030, 'Store credit owed', 'credit'),
    ('sales_tax', 2110, 'Sales tax on what was sold', 'customer'),
    ('sales_tax_returned', 2120, 'Sales tax on what went back', 'customer'),
    ('sales', 4010, 'Sales', 'customer'),
    ('delivery', 4020, 'Delivery charged', 'customer'),
    ('gift_wrap', 4030, 'Gift wrap charged', 'customer'),
    ('discounts', 4080, 'Discounts given', 'customer'),
    ('returned', 4090, 'Returns and refunds', 'customer'),
    ('claims_paid', 4100, 'Claims paid by couriers', 'written_off'),
    ('suppliers', 5010, 'Paid to suppliers', 'suppliers'),
    ('delivery_charges', 5110, 'Courier charges, deliveries', 'charges'),
    ('return_charges', 5120, 'Courier charges, returns', 'charges'),
    ('other_charges', 5130, 'Courier charges, others', 'charges'),
    ('charges_paid_back', 5140, 'Courier charges paid back', 'charges'),
    ('never_paid', 5210, 'Cash never paid by couriers', 'written_off'),
    ('credit_given', 5220, 'Store credit given', 'written_off'),
    ('advertising', 5310, 'Advertising', 'expenses'),
    ('packing', 5320, 'Packing material', 'expenses'),
    ('wages', 5330, 'Wages', 'expenses'),
    ('other_expenses', 5390, 'Other expenses', 'expenses'),
    ('rounding', 5900, 'Rounding', 'customer')) c (account, number, usual_name, ledger);
$$;

-- The number of an account.
create function shop.account_number(account shop.book_account) returns integer
language sql immutable set search_path = ''
as $$
  select c.number from shop.usual_chart() c where c.account = account_number.account;
$$;

-- What an account is called unless owners renamed it.
create function shop.usual_account_name(account shop.book_account) returns text
language sql immutable set search_path = ''
as $$
  select c.usual_name from shop.usual_chart() c where c.account = usual_account_name.account;
$$;

-- The chart, by number.
create function shop.chart_of_accounts() returns table (account shop.book_account, number integer, name text, usual_name text)
language sql stable set search_path = ''
as $$
  select c.account, c.number, coalesce(n.name, c.usual_name), c.usual_name
    from shop.usual_chart() c left join public.ledger_account_names n on n.account = c.account
   order by c.number;
$$;

-- The account that a side of a payment is booked under: its kind, how the money moved, the account of the ledger, and what an expense was
-- for. What a courier's file says of charges and taxes, its lines tell apart; what a courier pays back of them later says no more than
-- that.
create function shop.booked_under(kind shop.payment_kind, method shop.payment_method, side shop.ledger_account,
                                  spent_for shop.expense default null) returns shop.book_account
language sql stable
return (case side::text
  when 'bank' then case method::text when 'wallet' then 'wallet' else 'bank' end
  when 'customer' then case kind::text when 'collected' then 'customers_due' when 'refund' then 'refunds_owed' else 'advances' end
  when 'credit' then 'store_credit'
  when 'charges' then 'charges_paid_back'
  when 'tax_withheld' then 'tax_paid_back'
  when 'written_off' then case kind::text when 'claim' then 'claims_paid' when 'short_paid' then 'never_paid' else 'credit_given' end
  when 'expenses' then spent_for::text
  else side::text end)::shop.book_account;
