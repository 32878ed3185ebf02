-- Staff add, rename, sort, hide and delete categories. Products name their category by its slug, so a new slug reaches all of them.
-- Locks are taken in one order everywhere: the slugs, the category, then its products by id, as orders lock them.

-- Locks the category that a product names until the transaction ends, so that nobody deletes or renames it meanwhile. Comes before the
-- product's own lock, as when a category is renamed. Takes the slug. Refuses 422 the field `category` when there is none.
create function shop.lock_category_of_product(slug text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.categories c where c.slug = lock_category_of_product.slug for key share;
  if not found then
    perform shop.refuse_field('category', 'There is no such category');
  end if;
end;
$$;

-- A category as the API shows it. Takes its id.
create function shop.category_json(category_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(c) from public.categories_with_counts c where c.id = category_json.category_id;
$$;

-- Reserves a slug until the transaction ends. Takes it and the id of the category that may have it already, or null. Refuses 409
-- `slug_taken`.
create function shop.reserve_slug(slug text, category_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('slugs of categories', 0));
  if exists (select from public.categories c where c.slug = reserve_slug.slug and c.id is distinct from reserve_slug.category_id) then
    perform shop.refuse('slug_taken');
  end if;
  -- An address is of one category: what another had before leads to this one from now on.
  update public.categories c set old_slugs = array_remove(c.old_slugs, reserve_slug.slug)
   where reserve_slug.slug = any (c.old_slugs) and c.id is distinct from reserve_slug.category_id;
end;
$$;

-- The category, locked until the transaction ends; no product can be put into it or taken out meanwhile. Refuses 404 `category_not_found`.
create function shop.lock_category(category_id text) returns public.categories
language plpgsql set search_path = ''
as $$
declare
  found_category public.categories;
begin
  select * into found_category from public.categories c where c.id = lock_category.category_id for update;
  if not found then
    perform shop.refuse('category_not_found');
  end if;
  return found_category;
end;
$$;

-- Locks every product of a category, archived ones too: they change with it. Takes the slug.
create function shop.lock_products_of(category text) returns void
language sql set search_path = ''
as $$
  select shop.lock_products(array (select p.id from public.products p where p.category = lock_products_of.category));
$$;

-- Adds a category after the last one. Takes {name, slug, image, description?, no_return_reason?}. Returns the category. Refuses
-- 409 `slug_taken`.
create function public.create_category(fields jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  made_id text;
begin
  perform shop.reserve_slug(fields ->> 'slug', null);
  insert into public.categories (name, slug, image, description, no_return_reason, sort_order)
  select fields ->> 'name', fields ->> 'slug', fields ->> 'image', coalesce(fields ->> 'description', ''),
    coalesce(fields ->> 'no_return_reason', ''), coalesce(max(c.sort_order), 0) + 1 from public.categories c
  returning id into made_id;
  return shop.category_json(made_id);
end;
$$;

-- Edits a category: the columns in `fields` change, the others stay. Its old slug leads to the new one
-- (`shop.current_slug`): in addresses, filters, and what codes are for. Takes its id, the columns, and the version the editor saw or
-- null. Returns the category. Refuses 404 `category_not_found`, 409 `edited_meanwhile`, 409 `slug_taken`.
create function public.edit_category(category_id text, fields jsonb, expected_version timestamptz) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.categories;
  wanted public.categories;
begin
  if fields ? 'slug' then
    perform shop.reserve_slug(fields ->> 'slug', edit_category.category_id);
  end if;
  before := shop.lock_category(edit_category.category_id);
  perform shop.check_version(before.updated_at, expected_version);

  wanted := jsonb_populate_record(before, fields);
  if wanted.slug <> before.slug then
    perform shop.lock_products_of(before.slug);
    wanted.old_slugs := array_remove(before.old_slugs, wanted.slug) || before.slug;
  end if;
  update public.categories c set name = wanted.name, slug = wanted.slug, old_slugs = wanted.old_slugs, image = wanted.image,
         description = wanted.description, no_return_reason = wanted.no_return_reason
   where c.id = before.id;
  return shop.category_json(before.id);
end;
$$;

-- Shows a hidden category, hides a shown one. Takes its id. Returns the category. Refuses 404 `category_not_found`.
create function public.toggle_category(category_id text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  update public.categories c set is_active = not c.is_active where c.id = toggle_category.category_id;
  if not found then
    perform shop.refuse('category_not_found');
  end if;
  return shop.category_json(toggle_category.category_id);
end;
$$;

-- Gives categories their places, all of them or none. Takes [{id, order}]. Returns all categories in the new order.
-- Refuses 404 `category_not_found` when one of them does not exist.
create function public.order_categories(places jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  known integer;
begin
  -- Locked in id order, so that two sortings queue instead of deadlocking; one statement, so that no reader sees half of it.
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
    perform shop.refuse('category_not_found');
  end if;
  return (select jsonb_agg(to_jsonb(c) order by c."order", c.name) from public.categories_with_counts c);
end;
$$;

-- Deletes a category without products on sale; archived products lose it. Takes its id. Returns the category as it was.
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
    perform shop.refuse('category_in_use',
      jsonb_build_object('count', answer -> 'count'));
  end if;
  perform shop.lock_products_of(before.slug);
  delete from public.categories c where c.id = before.id;
  return answer;
end;
$$;

grant execute on function public.create_category, public.edit_category, public.toggle_category, public.order_categories,
  public.delete_category to service_role;
