SET local check_function_bodies = off;

CREATE TABLE "public"."ready_texts" ();

ALTER TABLE "public"."ready_texts"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."ready_texts" FROM "anon", "authenticated";

CREATE TYPE "shop"."ready_text_key" AS ENUM (
  'confirm',
  'confirm_reminder',
  'no_answer',
  'address_question',
  'order_page',
  'shipped'
);

ALTER TABLE "public"."ready_texts"
  ADD COLUMN "key" shop.ready_text_key NOT NULL;

CREATE TYPE "shop"."ready_text_language" AS ENUM (
  'en',
  'ur-Latn',
  'ur'
);

ALTER TABLE "public"."ready_texts"
  ADD COLUMN "language" shop.ready_text_language NOT NULL;

ALTER TABLE "public"."ready_texts"
  ADD COLUMN "text" text NOT NULL;

ALTER TABLE "public"."ready_texts"
  ADD COLUMN "updated_at" timestamp WITH time zone NOT NULL DEFAULT now();

CREATE OR REPLACE FUNCTION public.change_ready_text (
  key      shop.ready_text_key,
  language shop.ready_text_language,
  text     text,
  seen     timestamp with time zone
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  current_version timestamptz;
  changed_at timestamptz;
begin
  insert into public.ready_texts as r (key, language, text)
  select change_ready_text.key, change_ready_text.language, change_ready_text.text where change_ready_text.text is not null
  on conflict do nothing
  returning r.updated_at into changed_at;
  if found then
    return changed_at;
  end if;

  select r.updated_at into current_version from public.ready_texts r
   where r.key = change_ready_text.key and r.language = change_ready_text.language for update;
  if found then
    perform shop.check_version(current_version, coalesce(seen, '-infinity'));
  end if;
  if change_ready_text.text is null then
    delete from public.ready_texts r where r.key = change_ready_text.key and r.language = change_ready_text.language;
  else
    update public.ready_texts r set text = change_ready_text.text
     where r.key = change_ready_text.key and r.language = change_ready_text.language returning r.updated_at into changed_at;
  end if;
  return changed_at;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."change_ready_text"(shop.ready_text_key, shop.ready_text_language, text, timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated";

-- pgls-ignore lint/safety/addingPrimaryKeyConstraint: the table is new
ALTER TABLE "public"."ready_texts"
  ADD CONSTRAINT "ready_texts_pkey" PRIMARY KEY (key, LANGUAGE);

ALTER TABLE "public"."ready_texts"
  ADD CONSTRAINT "ready_texts_text_not_empty" CHECK ((text <> ''::text));

CREATE TRIGGER ready_texts_touched
  BEFORE UPDATE ON public.ready_texts
  FOR EACH ROW
  EXECUTE FUNCTION shop.touch_updated_at();

REVOKE ALL ON FUNCTION "public"."change_ready_text"(shop.ready_text_key, shop.ready_text_language, text, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_ready_text"(shop.ready_text_key, shop.ready_text_language, text, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_ready_text"(shop.ready_text_key, shop.ready_text_language, text, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON TABLE "public"."ready_texts" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."ready_texts" TO "service_role";
