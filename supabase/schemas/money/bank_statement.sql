-- What the bank's statement says came in. Lines are only added, each once however often it is uploaded; staff say which order a line pays,
-- and the ledger (money/payments.sql) books it. Which order that probably is, src/domain/payments/match-statement.ts proposes.

create table public.bank_statement_lines (
  id text primary key default shop.new_id(),
  day date not null,
  amount numeric(12, 2) not null,
  -- What the bank wrote: transaction number, description, sender.
  reference text not null default '',
  -- Day, amount, the reference without spaces and punctuation, and which of equal ones of a statement it is.
  line_key text not null,
  uploaded_by uuid references public.staff (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  -- What staff decided: the payment it was booked as, or why it was set aside.
  payment_id text references public.payments (id),
  because text not null default '',
  decided_by uuid references public.staff (id) on delete set null,
  decided_at timestamptz,
  constraint bank_statement_lines_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint bank_statement_lines_amount_positive check (amount > 0),
  constraint bank_statement_lines_reference_length check (char_length(reference) <= 200),
  constraint bank_statement_lines_because_length check (char_length(because) <= 300),
  constraint bank_statement_lines_key_unique unique (line_key),
  constraint bank_statement_lines_payment_unique unique (payment_id),
  constraint bank_statement_lines_one_decision check (payment_id is null or because = '')
);

create index bank_statement_lines_latest on public.bank_statement_lines (day desc, id desc);
create index bank_statement_lines_by_uploader on public.bank_statement_lines (uploaded_by) where uploaded_by is not null;
create index bank_statement_lines_by_decider on public.bank_statement_lines (decided_by) where decided_by is not null;

alter table public.bank_statement_lines enable row level security;

-- What the bank said stays as it is.
revoke all on public.bank_statement_lines from service_role;
grant select, insert, update (payment_id, because, decided_by, decided_at) on public.bank_statement_lines to service_role;

-- Which credit of the bank each of couriers' files arrived with, as staff saw it: one line brings one file or several. The files moved the
-- money already, so that nothing is booked here.
create table public.settlement_arrivals (
  settlement_id text primary key references public.settlements (id),
  line_id text not null references public.bank_statement_lines (id),
  confirmed_by uuid references public.staff (id) on delete set null,
  confirmed_at timestamptz not null default clock_timestamp()
);

create index settlement_arrivals_by_line on public.settlement_arrivals (line_id);
create index settlement_arrivals_by_staff on public.settlement_arrivals (confirmed_by) where confirmed_by is not null;

alter table public.settlement_arrivals enable row level security;
grant select, insert, delete on public.settlement_arrivals to service_role;

-- What the bank's account came to at the end of a day, by its statement.
create table public.bank_balances (
  day date primary key,
  balance numeric(14, 2) not null,
  uploaded_by uuid references public.staff (id) on delete set null,
  updated_at timestamptz not null default clock_timestamp()
);

create index bank_balances_by_uploader on public.bank_balances (uploaded_by) where uploaded_by is not null;

alter table public.bank_balances enable row level security;
grant select, insert, update on public.bank_balances to service_role;

-- A line of the bank is one thing: the files that arrived with it, of one courier and booked, come to exactly its amount, and then it is no
-- payment of an order and is not set aside. Takes its id.
create function shop.require_arrived(line_id text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.bank_statement_lines l
    cross join lateral (select sum(s.control_sum) as sum, count(distinct s.courier_id) as couriers,
                               bool_and(s.state = 'booked') as are_booked
                          from public.settlement_arrivals a join public.settlements s on s.id = a.settlement_id
                         where a.line_id = l.id) came
   where l.id = require_arrived.line_id and came.couriers > 0
     and (came.sum <> l.amount or came.couriers > 1 or not came.are_booked or l.because <> ''
          or l.payment_id is not null and not exists (select from public.payments r where r.reverses = l.payment_id));
  if found then
    raise exception 'line % of the bank is not what arrived with it', line_id using errcode = 'restrict_violation';
  end if;
end;
$$;

-- Whether a line is `open`, `booked` or `set_aside`. One whose payment was taken back is open again.
create function shop.statement_state(line public.bank_statement_lines) returns text
language sql stable set search_path = ''
as $$
  select case when line.payment_id is not null and not exists (select from public.payments r where r.reverses = line.payment_id)
              then 'booked'
              when exists (select from public.settlement_arrivals a where a.line_id = line.id) then 'booked'
              when line.because <> '' then 'set_aside' else 'open' end;
$$;

-- A line as the API shows it, with its state, the order it was booked for, the couriers' files that arrived with it [{id, reference,
-- courier}], and who decided.
create function shop.statement_line_json(line public.bank_statement_lines) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(line) - 'line_key' - 'payment_id' || jsonb_build_object(
           'state', s.state, 'decided_by', shop.username_of(line.decided_by),
           'order_id', paid.id, 'order_number', paid.order_number,
           'settlements', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'reference', f.reference, 'courier', c.name)
                                                     order by f.created_at, f.id), '[]')
                             from public.settlement_arrivals a join public.settlements f on f.id = a.settlement_id
                             join public.couriers c on c.id = f.courier_id where a.line_id = line.id))
    from (select shop.statement_state(line) as state) s
    left join lateral (select o.id, o.order_number from public.payments p join public.orders o on o.id = p.order_id
                        where p.id = line.payment_id and s.state = 'booked') paid on true;
