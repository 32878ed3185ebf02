-- What was uploaded stays findable: a row for each stored photo, and which products and categories show it.

create table public.photos (
  name text primary key,
  folder text not null,
  width integer,
  height integer,
  bytes integer,
  file_name text not null default '',
  uploaded_by uuid references public.staff (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint photos_name_shape check (name ~ '^[a-z0-9-]{1,40}-[0-9a-f]{32}\.webp$'),
  constraint photos_folder_begins_name check (name like folder || '-%')
);

create index photos_newest on public.photos (created_at desc, name);
create index photos_by_folder on public.photos (folder, created_at desc, name);
create index products_by_image on public.products using gin (images) where archived_at is null;

alter table public.photos enable row level security;
revoke all on public.photos from public, anon, authenticated;
grant select, insert, delete on public.photos to service_role;

-- Photos of before: their sizes are not known.
insert into public.photos (name, folder)
select substring(o.name from '[^/]+$'), substring(o.name from '^[^/]+')
  from storage.objects o
 where o.bucket_id = 'photos' and o.name ~ '^([a-z0-9-]{1,40})/\1-[0-9a-f]{32}\.webp$';

-- A page of the stored photos, newest first. Takes a folder (or null), whether they are shown anywhere (null: either), where photos are served from
-- (with its closing slash), how many to pass over and how many to give. Returns {items, total}, each item with `used_by`: [{kind, id, name}].
create function public.photo_page(folder text, used boolean, base text, first integer, most integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  found_names text[];
begin
  if used is null then
    found_names := array (
      select p.name from public.photos p where photo_page.folder is null or p.folder = photo_page.folder order by p.created_at desc, p.name);
  else
    found_names := array (
      with shown as (
        select unnest(r.images) as address from public.products r where r.archived_at is null
        union select c.image from public.categories c
      )
      select p.name from public.photos p left join shown s on s.address = base || p.folder || '/' || p.name
       where (photo_page.folder is null or p.folder = photo_page.folder) and (s.address is not null) = used
       order by p.created_at desc, p.name);
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('path', p.folder || '/' || p.name, 'used_by',
                       (select coalesce(jsonb_agg(jsonb_build_object('kind', u.kind, 'id', u.id, 'name', u.name) order by u.kind, u.name), '[]')
                          from (select 'product' as kind, r.id, r.name from public.products r
                                 where r.archived_at is null and r.images @> array[base || p.folder || '/' || p.name]
                                union all
                                select 'category', c.id, c.name from public.categories c where c.image = base || p.folder || '/' || p.name) u))
                       order by page.place), '[]')
                from unnest(found_names[first + 1 : first + most]) with ordinality as page (name, place)
                join public.photos p on p.name = page.name),
    'total', cardinality(found_names));
end;
$$;

-- Folders that hold photos, by name: one index entry is read for each, however many photos it holds.
create function public.photo_folders() returns table (folder text)
language sql stable set search_path = ''
as $$
  with recursive folders as (
    (select p.folder from public.photos p order by p.folder limit 1)
    union all
    select (select p.folder from public.photos p where p.folder > f.folder order by p.folder limit 1) from folders f where f.folder is not null
  )
  select f.folder from folders f where f.folder is not null;
$$;

revoke execute on function public.photo_page, public.photo_folders from public, anon, authenticated;
grant execute on function public.photo_page, public.photo_folders to service_role;
