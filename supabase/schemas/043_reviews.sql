-- What shoppers say about products, and what staff answer. A product's rating and review count follow from its published reviews.

create table public.reviews (
  id text primary key default shop.new_id(),
  product_id text not null references public.products (id),
  user_id text not null,
  user_name text not null,
  rating smallint not null,
  comment text not null,
  is_published boolean not null default true,
  -- The phone or e-mail address that came with it has a delivered order of the product.
  bought_here boolean not null default false,
  -- Not shown until staff have decided.
  awaits_staff boolean not null default false,
  answer text not null default '',
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  constraint reviews_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint reviews_user_name_length check (char_length(user_name) between 1 and 80),
  constraint reviews_rating_stars check (rating between 1 and 5),
  constraint reviews_comment_length check (char_length(comment) between 1 and 2000),
  constraint reviews_answer_length check (char_length(answer) <= 2000),
  constraint reviews_awaiting_hidden check (not (awaits_staff and is_published)),
  constraint reviews_answer_dated check ((answer = '') = (answered_at is null))
);

create index reviews_by_product on public.reviews (product_id, created_at desc);
create index reviews_newest on public.reviews (created_at desc, id);
create index reviews_awaiting on public.reviews (created_at desc, id) where awaits_staff;

create trigger reviews_touched before update of rating, comment on public.reviews for each row execute function shop.touch_updated_at();
create trigger reviews_rebuild_site after insert or update or delete on public.reviews for each row execute function shop.mark_site_stale();

alter table public.reviews enable row level security;
create policy "everyone reads published reviews" on public.reviews for select to anon, authenticated using (is_published);
grant select on public.reviews to anon, authenticated;
grant select, insert, update, delete on public.reviews to service_role;

-- The SHA-256 of the token with which an author proves that a review is theirs. A table of its own, because everybody may read the review.
create table public.review_edit_tokens (
  review_id text primary key references public.reviews (id) on delete cascade,
  token_hash text not null,
  -- The customer who bought the product, when it is their review of it: each has one.
  buyer_id text,
  constraint review_edit_tokens_token_hash_sha256 check (token_hash ~ '^[0-9a-f]{64}$')
);

create index review_edit_tokens_buyer on public.review_edit_tokens (buyer_id) where buyer_id is not null;

alter table public.review_edit_tokens enable row level security;
grant select, insert, update, delete on public.review_edit_tokens to service_role;

-- Trigger: recomputes rating and review count on every write to either. The product's row is locked by then, so of two simultaneous reviews the second
-- counts the first.
create function shop.derive_rating() returns trigger
language plpgsql set search_path = ''
as $$
begin
  select coalesce(round(avg(r.rating), 1), 0), count(*)
    into new.rating, new.review_count
    from public.reviews r
   where r.product_id = new.id and r.is_published;
  return new;
end;
$$;

create trigger products_rating_derived before insert or update of rating, review_count on public.products
  for each row execute function shop.derive_rating();

-- Makes a product count its reviews again. Takes its id.
create function shop.recount_reviews(product_id text) returns void
language sql set search_path = ''
as $$
  update public.products p set review_count = p.review_count where p.id = recount_reviews.product_id;
$$;

-- Trigger: recounts the reviews of the product that a review belongs to, and of the one it belonged to before.
create function shop.recount_changed_reviews() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    perform shop.recount_reviews(old.product_id);
  end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.product_id <> old.product_id) then
    perform shop.recount_reviews(new.product_id);
  end if;
  return null;
end;
$$;

create trigger reviews_counted after insert or delete or update of rating, is_published, product_id on public.reviews
  for each row execute function shop.recount_changed_reviews();

