-- The books as accountants read them: chart, months, trial balance, journal, and what couriers withheld. No customer is in them.

-- The chart of accounts, by number: [{account, number, name, usual_name}].
create function public.list_accounts() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(to_jsonb(c) order by c.number) from shop.chart_of_accounts() c;
$$;

-- The months of the books, the newest first: [{month: 2026-11, state: running, open or closed, closed_by, closed_at}]. Takes the time.
create function public.list_months(at timestamptz default now()) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object(
           'month', to_char(m, 'YYYY-MM'),
           'state', case when c.id is not null then 'closed' when shop.end_of_month(m::date) <= at then 'open' else 'running' end,
           'closed_by', shop.username_of(c.closed_by), 'closed_at', c.closed_at) order by m desc)
    from generate_series(least(coalesce(shop.first_month(), shop.month_of(at)),
                               (select min(e.month) from public.closed_months e where e.reopened_at is null))::timestamp,
                         shop.month_of(at)::timestamp, interval '1 month') m
    left join public.closed_months c on c.month = m::date and c.reopened_at is null;
$$;

-- What couriers withheld in a month, by the files that were booked in it, less those that were undone in it. Takes its first day.
create function shop.withheld_in(month date) returns table (courier_id text, income_tax numeric, sales_tax numeric)
language sql stable set search_path = ''
as $$
  select j.courier_id, coalesce(sum(j.amount) filter (where j.account = 'income_tax_withheld'), 0),
         coalesce(sum(j.amount) filter (where j.account = 'sales_tax_withheld'), 0)
    from shop.journal j
   where j.account in ('income_tax_withheld', 'sales_tax_withheld')
     and j.at >= shop.start_of_day(withheld_in.month) and j.at < shop.end_of_month(withheld_in.month)
   group by j.courier_id;
$$;

-- The number of a certificate, empty for none. Takes the courier, the first day of the month and the tax.
create function shop.certificate_of(courier_id text, month date, tax shop.withheld_tax) returns text
language sql stable set search_path = ''
as $$
  select coalesce((select n.number from public.tax_certificates n
                    where n.courier_id = certificate_of.courier_id and n.month = certificate_of.month and n.tax = certificate_of.tax), '');
$$;

-- What couriers withheld in a month, with the numbers of their certificates, by courier: [{courier_id, courier, income_tax, sales_tax,
-- income_tax_certificate, sales_tax_certificate}]. Takes its first day.
create function shop.withheld_json(month date) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'courier_id', c.id, 'courier', c.name, 'income_tax', coalesce(t.income_tax, 0), 'sales_tax', coalesce(t.sales_tax, 0),
           'income_tax_certificate', shop.certificate_of(c.id, withheld_json.month, 'income_tax'),
           'sales_tax_certificate', shop.certificate_of(c.id, withheld_json.month, 'sales_tax')) order by c.name, c.id), '[]')
    from public.couriers c
    left join shop.withheld_in(withheld_json.month) t on t.courier_id = c.id
   where t.courier_id is not null
      or exists (select from public.tax_certificates n where n.courier_id = c.id and n.month = withheld_json.month);
$$;

-- The sales tax of what was delivered in a month, and of what went back in it, by rate: [{percent, net, tax, net_back, tax_back}]. Takes
-- the first day.
create function shop.sales_tax_json(month date) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(t) order by t.percent), '[]')
    from (select o.tax_percent as percent,
                 coalesce(- sum(a.amount) filter (where a.account in ('sales', 'delivery', 'gift_wrap', 'discounts')), 0) as net,
                 coalesce(- sum(a.amount) filter (where a.account = 'sales_tax'), 0) as tax,
                 coalesce(sum(a.amount) filter (where a.account = 'returned'), 0) as net_back,
                 coalesce(sum(a.amount) filter (where a.account = 'sales_tax_returned'), 0) as tax_back
            from public.order_postings a join public.orders o on o.id = a.order_id
           where o.tax_percent > 0 and a.account in ('sales', 'delivery', 'gift_wrap', 'discounts', 'sales_tax', 'returned',
                                                     'sales_tax_returned')
             and a.created_at >= shop.start_of_day(sales_tax_json.month) and a.created_at < shop.end_of_month(sales_tax_json.month)
           group by o.tax_percent) t;
$$;

-- A month of the books. Takes its first day and the time. Returns what `list_months` has of it, with {is_last_closed, is_as_kept: whether
-- the payments of a closed month still come to the balance that was kept, null of an open one, balance: [{account, number, name, opening,
-- debit, credit, closing}] by number, of a closed month as it was kept, withheld: `shop.withheld_json`, sales_tax:
-- `shop.sales_tax_json`}.
create function public.find_month(month date, at timestamptz default now()) returns jsonb
language sql stable set search_path = ''
as $$
  with computed as materialized (select shop.month_balance_json(find_month.month) as balance)
  select jsonb_build_object(
    'month', to_char(find_month.month, 'YYYY-MM'),
    'state', case when k.id is not null then 'closed' when shop.end_of_month(find_month.month) <= at then 'open' else 'running' end,
    'closed_by', shop.username_of(k.closed_by), 'closed_at', k.closed_at,
    'is_last_closed', coalesce(find_month.month = shop.last_closed_month(), false),
    'is_as_kept', k.balance = computed.balance,
    'balance', (select jsonb_agg('{"opening": 0, "debit": 0, "credit": 0, "closing": 0}'
                                 || coalesce(coalesce(k.balance, computed.balance) -> c.account::text, '{}')
                                 || jsonb_build_object('account', c.account, 'number', c.number, 'name', c.name) order by c.number)
                  from shop.chart_of_accounts() c),
    'withheld', shop.withheld_json(find_month.month), 'sales_tax', shop.sales_tax_json(find_month.month))
    from computed left join public.closed_months k on k.month = find_month.month and k.reopened_at is null;
$$;

-- A page of a month's journal, the first entry first. Takes the first day, how many entries to skip and how many to return. Returns {items:
-- [{id: its number, day, kind: of a payment, or `sale`, is_reversal, reference, order_number, courier, lines: [{account, debit, credit: one
-- of them is null}], debits first}], total}.
create function public.list_journal(month date, page_offset integer, page_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  with found as materialized (
    select j.* from shop.journal j
     where j.at >= shop.start_of_day(list_journal.month) and j.at < shop.end_of_month(list_journal.month)),
  entries as materialized (
    select f.entry, f.kind, f.is_reversal, f.reference, f.order_id, f.courier_id, min(f.at) as at,
           jsonb_agg(jsonb_build_object('account', f.account, 'debit', case when f.amount > 0 then f.amount end,
                                        'credit', case when f.amount < 0 then - f.amount end) order by f.amount < 0, f.account) as lines
      from found f group by f.entry, f.kind, f.is_reversal, f.reference, f.order_id, f.courier_id)
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(jsonb_build_object(
                'id', e.entry, 'day', shop.day_of(e.at), 'kind', e.kind, 'is_reversal', e.is_reversal,
                'reference', e.reference, 'order_number', (select o.order_number from public.orders o where o.id = e.order_id),
                'courier', (select c.name from public.couriers c where c.id = e.courier_id), 'lines', e.lines)
                order by e.at, e.entry), '[]')
                from (select n.* from entries n order by n.at, n.entry offset page_offset limit page_limit) e),
    'total', (select count(*) from entries));
$$;

grant execute on function public.list_accounts, public.list_months, public.find_month, public.list_journal to service_role;
