-- Staff add, rename, sort, hide and delete categories. Products name their category by its slug, so a new slug reaches all of them.
-- Locks are taken in one order everywhere: the slugs, the category, then its products by id, as orders lock them.

-- A category as the API shows it. Takes its id.
create function shop.category_json(category_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(c) from public.categories_with_counts c where c.id = category_json.category_id;
$$;

-- Reserves a slug until the transaction ends. Takes it and the id of the category that may have it already, or null.
-- Refuses 409 `slug_taken`.
create function shop.claim_slug(slug text, category_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('slugs of categories', 0));
  if exists (select from public.categories c where c.slug = claim_slug.slug and c.id is distinct from claim_slug.category_id) then
    perform shop.refuse(409, 'slug_taken', 'Another category already has this slug');
  end if;
end;
$$;

-- The category, locked until the transaction ends; products that name it can neither come nor go. Refuses 404 `category_not_found`.
create function shop.lock_category(category_id text) returns public.categories
language plpgsql set search_path = ''
as $$
declare
  found_category public.categories;
begin
  select * into found_category from public.categories c where c.id = lock_category.category_id for update;
  if not found then
    perform shop.refuse(404, 'category_not_found', 'Category not found');
  end if;
  return found_category;
end;
$$;

-- Locks every product of a category, archived ones too: they change with it.
create function shop.lock_products_of(category text) returns void
language sql set search_path = ''
as $$
  select shop.lock_products(array (select p.id from public.products p where p.category = lock_products_of.category));
$$;

-- Adds a category after the last one. Takes {name, slug, image}. Returns the category. Refuses 409 `slug_taken`.
create function public.create_category(fields jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  made_id text;
begin
  perform shop.claim_slug(fields ->> 'slug', null);
  insert into public.categories (name, slug, image, sort_order)
  select fields ->> 'name', fields ->> 'slug', fields ->> 'image', coalesce(max(c.sort_order), 0) + 1 from public.categories c
  returning id into made_id;
  return shop.category_json(made_id);
end;
$$;

-- Edits a category: the columns in `fields` change, the rest stays. Takes its id, the columns, and the version the editor saw or null.
-- Returns the category. Refuses 404 `category_not_found`, 409 `edited_meanwhile`, `slug_taken`.
create function public.edit_category(category_id text, fields jsonb, seen timestamptz) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.categories;
  wanted public.categories;
begin
  if fields ? 'slug' then
    perform shop.claim_slug(fields ->> 'slug', edit_category.category_id);
  end if;
  before := shop.lock_category(edit_category.category_id);
  perform shop.check_version(before.updated_at, seen);

  wanted := jsonb_populate_record(before, fields);
  if wanted.slug <> before.slug then
    perform shop.lock_products_of(before.slug);
  end if;
  update public.categories c set name = wanted.name, slug = wanted.slug, image = wanted.image where c.id = before.id;
  return shop.category_json(before.id);
end;
$$;

grant execute on all functions in schema shop to service_role;
revoke execute on function public.create_category, public.edit_category from public, anon, authenticated;
grant execute on function public.create_category, public.edit_category to service_role;
