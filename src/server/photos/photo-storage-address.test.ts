import { describe, expect, test } from 'vitest';
import { photoStorageAddress, photoStoragePattern } from './photo-storage-address.ts';

describe.each(['https://abcdefghijklmnopqrst.supabase.co', 'https://api.shop.pk'])('of a project at %s', (project) => {
  // An image CDN may look for the expression anywhere in an address, or compare all of it.
  const anywhere = new RegExp(photoStoragePattern(project));
  const whole = new RegExp(`^(?:${photoStoragePattern(project)})$`);

  test('the image CDN fetches what pages may show', () => {
    const photo = `${photoStorageAddress(`${project}/`)}photos/rings/a.webp`;
    expect(photo).toBe(`${project}/storage/v1/object/public/photos/rings/a.webp`);
    expect([anywhere.test(photo), whole.test(photo)]).toEqual([true, true]);
  });

  test.each([
    `${project}/storage/v1/object/sign/photos/a.webp`,
    `${project}.example/storage/v1/object/public/photos/a.webp`,
    `${project.replace(/\.([^.]+)$/, '-$1')}/storage/v1/object/public/photos/a.webp`,
    `https://photos.example/${project}/storage/v1/object/public/photos/a.webp`,
    'https://other.supabase.co/storage/v1/object/public/photos/a.webp',
    `${project.replace('https', 'http')}/storage/v1/object/public/photos/a.webp`,
  ])('and nothing else: %s', (address) => {
    expect([anywhere.test(address), whole.test(address)]).toEqual([false, false]);
    expect(address.startsWith(photoStorageAddress(project))).toBe(false);
  });
});
