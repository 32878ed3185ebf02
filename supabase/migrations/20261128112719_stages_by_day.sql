SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.stages_by_day (
  first_day   date,
  last_day    date,
  is_by_event boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  since constant timestamptz := shop.start_of_day(first_day);
  till constant timestamptz := shop.start_of_day(last_day + 1);
  looked_at constant text[] := case when is_by_event then array (select * from shop.orders_touched(since, till))
    else array (select o.id from public.orders o where o.archived_at is null and o.created_at >= since and o.created_at < till) end;
begin
  return (
    with passed as materialized (
      select m.stage, m.amount, shop.day_of(c.at) as day
        from shop.stage_moments(looked_at) m
       cross join lateral (select case when is_by_event then m.at else m.placed_at end as at) c
       where c.at >= since and c.at < till
    ), counted as (
      select p.day, p.stage, count(*) as orders, sum(p.amount) as amount from passed p group by grouping sets ((p.day, p.stage), (p.stage))
    ), told as (
      select d.day, jsonb_agg(jsonb_build_object('stage', s.stage, 'orders', coalesce(c.orders, 0), 'amount', coalesce(c.amount, 0))
                              order by s.place) as stages
        from (select first_day + n as day from generate_series(0, last_day - first_day) n union all select null) d
       cross join (values (1, 'placed'), (2, 'confirmed'), (3, 'sent'), (4, 'delivered'), (5, 'settled'), (6, 'came_back')) s (place, stage)
        left join counted c on c.stage = s.stage and c.day is not distinct from d.day
       group by d.day
    )
    select jsonb_build_object(
      'stages', (select t.stages from told t where t.day is null),
      'days', (select jsonb_agg(jsonb_build_object('day', t.day, 'stages', t.stages) order by t.day) from told t where t.day is not null)));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."stages_by_day"(date, date, boolean) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.orders_touched (
  since timestamp with time zone,
  till  timestamp with time zone
)
  RETURNS SETOF text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select o.id from public.orders o where o.archived_at is null and o.created_at >= since and o.created_at < till
  union
  select e.order_id from public.order_events e where e.created_at >= since and e.created_at < till
  union
  select p.order_id from public.payments p where p.order_id is not null and p.created_at >= since and p.created_at < till
  union
  select s.order_id
    from public.settlements f
    join public.settlement_lines l on l.settlement_id = f.id
    join public.shipments s on s.id = l.shipment_id
   where f.created_at >= since and f.created_at < till;
$function$;

CREATE OR REPLACE FUNCTION shop.stage_moments (
  order_ids text[]
)
  RETURNS TABLE (
    order_id  text,
    placed_at timestamp with time zone,
    stage     text,
    amount    numeric,
    at        timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with parcels as materialized (
    select s.order_id, bool_or(s.status <> 'preparing') as has_left, bool_or(s.status = 'returned') as came_back
      from public.shipments s where s.order_id = any (order_ids) and s.archived_at is null group by s.order_id
  ), told as materialized (
    select e.order_id,
           min(e.created_at) filter (where e.kind = 'confirmation' and e.after ->> 'confirmation' = 'confirmed') as confirmed_at,
           min(e.created_at) filter (where e.kind = 'order' and e.after ->> 'status' in ('shipped', 'delivered')
                                        or e.kind = 'parcel' and e.after ->> 'status' <> 'preparing') as sent_at,
           max(e.created_at) filter (where e.kind = 'order' and e.after ->> 'status' = 'delivered') as delivered_at,
           max(e.created_at) filter (where e.kind = 'parcel' and e.after ->> 'status' = 'returned') as back_at
      from public.order_events e
     where e.order_id = any (order_ids) and e.kind in ('order', 'parcel', 'confirmation')
     group by e.order_id
  ), paid as materialized (
    select m.order_id, max(m.at) as at
      from (select p.order_id, p.created_at as at from public.payments p
             where p.order_id = any (order_ids) and p.kind <> 'refund' and p.reverses is null
            union all
            select s.order_id, f.created_at
              from public.shipments s
              join public.settlement_lines l on l.shipment_id = s.id and l.is_standing and l.outcome = 'delivered'
              join public.settlements f on f.id = l.settlement_id
             where s.order_id = any (order_ids)) m
     group by m.order_id
  ), held as materialized (select distinct h.order_id from shop.held_by_couriers h where h.amount <> 0)
  select o.id, o.created_at, m.stage, o.total_amount, m.at
    from public.orders o
    left join parcels p on p.order_id = o.id
    left join told t on t.order_id = o.id
    left join paid on paid.order_id = o.id
    left join held h on h.order_id = o.id
    left join public.order_confirmations f on f.order_id = o.id
   cross join lateral (select coalesce(p.has_left, false) or shop.has_shipped(o.status) as is_sent,
                              case when o.status = 'delivered' then coalesce(t.delivered_at, o.created_at) end as delivered_at) d
   cross join lateral (select case when d.is_sent then coalesce(least(t.sent_at, d.delivered_at), o.created_at) end as sent_at) s
   cross join lateral (values
     ('placed', true, o.created_at),
     ('confirmed', d.is_sent or f.state = 'confirmed', coalesce(least(t.confirmed_at, s.sent_at), o.created_at)),
     ('sent', d.is_sent, s.sent_at),
     ('delivered', o.status = 'delivered', d.delivered_at),
     ('settled', o.status = 'delivered' and o.due_on_delivery = 0 and h.order_id is null, greatest(d.delivered_at, paid.at)),
     ('came_back', p.came_back, coalesce(t.back_at, o.created_at))) m (stage, has_passed, at)
   where o.id = any (order_ids) and o.archived_at is null and m.has_passed;
$function$;

CREATE INDEX order_events_newest ON public.order_events USING btree (created_at) INCLUDE (order_id);

REVOKE ALL ON FUNCTION "public"."stages_by_day"(date, date, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."stages_by_day"(date, date, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."stages_by_day"(date, date, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."orders_touched"(timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."orders_touched"(timestamp WITH time zone, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."orders_touched"(timestamp WITH time zone, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."orders_touched"(timestamp WITH time zone, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."stage_moments"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."stage_moments"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."stage_moments"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."stage_moments"(text[]) TO "service_role";
