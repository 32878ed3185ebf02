SET local check_function_bodies = off;

CREATE TABLE "public"."account_links" (
  "id"         text                     NOT NULL,
  "kind"       text                     NOT NULL,
  "token_hash" text                     NOT NULL,
  "account"    uuid                     NOT NULL,
  "email"      text                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "expires_at" timestamp with time zone NOT NULL,
  "used_at"    timestamp with time zone,
  CONSTRAINT "account_links_email_lowercase" CHECK ((email = lower(email))),
  CONSTRAINT "account_links_kind_known" CHECK ((kind = ANY (ARRAY['reset'::text, 'proof'::text]))),
  CONSTRAINT "account_links_pkey" PRIMARY KEY (id),
  CONSTRAINT "account_links_token_hash_sha256" CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "account_links_token_hash_unique" UNIQUE (token_hash)
);

ALTER TABLE "public"."account_links"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."account_links" FROM "anon", "authenticated";

CREATE TABLE "public"."proved_addresses" (
  "account"   uuid                     NOT NULL,
  "email"     text                     NOT NULL,
  "proved_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "proved_addresses_email_lowercase" CHECK ((email = lower(email))),
  CONSTRAINT "proved_addresses_pkey" PRIMARY KEY (account)
);

ALTER TABLE "public"."proved_addresses"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."proved_addresses" FROM "anon", "authenticated";

ALTER TYPE "shop"."mail_kind" ADD VALUE 'password_reset' AFTER 'whatsapp_question';


SET local check_function_bodies = off;

ALTER TYPE "shop"."mail_kind" ADD VALUE 'address_proof' AFTER 'password_reset';


SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.account_of (
  email text
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select u.id from auth.users u where u.email = account_of.email;
$function$;

REVOKE ALL ON FUNCTION "public"."account_of"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.ask_for_address_proof (
  account    uuid,
  email      text,
  link_id    text,
  token_hash text
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  wait integer;
begin
  if exists (select from public.proved_addresses p where p.account = ask_for_address_proof.account and p.email = ask_for_address_proof.email) then
    return 0;
  end if;
  wait := public.hit_rate_limit(shop.bucket('address proof', email), 3, 3600);
  if wait = 0 then
    perform shop.mail_account_link('proof', link_id, token_hash, account, email, false);
  end if;
  return wait;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."ask_for_address_proof"(uuid, text, text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.ask_for_password_reset (
  name       text,
  link_id    text,
  token_hash text,
  for_staff  boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  member public.staff;
  account uuid;
  address text := ask_for_password_reset.name;
begin
  if for_staff then
    select * into member from public.staff s
     where case when position('@' in ask_for_password_reset.name) > 0 then s.email else s.username end = ask_for_password_reset.name;
    account := member.id;
    address := coalesce(member.email, address);
  else
    account := public.account_of(address);
    select * into member from public.staff s where s.id = account;
  end if;
  -- Unknown ones are counted, too, so that they take as long.
  if public.hit_rate_limit(shop.bucket('password reset', address), 3, 3600) = 0 and account is not null and member.is_active is not false then
    perform shop.mail_account_link('reset', link_id, token_hash, account, address, for_staff);
  end if;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."ask_for_password_reset"(text, text, text, boolean) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.find_reset_link (
  token_hash text
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('email', (shop.open_account_link('reset', find_reset_link.token_hash)).email);
$function$;

REVOKE ALL ON FUNCTION "public"."find_reset_link"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.finish_password_reset (
  account uuid,
  email   text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  hash constant text := shop.account_hash(finish_password_reset.email);
begin
  -- Tokens carry the second they were issued in; those of this second end, too.
  update public.staff s set sessions_from = date_trunc('second', now()) + interval '1 second' where s.id = finish_password_reset.account;
  delete from public.staff_sessions s where s.staff_id = finish_password_reset.account;
  delete from public.sign_in_devices d where d.account = hash;
  -- Whoever guessed before asking need not wait.
  delete from public.sign_in_limits l where l.key = 'password account ' || hash or starts_with(l.key, 'password ' || hash || ' ');
  update public.account_links l set used_at = now()
   where l.account = finish_password_reset.account and l.kind = 'reset' and l.used_at is null;
  perform shop.keep_proof(finish_password_reset.account, finish_password_reset.email);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."finish_password_reset"(uuid, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.give_back_reset_link (
  token_hash text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  update public.account_links l set used_at = null where l.token_hash = give_back_reset_link.token_hash;
$function$;

REVOKE ALL ON FUNCTION "public"."give_back_reset_link"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.prove_address (
  token_hash text,
  account    uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  link public.account_links;
begin
  if exists (select from public.account_links l join public.proved_addresses p on p.account = l.account and p.email = l.email
              where l.token_hash = prove_address.token_hash and l.kind = 'proof' and l.account = prove_address.account) then
    return;
  end if;
  link := shop.open_account_link('proof', prove_address.token_hash);
  if link.account <> prove_address.account then
    perform shop.refuse(403, 'other_account', 'This link is for another account. Sign in to the account whose address it confirms.');
  end if;
  update public.account_links l set used_at = now() where l.id = link.id;
  perform shop.keep_proof(link.account, link.email);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."prove_address"(text, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.purge_expired()
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  with mails as (
    delete from public.mail_outbox m
     where coalesce(m.sent_at, m.failed_at) < now() - interval '30 days'
        -- Nobody sends them any more where WhatsApp was switched off.
        or (m.kind::text = 'whatsapp_question' and m.created_at < now() - interval '30 days')
    returning 1
  ), answers as (
    delete from public.whatsapp_answers a
     where a.created_at < now() - interval '90 days'
    returning 1
  ), questions as (
    delete from public.whatsapp_questions q
     where q.created_at < now() - interval '90 days'
    returning 1
  ), limits as (
    delete from public.rate_limits r
     where r.window_ends_at < now()
    returning 1
  ), links as (
    -- A while after they stopped working, so that they say why.
    delete from public.account_links l
     where l.expires_at < now() - interval '7 days'
    returning 1
  ), notices as (
    -- Past those that stock is serving right now.
    delete from public.stock_notices n
     where n.id in (select e.id from public.stock_notices e
                     where e.back_at < now() - interval '30 days' or e.created_at < now() - interval '180 days' for update skip locked)
    returning 1
  )
  select ((select count(*) from mails) + (select count(*) from answers) + (select count(*) from questions) + (select count(*) from limits) + (select count(*) from links) + (select count(*) from notices))::integer;
$function$;

CREATE OR REPLACE FUNCTION public.use_reset_link (
  token_hash text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  link public.account_links := shop.open_account_link('reset', use_reset_link.token_hash);
begin
  update public.account_links l set used_at = now() where l.id = link.id;
  return jsonb_build_object('account', link.account, 'email', link.email);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."use_reset_link"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.keep_proof (
  account uuid,
  email   text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  insert into public.proved_addresses as p (account, email) values (keep_proof.account, keep_proof.email)
  on conflict on constraint proved_addresses_pkey do update set email = excluded.email, proved_at = now() where p.email <> excluded.email;
$function$;

CREATE OR REPLACE FUNCTION shop.mail_account_link (
  kind       text,
  link_id    text,
  token_hash text,
  account    uuid,
  email      text,
  for_staff  boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  insert into public.account_links (id, kind, token_hash, account, email, expires_at)
  values (link_id, mail_account_link.kind, mail_account_link.token_hash, mail_account_link.account, mail_account_link.email,
          now() + case mail_account_link.kind when 'reset' then interval '30 minutes' else interval '3 days' end);
  insert into public.mail_outbox (kind, recipient, payload)
  values (case mail_account_link.kind when 'reset' then 'password_reset'::shop.mail_kind else 'address_proof'::shop.mail_kind end,
          mail_account_link.email, jsonb_build_object('link_id', link_id, 'for_staff', for_staff));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.open_account_link (
  kind       text,
  token_hash text
)
  RETURNS public.account_links
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  link public.account_links;
begin
  select * into link from public.account_links l
   where l.token_hash = open_account_link.token_hash and l.kind = open_account_link.kind for update;
  if not found or exists (select from public.staff s where s.id = link.account and not s.is_active) then
    perform shop.refuse(404, 'link_not_found', 'This link is not the one we sent, or too old. Ask for a new one.');
  elsif link.used_at is not null then
    perform shop.refuse(410, 'link_used', 'This link was used already. Each works once.');
  elsif link.expires_at <= now() then
    perform shop.refuse(410, 'link_expired', 'This link is too old. Ask for a new one.');
  end if;
  return link;
end;
$function$;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "public"."account_links"
  ADD CONSTRAINT "account_links_account_fkey" FOREIGN KEY (account) REFERENCES auth.users(id) ON DELETE CASCADE;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "public"."proved_addresses"
  ADD CONSTRAINT "proved_addresses_account_fkey" FOREIGN KEY (account) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE INDEX account_links_by_account ON public.account_links USING btree (account);

CREATE INDEX account_links_expired ON public.account_links USING btree (expires_at);

CREATE INDEX orders_of_guests ON public.orders USING btree (customer_email, created_at DESC)
  WHERE (shopper_id IS NULL);

REVOKE ALL ON FUNCTION "public"."account_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."account_of"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."account_of"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."ask_for_address_proof"(uuid, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_for_address_proof"(uuid, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_for_address_proof"(uuid, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."ask_for_password_reset"(text, text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_for_password_reset"(text, text, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_for_password_reset"(text, text, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_reset_link"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_reset_link"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_reset_link"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."finish_password_reset"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_password_reset"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_password_reset"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."give_back_reset_link"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_back_reset_link"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_back_reset_link"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."prove_address"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."prove_address"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."prove_address"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."use_reset_link"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."use_reset_link"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."use_reset_link"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."keep_proof"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."keep_proof"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."keep_proof"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."keep_proof"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."mail_account_link"(text, text, text, uuid, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."mail_account_link"(text, text, text, uuid, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."mail_account_link"(text, text, text, uuid, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."mail_account_link"(text, text, text, uuid, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."open_account_link"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."open_account_link"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."open_account_link"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."open_account_link"(text, text) TO "service_role";

REVOKE ALL ON TABLE "public"."account_links" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."account_links" TO "service_role";

REVOKE ALL ON TABLE "public"."proved_addresses" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."proved_addresses" TO "service_role";
