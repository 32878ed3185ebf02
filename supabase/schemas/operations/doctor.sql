-- What `npm run doctor` asks of a live project: how it is set up, and whether the shop's work can be done there.

-- What `/api/health` tells: {built_at: of the newest build online, housekeeping_at: when the schedule last ran, mail_failing: whether mails
-- have failed for a quarter of an hour and none went out meanwhile, mails_waiting: how many are to go now or went wrong, builds_failing:
-- whether builds fail one after another}. Times are null for never.
create function public.health_report() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'built_at', (select max(b.built_at) from public.site_builds b where b.status = 'succeeded'),
    'housekeeping_at', (select c.done_at from shop.job_runs c where c.name = 'housekeeping'),
    'mail_failing', exists (select from shop.find_troubles() t where t.kind = 'mail'),
    'mails_waiting', (select count(*) from public.mail_outbox m
                       where m.kind::text <> 'whatsapp_question' and m.sent_at is null and m.failed_at is null and m.held_back_at is null),
    'builds_failing', exists (select from shop.find_troubles() t where t.kind = 'builds'));
$$;

-- What is written to see whether anything can be. On a full disk a row still finds room in the pages and log files that are there already:
-- only a new file with pages of its own shows it.
create table shop.write_probe (
  probed_at timestamptz primary key,
  filler text not null
);

alter table shop.write_probe alter column filler set storage external;

grant select, insert, truncate on shop.write_probe to service_role;

-- Writes something, at most once a minute, and takes its room back with the next. Fails as any write would: with 53100 on a full disk, and
-- with 25006 in a database that only reads, whatever a caller's own transaction may do, as the Data API's may: a hosted project is set so
-- when its disk is nearly full.
create function public.probe_writing() returns void
language plpgsql set search_path = ''
as $$
begin
  if current_setting('default_transaction_read_only') = 'on' then
    raise exception 'the database only reads' using errcode = 'read_only_sql_transaction';
  elsif exists (select from shop.write_probe p where p.probed_at > now() - interval '1 minute')
    or not pg_try_advisory_xact_lock(hashtextextended('write probe', 0)) then
    return;
  end if;
  truncate shop.write_probe;
  insert into shop.write_probe (probed_at, filler) values (now(), repeat('x', 65536));
end;
$$;

-- Rows with a mark of direction that nobody sees (U+200E, 200F, 061C; WhatsApp pastes them), by which nobody finds them: the migration that
-- cleaned them left those that would be another row without it. Returns what they are.
create function shop.marked_rows() returns table (row_is text)
language sql stable set search_path = ''
as $$
  select 'order ' || o.order_number from public.orders o where o.order_number || o.customer_email ~ '[\u200e\u200f\u061c]'
  union all select 'customer ' || c.email from public.customers c where c.email ~ '[\u200e\u200f\u061c]'
  union all select 'message of ' || m.email from public.contact_messages m where m.email ~ '[\u200e\u200f\u061c]'
  union all select 'newsletter ' || n.email from public.newsletter_subscribers n where n.email ~ '[\u200e\u200f\u061c]'
  union all select 'stock notice of ' || s.email from public.stock_notices s where s.email ~ '[\u200e\u200f\u061c]'
  union all select 'invitation of ' || i.email from public.staff_invitations i where i.email ~ '[\u200e\u200f\u061c]'
  union all select 'supplier ' || p.supplier_email from public.purchase_orders p where p.supplier_email ~ '[\u200e\u200f\u061c]'
$$;

-- {migrations: versions applied, open: tables of the API without row level security, watches_passwords: whether a new password at Auth ends
-- sessions, marked: rows that nobody finds (`shop.marked_rows`), has_return_address: whether customers read where to send pieces back,
-- housekeeping_at: when it last ran, or null}. Security definer: the Data API shows none of this.
create function public.project_report() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'migrations', (select coalesce(jsonb_agg(m.version order by m.version), '[]') from supabase_migrations.schema_migrations m),
    'open', (select coalesce(jsonb_agg(c.relname order by c.relname), '[]')
               from pg_catalog.pg_class c
              where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity),
    'watches_passwords', exists (select from pg_catalog.pg_trigger t
                                  where t.tgname = 'shop_new_password' and t.tgrelid = 'auth.users'::regclass and t.tgenabled <> 'D'),
    'marked', (select coalesce(jsonb_agg(m.row_is order by m.row_is), '[]') from shop.marked_rows() m),
    'has_return_address', exists (select from public.return_address a where a.address <> ''),
    'housekeeping_at', (select c.done_at from shop.job_runs c where c.name = 'housekeeping')
  );
end;
$$;

-- As many rows as the build asks for at once: fewer arrive where the Data API is set to return fewer (`max_rows`).
create function public.thousand_rows() returns table (n integer)
language sql immutable set search_path = ''
as $$
  select n from generate_series(1, 1000) n;
$$;

grant execute on function public.health_report, public.probe_writing, public.project_report, public.thousand_rows to service_role;
