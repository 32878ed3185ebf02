import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/setup/shop-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const hero = (page: Page) => page.locator('.hero');
const slide = (page: Page, place: number) =>
  hero(page)
    .locator('.hero-slide')
    .nth(place - 1);

/** Puts the hero at a moment of its ten seconds, as if that long had passed. */
async function heroAt(page: Page, ms: number): Promise<number[]> {
  return hero(page).evaluate((element, time) => {
    for (const animation of element.getAnimations({ subtree: true })) animation.currentTime = time;
    return [...element.querySelectorAll('.hero-slide')].map((one) => Number(getComputedStyle(one).opacity));
  }, ms);
}

test.describe('the hero', () => {
  test('shows each of two slides for 5 s, fading for 1 s, round and round', async ({ page }) => {
    await page.goto('/');
    await expect(hero(page).locator('.hero-slide')).toHaveCount(2);
    expect(await heroAt(page, 3_900)).toEqual([1, 0]);
    const [leaving = 0, coming = 0] = await heroAt(page, 4_500);
    expect(leaving).toBeGreaterThan(0.1);
    expect(leaving).toBeLessThan(0.9);
    expect(coming).toBeGreaterThan(0.1);
    expect(await heroAt(page, 5_000)).toEqual([0, 1]);
    expect(await heroAt(page, 8_900)).toEqual([0, 1]);
    expect(await heroAt(page, 10_001)).toEqual([1, 0]);
  });

  test('goes to a slide by its bullet, by arrow and by keyboard, and stays there', async ({ page }) => {
    await page.goto('/');
    await hero(page).getByRole('radio', { name: 'Slide 2' }).click();
    await expect(slide(page, 2)).toHaveCSS('opacity', '1');
    await expect(slide(page, 1)).toBeHidden();
    await expect(slide(page, 2)).toHaveCSS('transition-duration', '1s, 1s');
    await slide(page, 2).getByText('Next slide').click({ force: true });
    await expect(slide(page, 2)).toBeHidden();
    await expect(slide(page, 1).getByRole('link', { name: 'Shop Bridal' })).toHaveAttribute('href', '/products?filter=bridal');
    await page.keyboard.press('ArrowRight');
    await expect(slide(page, 1)).toBeHidden();
    await expect(slide(page, 2)).toBeVisible();
  });

  test('has its arrows on desktop only', async ({ page }) => {
    await page.goto('/');
    await expect(hero(page).locator('label[for^="hero-"]').first()).toBeVisible();
    await page.setViewportSize({ width: 1023, height: 900 });
    await expect(hero(page).locator('label[for^="hero-"]').first()).toBeHidden();
    await expect(hero(page).getByRole('radio', { name: 'Slide 1' })).toBeVisible();
  });

  test('changes under a finger that wipes over it', async ({ page }) => {
    await page.goto('/');
    await hero(page).evaluate((element) => {
      const touch = (x: number) => [{ identifier: 1, target: element, clientX: x } as unknown as Touch];
      element.dispatchEvent(Object.assign(new Event('touchstart'), { touches: touch(300) }));
      element.dispatchEvent(Object.assign(new Event('touchend'), { changedTouches: touch(200) }));
    });
    await expect(hero(page).getByRole('radio', { name: 'Slide 2' })).toBeChecked();
  });

  test('stands still under the pointer and by its pause switch, never halfway through a fade', async ({ page }) => {
    await page.goto('/');
    const states = () =>
      hero(page).evaluate((element) => element.getAnimations({ subtree: true }).map(({ playState }) => playState));
    await heroAt(page, 1_000);
    await hero(page).hover();
    await expect.poll(states).not.toContain('running');
    await page.mouse.move(700, 10);
    await expect.poll(states).not.toContain('paused');
    await heroAt(page, 4_600);
    await hero(page).getByRole('checkbox', { name: 'Pause slides' }).check();
    await page.mouse.move(700, 10);
    await expect.poll(states).not.toContain('running');
    const opacities = await hero(page)
      .locator('.hero-slide')
      .evaluateAll((slides) => slides.map((one) => getComputedStyle(one).opacity));
    expect(opacities).toEqual(['0', '1']);
    await hero(page).getByRole('checkbox', { name: 'Pause slides' }).uncheck();
    await page.mouse.move(700, 10);
    await hero(page).evaluate(() => (document.activeElement as HTMLElement).blur());
    await expect.poll(states).not.toContain('paused');
  });
});

