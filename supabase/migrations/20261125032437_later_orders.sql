SET local check_function_bodies = off;

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
     where c.is_open and case when list_confirmations.state is null then c.due_at is not null else c.state = list_confirmations.state end
     order by q.due_at > now(), case when q.due_at > now() then q.due_at end, q.urgency, c.updated_at desc, c.order_id);
begin
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.desk_json(page.id) order by page.place), '[]')
                from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)),
    'counts', (select jsonb_agg(jsonb_build_object('state', s, 'count', (select count(*) from public.order_confirmations c where c.is_open and c.state = s)))
                 from unnest(enum_range(null::shop.confirmation_state)) s),
    'due', (select count(*) from shop.confirmation_queue q where q.due_at <= now()),
    'total', cardinality(ids));
end;
$function$;
