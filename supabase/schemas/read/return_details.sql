-- Returns, exchanges and claims for staff.

-- A request as staff see it, with where its money goes (`shop.payout_json`), who collects it (`shop.collection_of_json`) and its history
-- [{state, note, by, at}]. Takes its id, and the delivery rule as `shop.return_json` does.
create function shop.return_details_json(request_id text, delivery jsonb default null) returns jsonb
language sql stable set search_path = ''
as $$
  select shop.return_json(r, return_details_json.delivery) || shop.collection_of_json(r)
         || jsonb_build_object('payout', shop.payout_json(r.id), 'history', (
           select jsonb_agg(jsonb_build_object(
             'state', d.state, 'note', d.note, 'by', shop.username_of(d.actor), 'at', d.created_at) order by d.sequence)
             from public.return_decisions d where d.request_id = r.id))
    from public.return_requests r where r.id = return_details_json.request_id;
$$;

-- A request for staff. Takes its id or number, and the delivery rule {freeFrom, fee}. Refuses 404 `return_not_found`.
create function public.find_return(request_id text, delivery jsonb default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  found_id text;
begin
  select r.id into found_id from public.return_requests r join public.orders o on o.id = r.order_id and o.archived_at is null
   where r.id = find_return.request_id or r.return_number = upper(find_return.request_id);
  if not found then
    perform shop.refuse('return_not_found');
  end if;
  return shop.return_details_json(found_id, find_return.delivery);
end;
$$;

-- A page of the requests, the latest first. Takes a state, whether only those that are not closed, a kind, an order that they are of or
-- that one became (each filter may be null), the delivery rule, how many rows to skip and how many to return. Returns {items, total}.
create function public.list_returns(state shop.return_state, only_open boolean, kind shop.return_kind, order_id text,
                                    delivery jsonb, page_offset integer,
                                    page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  found_ids constant text[] := array (
    select r.id from public.return_requests r join public.orders o on o.id = r.order_id and o.archived_at is null
     where (list_returns.state is null or r.state = list_returns.state)
       and (only_open is not true or r.state in ('asked', 'approved', 'received'))
       and (list_returns.kind is null or r.kind = list_returns.kind)
       and (list_returns.order_id is null or list_returns.order_id in (r.order_id, r.exchange_order_id))
     order by r.created_at desc, r.id desc);
begin
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.return_json(r, list_returns.delivery) order by page.place), '[]')
                from unnest(found_ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.return_requests r on r.id = page.id),
    'total', cardinality(found_ids));
end;
$$;

-- How many requests are in each state: {counts: [{state, count}]}.
create function public.count_returns() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('counts', jsonb_agg(jsonb_build_object('state', s, 'count', (
           select count(*) from public.return_requests r join public.orders o on o.id = r.order_id and o.archived_at is null
           where r.state = s)) order by s))
    from unnest(enum_range(null::shop.return_state)) s;
$$;

-- The name of a photo in the storage: {name}. Takes its id. Refuses 404 `photo_not_found`.
create function public.find_return_photo(photo_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  found_name text;
begin
  select h.name into found_name from public.return_photos h
   where h.id = find_return_photo.photo_id and h.request_id is not null and coalesce(h.kept_until > now(), true);
  if not found then
    perform shop.refuse('photo_not_found');
  end if;
  return jsonb_build_object('name', found_name);
end;
$$;

-- The names of at most 100 photos whose time is over. Whoever asks removes them from the storage, and then their rows.
create function public.ended_return_photos() returns table (name text)
language sql stable set search_path = ''
as $$
  select h.name from public.return_photos h where h.kept_until <= now() order by h.kept_until limit 100;
$$;

grant execute on function public.find_return, public.list_returns, public.count_returns, public.find_return_photo,
  public.ended_return_photos to service_role;
