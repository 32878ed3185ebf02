-- Shoppers write reviews. A review and what proves whose it is come together or not at all.

-- Adds a review of a product on sale. Takes the product's id, {userName, rating, comment} and the SHA-256 of the author's edit token.
-- Returns the review. Refuses 404 `product_not_found`.
create function public.add_review(product_id text, review jsonb, token_hash text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  added public.reviews;
begin
  if not exists (select from public.products p where p.id = add_review.product_id and p.archived_at is null) then
    perform shop.refuse(404, 'product_not_found', 'Product not found');
  end if;

  insert into public.reviews (product_id, user_id, user_name, rating, comment)
  values (add_review.product_id, shop.new_id(), review ->> 'userName', (review ->> 'rating')::smallint, review ->> 'comment')
  returning * into added;
  insert into public.review_edit_tokens (review_id, token_hash) values (added.id, add_review.token_hash);
  return to_jsonb(added);
end;
$$;

revoke execute on function public.add_review from public, anon, authenticated;
grant execute on function public.add_review to service_role;
