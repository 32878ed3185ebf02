-- Shoppers write reviews; whoever bought the product is told apart.

-- The customer of a delivered order of a product. Takes the product's id, the phone or e-mail address of the order, however it is written,
-- and the id of an order that was proven to be theirs (each may be null). Null when there is none.
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

-- Adds a review of a product on sale. Takes the product's id, {userName, rating, comment, contact?, photos?: ids of
-- `public.add_review_photo`}, the SHA-256 of the author's edit token, a hash of the network it comes from, null where nothing is limited,
-- and the id of the order whose mail asked for it, null for none. The first review of somebody who bought the product is marked; what
-- others write counts three times a day and network and five times an hour and product, and then waits for staff. One with photos always
-- does, and one that leads elsewhere: to a number, account or link that is not the shop's. The contact is not kept. Returns the review.
-- Refuses 404 `product_not_found`, 422 the field `photos`.
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
                        where r.product_id = add_review.product_id and r.created_at > now() - interval '1 hour'
                          and not r.bought_here and not r.awaits_staff)
      or public.hit_rate_limit(shop.bucket('counted review', network), 3, 86400) > 0;
  end if;

  must_wait := must_wait or leads_elsewhere or cardinality(photo_ids) > 0;

  insert into public.reviews (product_id, user_id, user_name, rating, comment, bought_here, awaits_staff, is_published)
  values (add_review.product_id, shop.new_id(), review ->> 'userName', (review ->> 'rating')::smallint,
          review ->> 'comment', buyer is not null,
          must_wait, not must_wait)
  returning * into added;
  insert into public.review_edit_tokens (review_id, token_hash, buyer_id) values (added.id, add_review.token_hash, buyer);
  perform shop.attach_photos(added.id, photo_ids);
  return shop.review_json(added);
end;
$$;

grant execute on function public.add_review to service_role;
