import type { Locator, Page } from '@playwright/test';
import { measureMoves } from '#tests/setup/moves.ts';
import { expect, test } from '#tests/setup/shop-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const carousel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Which slide a carousel shows first, once it has moved: at once, nobody looks on. */
async function shownSlide(of: Locator): Promise<string | null> {
  await of.locator('.carousel-row').evaluate(async (row) => {
    const moves = row.getAnimations();
    for (const move of moves) move.finish();
    await Promise.all(moves.map(({ finished }) => finished));
  });
  return of.locator('.swiper-slide-active').getAttribute('data-swiper-slide-index');
}

/** How many slides are shown beside the one in the middle, before and after it. */
function neighbours(of: Locator): Promise<number[]> {
  return of.locator('.swiper-slide-active').evaluate((active) => {
    const { left, right } = active.getBoundingClientRect();
    const others = [...(active.parentElement?.children ?? [])].filter((slide) => slide !== active);
    const near = (edge: number, of: (box: DOMRect) => number) =>
      others.filter((slide) => Math.abs(of(slide.getBoundingClientRect()) - edge) < 30).length;
    return [near(left, (box) => box.right), near(right, (box) => box.left)];
  });
}

/** Scrolls to a carousel and waits until it moves. */
async function reach(page: Page, name: string): Promise<Locator> {
  const found = carousel(page, name);
  await page.mouse.move(700, 5);
  await found.evaluate((element) =>
    window.scrollTo({ top: element.getBoundingClientRect().top + scrollY - 250, behavior: 'instant' }),
  );
  await expect(found.locator('.swiper-initialized')).toBeVisible();
  return found;
}

/** Stops the clock. What waited for a frame has had it: after a change of size Swiper goes to its slide once more, a frame late. */
async function stopClock(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((drawn) => new IntersectionObserver(drawn).observe(document.body)));
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.clock.runFor(100);
}

/** Presses a button of the page without a pointer or the focus going there. */
const press = (button: Locator) => button.evaluate((element) => (element as HTMLElement).click());

for (const [name, every] of [
  ['categories', 4_000],
  ['collections', 3_500],
  ['testimonials', 5_000],
] as const) {
  test(`the carousel of ${name} moves on after ${every / 1000} s, through all its slides and back to the first`, async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto('/');
    const found = await reach(page, name);
    const slides = await found.getByRole('listitem').count();
    await stopClock(page);
    const seen = [await shownSlide(found)];
    for (let step = 0; step < slides; step++) {
      await page.clock.runFor(every);
      seen.push(await shownSlide(found));
    }
    const first = Number(seen[0]);
    // A slide that is repeated for the eye is the same slide.
    expect(seen.map((index) => Number(index) % slides)).toEqual(seen.map((_, step) => (first + step) % slides));
  });
}

/** The one that the others are like, and how long it stands, in ms. */
const [NAME, EVERY] = ['categories', 4_000] as const;

test('a carousel does not move sooner, and restarts its interval after a manual move', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const found = await reach(page, NAME);
  await stopClock(page);
  await press(found.getByRole('button', { name: `Next ${NAME}` }));
  const chosen = await shownSlide(found);
  await page.clock.runFor(EVERY - 100);
  expect(await shownSlide(found)).toBe(chosen);
  await page.clock.runFor(200);
  expect(await shownSlide(found)).not.toBe(chosen);
});

test('a carousel pauses by its switch, on hover and on focus', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const found = await reach(page, NAME);
  const stands = async () => {
    const before = await shownSlide(found);
    await page.clock.runFor(3 * EVERY);
    expect(await shownSlide(found)).toBe(before);
  };
  await found.locator('.swiper-slide-active').hover();
  await stands();
  await page.mouse.move(700, 5);
  await page.locator('body').press('Tab');
  await found.getByRole('button', { name: `Next ${NAME}` }).focus();
  await stands();
  await found.getByRole('checkbox', { name: `Pause ${NAME}` }).check();
  await page.mouse.move(700, 5);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await stands();
});

test('a carousel moves only by its buttons with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await page.goto('/');
  const found = await reach(page, NAME);
  const before = await shownSlide(found);
  await page.clock.runFor(3 * EVERY);
  expect(await shownSlide(found)).toBe(before);
  await expect(found.getByRole('checkbox')).toBeHidden();
  await press(found.getByRole('button', { name: `Next ${NAME}` }));
  expect(await shownSlide(found)).not.toBe(before);
  await press(found.getByRole('button', { name: `Previous ${NAME}` }));
  expect(await shownSlide(found)).toBe(before);
});

test('a collection in the middle has one on either side, wherever the carousel stands', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const found = await reach(page, 'collections');
  expect(await found.getByRole('listitem').count()).toBe(4);
  for (const move of ['Next', 'Next', 'Next', 'Next', 'Next', 'Previous', 'Previous', 'Previous']) {
    await press(found.getByRole('button', { name: `${move} collections` }));
    await shownSlide(found);
    expect(await neighbours(found), move).toEqual([1, 1]);
  }
});

test('Swiper loads only when a carousel is scrolled to or touched', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(scripts.filter((url) => url.includes('start-carousel'))).toEqual([]);
  await reach(page, 'categories');
  expect(scripts.filter((url) => url.includes('start-carousel'))).toHaveLength(1);
});

test('a carousel whose code fails to load stays a scrollable row, and retries when touched', async ({ page, forgive }) => {
  await page.route('**/start-carousel*', (route) => route.abort());
  await page.goto('/');
  const found = carousel(page, 'categories');
  await found.getByRole('button', { name: 'Next categories' }).click();
  await expect(found.locator('.carousel-view')).toHaveCSS('overflow-x', 'auto');
  await page.unroute('**/start-carousel*');
  await found.getByRole('button', { name: 'Next categories' }).click();
  await expect(found.locator('.swiper-initialized')).toBeVisible();
  forgive(/ERR_FAILED/);
});

for (const [widths, inView] of [
  [[390, 639], 1],
  [[640, 1023], 2],
  [[1024, 1440], 3],
] as const) {
  test(`from ${widths[0]} to ${widths[1]} px ${inView} categories are in view, and nothing shifts when the carousels start`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: widths[0], height: 900 });
    const moved = await measureMoves(page);
    await page.goto('/');
    // What follows the first screen is laid out by then.
    await expect(page.locator('html')).not.toHaveAttribute('data-first-picture');
    const shown = () =>
      carousel(page, 'categories').evaluate((element) => {
        const view = element.querySelector('.carousel-view')?.getBoundingClientRect();
        return [...element.querySelectorAll('li')].filter((slide) => {
          const { left, right } = slide.getBoundingClientRect();
          return view && left >= view.left - 2 && right <= view.right + 2;
        }).length;
      });
    expect(await shown()).toBe(inView);
    for (const name of ['categories', 'collections', 'testimonials']) await reach(page, name);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    expect(await moved()).toBeLessThanOrEqual(0.005);
    await page.reload();
    await page.setViewportSize({ width: widths[1], height: 900 });
    await expect.poll(shown).toBe(inView);
  });
}

test('keyboard focus scrolls to slides that are out of view', async ({ page }) => {
  await page.goto('/');
  const found = await reach(page, 'categories');
  const last = found.getByRole('link').last();
  await page.locator('body').press('Tab');
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 0.9 });
  await expect(last).toBeFocused();
});
