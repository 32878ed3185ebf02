SET local check_function_bodies = off;

CREATE TABLE "public"."stock_notices" (
  "product_id" text                     NOT NULL,
  "color"      text                     NOT NULL DEFAULT ''::text,
  "size"       text                     NOT NULL DEFAULT ''::text,
  "email"      text,
  "phone"      text,
  "token"      text                     NOT NULL DEFAULT replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text),
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "back_at"    timestamp with time zone,
  "told_at"    timestamp with time zone,
  CONSTRAINT "stock_notices_email_lowercase" CHECK ((email = lower(email))),
  CONSTRAINT "stock_notices_one_contact" CHECK ((num_nonnulls(email, phone) = 1)),
  CONSTRAINT "stock_notices_token_unique" UNIQUE (token),
  CONSTRAINT "stock_notices_told_when_back" CHECK (((told_at IS NULL) OR (back_at IS NOT NULL))),
  "id"         text                     NOT NULL DEFAULT shop.new_id(),
  CONSTRAINT "stock_notices_id_hex" CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT "stock_notices_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."stock_notices"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."stock_notices" FROM "anon", "authenticated";

ALTER TYPE "shop"."mail_kind" ADD VALUE 'back_in_stock' AFTER 'staff_invitation';


SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.add_stock_notice (
  product_id text,
  notice     jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  product public.products;
  contact constant text := coalesce(notice ->> 'email', notice ->> 'phone');
  by_color boolean;
  by_size boolean;
  wanted_color text := '';
  wanted_size text := '';
begin
  -- Shared, so that pieces cannot come back between the look at the stock and the notice.
  select * into product from public.products p where p.id = add_stock_notice.product_id and p.archived_at is null for share;
  if not found then
    perform shop.refuse(404, 'product_not_found', 'Product not found');
  end if;

  select bool_or(v.color <> ''), bool_or(v.size <> '') into by_color, by_size
    from public.product_variants v where v.product_id = product.id and v.archived_at is null;
  if by_size then
    wanted_size := coalesce(notice ->> 'size', '');
    if wanted_size <> all (product.sizes) then
      perform shop.refuse_field('size', 'Choose a size');
    end if;
  end if;
  if by_color then
    wanted_color := coalesce(notice ->> 'color', '');
    if wanted_color <> all (product.colors) then
      perform shop.refuse_field('color', 'Choose a color');
    end if;
  end if;

  if product.is_available and exists (select from public.product_variants v
       where v.product_id = product.id and v.archived_at is null and v.stock_quantity > 0 and v.color = wanted_color and v.size = wanted_size) then
    perform shop.refuse(409, 'already_in_stock', format('%s is in stock: you can order it now', product.name));
  end if;
  if (select count(*) from public.stock_notices n where coalesce(n.email, n.phone) = contact and n.back_at is null) >= 20 then
    perform shop.refuse(429, 'too_many_notices', 'You wait for twenty pieces already');
  end if;
  insert into public.stock_notices (product_id, color, size, email, phone)
  values (product.id, wanted_color, wanted_size, notice ->> 'email', notice ->> 'phone')
  on conflict do nothing;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."add_stock_notice"(text, jsonb) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_stock_notices (
  status      text,
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  found_ids constant text[] := array (
    select n.id from public.stock_notices n
     where case list_stock_notices.status when 'waiting' then n.back_at is null when 'back' then n.back_at is not null and n.told_at is null
                      when 'told' then n.told_at is not null else true end
     order by n.created_at desc, n.id);
begin
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.stock_notice_json(n) order by page.place), '[]')
                from unnest(found_ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.stock_notices n on n.id = page.id),
    'total', cardinality(found_ids));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."list_stock_notices"(text, integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.mark_notice_told (
  notice_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  told public.stock_notices;
begin
  update public.stock_notices n set told_at = coalesce(n.told_at, now()) where n.id = notice_id and n.back_at is not null returning * into told;
  if not found then
    if exists (select from public.stock_notices n where n.id = notice_id) then
      perform shop.refuse(409, 'not_back_yet', 'It is still sold out');
    end if;
    perform shop.refuse(404, 'notice_not_found', 'Notice not found');
  end if;
  return shop.stock_notice_json(told);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."mark_notice_told"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.purge_expired()
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  with mails as (
    delete from public.mail_outbox m
     where coalesce(m.sent_at, m.failed_at) < now() - interval '30 days'
    returning 1
  ), limits as (
    delete from public.rate_limits r
     where r.window_ends_at < now()
    returning 1
  ), notices as (
    -- Past those that stock is serving right now.
    delete from public.stock_notices n
     where n.id in (select e.id from public.stock_notices e
                     where e.back_at < now() - interval '30 days' or e.created_at < now() - interval '180 days' for update skip locked)
    returning 1
  )
  select ((select count(*) from mails) + (select count(*) from limits) + (select count(*) from notices))::integer;
$function$;

CREATE OR REPLACE FUNCTION public.stop_stock_notices (
  token text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  person text;
begin
  select coalesce(n.email, n.phone) into person from public.stock_notices n where n.token = stop_stock_notices.token;
  perform 1 from public.products p
    where p.id in (select n.product_id from public.stock_notices n where coalesce(n.email, n.phone) = person) order by p.id for share;
  delete from public.stock_notices n where coalesce(n.email, n.phone) = person;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."stop_stock_notices"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.notice_product_on_sale()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.serve_stock_notices(new.id);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.notice_stock_of_variant()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.serve_stock_notices(new.product_id);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.serve_stock_notices (
  product_id text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  with served as (
    update public.stock_notices n
       set back_at = now(), told_at = case when n.email is not null then now() end
      from public.products p
     where p.id = serve_stock_notices.product_id and p.archived_at is null and p.is_available and n.product_id = p.id and n.back_at is null
       and exists (select from public.product_variants v
                    where v.product_id = p.id and v.archived_at is null and v.stock_quantity > 0
                      and (n.color = '' or v.color in ('', n.color)) and (n.size = '' or v.size in ('', n.size)))
    returning n.*, p.name
  )
  insert into public.mail_outbox (kind, recipient, payload)
  select 'back_in_stock', s.email, jsonb_build_object('productId', s.product_id, 'productName', s.name, 'color', s.color, 'size', s.size, 'token', s.token)
    from served s where s.email is not null order by s.created_at, s.id;
$function$;

CREATE OR REPLACE FUNCTION shop.stock_notice_json (
  notice public.stock_notices
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_jsonb(notice) - 'token' || jsonb_build_object('product_name', (select p.name from public.products p where p.id = notice.product_id));
$function$;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "public"."stock_notices"
  ADD CONSTRAINT "stock_notices_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE;

CREATE INDEX stock_notices_by_contact ON public.stock_notices USING btree (COALESCE(email, phone));

CREATE UNIQUE INDEX stock_notices_waiting ON public.stock_notices USING btree (product_id, color, size, COALESCE(email, phone))
  WHERE (back_at IS NULL);

CREATE TRIGGER product_variants_back_in_stock
  AFTER UPDATE ON public.product_variants
  FOR EACH ROW
  WHEN (((new.archived_at IS NULL) AND (new.stock_quantity > 0) AND ((old.stock_quantity = 0) OR (old.archived_at IS NOT NULL))))
  EXECUTE FUNCTION shop.notice_stock_of_variant();

CREATE TRIGGER products_back_on_sale
  AFTER UPDATE ON public.products
  FOR EACH ROW
  WHEN ((new.is_available AND (new.archived_at IS NULL) AND (new.stock_quantity > 0) AND ((NOT old.is_available) OR (old.archived_at IS NOT NULL))))
  EXECUTE FUNCTION shop.notice_product_on_sale();

REVOKE ALL ON FUNCTION "public"."add_stock_notice"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_stock_notice"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_stock_notice"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_stock_notices"(text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_stock_notices"(text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_stock_notices"(text, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."mark_notice_told"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_notice_told"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."mark_notice_told"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."stop_stock_notices"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."stop_stock_notices"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."stop_stock_notices"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."notice_product_on_sale"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."notice_product_on_sale"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."notice_product_on_sale"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."notice_product_on_sale"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."notice_stock_of_variant"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."notice_stock_of_variant"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."notice_stock_of_variant"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."notice_stock_of_variant"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."serve_stock_notices"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."serve_stock_notices"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."serve_stock_notices"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."serve_stock_notices"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."stock_notice_json"(public.stock_notices) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."stock_notice_json"(public.stock_notices) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."stock_notice_json"(public.stock_notices) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."stock_notice_json"(public.stock_notices) TO "service_role";

REVOKE ALL ON TABLE "public"."stock_notices" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."stock_notices" TO "service_role";

CREATE INDEX stock_notices_newest ON public.stock_notices USING btree (created_at DESC, id);

-- A refusal names a colour or size only where pieces are counted by it.
create or replace function shop.change_stock(product_id text, delta integer, kind shop.stock_change_kind, reference text, notes text, actor uuid,
                                  variant_id text default null)
returns public.stock_history
language plpgsql set search_path = ''
as $$
declare
  entry public.stock_history;
  variant public.product_variants;
begin
  -- Test and change in one statement: no other order can slip in between. The product comes first, since its row is what everybody waits for.
  with changed as (
    update public.products p
       set stock_quantity = p.stock_quantity + delta
     where p.id = change_stock.product_id and p.stock_quantity::bigint + delta between 0 and 1000000000
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
$$;
