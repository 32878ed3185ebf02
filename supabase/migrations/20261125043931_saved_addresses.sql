SET local check_function_bodies = off;

CREATE TABLE "public"."shopper_addresses" (
  "shopper_id" uuid                     NOT NULL REFERENCES auth.users(id) ON DELETE CASCADE,
  "name"       text                     NOT NULL,
  "phone"      text                     NOT NULL,
  "address"    text                     NOT NULL,
  "city"       text                     NOT NULL,
  "zip_code"   text                     NOT NULL,
  "country"    text                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "used_at"    timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "shopper_addresses_address_given" CHECK ((address <> ''::text)),
  CONSTRAINT "shopper_addresses_country_code" CHECK ((country ~ '^[a-z]{2}$'::text)),
  CONSTRAINT "shopper_addresses_name_given" CHECK ((name <> ''::text)),
  CONSTRAINT "shopper_addresses_phone_given" CHECK ((phone <> ''::text)),
  "id"         text                     NOT NULL DEFAULT shop.new_id(),
  CONSTRAINT "shopper_addresses_id_hex" CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT "shopper_addresses_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."shopper_addresses"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."shopper_addresses" FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.save_shopper_address (
  shopper    uuid,
  address    jsonb,
  address_id text  DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  same_place text;
  saved public.shopper_addresses;
begin
  perform pg_advisory_xact_lock(hashtextextended('addresses of ' || shopper, 0));
  select a.id into same_place from public.shopper_addresses a
   where a.shopper_id = shopper and lower(a.address) = lower(save_shopper_address.address ->> 'address')
     and lower(a.city) = lower(save_shopper_address.address ->> 'city') and a.country = save_shopper_address.address ->> 'country';

  if address_id is null and same_place is null then
    if (select count(*) from public.shopper_addresses a where a.shopper_id = shopper) >= 10 then
      perform shop.refuse(409, 'too_many_addresses', 'Your account keeps ten addresses. Delete one to save another.');
    end if;
    insert into public.shopper_addresses (shopper_id, name, phone, address, city, zip_code, country)
    select shopper, typed.* from jsonb_to_record(save_shopper_address.address)
      as typed (name text, phone text, address text, city text, "zipCode" text, country text)
    returning * into saved;
    return to_jsonb(saved);
  end if;

  if address_id <> same_place and exists (select from public.shopper_addresses a where a.id = address_id and a.shopper_id = shopper) then
    delete from public.shopper_addresses a where a.id = same_place;
  end if;
  update public.shopper_addresses a
     set name = typed.name, phone = typed.phone, address = typed.address, city = typed.city, zip_code = typed."zipCode", country = typed.country,
         used_at = case when address_id is null then now() else a.used_at end
    from jsonb_to_record(save_shopper_address.address)
      as typed (name text, phone text, address text, city text, "zipCode" text, country text)
   where a.id = coalesce(address_id, same_place) and a.shopper_id = shopper
  returning a.* into saved;
  if not found then
    perform shop.refuse(404, 'address_not_found', 'This address is not in your account');
  end if;
  return to_jsonb(saved);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."save_shopper_address"(uuid, jsonb, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.note_used_address()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  update public.shopper_addresses a set used_at = now()
   where a.shopper_id = new.shopper_id and lower(a.address) = lower(new.customer_address) and lower(a.city) = lower(new.city) and a.country = new.country;
  return null;
end;
$function$;

CREATE UNIQUE INDEX shopper_addresses_one_per_place ON public.shopper_addresses USING btree (shopper_id, lower(address), lower(city), country);

CREATE TRIGGER orders_note_used_address
  AFTER INSERT ON public.orders
  FOR EACH ROW
  WHEN ((new.shopper_id IS NOT NULL))
  EXECUTE FUNCTION shop.note_used_address();

REVOKE ALL ON FUNCTION "public"."save_shopper_address"(uuid, jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_shopper_address"(uuid, jsonb, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_shopper_address"(uuid, jsonb, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."note_used_address"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."note_used_address"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_used_address"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_used_address"() TO "service_role";

REVOKE ALL ON TABLE "public"."shopper_addresses" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."shopper_addresses" TO "service_role";

CREATE INDEX shopper_addresses_last_used ON public.shopper_addresses USING btree (shopper_id, used_at DESC, id);
