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

-- Trigger: recomputes rating and review count on every write to either. The product's row is locked by then, so of two simultaneous reviews
-- the second counts the first.
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

-- Recounts the reviews of the product that a review belongs to, and of the one it belonged to before.
create function shop.recount_changed_reviews(old public.reviews, new public.reviews) returns void
language plpgsql set search_path = ''
as $$
begin
  if old.id is not null then
    perform shop.recount_reviews(old.product_id);
  end if;
  if new.id is not null and (old.id is null or new.product_id <> old.product_id) then
    perform shop.recount_reviews(new.product_id);
  end if;
end;
$$;

-- Locks a review for somebody who edits it. Takes its id and the SHA-256 of the author's edit token, null for staff, who may edit every
-- one. Refuses 404 `review_not_found`, 403 `not_your_review`.
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
  if not exists (select from public.review_edit_tokens t where t.review_id = lock_review.review_id
                 and t.token_hash = lock_review.token_hash) then
    perform shop.refuse('not_your_review');
  end if;
end;
$$;
