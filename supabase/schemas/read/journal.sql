-- The journal: every line of the books, from payments and from what orders post, and what its months come to.

-- {id, entry: lines of one entry come to zero, at, kind, is_reversal, account, amount: debit above zero, reference, order_id, courier_id}.
create view shop.journal with (security_invoker = true) as
  -- Both sides of a payment, but what a courier's file kept.
  select p.id || s.side as id, 'P' || p.sequence as entry, p.created_at as at, p.kind::text as kind, p.reverses is not null as is_reversal,
         shop.booked_under(p.kind, p.method, s.account, p.expense) as account, s.amount, p.reference, p.order_id,
         p.courier_id
    from public.payments p
   cross join lateral (values ('-to', p.to_account, p.amount), ('-from', p.from_account, - p.amount)) s (side, account, amount)
   where p.settlement_id is null or s.account not in ('charges', 'tax_withheld')
  union all
  -- That, as the lines of the file have it.
  select p.id || '-' || s.account, 'P' || p.sequence, p.created_at, p.kind::text, p.reverses is not null,
         s.account, case when p.reverses is null then s.amount else - s.amount end, p.reference, p.order_id, p.courier_id
    from public.payments p
   cross join lateral (select coalesce(sum(l.shipping) filter (where l.outcome = 'delivered'), 0) as deliveries,
                              coalesce(sum(l.shipping) filter (where l.outcome = 'returned'), 0) as returns,
                              coalesce(sum(l.other_charges), 0)
                                + coalesce(sum(l.shipping) filter (where l.outcome = 'charge'), 0) as others,
                              coalesce(sum(l.gst), 0) as gst, coalesce(sum(l.income_tax), 0) as income_tax,
                              coalesce(sum(l.sales_tax), 0) as sales_tax
                         from public.settlement_lines l where l.settlement_id = p.settlement_id) said
   cross join lateral (values
     ('charges'::shop.ledger_account, 'delivery_charges'::shop.book_account, said.deliveries),
     ('charges', 'return_charges', said.returns),
     ('charges', 'other_charges', said.others),
     ('charges', 'gst_on_charges', said.gst),
     ('tax_withheld', 'income_tax_withheld', said.income_tax),
     ('tax_withheld', 'sales_tax_withheld', said.sales_tax)) s (ledger, account, amount)
   where p.settlement_id is not null and s.ledger in (p.from_account, p.to_account) and s.amount <> 0
  union all
  select a.id, 'S' || a.posting, a.created_at, 'sale', false, a.account, a.amount, '', a.order_id, null
    from public.order_postings a;

grant select on shop.journal to service_role;

-- The first day of the books' first month; null while nothing is booked.
create function shop.first_month() returns date
language sql stable set search_path = ''
as $$
  select shop.month_of(least((select min(p.created_at) from public.payments p), (select min(a.created_at) from public.order_postings a)));
$$;

-- What each account had when a month began, what came (debit) and went (credit), and what it had at its end, by number. Each column of
-- balances comes to zero, and debit to credit. What was before the last month that was closed, its kept balance says. Takes the first day.
create function shop.month_balance(month date)
returns table (account shop.book_account, opening numeric, debit numeric, credit numeric, closing numeric)
language sql stable set search_path = ''
as $$
  with kept as materialized (
    select shop.end_of_month(m.month) as ended, m.balance from public.closed_months m
     where m.reopened_at is null and m.month < month_balance.month order by m.month desc limit 1
  ), sums as (
    select j.account, coalesce(sum(j.amount) filter (where j.at < shop.start_of_day(month_balance.month)), 0) as opening,
           coalesce(sum(j.amount) filter (where j.at >= shop.start_of_day(month_balance.month) and j.amount > 0), 0) as debit,
           coalesce(- sum(j.amount) filter (where j.at >= shop.start_of_day(month_balance.month) and j.amount < 0), 0) as credit
      from shop.journal j
     where j.at >= coalesce((select k.ended from kept k), '-infinity') and j.at < shop.end_of_month(month_balance.month)
     group by j.account
  )
  select c.account, o.amount, coalesce(s.debit, 0), coalesce(s.credit, 0), o.amount + coalesce(s.debit - s.credit, 0)
    from shop.usual_chart() c
    left join sums s on s.account = c.account
   cross join lateral (select coalesce((select (k.balance #>> array[c.account::text, 'closing'])::numeric from kept k), 0)
                            + coalesce(s.opening, 0) as amount) o
   order by c.number;
$$;

-- A month's balance as it is kept: {account: {opening, debit, credit, closing}} of what had or moved something. Takes its first day.
create function shop.month_balance_json(month date) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(b.account, to_jsonb(b) - 'account'), '{}')
    from shop.month_balance(month_balance_json.month) b where (b.opening, b.debit, b.credit) <> (0, 0, 0);
$$;
