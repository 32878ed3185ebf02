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

-- What people type for a number or a code, in the letters and digits of a keyboard: compatible forms as one (fullwidth, mathematical,
-- circled), accents and what nobody sees left out, the digits of every script as 0-9, and letters of other scripts that look like Latin
-- ones as those. In capitals; all else stays.
create function shop.plain_signs(typed text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  -- The zeros of the scripts that have digits of their own; their other digits follow.
  zeros constant integer[] := array[
    1632, 1776, 1984, 2406, 2534, 2662, 2790, 2918, 3046, 3174, 3302, 3430, 3558, 3664, 3792, 3872, 4160, 4240, 6112, 6160, 6470, 6608,
    6784, 6800, 6992, 7088, 7232, 7248, 42528, 43216, 43264, 43472, 43504, 43600, 44016, 66720, 68912, 68928, 69734, 69872, 69942,
    70096, 70384, 70736, 70864, 71248, 71360, 71376, 71386, 71472, 71904, 72016, 72688, 72784, 73040, 73120, 73184, 73552, 90416,
    92768, 92864, 93008, 93552, 123200, 123632, 124144, 124401, 125264];
  plain text := typed;
begin
  if typed ~ '^[ -~]*$' then
    return upper(typed);
  end if;
  plain := normalize(plain, nfkd);
  plain := regexp_replace(plain, '[\u0300-\u036f\u0483-\u0489\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '',
                          'g');
  plain := regexp_replace(plain,
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f'
                              || '\ufeff\uffa0\U000e0000-\U000e0fff]', '', 'g');
  plain := translate(plain, (select string_agg(chr(z + d), '' order by z, d) from unnest(zeros) z cross join generate_series(0, 9) d),
                     repeat('0123456789', cardinality(zeros)));
  -- Cyrillic, Greek, Armenian, Cherokee, Latin letters that only linguists type, digits in black circles.
  plain := translate(plain, 'АВСЕНІЈКМОРЅТУХҮҺԀԚԜӀЗӠЬбавсенһіјкморѕтухүԁԛԝӏзь', 'ABCEHIJKMOPSTYXYHDQWI33B6ABCEHHIJKMOPSTYXYDQWL3B');
  plain := translate(plain, 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβγεηικνορτυχω', 'ABEZHIKMNOPTYXABYENIKVOPTUXW');
  plain := translate(plain, 'ՕՍՏօոսհցզᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᏀᏃᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏳᏴ', 'OUSONUHGQDRTIAJEWMHGZ4BRWSVSLCPKDGB');
  plain := translate(plain, 'ıȷɑɡɩɪʏɴʀʙɢʜʟᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜱøłđħŧƒØŁĐĦŦ', 'IJAGIIYNRBGHLACDEJKMOPTUVWZSOLDHTFOLDHT');
  return upper(translate(plain, '❶❷❸❹❺❻❼❽❾➊➋➌➍➎➏➐➑➒', '123456789123456789'));
end;
$$;

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
