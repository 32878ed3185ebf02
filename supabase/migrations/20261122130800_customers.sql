-- Every order has a customer, known by the phone. Orders that exist make them here.

SET local check_function_bodies = off;

CREATE TABLE "public"."customers" (
  "name"  text   NOT NULL,
  "email" text   NOT NULL,
  "notes" text   NOT NULL DEFAULT ''::text,
  "tags"  text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT "customers_email_lowercase" CHECK ((email = lower(email))),
  "id"    text   NOT NULL DEFAULT shop.new_id(),
  CONSTRAINT "customers_id_hex" CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT "customers_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."customers"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."customers" FROM "anon", "authenticated";

CREATE TABLE "shop"."customer_phones" (
  "phone"       text                     NOT NULL,
  "customer_id" text                     NOT NULL,
  "created_at"  timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "customer_phones_pkey" PRIMARY KEY (phone)
);

ALTER TABLE "shop"."customer_phones"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."orders"
  ADD COLUMN "customer_id" text;

CREATE TYPE "shop"."customer_block" AS ENUM (
  'none',
  'prepaid_only',
  'do_not_ship'
);

ALTER TABLE "public"."customers"
  ADD COLUMN "block" shop.customer_block NOT NULL DEFAULT 'none'::shop.customer_block;

ALTER TABLE "public"."customers"
  ADD COLUMN "last_order_at" timestamp WITH time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."customers"
  ADD COLUMN "merged_into" text;

ALTER TABLE "public"."customers"
  ADD COLUMN "created_at" timestamp WITH time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."customers"
  ADD COLUMN "updated_at" timestamp WITH time zone NOT NULL DEFAULT now();

CREATE OR REPLACE FUNCTION public.archive_order (
  order_id text,
  actor    uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.orders := shop.lock_order(order_id);
begin
  perform shop.act_as(actor);
  if before.status in ('pending', 'processing', 'shipped') then
    perform shop.move_order_stock(before.id, before.order_number, 1, actor);
  end if;
  update public.orders o set archived_at = now() where o.id = before.id;
  return shop.order_json(before.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.restore_order (
  order_id text,
  actor    uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  restored public.orders;
begin
  perform shop.act_as(actor);
  select * into restored from public.orders o where o.id = restore_order.order_id and o.archived_at > shop.restorable_since() for update;
  if not found then
    perform shop.refuse_restore();
  end if;
  if restored.status in ('pending', 'processing', 'shipped') then
    perform shop.move_order_stock(restored.id, restored.order_number, -1, actor);
  end if;
  update public.orders o set archived_at = null where o.id = restored.id;
  return shop.order_json(restored.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_order_status (
  order_id       text,
  status         shop.order_status,
  actor          uuid,
  seen           timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  despite_parcel boolean                  DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.orders := shop.lock_order(order_id);
  parcels text[];
begin
  perform shop.act_as(actor);
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, seen, before.status::text);

    if status = 'cancelled' then
      if seen is not null and not despite_parcel then
        -- No parcel can leave meanwhile: that takes the order's lock as well.
        select array_agg(s.shipment_number order by s.created_at, s.id) into parcels from public.shipments s
         where s.order_id = before.id and s.archived_at is null and s.status in ('shipped', 'in_transit', 'out_for_delivery');
        if parcels is not null then
          perform shop.refuse(409, 'parcel_under_way',
            format('A parcel of this order is under way: %s', array_to_string(parcels, ', ')), jsonb_build_object('shipments', parcels));
        end if;
      end if;
      perform shop.move_order_stock(before.id, before.order_number, 1, actor);
    elsif before.status = 'cancelled' then
      perform shop.move_order_stock(before.id, before.order_number, -1, actor);
    end if;

    update public.orders o
       set status = set_order_status.status,
           payment_status = case when set_order_status.status = 'delivered' then 'paid' else 'pending' end::shop.payment_status
     where o.id = before.id;
  end if;
  return shop.order_json(before.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_shipment_status (
  shipment_id text,
  status      shop.shipment_status,
  actor       uuid,
  seen        timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.shipments;
  sent public.orders;
begin
  perform shop.act_as(actor);
  select * into before from public.shipments s where s.id = set_shipment_status.shipment_id and s.archived_at is null for update;
  if not found then
    perform shop.refuse(404, 'shipment_not_found', 'Shipment not found');
  end if;
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, seen, before.status::text);
    -- Locked, so that it cannot be cancelled between this check and the shipment.
    select * into sent from public.orders o where o.id = before.order_id for update;
    if status not in ('failed', 'returned') then
      if sent.archived_at is not null then
        perform shop.refuse(409, 'order_deleted',
          format('Order %s was deleted: its parcel can only be set to Failed or Returned', sent.order_number));
      elsif sent.status = 'cancelled' then
        perform shop.refuse(409, 'order_cancelled',
          format('Order %s is cancelled: its parcel can only be set to Failed or Returned', sent.order_number));
      end if;
    end if;

    update public.shipments s
       set status = set_shipment_status.status,
           shipped_date = case when set_shipment_status.status in ('shipped', 'in_transit', 'out_for_delivery', 'delivered')
                               then coalesce(s.shipped_date, now()) else s.shipped_date end
     where s.id = before.id;
    perform shop.update_order_of_shipment(before.order_id, status, actor);
  end if;
  return (select to_jsonb(s) from public.shipments_of_orders s where s.id = before.id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.act_as (
  actor uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform set_config('shop.actor', coalesce(actor::text, ''), true);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.acting()
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return nullif(current_setting('shop.actor', true), '')::uuid;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.customer_record (
  customer_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select jsonb_build_object(
             'orders', count(*),
             'delivered', count(*) filter (where o.status = 'delivered' and not o.is_returned),
             'returned', count(*) filter (where o.is_returned),
             'cancelled', count(*) filter (where o.status = 'cancelled' and not o.is_returned),
             'open', count(*) filter (where o.status in ('pending', 'processing', 'shipped') and not o.is_returned),
             'value', coalesce(sum(o.total_amount) filter (where o.status = 'delivered' and not o.is_returned), 0),
             'firstOrderAt', min(o.created_at), 'lastOrderAt', max(o.created_at))
      from (select f.status, f.total_amount, f.created_at,
                   coalesce(s.status = 'returned' or (s.status = 'failed' and f.status = 'cancelled'), false) as is_returned
              from public.orders f
              left join lateral (select l.status from public.shipments l where l.order_id = f.id and l.archived_at is null
                                  order by l.created_at desc, l.id desc limit 1) s on true
             where f.customer_id = customer_record.customer_id and f.archived_at is null) o);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.give_order_its_customer()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' or new.customer_phone <> old.customer_phone then
    new.customer_phone := shop.normal_phone(new.customer_phone);
    if new.customer_phone is null then
      perform shop.refuse_field('customerPhone', 'Enter a valid phone number');
    end if;
  end if;

  loop
    -- Locks the customer, so that nobody merges them away meanwhile. One who was merged a moment ago is not found: the next round sees the other.
    update public.customers c set last_order_at = greatest(c.last_order_at, new.created_at)
      from shop.customer_phones p
     where p.phone = new.customer_phone and c.id = p.customer_id and c.merged_into is null
    returning c.id into new.customer_id;
    exit when found;

    -- Of two first orders at once one makes the customer; the other waits here and finds it in the next round.
    with first_seen as (
      insert into shop.customer_phones as p (phone, customer_id, created_at) values (new.customer_phone, shop.new_id(), new.created_at)
      on conflict (phone) do nothing returning p.customer_id
    )
    insert into public.customers as c (id, name, email, last_order_at, created_at)
    select f.customer_id, new.customer_name, new.customer_email, new.created_at, new.created_at from first_seen f
    returning c.id into new.customer_id;
    exit when found;
  end loop;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.national_phone (
  digits text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select '+92' || digits where digits ~ '^(3[0-9]{9}|[24-9][0-9]{8,9}|[24-9][0-9]{1,2}111[0-9]{6})$';
$function$;

CREATE OR REPLACE FUNCTION shop.normal_phone (
  typed text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  bare text;
  digits text;
begin
  -- What the API sends is written like this already.
  if typed ~ '^\+923[0-9]{9}$' then
    return typed;
  end if;
  bare := normalize(translate(typed, '۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩', '01234567890123456789'), nfkc);
  -- The marks that chat programs put around a number, then what stands between its digits.
  bare := regexp_replace(bare, '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g');
  bare := regexp_replace(bare, '^\s*tel:', '', 'i');
  bare := regexp_replace(bare, '[\s\u2010-\u2015\u2212./\\()\[\]{}_·•-]', '', 'g');
  if bare !~ '^\+?[0-9]+$' then
    return null;
  end if;

  digits := ltrim(bare, '+');
  if digits ~ '^003[0134][0-9]{8}$' then
    return null;
  end if;
  if digits ~ '^00' then
    -- No country code begins with 0: extra zeros were typed out of habit.
    digits := ltrim(digits, '0');
    bare := '+' || digits;
  end if;
  return case
    when digits ~ '^0' then shop.national_phone(substr(regexp_replace(digits, '^092(?=3[0-9]{9}$)', '0'), 2))
    when bare ~ '^\+92' or digits ~ '^920?[2-9][0-9]{8,9}$' then shop.national_phone(regexp_replace(substr(digits, 3), '^0', ''))
    when bare !~ '^\+' and digits ~ '^3[0-9]{9}$' then '+92' || digits
    when bare !~ '^\+' and digits ~ '^(92[03][0-9]{7,}|3[0-9]{8}|3[0-9]{10})$' then null
    when length(digits) between 7 and 15 then bare
  end;
end;
$function$;

-- Whoever ordered is a customer: one for each number, with the name of the first order.
INSERT INTO "shop"."customer_phones" (phone, customer_id, created_at)
SELECT coalesce(shop.normal_phone(o.customer_phone), o.customer_phone), shop.new_id(), min(o.created_at) FROM "public"."orders" o GROUP BY 1;

INSERT INTO "public"."customers" (id, name, email, last_order_at, created_at)
SELECT DISTINCT ON (p.customer_id) p.customer_id, o.customer_name, o.customer_email, max(o.created_at) OVER (PARTITION BY p.customer_id), o.created_at
  FROM "public"."orders" o JOIN "shop"."customer_phones" p ON p.phone = coalesce(shop.normal_phone(o.customer_phone), o.customer_phone)
 ORDER BY p.customer_id, o.created_at, o.id;

-- No edit of the order: its version stays.
ALTER TABLE "public"."orders" DISABLE TRIGGER "orders_touched";

UPDATE "public"."orders" o SET customer_id = p.customer_id, customer_phone = p.phone
  FROM "shop"."customer_phones" p WHERE p.phone = coalesce(shop.normal_phone(o.customer_phone), o.customer_phone);

ALTER TABLE "public"."orders" ENABLE TRIGGER "orders_touched";

-- pgls-ignore lint/safety/addingNotNullField: filled just above, and the scan takes less than a second
ALTER TABLE "public"."orders" ALTER COLUMN "customer_id" SET NOT NULL;

CREATE INDEX customers_blocked ON public.customers USING btree (block, last_order_at DESC)
  WHERE (block <> 'none'::shop.customer_block);

CREATE INDEX customers_by_tags ON public.customers USING gin (tags)
  WHERE (tags <> '{}'::text[]);

CREATE INDEX customers_merged ON public.customers USING btree (merged_into)
  WHERE (merged_into IS NOT NULL);

CREATE INDEX orders_of_customer ON public.orders USING btree (customer_id, created_at DESC);

CREATE INDEX customer_phones_by_customer ON shop.customer_phones USING btree (customer_id);

CREATE TRIGGER customers_touched
  BEFORE UPDATE ON public.customers
  FOR EACH ROW
  WHEN (old.name <> new.name OR old.email <> new.email OR old.notes <> new.notes OR old.tags <> new.tags OR old.block <> new.block)
  EXECUTE FUNCTION shop.touch_updated_at();

CREATE TRIGGER orders_customer
  BEFORE INSERT OR UPDATE OF customer_phone, customer_id ON public.orders
  FOR EACH ROW
  EXECUTE FUNCTION shop.give_order_its_customer();

REVOKE ALL ON FUNCTION "shop"."act_as"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."act_as"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."act_as"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."act_as"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."acting"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."acting"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."acting"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."acting"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."customer_record"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."customer_record"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."customer_record"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."customer_record"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."give_order_its_customer"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."give_order_its_customer"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."give_order_its_customer"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."give_order_its_customer"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."national_phone"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."national_phone"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."national_phone"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."national_phone"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."normal_phone"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."normal_phone"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."normal_phone"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."normal_phone"(text) TO "service_role";

REVOKE ALL ON TABLE "public"."customers" FROM "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "public"."customers" TO "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "shop"."customer_phones" TO "service_role";

ALTER TABLE "public"."customers"
  ADD CONSTRAINT "customers_not_merged_into_self" CHECK ((merged_into <> id));

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "public"."customers"
  ADD CONSTRAINT "customers_merged_into_fkey" FOREIGN KEY (merged_into) REFERENCES public.customers(id);

-- pgls-ignore lint/safety/addingForeignKeyConstraint: filled just above, and the scan takes less than a second
ALTER TABLE "public"."orders"
  ADD CONSTRAINT "orders_customer_id_fkey" FOREIGN KEY (customer_id) REFERENCES public.customers(id);

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "shop"."customer_phones"
  ADD CONSTRAINT "customer_phones_customer_id_fkey" FOREIGN KEY (customer_id) REFERENCES public.customers(id);

CREATE INDEX customers_newest_order ON public.customers USING btree (last_order_at DESC, id)
  WHERE (merged_into IS NULL);
