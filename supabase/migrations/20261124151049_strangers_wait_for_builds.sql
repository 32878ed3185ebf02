SET local check_function_bodies = off;

ALTER TABLE "shop"."site_changes"
  ADD COLUMN "by_stranger" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION public.add_review (
  product_id text,
  review     jsonb,
  token_hash text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  added public.reviews;
begin
  perform shop.act_as_stranger();
  if not exists (select from public.products p where p.id = add_review.product_id and p.archived_at is null) then
    perform shop.refuse(404, 'product_not_found', 'Product not found');
  end if;

  insert into public.reviews (product_id, user_id, user_name, rating, comment)
  values (add_review.product_id, shop.new_id(), review ->> 'userName', (review ->> 'rating')::smallint, review ->> 'comment')
  returning * into added;
  insert into public.review_edit_tokens (review_id, token_hash) values (added.id, add_review.token_hash);
  return to_jsonb(added);
end;
$function$;

CREATE OR REPLACE FUNCTION public.delete_review (
  review_id  text,
  token_hash text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  deleted public.reviews;
begin
  perform shop.lock_review(review_id, token_hash);
  delete from public.reviews r where r.id = delete_review.review_id returning * into deleted;
  return to_jsonb(deleted);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."delete_review"(text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.edit_review (
  review_id  text,
  edit       jsonb,
  token_hash text  DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  edited public.reviews;
begin
  perform shop.lock_review(review_id, token_hash);
  update public.reviews r set rating = coalesce((edit ->> 'rating')::smallint, r.rating), comment = coalesce(edit ->> 'comment', r.comment)
   where r.id = edit_review.review_id returning * into edited;
  return to_jsonb(edited);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."edit_review"(text, jsonb, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.site_build_status()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'built_at', (select max(b.built_at) from public.site_builds b where b.status = 'succeeded'),
    'running_since', (select b.started_at from public.site_builds b where b.status = 'running'),
    'changes', (select count(*) from shop.site_changes),
    'by_strangers', (select count(*) from shop.site_changes c where c.by_stranger),
    'due_at', (select case when wait.seconds = 0 then b.requested_at else clock_timestamp() + make_interval(secs => wait.seconds) end
                 from public.site_builds b cross join lateral (select shop.seconds_to_build()::double precision as seconds) wait
                where b.status = 'pending'),
    'failed_at', (select max(f.finished_at) from public.site_builds f
                   where f.status = 'failed'
                     and f.finished_at > coalesce((select max(s.finished_at) from public.site_builds s where s.status = 'succeeded'), '-infinity'))
  );
$function$;

CREATE OR REPLACE FUNCTION shop.act_as_stranger()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform set_config('shop.stranger', 'yes', true);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.change_stock (
  product_id text,
  delta      integer,
  kind       shop.stock_change_kind,
  reference  text,
  notes      text,
  actor      uuid,
  variant_id text                   DEFAULT NULL::text
)
  RETURNS public.stock_history
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  entry public.stock_history;
  variant public.product_variants;
begin
  -- A shopper's order, not one that staff wrote down: whoever sells out a piece with it hurries no build.
  if actor is null and kind = 'sale' then
    perform shop.act_as_stranger();
  end if;
  -- The product's row is what everybody waits for. Behind it, what the statement below reads is the stock of now.
  perform 1 from public.products p where p.id = change_stock.product_id for no key update;
  with changed as (
    update public.products p
       set stock_quantity = p.stock_quantity + delta
     where p.id = change_stock.product_id and p.stock_quantity::bigint + delta between 0 and 1000000000
       -- The product may have pieces of other choices.
       and exists (select from public.product_variants v
                    where v.product_id = change_stock.product_id and v.stock_quantity + delta >= 0
                      and case when change_stock.variant_id is null then v.color = '' and v.size = '' else v.id = change_stock.variant_id end)
    returning p.id, p.stock_quantity
  ), counted as (
    update public.product_variants v
       set stock_quantity = v.stock_quantity + delta
      from changed c
     where v.product_id = c.id and v.stock_quantity + delta >= 0
       and case when change_stock.variant_id is null then v.color = '' and v.size = '' else v.id = change_stock.variant_id end
    returning v.id, v.stock_quantity
  )
  insert into public.stock_history (product_id, variant_id, transaction_type, quantity, previous_stock, new_stock, variant_stock, reference_number, notes, actor)
  select c.id, v.id, kind, delta, c.stock_quantity - delta, c.stock_quantity, v.stock_quantity, reference, coalesce(change_stock.notes, ''), change_stock.actor
    from changed c cross join counted v
  returning * into entry;

  if entry.id is null then
    select v.* into variant from public.product_variants v
     where v.product_id = change_stock.product_id
       and case when change_stock.variant_id is null then v.color = '' and v.size = '' else v.id = change_stock.variant_id end;
    if not found then
      perform shop.refuse(404, 'product_not_found', 'Product not found');
    end if;
    if delta > 0 then
      perform shop.refuse(409, 'too_much_stock', 'That is more stock than the books can hold');
    end if;
    perform shop.refuse(409, 'not_enough_stock', concat_ws(' of ', 'Not enough stock', nullif(shop.choice_name(variant.color, variant.size), '')),
      jsonb_strip_nulls(jsonb_build_object('productId', change_stock.product_id, 'available', variant.stock_quantity,
                                           'color', nullif(variant.color, ''), 'size', nullif(variant.size, ''))));
  end if;
  return entry;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.lock_review (
  review_id  text,
  token_hash text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform 1 from public.reviews r where r.id = lock_review.review_id for update;
  if not found then
    perform shop.refuse(404, 'review_not_found', 'Review not found');
  end if;
  if lock_review.token_hash is null then
    return;
  end if;
  perform shop.act_as_stranger();
  if not exists (select from public.review_edit_tokens t where t.review_id = lock_review.review_id and t.token_hash = lock_review.token_hash) then
    perform shop.refuse(403, 'not_your_review', 'Only its author may change this review');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.mark_site_stale()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  loop
    perform 1 from public.site_builds b where b.status = 'pending' for share;
    exit when found;
    insert into public.site_builds default values on conflict (status) where status = 'pending' do nothing;
  end loop;
  insert into shop.site_changes (by_stranger) values (coalesce(current_setting('shop.stranger', true), '') = 'yes') on conflict (transaction) do nothing;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.seconds_to_build()
  RETURNS numeric
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  clock timestamptz := clock_timestamp();
  changes bigint;
  first_change timestamptz;
  last_change timestamptz;
  strangers_change timestamptz;
  last_start timestamptz;
  start_before timestamptz;
  failures bigint;
  failed_at timestamptz;
  retry_at timestamptz;
  strangers_due timestamptz;
  due timestamptz;
begin
  if exists (select from public.site_builds b where b.status = 'pending' and b.asked_for) then
    return 0;
  end if;

  select count(*), max(b.finished_at) into failures, failed_at from public.site_builds b
   where b.status = 'failed' and b.finished_at > coalesce((select max(s.finished_at) from public.site_builds s where s.status = 'succeeded'), '-infinity');
  retry_at := failed_at + make_interval(mins => least(10, 2 ^ (least(failures, 5) - 1))::integer);

  select count(*) filter (where not c.by_stranger), min(c.changed_at) filter (where not c.by_stranger), max(c.changed_at) filter (where not c.by_stranger),
         min(c.changed_at) filter (where c.by_stranger)
    into changes, first_change, last_change, strangers_change from shop.site_changes c;
  strangers_due := greatest(strangers_change + interval '30 minutes', shop.collected_at(strangers_change));
  if changes > 0 then
    due := shop.collected_at(first_change);
    if due is null then
      select max(b.started_at) into last_start from public.site_builds b;
      if last_start is null or last_start < clock - interval '1 minute' then
        return 0;
      end if;
      select max(b.started_at) into start_before from public.site_builds b where b.started_at < last_start;
      due := least(last_start + interval '1 minute', case when changes < 20 then last_change + interval '1 second'
                                                          else greatest(last_change + interval '5 seconds', start_before + interval '1 minute') end);
      retry_at := null;
    end if;
  end if;
  -- None of them: a build that waits for no change, as after one that was lost.
  return coalesce(extract(epoch from least(due, strangers_due, retry_at) - clock), 0);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."delete_review"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_review"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_review"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."edit_review"(text, jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_review"(text, jsonb, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_review"(text, jsonb, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."act_as_stranger"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."act_as_stranger"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."act_as_stranger"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."act_as_stranger"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."lock_review"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."lock_review"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."lock_review"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."lock_review"(text, text) TO "service_role";
