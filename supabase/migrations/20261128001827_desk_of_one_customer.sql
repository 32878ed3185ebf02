SET local check_function_bodies = off;

DROP FUNCTION "shop"."confirmation_json"(text);

CREATE OR REPLACE FUNCTION public.list_confirmations (
  state       shop.confirmation_state,
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  ids constant text[] := array (
    select c.order_id from public.order_confirmations c left join shop.confirmation_queue q on q.order_id = c.order_id
     where c.is_open and case when list_confirmations.state is not null then c.state = list_confirmations.state
                              else c.order_id in (select w.order_id from shop.order_work w where w.work = 'to_confirm') end
     order by q.due_at > now(), case when q.due_at > now() then q.due_at end, q.urgency, c.updated_at desc, c.order_id);
begin
  return jsonb_build_object(
    -- Many may be of one customer, whose record is read once.
    'items', (with page as (
                select p.id, p.place, o.customer_id
                  from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as p (id, place)
                  join public.orders o on o.id = p.id),
              records as materialized (
                select k.customer_id, shop.customer_record(k.customer_id) as record
                  from (select distinct f.customer_id from page f where f.customer_id is not null) k)
              select coalesce(jsonb_agg(shop.confirmation_json(p.id, r.record) order by p.place), '[]')
                from page p left join records r on r.customer_id = p.customer_id),
    'counts', (select jsonb_agg(jsonb_build_object(
                        'state', s,
                        'count', (select count(*) from public.order_confirmations c where c.is_open and c.state = s)))
                 from unnest(enum_range(null::shop.confirmation_state)) s),
    'due', (select count(*) from shop.confirmation_queue q where q.due_at <= now()),
    'total', cardinality(ids));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.confirmation_json (
  order_id text,
  record   jsonb DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return jsonb_build_object(
    'order', shop.staff_order_json(order_id),
    'customer', (select jsonb_build_object('id', u.id, 'name', u.name, 'tags', u.tags, 'block', u.block, 'notes', u.notes,
                                           'record', coalesce(confirmation_json.record, shop.customer_record(u.id)))
                   from public.orders o join public.customers u on u.id = o.customer_id where o.id = confirmation_json.order_id),
    'attempts', (select coalesce(jsonb_agg(jsonb_build_object('how', a.how, 'outcome', a.outcome, 'call_back_at', a.call_back_at,
                                                              'note', a.note, 'by', s.username, 'created_at', a.created_at)
                                           order by a.created_at, a.id), '[]')
                   from public.confirmation_attempts a left join public.staff s on s.id = a.actor
                  where a.order_id = confirmation_json.order_id));
end;
$function$;

REVOKE ALL ON FUNCTION "shop"."confirmation_json"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."confirmation_json"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."confirmation_json"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."confirmation_json"(text, jsonb) TO "service_role";