test('the banner scrolls, and stops by its switch and under the pointer', async ({ page }) => {
  await page.goto('/');
  const banner = page.getByRole('region', { name: 'Announcements' });
  const track = banner.locator('.banner-track');
  await expect(track).toHaveCSS('animation-play-state', 'running');
  await banner.hover();
  await expect(track).toHaveCSS('animation-play-state', 'paused');
  await page.mouse.move(700, 10);
  await expect(track).toHaveCSS('animation-play-state', 'running');
  await banner.getByRole('checkbox', { name: 'Pause announcements' }).check();
  await page.mouse.move(700, 10);
  await expect(track).toHaveCSS('animation-play-state', 'paused');
  await expect(banner).toContainText('Free delivery over Rs 2,999');
});

test('seven tiles lead to their categories, in this order', async ({ page }) => {
  await page.goto('/');
  const hrefs = await page
    .getByRole('navigation', { name: 'Shop by kind' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(
    ['earrings', 'pendant', 'rings', 'bracelets', 'bridal', 'cosmetics', 'watches'].map((slug) => `/category/${slug}`),
  );
});

const carousel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Which slide a carousel shows first, once it stands still. */
async function shownSlide(of: Locator): Promise<string | null> {
  await expect.poll(() => of.locator('.shelf').evaluate((row) => row.getAnimations().length)).toBe(0);
  return of.locator('.swiper-slide-active').getAttribute('data-swiper-slide-index');
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

/** Presses a button of the page without a pointer or the focus going there. */
const press = (button: Locator) => button.evaluate((element) => (element as HTMLElement).click());

for (const [name, every] of [
  ['categories', 4_000],
  ['collections', 3_500],
  ['testimonials', 5_000],
] as const) {
  test.describe(`the carousel of ${name}`, () => {
    test(`moves on after ${every / 1000} s, through all its slides and round again`, async ({ page }) => {
      await page.clock.install();
      await page.goto('/');
      const found = await reach(page, name);
      const slides = await found.getByRole('listitem').count();
      await page.clock.pauseAt(Date.now() + 60_000);
      const seen = [await shownSlide(found)];
      for (let step = 0; step < slides; step++) {
        await page.clock.runFor(every);
        seen.push(await shownSlide(found));
      }
      const first = Number(seen[0]);
      expect(seen.map(Number)).toEqual(seen.map((_, step) => (first + step) % slides));
    });

    test('does not move sooner, and gives who moved it the whole time again', async ({ page }) => {
      await page.clock.install();
      await page.goto('/');
      const found = await reach(page, name);
      await page.clock.pauseAt(Date.now() + 60_000);
      await press(found.getByRole('button', { name: `Next ${name}` }));
      const chosen = await shownSlide(found);
      await page.clock.runFor(every - 100);
      expect(await shownSlide(found)).toBe(chosen);
      await page.clock.runFor(200);
      expect(await shownSlide(found)).not.toBe(chosen);
    });

    test('stops by its switch, under the pointer and with the keyboard in it', async ({ page }) => {
      await page.clock.install();
      await page.goto('/');
      const found = await reach(page, name);
      const stands = async () => {
        const before = await shownSlide(found);
        await page.clock.runFor(3 * every);
        expect(await shownSlide(found)).toBe(before);
      };
      await found.locator('.swiper-slide-active').hover();
      await stands();
      await page.mouse.move(700, 5);
      await page.locator('body').press('Tab');
      await found.getByRole('button', { name: `Next ${name}` }).focus();
      await stands();
      await found.getByRole('checkbox', { name: `Pause ${name}` }).check();
      await page.mouse.move(700, 5);
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await stands();
    });

    test('moves by its buttons only for who asked for reduced motion', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.clock.install();
      await page.goto('/');
      const found = await reach(page, name);
      const before = await shownSlide(found);
      await page.clock.runFor(3 * every);
      expect(await shownSlide(found)).toBe(before);
      await expect(found.getByRole('checkbox')).toBeHidden();
      await press(found.getByRole('button', { name: `Next ${name}` }));
      expect(await shownSlide(found)).not.toBe(before);
      await press(found.getByRole('button', { name: `Previous ${name}` }));
      expect(await shownSlide(found)).toBe(before);
    });
  });
}

test('Swiper is fetched only when a carousel is scrolled to or touched', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(scripts.filter((url) => url.includes('start-carousel'))).toEqual([]);
  await reach(page, 'categories');
  expect(scripts.filter((url) => url.includes('start-carousel'))).toHaveLength(1);
});

test('a carousel whose code does not arrive stays a row to push, and tries again when touched', async ({
  page,
  consoleErrors,
}) => {
  await page.route('**/start-carousel*', (route) => route.abort());
  await page.goto('/');
  const found = carousel(page, 'categories');
  await found.getByRole('button', { name: 'Next categories' }).click();
  await expect(found.locator('.carousel-view')).toHaveCSS('overflow-x', 'auto');
  await page.unroute('**/start-carousel*');
  await found.getByRole('button', { name: 'Next categories' }).click();
  await expect(found.locator('.swiper-initialized')).toBeVisible();
  expect(consoleErrors.splice(0).every((error) => error.includes('ERR_FAILED'))).toBe(true);
});

for (const [width, inView] of [
  [390, 1],
  [639, 1],
  [640, 2],
  [1023, 2],
  [1024, 3],
  [1440, 3],
] as const) {
  test(`at ${width} px ${inView} of the categories are in view, and nothing moves when the carousel wakes`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(() => {
      Object.assign(window, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          Object.assign(window, { shifted: Reflect.get(window, 'shifted') + entry.value });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/');
    const shown = () =>
      carousel(page, 'categories').evaluate((element) => {
        const view = element.querySelector('.carousel-view')?.getBoundingClientRect();
        return [...element.querySelectorAll('li')].filter((slide) => {
          const { left, right } = slide.getBoundingClientRect();
          return view && left >= view.left - 2 && right <= view.right + 2;
        }).length;
      });
    expect(await shown()).toBe(inView);
    await reach(page, 'categories');
    expect(await shown()).toBe(inView);
    for (const name of ['collections', 'testimonials']) await reach(page, name);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThanOrEqual(0.005);
  });
}

test('the keyboard brings slides that are out of view', async ({ page }) => {
  await page.goto('/');
  const found = await reach(page, 'categories');
  const last = found.getByRole('link').last();
  await page.locator('body').press('Tab');
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 0.9 });
  await expect(last).toBeFocused();
});

test('categories and collections lead where they say', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'View All Categories' })).toHaveAttribute('href', '/categories');
  const hrefs = (name: string) =>
    carousel(page, name)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(await hrefs('collections')).toEqual([
    '/products?filter=bridal',
    '/category/rings',
    '/category/pendant',
    '/category/earrings',
  ]);
  for (const href of await hrefs('categories')) expect(href).toMatch(/^\/category\/[a-z-]+$/);
});

