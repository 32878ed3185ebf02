-- Staff read every review, hide one without deleting it, and answer in public.

alter table public.reviews
  add column answer text not null default '',
  add column answered_at timestamptz,
  add constraint reviews_answer_length check (char_length(answer) <= 2000),
  add constraint reviews_answer_dated check ((answer = '') = (answered_at is null));

create index reviews_newest on public.reviews (created_at desc, id);

-- A page of all reviews, newest first. Takes whether they are published, a number of stars and whether they are answered (each filter may be null),
-- how many to pass over and how many to give. Returns {items, total}, each item with the name and first photo of its product.
create function public.review_page(published boolean, stars integer, answered boolean, first integer, most integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  found_ids text[];
begin
  found_ids := array (
    select r.id from public.reviews r
     where (published is null or r.is_published = published) and (stars is null or r.rating = stars)
       and (answered is null or (r.answer <> '') = answered)
     order by r.created_at desc, r.id);
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object('product_name', p.name, 'product_image', p.images[1],
                                                                         'product_is_on_sale', p.archived_at is null) order by page.place), '[]')
                from unnest(found_ids[first + 1 : first + most]) with ordinality as page (id, place)
                join public.reviews r on r.id = page.id
                join public.products p on p.id = r.product_id),
    'total', cardinality(found_ids));
end;
$$;

revoke execute on function public.review_page from public, anon, authenticated;
grant execute on function public.review_page to service_role;
