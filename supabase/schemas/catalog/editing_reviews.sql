-- Staff answer reviews, publish and delete them.

-- Changes the stars or the text of a review. Takes its id, {rating?, comment?}, whose it is, as `shop.lock_review` does, and whether it
-- leads elsewhere now, so that it waits for staff. Returns the review.
create function public.edit_review(review_id text, edit jsonb, token_hash text default null, leads_elsewhere boolean default false)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  edited public.reviews;
begin
  perform shop.lock_review(review_id, token_hash);
  update public.reviews r
     set rating = coalesce((edit ->> 'rating')::smallint, r.rating), comment = coalesce(edit ->> 'comment', r.comment),
         awaits_staff = r.awaits_staff or leads_elsewhere, is_published = r.is_published and not leads_elsewhere
   where r.id = edit_review.review_id returning * into edited;
  return shop.review_json(edited);
end;
$$;

-- Deletes a review; its photos are unused from then on. Takes its id and whose it is, as `shop.lock_review` does. Returns what it was.
create function public.delete_review(review_id text, token_hash text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  deleted public.reviews;
begin
  perform shop.lock_review(review_id, token_hash);
  update public.review_photos h set kept_until = now() where h.review_id = delete_review.review_id;
  delete from public.reviews r where r.id = delete_review.review_id returning * into deleted;
  return shop.review_json(deleted);
end;
$$;

-- A page of all reviews, newest first. Takes whether they are published, a number of stars, whether they are answered and whether they wait
-- for staff (each may be null), how many rows to skip and how many to return. Returns {items, total}, each item with the name and first
-- photo of its product, and all its photos: [{id, address, is_shown}].
create function public.list_reviews(published boolean, stars integer, answered boolean, page_offset integer, page_limit integer,
                                    waiting boolean default null) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  found_ids text[];
begin
  found_ids := array (
    select r.id from public.reviews r
     where (published is null or r.is_published = published) and (stars is null or r.rating = stars)
       and (answered is null or (r.answer <> '') = answered) and (waiting is null or r.awaits_staff = waiting)
     order by r.created_at desc, r.id);
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object(
                                'product_name', p.name, 'product_image', p.images[1], 'product_is_on_sale', p.archived_at is null,
                                'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'address', h.address,
                                                                                        'is_shown', h.is_shown)
                                                                     order by h.place), '[]')
                                             from public.review_photos h where h.review_id = r.id))
                              order by page.place), '[]')
                from unnest(found_ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.reviews r on r.id = page.id
                join public.products p on p.id = r.product_id),
    'total', cardinality(found_ids));
end;
$$;

grant execute on function public.edit_review, public.delete_review, public.list_reviews to service_role;
