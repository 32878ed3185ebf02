/** What strangers type reaches the embedded database within scripts. Here it goes through its Data API, as values of columns and of filters and as arguments. */
import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { testShop } from '#tests/setup/stack/test-shop.ts';

const shop = await testShop();
const db = createClient(shop.supabase.url, shop.supabase.secretKey);
await shop.rows(`insert into ready_texts (key, language, text) values ('confirm', 'en', 'kept'), ('confirm', 'ur', 'changed')`);

const texts = () => shop.rows('select language, text from ready_texts order by language::text');

test.each([
  ["'; delete from ready_texts; --"],
  ["\\'; delete from ready_texts; --"],
  ["'') or ('1' = '1"],
  ["E'\\\\'"],
  ['\\'],
  ['$$ $1 $2 $tag$'],
  ['/* -- ; */ "'],
  ['💍 ہار\u2028\n\té'],
  ['{x}'],
  ['{"a":"\'"}'],
  ['true'],
  ['1e309'],
  [`${"'\\".repeat(20_000)}'; delete from ready_texts; --`],
])('a text of strangers is kept, found and handed over as it was written: %#', async (text) => {
  const { error } = await db.from('ready_texts').update({ text }).eq('language', 'ur');
  expect(error).toBeNull();
  expect(await texts()).toEqual([
    { language: 'en', text: 'kept' },
    { language: 'ur', text },
  ]);
  // A longer one does not fit into an address.
  if (text.length < 1_000) {
    const { data: found } = await db.from('ready_texts').select('language').eq('text', text);
    expect(found).toEqual([{ language: 'ur' }]);
  }

  const version = (await shop.rows(`select updated_at from ready_texts where language = 'ur'`))[0];
  const changed = await db.rpc('change_ready_text', {
    key: 'confirm',
    language: 'ur',
    text: `${text}!`,
    expected_version: (version as { updated_at: string }).updated_at,
  });
  expect(changed.error).toBeNull();
  expect(await texts()).toEqual([
    { language: 'en', text: 'kept' },
    { language: 'ur', text: `${text}!` },
  ]);
});

test('a zero byte is refused, and nothing is written', async () => {
  const before = await texts();
  const { error } = await db.from('ready_texts').update({ text: "\0'; delete from ready_texts; --" }).eq('language', 'ur');
  expect(error).not.toBeNull();
  expect(await texts()).toEqual(before);
});

test('half a letter cuts nothing off behind it', async () => {
  await db
    .from('ready_texts')
    .update({ text: 'é\udc00'.repeat(40) })
    .eq('language', 'ur');
  expect((await texts())[0]).toEqual({ language: 'en', text: 'kept' });
});
