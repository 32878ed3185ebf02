-- What shoppers looked for and the shop did not find: a term and how often on a day, of nobody. Staff say what a term means, or learn what
-- is wanted.

create table public.missed_searches (
  -- In Pakistan.
  day date not null,
  -- As a search reads it: lower case, without accents and signs.
  term text not null,
  searches integer not null default 1,
  primary key (day, term),
  constraint missed_searches_term_length check (char_length(term) between 2 and 60),
  constraint missed_searches_counted check (searches > 0)
);

alter table public.missed_searches enable row level security;
grant select, insert, update, delete on public.missed_searches to service_role;

-- Counts a search that found nothing. Takes its term. Of a day five hundred terms are kept and no more, so that strangers cannot fill the
-- database.
create function public.count_missed_search(term text) returns void
language plpgsql set search_path = ''
as $$
declare
  today constant date := shop.day_of(now());
begin
  update public.missed_searches m set searches = m.searches + 1 where m.day = today and m.term = count_missed_search.term;
  if found then
    return;
  end if;
  -- One after another, so that they are counted exactly.
  perform pg_advisory_xact_lock(hashtext('missed_searches'));
  if (select count(*) from public.missed_searches m where m.day = today) < 500 then
    insert into public.missed_searches as m (day, term) values (today, count_missed_search.term)
    on conflict on constraint missed_searches_pkey do update set searches = m.searches + 1;
  end if;
end;
$$;

-- The terms of the last thirty days that found nothing: {term, searches, last_day}, the most frequent first; at most a hundred.
create function public.list_missed_searches() returns table (term text, searches bigint, last_day date)
language sql stable set search_path = ''
as $$
  select m.term, sum(m.searches), max(m.day) from public.missed_searches m
   where m.day > shop.day_of(now()) - 30
   group by m.term
   order by sum(m.searches) desc, m.term
   limit 100;
$$;

-- Forgets a term that staff have dealt with, or that means nothing. Takes the term.
create function public.forget_missed_search(term text) returns void
language sql set search_path = ''
as $$
  delete from public.missed_searches m where m.term = forget_missed_search.term;
$$;

grant execute on function public.count_missed_search, public.list_missed_searches, public.forget_missed_search to service_role;
