-- What a hosted Supabase project already has before the first migration, as far as the migrations and the services beside it name it.
-- Run by the superuser; everything after it is done by `postgres`, which is none.
create role postgres login createdb createrole replication bypassrls password 'postgres';
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
-- Every request of the Data API logs in as this one and becomes one of the three.
create role authenticator login noinherit password 'postgres';
grant anon, authenticated, service_role to authenticator;
-- Newer servers let nobody pass on a role without this.
grant anon, authenticated, service_role to postgres with admin option;
create role supabase_auth_admin login noinherit createrole password 'postgres';
create role supabase_storage_admin login noinherit createrole password 'postgres';

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';

alter schema public owner to postgres;
alter database postgres owner to postgres;
create schema auth authorization supabase_auth_admin;
create schema storage authorization supabase_storage_admin;
create schema extensions;
grant usage, create on schema extensions to postgres;
grant usage on schema public, extensions, storage, auth to postgres, anon, authenticated, service_role;
alter role postgres set search_path = "$user", public, extensions;

set role supabase_auth_admin;
create table auth.users (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid,
  aud text,
  role text,
  email text unique,
  encrypted_password text,
  email_confirmed_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  unique (provider_id, provider)
);
create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
grant all on all tables in schema auth to postgres;
reset role;

set role supabase_storage_admin;
create table storage.buckets (
  id text primary key,
  name text not null unique,
  public boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  metadata jsonb,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  unique (bucket_id, name)
);
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
-- Everybody holds every privilege there; row level security is what keeps visitors out.
grant all on storage.buckets, storage.objects to postgres, anon, authenticated, service_role;
reset role;

-- What hosted projects allow their `postgres`: policies on the tables of Storage and restoring past triggers (by an extension), and to watch.
grant supabase_storage_admin, pg_monitor, pg_read_all_data, pg_signal_backend to postgres;
grant set on parameter session_replication_role to postgres;

-- Older projects give the public roles everything a migration does not take away, newer ones give service_role nothing it does not grant:
-- the worse of both, so that a forgotten revoke and a forgotten grant are seen.
alter default privileges for role postgres in schema public grant all on tables to anon, authenticated;
alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated;
alter default privileges for role postgres in schema public grant all on functions to anon, authenticated;
