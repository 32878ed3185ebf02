-- What waits for staff, whatever it is: what the dashboard shows first, and the counts beside the doors. Each screen asks every minute, and
-- reading takes a tenth of planning: the plans are kept, and skip the kinds that nobody asked for.

-- What waits on orders and their parcels, as `shop.open_work` says it.
create function shop.open_order_work(tasks text[], days_by_city jsonb, at timestamptz)
returns table (task text, since timestamptz, due_at timestamptz)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return query
  with pickups as (
    -- What is ready before the next cut-off goes out that day.
    select min(k.at + case when k.at <= open_order_work.at then interval '1 day' else interval '0' end) as next
      from public.couriers c cross join lateral (select (shop.day_of(open_order_work.at) + c.cut_off) at time zone 'Asia/Karachi' as at) k
     where c.is_active
  ), parcels as materialized (
    select l.* from shop.listed_parcels(days_by_city, at) l where tasks && array['ask_parcels', 'late_parcels', 'lost_parcels']
  )
  select 'confirm', q.due_at, null::timestamptz from shop.confirmation_queue q where 'confirm' = any (tasks) and q.due_at <= at
  union all
  select k.task, coalesce(m.asked_at, o.created_at),
         case when k.task in ('pack', 'hand_over') then p.next when k.task = 'missing_money' then m.due_at end
    from (values ('missing_money', 'awaits_money'), ('check_transfers', 'to_check'), ('pack', 'to_pack'), ('hand_over', 'to_hand_over'),
                 ('refund', 'to_refund')) k (task, work)
    join shop.order_lists l on l.work = k.work
    join public.orders o on o.id = l.order_id
   cross join pickups p
    left join lateral (select r.asked_at, r.due_at from public.advance_requests r
                        where k.task = 'missing_money' and r.order_id = o.id and r.ended_at is null) m on true
   where k.task = any (tasks)
  union all
  select k.task, g.status_since, case k.task when 'ask_parcels' then g.advice_due_by
                                              when 'lost_parcels' then shop.start_of_day(c.deadline + 1) end
    from (values ('ask_parcels', 'attempts'), ('late_parcels', 'late'), ('lost_parcels', 'lost')) k (task, list)
    join parcels l on k.list::shop.parcel_list = any (l.lists) and (k.task <> 'ask_parcels' or l.desk_step <> 'wait')
    join public.parcel_progress g on g.booking_id = l.booking_id
    left join public.courier_claims c on c.booking_id = l.booking_id and c.state in ('open', 'asked')
   where k.task = any (tasks)
  union all
  select 'receive', max(s.updated_at), null
    from shop.returned_orders r
    left join public.shipments s on s.order_id = r.order_id and s.archived_at is null and s.received_at is null
   where 'receive' = any (tasks)
   group by r.order_id
  union all
  select k.task, r.updated_at, null
    from (values ('decide_returns', 'asked'), ('settle_returns', 'received')) k (task, state)
    join public.return_requests r on r.state = k.state::shop.return_state
    join public.orders o on o.id = r.order_id and o.archived_at is null
   where k.task = any (tasks);
end;
$$;

-- Each piece of work of these kinds: {task, since: when it began to wait, due_at: until when it should be done; null where nobody said}.
-- Each kind has as many as the list it leads to. Takes kinds (src/domain/reports/work-due.ts), {city: days} as `shop.listed_parcels` takes
-- them, the stock from which a product is low, and the time.
create function shop.open_work(tasks text[], days_by_city jsonb, low_stock integer, at timestamptz)
returns table (task text, since timestamptz, due_at timestamptz)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return query
  select * from shop.open_order_work(tasks, days_by_city, at)
  union all
  select 'disputes', i.since, null from shop.dispute_items i where 'disputes' = any (tasks) and i.state = 'open'
  union all
  select 'take_deliveries', p.created_at, shop.start_of_day(p.expected_delivery_date + 1)
    from public.purchase_orders p
   where 'take_deliveries' = any (tasks) and p.archived_at is null and shop.is_expected(p.status)
     and p.expected_delivery_date <= shop.day_of(at)
  union all
  -- As `list_stock_levels` finds them: by their choices.
  select 'low_stock', null, null from public.products p
   where 'low_stock' = any (tasks) and p.archived_at is null
     and p.id in (select v.product_id from public.product_variants v where v.archived_at is null and v.stock_quantity <= low_stock)
  union all
  select 'answer', m.created_at, null from public.contact_messages m where 'answer' = any (tasks) and m.status = 'new'
  union all
  select 'check_reviews', r.created_at, null from public.reviews r where 'check_reviews' = any (tasks) and r.awaits_staff
  union all
  select 'send_mails', m.created_at, null from public.mail_outbox m
   where 'send_mails' = any (tasks) and m.sent_at is null and m.kind::text <> 'whatsapp_question'
     and (m.failed_at is not null or (m.held_back_at is not null and m.admitted_at is null))
  union all
  -- Only in a shop that closes its months.
  select 'close_month', shop.end_of_month(m.month::date), null
    from generate_series(shop.last_closed_month() + interval '1 month', shop.day_of(at), '1 month') m (month)
   where 'close_month' = any (tasks) and shop.end_of_month(m.month::date) <= at
  union all
  select 'troubles', c.since, null from public.conditions c where 'troubles' = any (tasks) and c.since is not null;
end;
$$;

-- What waits of each kind: [{task, count, late: how many should have been done by now, since: the longest ago, due_at: the soonest that is
-- still to come}]; a kind of which nothing waits is left out. Takes what `shop.open_work` takes.
create function public.work_due(tasks text[], days_by_city jsonb, low_stock integer, at timestamptz default now()) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(k)), '[]')
    from (select w.task, count(*) as count, count(*) filter (where w.due_at <= work_due.at) as late, min(w.since) as since,
                 min(w.due_at) filter (where w.due_at > work_due.at) as due_at
            from shop.open_work(tasks, days_by_city, low_stock, work_due.at) w
           group by w.task) k;
$$;

grant execute on function public.work_due to service_role;