$$;

-- Adds the lines of a statement that no earlier one had, and what the account came to. Takes [{day, amount, reference}], the staff member,
-- and [{day, balance}] at the end of days; what is known of a day is replaced. Returns {added, known}.
create function public.add_statement_lines(lines jsonb, actor uuid, balances jsonb default '[]') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  added integer;
begin
  insert into public.bank_statement_lines (day, amount, reference, line_key, uploaded_by)
  select l.day, l.amount, l.reference,
         l.day || ' ' || l.amount || ' ' || l.key || ' ' || row_number() over (partition by l.day, l.amount, l.key order by l.place), actor
    from (select (e.line ->> 'day')::date as day, (e.line ->> 'amount')::numeric(12, 2) as amount,
          e.line ->> 'reference' as reference, e.place,
                 coalesce(nullif(upper(regexp_replace(e.line ->> 'reference', '[\s[:punct:]]', '', 'g')), ''),
                          e.line ->> 'reference') as key
            from jsonb_array_elements(lines) with ordinality e (line, place)) l
   order by l.place
  on conflict (line_key) do nothing;
  get diagnostics added = row_count;
  insert into public.bank_balances as b (day, balance, uploaded_by)
  select k.day, k.balance, actor from jsonb_to_recordset(balances) as k (day date, balance numeric)
  on conflict (day) do update set balance = excluded.balance, uploaded_by = excluded.uploaded_by, updated_at = clock_timestamp();
  return jsonb_build_object('added', added, 'known', jsonb_array_length(lines) - added);
end;
$$;

-- What a line was booked as already, before its statement came: a payment to the bank of the same sum, for which no line stands and which
-- nobody took back. Takes the line, and the id of the order that it would have to be for (null: any). Returns {paymentId, orderNumber,
-- amount, bookedBy, bookedAt, isSure}, the likeliest one: `isSure` by its transaction number or its order's number, else by the day,
-- from the one before the line's to three after it. Null for none.
create function shop.booked_before(line public.bank_statement_lines, order_id text default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('paymentId', p.id, 'orderNumber', o.order_number, 'amount', p.amount,
                              'bookedBy', shop.username_of(p.actor), 'bookedAt', p.created_at, 'isSure', named.is_sure)
      from public.payments p
      join public.orders o on o.id = p.order_id
      left join public.advance_claims c on c.payment_id = p.id
     cross join lateral (
       select coalesce(shop.number_stands_in(c.reference_key, line.reference), false)
              or line.reference ~ ('(^|[^0-9])' || regexp_replace(o.order_number, '[^0-9]', '', 'g') || '([^0-9]|$)') as is_sure,
              (p.created_at at time zone 'Asia/Karachi')::date - line.day as days_later) named
     where p.kind = 'advance' and p.to_account = 'bank' and p.reverses is null and p.amount = line.amount
       and (booked_before.order_id is null or p.order_id = booked_before.order_id)
       and not exists (select from public.payments r where r.reverses = p.id)
       and not exists (select from public.bank_statement_lines l where l.payment_id = p.id)
       and (named.is_sure or named.days_later between -1 and 3)
     order by named.is_sure desc, abs(named.days_later), p.sequence limit 1);
end;
$$;

-- A page of the lines in a state, the latest day first. Returns {items: [`shop.statement_line_json`, of open ones with `booked_before`],
-- total}.
create function public.list_statement_lines(state text, page_offset integer, page_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  with found as (select l from public.bank_statement_lines l where shop.statement_state(l) = list_statement_lines.state)
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.statement_line_json(p.l)
                                        || jsonb_build_object('booked_before', case when state = 'open' then shop.booked_before(p.l) end)
                                        order by (p.l).day desc, (p.l).id desc), '[]')
                from (select f.l from found f order by (f.l).day desc, (f.l).id desc offset page_offset limit page_limit) p),
    'total', (select count(*) from found));
$$;

-- Whether what a customer typed can tell one transfer from all others. Takes the form in which it counts (`shop.transaction_key`): it has
-- six digits, and is no phone and no part of an account of the shop. A word such as the name of a bank stands in anybody's line.
create function shop.tells_transfer(key text) returns boolean
language sql stable set search_path = ''
as $$
  select char_length(regexp_replace(key, '[^0-9]', '', 'g')) >= 6 and key !~ '^(0|92|0092)3[0-9]{9}$'
         and not exists (select from public.bank_accounts a where position(key in shop.number_letters(a.iban || ' ' || a.raast_id)) > 0);
$$;

