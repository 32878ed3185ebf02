import type { Locator, Page } from '@playwright/test';
import { measureMoves } from '#tests/setup/browsers/moves.ts';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';

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
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await page.clock.runFor(100);
}

/** Presses a button of the page without a pointer or the focus going there. */
const press = (button: Locator) => button.evaluate((element) => (element as HTMLElement).click());

test('each carousel moves on after its interval, through all its slides and back to the first', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  for (const [name, every] of [
    ['categories', 4_000],
    ['collections', 3_500],
    ['testimonials', 5_000],
  ] as const) {
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
    expect(
      seen.map((index) => Number(index) % slides),
      name,
    ).toEqual(seen.map((_, step) => (first + step) % slides));
    await page.clock.resume();
  }
});

/** The one that the others are like, and how long it stands, in ms. */
const [NAME, EVERY] = ['categories', 4_000] as const;

test('a carousel keeps its interval, also after a manual move, and pauses when asked', async ({ page }) => {
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

test('with reduced motion a carousel moves only by its buttons, and shows one on either side', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await page.goto('/');
  const found = await reach(page, 'collections');
  const before = await shownSlide(found);
  await page.clock.runFor(3 * EVERY);
  expect(await shownSlide(found)).toBe(before);
  await expect(found.getByRole('checkbox')).toBeHidden();
  expect(await found.getByRole('listitem').count()).toBe(4);
  const seen = [];
  for (const move of ['Next', 'Next', 'Next', 'Next', 'Next', 'Previous']) {
    await press(found.getByRole('button', { name: `${move} collections` }));
    seen.push(Number(await shownSlide(found)) % 4);
    expect(await neighbours(found), move).toEqual([1, 1]);
  }
  expect(seen).toEqual([1, 2, 3, 4, 5, 4].map((step) => (Number(before) + step) % 4));
});

test('Swiper loads only when a carousel is reached, and again by a touch when it failed', async ({ page, forgive }) => {
  forgive(/ERR_FAILED/);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.route('**/start-carousel*', (route) => route.abort());
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(scripts.filter((url) => url.includes('start-carousel'))).toEqual([]);
  const found = carousel(page, NAME);
  await found.getByRole('button', { name: `Next ${NAME}` }).click();
  await expect(found.locator('.carousel-view')).toHaveCSS('overflow-x', 'auto');
  await page.unroute('**/start-carousel*');
  await found.getByRole('button', { name: `Next ${NAME}` }).click();
  await expect(found.locator('.swiper-initialized')).toBeVisible();

  // Focus brings a slide into view that is out of it.
  const last = found.getByRole('link').last();
  await page.locator('body').press('Tab');
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 0.9 });
  await expect(last).toBeFocused();
});

test('one, two or three categories are in view by width, and nothing shifts when the carousels start', async ({ page }) => {
  const shown = () =>
    carousel(page, NAME).evaluate((element) => {
      const view = element.querySelector('.carousel-view')?.getBoundingClientRect();
      return [...element.querySelectorAll('li')].filter((slide) => {
        const { left, right } = slide.getBoundingClientRect();
        return view && left >= view.left - 2 && right <= view.right + 2;
      }).length;
    });
  const moved = await measureMoves(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    // What follows the first screen is laid out by then.
    await expect(page.locator('html')).not.toHaveAttribute('data-first-picture');
    for (const name of ['categories', 'collections', 'testimonials']) await reach(page, name);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    expect(await moved()).toBeLessThanOrEqual(0.005);
  }
  // As it was built, before its script has come.
  await page.goto('/');
  for (const [width, inView] of [
    [390, 1],
    [639, 1],
    [640, 2],
    [1023, 2],
    [1024, 3],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(shown, `${width} px`).toBe(inView);
  }
});
