-- What follows when a limit, or a message to the shop, changes. Each line names a function of the noun that it concerns.

-- After limits changed.
create function shop.after_limits_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(shop.acting(), 'settings', null, 'limits', to_jsonb(old) - 'updated_at', to_jsonb(new) - 'updated_at');
  if new.mails_per_recipient > old.mails_per_recipient or new.mails_per_day > old.mails_per_day
    then perform shop.look_at_held_back_mails(); end if;
  return null;
end;
$$;

create trigger limits_after after insert or update or delete on public.limits for each row execute function shop.after_limits_change();

-- After somebody wrote to the shop, or the status of what they wrote changed.
create function shop.after_message_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform shop.push_message(new);
  elsif new.status <> old.status then
    perform shop.note_row(to_jsonb(old), to_jsonb(new), 'message', 'id', 'message of', 'first_name');
  end if;
  return null;
end;
$$;

create trigger contact_messages_after after insert or update on public.contact_messages
  for each row execute function shop.after_message_change();

-- After somebody of the staff answered a message.
create function shop.after_message_answer() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.need_right('answer_messages');
  perform shop.note_row(null, to_jsonb(new), 'message', 'message_id', 'answer to a message', '', 'message_id,answered_by');
  return null;
end;
$$;

create trigger contact_answers_after after insert on public.contact_answers for each row execute function shop.after_message_answer();
