-- Errors in browsers, as the shop's own collector tells them (src/browser/report.ts). Nothing of it says who or where: the message without
-- values, the kind of page, the release, and the family of the browser.

create table public.browser_errors (
  day date not null,
  -- What the page was built from: a commit, or the version.
  release text not null,
  -- The kind of page, without what names a record: `/product/*`.
  page text not null,
  message text not null,
  errors integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- The script and the line of the last one.
  place text not null,
  browsers text[] not null,
  primary key (day, release, page, message),
  constraint browser_errors_length check (char_length(release) <= 20 and char_length(page) <= 80 and char_length(message) <= 200
                                          and char_length(place) <= 160 and cardinality(browsers) <= 10)
);

alter table public.browser_errors enable row level security;
grant select, insert, update, delete on public.browser_errors to service_role;

-- Counts an error in a browser. Takes {release, page, message, place, browser}. From the hundredth of a day on, one of ten is written, as
-- ten. A day holds two hundred different ones: further ones are counted together, so that made-up errors fill nothing.
create function public.note_browser_error(report jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  today constant date := shop.day_of(now());
  known public.browser_errors;
  noted public.browser_errors;
begin
  -- One at a time, so that the day's limit holds.
  perform pg_advisory_xact_lock(hashtextextended('browser errors', 0));
  noted := jsonb_populate_record(null::public.browser_errors, report);
  select * into known from public.browser_errors e
   where e.day = today and e.release = noted.release and e.page = noted.page and e.message = noted.message;
  if known.day is null and (select count(*) from public.browser_errors e where e.day = today) >= 200 then
    noted.release := '';
    noted.page := '/*';
    noted.message := 'Other errors';
    noted.place := '';
  end if;
  if known.errors >= 100 and random() >= 0.1 then
    return;
  end if;
  insert into public.browser_errors as e (day, release, page, message, place, browsers)
  values (today, noted.release, noted.page, noted.message, noted.place, array[report ->> 'browser'])
  on conflict on constraint browser_errors_pkey do update
     set errors = least(e.errors + case when e.errors >= 100 then 10 else 1 end, 1000000), last_at = now(), place = excluded.place,
         browsers = (select array_agg(distinct b.name order by b.name) from unnest(e.browsers || excluded.browsers) as b (name));
end;
$$;

grant execute on function public.note_browser_error to service_role;
