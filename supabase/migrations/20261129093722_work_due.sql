SET local check_function_bodies = off;

DROP FUNCTION "public"."work_summary"(date, integer, integer, integer);

CREATE OR REPLACE FUNCTION public.work_due (
  tasks        text[],
  days_by_city jsonb,
  low_stock    integer,
  at           timestamp with time zone DEFAULT now()
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(k)), '[]')
    from (select w.task, count(*) as count, count(*) filter (where w.due_at <= work_due.at) as late, min(w.since) as since,
                 min(w.due_at) filter (where w.due_at > work_due.at) as due_at
            from shop.open_work(tasks, days_by_city, low_stock, work_due.at) w
           group by w.task) k;
$function$;

REVOKE ALL ON FUNCTION "public"."work_due"(text[], jsonb, integer, timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.work_summary (
  today      date,
  late_after integer,
  page_limit integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  late text[] := array(
    select s.id from public.shipments s
     where s.archived_at is null and not shop.is_over(s.status)
       and (s.estimated_delivery_date < today
            or (s.estimated_delivery_date is null and s.status <> 'preparing' and s.shipped_date < shop.start_of_day(today - late_after)))
     order by coalesce(s.estimated_delivery_date, shop.day_of(s.shipped_date) + late_after), s.id);
begin
  return jsonb_build_object(
    'late_count', cardinality(late),
    'late', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number,
                                                          'order_number', s.order_number, 'status', s.status, 'carrier', s.carrier,
                                                          'recipient_name', coalesce(o.recipient_name, o.customer_name),
                                                          'estimated_delivery_date', s.estimated_delivery_date,
                                                          'shipped_date', s.shipped_date) order by listed.place), '[]')
               from unnest(late[1 : page_limit]) with ordinality as listed (id, place)
               join public.shipments s on s.id = listed.id join public.orders o on o.id = s.order_id),
    'expected_count', (select count(*) from public.purchase_orders p
                       where p.archived_at is null and p.expected_delivery_date is not null and shop.is_expected(p.status)),
    'expected', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'order_number', p.order_number, 'supplier_name', p.supplier_name,
                          'status', p.status, 'expected_delivery_date', p.expected_delivery_date) order by p.expected_delivery_date, p.id),
                          '[]')
                   from (select * from public.purchase_orders e
                          where e.archived_at is null and e.expected_delivery_date is not null and shop.is_expected(e.status)
                          order by e.expected_delivery_date, e.id limit page_limit) p));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."work_summary"(date, integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.open_order_work (
  tasks        text[],
  days_by_city jsonb,
  at           timestamp with time zone
)
  RETURNS TABLE (
    task   text,
    since  timestamp with time zone,
    due_at timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION shop.open_work (
  tasks        text[],
  days_by_city jsonb,
  low_stock    integer,
  at           timestamp with time zone
)
  RETURNS TABLE (
    task   text,
    since  timestamp with time zone,
    due_at timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "public"."work_due"(text[], jsonb, integer, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."work_due"(text[], jsonb, integer, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."work_due"(text[], jsonb, integer, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."work_summary"(date, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."work_summary"(date, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."work_summary"(date, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."open_order_work"(text[], jsonb, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."open_order_work"(text[], jsonb, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."open_order_work"(text[], jsonb, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."open_order_work"(text[], jsonb, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."open_work"(text[], jsonb, integer, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."open_work"(text[], jsonb, integer, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."open_work"(text[], jsonb, integer, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."open_work"(text[], jsonb, integer, timestamp WITH time zone) TO "service_role";
