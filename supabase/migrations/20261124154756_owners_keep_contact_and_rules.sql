SET local check_function_bodies = off;

DROP FUNCTION "public"."change_confirmation_rules"(jsonb, timestamp WITH time zone);

DROP FUNCTION "public"."change_settings"(jsonb, timestamp WITH time zone);

CREATE OR REPLACE FUNCTION public.change_confirmation_rules (
  rules jsonb,
  seen  timestamp with time zone,
  actor uuid                     DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  old public.confirmation_rules;
  current public.confirmation_rules;
begin
  if actor is not null then
    perform shop.assert_owner(actor);
  end if;
  select * into old from public.confirmation_rules r where r.id for update;
  perform shop.check_version(old.updated_at, seen);
  update public.confirmation_rules r
     set gate_since = case when (rules ->> 'gate')::boolean then coalesce(r.gate_since, now()) end,
         confirm_deliveries = (rules ->> 'confirmDeliveries')::integer, confirm_below = (rules ->> 'confirmBelow')::numeric,
         confirm_by_staff = (rules ->> 'confirmByStaff')::boolean,
         hold_score = (rules ->> 'holdScore')::integer, hold_value = (rules ->> 'holdValue')::numeric,
         hold_blocked = (rules ->> 'holdBlocked')::boolean, hold_unknown_city = (rules ->> 'holdUnknownCity')::boolean,
         max_open_orders = (rules ->> 'maxOpenOrders')::integer
   where r.id returning * into current;
  perform shop.write_audit(actor, 'confirmation rules', to_jsonb(old) - 'updated_at', to_jsonb(current) - 'updated_at');
  return to_jsonb(current);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."change_confirmation_rules"(jsonb, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.change_settings (
  groups   jsonb,
  seen     timestamp with time zone,
  actor    uuid                     DEFAULT NULL::uuid,
  defaults jsonb                    DEFAULT '{}'::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  current public.shop_settings;
  kept text;
begin
  if actor is not null and groups ?| array['contact', 'delivery'] then
    perform shop.assert_owner(actor);
  end if;
  insert into public.shop_settings default values on conflict (id) do nothing;
  select * into current from public.shop_settings s where s.id for update;
  perform shop.check_version(current.updated_at, seen);
  foreach kept in array array['contact', 'delivery'] loop
    if groups ? kept then
      perform shop.write_audit(actor, kept, coalesce(defaults -> kept, '{}') || coalesce(current.content -> kept, '{}'), groups -> kept);
    end if;
  end loop;
  update public.shop_settings s set content = s.content || groups where s.id returning * into current;
  return jsonb_build_object('content', current.content, 'updated_at', current.updated_at);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."change_settings"(jsonb, timestamp WITH time zone, uuid, jsonb) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.prove_second_factor (
  staff_id  uuid,
  time_step bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if not shop.use_second_factor(staff_id, time_step, null) then
    perform shop.refuse(401, 'second_factor_wrong', 'This code is not right, or was used already. Wait for the next one.');
  end if;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."prove_second_factor"(uuid, bigint) FROM PUBLIC, "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."change_confirmation_rules"(jsonb, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_confirmation_rules"(jsonb, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_confirmation_rules"(jsonb, timestamp WITH time zone, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_settings"(jsonb, timestamp WITH time zone, uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_settings"(jsonb, timestamp WITH time zone, uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_settings"(jsonb, timestamp WITH time zone, uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."prove_second_factor"(uuid, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."prove_second_factor"(uuid, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."prove_second_factor"(uuid, bigint) TO "service_role";
