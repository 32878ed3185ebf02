-- Housekeeping: one function of the shop runs every five minutes and does whatever is due. This is when each of its chores was last done.

create table shop.chores (
  name text primary key,
  done_at timestamptz not null
);

revoke all on shop.chores from public, anon, authenticated;
grant select, insert, update, delete on shop.chores to service_role;

-- Removes what has served its purpose (`public.forget`), once a night: from two o'clock in Pakistan on, whoever asks first. A run that fails is
-- rolled back with its mark, so that the next one tries again. Returns whether it was this call's turn.
create function public.forget_nightly() returns boolean
language plpgsql set search_path = ''
as $$
declare
  tonight timestamptz := (((now() at time zone 'Asia/Karachi') - interval '2 hours')::date + interval '2 hours') at time zone 'Asia/Karachi';
begin
  -- Who asks at the same moment waits here, and finds it done.
  insert into shop.chores as c (name, done_at) values ('forget', now())
  on conflict (name) do update set done_at = now() where c.done_at < tonight;
  if not found then
    return false;
  end if;
  perform public.forget();
  return true;
end;
$$;

-- Writes down that housekeeping came by, for `npm run doctor`: schedules stop without a word when a deploy lost them or a plan ran out.
create function public.note_housekeeping() returns void
language sql set search_path = ''
as $$
  insert into shop.chores (name, done_at) values ('housekeeping', now())
  on conflict (name) do update set done_at = now();
$$;

revoke execute on function public.forget_nightly, public.note_housekeeping from public, anon, authenticated;
grant execute on function public.forget_nightly, public.note_housekeeping to service_role;
