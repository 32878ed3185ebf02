import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { violations } from './equal-access.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** As wide as a desktop and a phone. What opens next opens on the phone. */
const WIDTHS = [1440, 390];

/**
 * Expects that two engines find no fault on the page as it stands: axe at each width, and IBM's, whose rules ask little of the layout, at the last.
 * axe leaves out the parts that selectors name. A page much like another is left to axe `alone`.
 */
export async function expectNoFindings(
  page: Page,
  { without = [] as string[], widths = WIDTHS, what = '', alone = false } = {},
): Promise<void> {
  // What fades in is judged when it has arrived.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of widths) {
    await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 900 });
    expect.soft(await byAxe(page, without), `axe ${what} at ${width} px`).toEqual([]);
  }
  if (!alone) expect.soft(await violations(page), `Equal Access ${what}`).toEqual([]);
}

/** What both engines find on the page as it stands, short enough to read in a report. */
export async function findings(page: Page, without: string[] = []): Promise<string[]> {
  return [...(await byAxe(page, without)), ...(await violations(page))];
}

async function byAxe(page: Page, without: string[]): Promise<string[]> {
  await page.evaluate(stillness);
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withTags(RULES);
  // In one page: the other mode is for frames of other origins, of which there are none, and opens a second page for each look.
  axe.setLegacyMode();
  for (const part of without) axe.exclude(part);
  const { violations: found } = await axe.analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} — ${failureSummary}`),
  );
}

/** Settles when what slides in or fades is in its place: half covered, it has colours that nobody can read. */
async function stillness(): Promise<void> {
  const isShort = ({ effect, playState }: Animation) =>
    playState === 'running' && Number(effect?.getComputedTiming().endTime) <= 1_000;
  const all = Promise.allSettled(
    document
      .getAnimations()
      .filter(isShort)
      .map(({ finished }) => finished),
  );
  // One that a change of size took away may never end.
  await Promise.race([all, new Promise((over) => setTimeout(over, 2_000))]);
}
