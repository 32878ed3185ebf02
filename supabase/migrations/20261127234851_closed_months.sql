SET local check_function_bodies = off;

CREATE TABLE "public"."closed_months" (
  "month"         date                     NOT NULL,
  "balance"       jsonb                    NOT NULL,
  "closed_by"     uuid,
  "closed_at"     timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  "reopened_by"   uuid,
  "reopened_at"   timestamp with time zone,
  "reopen_reason" text                     NOT NULL DEFAULT ''::text,
  CONSTRAINT "closed_months_first_day" CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  CONSTRAINT "closed_months_length" CHECK ((char_length(reopen_reason) <= 300)),
  CONSTRAINT "closed_months_reopened" CHECK (((reopened_at IS NOT NULL) = (reopen_reason <> ''::text))),
  "id"            text                     NOT NULL DEFAULT shop.new_id(),
  CONSTRAINT "closed_months_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."closed_months"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."closed_months" FROM "anon", "authenticated";

CREATE TABLE "public"."ledger_account_names" (
  "account" shop.ledger_account NOT NULL,
  "name"    text                NOT NULL,
  CONSTRAINT "ledger_account_names_length" CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  CONSTRAINT "ledger_account_names_pkey" PRIMARY KEY (account)
);

ALTER TABLE "public"."ledger_account_names"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."ledger_account_names" FROM "anon", "authenticated";

CREATE TABLE "public"."tax_certificates" (
  "courier_id" text NOT NULL,
  "month"      date NOT NULL,
  CONSTRAINT "tax_certificates_first_day" CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);

ALTER TABLE "public"."tax_certificates"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."tax_certificates" FROM "anon", "authenticated";

CREATE TYPE "shop"."withheld_tax" AS ENUM (
  'income_tax',
  'sales_tax'
);

ALTER TABLE "public"."tax_certificates"
  ADD COLUMN "tax" shop.withheld_tax NOT NULL;

ALTER TABLE "public"."tax_certificates"
  ADD COLUMN "number" text NOT NULL;

CREATE OR REPLACE FUNCTION public.close_month (
  month date,
  actor uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  following date;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  -- Whoever books is waited for, so that the balance has all of the month.
  perform pg_advisory_xact_lock(hashtextextended('closed months', 0));
  if shop.end_of_month(close_month.month) > clock_timestamp() then
    perform shop.refuse('month_not_over');
  elsif close_month.month <= shop.last_closed_month() then
    perform shop.refuse('month_closed');
  end if;
  following := coalesce((shop.last_closed_month() + interval '1 month')::date,
                        least(close_month.month, (select shop.month_of(min(p.created_at)) from public.payments p)));
  while following <= close_month.month loop
    insert into public.closed_months (month, balance, closed_by) values (following, shop.month_balance_json(following), actor);
    following := (following + interval '1 month')::date;
  end loop;
  return public.find_month(close_month.month);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."close_month"(date, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.find_month (
  month date,
  at    timestamp with time zone DEFAULT now()
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with computed as materialized (select shop.month_balance_json(find_month.month) as balance)
  select jsonb_build_object(
    'month', to_char(find_month.month, 'YYYY-MM'),
    'state', case when k.id is not null then 'closed' when shop.end_of_month(find_month.month) <= at then 'open' else 'running' end,
    'closed_by', shop.username_of(k.closed_by), 'closed_at', k.closed_at,
    'is_last_closed', coalesce(find_month.month = shop.last_closed_month(), false),
    'is_as_kept', k.balance = computed.balance,
    'balance', (select jsonb_agg('{"opening": 0, "debit": 0, "credit": 0, "closing": 0}'
                                 || coalesce(coalesce(k.balance, computed.balance) -> c.account::text, '{}')
                                 || jsonb_build_object('account', c.account, 'number', c.number, 'name', c.name) order by c.number)
                  from shop.chart_of_accounts() c),
    'withheld', shop.withheld_json(find_month.month))
    from computed left join public.closed_months k on k.month = find_month.month and k.reopened_at is null;
$function$;

REVOKE ALL ON FUNCTION "public"."find_month"(date, timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_accounts()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_agg(to_jsonb(c) order by c.number) from shop.chart_of_accounts() c;
$function$;

REVOKE ALL ON FUNCTION "public"."list_accounts"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_journal (
  month       date,
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with found as materialized (
    select p.* from public.payments p
     where p.created_at >= shop.start_of_day(list_journal.month) and p.created_at < shop.end_of_month(list_journal.month))
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(jsonb_build_object(
                'id', p.id, 'entry', p.sequence, 'day', shop.day_of(p.created_at), 'kind', p.kind,
                'is_reversal', p.reverses is not null, 'debit', p.to_account, 'credit', p.from_account, 'amount', p.amount,
                'reference', p.reference, 'order_number', (select o.order_number from public.orders o where o.id = p.order_id),
                'courier', (select c.name from public.couriers c where c.id = p.courier_id)) order by p.created_at, p.sequence), '[]')
                from (select f.* from found f order by f.created_at, f.sequence offset page_offset limit page_limit) p),
    'total', (select count(*) from found));
$function$;

REVOKE ALL ON FUNCTION "public"."list_journal"(date, integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_months (
  at timestamp with time zone DEFAULT now()
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_agg(jsonb_build_object(
           'month', to_char(m, 'YYYY-MM'),
           'state', case when c.id is not null then 'closed' when shop.end_of_month(m::date) <= at then 'open' else 'running' end,
           'closed_by', shop.username_of(c.closed_by), 'closed_at', c.closed_at) order by m desc)
    from generate_series(least(shop.month_of(coalesce((select min(p.created_at) from public.payments p), at)),
                               (select min(e.month) from public.closed_months e where e.reopened_at is null))::timestamp,
                         shop.month_of(at)::timestamp, interval '1 month') m
    left join public.closed_months c on c.month = m::date and c.reopened_at is null;
$function$;

REVOKE ALL ON FUNCTION "public"."list_months"(timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.note_certificate (
  month      date,
  courier_id text,
  tax        shop.withheld_tax,
  number     text,
  actor      uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  if not exists (select from public.couriers c where c.id = note_certificate.courier_id) then
    perform shop.refuse('courier_not_found');
  end if;
  if note_certificate.number = '' then
    delete from public.tax_certificates n
     where n.month = note_certificate.month and n.courier_id = note_certificate.courier_id and n.tax = note_certificate.tax;
  else
    insert into public.tax_certificates as n (courier_id, month, tax, number)
    values (note_certificate.courier_id, note_certificate.month, note_certificate.tax, note_certificate.number)
      on conflict on constraint tax_certificates_key do update set number = excluded.number where n.number <> excluded.number;
  end if;
  return public.find_month(note_certificate.month);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."note_certificate"(date, text, shop.withheld_tax, text, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.rename_account (
  account shop.ledger_account,
  name    text,
  actor   uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'set_rules');
  if rename_account.name in ('', shop.usual_account_name(account)) then
    delete from public.ledger_account_names n where n.account = rename_account.account;
  else
    insert into public.ledger_account_names as n (account, name) values (rename_account.account, rename_account.name)
      on conflict on constraint ledger_account_names_pkey do update set name = excluded.name where n.name <> excluded.name;
  end if;
  return public.list_accounts();
end;
$function$;

REVOKE ALL ON FUNCTION "public"."rename_account"(shop.ledger_account, text, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.reopen_month (
  month  date,
  reason text,
  actor  uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  last date;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'set_rules');
  perform pg_advisory_xact_lock(hashtextextended('closed months', 0));
  last := shop.last_closed_month();
  if not exists (select from public.closed_months m where m.month = reopen_month.month and m.reopened_at is null) then
    perform shop.refuse('month_not_closed');
  elsif reopen_month.month < last then
    perform shop.refuse('month_not_last', null, jsonb_build_object('last', to_char(last, 'FMMonth YYYY')));
  end if;
  update public.closed_months m set reopened_at = clock_timestamp(), reopened_by = actor, reopen_reason = reopen_month.reason
   where m.month = reopen_month.month and m.reopened_at is null;
  return public.find_month(reopen_month.month);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."reopen_month"(date, text, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.account_number (
  account shop.ledger_account
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
RETURN CASE (account)::text WHEN 'cash'::text THEN 1010 WHEN 'bank'::text THEN 1020 WHEN 'courier'::text THEN 1100 WHEN 'tax_withheld'::text THEN 1200 WHEN 'credit'::text THEN 2100
  WHEN 'customer'::text THEN 4010 WHEN 'charges'::text THEN 5100 WHEN 'written_off'::text THEN 5200 ELSE NULL::integer END;

CREATE OR REPLACE FUNCTION shop.after_closed_month_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' then perform shop.need_right('verify_payments'); end if;
  if tg_op = 'INSERT' or new.reopened_at is distinct from old.reopened_at then perform shop.note_closing(new); end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_ledger_account_name_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.write_audit(shop.acting(), 'settings', null, 'account ' || shop.account_number(coalesce(new.account, old.account)),
    jsonb_build_object('name', coalesce(old.name, shop.usual_account_name(coalesce(new.account, old.account)))),
    jsonb_build_object('name', coalesce(new.name, shop.usual_account_name(coalesce(new.account, old.account)))));
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_tax_certificate_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.need_right('verify_payments');
  perform shop.note_row(to_jsonb(old), to_jsonb(new), 'payment', 'courier_id', 'tax certificate for', 'month', 'courier_id,month');
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.before_closed_month_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  case tg_op
    when 'INSERT' then perform shop.require_closable(new);
    when 'UPDATE' then perform shop.guard_closed_month(old, new);
    else perform shop.refuse_change_of('closed_months', null, null);
  end case;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.before_payment_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  case tg_op
    when 'INSERT' then
      if new.reverses is not null then perform shop.require_mirror(new); end if;
      perform shop.require_open_month(new);
    when 'UPDATE' then
      if not shop.follows_merge(old, new) then perform shop.refuse_change_of('payments', to_jsonb(old), to_jsonb(new)); end if;
    else
      perform shop.refuse_change_of('payments', null, null);
  end case;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.certificate_of (
  courier_id text,
  month      date,
  tax        shop.withheld_tax
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce((select n.number from public.tax_certificates n
                    where n.courier_id = certificate_of.courier_id and n.month = certificate_of.month and n.tax = certificate_of.tax), '');
$function$;

CREATE OR REPLACE FUNCTION shop.chart_of_accounts()
  RETURNS TABLE (
    account    shop.ledger_account,
    number     integer,
    name       text,
    usual_name text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select a, shop.account_number(a), coalesce(n.name, shop.usual_account_name(a)), shop.usual_account_name(a)
    from unnest(enum_range(null::shop.ledger_account)) a
    left join public.ledger_account_names n on n.account = a
   order by 2;
$function$;

CREATE OR REPLACE FUNCTION shop.end_of_month (
  month date
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
RETURN shop.start_of_day(((month + '1 mon'::interval))::date);

CREATE OR REPLACE FUNCTION shop.guard_closed_month (
  old public.closed_months,
  new public.closed_months
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  may_change constant text[] := '{closed_by,reopened_by}' || case when old.reopened_at is null and old.month = shop.last_closed_month()
                                                                  then '{reopened_at,reopen_reason}'::text[] else '{}' end;
begin
  if to_jsonb(new) - may_change <> to_jsonb(old) - may_change then
    raise exception 'only the last closed month is reopened, once' using errcode = 'restrict_violation';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.last_closed_month()
  RETURNS date
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select max(m.month) from public.closed_months m where m.reopened_at is null;
$function$;

CREATE OR REPLACE FUNCTION shop.month_balance (
  month date
)
  RETURNS TABLE (
    account shop.ledger_account,
    opening numeric,
    debit   numeric,
    credit  numeric,
    closing numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with sides as (
    select p.to_account as account, p.created_at < shop.start_of_day(month_balance.month) as is_before, sum(p.amount) as debit, 0 as credit
      from public.payments p where p.created_at < shop.end_of_month(month_balance.month) group by 1, 2
    union all
    select p.from_account, p.created_at < shop.start_of_day(month_balance.month), 0, sum(p.amount)
      from public.payments p where p.created_at < shop.end_of_month(month_balance.month) group by 1, 2
  )
  select c.account, coalesce(sum(s.debit - s.credit) filter (where s.is_before), 0),
         coalesce(sum(s.debit) filter (where not s.is_before), 0), coalesce(sum(s.credit) filter (where not s.is_before), 0),
         coalesce(sum(s.debit - s.credit), 0)
    from shop.chart_of_accounts() c left join sides s on s.account = c.account
   group by c.account, c.number order by c.number;
$function$;

CREATE OR REPLACE FUNCTION shop.month_balance_json (
  month date
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_object_agg(b.account, to_jsonb(b) - 'account'), '{}')
    from shop.month_balance(month_balance_json.month) b where (b.opening, b.debit, b.credit) <> (0, 0, 0);
$function$;

CREATE OR REPLACE FUNCTION shop.month_of (
  moment timestamp with time zone
)
  RETURNS date
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
RETURN (date_trunc('month'::text, (shop.day_of(moment))::timestamp WITHOUT time zone))::date;

CREATE OR REPLACE FUNCTION shop.note_closing (
  new public.closed_months
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.add_to_audit_log(shop.acting(), 'payment', new.id, 'books of ' || to_char(new.month, 'FMMonth YYYY'),
    jsonb_build_object('state', case when new.reopened_at is null then 'open' else 'closed' end),
    jsonb_strip_nulls(jsonb_build_object('state', case when new.reopened_at is null then 'closed' else 'open' end,
                                         'reason', nullif(new.reopen_reason, ''))));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.require_closable (
  new public.closed_months
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  -- A row without a month is refused as such.
  if new.month is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('closed months', 0));
  if new.reopened_at is not null or new.closed_at < shop.end_of_month(new.month) or new.closed_at > clock_timestamp()
     or new.month <= shop.last_closed_month() or new.balance is distinct from shop.month_balance_json(new.month) then
    raise exception 'month % cannot be closed like this', new.month using errcode = 'restrict_violation';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.require_open_month (
  new public.payments
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('closed months', 0));
  if new.created_at < shop.end_of_month(shop.last_closed_month()) then
    raise exception 'payment % is dated in a closed month', new.id using errcode = 'restrict_violation';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.usual_account_name (
  account shop.ledger_account
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
RETURN CASE (account)::text WHEN 'cash'::text THEN 'Cash'::text WHEN 'bank'::text THEN 'Bank'::text WHEN 'courier'::text THEN 'Cash with couriers'::text WHEN 'tax_withheld'::text
  THEN 'Tax withheld by couriers'::text WHEN 'credit'::text THEN 'Store credit owed'::text WHEN 'customer'::text THEN 'Received from customers'::text WHEN 'charges'::text THEN
  'Courier charges'::text WHEN 'written_off'::text THEN 'Given away and written off'::text ELSE NULL::text END;

CREATE OR REPLACE FUNCTION shop.withheld_in (
  month date
)
  RETURNS TABLE (
    courier_id text,
    income_tax numeric,
    sales_tax  numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select p.courier_id, sum(w.sign * l.income_tax), sum(w.sign * l.sales_tax)
    from public.payments p
   cross join lateral (select case p.to_account when 'tax_withheld' then 1 else -1 end as sign) w
   cross join lateral (select coalesce(sum(s.income_tax), 0) as income_tax, coalesce(sum(s.sales_tax), 0) as sales_tax
                         from public.settlement_lines s where s.settlement_id = p.settlement_id) l
   where 'tax_withheld' in (p.from_account, p.to_account)
     and p.created_at >= shop.start_of_day(withheld_in.month) and p.created_at < shop.end_of_month(withheld_in.month)
   group by p.courier_id;
$function$;

CREATE OR REPLACE FUNCTION shop.withheld_json (
  month date
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
           'courier_id', c.id, 'courier', c.name, 'income_tax', coalesce(t.income_tax, 0), 'sales_tax', coalesce(t.sales_tax, 0),
           'income_tax_certificate', shop.certificate_of(c.id, withheld_json.month, 'income_tax'),
           'sales_tax_certificate', shop.certificate_of(c.id, withheld_json.month, 'sales_tax')) order by c.name, c.id), '[]')
    from public.couriers c
    left join shop.withheld_in(withheld_json.month) t on t.courier_id = c.id
   where t.courier_id is not null
      or exists (select from public.tax_certificates n where n.courier_id = c.id and n.month = withheld_json.month);
$function$;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."closed_months"
  ADD CONSTRAINT "closed_months_closed_by_fkey" FOREIGN KEY (closed_by) REFERENCES auth.users(id) ON DELETE SET NULL;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."closed_months"
  ADD CONSTRAINT "closed_months_reopened_by_fkey" FOREIGN KEY (reopened_by) REFERENCES auth.users(id) ON DELETE SET NULL;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."tax_certificates"
  ADD CONSTRAINT "tax_certificates_courier_id_fkey" FOREIGN KEY (courier_id) REFERENCES public.couriers(id);

-- pgls-ignore lint/safety/addingPrimaryKeyConstraint: of a new table
ALTER TABLE "public"."tax_certificates"
  ADD CONSTRAINT "tax_certificates_key" PRIMARY KEY (courier_id, month, tax);

ALTER TABLE "public"."tax_certificates"
  ADD CONSTRAINT "tax_certificates_length" CHECK (((char_length(number) >= 1) AND (char_length(number) <= 60)));

CREATE INDEX closed_months_by_closer ON public.closed_months USING btree (closed_by)
  WHERE (closed_by IS NOT NULL);

CREATE INDEX closed_months_by_reopener ON public.closed_months USING btree (reopened_by)
  WHERE (reopened_by IS NOT NULL);

CREATE UNIQUE INDEX closed_months_once ON public.closed_months USING btree (month)
  WHERE (reopened_at IS NULL);

CREATE TRIGGER closed_months_after
  AFTER INSERT OR UPDATE ON public.closed_months
  FOR EACH ROW
  EXECUTE FUNCTION shop.after_closed_month_change();

CREATE TRIGGER closed_months_before
  BEFORE INSERT OR DELETE OR UPDATE ON public.closed_months
  FOR EACH ROW
  EXECUTE FUNCTION shop.before_closed_month_change();

CREATE TRIGGER closed_months_never_truncated
  BEFORE TRUNCATE ON public.closed_months
  FOR EACH STATEMENT
  EXECUTE FUNCTION shop.refuse_change();

CREATE TRIGGER ledger_account_names_after
  AFTER INSERT OR DELETE OR UPDATE ON public.ledger_account_names
  FOR EACH ROW
  EXECUTE FUNCTION shop.after_ledger_account_name_change();

CREATE TRIGGER tax_certificates_after
  AFTER INSERT OR DELETE OR UPDATE ON public.tax_certificates
  FOR EACH ROW
  EXECUTE FUNCTION shop.after_tax_certificate_change();

REVOKE ALL ON FUNCTION "public"."close_month"(date, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_month"(date, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_month"(date, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_month"(date, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_month"(date, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_month"(date, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_accounts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_accounts"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_accounts"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_journal"(date, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_journal"(date, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_journal"(date, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_months"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_months"(timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_months"(timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."note_certificate"(date, text, shop.withheld_tax, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_certificate"(date, text, shop.withheld_tax, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_certificate"(date, text, shop.withheld_tax, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."rename_account"(shop.ledger_account, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."rename_account"(shop.ledger_account, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."rename_account"(shop.ledger_account, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."reopen_month"(date, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."reopen_month"(date, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."reopen_month"(date, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."account_number"(shop.ledger_account) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."account_number"(shop.ledger_account) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."account_number"(shop.ledger_account) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."account_number"(shop.ledger_account) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."after_closed_month_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."after_closed_month_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_closed_month_change"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_closed_month_change"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."after_ledger_account_name_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."after_ledger_account_name_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_ledger_account_name_change"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_ledger_account_name_change"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."after_tax_certificate_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."after_tax_certificate_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_tax_certificate_change"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_tax_certificate_change"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."before_closed_month_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."before_closed_month_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."before_closed_month_change"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."before_closed_month_change"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."certificate_of"(text, date, shop.withheld_tax) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."certificate_of"(text, date, shop.withheld_tax) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."certificate_of"(text, date, shop.withheld_tax) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."certificate_of"(text, date, shop.withheld_tax) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."chart_of_accounts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."chart_of_accounts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."chart_of_accounts"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."chart_of_accounts"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."end_of_month"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."end_of_month"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."end_of_month"(date) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."end_of_month"(date) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."guard_closed_month"(public.closed_months, public.closed_months) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."guard_closed_month"(public.closed_months, public.closed_months) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."guard_closed_month"(public.closed_months, public.closed_months) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."guard_closed_month"(public.closed_months, public.closed_months) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."last_closed_month"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."last_closed_month"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."last_closed_month"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."last_closed_month"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."month_balance"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."month_balance"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."month_balance"(date) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."month_balance"(date) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."month_balance_json"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."month_balance_json"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."month_balance_json"(date) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."month_balance_json"(date) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."month_of"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."month_of"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."month_of"(timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."month_of"(timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."note_closing"(public.closed_months) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."note_closing"(public.closed_months) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_closing"(public.closed_months) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."note_closing"(public.closed_months) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."require_closable"(public.closed_months) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."require_closable"(public.closed_months) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_closable"(public.closed_months) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_closable"(public.closed_months) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."require_open_month"(public.payments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."require_open_month"(public.payments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_open_month"(public.payments) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_open_month"(public.payments) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."usual_account_name"(shop.ledger_account) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."usual_account_name"(shop.ledger_account) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."usual_account_name"(shop.ledger_account) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."usual_account_name"(shop.ledger_account) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."withheld_in"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."withheld_in"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."withheld_in"(date) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."withheld_in"(date) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."withheld_json"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."withheld_json"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."withheld_json"(date) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."withheld_json"(date) TO "service_role";

REVOKE ALL ON TABLE "public"."closed_months" FROM "service_role";

REVOKE ALL ("reopen_reason") ON TABLE "public"."closed_months" FROM "service_role";

GRANT UPDATE ("reopen_reason") ON TABLE "public"."closed_months" TO "service_role";

REVOKE ALL ("reopened_at") ON TABLE "public"."closed_months" FROM "service_role";

GRANT UPDATE ("reopened_at") ON TABLE "public"."closed_months" TO "service_role";

REVOKE ALL ("reopened_by") ON TABLE "public"."closed_months" FROM "service_role";

GRANT UPDATE ("reopened_by") ON TABLE "public"."closed_months" TO "service_role";

GRANT INSERT, SELECT ON TABLE "public"."closed_months" TO "service_role";

REVOKE ALL ON TABLE "public"."ledger_account_names" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."ledger_account_names" TO "service_role";

REVOKE ALL ON TABLE "public"."tax_certificates" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."tax_certificates" TO "service_role";
