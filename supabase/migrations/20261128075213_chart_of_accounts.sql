SET local check_function_bodies = off;

-- Which closed months still have the balance that was kept: by the accounts of then.
CREATE TEMPORARY TABLE as_kept AS SELECT m.id FROM public.closed_months m WHERE m.balance = shop.month_balance_json(m.month);

-- An account that is several now has no name of its own any more.
ALTER TABLE public.ledger_account_names DISABLE TRIGGER ledger_account_names_after;

DELETE FROM public.ledger_account_names WHERE account IN ('customer', 'charges', 'tax_withheld', 'written_off');

ALTER TABLE public.ledger_account_names ENABLE TRIGGER ledger_account_names_after;

DROP FUNCTION "public"."rename_account"(shop.ledger_account, text, uuid);

DROP FUNCTION "shop"."account_number"(shop.ledger_account);

DROP FUNCTION "shop"."chart_of_accounts"();

DROP FUNCTION "shop"."month_balance"(date);

DROP FUNCTION "shop"."require_open_month"(public.payments);

DROP FUNCTION "shop"."usual_account_name"(shop.ledger_account);

CREATE SEQUENCE "shop"."posting_numbers" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE TABLE "public"."order_postings" (
  "posting"  bigint NOT NULL,
  "order_id" text   NOT NULL,
  "id"       text   NOT NULL DEFAULT shop.new_id(),
  CONSTRAINT "order_postings_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."order_postings"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."order_postings" FROM "anon", "authenticated";

CREATE TYPE "shop"."book_account" AS ENUM (
  'cash',
  'bank',
  'wallet',
  'courier',
  'customers_due',
  'income_tax_withheld',
  'sales_tax_withheld',
  'tax_paid_back',
  'gst_on_charges',
  'advances',
  'refunds_owed',
  'store_credit',
  'sales',
  'delivery',
  'gift_wrap',
  'discounts',
  'returned',
  'claims_paid',
  'delivery_charges',
  'return_charges',
  'other_charges',
  'charges_paid_back',
  'never_paid',
  'credit_given',
  'rounding'
);

ALTER TABLE "public"."order_postings"
  ADD COLUMN "account" shop.book_account NOT NULL;

ALTER TABLE "public"."order_postings"
  ADD COLUMN "amount" numeric(12,2) NOT NULL;

ALTER TABLE "public"."order_postings"
  ADD COLUMN "created_at" timestamp WITH time zone NOT NULL DEFAULT clock_timestamp();

-- pgls-ignore lint/safety/changingColumnType: of a table with a row per renamed account
ALTER TABLE "public"."ledger_account_names"
  ALTER COLUMN "account" TYPE shop.book_account USING CASE "account"::text WHEN 'credit' THEN 'store_credit' ELSE "account"::text END::shop.book_account;

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
                        least(close_month.month, shop.first_month()));
  while following <= close_month.month loop
    insert into public.closed_months (month, balance, closed_by) values (following, shop.month_balance_json(following), actor);
    following := (following + interval '1 month')::date;
  end loop;
  return public.find_month(close_month.month);
end;
$function$;

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
    select j.* from shop.journal j
     where j.at >= shop.start_of_day(list_journal.month) and j.at < shop.end_of_month(list_journal.month)),
  entries as materialized (
    select f.entry, f.kind, f.is_reversal, f.reference, f.order_id, f.courier_id, min(f.at) as at,
           jsonb_agg(jsonb_build_object('account', f.account, 'debit', case when f.amount > 0 then f.amount end,
                                        'credit', case when f.amount < 0 then - f.amount end) order by f.amount < 0, f.account) as lines
      from found f group by f.entry, f.kind, f.is_reversal, f.reference, f.order_id, f.courier_id)
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(jsonb_build_object(
                'id', e.entry, 'day', shop.day_of(e.at), 'kind', e.kind, 'is_reversal', e.is_reversal,
                'reference', e.reference, 'order_number', (select o.order_number from public.orders o where o.id = e.order_id),
                'courier', (select c.name from public.couriers c where c.id = e.courier_id), 'lines', e.lines)
                order by e.at, e.entry), '[]')
                from (select n.* from entries n order by n.at, n.entry offset page_offset limit page_limit) e),
    'total', (select count(*) from entries));
