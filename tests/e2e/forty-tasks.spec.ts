import type { Locator, Page } from '@playwright/test';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';
import { login, newMember, switchOn } from '#tests/setup/samples/second-factor.ts';
import { BEGINNERS, type Press } from './tasks.ts';

test.use({ signedIn: false });

const WIDTHS = [
  { viewport: { width: 1440, height: 900 }, way: 'atDesk' },
  { viewport: { width: 390, height: 844 }, way: 'onPhone' },
] as const;

/** What the tasks ask about: a message, an order to confirm, a parcel that waits for the rider, and one whose cash PostEx has. */
async function arrange(staff: Staff): Promise<void> {
  await staff.call('POST', '/contact', { firstName: 'Sana', email: 'sana@example.com', message: 'Is the ring adjustable?' });
  await staff.order();
  for (const statuses of [[], ['in_transit', 'delivered']]) {
    const { id: orderId, orderNumber } = await staff.order();
    const parcel = await staff.call('POST', '/shipments', { orderId, carrier: 'PostEx', trackingNumber: `PX${orderNumber}` });
    for (const status of statuses) await staff.call('PUT', `/shipments/${parcel.id}/status`, { status });
  }
}

/** Shows a screen as a step through the history does, without loading the page again. */
async function returnTo(page: Page, [title, path]: readonly [title: string, path: string]): Promise<void> {
  await page.evaluate((url) => {
    history.pushState(null, '', url);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
}

/** An entry of the navigation, which may say how much waits there, or something on the screen. */
function target(page: Page, press: Press, before?: Press): Locator {
  if (press === 'Menu') return page.getByRole('button', { name: /^Menu/ });
  if (typeof press === 'string') {
    const shown = before === 'Menu' ? page.getByRole('dialog', { name: 'Menu' }) : page;
    const navigation = shown.getByRole('navigation', { name: /^(Admin|Daily)$/ });
    // A door and its first screen may have the same name.
    return navigation.getByRole('link', { name: new RegExp(`^${press}( ?[\\d,]+ waiting)?$`) }).first();
  }
  const [role, name] = 'link' in press ? (['link', press.link] as const) : (['button', press.button] as const);
  return page.getByRole('main').getByRole(role, { name }).first();
}

for (const { role, first, tasks } of BEGINNERS)
  test(`somebody new in the ${role} role finds eight things with two presses each, and on a phone by its bottom or the menu`, async ({
    page,
    shop,
    staff,
  }) => {
    test.slow();
    await arrange(staff);
    await page.setViewportSize(WIDTHS[0].viewport);
    await page.goto('/admin/login');
    if (role === 'owner') await login(page, shop.staff.username, shop.staff.password);
    else await login(page, await newMember(staff, role));
    if (role === 'manager' || role === 'accounts') await switchOn(page);
    await expect(page).toHaveURL(new RegExp(`${first[1]}$`));

    for (const { viewport, way } of WIDTHS) {
      await page.setViewportSize(viewport);
      for (const task of tasks)
        await test.step(`${task.wish} (${way})`, async () => {
          await returnTo(page, first);
          for (const [at, press] of task[way].entries()) await target(page, press, task[way][at - 1]).click();
          const [kind, name, says = ''] = task.finds;
          await expect(page.getByRole(kind, { name }).filter({ hasText: says }).first()).toBeVisible();
        });
    }
  });
