SET local check_function_bodies = off;

DROP VIEW "public"."categories_with_counts";

ALTER TABLE "public"."categories"
  ADD COLUMN "description" text NOT NULL DEFAULT ''::text;

CREATE OR REPLACE FUNCTION public.create_category (
  fields jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.edit_category (
  category_id      text,
  fields           jsonb,
  expected_version timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

ALTER TABLE "public"."categories"
  ADD CONSTRAINT "categories_description_length" CHECK ((char_length(description) <= 200));

CREATE VIEW "public"."categories_with_counts" WITH (security_invoker=true) AS  SELECT c.id,
    c.name,
    c.slug,
    c.image,
    c.description,
    c.is_active,
    c.sort_order AS "order",
    c.no_return_reason,
    c.old_slugs,
    c.created_at,
    c.updated_at,
    (( SELECT count(*) AS count
           FROM public.products p
          WHERE ((p.category = c.slug) AND (p.archived_at IS NULL))))::integer AS count
   FROM public.categories c;

REVOKE ALL ON TABLE "public"."categories_with_counts" FROM "anon";

GRANT SELECT ON TABLE "public"."categories_with_counts" TO "anon";

REVOKE ALL ON TABLE "public"."categories_with_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."categories_with_counts" TO "authenticated";

REVOKE ALL ON TABLE "public"."categories_with_counts" FROM "service_role";

GRANT SELECT ON TABLE "public"."categories_with_counts" TO "service_role";
