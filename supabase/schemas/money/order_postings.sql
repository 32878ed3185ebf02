-- What orders add to the books beside their payments: a sale when one is delivered, and what customers paid too early or too much. Rows are
-- only added, each order's come to zero, and they are dated when they are posted: what becomes of an order later is of the month that runs.

create sequence shop.posting_numbers;
grant usage on sequence shop.posting_numbers to service_role;

create table public.order_postings (
  id text primary key default shop.new_id(),
  -- What was posted at once has one number.
  posting bigint not null,
  order_id text not null references public.orders (id),
  account shop.book_account not null,
  -- Rupees, above zero debit, below zero credit.
  amount numeric(12, 2) not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint order_postings_not_zero check (amount <> 0)
);

create index order_postings_of_order on public.order_postings (order_id);
create index order_postings_newest on public.order_postings (created_at);

alter table public.order_postings enable row level security;

revoke all on public.order_postings from service_role;
grant select, insert on public.order_postings to service_role;

create trigger order_postings_never_truncated before truncate on public.order_postings for each statement
  execute function shop.refuse_change();

-- The sales tax that an amount includes, to the paisa. Takes rupees and per cent.
create function shop.tax_within(amount numeric, percent smallint) returns numeric
language sql immutable
return round(amount * percent / (100 + percent), 2);

-- An order keeps the rate of sales tax that it was placed at. Takes its row of before.
create function shop.keep_tax_percent(old public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception 'order % was placed at % %% sales tax', old.id, old.tax_percent using errcode = 'restrict_violation';
end;
$$;

-- What the books must have of an order, debit above zero: what was received for one under way is an advance, of one that was cancelled it
-- is owed back, and one that was delivered is sold, the sales tax in it apart. All accounts come to what was received. Takes its row.
create function shop.books_of(an_order public.orders) returns table (account shop.book_account, amount numeric)
language sql stable set search_path = ''
as $$
  select s.account::shop.book_account, s.amount
    -- Of what is still open on a delivered order, what went back after it was delivered is let off; what is below a rupee nobody asks for.
    from (select shop.received_of(an_order) as received,
                 an_order.total_amount - an_order.uncollected - shop.received_of(an_order) as open) o
   cross join lateral (select greatest(0, o.open - an_order.goodwill) as rest) r
   cross join lateral (values
     ('delivered', 'sales', 'sales_tax', - an_order.subtotal),
     ('delivered', 'delivery', 'sales_tax', - an_order.shipping - an_order.delivery_discount),
     ('delivered', 'gift_wrap', 'sales_tax', - an_order.gift_wrap),
     ('delivered', 'discounts', 'sales_tax', an_order.discount + an_order.delivery_discount),
     ('delivered', 'returned', 'sales_tax_returned', an_order.uncollected + least(an_order.goodwill, greatest(0, o.open))),
     ('delivered', 'customers_due', null, floor(r.rest)),
     ('delivered', 'rounding', null, r.rest - floor(r.rest)),
     ('delivered', 'refunds_owed', null, least(0, o.open)),
     ('cancelled', 'refunds_owed', null, - o.received),
     ('', 'advances', null, - o.received)) b (status, account, tax_account, amount)
   cross join lateral (select case when b.tax_account is null then 0 else shop.tax_within(b.amount, an_order.tax_percent) end as tax) t
   cross join lateral (values (b.account, b.amount - t.tax), (b.tax_account, t.tax)) s (account, amount)
   where b.status = case when an_order.status in ('delivered', 'cancelled') then an_order.status::text else '' end
     and s.account is not null;
$$;

-- What the books have of an order that is not what they must have: {account, amount: what is missing}. Takes its id.
create function shop.missing_in_books(order_id text) returns table (account shop.book_account, amount numeric)
language sql stable set search_path = ''
as $$
  select m.account, sum(m.amount)
    from (select b.account, b.amount from public.orders o cross join lateral shop.books_of(o) b where o.id = missing_in_books.order_id
          union all
          select shop.booked_under(p.kind, p.method, 'customer'), case when p.from_account = 'customer' then p.amount else - p.amount end
            from public.payments p
           where p.order_id = missing_in_books.order_id and 'customer' in (p.from_account, p.to_account)
          union all
          select a.account, - a.amount from public.order_postings a where a.order_id = missing_in_books.order_id) m
   group by m.account having sum(m.amount) <> 0;
$$;

-- Posts what the books miss of an order. Takes its id; its payments have been booked.
create function shop.post_order(order_id text) returns void
language plpgsql set search_path = ''
as $$
declare
  posting bigint;
begin
  if exists (select from shop.missing_in_books(post_order.order_id)) then
    posting := nextval('shop.posting_numbers');
    insert into public.order_postings (posting, order_id, account, amount)
    select posting, post_order.order_id, m.account, m.amount from shop.missing_in_books(post_order.order_id) m order by m.account;
  end if;
end;
$$;

-- Whether the books have something else of an order than before. Takes its rows.
create function shop.is_booked_else(old public.orders, new public.orders) returns boolean
language sql immutable
return (old.status, old.subtotal, old.discount, old.shipping, old.delivery_discount, old.gift_wrap, old.uncollected, old.goodwill,
        old.advance_verified, old.credit_used, old.collected, old.refunded)
    <> (new.status, new.subtotal, new.discount, new.shipping, new.delivery_discount, new.gift_wrap, new.uncollected, new.goodwill,
        new.advance_verified, new.credit_used, new.collected, new.refunded);

-- At the end of a transaction the books have of an order what they must have. Takes its id.
create function shop.require_posted(order_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (select from shop.missing_in_books(require_posted.order_id)) then
    raise exception 'the books do not have of order % what they must', order_id using errcode = 'restrict_violation';
  end if;
end;
$$;
