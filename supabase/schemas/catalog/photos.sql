-- Photos that staff upload. Everybody sees them; only the server stores them, after encoding them again. A row for each stored photo makes
-- them findable, also by whether a product or category shows them.

-- The limits repeat what the server makes, for uploads that get past it.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('photos', 'photos', true, 8388608, array ['image/webp'])
on conflict (id) do update
   set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- Restrictive: it holds whatever other policy is added. The public addresses of photos need none; browsers can neither list nor change the
-- bucket.
create policy "Photos are written by the server alone" on storage.objects
  as restrictive for all to anon, authenticated
  using (bucket_id <> 'photos') with check (bucket_id <> 'photos');

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

alter table public.photos enable row level security;
grant select, insert, delete on public.photos to service_role;

-- A page of the stored photos, newest first. Takes a folder (or null), whether something shows them (null: either), the address that photos
-- are served from (with its closing slash), how many rows to skip and how many to return. Returns {items, total}, each item with `used_by`:
-- [{kind, id, name}].
create function public.list_photos(folder text, used boolean, base text, page_offset integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  found_names text[];
begin
  if used is null then
    found_names := array (
      select p.name from public.photos p where list_photos.folder is null or p.folder = list_photos.folder
      order by p.created_at desc, p.name);
  else
    found_names := array (
      with shown as (
        select unnest(r.images) as address from public.products r where r.archived_at is null
        union select c.image from public.categories c
      )
      select p.name from public.photos p left join shown s on s.address = base || p.folder || '/' || p.name
       where (list_photos.folder is null or p.folder = list_photos.folder) and (s.address is not null) = used
       order by p.created_at desc, p.name);
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('path', p.folder || '/' || p.name, 'used_by',
                       (select coalesce(jsonb_agg(jsonb_build_object('kind', u.kind, 'id', u.id, 'name', u.name) order by u.kind, u.name),
                                        '[]')
                          from (select 'product' as kind, r.id, r.name from public.products r
                                 where r.archived_at is null and r.images @> array[base || p.folder || '/' || p.name]
                                union all
                                select 'category', c.id, c.name from public.categories c where c.image = base
                                || p.folder || '/' || p.name) u))
                       order by page.place), '[]')
                from unnest(found_names[page_offset + 1 : page_offset + page_limit]) with ordinality as page (name, place)
                join public.photos p on p.name = page.name),
    'total', cardinality(found_names));
end;
$$;

-- Folders that hold photos, by name. Reads one index entry per folder, however many photos it holds.
create function public.list_photo_folders() returns table (folder text)
language sql stable set search_path = ''
as $$
  with recursive folders as (
    (select p.folder from public.photos p order by p.folder limit 1)
    union all
    select (select p.folder from public.photos p where p.folder > f.folder order by p.folder limit 1) from folders f
    where f.folder is not null
  )
  select f.folder from folders f where f.folder is not null;
$$;

-- Refuses 409 `photo_in_use` when a product on sale or a category shows a photo. Takes its path in the bucket, which is the end of its
-- address.
create function public.refuse_photo_in_use(path text) returns void
language plpgsql stable set search_path = ''
as $$
declare
  shown_by text;
begin
  select p.name into shown_by from public.products p
   where p.archived_at is null and exists (select from unnest(p.images) i where right(i, length(path) + 1) = '/' || path)
   limit 1;
  if shown_by is null then
    select c.name into shown_by from public.categories c where right(c.image, length(path) + 1) = '/' || path limit 1;
  end if;
  if shown_by is not null then
    perform shop.refuse('photo_in_use', null, jsonb_build_object('name', shown_by));
  end if;
end;
$$;

grant execute on function public.list_photos, public.list_photo_folders, public.refuse_photo_in_use to service_role;
