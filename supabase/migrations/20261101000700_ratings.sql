-- A product's rating and review count are what its reviews say, and nothing else can be written there.

-- Recomputes on every write to the two columns. The product's row is locked by then,
-- so that of two reviews at once the second counts the first.
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

create function shop.recount_reviews_of_changed() returns trigger
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
  for each row execute function shop.recount_reviews_of_changed();

grant execute on all functions in schema shop to service_role;
