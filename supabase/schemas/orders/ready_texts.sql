-- Texts that staff send by WhatsApp, where they changed the defaults (src/domain/ready-texts/defaults.ts).

create type shop.ready_text_key as enum ('confirm', 'confirm_reminder', 'no_answer', 'address_question', 'order_page',
                                         'advance', 'shipped', 'attempt', 'arrived', 'return_approved', 'return_declined');

create type shop.ready_text_language as enum ('en', 'ur-Latn', 'ur');

create table public.ready_texts (
  key shop.ready_text_key not null,
  language shop.ready_text_language not null,
  text text not null,
  updated_at timestamptz not null default now(),
  constraint ready_texts_pkey primary key (key, language),
  constraint ready_texts_text_not_empty check (text <> '')
);

create trigger ready_texts_touched before update on public.ready_texts for each row execute function shop.touch_updated_at();

alter table public.ready_texts enable row level security;
grant select, insert, update, delete on public.ready_texts to service_role;

-- Changes one text, or goes back to its default when `text` is null. Takes the version the editor saw, null for the default.
-- Returns the new version, null for the default. Refuses 409 `edited_meanwhile`.
create function public.change_ready_text(key shop.ready_text_key, language shop.ready_text_language, text text,
                                         expected_version timestamptz) returns timestamptz
language plpgsql set search_path = ''
as $$
declare
  current_version timestamptz;
  changed_at timestamptz;
begin
  insert into public.ready_texts as r (key, language, text)
  select change_ready_text.key, change_ready_text.language, change_ready_text.text where change_ready_text.text is not null
  on conflict do nothing
  returning r.updated_at into changed_at;
  if found then
    return changed_at;
  end if;

  select r.updated_at into current_version from public.ready_texts r
   where r.key = change_ready_text.key and r.language = change_ready_text.language for update;
  if found then
    perform shop.check_version(current_version, coalesce(expected_version, '-infinity'));
  end if;
  if change_ready_text.text is null then
    delete from public.ready_texts r where r.key = change_ready_text.key and r.language = change_ready_text.language;
  else
    update public.ready_texts r set text = change_ready_text.text
     where r.key = change_ready_text.key and r.language = change_ready_text.language returning r.updated_at into changed_at;
  end if;
  return changed_at;
end;
$$;

create trigger ready_texts_noted after insert or update or delete on public.ready_texts
  for each row execute function shop.note_activity('settings', '', 'ready text', 'key', 'language');

grant execute on function public.change_ready_text to service_role;
