-- Somebody writes to the shop. The message and the mail that tells of it are written together: neither is without the other.

-- Keeps a message and puts the mail about it into the outbox. Takes {firstName, lastName, email, subject, message} and who gets the mail.
create function public.keep_contact_message(message jsonb, recipient text) returns void
language plpgsql set search_path = ''
as $$
declare
  kept public.contact_messages;
begin
  insert into public.contact_messages (first_name, last_name, email, subject, message)
  values (keep_contact_message.message ->> 'firstName', keep_contact_message.message ->> 'lastName', keep_contact_message.message ->> 'email',
          keep_contact_message.message ->> 'subject', keep_contact_message.message ->> 'message')
  returning * into kept;
  insert into public.mail_outbox (kind, recipient, payload) values ('contact_message', keep_contact_message.recipient, to_jsonb(kept));
end;
$$;

revoke execute on function public.keep_contact_message from public, anon, authenticated;
grant execute on function public.keep_contact_message to service_role;
