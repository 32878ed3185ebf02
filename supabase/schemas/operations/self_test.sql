-- Whether the work that needs no visitor can be done in this database: `npm run doctor` does all of it and rolls it back. A hosted database
-- refuses what another allows (an UPDATE without WHERE, a missing privilege), and only doing it shows that.

-- Claims a build and finishes it.
create function shop.test_build() returns void
language plpgsql set search_path = ''
as $$
declare
  build text;
begin
  perform shop.request_site_build();
  build := public.claim_site_build(true) ->> 'id';
  perform public.confirm_site_build(clock_timestamp());
  if not exists (select from public.site_builds b where b.id = build and b.status = 'succeeded') then
    raise exception 'no build could be claimed and finished';
  end if;
end;
$$;

-- Lets a build fail and asks for it again.
create function shop.test_repeated_build() returns void
language plpgsql set search_path = ''
as $$
begin
  perform public.ask_for_site_build(true);
  perform public.claim_site_build(true);
  perform public.fail_site_build();
  perform public.release_site_build(public.claim_site_build(true) ->> 'id');
  if not exists (select from public.site_builds b where b.status = 'pending') then
    raise exception 'a build that failed does not wait again';
  end if;
end;
$$;

-- Takes a mail on and gives it back untried.
create function shop.test_mails() returns void
language plpgsql set search_path = ''
as $$
begin
  perform public.record_mails(
    (select coalesce(jsonb_agg(jsonb_build_object('id', m ->> 'id', 'outcome', 'untried')), '[]')
       from jsonb_array_elements(public.claim_mails(1)) m));
end;
$$;

-- Adds a piece to some product and takes it away, where there is one.
create function shop.test_stock() returns void
language plpgsql set search_path = ''
as $$
declare
  variant public.product_variants;
begin
  select v.* into variant from public.product_variants v where v.archived_at is null limit 1;
  if found then
    perform shop.change_stock(variant.product_id, 1, 'adjustment', null, 'self-test', null, variant.id);
    perform shop.change_stock(variant.product_id, -1, 'adjustment', null, 'self-test', null, variant.id);
  end if;
end;
$$;

-- Gives some customer a rupee of credit and takes it back, where there is one; then adds up all accounts.
create function shop.test_payments() returns void
language plpgsql set search_path = ''
as $$
declare
  customer text;
begin
  select c.id into customer from public.customers c where c.merged_into is null limit 1;
  if found then
    perform public.give_credit(customer, 1, 'self-test', null);
    perform public.reverse_payment((select p.id from public.payments p where p.customer_id = customer order by p.sequence desc limit 1),
                                   'self-test', null);
    set constraints all immediate;
    set constraints all deferred;
  end if;
  if (select sum(b.value::numeric) from jsonb_each_text(public.account_balances()) b) <> 0 then
    raise exception 'the accounts are not zero together';
  end if;
end;
$$;

-- What the self-test does, by the name under which a problem is reported, in order.
create function shop.self_tests() returns table (work text, statement text)
language sql immutable set search_path = ''
as $$
  values ('claim and finish a build', 'select shop.test_build()'),
         ('repeat a build', 'select shop.test_repeated_build()'),
         ('remove what has served its purpose', 'select public.purge_expired()'),
         ('send mails', 'select shop.test_mails()'),
         ('count calls', $q$select public.hit_rate_limit('self-test', 1, 1), public.hit_rate_limit('self-test', 1, 1)$q$),
         ('save settings', $q$select public.change_settings('{"returns": {"days": 1}}', null)$q$),
         ('move stock', 'select shop.test_stock()'),
         ('book a payment', 'select shop.test_payments()'),
         ('note that housekeeping ran', 'select public.record_housekeeping()');
$$;

-- Does the work that needs no visitor, and rolls all of it back. Returns what cannot be done: [{work, problem}]. Locks what it touches for
-- a few milliseconds.
create function public.self_test() returns jsonb
language plpgsql set search_path = ''
as $$
declare
  test record;
  problems jsonb := '[]';
begin
  for test in select * from shop.self_tests() loop
    begin
      execute test.statement;
      -- Ends the block, which rolls back what was done in it.
      raise exception using errcode = 'SHP00';
    exception
      when sqlstate 'SHP00' then
        null;
      when others then
        problems := problems || jsonb_build_object('work', test.work, 'problem', sqlerrm);
    end;
  end loop;
  return problems;
end;
$$;

grant execute on function public.self_test to service_role;
