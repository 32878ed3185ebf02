SET local check_function_bodies = off;

CREATE TABLE "public"."audit_log" (
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "actor"      uuid,
  "actor_name" text                     NOT NULL,
  "subject"    text                     NOT NULL,
  "before"     jsonb                    NOT NULL,
  "after"      jsonb                    NOT NULL,
  "id"         text                     NOT NULL DEFAULT shop.new_id(),
  CONSTRAINT "audit_log_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."audit_log"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."audit_log" FROM "anon", "authenticated";

CREATE TABLE "public"."limits" (
  "id"                  boolean                  NOT NULL DEFAULT true,
  "piece_units"         integer                  NOT NULL DEFAULT 20,
  "order_units"         integer                  NOT NULL DEFAULT 40,
  "order_value"         integer                  NOT NULL DEFAULT 100000,
  "network_units"       integer                  NOT NULL DEFAULT 200,
  "shop_units"          integer                  NOT NULL DEFAULT 600,
  "mails_per_recipient" integer                  NOT NULL DEFAULT 12,
  "mails_per_day"       integer                  NOT NULL DEFAULT 90,
  "whatsapp_per_number" integer                  NOT NULL DEFAULT 4,
  "whatsapp_per_day"    integer                  NOT NULL DEFAULT 200,
  "builds_per_day"      integer                  NOT NULL DEFAULT 60,
  "updated_at"          timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "limits_cash_cap" CHECK ((order_value <= 200000)),
  CONSTRAINT "limits_one_row" CHECK (id),
  CONSTRAINT "limits_pkey" PRIMARY KEY (id),
  CONSTRAINT "limits_positive"
    CHECK ((LEAST(piece_units, order_units, order_value, network_units, shop_units, mails_per_recipient, mails_per_day, whatsapp_per_number, whatsapp_per_day, builds_per_day) > 0))
);

ALTER TABLE "public"."limits"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."limits" FROM "anon", "authenticated";

INSERT INTO public.limits DEFAULT VALUES;

CREATE OR REPLACE FUNCTION public.change_limits (
  changed jsonb,
  seen    timestamp with time zone,
  actor   uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  old public.limits;
  new public.limits;
begin
  perform shop.assert_owner(actor);
  select * into old from public.limits l where l.id for update;
  perform shop.check_version(old.updated_at, seen);
  update public.limits l
     set piece_units = (changed ->> 'pieceUnits')::integer, order_units = (changed ->> 'orderUnits')::integer,
         order_value = (changed ->> 'orderValue')::integer,
         network_units = (changed ->> 'networkUnits')::integer, shop_units = (changed ->> 'shopUnits')::integer,
         mails_per_recipient = (changed ->> 'mailsPerRecipient')::integer, mails_per_day = (changed ->> 'mailsPerDay')::integer,
         whatsapp_per_number = (changed ->> 'whatsappPerNumber')::integer, whatsapp_per_day = (changed ->> 'whatsappPerDay')::integer,
         builds_per_day = (changed ->> 'buildsPerDay')::integer
   where l.id returning * into new;
  perform shop.write_audit(actor, 'limits', to_jsonb(old) - 'updated_at', to_jsonb(new) - 'updated_at');
  return to_jsonb(new) - 'id';
end;
$function$;

REVOKE ALL ON FUNCTION "public"."change_limits"(jsonb, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "authenticated";

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
  return jsonb_build_object('must_enroll', session.must_enroll, 'is_owner', (select s.is_owner from public.staff s where s.id = session.staff_id));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.limits()
  RETURNS public.limits
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select l from public.limits l where l.id;
$function$;

CREATE OR REPLACE FUNCTION shop.refuse_audit_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  raise exception 'The audit log is never altered';
end;
$function$;

CREATE OR REPLACE FUNCTION shop.write_audit (
  actor   uuid,
  subject text,
  before  jsonb,
  after   jsonb
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  insert into public.audit_log (actor, actor_name, subject, before, after)
  select write_audit.actor,
         case when write_audit.actor is null then 'Command line'
              else coalesce((select s.username from public.staff s where s.id = write_audit.actor), 'Somebody who left') end,
         write_audit.subject, changed.before, changed.after
    from (select coalesce(jsonb_object_agg(k.key, write_audit.before -> k.key), '{}') as before,
                 coalesce(jsonb_object_agg(k.key, write_audit.after -> k.key), '{}') as after,
                 count(*) as fields
            from (select jsonb_object_keys(coalesce(write_audit.before, '{}') || coalesce(write_audit.after, '{}')) as key) k
           where write_audit.before -> k.key is distinct from write_audit.after -> k.key) changed
   where changed.fields > 0;
$function$;

CREATE TRIGGER audit_log_append_only
  BEFORE DELETE OR UPDATE ON public.audit_log
  FOR EACH ROW
  EXECUTE FUNCTION shop.refuse_audit_change();

CREATE TRIGGER limits_touched
  BEFORE UPDATE ON public.limits
  FOR EACH ROW
  EXECUTE FUNCTION shop.touch_updated_at();

REVOKE ALL ON FUNCTION "public"."change_limits"(jsonb, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_limits"(jsonb, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_limits"(jsonb, timestamp WITH time zone, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."limits"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."limits"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."limits"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."limits"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."refuse_audit_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."refuse_audit_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."refuse_audit_change"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."refuse_audit_change"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."write_audit"(uuid, text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."write_audit"(uuid, text, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_audit"(uuid, text, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_audit"(uuid, text, jsonb, jsonb) TO "service_role";

REVOKE ALL ON TABLE "public"."audit_log" FROM "service_role";

GRANT INSERT, SELECT ON TABLE "public"."audit_log" TO "service_role";

REVOKE ALL ON TABLE "public"."limits" FROM "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "public"."limits" TO "service_role";

CREATE INDEX audit_log_latest ON public.audit_log USING btree (created_at DESC, id DESC);
