import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { shopStatusNews } from './shop-status.ts';

const since = '2026-11-20T21:15:00.000Z';

test('an owner reads what is wrong, since when in Pakistan, and what to do', () => {
  const { subject, text } = shopStatusNews(
    { kind: 'builds', since, details: { failed: 2 } },
    DEFAULT_SETTINGS,
    'https://shop.test',
  );
  expect(subject).toBe('Naqsh, Builds of the pages: this needs you');
  expect(text).toContain(`2 builds failed one after another: the shop still shows its last pages. Since 21 November 2026 at 02:15.

Open the deploys of the site at Netlify`);
  expect(text).toContain('Status of the shop: https://shop.test/admin/status');
});

test('when it is well again, nothing is to be done', () => {
  const { subject, text } = shopStatusNews({ kind: 'mail', since, details: null }, DEFAULT_SETTINGS, 'https://shop.test');
  expect(subject).toBe('Naqsh, Mails: all is well again');
  expect(text).toContain('It had gone wrong on 21 November 2026 at 02:15.');
  expect(text).not.toContain('Resend');
});
