import { describe, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { sqlstateOf } from './calls/refusals.ts';

const database = await testPostgres();
// As generous as a hosted project is with grants, and as careless as a policy can be that somebody adds later.
await database.owner.unsafe(`
  grant usage on schema storage to anon, authenticated;
  grant all on storage.objects to anon, authenticated;
  create policy "Everybody may do everything" on storage.objects for all to anon, authenticated using (true) with check (true);
  insert into storage.buckets (id, name) values ('scrapbook', 'scrapbook');
  insert into storage.objects (bucket_id, name) values ('photos', 'products/a.webp'), ('scrapbook', 'a.webp');`);

test('the bucket takes WebP of at most 8 MB and is public', async () => {
  expect(
    await database.owner`select public, file_size_limit::int, allowed_mime_types from storage.buckets where id = 'photos'`,
  ).toMatchObject([{ public: true, file_size_limit: 8 * 1024 * 1024, allowed_mime_types: ['image/webp'] }]);
});

describe.each(['anon', 'authenticated'] as const)('%s, whatever other policies allow,', (visitor) => {
  test('neither lists nor writes photos', async () => {
    const guest = await database.connect(1, visitor);
    expect(await guest`select bucket_id from storage.objects where name like '%a.webp'`).toEqual([{ bucket_id: 'scrapbook' }]);
    expect(await sqlstateOf(guest`insert into storage.objects (bucket_id, name) values ('photos', 'products/b.webp')`)).toBe(
      '42501',
    );
    expect(await sqlstateOf(guest`update storage.objects set bucket_id = 'photos' where true`)).toBe('42501');
    await guest`delete from storage.objects where bucket_id = 'photos'`;
    expect(await database.owner`select name from storage.objects where bucket_id = 'photos'`).toEqual([
      { name: 'products/a.webp' },
    ]);
  });
});
