import { formatCount, formatMoment } from '#admin/kit/formats.ts';
import type { SiteBuildStatus } from '#domain/site-builds/contract.ts';

const MINUTE_MS = 60_000;

/** Due builds are started every five minutes: after this one was missed. */
const LATE_MS = 10 * MINUTE_MS;

interface Notice {
  tone: 'online' | 'waiting' | 'error';
  text: string;
}

/** The state of the pages in one sentence, for somebody who has just saved. */
export function buildNotice(status: SiteBuildStatus, now: number): Notice {
  const { builtAt, runningSince, changes, byStrangers, dueAt, failedAt, hasHook } = status;
  if (runningSince)
    return {
      tone: 'waiting',
      text: 'Orders follow at once; the pages are being rebuilt and show everything in about a minute.',
    };
  if (!dueAt && !builtAt) return { tone: 'waiting', text: 'No build of the pages has been noted yet.' };
  if (!dueAt)
    return {
      tone: 'online',
      text: `The shop shows everything that was saved. Its pages were built ${formatMoment(builtAt ?? '')}.`,
    };
  if (!hasHook)
    return {
      tone: 'error',
      text: 'Saved, and orders follow at once. No build hook is set, so the pages change with the next deploy.',
    };
  if (failedAt)
    return {
      tone: 'error',
      text: `The last build failed (${formatMoment(failedAt)}) and is tried again. The old pages stay online; whoever runs the site can see why in its deploys.`,
    };
  if (now - Date.parse(dueAt) > LATE_MS)
    return {
      tone: 'error',
      text: `The pages should have been rebuilt since ${formatMoment(dueAt)}. The old ones stay online; whoever runs the site can see why in the log of its functions.`,
    };
  if (isDueSoon(status, now))
    return { tone: 'waiting', text: 'Saved. Orders follow at once; the pages are being rebuilt and show it in a few minutes.' };
  const waiting = changes === 1 ? 'One change waits' : `${formatCount(changes)} changes wait`;
  if (isUsedUp(status))
    return {
      tone: 'waiting',
      text: `${waiting} for tomorrow, ${formatMoment(dueAt)}: today’s ${formatCount(status.buildsPerDay)} builds are used up. Prices, stock and orders are right meanwhile.`,
    };
  if (byStrangers === changes)
    return {
      tone: 'waiting',
      text: `${waiting} that shoppers caused (a review, a last piece sold): with your next change, or ${formatMoment(dueAt)}.`,
    };
  return {
    tone: 'waiting',
    text: `${waiting} for the next build, due ${formatMoment(dueAt)}. Prices, stock and orders are right meanwhile.`,
  };
}

/** Whether no build begins by itself until tomorrow. */
export function isUsedUp({ buildsToday, buildsPerDay }: SiteBuildStatus): boolean {
  return buildsToday >= buildsPerDay;
}

/** The day's builds in a sentence: `12 of 60 builds today; 3 changes wait.` */
export function budgetText(status: SiteBuildStatus): string {
  const { buildsToday, buildsPerDay, changes } = status;
  const wait = changes === 0 ? 'nothing waits' : changes === 1 ? 'one change waits' : `${formatCount(changes)} changes wait`;
  const until = isUsedUp(status) ? ` until tomorrow in Pakistan, unless you press “Build now”` : '';
  return `${formatCount(buildsToday)} of ${formatCount(buildsPerDay)} builds today; ${wait}${changes > 0 ? until : ''}.`;
}

/** True while a build runs or is due within two minutes. */
export function isDueSoon({ runningSince, dueAt }: SiteBuildStatus, now: number): boolean {
  return runningSince !== null || (dueAt !== null && Date.parse(dueAt) - now < 2 * MINUTE_MS);
}
