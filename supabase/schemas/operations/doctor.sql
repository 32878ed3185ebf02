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
                       where m.kind::text <> 'whatsapp_question' and m.sent_at is null and m.failed_at is null and m.held_at is null),
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

-- {migrations: versions applied, open: tables of the API without row level security, watches_passwords: whether a new password at Auth ends
-- sessions, housekeeping_at: when it last ran, or null}. Security definer: the Data API shows none of this.
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
    'housekeeping_at', (select c.done_at from shop.job_runs c where c.name = 'housekeeping')
  );
end;
$$;

-- Does the work that needs no visitor, and rolls all of it back: a hosted database refuses what another allows (an UPDATE without WHERE, a
-- missing privilege), and only doing it shows that. Returns what cannot be done: [{work, problem}]. Locks what it touches for a few
-- milliseconds.
create function public.self_test() returns jsonb
language plpgsql set search_path = ''
as $$
declare
  work text;
  build text;
  variant public.product_variants;
  customer text;
  problems jsonb := '[]';
begin
  foreach work in array array['claim and finish a build', 'repeat a build', 'remove what has served its purpose',
                              'send mails', 'count calls',
                              'save settings', 'move stock', 'book a payment', 'note that housekeeping ran'] loop
    begin
      case work
        when 'claim and finish a build' then
          perform shop.request_site_build();
          build := public.claim_site_build(true) ->> 'id';
          perform public.confirm_site_build(clock_timestamp());
          if not exists (select from public.site_builds b where b.id = build and b.status = 'succeeded') then
            raise exception 'no build could be claimed and finished';
          end if;
        when 'repeat a build' then
          perform public.ask_for_site_build(true);
          perform public.claim_site_build(true);
          perform public.fail_site_build();
          build := public.claim_site_build(true) ->> 'id';
          perform public.release_site_build(build);
          if not exists (select from public.site_builds b where b.status = 'pending') then
            raise exception 'a build that failed does not wait again';
          end if;
        when 'remove what has served its purpose' then
          perform public.purge_expired();
        when 'send mails' then
          perform public.record_mails(coalesce(
            (select jsonb_agg(jsonb_build_object('id', m ->> 'id', 'outcome', 'untried'))
             from jsonb_array_elements(public.claim_mails(1)) m), '[]'));
        when 'count calls' then
          perform public.hit_rate_limit('self-test', 1, 1);
          perform public.hit_rate_limit('self-test', 1, 1);
        when 'save settings' then
          perform public.change_settings('{"returns": {"days": 1}}', null);
        when 'move stock' then
          select v.* into variant from public.product_variants v where v.archived_at is null limit 1;
          if found then
            perform shop.change_stock(variant.product_id, 1, 'adjustment', null, 'self-test', null, variant.id);
            perform shop.change_stock(variant.product_id, -1, 'adjustment', null, 'self-test', null, variant.id);
          end if;
        when 'book a payment' then
          select c.id into customer from public.customers c where c.merged_into is null limit 1;
          if found then
            perform public.give_credit(customer, 1, 'self-test', null);
            perform public.reverse_payment((select p.id from public.payments p where p.customer_id = customer
                                            order by p.sequence desc limit 1), 'self-test', null);
            set constraints all immediate;
            set constraints all deferred;
          end if;
          if (select sum(b.value::numeric) from jsonb_each_text(public.account_balances()) b) <> 0 then
            raise exception 'the accounts are not zero together';
          end if;
        when 'note that housekeeping ran' then
          perform public.record_housekeeping();
      end case;
      -- Ends the block, which rolls back what was done in it.
      raise exception using errcode = 'SHP00';
    exception
      when sqlstate 'SHP00' then
        null;
      when others then
        problems := problems || jsonb_build_object('work', work, 'problem', sqlerrm);
    end;
  end loop;
  return problems;
end;
$$;

-- As many rows as the build asks for at once: fewer arrive where the Data API is set to return fewer (`max_rows`).
create function public.thousand_rows() returns table (n integer)
language sql immutable set search_path = ''
as $$
  select n from generate_series(1, 1000) n;
$$;

grant execute on function public.health_report, public.probe_writing, public.project_report, public.self_test,
  public.thousand_rows to service_role;
