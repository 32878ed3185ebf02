-- What visitors write to the shop: messages, which staff read, answer by mail and close, and addresses for the newsletter.

create type shop.message_status as enum ('new', 'read', 'done');

create table public.contact_messages (
  id text primary key default shop.new_id(),
  first_name text not null,
  last_name text not null default '',
  email text not null,
  subject text not null default '',
  message text not null,
  status shop.message_status not null default 'new',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint contact_messages_message_length check (char_length(message) between 1 and 5000)
);

create index contact_messages_newest on public.contact_messages (created_at desc, id);
create index contact_messages_by_email on public.contact_messages (email, created_at desc, id);
create index contact_messages_by_status on public.contact_messages (status, created_at desc, id);

create trigger contact_messages_touched before update on public.contact_messages for each row execute function shop.touch_updated_at();

alter table public.contact_messages enable row level security;
grant select, insert, update, delete on public.contact_messages to service_role;

-- Answers stay as they were sent.
create table public.contact_answers (
  id text primary key default shop.new_id(),
  message_id text not null references public.contact_messages (id) on delete cascade,
  answer text not null,
  answered_by uuid references public.staff (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint contact_answers_answer_length check (char_length(answer) between 1 and 5000)
);

create index contact_answers_by_message on public.contact_answers (message_id, created_at);
create index contact_answers_by_person on public.contact_answers (answered_by);

alter table public.contact_answers enable row level security;
grant select, insert, delete on public.contact_answers to service_role;

create table public.newsletter_subscribers (
  email text primary key,
  -- The API names subscribers by id: no e-mail address is part of a URL.
  id text not null default shop.new_id(),
  created_at timestamptz not null default now(),
  constraint newsletter_subscribers_email_lowercase check (email = lower(email)),
  constraint newsletter_subscribers_id_unique unique (id)
);

create index newsletter_subscribers_newest on public.newsletter_subscribers (created_at desc, id);

alter table public.newsletter_subscribers enable row level security;
grant select, insert, update, delete on public.newsletter_subscribers to service_role;

-- Stores a message together with the mail about it. Takes {firstName, lastName, email, subject, message} and who gets the mail.
create function public.add_contact_message(message jsonb, recipient text) returns void
language plpgsql set search_path = ''
as $$
declare
  stored public.contact_messages;
begin
  insert into public.contact_messages (first_name, last_name, email, subject, message)
  values (add_contact_message.message ->> 'firstName', add_contact_message.message ->> 'lastName', add_contact_message.message ->> 'email',
          add_contact_message.message ->> 'subject', add_contact_message.message ->> 'message')
  returning * into stored;
  insert into public.mail_outbox (kind, recipient, payload) values ('contact_message', add_contact_message.recipient, to_jsonb(stored));
end;
$$;

-- A message as the API shows it, with its answers, oldest first, and who wrote them. Takes its id.
create function shop.message_json(message_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(m) || jsonb_build_object(
           'answers', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'answer', a.answer, 'answered_by', coalesce(s.username, ''),
                                                                    'created_at', a.created_at)
                                                 order by a.created_at, a.id), '[]')
                         from public.contact_answers a left join public.staff s on s.id = a.answered_by where a.message_id = m.id))
    from public.contact_messages m where m.id = message_json.message_id;
$$;

-- A page of the messages, newest first. Takes a status (or null), how many rows to skip and how many to return. Returns {items, total}.
create function public.list_messages(status shop.message_status, page_offset integer, page_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  found_ids text[];
begin
  found_ids := array (
    select m.id from public.contact_messages m
     where list_messages.status is null or m.status = list_messages.status
     order by m.created_at desc, m.id);
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.message_json(page.id) order by page.place), '[]')
                from unnest(found_ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)),
    'total', cardinality(found_ids));
end;
$$;

-- A page of the newsletter's subscribers, the newest first. Takes how many rows to skip and how many to return. Returns {items, total}.
create function public.list_subscribers(page_offset integer, page_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(page) order by page.created_at desc, page.id), '[]')
                from (select s.id, s.email, s.created_at from public.newsletter_subscribers s
                       order by s.created_at desc, s.id offset page_offset limit page_limit) page),
    'total', (select count(*) from public.newsletter_subscribers));
$$;

-- Gives a message a status. Returns the message. Refuses 404 `message_not_found`.
create function public.set_message_status(message_id text, status shop.message_status) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  update public.contact_messages m set status = set_message_status.status
   where m.id = message_id and m.status <> set_message_status.status;
  if not exists (select from public.contact_messages m where m.id = message_id) then
    perform shop.refuse('message_not_found');
  end if;
  return shop.message_json(message_id);
end;
$$;

-- Answers a message by mail: answer, mail and status `done` are written together. Takes the text and the staff member. Returns the message.
-- Refuses 404 `message_not_found`.
create function public.answer_message(message_id text, answer text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  message public.contact_messages;
begin
  update public.contact_messages m set status = 'done' where m.id = message_id returning * into message;
  if not found then
    perform shop.refuse('message_not_found');
  end if;
  insert into public.contact_answers (message_id, answer, answered_by) values (message.id, answer_message.answer, actor);
  insert into public.mail_outbox (kind, recipient, payload)
  values ('message_answer', message.email, to_jsonb(message) || jsonb_build_object('answer', answer_message.answer));
  return shop.message_json(message.id);
end;
$$;

-- Somebody wrote to the shop.
create function shop.push_message(new public.contact_messages) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.queue_push('answer', 'message ' || new.id, jsonb_build_object('message', new.id, 'did', 'message'), 'answer_messages');
end;
$$;

grant execute on function public.add_contact_message, public.list_messages, public.list_subscribers, public.set_message_status,
  public.answer_message to service_role;