-- The customer of a delivered order of a product. Takes the product's id, the phone or e-mail address of the order, however it is written, and the id of an
-- order that was proven to be theirs (each may be null). Null when there is none.
create function shop.buyer_of(product_id text, contact text, proven_order text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (select o.customer_id
    from public.orders o
   where (o.id = proven_order or o.customer_phone = shop.normal_phone(contact) or o.customer_email = lower(nullif(contact, '')))
     and o.status = 'delivered' and o.archived_at is null
     and exists (select from public.order_items i where i.order_id = o.id and i.product_id = buyer_of.product_id)
   order by o.created_at limit 1);
end;
$$;

-- Adds a review of a product on sale. Takes the product's id, {userName, rating, comment, contact?, photos?: ids of `public.add_review_photo`}, the SHA-256
-- of the author's edit token, a hash of the network it comes from, null where nothing is limited, and the id of the order whose mail asked for it, null for
-- none. The first review of somebody who bought the product is marked; what others write counts three times a day and network and five times an hour and
-- product, and then waits for staff. One with photos always does, and one that leads elsewhere: to a
-- number, account or link that is not the shop's. The contact is not kept. Returns the review. Refuses 404 `product_not_found`, 422 the field
-- `photos`.
create function public.add_review(product_id text, review jsonb, token_hash text, network text default null, asked_order text default null,
                                  leads_elsewhere boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  added public.reviews;
  buyer text;
  photo_ids constant text[] := array (select jsonb_array_elements_text(review -> 'photos'));
  must_wait boolean := false;
begin
  perform shop.act_as_stranger();
  -- Locked, so that simultaneous reviews of one product are counted one after the other.
  perform 1 from public.products p where p.id = add_review.product_id and p.archived_at is null for no key update;
  if not found then
    perform shop.refuse('product_not_found');
  end if;

  buyer := shop.buyer_of(add_review.product_id, review ->> 'contact', add_review.asked_order);
  if exists (select from public.review_edit_tokens t join public.reviews r on r.id = t.review_id
              where t.buyer_id = buyer and r.product_id = add_review.product_id) then
    buyer := null;
  end if;
  if buyer is null and network is not null then
    must_wait := 5 <= (select count(*) from public.reviews r
                        where r.product_id = add_review.product_id and r.created_at > now() - interval '1 hour' and not r.bought_here and not r.awaits_staff)
      or public.hit_rate_limit(shop.bucket('counted review', network), 3, 86400) > 0;
  end if;

  must_wait := must_wait or leads_elsewhere or cardinality(photo_ids) > 0;

  insert into public.reviews (product_id, user_id, user_name, rating, comment, bought_here, awaits_staff, is_published)
  values (add_review.product_id, shop.new_id(), review ->> 'userName', (review ->> 'rating')::smallint, review ->> 'comment', buyer is not null,
          must_wait, not must_wait)
  returning * into added;
  insert into public.review_edit_tokens (review_id, token_hash, buyer_id) values (added.id, add_review.token_hash, buyer);
  perform shop.attach_photos(added.id, photo_ids);
  return shop.review_json(added);
end;
$$;

-- Locks a review for somebody who edits it. Takes its id and the SHA-256 of the author's edit token, null for staff, who may edit every one.
-- Refuses 404 `review_not_found`, 403 `not_your_review`.
create function shop.lock_review(review_id text, token_hash text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.reviews r where r.id = lock_review.review_id for update;
  if not found then
    perform shop.refuse('review_not_found');
  end if;
  if lock_review.token_hash is null then
    return;
  end if;
  perform shop.act_as_stranger();
  if not exists (select from public.review_edit_tokens t where t.review_id = lock_review.review_id and t.token_hash = lock_review.token_hash) then
    perform shop.refuse('not_your_review');
  end if;
end;
$$;

-- Changes the stars or the text of a review. Takes its id, {rating?, comment?}, whose it is, as `shop.lock_review` does, and whether it leads elsewhere now, so
-- that it waits for staff. Returns the review.
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

-- A page of all reviews, newest first. Takes whether they are published, a number of stars, whether they are answered and whether they wait for staff (each may be
-- null), how many rows to skip and how many to return. Returns {items, total}, each item with the name and first photo of its product, and all its
-- photos: [{id, address, is_shown}].
create function public.list_reviews(published boolean, stars integer, answered boolean, page_offset integer, page_limit integer, waiting boolean default null) returns jsonb
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
    'items', (select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object('product_name', p.name, 'product_image', p.images[1],
                                                                         'product_is_on_sale', p.archived_at is null,
                                                                         'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'address', h.address, 'is_shown', h.is_shown)
                                                                                                              order by h.place), '[]')
                                                                                      from public.review_photos h where h.review_id = r.id)) order by page.place), '[]')
                from unnest(found_ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.reviews r on r.id = page.id
                join public.products p on p.id = r.product_id),
    'total', cardinality(found_ids));
end;
$$;

grant execute on function public.add_review, public.edit_review, public.delete_review, public.list_reviews to service_role;
