SET local check_function_bodies = off;

DROP FUNCTION "public"."add_review"(text, jsonb, text);

DROP FUNCTION "public"."list_reviews"(boolean, integer, boolean, integer, integer);

ALTER TABLE "public"."review_edit_tokens"
  ADD COLUMN "buyer_id" text;

ALTER TABLE "public"."reviews"
  ADD COLUMN "bought_here" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."reviews"
  ADD COLUMN "awaits_staff" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION public.add_review (
  product_id text,
  review     jsonb,
  token_hash text,
  network    text  DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  added public.reviews;
  buyer text;
  must_wait boolean := false;
begin
  perform shop.act_as_stranger();
  -- Locked, so that simultaneous reviews of one product are counted one after the other.
  perform 1 from public.products p where p.id = add_review.product_id and p.archived_at is null for no key update;
  if not found then
    perform shop.refuse(404, 'product_not_found', 'Product not found');
  end if;

  buyer := shop.buyer_of(add_review.product_id, review ->> 'contact');
  if exists (select from public.review_edit_tokens t join public.reviews r on r.id = t.review_id
              where t.buyer_id = buyer and r.product_id = add_review.product_id) then
    buyer := null;
  end if;
  if buyer is null and network is not null then
    must_wait := 5 <= (select count(*) from public.reviews r
                        where r.product_id = add_review.product_id and r.created_at > now() - interval '1 hour' and not r.bought_here and not r.awaits_staff)
      or public.hit_rate_limit(shop.bucket('counted review', network), 3, 86400) > 0;
  end if;

  insert into public.reviews (product_id, user_id, user_name, rating, comment, bought_here, awaits_staff, is_published)
  values (add_review.product_id, shop.new_id(), review ->> 'userName', (review ->> 'rating')::smallint, review ->> 'comment', buyer is not null,
          must_wait, not must_wait)
  returning * into added;
  insert into public.review_edit_tokens (review_id, token_hash, buyer_id) values (added.id, add_review.token_hash, buyer);
  return to_jsonb(added);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."add_review"(text, jsonb, text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_reviews (
  published   boolean,
  stars       integer,
  answered    boolean,
  page_offset integer,
  page_limit  integer,
  waiting     boolean DEFAULT NULL::boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
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
                                                                         'product_is_on_sale', p.archived_at is null) order by page.place), '[]')
                from unnest(found_ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.reviews r on r.id = page.id
                join public.products p on p.id = r.product_id),
    'total', cardinality(found_ids));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."list_reviews"(boolean, integer, boolean, integer, integer, boolean) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.buyer_of (
  product_id text,
  contact    text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select o.customer_id
    from public.orders o
   where (o.customer_phone = shop.normal_phone(contact) or o.customer_email = lower(nullif(contact, '')))
     and o.status = 'delivered' and o.archived_at is null
     and exists (select from public.order_items i where i.order_id = o.id and i.product_id = buyer_of.product_id)
   order by o.created_at limit 1);
end;
$function$;

ALTER TABLE "public"."reviews"
  ADD CONSTRAINT "reviews_awaiting_hidden" CHECK ((NOT (awaits_staff AND is_published)));

CREATE INDEX review_edit_tokens_buyer ON public.review_edit_tokens USING btree (buyer_id)
  WHERE (buyer_id IS NOT NULL);

CREATE INDEX reviews_awaiting ON public.reviews USING btree (created_at DESC, id)
  WHERE awaits_staff;

REVOKE ALL ON FUNCTION "public"."add_review"(text, jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_review"(text, jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_review"(text, jsonb, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_reviews"(boolean, integer, boolean, integer, integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_reviews"(boolean, integer, boolean, integer, integer, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_reviews"(boolean, integer, boolean, integer, integer, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."buyer_of"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."buyer_of"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."buyer_of"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."buyer_of"(text, text) TO "service_role";
