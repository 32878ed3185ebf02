-- Customers name where the money of a request goes (returns/payouts.sql).

-- Keeps where the money of a request goes, in place of what was named before. Takes the order's number and key, the request's id and
-- {method, title, account}. The order's timeline says so, by the last four characters; whoever has the request open to pay it meets a new
-- version. Returns the page; naming the same again changes nothing. Refuses like `shop.open_order_page`, 404 `return_not_found`, 409
-- `payout_not_open` where no money goes back.
create function public.name_payout(order_number text, key text, request_id text, payout jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  opened constant public.orders := shop.open_order_page(order_number, key);
  request public.return_requests;
  former public.return_payouts;
  named public.return_payouts;
begin
  if not exists (select from public.return_requests r where r.id = name_payout.request_id and r.order_id = opened.id) then
    perform shop.refuse('return_not_found');
  end if;
  request := shop.lock_return(name_payout.request_id);
  if not shop.awaits_money(request) then
    perform shop.refuse('payout_not_open', null, jsonb_build_object('returnNumber', request.return_number));
  end if;
  select * into former from public.return_payouts o where o.request_id = request.id;
  if (former.method::text, former.title, former.account) = (payout ->> 'method', payout ->> 'title', payout ->> 'account') then
    return public.order_page(order_number, key);
  end if;
  insert into public.return_payouts (request_id, method, title, account)
  values (request.id, (payout ->> 'method')::shop.payout_method, payout ->> 'title', payout ->> 'account')
  on conflict on constraint return_payouts_pkey do update
    set method = excluded.method, title = excluded.title, account = excluded.account, named_at = now()
  returning * into named;
  update public.return_requests r set updated_at = now() where r.id = request.id;
  perform shop.log_order_event(opened.id, 'note', '', null, null, format('%s: the customer wants the money by %s%s', request.return_number,
    shop.payout_words(named), case when former.request_id is not null then ', no longer by ' || shop.payout_words(former) else '' end));
  return public.order_page(order_number, key);
end;
$$;

-- Deletes where money was to go 90 days after nothing was left to pay. Returns how many rows.
create function shop.purge_payouts() returns bigint
language sql set search_path = ''
as $$
  with gone as (
    delete from public.return_payouts o using public.return_requests r
     where r.id = o.request_id and shop.is_closed(r.state)
       and (select max(d.created_at) from public.return_decisions d where d.request_id = r.id) < now() - interval '90 days'
    returning 1
  )
  select count(*) from gone;
$$;

grant execute on function public.name_payout to service_role;
