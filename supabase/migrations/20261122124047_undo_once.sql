SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.undo_product_changes (
  bulk_id text,
  actor   uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  change shop.bulk_changes;
  outcomes jsonb := '[]';
  refusal text;
begin
  -- Held before anything else is: of two clicks at once, the second finds nothing left.
  perform 1 from shop.bulk_changes b
   where b.id = bulk_id and b.actor = undo_product_changes.actor and b.created_at > shop.undoable_since() order by b.product_id for update;
  if not found then
    perform shop.refuse(404, 'undo_expired', 'This can no longer be undone');
  end if;
  -- Categories come before products, as in every edit.
  perform 1 from public.categories c
   where c.slug in (select b.before ->> 'category' from shop.bulk_changes b where b.id = bulk_id) order by c.slug for key share;
  for change in select * from shop.bulk_changes b where b.id = bulk_id order by b.product_id loop
    begin
      refusal := null;
      perform public.edit_product(change.product_id, change.before, change.version, undo_product_changes.actor);
    exception when sqlstate 'PGRST' then
      get stacked diagnostics refusal = message_text;
    end;
    outcomes := outcomes || jsonb_build_object('id', change.product_id, 'refusal', refusal::jsonb);
  end loop;
  delete from shop.bulk_changes b where b.id = bulk_id;
  return outcomes;
end;
$function$;

REVOKE ALL ON TABLE "shop"."bulk_changes" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "shop"."bulk_changes" TO "service_role";
