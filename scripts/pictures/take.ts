/** `npm run pictures`: takes the pictures of the README from the running demo shop (`npm start`, with its data folder in `SHOP_DATA`). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { ROOT, readSettings } from '#local/settings.ts';
import { installChromium } from '#tests/setup/browsers/chromium.ts';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const PICTURES = [
  { name: 'home', path: '/', viewport: DESKTOP },
  { name: 'product', path: '/product/68f0a1000000000000000201', viewport: PHONE },
  { name: 'dashboard', path: '/admin', viewport: DESKTOP },
  { name: 'orders', path: '/admin/orders', viewport: DESKTOP },
];

const { url, staff } = JSON.parse(await readFile(join(readSettings().data, 'access.json'), 'utf8'));
const answer = await fetch(`${url}/api/auth/admin/login`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ username: staff.username, password: staff.password }),
});
const { data } = (await answer.json()) as { data: { token: string; admin: unknown } };

const browser = await chromium.launch({ executablePath: installChromium(), args: ['--no-sandbox', '--disable-gpu'] });
for (const { name, path, viewport } of PICTURES) {
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
  await page.addInitScript(
    ([token, admin]) => {
      localStorage.setItem('admin.token', token);
      localStorage.setItem('admin', admin);
    },
    [data.token, JSON.stringify(data.admin)] as const,
  );
  await page.goto(url + path);
  // The first page of a visit fetches the shop's fonts late; from the second page on they are there.
  await page.waitForFunction(() => document.fonts.check('500 1em "Cormorant Garamond"'));
  await page.reload({ waitUntil: 'networkidle' });
  const file = join(ROOT, 'docs/pictures', `${name}.webp`);
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(file);
  console.log(`Written: ${file} (${Math.round(size / 1024)} KB)`);
  await page.close();
}
await browser.close();
