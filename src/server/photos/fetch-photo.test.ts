import { expect, test } from 'vitest';
import { fetchPhoto, isPublicAddress } from './fetch-photo.ts';

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'localhost',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '104.16.1.1', '2606:4700::1111', '2a00:1450:4001::1'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  'http://8.8.8.8/a.jpg',
  'https://8.8.8.8:8443/a.jpg',
  'https://name:word@8.8.8.8/a.jpg',
  'https://127.0.0.1/a.jpg',
  'https://2130706433/a.jpg',
  'https://[::1]/a.jpg',
  'https://[::ffff:169.254.169.254]/latest/meta-data',
  'https://localhost/a.jpg',
  'ftp://8.8.8.8/a.jpg',
])('%s is never asked', async (address) => {
  await expect(fetchPhoto(address)).rejects.toThrow(/Only plain https|not public/);
});
