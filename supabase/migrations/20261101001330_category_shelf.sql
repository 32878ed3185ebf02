-- What staff do with categories besides naming them: show and hide, sort, delete.

-- Shows a hidden category, hides a shown one. Takes its id. Returns the category. Refuses 404 `category_not_found`.
create function public.toggle_category(category_id text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  update public.categories c set is_active = not c.is_active where c.id = toggle_category.category_id;
  if not found then
    perform shop.refuse(404, 'category_not_found', 'Category not found');
  end if;
  return shop.category_json(toggle_category.category_id);
end;
$$;

-- Gives categories their places, all of them or none. Takes [{id, order}]. Returns every category in the new order.
-- Refuses 404 `category_not_found` when one of them does not exist.
create function public.order_categories(places jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  known integer;
begin
  -- Locked by id, so that two sortings at once queue instead of deadlocking; one statement, so that no reader sees half of it.
  with place as (
    select p.id, p."order" from jsonb_to_recordset(places) as p (id text, "order" integer)
  ), locked as materialized (
    select c.id, c.sort_order from public.categories c where c.id in (select place.id from place) order by c.id for no key update
  ), moved as (
    update public.categories c
       set sort_order = place."order"
      from place join locked on locked.id = place.id
     where c.id = place.id and locked.sort_order <> place."order"
  )
  select count(*) into known from locked;

  if known < jsonb_array_length(places) then
    perform shop.refuse(404, 'category_not_found', 'Category not found');
  end if;
  return (select jsonb_agg(to_jsonb(c) order by c."order", c.name) from public.categories_with_counts c);
end;
$$;

-- Deletes a category that no product on sale is in; archived ones lose it. Takes its id. Returns the category as it was.
-- Refuses 404 `category_not_found`, 409 `category_in_use` with {count}.
create function public.delete_category(category_id text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.categories := shop.lock_category(delete_category.category_id);
  answer jsonb;
begin
  answer := shop.category_json(before.id);
  if (answer ->> 'count')::integer > 0 then
    perform shop.refuse(409, 'category_in_use', 'This category still has products. Move or delete them first.',
      jsonb_build_object('count', answer -> 'count'));
  end if;
  perform shop.lock_products_of(before.slug);
  delete from public.categories c where c.id = before.id;
  return answer;
end;
$$;

revoke execute on function public.toggle_category, public.order_categories, public.delete_category from public, anon, authenticated;
grant execute on function public.toggle_category, public.order_categories, public.delete_category to service_role;
