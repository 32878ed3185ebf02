-- Mails are let go before they are sent: strangers cause most of them, and neither a mailbox nor the provider's day is theirs to fill.

-- Why a mail may not go now: `recipient` (its mailbox has had what strangers may send it in a day), `shop` (so has the shop as a whole);
-- null: it may. Every kind goes by this. What staff send always goes, and counts for the shop. Of a day, orders and extras leave a sixth to
-- accounts, and accounts two thirds to the others; extras of the whole shop take a third at most, so that no storm of one kind starves
-- another. What is left of earlier days takes half of that. Links that prove an address, which anybody causes for as many addresses as they
-- make up, take half of what accounts may have: whoever forgot a password still gets theirs, and the staff theirs in any case. Asking for a
-- review takes nothing from anybody: it counts for no other mail, is a twelfth of a day's mails at most, and waits while half of the day is
-- used up; a mailbox gets one a day. Days are Pakistan's.
create function shop.why_not_mailed(mail public.mail_outbox) returns text
language plpgsql set search_path = ''
as $$
declare
  limits constant public.limits := shop.limits();
  class constant text := shop.mail_class(mail.kind);
  today constant timestamptz := shop.start_of_day(shop.day_of(now()));
  part constant numeric := case when mail.created_at < today then 0.5 else 1 end;
  accounts integer;
  orders integer;
  extras integer;
  others integer;
  proofs integer;
  reviews integer;
begin
  if class = 'staff' then
    return null;
  end if;
  select count(*) filter (where c.class = 'account'), count(*) filter (where c.class in ('order', 'extra')),
    count(*) filter (where c.class = 'review')
    into accounts, orders, reviews
    from public.mail_outbox m cross join shop.mail_class(m.kind) as c (class)
   where m.admitted_at >= today and shop.mailbox(m.recipient) = shop.mailbox(mail.recipient) and m.kind::text <> 'whatsapp_question';
  if accounts + orders >= limits.mails_per_recipient * part
     or (case when class = 'account' then accounts >= limits.mails_per_recipient * part / 3
              else orders >= limits.mails_per_recipient * part * 5 / 6 end)
     or (class = 'review' and reviews > 0) then
    return 'recipient';
  end if;

  if class = 'account' and exists (select from public.staff s where s.email = mail.recipient and s.is_active) then
    return null;
  end if;

  select count(*) filter (where c.class = 'account'), count(*) filter (where c.class in ('order', 'extra')),
         count(*) filter (where c.class = 'extra'), count(*) filter (where c.class = 'staff'),
           count(*) filter (where m.kind = 'address_proof'),
         count(*) filter (where c.class = 'review')
    into accounts, orders, extras, others, proofs, reviews
    from public.mail_outbox m cross join shop.mail_class(m.kind) as c (class)
   where m.admitted_at >= today and m.kind::text <> 'whatsapp_question';
  if accounts + orders + others >= limits.mails_per_day * part
     or (case when class = 'account' then accounts >= limits.mails_per_day * part / 3
              else orders >= limits.mails_per_day * part * 5 / 6 end)
     or (class = 'extra' and extras >= limits.mails_per_day * part / 3)
     or (mail.kind = 'address_proof' and proofs >= limits.mails_per_day * part / 6)
     or (class = 'review' and (reviews >= limits.mails_per_day * part / 12
                               or accounts + orders + others + reviews >= limits.mails_per_day * part / 2)) then
    return 'shop';
  end if;
  return null;
end;
$$;

-- Lets mails go that may go now, what matters most and what is new first, and holds the others back until the next day in Pakistan; gives
-- up those that are of no use any more. Takes whether limits count. Returns how many it let go. One run at a time, so that no two take the
-- same room.
create function shop.admit_mails(limited boolean default true) returns integer
language plpgsql set search_path = ''
as $$
declare
  today constant timestamptz := shop.start_of_day(shop.day_of(now()));
  mail public.mail_outbox;
  reason text;
  admitted integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('admitting mails', 0));
  update public.mail_outbox m set failed_at = now(), last_error = 'held back until it was of no use any more'
   where m.admitted_at is null and m.sent_at is null and m.failed_at is null and m.held_back_at is not null
     and m.created_at < now() - shop.mail_keeps(m.kind);
  -- Meanwhile the order was cancelled or came back, something was asked for, or somebody refused or switched them off.
  delete from public.mail_outbox m
   where m.kind = 'review_request' and m.admitted_at is null and m.sent_at is null and m.failed_at is null
     and not ((shop.review_mail_rule() ->> 'isOn')::boolean and shop.may_be_reviewed(m.payload ->> 'order_id'));
  delete from public.mail_outbox m
   where m.kind::text in ('parcel_left', 'parcel_arrived') and m.admitted_at is null and m.sent_at is null and m.failed_at is null
     and not shop.is_still_true(m);
  for mail in
    select m.* from public.mail_outbox m
     where m.admitted_at is null and m.sent_at is null and m.failed_at is null
       and (m.held_back_at is null or m.held_back_at < today or not limited)
     order by array_position(array['staff', 'account', 'order', 'extra', 'review'], shop.mail_class(m.kind)),
              m.held_back_at is not null, m.created_at, m.id
     limit 200 for update
  loop
    reason := case when limited then shop.why_not_mailed(mail) end;
    update public.mail_outbox m
       set admitted_at = case when reason is null then now() end,
           held_back_because = reason,
           held_back_at = case when reason is not null then now() end
     where m.id = mail.id;
    admitted := admitted + (reason is null)::integer;
  end loop;
  return admitted;
end;
$$;

-- Limits were raised, so that mails that were held back today are looked at again.
create function shop.look_at_held_back_mails() returns void
language plpgsql set search_path = ''
as $$
begin
  update public.mail_outbox m set held_back_at = m.held_back_at - interval '1 day'
   where m.held_back_at is not null and m.admitted_at is null and m.sent_at is null and m.failed_at is null;
end;
$$;

-- Lets go what there is room for, and claims mails that are due: in one call, because each order brings one about. Takes how many at most,
-- and whether there are limits. Returns what `public.claim_mails` does.
create function public.claim_admitted_mails(max_mails integer, limited boolean default true) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform shop.admit_mails(limited);
  return public.claim_mails(max_mails);
end;
$$;

grant execute on function public.claim_admitted_mails to service_role;
