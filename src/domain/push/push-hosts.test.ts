import { expect, test } from 'vitest';
import { isLoopback, isPushService } from './push-hosts.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/dpH5lCsTSSM:APA91b',
  'https://fcm.googleapis.com/wp/abc',
  'https://web.push.apple.com/QGuQyavXutnMH',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAAA',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA',
])('%s is one of a browser’s push service', (address) => {
  expect(isPushService(address)).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://fcm.googleapis.com.evil.example/fcm/send/abc',
  'https://evil.example/?https://fcm.googleapis.com',
  'https://fcm.googleapis.com@evil.example/',
  'https://user:word@fcm.googleapis.com/',
  'https://storage.googleapis.com/bucket',
  'https://notify.windows.com.evil.example/',
  'https://evilnotify.windows.com/',
  'https://xpush.apple.com/',
  'https://169.254.169.254/latest/meta-data',
  'http://127.0.0.1:54321/rest/v1',
  'http://localhost/',
  'file:///etc/passwd',
  'fcm.googleapis.com',
  '',
])('%s is none', (address) => {
  expect(isPushService(address)).toBe(false);
});

test.each([
  ['http://127.0.0.1:9999/push/1', true],
  ['http://localhost:9999/push/1', true],
  ['http://127.0.0.1.evil.example/push/1', false],
  ['http://127.0.0.1@evil.example/', false],
  ['http://10.0.0.1/push/1', false],
  ['file://localhost/etc/passwd', false],
])('%s is on this machine: %s', (address, isHere) => {
  expect(isLoopback(address)).toBe(isHere);
});
