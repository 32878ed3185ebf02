import { expect, test } from 'vitest';
import type { SiteBuildStatus } from '#domain/site-builds/contract.ts';
import { budgetText, buildNotice } from './build-notice.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const online: SiteBuildStatus = {
  builtAt: '2026-11-21T09:00:00Z',
  runningSince: null,
  changes: 0,
  byStrangers: 0,
  buildsToday: 12,
  buildsPerDay: 60,
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
  [
    'only shoppers caused what waits',
    { changes: 2, byStrangers: 2, dueAt: at(30) },
    'waiting',
    '2 changes wait that shoppers caused (a review, a last piece sold): with your next change, or 21 Nov 2026, 3:30 pm.',
  ],
  [
    'today’s builds are used up',
    { changes: 3, byStrangers: 3, dueAt: at(540), buildsToday: 61 },
    'waiting',
    '3 changes wait for tomorrow, 22 Nov 2026, 12:00 am: today’s 60 builds are used up.',
  ],
  ['one should be there', { changes: 1, dueAt: at(-11) }, 'error', 'should have been rebuilt since 21 Nov 2026, 2:49 pm'],
  ['the last one failed', { dueAt: at(1), failedAt: at(-2) }, 'error', 'The last build failed (21 Nov 2026, 2:58 pm)'],
  ['nobody can be asked to build', { changes: 1, dueAt: at(0), hasHook: false }, 'error', 'No build hook is set'],
])('the notice tells when %s', (_, changed, tone, words) => {
  const notice = buildNotice({ ...online, ...changed }, NOW);
  expect(notice.tone).toBe(tone);
  expect(notice.text).toContain(words);
});

test.each<[Partial<SiteBuildStatus>, string]>([
  [{}, '12 of 60 builds today; nothing waits.'],
  [{ changes: 3 }, '12 of 60 builds today; 3 changes wait.'],
  [{ buildsToday: 60 }, '60 of 60 builds today; nothing waits.'],
  [
    { buildsToday: 61, changes: 1 },
    '61 of 60 builds today; one change waits until tomorrow in Pakistan, unless you press “Build now”.',
  ],
])('the day’s builds are said beside the rule: %o', (changed, words) => {
  expect(budgetText({ ...online, ...changed })).toBe(words);
});
