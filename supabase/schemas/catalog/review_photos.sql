-- Photographs that shoppers send with a review. They lie in the bucket `photos` under names that nobody can guess and that the shop tells
-- nobody but staff before they have approved the review; the id with which they are sent says nothing about the name.

create table public.review_photos (
  -- Random, because whoever knows it may send the photo with a review.
  id text primary key,
  -- Null before it is sent, and after staff or the review's end took it away: then the photo goes (`public.unused_review_photos`).
  review_id text references public.reviews (id) on delete set null,
  place smallint not null default 1,
  name text not null,
  address text not null,
  bytes integer not null,
  -- Staff may hide one photo of a review.
  is_shown boolean not null default true,
  created_at timestamptz not null default now(),
  kept_until timestamptz not null default now() + interval '1 day',
  constraint review_photos_id_random check (id ~ '^[0-9a-f]{32}$'),
  constraint review_photos_name_unique unique (name),
  constraint review_photos_place_unique unique (review_id, place),
  constraint review_photos_place_range check (place between 1 and 3),
  constraint review_photos_bytes_positive check (bytes > 0)
);

create index review_photos_unused on public.review_photos (kept_until) where review_id is null;
create index review_photos_newest on public.review_photos (created_at) include (bytes);

-- A review that comes or goes, or is approved, says so itself.
create trigger review_photos_rebuild_site after update on public.review_photos
  for each row when (old.review_id is not null) execute function shop.mark_site_stale();

alter table public.review_photos enable row level security;
create policy "everyone reads shown photos of published reviews" on public.review_photos for select to anon, authenticated
  using (is_shown and exists (select from public.reviews r where r.id = review_id and r.is_published));
grant select on public.review_photos to anon, authenticated;
grant select, insert, update, delete on public.review_photos to service_role;

-- The photos of a review that are shown with it, in order: [{id, address}]. In `public`, because the Data API offers it as a column of
-- reviews.
create function public.photos(review public.reviews) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'address', h.address) order by h.place), '[]')
    from public.review_photos h where h.review_id = review.id and h.is_shown;
$$;

-- A review as the API shows it.
create function shop.review_json(review public.reviews) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(review) || jsonb_build_object('photos', public.photos(review));
$$;

-- Notes a photo before it is stored, for a day: by then it is sent with a review, or goes. Takes {id, name, address, bytes} and a hash of
-- the network it comes from, null where nothing is limited. Refuses 429 `too_many_photos` beyond 60 a day from one network, which thousands
-- of phones may share, and 100 MB a day in all.
create function public.add_review_photo(photo jsonb, network text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  if network is not null and (public.hit_rate_limit(shop.bucket('review photo', network), 60, 86400) > 0
                              or (select coalesce(sum(h.bytes), 0) from public.review_photos h
                                  where h.created_at > now() - interval '1 day') > 100000000) then
    perform shop.refuse('too_many_photos');
  end if;
  insert into public.review_photos (id, name, address, bytes)
  values (photo ->> 'id', photo ->> 'name', photo ->> 'address', (photo ->> 'bytes')::integer);
end;
$$;

-- Gives photos to the review they were sent with. Takes its id and theirs, in order. Refuses 422 the field `photos` when one is not kept
-- any more, or belongs to another review.
create function shop.attach_photos(review_id text, photo_ids text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  attached integer;
begin
  update public.review_photos h set review_id = attach_photos.review_id, place = p.place
    from unnest(photo_ids) with ordinality as p (id, place)
   where h.id = p.id and h.review_id is null and h.kept_until > now();
  get diagnostics attached = row_count;
  if attached <> cardinality(photo_ids) then
    perform shop.refuse_field('photos', 'A photo was not kept. Please add it again.');
  end if;
end;
$$;

-- Shows one photo of a review or hides it. Takes the ids of both. Returns the review. Refuses 404 `review_not_found`, `photo_not_found`.
create function public.show_review_photo(review_id text, photo_id text, is_shown boolean) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform shop.lock_review(review_id, null);
  update public.review_photos h set is_shown = show_review_photo.is_shown where h.id = photo_id
    and h.review_id = show_review_photo.review_id;
  if not found then
    perform shop.refuse('photo_not_found');
  end if;
  return (select shop.review_json(r) from public.reviews r where r.id = show_review_photo.review_id);
end;
$$;

-- Takes one photo from a review, so that it goes. Takes the ids of both. Returns the review. Refuses 404 `review_not_found`,
-- `photo_not_found`.
create function public.remove_review_photo(review_id text, photo_id text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform shop.lock_review(review_id, null);
  update public.review_photos h set review_id = null, kept_until = now() where h.id = photo_id
    and h.review_id = remove_review_photo.review_id;
  if not found then
    perform shop.refuse('photo_not_found');
  end if;
  return (select shop.review_json(r) from public.reviews r where r.id = remove_review_photo.review_id);
end;
$$;

-- The names of at most 100 photos that no review has and none may get any more. Whoever asks removes them from the storage, and then their
-- rows.
create function public.unused_review_photos() returns table (name text)
language sql stable set search_path = ''
as $$
  select h.name from public.review_photos h where h.review_id is null and h.kept_until <= now() order by h.kept_until limit 100;
$$;

create index photos_newest on public.photos (created_at desc, name);
create index photos_by_folder on public.photos (folder, created_at desc, name);
create index photos_by_person on public.photos (uploaded_by);

grant execute on function public.photos to anon, authenticated, service_role;

grant execute on function public.add_review_photo, public.show_review_photo, public.remove_review_photo,
  public.unused_review_photos to service_role;
