import { expect, test } from 'vitest';
import { makeVapidKeys } from './vapid-keys.ts';
import { pushSettingsOf } from './vapid-variables.ts';

const { publicKey, privateKey } = makeVapidKeys();
const ALL = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: 'mailto:care@your.shop' };

test('a pair of keys and a subject switch notifications on', () => {
  expect(pushSettingsOf(ALL)).toEqual({
    settings: { publicKey, privateKey, subject: 'mailto:care@your.shop', testService: null },
  });
});

test('without any of them nobody wants notifications', () => {
  expect(pushSettingsOf({})).toEqual({ problem: null });
});

test.each(Object.keys(ALL))('without %s they stay off, and that is said', (name) => {
  expect(pushSettingsOf({ ...ALL, [name]: ' ' })).toEqual({ problem: `${name} not set` });
});

test.each([makeVapidKeys().publicKey, 'rubbish', publicKey.slice(2)])('keys that are no pair are refused: %s', (other) => {
  expect(pushSettingsOf({ ...ALL, VAPID_PUBLIC_KEY: other })).toEqual({ problem: expect.stringContaining('no pair') });
});

test.each(['mailto:care@your.shop', 'mailto:care+push@shop.com.pk', 'https://your.shop', 'https://www.your.shop/contact'])(
  '%s is a good subject',
  (subject) => {
    expect(pushSettingsOf({ ...ALL, VAPID_SUBJECT: subject })).toMatchObject({ settings: { subject } });
  },
);

test.each([
  'mailto:me@localhost',
  'mailto:me@shop.local',
  'mailto:me@shop.LOCAL',
  'mailto:me@shop.invalid',
  'mailto:me@shop.test',
  'mailto:me@127.0.0.1',
  'mailto: care@your.shop',
  'mailto:care@your.shop ,other',
  'mailto:Care <care@your.shop>',
  'mailto:care@your.shop?subject=hello',
  'mailto:care',
  'care@your.shop',
  'http://your.shop',
  'https://localhost:8888',
  'https://10.0.0.1',
  'https://shop',
  'https://',
])('%s is refused in words: Apple answers it 403, or nobody can write there', (subject) => {
  expect(pushSettingsOf({ ...ALL, VAPID_SUBJECT: subject })).toEqual({
    problem: expect.stringMatching(/^VAPID_SUBJECT must be /),
  });
});

test.each(['https://push.example.com', 'http://10.0.0.5:9000', 'nonsense'])(
  'a push service of the tests is on this machine: %s',
  (address) => {
    expect(pushSettingsOf({ ...ALL, PUSH_TEST_SERVICE: address })).toMatchObject({ settings: { testService: null } });
  },
);
