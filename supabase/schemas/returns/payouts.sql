-- Where the customer of a request wants the money that goes back: named on the order's page, shown there by its last four characters, read
-- in full by whoever refunds, and gone 90 days after the end of the request.

create type shop.payout_method as enum ('bank', 'raast', 'jazzcash', 'easypaisa');

create table public.return_payouts (
  request_id text primary key references public.return_requests (id),
  method shop.payout_method not null,
  -- The account's holder, as the bank or the wallet has it.
  title text not null,
  -- An IBAN, or the mobile number by which Raast or the wallet knows the account.
  account text not null,
  named_at timestamptz not null default now(),
  constraint return_payouts_title_length check (char_length(title) between 1 and 80),
  -- The check digits are the API's part (src/domain/payments/iban.ts).
  constraint return_payouts_account_shape check (
    case method when 'bank' then account ~ '^PK[0-9]{2}[A-Z]{4}[0-9A-Z]{16}$' else account ~ '^03[0-9]{9}$' end)
);

alter table public.return_payouts enable row level security;
grant select, insert, update, delete on public.return_payouts to service_role;

-- Whether money goes back for a request, so that its customer may say where: it is asked for or approved, and something of it is left to
-- pay by other means than store credit.
create function shop.awaits_money(request public.return_requests) returns boolean
language sql stable set search_path = ''
as $$
  select case request.state when 'asked' then request.wish = 'transfer'
                            else request.state in ('approved', 'received') and request.outcome in ('transfer', 'exchange') end
         and (select s.refund > s.paid_back from shop.return_sums(request) s);
$$;

-- A destination in words that give nothing away: `JazzCash •••4567`.
create function shop.payout_words(payout public.return_payouts) returns text
language sql immutable set search_path = ''
as $$
  select case payout.method when 'bank' then 'a bank account' when 'raast' then 'Raast' when 'jazzcash' then 'JazzCash' else 'Easypaisa' end
         || ' •••' || right(payout.account, 4);
$$;

-- What the page of an order says of the money of a request: {may_name_payout, payout: {method, last_four, named_at} or null, paid:
-- {amount, method, reference, at} or null: what was sent, as long as the payment stands}. Takes the request.
create function shop.page_payout_json(request public.return_requests) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'may_name_payout', shop.awaits_money(request),
    'payout', (select jsonb_build_object('method', o.method, 'last_four', right(o.account, 4), 'named_at', o.named_at)
                 from public.return_payouts o where o.request_id = request.id),
    'paid', (select jsonb_build_object('amount', coalesce(request.payment_share, p.amount), 'method', p.method, 'reference', p.reference,
                                       'at', p.created_at)
               from public.payments p where p.id = request.payment_id and shop.standing_amount(p.id) > 0));
$$;

-- A destination as staff see it: {method, title, account, named_at}; null for none. Takes the request's id.
create function shop.payout_json(request_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(o) - 'request_id' from public.return_payouts o where o.request_id = payout_json.request_id;
$$;