-- Whether a customer's transaction number, in the form in which it counts, stands in what a bank wrote: whole, with or without spaces and
-- marks between its signs, and in no longer row of digits.
create function shop.number_stands_in(key text, reference text) returns boolean
language sql stable set search_path = ''
as $$
  select shop.tells_transfer(key)
         -- Without IBANs, whose account number would be one.
         and regexp_replace(regexp_replace(shop.plain_signs(reference), '[^A-Z0-9]+', ' ', 'g'),
                            'PK ?[0-9]{2} ?[A-Z]{4}( ?[0-9A-Z]){16}', ' ', 'g') ~ (
           select '(^|[^0-9])' || string_agg(case sign when '0' then '[0O]' when '1' then '[1IL]' else sign end, ' ?' order by place)
                  || '([^0-9]|$)' from unnest(string_to_array(key, null)) with ordinality as signs (sign, place));
$$;

-- The orders that lines of a statement could pay: those for which a transfer waits to be found, and those that money is due for before they
-- leave, by the sums and by the order numbers that stand in the lines; at most 500. Takes the sums, those numbers, and [{id, reference}] of
-- the lines. Returns [{order_id, order_number, customer_name, references, named_by, sums, placed_at}], the oldest first: the transaction
-- numbers that customers sent, the ids of the lines in which one of them stands, and the sums that settle what was asked in advance or all
-- that is due.
create function public.expected_transfers(amounts numeric[], numbers text[], lines jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  -- Worked out once: joined as a view, every advance would be asked for again with each order.
  with missing as materialized (select m.order_id, m.missing from shop.missing_advances m)
  select coalesce(jsonb_agg(jsonb_build_object('order_id', e.id, 'order_number', e.order_number, 'customer_name', e.customer_name,
                                               'references', e.transfers, 'named_by', e.named_by,
                                               'sums', to_jsonb(array_remove(array[e.missing, e.due_on_delivery], null)),
                                               'placed_at', e.created_at)
                            order by e.created_at, e.id), '[]')
    from (select o.id, o.order_number, o.customer_name, o.due_on_delivery, o.created_at, m.missing,
          coalesce(sent.transfers, '[]') as transfers,
                 coalesce(sent.named_by, '[]') as named_by
            from public.orders o
            left join missing m on m.order_id = o.id
            left join lateral (select jsonb_agg(c.reference) as transfers,
                                      jsonb_path_query_array(jsonb_agg(named.ids), '$[*][*]') as named_by
                                 from public.advance_claims c
                                cross join lateral (select coalesce(jsonb_agg(l ->> 'id'), '[]') as ids from jsonb_array_elements(lines) l
                                                     where shop.number_stands_in(c.reference_key, l ->> 'reference')) named
                                where c.order_id = o.id and c.state = 'sent') sent on true
           where o.archived_at is null and o.due_on_delivery > 0
             and (sent.transfers is not null
                  or shop.is_unshipped(o.status) and (o.due_on_delivery = any (amounts) or m.missing = any (amounts)
                                                      or o.order_number = any (numbers)))
           order by sent.transfers is null, o.created_at, o.id limit 500) e;
$$;

-- The transaction number in what a bank wrote: its first part that is one word with at least six digits, and neither a phone nor an IBAN.
-- Empty for none.
create function shop.transaction_number_in(reference text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce((select p.part from unnest(string_to_array(reference, ' · ')) with ordinality p (part, place)
                    where p.part ~ '^[A-Za-z0-9/-]{6,60}$' and char_length(regexp_replace(p.part, '[^0-9]', '', 'g')) >= 6
                      and p.part !~ '^(0|92|0092)3[0-9]{9}$' and p.part !~* '^(PK[0-9]{2}[A-Z]{4}|ORD-)'
                    order by p.place limit 1), '');
$$;

-- The transfer of an order that a line probably is: the one whose number stands in the line, else the only one that waits. Null: the
-- customer told of none.
create function shop.claim_of_line(line public.bank_statement_lines, order_id text) returns public.advance_claims
language sql stable set search_path = ''
as $$
  select c from public.advance_claims c
   where c.order_id = claim_of_line.order_id and c.state = 'sent'
     and (shop.number_stands_in(c.reference_key, line.reference)
          or (select count(*) from public.advance_claims other where other.order_id = c.order_id and other.state = 'sent') = 1)
   order by shop.number_stands_in(c.reference_key, line.reference) desc, c.sent_at limit 1;
$$;

-- Sets a line aside for a reason, or opens it again with an empty one. Takes the line's id, the reason and the staff member. Returns
-- `shop.statement_line_json`. Refuses 404 `statement_line_not_found`, 409 `line_decided` when it was booked.
create function public.set_line_aside(line_id text, reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  line public.bank_statement_lines;
begin
  select * into line from public.bank_statement_lines l where l.id = line_id for update;
  if not found then
    perform shop.refuse('statement_line_not_found');
  elsif shop.statement_state(line) = 'booked' then
    perform shop.refuse('line_decided');
  end if;
  update public.bank_statement_lines l
     set payment_id = null, because = reason, decided_by = case when reason <> '' then actor end,
       decided_at = case when reason <> '' then clock_timestamp() end
   where l.id = line.id returning * into line;
  return shop.statement_line_json(line);
end;
$$;

grant execute on function public.add_statement_lines, public.list_statement_lines, public.expected_transfers,
  public.set_line_aside to service_role;
