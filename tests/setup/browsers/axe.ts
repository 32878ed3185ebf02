import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type Axe from 'axe-core';
import { DIALOGS, violations } from './equal-access.ts';

/** The engine, brought into a page once: its own package for Playwright does so before every look. */
const ENGINE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

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
  await page.evaluate(`'axe' in window || (() => { ${ENGINE} })()`);
  return page.evaluate(
    async ({ without, rules, dialogs }) => {
      const axe = Reflect.get(window, 'axe') as typeof Axe;
      // What bars of the back office cover is scrolled from below them.
      for (const bar of document.querySelectorAll<HTMLElement>('.phone-bar, .selection-bar')) bar.style.position = 'static';
      // Nobody gets to what lies behind a dialog, which was judged before it opened. An open list lies beside its dialog.
      const dialog = document.querySelector('[role=listbox]') ? undefined : [...document.querySelectorAll(dialogs)].at(-1);
      const context = { ...(dialog && { include: dialog }), exclude: without.map((part) => [part]) };
      const { violations } = await axe.run(context, { runOnly: rules, resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} — ${failureSummary}`),
      );
    },
    { without, rules: RULES, dialogs: DIALOGS },
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
