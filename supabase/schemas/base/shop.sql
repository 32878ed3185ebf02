-- What every other file stands on: the schema `shop` for functions that only the database calls, no privileges by default, ids that sort by
-- time, refusals that reach the API with a code, and days in Pakistan.

create schema shop;

grant usage on schema shop to service_role;

-- What a file does not grant by name, nobody but the owner may do. The first line has no schema: `in schema … revoke … from public` has no
-- effect.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;

-- The functions of the API run as service_role, and so do the inner functions that they call.
alter default privileges in schema shop grant execute on functions to service_role;

-- A new id: 24 hex characters, the first eight the second it was made in, the rest random.
create function shop.new_id() returns text
language sql volatile
return lpad(to_hex(extract(epoch from clock_timestamp())::bigint), 8, '0') || right(replace(gen_random_uuid()::text, '-', ''), 16);

-- Stops the transaction with an answer for the caller. Takes a code of src/server/errors.ts, where its status and text stand, details that
-- the caller needs to continue, and what else the text names; both are JSON objects or null. PostgREST turns sqlstate PGRST into that
-- answer: https://docs.postgrest.org/en/stable/references/errors.html#raise-errors-with-http-status-codes
create function shop.refuse(code text, details jsonb default null, words jsonb default null) returns void
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', code, 'message', code, 'details', details::text, 'hint', words::text)::text,
    detail = '{"status": 400, "headers": {}}';
end;
$$;

-- Refuses one field of the request, 422 `validation_failed`, when only the database knows that it is wrong. Takes the field's path and the
-- message.
create function shop.refuse_field(path text, complaint text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse('validation_failed',
    jsonb_build_object('errors', jsonb_build_array(jsonb_build_object('path', path, 'message', complaint))));
end;
$$;

-- Refuses an edit of an old version, 409 `edited_meanwhile`. Takes the row's last edit and the version the editor saw, null when they sent
-- none.
create function shop.check_version(edited_at timestamptz, expected_version timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  if date_trunc('milliseconds', expected_version) <> date_trunc('milliseconds', edited_at) then
    perform shop.refuse('edited_meanwhile');
  end if;
end;
$$;

-- Refuses a status change of an old version, 409 `edited_meanwhile` with {status, updatedAt} as they are now. Takes the row's last edit,
-- the version the editor saw (null when they sent none) and the row's status.
create function shop.check_status_version(edited_at timestamptz, expected_version timestamptz, status text) returns void
language plpgsql set search_path = ''
as $$
begin
  if date_trunc('milliseconds', expected_version) <> date_trunc('milliseconds', edited_at) then
    perform shop.refuse('edited_meanwhile',
      jsonb_build_object('status', status, 'updatedAt', to_char(edited_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  end if;
end;
$$;

-- The day in Pakistan that a moment belongs to.
create function shop.day_of(moment timestamptz) returns date
language sql immutable parallel safe
return (moment at time zone 'Asia/Karachi')::date;

-- The moment a day in Pakistan begins.
create function shop.start_of_day(day date) returns timestamptz
language sql immutable parallel safe
return day::timestamp at time zone 'Asia/Karachi';

-- Remembers until the transaction ends which staff member acts, for the triggers that write down who changed what. Takes their id, or null
-- for nobody. Every function that staff call to change an order or a parcel begins with it.
create function shop.act_as(actor uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('shop.actor', coalesce(actor::text, ''), true);
end;
$$;

-- What the server says of the request that the transaction belongs to, by the header `x-shop-NAME`; null outside of requests.
create function shop.request_says(name text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return nullif(current_setting('request.headers', true), '')::jsonb ->> ('x-shop-' || name);
end;
$$;

-- The staff member who acts in this transaction, null when it is nobody of the staff: who was named by `shop.act_as`, else who asked the
-- server for it.
create function shop.acting() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(nullif(current_setting('shop.actor', true), ''), shop.request_says('actor'))::uuid;
end;
$$;

-- The version of a row that is edited now: the time, and at least a millisecond later than the last, because JSON tells milliseconds. Takes
-- the last.
create function shop.next_version(edited_at timestamptz) returns timestamptz
language sql stable
return greatest(now(), date_trunc('milliseconds', edited_at) + interval '1 millisecond');

-- Trigger: stamps a row with the time of its last edit, which is also its version.
create function shop.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := shop.next_version(old.updated_at);
  return new;
end;
$$;

-- Refuses to change or delete a row of a table that only grows. All that a row can lose is its actor, when that account was deleted. Takes
-- the table's name, and the row before and after, null for none.
create function shop.refuse_change_of(of_table text, old jsonb, new jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  if new = old || '{"actor": null}' and not exists (select from auth.users u where u.id = (old ->> 'actor')::uuid)
    and old ->> 'actor' is not null then
    return;
  end if;
  raise exception '% is append-only', of_table using errcode = 'restrict_violation';
end;
$$;

-- Trigger: a table only grows (`shop.refuse_change_of`).
create function shop.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse_change_of(tg_table_name, case when tg_op = 'UPDATE' then to_jsonb(old) end,
                                case when tg_op = 'UPDATE' then to_jsonb(new) end);
  return new;
end;
$$;
