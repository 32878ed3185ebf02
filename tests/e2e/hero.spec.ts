import type { Page } from '@playwright/test';
import { expect, test } from '#tests/setup/browsers/shop-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const hero = (page: Page) => page.locator('.hero');
const slide = (page: Page, place: number) =>
  hero(page)
    .locator('.hero-slide')
    .nth(place - 1);

/** Waits for the hero's script, which comes after the first picture. */
const scripted = (page: Page) => expect(hero(page)).toHaveAttribute('data-scripted', '');

/** Ends the fade to a slide, which one then sees alone. */
async function shown(page: Page, place: number): Promise<void> {
  await expect(hero(page).getByRole('radio', { name: `Slide ${place}` })).toBeChecked();
  await hero(page).evaluate((element) => {
    for (const animation of element.getAnimations({ subtree: true })) if (animation instanceof CSSTransition) animation.finish();
  });
  await expect(slide(page, place)).toHaveCSS('opacity', '1');
  await expect(slide(page, 3 - place)).toBeHidden();
}

/** Puts the hero at a moment of its ten seconds, as if that long had passed. */
async function heroAt(page: Page, ms: number): Promise<number[]> {
  return hero(page).evaluate((element, time) => {
    for (const animation of element.getAnimations({ subtree: true })) animation.currentTime = time;
    return [...element.querySelectorAll('.hero-slide')].map((one) => Number(getComputedStyle(one).opacity));
  }, ms);
}

test('the hero shows each of two slides for 5 s, fading for 1 s, and never two headlines at once', async ({ page }) => {
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
  for (const ms of [4_100, 4_300, 4_500, 4_700, 4_900, 9_300, 9_500, 9_700]) {
    await heroAt(page, ms);
    const words = await hero(page)
      .locator('.hero-words')
      .evaluateAll((all) => all.map((one) => Number(getComputedStyle(one).opacity)));
    expect(Math.min(...words), `${ms} ms: ${words}`).toBe(0);
  }
});

test('the hero goes to a slide by its bullet, by arrow, by keyboard and on swipe, and stays there', async ({ page }) => {
  await page.goto('/');
  await hero(page).getByRole('radio', { name: 'Slide 2' }).click();
  await expect(slide(page, 2)).toHaveCSS('transition-duration', '1s, 1s');
  await shown(page, 2);
  await slide(page, 2).getByText('Next slide').click({ force: true });
  await shown(page, 1);
  await expect(slide(page, 1).getByRole('link', { name: 'Shop Bridal' })).toHaveAttribute('href', '/products?filter=bridal');
  await page.keyboard.press('ArrowRight');
  await shown(page, 2);
  await scripted(page);
  await hero(page).evaluate((element) => {
    const touch = (x: number) => [{ identifier: 1, target: element, clientX: x } as unknown as Touch];
    element.dispatchEvent(Object.assign(new Event('touchstart'), { touches: touch(200) }));
    element.dispatchEvent(Object.assign(new Event('touchend'), { changedTouches: touch(300) }));
  });
  await expect(hero(page).getByRole('radio', { name: 'Slide 1' })).toBeChecked();

  // Its arrows are for desktops.
  await expect(hero(page).locator('label[for^="hero-"]').first()).toBeVisible();
  await page.setViewportSize({ width: 1023, height: 900 });
  await expect(hero(page).locator('label[for^="hero-"]').first()).toBeHidden();
  await expect(hero(page).getByRole('radio', { name: 'Slide 1' })).toBeVisible();
});

test('hero and banner pause on hover and by their switches, the hero never halfway through a fade', async ({ page }) => {
  await page.goto('/');
  await scripted(page);
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
    .evaluateAll((slides) => slides.map((one) => Number(getComputedStyle(one).opacity)));
  // The end of a fade may stand at a billionth.
  expect(opacities).toEqual([expect.closeTo(0, 3), expect.closeTo(1, 3)]);
  await hero(page).getByRole('checkbox', { name: 'Pause slides' }).uncheck();
  await page.mouse.move(700, 10);
  await hero(page).evaluate(() => (document.activeElement as HTMLElement).blur());
  await expect.poll(states).not.toContain('paused');

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

test('nothing moves by itself with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/', { waitUntil: 'networkidle' });
  const moving = await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  expect(moving).toBe(0);
  await expect(slide(page, 1)).toHaveCSS('opacity', '1');
  await expect(hero(page).getByRole('checkbox')).toBeHidden();
});
