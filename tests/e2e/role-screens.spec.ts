import { expect, test } from '#tests/setup/browsers/staff-test.ts';
import { login, newMember, newVisitor, switchOn } from '#tests/setup/samples/second-factor.ts';

/** The roles that every shop has, whether they see what orders come to, and whether they need a second factor before anything else. */
const ROLES = [
  { role: 'packer', seesSums: false, enrolls: false },
  { role: 'catalogue', seesSums: false, enrolls: false },
  { role: 'desk', seesSums: true, enrolls: false },
  { role: 'accounts', seesSums: true, enrolls: true },
  { role: 'manager', seesSums: true, enrolls: true },
];

/** What pieces cost stands on every label and page of the shop, what a code takes off is told to customers, and what was paid for stock is the buyer's. */
const PRICES = ['products', 'discounts', 'labels', 'purchase-orders', 'suppliers', 'reorder', 'import'].map(
  (name) => `/admin/${name}`,
);

for (const { role, seesSums, enrolls } of ROLES)
  test(`the ${role} role opens every screen that its navigation offers, and is refused nothing there`, async ({
    browser,
    shop,
    staff,
  }) => {
    test.slow();
    const order = await staff.order();
    await staff.call('POST', '/shipments', { orderId: order.id });
    const username = await newMember(staff, role);
    const page = await newVisitor(browser, shop.url);
    // Where there is no room for a side bar, a sheet has what is behind all doors.
    await page.setViewportSize({ width: 1024, height: 900 });
    await login(page, username);
    if (enrolls) await switchOn(page);
    await expect(page.getByRole('button', { name: `Account of ${username}` })).toBeVisible();

    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(`${new URL(page.url()).pathname}: ${answer.request().method()} ${answer.url()}`);
    });
    await page.getByRole('button', { name: /^Menu/ }).click();
    const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
    await expect(links.first()).toBeAttached();
    const paths = await links.evaluateAll((all) => [
      ...new Set(all.map((link) => new URL((link as HTMLAnchorElement).href).pathname)),
    ]);
    expect(paths.length).toBeGreaterThan(5);
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      if (!seesSums && !PRICES.includes(path)) await expect(page.locator('main').getByText(/Rs\.?\s?\d/), path).toHaveCount(0);
      if (role === 'desk') await expect(page.getByText('Revenue'), path).toHaveCount(0);
    }
    expect(refused).toEqual([]);
    await page.context().close();
  });
