SET local check_function_bodies = off;

ALTER TABLE "public"."limits"
  ALTER COLUMN "shop_units" SET DEFAULT 300;

UPDATE public.limits SET shop_units = 300 WHERE shop_units = 600;

CREATE OR REPLACE FUNCTION public.accept_invitation (
  token_hash text,
  account    uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  invitation public.staff_invitations;
begin
  -- Staff before invitations, as locking out does: whoever is being locked out at this moment is waited for, and then has no invitations.
  perform 1 from public.staff s
    where s.id = (select i.invited_by from public.staff_invitations i where i.token_hash = accept_invitation.token_hash) for share;
  perform public.find_invitation(accept_invitation.token_hash);
  perform shop.act_as(account);
  delete from public.staff_invitations i where i.token_hash = accept_invitation.token_hash returning * into invitation;
  if found then
    insert into public.staff (id, username, email, invited_by)
    values (account, invitation.username, invitation.email, invitation.invited_by) on conflict do nothing;
  end if;
  if not found then
    perform shop.refuse(404, 'invitation_not_found', 'This invitation is no longer good. Ask for a new one.');
  end if;
end;
$function$;

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
  perform shop.act_as(actor);
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
  return to_jsonb(current);
end;
$function$;

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
  perform shop.act_as(actor);
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
  return to_jsonb(new) - 'id';
end;
$function$;

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
begin
  if actor is not null and groups ?| array['contact', 'delivery'] then
    perform shop.assert_owner(actor);
  end if;
  perform shop.act_as(actor);
  perform set_config('shop.setting_defaults', defaults::text, true);
  insert into public.shop_settings default values on conflict (id) do nothing;
  select * into current from public.shop_settings s where s.id for update;
  perform shop.check_version(current.updated_at, seen);
  update public.shop_settings s set content = s.content || groups where s.id returning * into current;
  return jsonb_build_object('content', current.content, 'updated_at', current.updated_at);
end;
$function$;

CREATE OR REPLACE FUNCTION public.held_by_strangers (
  same text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    with held as (
      select u.id, u.customer_phone, u.total_amount, u.created_at, u.awaits_proof, o.order_number, o.customer_name,
             case when u.awaits_proof then 0 else (select sum(i.quantity) from public.order_items i where i.order_id = u.id) end as units,
             coalesce(case same when 'phone' then u.customer_phone when 'device' then u.device_fingerprint else n.network end, u.id) as stranger
        from shop.unconfirmed_orders u join public.orders o on o.id = u.id left join shop.order_networks n on n.order_id = u.id
    ), numbered as (
      select h.*, row_number() over (partition by h.stranger order by h.awaits_proof, h.created_at, h.id) as place from held h
    ), strangers as (
      select sum(h.units) as units, sum(h.total_amount) as value, count(*) as orders, min(h.created_at) as since,
             jsonb_agg(jsonb_build_object('id', h.id, 'order_number', h.order_number, 'customer_name', h.customer_name, 'customer_phone', h.customer_phone,
                         'units', h.units, 'value', h.total_amount, 'awaits_proof', h.awaits_proof, 'created_at', h.created_at)
                       order by h.place) filter (where h.place <= 100) as list
        from numbered h group by h.stranger
    )
    select jsonb_build_object('orders', coalesce(sum(s.orders), 0), 'units', coalesce(sum(s.units), 0), 'value', coalesce(sum(s.value), 0),
             'since', min(s.since), 'strangers', (select coalesce(jsonb_agg(jsonb_build_object('orders', m.list, 'units', m.units, 'value', m.value,
                                                    'since', m.since) order by m.units desc, m.since), '[]')
                                                    from (select * from strangers t order by t.units desc, t.since limit 100) m))
      from strangers s);
end;
$function$;

CREATE OR REPLACE FUNCTION public.invite_staff (
  email      text,
  username   text,
  token_hash text,
  link       text,
  actor      uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  invitation public.staff_invitations;
begin
  -- Staff before invitations, as locking out does: the owner stays one until this is committed.
  perform 1 from public.staff s where s.id = actor for share;
  perform shop.assert_owner(actor);
  -- Simultaneous invitations queue here.
  lock table public.staff_invitations in share row exclusive mode;
  delete from public.staff_invitations i where i.expires_at < now() or i.email = invite_staff.email;
  if exists (select from public.staff s where s.email = invite_staff.email) then
    perform shop.refuse_field('email', 'Somebody on the staff has this address');
  elsif exists (select from public.staff s where s.username = invite_staff.username)
     or exists (select from public.staff_invitations i where i.username = invite_staff.username) then
    perform shop.refuse_field('username', 'This user name is taken');
  end if;

  insert into public.staff_invitations (email, username, token_hash, invited_by)
  values (invite_staff.email, invite_staff.username, invite_staff.token_hash, actor)
  returning * into invitation;
  perform shop.write_audit(actor, 'invitation of ' || invitation.username, null, '{"state": "open"}');
  insert into public.mail_outbox (kind, recipient, payload)
  values ('staff_invitation', invitation.email,
    jsonb_build_object('username', invitation.username, 'link', link, 'invited_by', shop.username_of(actor)));
  return shop.describe_invitation(invitation);
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_staff_active (
  staff_id  uuid,
  is_active boolean,
  actor     uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  member public.staff;
begin
  perform 1 from public.staff s order by s.id for update;
  if not exists (select from public.staff s where s.id = actor and s.is_active) then
    perform shop.refuse(401, 'not_signed_in', 'Please sign in');
  elsif staff_id = actor and not set_staff_active.is_active then
    perform shop.refuse(409, 'own_account', 'You cannot lock yourself out. Ask a colleague to do it.');
  end if;
  perform shop.assert_owner(actor);

  perform shop.act_as(actor);
  update public.staff s
     set is_active = set_staff_active.is_active,
         sessions_from = case when set_staff_active.is_active then s.sessions_from else date_trunc('second', now()) + interval '1 second' end
   where s.id = staff_id returning * into member;
  if not found then
    perform shop.refuse(404, 'staff_not_found', 'Staff member not found');
  end if;
  if not member.is_active then
    delete from public.staff_sessions s where s.staff_id = set_staff_active.staff_id;
    delete from public.sign_in_devices d where d.account = shop.account_hash(member.email);
  end if;
  return shop.describe_staff(member);
end;
$function$;

CREATE OR REPLACE FUNCTION public.withdraw_invitation (
  invitation_id text,
  actor         uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  invitation public.staff_invitations;
begin
  perform shop.assert_owner(actor);
  delete from public.staff_invitations i where i.id = invitation_id returning * into invitation;
  if not found then
    perform shop.refuse(404, 'invitation_not_found', 'Invitation not found');
  end if;
  perform shop.write_audit(actor, 'invitation of ' || invitation.username, '{"state": "open"}', '{"state": "withdrawn"}');
  return shop.describe_invitation(invitation);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.note_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.write_audit(shop.acting(), tg_argv[0], to_jsonb(old) - 'updated_at', to_jsonb(new) - 'updated_at');
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.note_kept_settings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  -- What groups have that were never changed, where the caller says so.
  defaults constant jsonb := coalesce(nullif(current_setting('shop.setting_defaults', true), ''), '{}')::jsonb;
  kept text;
begin
  foreach kept in array array['contact', 'delivery'] loop
    perform shop.write_audit(shop.acting(), kept, coalesce(defaults -> kept, '{}') || coalesce(old.content -> kept, '{}'),
                             coalesce(defaults -> kept, '{}') || coalesce(new.content -> kept, '{}'));
  end loop;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.note_role()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.write_audit(shop.acting(), 'staff ' || coalesce(new.username, old.username),
    jsonb_strip_nulls(jsonb_build_object('role', shop.role_of(old))), jsonb_strip_nulls(jsonb_build_object('role', shop.role_of(new))));
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.role_of (
  member public.staff
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return case when not member.is_active then 'locked out' when member.is_owner then 'owner' when member.is_active then 'member' end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.why_not_mailed (
  mail public.mail_outbox
)
  RETURNS text
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  limits constant public.limits := shop.limits();
  class constant text := shop.mail_class(mail.kind);
  today constant timestamptz := shop.start_of_day(shop.day_of(now()));
  part constant numeric := case when mail.created_at < today then 0.5 else 1 end;
  accounts integer;
  orders integer;
  extras integer;
  others integer;
  proofs integer;
begin
  if class = 'staff' then
    return null;
  end if;
  select count(*) filter (where c.class = 'account'), count(*) filter (where c.class in ('order', 'extra')) into accounts, orders
    from public.mail_outbox m cross join shop.mail_class(m.kind) as c (class)
   where m.admitted_at >= today and shop.mailbox(m.recipient) = shop.mailbox(mail.recipient) and m.kind::text <> 'whatsapp_question';
  if accounts + orders >= limits.mails_per_recipient * part
     or (case when class = 'account' then accounts >= limits.mails_per_recipient * part / 3 else orders >= limits.mails_per_recipient * part * 5 / 6 end) then
    return 'recipient';
  end if;

  if class = 'account' and exists (select from public.staff s where s.email = mail.recipient and s.is_active) then
    return null;
  end if;

  select count(*) filter (where c.class = 'account'), count(*) filter (where c.class in ('order', 'extra')),
         count(*) filter (where c.class = 'extra'), count(*) filter (where c.class = 'staff'), count(*) filter (where m.kind = 'address_proof')
    into accounts, orders, extras, others, proofs
    from public.mail_outbox m cross join shop.mail_class(m.kind) as c (class)
   where m.admitted_at >= today and m.kind::text <> 'whatsapp_question';
  if accounts + orders + others >= limits.mails_per_day * part
     or (case when class = 'account' then accounts >= limits.mails_per_day * part / 3 else orders >= limits.mails_per_day * part * 5 / 6 end)
     or (class = 'extra' and extras >= limits.mails_per_day * part / 3)
     or (mail.kind = 'address_proof' and proofs >= limits.mails_per_day * part / 6) then
    return 'shop';
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.withdraw_given_invitations()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  withdrawn text;
begin
  for withdrawn in delete from public.staff_invitations i where i.invited_by = new.id returning i.username loop
    perform shop.write_audit(shop.acting(), 'invitation of ' || withdrawn, '{"state": "open"}', '{"state": "withdrawn"}');
  end loop;
  return null;
end;
$function$;

CREATE TRIGGER confirmation_rules_noted
  AFTER INSERT OR DELETE OR UPDATE ON public.confirmation_rules
  FOR EACH ROW
  EXECUTE FUNCTION shop.note_change('confirmation rules');

CREATE TRIGGER limits_noted
  AFTER INSERT OR DELETE OR UPDATE ON public.limits
  FOR EACH ROW
  EXECUTE FUNCTION shop.note_change('limits');

CREATE TRIGGER shop_settings_noted
  AFTER INSERT OR DELETE OR UPDATE ON public.shop_settings
  FOR EACH ROW
  EXECUTE FUNCTION shop.note_kept_settings();

CREATE TRIGGER staff_roles_noted
  AFTER INSERT OR DELETE OR UPDATE OF is_owner, is_active ON public.staff
  FOR EACH ROW
  EXECUTE FUNCTION shop.note_role();

REVOKE ALL ON FUNCTION "shop"."note_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."note_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_change"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_change"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."note_kept_settings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."note_kept_settings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_kept_settings"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_kept_settings"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."note_role"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."note_role"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_role"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_role"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."role_of"(public.staff) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."role_of"(public.staff) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."role_of"(public.staff) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."role_of"(public.staff) TO "service_role";
CREATE OR REPLACE FUNCTION public.release_held_orders (
  ids    text[],
  reason text,
  actor  uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  asked record;
  released jsonb := '[]'::jsonb;
  kept text[] := '{}'::text[];
begin
  perform shop.act_as(actor);
  perform 1 from public.orders o where o.id = any (ids) order by o.id for update;
  perform shop.lock_products(array (select i.product_id from public.order_items i where i.order_id = any (ids)));
  for asked in select o.id, o.order_number, u.id is not null as is_held
                 from public.orders o left join shop.unconfirmed_orders u on u.id = o.id where o.id = any (ids) order by o.id loop
    if asked.is_held then
      perform public.set_order_status(asked.id, 'cancelled', actor);
      perform shop.log_order_event(asked.id, 'note', '', null, null, reason);
      released := released || shop.staff_order_json(asked.id);
    else
      kept := kept || asked.order_number;
    end if;
  end loop;
  return jsonb_build_object('released', released, 'left', kept);
end;
$function$;
