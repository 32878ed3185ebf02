import { chromium } from 'playwright-core';
const [,, base, out, ...specs] = process.argv;
// spec: name|path|widths|script
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const staff = process.env.STAFF;
for (const w of [390, 1440]) {
  const ctx = await b.newContext({ viewport: { width: w, height: w === 390 ? 844 : 900 } });
  const page = await ctx.newPage();
  if (staff) {
    await page.goto(base + '/admin/login');
    await page.getByLabel('Username').fill('staff');
    await page.getByLabel('Password', { exact: true }).fill(staff);
    await page.getByRole('button', { name: /sign in|log in/i }).click();
    await page.waitForURL(/admin\/?$|dashboard|admin/);
    await page.waitForTimeout(1500);
  }
  for (const s of specs) {
    const [name, path, js, full] = s.split('|');
    await page.goto(base + path, { waitUntil: 'networkidle' });
    await page.waitForTimeout(600);
    if (js) { try { await eval(`(async()=>{${js}})()`); } catch (e) { console.log(name, w, e.message.slice(0, 200)); } await page.waitForTimeout(700); }
    await page.screenshot({ path: `${out}/${name}-${w}.png`, fullPage: full === 'full' });
  }
  await ctx.close();
}
await b.close();
