import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { photoStorageAddress } from './photo-storage-address.ts';

const netlify = await readFile(new URL('../../../netlify.toml', import.meta.url), 'utf8');
const [, list = '[]'] = /^\s*remote_images = (\[.*\])$/m.exec(netlify) ?? [];
const patterns: string[] = JSON.parse(list);
const isFetched = (address: string) => patterns.some((pattern) => new RegExp(`^(?:${pattern})$`).test(address));

test('on Netlify the image CDN fetches what pages of a hosted project may show', () => {
  expect(isFetched(`${photoStorageAddress('https://abcdefghijklmnopqrst.supabase.co')}photos/rings/a.webp`)).toBe(true);
});

test.each([
  'https://abcdefghijklmnopqrst.supabase.co/storage/v1/object/sign/photos/a.webp',
  'https://abcdefghijklmnopqrst.supabase.co.example/storage/v1/object/public/photos/a.webp',
  'https://photos.example/storage/v1/object/public/photos/a.webp',
  'http://abcdefghijklmnopqrst.supabase.co/storage/v1/object/public/photos/a.webp',
])('and nothing else: %s', (address) => {
  expect(isFetched(address)).toBe(false);
  expect(address.startsWith(photoStorageAddress('https://abcdefghijklmnopqrst.supabase.co'))).toBe(false);
});