$function$;

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
    from generate_series(least(coalesce(shop.first_month(), shop.month_of(at)),
                               (select min(e.month) from public.closed_months e where e.reopened_at is null))::timestamp,
                         shop.month_of(at)::timestamp, interval '1 month') m
    left join public.closed_months c on c.month = m::date and c.reopened_at is null;
$function$;

CREATE OR REPLACE FUNCTION public.rename_account (
  account shop.book_account,
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

REVOKE ALL ON FUNCTION "public"."rename_account"(shop.book_account, text, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.account_number (
  account shop.book_account
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select c.number from shop.usual_chart() c where c.account = account_number.account;
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
      perform shop.require_open_month('payment', new.id, new.created_at);
    when 'UPDATE' then
      if not shop.follows_merge(old, new) then perform shop.refuse_change_of('payments', to_jsonb(old), to_jsonb(new)); end if;
    else
      perform shop.refuse_change_of('payments', null, null);
  end case;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.before_posting_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  case tg_op
    when 'INSERT' then perform shop.require_open_month('posting', new.id, new.created_at);
    when 'UPDATE' then perform shop.refuse_change_of('order_postings', to_jsonb(old), to_jsonb(new));
    else perform shop.refuse_change_of('order_postings', null, null);
  end case;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.booked_under (
  kind   shop.payment_kind,
  method shop.payment_method,
  side   shop.ledger_account
)
  RETURNS shop.book_account
  LANGUAGE sql
  IMMUTABLE
RETURN
  (CASE (side)::text WHEN 'bank'::text THEN CASE (method)::text WHEN 'wallet'::text THEN 'wallet'::text ELSE 'bank'::text END WHEN 'customer'::text THEN CASE (kind)::text WHEN
  'collected'::text THEN 'customers_due'::text WHEN 'refund'::text THEN 'refunds_owed'::text ELSE 'advances'::text END WHEN 'credit'::text THEN 'store_credit'::text WHEN
  'charges'::text THEN 'charges_paid_back'::text WHEN 'tax_withheld'::text THEN 'tax_paid_back'::text WHEN 'written_off'::text THEN CASE (kind)::text WHEN 'claim'::text THEN
  'claims_paid'::text WHEN 'short_paid'::text THEN 'never_paid'::text ELSE 'credit_given'::text END ELSE (side)::text END)::shop.book_account;

CREATE OR REPLACE FUNCTION shop.books_of (
  an_order public.orders
)
  RETURNS TABLE (
    account shop.book_account,
    amount  numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select b.account::shop.book_account, b.amount
    -- Of what is still open on a delivered order, what went back after it was delivered is let off; what is below a rupee nobody asks for.
    from (select shop.received_of(an_order) as received,
                 an_order.total_amount - an_order.uncollected - shop.received_of(an_order) as open) o
   cross join lateral (select greatest(0, o.open - an_order.goodwill) as rest) r
   cross join lateral (values
     ('delivered', 'sales', - an_order.subtotal),
     ('delivered', 'delivery', - an_order.shipping - an_order.delivery_discount),
     ('delivered', 'gift_wrap', - an_order.gift_wrap),
     ('delivered', 'discounts', an_order.discount + an_order.delivery_discount),
     ('delivered', 'returned', an_order.uncollected + least(an_order.goodwill, greatest(0, o.open))),
     ('delivered', 'customers_due', floor(r.rest)),
     ('delivered', 'rounding', r.rest - floor(r.rest)),
     ('delivered', 'refunds_owed', least(0, o.open)),
     ('cancelled', 'refunds_owed', - o.received),
     ('', 'advances', - o.received)) b (status, account, amount)
   where b.status = case when an_order.status in ('delivered', 'cancelled') then an_order.status::text else '' end;
$function$;

CREATE OR REPLACE FUNCTION shop.chart_of_accounts()
  RETURNS TABLE (
    account    shop.book_account,
    number     integer,
    name       text,
    usual_name text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select c.account, c.number, coalesce(n.name, c.usual_name), c.usual_name
    from shop.usual_chart() c left join public.ledger_account_names n on n.account = c.account
   order by c.number;
$function$;

CREATE OR REPLACE FUNCTION shop.check_order_at_end()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' then
    if new.discount <> 0 then perform shop.require_shared_discount(new.id); end if;
    if new.advance_verified + new.credit_used + new.collected + new.refunded <> 0 then perform shop.require_booked_order(new.id); end if;
    if new.status = 'delivered' or shop.received_of(new) <> 0 then perform shop.post_order(new.id); end if;
    return null;
  end if;

  if new.discount <> old.discount then perform shop.require_shared_discount(new.id); end if;
  if (old.status, old.due_on_delivery, old.uncollected) <> (new.status, new.due_on_delivery, new.uncollected) then
    perform shop.require_sums(new.id);
  end if;
  if (old.advance_verified, old.credit_used, old.collected, old.refunded)
     <> (new.advance_verified, new.credit_used, new.collected, new.refunded) then
    perform shop.require_booked_order(new.id);
  end if;
  if new.collected > 0 then perform shop.require_delivered(new.id); end if;
  if shop.is_booked_else(old, new) then perform shop.post_order(new.id); end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.check_posting_at_end()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.require_posted(new.order_id);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.first_month()
  RETURNS date
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select shop.month_of(least((select min(p.created_at) from public.payments p), (select min(a.created_at) from public.order_postings a)));
$function$;

CREATE OR REPLACE FUNCTION shop.is_booked_else (
  old public.orders,
  new public.orders
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
RETURN
  (((old).status <> (new).status) OR ((old).subtotal <> (new).subtotal) OR ((old).discount <> (new).discount) OR ((old).shipping <> (new).shipping) OR ((old).delivery_discount <>
  (new).delivery_discount) OR ((old).gift_wrap <> (new).gift_wrap) OR ((old).uncollected <> (new).uncollected) OR ((old).goodwill <> (new).goodwill) OR
  ((old).advance_verified <> (new).advance_verified) OR ((old).credit_used <> (new).credit_used) OR ((old).collected <> (new).collected) OR ((old).refunded <> (new).refunded));

CREATE OR REPLACE FUNCTION shop.missing_in_books (
  order_id text
)
  RETURNS TABLE (
    account shop.book_account,
    amount  numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select m.account, sum(m.amount)
    from (select b.account, b.amount from public.orders o cross join lateral shop.books_of(o) b where o.id = missing_in_books.order_id
          union all
          select shop.booked_under(p.kind, p.method, 'customer'), case when p.from_account = 'customer' then p.amount else - p.amount end
            from public.payments p
           where p.order_id = missing_in_books.order_id and 'customer' in (p.from_account, p.to_account)
          union all
          select a.account, - a.amount from public.order_postings a where a.order_id = missing_in_books.order_id) m
   group by m.account having sum(m.amount) <> 0;
$function$;

CREATE OR REPLACE FUNCTION shop.month_balance (
  month date
)
  RETURNS TABLE (
    account shop.book_account,
    opening numeric,
    debit   numeric,
    credit  numeric,
    closing numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with sums as (
    select j.account, coalesce(sum(j.amount) filter (where j.at < shop.start_of_day(month_balance.month)), 0) as opening,
           coalesce(sum(j.amount) filter (where j.at >= shop.start_of_day(month_balance.month) and j.amount > 0), 0) as debit,
           coalesce(- sum(j.amount) filter (where j.at >= shop.start_of_day(month_balance.month) and j.amount < 0), 0) as credit
      from shop.journal j where j.at < shop.end_of_month(month_balance.month) group by j.account
  )
  select c.account, coalesce(s.opening, 0), coalesce(s.debit, 0), coalesce(s.credit, 0), coalesce(s.opening + s.debit - s.credit, 0)
    from shop.usual_chart() c left join sums s on s.account = c.account
   order by c.number;
$function$;

CREATE OR REPLACE FUNCTION shop.post_order (
  order_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  posting bigint;
begin
  if exists (select from shop.missing_in_books(post_order.order_id)) then
    posting := nextval('shop.posting_numbers');
    insert into public.order_postings (posting, order_id, account, amount)
    select posting, post_order.order_id, m.account, m.amount from shop.missing_in_books(post_order.order_id) m order by m.account;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.require_open_month (
  subject text,
  id      text,
  at      timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('closed months', 0));
  if at < shop.end_of_month(shop.last_closed_month()) then
    raise exception '% % is dated in a closed month', subject, id using errcode = 'restrict_violation';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.require_posted (
  order_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if exists (select from shop.missing_in_books(require_posted.order_id)) then
    raise exception 'the books do not have of order % what they must', order_id using errcode = 'restrict_violation';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.usual_account_name (
  account shop.book_account
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select c.usual_name from shop.usual_chart() c where c.account = usual_account_name.account;
$function$;

CREATE OR REPLACE FUNCTION shop.usual_chart()
  RETURNS TABLE (
    account    shop.book_account,
    number     integer,
    usual_name text,
    ledger     shop.ledger_account
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select c.account::shop.book_account, c.number, c.usual_name, c.ledger::shop.ledger_account from (values
    ('cash', 1010, 'Cash in hand', 'cash'),
    ('bank', 1020, 'Bank', 'bank'),
    ('wallet', 1030, 'Mobile wallets', 'bank'),
    ('courier', 1100, 'With couriers', 'courier'),
    ('customers_due', 1110, 'Due from customers', 'customer'),
    ('income_tax_withheld', 1210, 'Income tax withheld by couriers', 'tax_withheld'),
    ('sales_tax_withheld', 1220, 'Sales tax withheld by couriers', 'tax_withheld'),
    ('tax_paid_back', 1230, 'Withheld tax paid back by couriers', 'tax_withheld'),
    ('gst_on_charges', 1240, 'Sales tax on courier charges', 'charges'),
    ('advances', 2010, 'Advances from customers', 'customer'),
    ('refunds_owed', 2020, 'Refunds owed', 'customer'),
    ('store_credit', 2030, 'Store credit owed', 'credit'),
    ('sales', 4010, 'Sales', 'customer'),
    ('delivery', 4020, 'Delivery charged', 'customer'),
    ('gift_wrap', 4030, 'Gift wrap charged', 'customer'),
    ('discounts', 4080, 'Discounts given', 'customer'),
    ('returned', 4090, 'Returns and refunds', 'customer'),
    ('claims_paid', 4100, 'Claims paid by couriers', 'written_off'),
    ('delivery_charges', 5110, 'Courier charges, deliveries', 'charges'),
    ('return_charges', 5120, 'Courier charges, returns', 'charges'),
    ('other_charges', 5130, 'Courier charges, others', 'charges'),
    ('charges_paid_back', 5140, 'Courier charges paid back', 'charges'),
    ('never_paid', 5210, 'Cash never paid by couriers', 'written_off'),
    ('credit_given', 5220, 'Store credit given', 'written_off'),
    ('rounding', 5900, 'Rounding', 'customer')) c (account, number, usual_name, ledger);
$function$;

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
  select j.courier_id, coalesce(sum(j.amount) filter (where j.account = 'income_tax_withheld'), 0),
         coalesce(sum(j.amount) filter (where j.account = 'sales_tax_withheld'), 0)
    from shop.journal j
   where j.account in ('income_tax_withheld', 'sales_tax_withheld')
     and j.at >= shop.start_of_day(withheld_in.month) and j.at < shop.end_of_month(withheld_in.month)
   group by j.courier_id;
$function$;

ALTER TABLE "public"."order_postings"
  ADD CONSTRAINT "order_postings_not_zero" CHECK ((amount <> (0)::numeric));

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."order_postings"
  ADD CONSTRAINT "order_postings_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.orders(id);

CREATE INDEX order_postings_newest ON public.order_postings USING btree (created_at);

CREATE INDEX order_postings_of_order ON public.order_postings USING btree (order_id);

CREATE CONSTRAINT TRIGGER order_postings_at_end
  AFTER INSERT ON public.order_postings DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION shop.check_posting_at_end();

CREATE TRIGGER order_postings_before
  BEFORE INSERT OR DELETE OR UPDATE ON public.order_postings
  FOR EACH ROW
  EXECUTE FUNCTION shop.before_posting_change();

CREATE TRIGGER order_postings_never_truncated
  BEFORE TRUNCATE ON public.order_postings
  FOR EACH STATEMENT
  EXECUTE FUNCTION shop.refuse_change();

REVOKE ALL ON FUNCTION "public"."rename_account"(shop.book_account, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."rename_account"(shop.book_account, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."rename_account"(shop.book_account, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."account_number"(shop.book_account) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."account_number"(shop.book_account) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."account_number"(shop.book_account) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."account_number"(shop.book_account) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."before_posting_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."before_posting_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."before_posting_change"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."before_posting_change"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."booked_under"(shop.payment_kind, shop.payment_method, shop.ledger_account) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."booked_under"(shop.payment_kind, shop.payment_method, shop.ledger_account) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."booked_under"(shop.payment_kind, shop.payment_method, shop.ledger_account) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."booked_under"(shop.payment_kind, shop.payment_method, shop.ledger_account) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."books_of"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."books_of"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."books_of"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."books_of"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."chart_of_accounts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."chart_of_accounts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."chart_of_accounts"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."chart_of_accounts"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."check_posting_at_end"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."check_posting_at_end"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_posting_at_end"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_posting_at_end"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."first_month"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."first_month"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."first_month"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."first_month"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_booked_else"(public.orders, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_booked_else"(public.orders, public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_booked_else"(public.orders, public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_booked_else"(public.orders, public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."missing_in_books"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."missing_in_books"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."missing_in_books"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."missing_in_books"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."month_balance"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."month_balance"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."month_balance"(date) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."month_balance"(date) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."post_order"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."post_order"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."post_order"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."post_order"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."require_open_month"(text, text, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."require_open_month"(text, text, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_open_month"(text, text, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_open_month"(text, text, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."require_posted"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."require_posted"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_posted"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."require_posted"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."usual_account_name"(shop.book_account) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."usual_account_name"(shop.book_account) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."usual_account_name"(shop.book_account) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."usual_account_name"(shop.book_account) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."usual_chart"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."usual_chart"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."usual_chart"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."usual_chart"() TO "service_role";

GRANT USAGE ON SEQUENCE "shop"."posting_numbers" TO "service_role";

REVOKE ALL ON TABLE "public"."order_postings" FROM "service_role";

GRANT INSERT, SELECT ON TABLE "public"."order_postings" TO "service_role";

CREATE VIEW "shop"."journal" WITH (security_invoker=true) AS  SELECT (p.id || s.side) AS id,
    ('P'::text || p.sequence) AS entry,
    p.created_at AS at,
    (p.kind)::text AS kind,
    (p.reverses IS NOT NULL) AS is_reversal,
    shop.booked_under(p.kind, p.method, s.account) AS account,
    s.amount,
    p.reference,
    p.order_id,
    p.courier_id
   FROM (public.payments p
     CROSS JOIN LATERAL ( VALUES ('-to'::text,p.to_account,p.amount), ('-from'::text,p.from_account,(- p.amount))) s(side, account, amount))
  WHERE ((p.settlement_id IS NULL) OR (s.account <> ALL (ARRAY['charges'::shop.ledger_account, 'tax_withheld'::shop.ledger_account])))
UNION ALL
 SELECT ((p.id || '-'::text) || s.account) AS id,
    ('P'::text || p.sequence) AS entry,
    p.created_at AS at,
    (p.kind)::text AS kind,
    (p.reverses IS NOT NULL) AS is_reversal,
    s.account,
        CASE
            WHEN (p.reverses IS NULL) THEN s.amount
            ELSE (- s.amount)
        END AS amount,
    p.reference,
    p.order_id,
    p.courier_id
   FROM ((public.payments p
     CROSS JOIN LATERAL ( SELECT COALESCE(sum(l.shipping) FILTER (WHERE (l.outcome = 'delivered'::shop.line_outcome)), (0)::numeric) AS deliveries,
            COALESCE(sum(l.shipping) FILTER (WHERE (l.outcome = 'returned'::shop.line_outcome)), (0)::numeric) AS returns,
            (COALESCE(sum(l.other_charges), (0)::numeric) + COALESCE(sum(l.shipping) FILTER (WHERE (l.outcome = 'charge'::shop.line_outcome)), (0)::numeric)) AS others,
            COALESCE(sum(l.gst), (0)::numeric) AS gst,
            COALESCE(sum(l.income_tax), (0)::numeric) AS income_tax,
            COALESCE(sum(l.sales_tax), (0)::numeric) AS sales_tax
           FROM public.settlement_lines l
          WHERE (l.settlement_id = p.settlement_id)) said)
     CROSS JOIN LATERAL ( VALUES ('charges'::shop.ledger_account,'delivery_charges'::shop.book_account,said.deliveries), ('charges'::shop.ledger_account,'return_charges'::shop.book_account,said.returns), ('charges'::shop.ledger_account,'other_charges'::shop.book_account,said.others), ('charges'::shop.ledger_account,'gst_on_charges'::shop.book_account,said.gst), ('tax_withheld'::shop.ledger_account,'income_tax_withheld'::shop.book_account,said.income_tax), ('tax_withheld'::shop.ledger_account,'sales_tax_withheld'::shop.book_account,said.sales_tax)) s(ledger, account, amount))
  WHERE ((p.settlement_id IS NOT NULL) AND ((s.ledger = p.from_account) OR (s.ledger = p.to_account)) AND (s.amount <> (0)::numeric))
UNION ALL
 SELECT a.id,
    ('S'::text || a.posting) AS entry,
    a.created_at AS at,
    'sale'::text AS kind,
    false AS is_reversal,
    a.account,
    a.amount,
    ''::text AS reference,
    a.order_id,
    NULL::text AS courier_id
   FROM public.order_postings a;

GRANT SELECT ON TABLE "shop"."journal" TO "service_role";

-- A closed month has the same balance in more accounts: nothing of it is another sum.
ALTER TABLE public.closed_months DISABLE TRIGGER closed_months_before;

ALTER TABLE public.closed_months DISABLE TRIGGER closed_months_after;

UPDATE public.closed_months m SET balance = shop.month_balance_json(m.month) FROM as_kept k WHERE k.id = m.id;

ALTER TABLE public.closed_months ENABLE TRIGGER closed_months_before;

ALTER TABLE public.closed_months ENABLE TRIGGER closed_months_after;

-- pgls-ignore lint/safety/banDropTable: of this migration
DROP TABLE as_kept;

-- What orders come to until now is posted in the month in which this came.
DO $$
BEGIN
  PERFORM shop.post_order(o.id) FROM public.orders o WHERE o.status = 'delivered' OR shop.received_of(o) <> 0
    OR EXISTS (SELECT FROM public.payments p WHERE p.order_id = o.id);
END;
$$;
