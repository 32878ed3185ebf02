import type { Page } from '@playwright/test';

interface Presses {
  presses: number;
  /** How many fields were filled. */
  typed: number;
}

/** Counts what a person presses and which fields they fill, on every page that is loaded from now on. Returns what says how much it was, and begins anew. */
export async function countPresses(page: Page): Promise<() => Promise<Presses>> {
  await page.addInitScript(() => {
    const count = (what: string) => sessionStorage.setItem(what, String(Number(sessionStorage.getItem(what) ?? 0) + 1));
    addEventListener('click', ({ detail }) => detail > 0 && count('presses'), true);
    addEventListener('keydown', () => count('presses'), true);
    addEventListener('input', ({ target }) => (target as HTMLInputElement).type !== 'file' && count('typed'), true);
  });
  return () =>
    page.evaluate(() => {
      const [presses = 0, typed = 0] = ['presses', 'typed'].map((what) => Number(sessionStorage.getItem(what) ?? 0));
      for (const what of ['presses', 'typed']) sessionStorage.removeItem(what);
      return { presses, typed };
    });
}

/** Reads a code as a handheld scanner does, into the box that the screen has given the focus: no press of a person. */
export async function scan(page: Page, code: string): Promise<void> {
  const box = page.locator('input:focus');
  await box.fill(code);
  await box.evaluate((input: HTMLInputElement) => input.form?.requestSubmit());
}
