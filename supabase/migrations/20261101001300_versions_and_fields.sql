-- Refusals that every edit shares: somebody else was faster, or a field cannot be what was asked for.

-- Refuses an edit made from an old version. Takes when the row was last edited, and the version the editor saw; null when they did not say.
-- Compared to the millisecond, which is as fine as JSON tells times. Refuses 409 `edited_meanwhile`.
create function shop.check_version(edited_at timestamptz, seen timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  if date_trunc('milliseconds', seen) <> date_trunc('milliseconds', edited_at) then
    perform shop.refuse(409, 'edited_meanwhile', 'Somebody else changed this meanwhile. Reload to see their version.');
  end if;
end;
$$;

-- Refuses one field of the request, for what only the database can know of it. The API shows it like any other complaint about a field.
create function shop.refuse_field(path text, complaint text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse(422, 'validation_failed', 'Please check the highlighted fields',
    jsonb_build_object('errors', jsonb_build_array(jsonb_build_object('path', path, 'message', complaint))));
end;
$$;

grant execute on all functions in schema shop to service_role;
