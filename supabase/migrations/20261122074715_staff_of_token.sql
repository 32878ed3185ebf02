-- A staff request is known by the hash of its token, in one call. Sessions that began before have none: their owners sign in once more.

SET local check_function_bodies = off;

DROP FUNCTION "public"."open_staff_session"(uuid, uuid, timestamp WITH time zone, text, bigint, text);

ALTER TABLE "public"."staff_sessions"
  ADD COLUMN "token_hash" text;

CREATE OR REPLACE FUNCTION public.open_staff_session (
  session_id    uuid,
  staff_id      uuid,
  expires_at    timestamp with time zone,
  user_agent    text,
  time_step     bigint                   DEFAULT NULL::bigint,
  recovery_hash text                     DEFAULT NULL::text,
  token_hash    text                     DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  has_factor boolean;
  session public.staff_sessions;
begin
  -- The lock keeps colleagues from locking the member out, and a second factor from being switched on, meanwhile.
  perform 1 from public.staff s where s.id = open_staff_session.staff_id and s.is_active for share;
  if not found then
    perform shop.refuse(401, 'invalid_credentials', 'Invalid username or password');
  end if;
  has_factor := exists (select from public.staff_second_factors f where f.staff_id = open_staff_session.staff_id);
  if has_factor and not shop.use_second_factor(open_staff_session.staff_id, time_step, recovery_hash) then
    perform shop.refuse(401, 'second_factor_wrong', 'This code is not right, or was used already. Wait for the next one.');
  end if;

  delete from public.staff_sessions o where o.staff_id = open_staff_session.staff_id and o.expires_at < now();
  insert into public.staff_sessions (id, staff_id, token_hash, user_agent, expires_at, must_enroll)
  values (session_id, open_staff_session.staff_id, open_staff_session.token_hash, left(open_staff_session.user_agent, 400), open_staff_session.expires_at,
          not has_factor and (select p.second_factor_required from public.staff_policy p))
  returning * into session;
  return jsonb_build_object('must_enroll', session.must_enroll);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."open_staff_session"(uuid, uuid, timestamp WITH time zone, text, bigint, text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.staff_of_token (
  token_hash text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  session public.staff_sessions;
  member public.staff;
begin
  select * into session from public.staff_sessions s where s.token_hash = staff_of_token.token_hash;
  if not found or session.expires_at <= now() then
    return null;
  end if;
  select * into member from public.staff s where s.id = session.staff_id;
  if not member.is_active then
    return null;
  end if;
  -- Once a minute is precise enough.
  if session.last_seen_at < now() - interval '1 minute' then
    update public.staff_sessions s set last_seen_at = now() where s.id = session.id;
  end if;
  return jsonb_build_object('id', member.id, 'username', member.username, 'email', member.email, 'is_owner', member.is_owner,
                            'must_enroll', session.must_enroll, 'session_id', session.id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."staff_of_token"(text) FROM PUBLIC, "anon", "authenticated";

ALTER TABLE "public"."staff_sessions"
  ADD CONSTRAINT "staff_sessions_token_hash_sha256" CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text));

ALTER TABLE "public"."staff_sessions"
  ADD CONSTRAINT "staff_sessions_token_hash_unique" UNIQUE (token_hash);

REVOKE ALL ON FUNCTION "public"."open_staff_session"(uuid, uuid, timestamp WITH time zone, text, bigint, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_staff_session"(uuid, uuid, timestamp WITH time zone, text, bigint, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_staff_session"(uuid, uuid, timestamp WITH time zone, text, bigint, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."staff_of_token"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."staff_of_token"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."staff_of_token"(text) TO "service_role";
