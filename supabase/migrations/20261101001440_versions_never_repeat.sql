-- Every edit of a row is a version of its own, also of two edits within a millisecond: who edits an old version is told so, always.

-- Stamps a row with the time of its last edit. JSON tells times to the millisecond, so a version is at least one later than the one before it.
create or replace function shop.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := greatest(now(), date_trunc('milliseconds', old.updated_at) + interval '1 millisecond');
  return new;
end;
$$;
