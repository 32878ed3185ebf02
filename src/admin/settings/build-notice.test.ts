import { expect, test } from 'vitest';
import type { SiteBuildStatus } from '#shared/schemas/site-builds.ts';
import { buildNotice } from './build-notice.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const online: SiteBuildStatus = {
  builtAt: '2026-11-21T09:00:00Z',
  runningSince: null,
  changes: 0,
  dueAt: null,
  failedAt: null,
  hasHook: true,
};
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

test.each<[string, Partial<SiteBuildStatus>, string, string]>([
  ['everything is online', {}, 'online', 'Its pages were built 21 Nov 2026, 2:00 pm.'],
  ['nothing was ever built', { builtAt: null }, 'waiting', 'No build of the pages has been noted yet.'],
  ['a build is under way', { runningSince: at(-1), dueAt: at(0) }, 'waiting', 'the pages are being rebuilt'],
  ['one is due', { changes: 1, dueAt: at(1) }, 'waiting', 'the pages are being rebuilt'],
  [
    'one is due tonight',
    { changes: 1, dueAt: at(720) },
    'waiting',
    'One change waits for the next build, due 22 Nov 2026, 3:00 am.',
  ],
  ['many changes wait', { changes: 1200, dueAt: at(30) }, 'waiting', '1,200 changes wait'],
  ['one should be there', { changes: 1, dueAt: at(-11) }, 'error', 'should have been rebuilt since 21 Nov 2026, 2:49 pm'],
  ['the last one failed', { dueAt: at(1), failedAt: at(-2) }, 'error', 'The last build failed (21 Nov 2026, 2:58 pm)'],
  ['nobody can be asked to build', { changes: 1, dueAt: at(0), hasHook: false }, 'error', 'No build hook is set'],
])('the notice tells when %s', (_, changed, tone, words) => {
  const notice = buildNotice({ ...online, ...changed }, NOW);
  expect(notice.tone).toBe(tone);
  expect(notice.text).toContain(words);
});
