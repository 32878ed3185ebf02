-- Photos that staff upload: everybody sees them, and only the server puts them there, redrawn from what was sent.

-- The limits say again what the server makes, for whoever gets past it.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('photos', 'photos', true, 8388608, array ['image/webp'])
on conflict (id) do update
   set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- Without a policy that lets them, nobody but service_role writes. Restrictive ones stay closed whatever a later policy opens.
-- Public addresses of photos need none. A browser can neither list the bucket nor change it.
create policy "Photos are written by the server alone" on storage.objects
  as restrictive for all to anon, authenticated
  using (bucket_id <> 'photos') with check (bucket_id <> 'photos');

-- Refuses 409 `photo_in_use` when a product on sale or a category shows a photo. Takes its path in the bucket, which ends every address of it.
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
    perform shop.refuse(409, 'photo_in_use', format('%s still shows this photo', shown_by));
  end if;
end;
$$;

revoke execute on function public.refuse_photo_in_use from public, anon, authenticated;
grant execute on function public.refuse_photo_in_use to service_role;
