-- Payments and balances as staff see them.

-- The payments of an order, the first one first. Takes its id. Refuses 404 `order_not_found`, also for an archived one.
create function public.order_payments(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from public.orders o where o.id = order_payments.order_id and o.archived_at is null) then
    perform shop.refuse('order_not_found');
  end if;
  return (select coalesce(jsonb_agg(shop.payment_json(p) order by p.sequence), '[]') from public.payments p
          where p.order_id = order_payments.order_id);
end;
$$;

-- A page of the payments, the newest first. Takes a kind, a method, two moments and an order's number (each may be null), the staff member
-- who reads, how many rows to skip and how many to return. Returns {items, total}. What suppliers got is for whoever orders from them or
-- reads reports, and what was spent besides for whoever reads reports.
create function public.list_payments(kind shop.payment_kind, method shop.payment_method, from_time timestamptz,
                                     to_time timestamptz, order_number text, actor uuid,
                                     page_offset integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  of_order text;
  with_expenses constant boolean := shop.may(actor, 'see_reports');
  with_suppliers constant boolean := with_expenses or shop.may(actor, 'buy_stock');
begin
  if order_number is not null then
    -- An impossible id where no order has the number.
    of_order := coalesce((select o.id from public.orders o where o.order_number = upper(list_payments.order_number)), '');
  end if;
  return (
    with found_ones as (
      select p.id, p.created_at, p.sequence from public.payments p
       where (list_payments.kind is null or p.kind = list_payments.kind)
         and (list_payments.method is null or p.method = list_payments.method)
         and (from_time is null or p.created_at >= from_time) and (to_time is null or p.created_at < to_time)
         and (of_order is null or p.order_id = of_order)
         and (with_suppliers or p.supplier_id is null) and (with_expenses or p.expense is null)
    )
    select jsonb_build_object(
      'items', (select coalesce(jsonb_agg(shop.payment_json(p) order by p.created_at desc, p.sequence desc), '[]')
                  from (select f.id from found_ones f order by f.created_at desc, f.sequence desc offset page_offset limit page_limit) page
                  join public.payments p on p.id = page.id),
      'total', (select count(*) from found_ones)));
end;
$$;

-- What lies in each account, in rupees: {courier, bank, cash, charges, tax_withheld, credit, written_off, suppliers, expenses,
-- customer}. `credit` is below zero by what the shop owes.
create function public.account_balances() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_object_agg(a, coalesce(m.amount, 0))
    from unnest(enum_range(null::shop.ledger_account)) a
    left join (select k.account, sum(k.amount) as amount
                 from (select p.to_account as account, sum(p.amount) as amount from public.payments p group by p.to_account
                       union all
                       select p.from_account, - sum(p.amount) from public.payments p group by p.from_account) k
                group by k.account) m on m.account = a;
$$;

-- The store credit that an order's shopper may use for it on its page, null for none. Whoever places an order gets the link of its page,
-- and may have typed another one's phone: it is offered only after that phone has confirmed the order, or where staff wrote the order down.
-- Takes the order.
create function shop.credit_for_page(opened public.orders) returns numeric
language sql stable set search_path = ''
as $$
  select nullif(least(c.credit, opened.due_on_delivery), 0) from public.customers c
   where c.id = opened.customer_id and c.credit > 0 and shop.is_unpacked(opened)
     and (opened.source <> 'website'
          or exists (select from public.confirmation_attempts a
                      where a.order_id = opened.id and a.outcome = 'confirmed'
                        and (a.how in ('call', 'whatsapp') or a.how = 'shopper' and a.note = 'whatsapp')))
     -- The phone they spoke with is still the order's.
     and not exists (select from public.order_events e where e.order_id = opened.id and e.kind = 'order' and e.after ? 'customer_id');
$$;

grant execute on function public.order_payments, public.list_payments, public.account_balances to service_role;
