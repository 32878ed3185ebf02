SET local check_function_bodies = off;

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
  before jsonb;
  kept text;
begin
  if actor is not null and groups ?| array['contact', 'delivery'] then
    perform shop.assert_owner(actor);
  end if;
  insert into public.shop_settings default values on conflict (id) do nothing;
  select * into current from public.shop_settings s where s.id for update;
  perform shop.check_version(current.updated_at, seen);
  before := current.content;
  update public.shop_settings s set content = s.content || groups where s.id returning * into current;
  foreach kept in array array['contact', 'delivery'] loop
    if groups ? kept then
      perform shop.write_audit(actor, kept, coalesce(defaults -> kept, '{}') || coalesce(before -> kept, '{}'), groups -> kept);
    end if;
  end loop;
  return jsonb_build_object('content', current.content, 'updated_at', current.updated_at);
end;
$function$;
