-- Guessing: codes that nobody knows, and phones that a code is not for, are counted for whoever tries them, in a transaction of its own
-- before anything else happens, so that no refusal rolls the count back (docs/decisions/business/0183-what-a-code-is-good-for.md).

-- Why an order may not have its code for the phone that it has: `used_by_phone`, `new_customers`, or null. Takes the use; asked once the
-- order is written, which has locked its customer, so that of two at once the second sees the first. `merged_id`: an order that is about to
-- be cancelled, which counts no more.
create function shop.phone_refusal(use public.code_redemptions, merged_id text default '') returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when use.is_once and exists (select from public.code_redemptions r
                                  where r.code_id = use.code_id and r.phone = use.phone and r.order_id not in (use.order_id, merged_id)
                                    and r.released_at is null)
      then 'used_by_phone'
    when use.is_first and exists (select from public.orders o
                                   where o.customer_phone = use.phone and o.id not in (use.order_id, merged_id) and o.status <> 'cancelled'
                                     and o.archived_at is null)
      then 'new_customers' end;
end;
$$;

-- Counts that somebody tries a code. Takes the code as typed and who tries it, as hashes, with the limits: {network, device?, phone?, hits,
-- seconds: wrong tries of each of them, shopHits: unknown codes of all together, from where on each has `fewHits` alone}. A right code is
-- never counted, so nobody's guesses close it for those who have not guessed. Refuses 429 `too_many_guesses` {retryAfter}, the right code,
-- too, since it would be the one that somebody guesses.
create function public.count_code_try(typed text, tries jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  code public.discount_codes;
  of_shop constant text := shop.bucket('codes', 'of the shop');
  many constant boolean := exists (select from public.rate_limits r where r.bucket = of_shop and r.window_ends_at > now()
                                   and r.hits >= (tries ->> 'shopHits')::integer);
  -- In one order everywhere, so that two calls cannot wait for each other.
  buckets constant text[] := array (select shop.bucket('codes ' || w.kind, tries ->> w.kind) as bucket
                                    from unnest('{network,device,phone}'::text[]) w (kind)
                                     where tries ->> w.kind is not null order by bucket);
  bucket text;
  retry_after integer := 0;
begin
  foreach bucket in array buckets loop
    retry_after := greatest(
      retry_after,
      public.hit_rate_limit(bucket, (tries ->> case when many then 'fewHits' else 'hits' end)::integer, (tries ->> 'seconds')::integer));
  end loop;
  if retry_after > 0 then
    perform shop.refuse('too_many_guesses', jsonb_build_object('retryAfter', retry_after));
  end if;
  select * into code from public.discount_codes c where c.code_key = shop.code_key(typed);
  if code.id is null then
    perform public.hit_rate_limit(of_shop, (tries ->> 'shopHits')::integer, (tries ->> 'seconds')::integer);
  elsif tries ->> 'phone' is null
        or shop.phone_refusal(row('', code.id, tries ->> 'phone', code.once_per_phone, code.new_customers_only, 1, now(),
                                  null)::public.code_redemptions) is null then
    update public.rate_limits r set hits = r.hits - 1 where r.bucket = any (buckets);
  end if;
end;
$$;

grant execute on function public.count_code_try to service_role;
