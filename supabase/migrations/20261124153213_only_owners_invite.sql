SET local check_function_bodies = off;

-- Until now every member could invite; what they gave out is withdrawn, as is what somebody locked out gave out.
DELETE FROM public.staff_invitations i
  WHERE NOT EXISTS (SELECT FROM public.staff s WHERE s.id = i.invited_by AND s.is_owner AND s.is_active);

ALTER TABLE "public"."staff_invitations"
  DROP CONSTRAINT "staff_invitations_invited_by_fkey";

ALTER TABLE "public"."staff"
  ADD COLUMN "invited_by" uuid;

-- pgls-ignore lint/safety/addingNotNullField: invitations are a handful of rows
ALTER TABLE "public"."staff_invitations"
  ALTER COLUMN "invited_by" SET NOT NULL;

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

CREATE OR REPLACE FUNCTION public.find_invitation (
  token_hash text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  invitation public.staff_invitations;
begin
  select i.* into invitation
    from public.staff_invitations i
    join public.staff s on s.id = i.invited_by and s.is_owner and s.is_active
   where i.token_hash = find_invitation.token_hash and i.expires_at > now()
     and not exists (select from public.staff taken where taken.email = i.email or taken.username = i.username);
  if not found then
    perform shop.refuse(404, 'invitation_not_found', 'This invitation is no longer good. Ask for a new one.');
  end if;
  return jsonb_build_object('email', invitation.email, 'username', invitation.username);
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
  insert into public.mail_outbox (kind, recipient, payload)
  values ('staff_invitation', invitation.email,
    jsonb_build_object('username', invitation.username, 'link', link, 'invited_by', shop.username_of(actor)));
  return shop.describe_invitation(invitation);
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_invitations()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(shop.describe_invitation(i) order by i.created_at desc), '[]') from public.staff_invitations i where i.expires_at > now();
$function$;

REVOKE ALL ON FUNCTION "public"."list_invitations"() FROM PUBLIC, "anon", "authenticated";

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
  return shop.describe_invitation(invitation);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."withdraw_invitation"(text, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.describe_invitation (
  invitation public.staff_invitations
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_jsonb(invitation) - 'token_hash' || jsonb_build_object('invited_by', shop.username_of(invitation.invited_by));
$function$;

CREATE OR REPLACE FUNCTION shop.describe_staff (
  member public.staff
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_jsonb(member) || jsonb_build_object('invited_by', shop.username_of(member.invited_by),
    'has_second_factor', exists (select from public.staff_second_factors f where f.staff_id = member.id));
$function$;

CREATE OR REPLACE FUNCTION shop.username_of (
  staff_id uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select s.username from public.staff s where s.id = staff_id;
$function$;

CREATE OR REPLACE FUNCTION shop.withdraw_given_invitations()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  delete from public.staff_invitations i where i.invited_by = new.id;
  return null;
end;
$function$;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: invitations are a handful of rows
ALTER TABLE "public"."staff"
  ADD CONSTRAINT "staff_invited_by_fkey" FOREIGN KEY (invited_by) REFERENCES public.staff(id) ON DELETE SET NULL;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: invitations are a handful of rows
ALTER TABLE "public"."staff_invitations"
  ADD CONSTRAINT "staff_invitations_invited_by_fkey" FOREIGN KEY (invited_by) REFERENCES public.staff(id) ON DELETE CASCADE;

CREATE INDEX staff_by_inviter ON public.staff USING btree (invited_by);

CREATE TRIGGER staff_invitations_withdrawn
  AFTER UPDATE OF is_owner, is_active ON public.staff
  FOR EACH ROW
  WHEN ((NOT (new.is_owner AND new.is_active)))
  EXECUTE FUNCTION shop.withdraw_given_invitations();

REVOKE ALL ON FUNCTION "public"."list_invitations"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_invitations"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_invitations"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."withdraw_invitation"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_invitation"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."withdraw_invitation"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."describe_invitation"(public.staff_invitations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."describe_invitation"(public.staff_invitations) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."describe_invitation"(public.staff_invitations) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."describe_invitation"(public.staff_invitations) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."username_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."username_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."username_of"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."username_of"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."withdraw_given_invitations"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."withdraw_given_invitations"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."withdraw_given_invitations"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."withdraw_given_invitations"() TO "service_role";