test('at most twelve featured products are on the grid, each of them featured', async ({ page, request }) => {
  await page.goto('/');
  const section = page.getByRole('region', { name: 'Featured Products' });
  const cards = section.getByRole('article');
  const count = await cards.count();
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(12);
  const featured = (await (await request.get('/api/products/featured')).json()).data.map(({ id }: { id: string }) => id);
  const shown = await section
    .locator('a[href^="/product/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(9)));
  for (const id of shown) expect(featured).toContain(id);
  await expect(section.getByRole('link', { name: 'View All Products' })).toHaveAttribute('href', '/products');
});

test('benefits, figures, words of five customers and four pictures are there', async ({ page }) => {
  await page.goto('/');
  const why = page.getByRole('region', { name: 'Why shop with us' });
  for (const text of ['Free Shipping', 'On orders over Rs 2,999', 'Secure Payment', '24/7 Support'])
    await expect(why).toContainText(text);
  const words = page.getByRole('region', { name: 'What our customers say' });
  for (const figure of ['10k+', '4.9/5', '99%', '500+']) await expect(words.getByText(figure, { exact: true })).toBeVisible();
  await expect(carousel(page, 'testimonials').getByRole('figure')).toHaveCount(5);
  await expect(page.getByRole('region', { name: 'On Instagram' }).getByRole('img')).toHaveCount(4);
});

test('the Coming Soon dialog is there and closed', async ({ page }) => {
  await page.goto('/');
  const dialog = page.locator('#coming-soon');
  await expect(dialog).toBeAttached();
  await expect(dialog).toBeHidden();
  await expect(dialog).toContainText('Coming Soon');
});

test('nothing moves by itself for who asked for reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/', { waitUntil: 'networkidle' });
  const moving = await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  expect(moving).toBe(0);
  await expect(slide(page, 1)).toHaveCSS('opacity', '1');
  await expect(hero(page).getByRole('checkbox')).toBeHidden();
});
