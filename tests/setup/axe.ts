import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { violations as equalAccess } from './equal-access.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What two engines find on the page as it stands, axe and IBM's, short enough to read in a report. axe leaves out the parts that selectors name. */
export async function findings(page: Page, without: string[] = []): Promise<string[]> {
  await page.evaluate(stillness);
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withTags(RULES);
  // In one page: the other mode is for frames of other origins, of which there are none, and opens a second page for each look.
  axe.setLegacyMode();
  for (const part of without) axe.exclude(part);
  const { violations } = await axe.analyze();
  const byAxe = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} — ${failureSummary}`),
  );
  return [...byAxe, ...(await equalAccess(page))];
}

/** Settles when what slides in or fades is in its place: half covered, it has colours that nobody can read. */
async function stillness(): Promise<void> {
  const isShort = ({ effect, playState }: Animation) =>
    playState === 'running' && Number(effect?.getComputedTiming().endTime) <= 1_000;
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(isShort)
      .map(({ finished }) => finished),
  );
}
