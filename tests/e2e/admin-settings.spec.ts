import { randomInt, randomUUID } from 'node:crypto';
import { settingEntries } from '#admin/screens/search/search-entries.ts';
import { SETTINGS_PAGES, SETTINGS_PLACES } from '#admin/screens/settings/pages/settings-pages.ts';
import { RIGHT_NAMES } from '#domain/rights/rights.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';
import { login, newMember } from '#tests/setup/samples/second-factor.ts';

// There is one row of settings: these tests take turns, and are repeated together when one of them failed. Each saves words that nobody saved before.
// The pages of this shop are not rebuilt, so nobody else notices.
test.describe.configure({ mode: 'serial' });

test('an announcement is previewed, a colleague’s conflicting change shows beside it, and the rest is merged', async ({
  page,
  staff,
  access,
  forgive,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const mark = randomUUID().slice(0, 6);
  const text = `Eid sale, free delivery from {freeFrom} (${mark})`;
  const before = await staff.call('GET', '/settings');
  await page.goto('/admin/settings');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Announcement/ })
    .click();
  const form = page.getByRole('form', { name: 'Announcement' });
  await form.getByLabel('Announcement *').fill(text);
  await expect(form.getByText(`Eid sale, free delivery from 2999 (${mark})`)).toBeVisible();

  const theirs = { ...before.announcement, text: `Summer sale (${mark})`, lines: [`New in store (${mark})`] };
  await staff.call('PUT', '/settings', {
    announcement: theirs,
    contact: { ...before.contact, address: `Shop ${mark}, Liberty` },
    proof: access.staff.password,
  });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form.getByRole('alert')).toContainText('Somebody else changed this meanwhile');
  await form.getByRole('button', { name: 'Reload, keeping my changes' }).click();
  await expect(form.getByRole('region', { name: 'Changed by both of you' })).toContainText(`They saved: Summer sale (${mark})`);
  await expect(form.getByLabel('Announcement *')).toHaveValue(text);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Settings were saved')).toBeVisible();
  // The pages of this shop are built once, at its start.
  await expect(page.getByText('No build hook is set')).toBeVisible();
  const after = await staff.call('GET', '/settings');
  expect(after.announcement).toEqual({ ...theirs, text });
  expect(after.contact.address).toBe(`Shop ${mark}, Liberty`);
  await expect(form.getByText('Not saved yet')).toBeHidden();
  forgive(/409/);
});

test('errors show at their fields and keep the input, leaving asks first, and a refusal by the database keeps the input, too', async ({
  page,
  staff,
  access,
  forgive,
}) => {
  await page.goto('/admin/settings/contact');
  const form = page.getByRole('form', { name: 'Contact' });
  const digits = String(randomInt(1_000_000, 10_000_000));
  await form.getByLabel('WhatsApp *').fill('call us');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form.getByLabel('WhatsApp *')).toHaveAccessibleDescription('Enter a phone number of 7 to 15 digits');
  await expect(form.getByLabel('WhatsApp *')).toHaveValue('call us');

  // Another page of the settings is asked about, too.
  for (const [where, name] of [
    ['Admin', 'Products'],
    ['Sections', 'Promises'],
  ] as const) {
    await page.getByRole('navigation', { name: where }).getByRole('link', { name }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
  }
  await form.getByLabel('WhatsApp *').fill(`0300 ${digits}`);

  // A new number needs the password again; what was typed stays when it is missing, wrong or not given.
  const asked = page.getByRole('dialog', { name: 'Enter your password' });
  const proof = asked.getByLabel('Your password *');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof).toHaveAccessibleDescription('Enter your password');
  await proof.fill('not the password');
  await proof.press('Enter');
  await expect(proof).toHaveAccessibleDescription('This is not your password');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(asked).toBeHidden();
  await expect(form.getByRole('alert')).toContainText('This needs your password');
  await expect(form.getByLabel('WhatsApp *')).toHaveValue(`0300 ${digits}`);

  await page.route('**/api/settings', (route) => route.abort());
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form.getByRole('alert')).toContainText('Failed to save settings');
  await page.unroute('**/api/settings');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await proof.fill(access.staff.password);
  await proof.press('Enter');
  await expect(page.getByText('Settings were saved')).toBeVisible();
  expect((await staff.call('GET', '/settings')).contact.whatsapp).toBe(`92300${digits}`);
  forgive(/Failed to load resource/);
});

test('empty lines are dropped, testimonials are added and removed, and each claim has a switch and a figure', async ({
  page,
  staff,
}) => {
  const mark = randomUUID().slice(0, 6);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const saved = page.getByText('Settings were saved');
  const go = (name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click();
  await page.goto('/admin/settings/announcement');
  await page.getByLabel('Moving line on the home page').fill(`Pay at the door (${mark})\n\n  Gift wrapped  \n`);
  await save.click();
  await expect(saved).toBeVisible();

  await go('Testimonials');
  const form = page.getByRole('form', { name: 'Testimonials' });
  await expect(form).toBeVisible();
  const removals = form.getByRole('button', { name: /^Remove testimonial/ });
  while ((await removals.count()) > 0) await removals.first().click();
  await form.getByRole('button', { name: 'Add a testimonial' }).click();
  await form.getByLabel('Name *').fill('Bushra');
  await form.getByText('Bushra').click();
  await expect(form.getByLabel('Name *')).toBeHidden();
  await save.click();
  // What is wrong is not left closed.
  await expect(form.getByLabel('What they said *')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('What they said *').fill(`My sister wants the same (${mark}).`);
  await save.click();
  await expect(form.getByText('Not saved yet')).toBeHidden();

  await go('Promises');
  const promises = page.getByRole('form', { name: 'Promises' });
  const figure = promises.getByLabel('Figure: First figure on the home page');
  await figure.fill('');
  await save.click();
  await expect(page.getByText('Enter a figure')).toBeVisible();
  await figure.fill(mark);
  await promises.getByRole('checkbox', { name: 'First figure on the home page', exact: true }).check();
  const whenTrue = promises.getByLabel('Show the counted number: First figure on the home page');
  await whenTrue.check();
  await expect(promises.getByText('Too little to say yet')).toBeVisible();
  await expect(figure).toBeHidden();
  await whenTrue.uncheck();
  const shown = promises.getByRole('checkbox', { name: /^(?!Show the counted)/, checked: true });
  while ((await shown.count()) > 0) await shown.first().uncheck();
  await save.click();
  await expect(promises.getByText('Not saved yet')).toBeHidden();
  const settings = await staff.call('GET', '/settings');
  expect(settings).toMatchObject({
    announcement: { lines: [`Pay at the door (${mark})`, 'Gift wrapped'] },
    claims: { customers: { figure: mark } },
    testimonials: { items: [{ name: 'Bushra', city: '', text: `My sister wants the same (${mark}).` }] },
  });
  expect(Object.values(settings.claims).filter((claim) => (claim as { isShown: boolean }).isShown)).toEqual([]);
});

test('a member sees what owners keep, and saves the rest', async ({ staff, browser, shop }) => {
  const role = { name: `Texts ${randomUUID().slice(0, 6)}`, rights: ['see_orders', 'change_settings'], revealsADay: 0 };
  const username = await newMember(staff, (await staff.call('POST', '/staff/roles', role)).id);
  const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 390, height: 844 } });
  const theirs = await context.newPage();
  await theirs.goto('/admin/settings');
  await login(theirs, username);
  const list = theirs.getByRole('main');
  await expect(list.getByRole('link', { name: /^Limits/ })).toBeVisible();
  await theirs.goto('/admin/activity');
  await expect(theirs.getByText('Your role may not see who did what.')).toBeVisible();
  await theirs.goto('/admin/settings');

  for (const [page, told, labels] of [
    ['contact', 'Only owners change the contact.', ['WhatsApp *', 'Phone *']],
    ['delivery', 'Only owners change the delivery rule.', ['Fee below that (Rs) *']],
    ['confirmation', 'Only owners change these rules.', ['Score, from']],
    ['return-address', 'Only owners change the return address.', ['Name on the parcel *', 'City *']],
    ['limits', 'Only owners change the limits.', ['Value (Rs)']],
  ] as const) {
    await list.locator(`a[href="/admin/settings/${page}"]`).click();
    await expect(theirs.getByText(told)).toBeVisible();
    for (const label of labels) await expect(theirs.getByLabel(label)).toBeDisabled();
    if (page === 'limits') await expect(theirs.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
    await theirs.getByRole('link', { name: 'All settings' }).click();
  }

  const tagline = `Worn at every wedding ${randomUUID().slice(0, 6)}`;
  await list.locator('a[href="/admin/settings/shop"]').click();
  await theirs.getByLabel('Tagline *').fill(tagline);
  await theirs.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(theirs.getByText('Settings were saved')).toBeVisible();
  expect((await staff.call('GET', '/settings')).identity.tagline).toBe(tagline);
  await context.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the list names every page in a sentence, and each page is at most two screens high and found by the words on it', async ({
    page,
  }) => {
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    await page.goto('/admin/settings');
    const links = page.getByRole('main').getByRole('link');
    await expect(links).toHaveCount(SETTINGS_PAGES.length);
    expect(await height()).toBeLessThanOrEqual(2 * 844);
    for (const { id, title, hint } of SETTINGS_PAGES) {
      await page
        .getByRole('main')
        .getByRole('link', { name: `${title} ${hint}` })
        .click();
      await expect(page).toHaveURL(new RegExp(`/admin/settings/${id}$`));
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
      // A shop without a bank account or a courier has no list of them yet.
      const content = page
        .getByRole('main')
        .locator('form, ul[aria-label], [type=checkbox]')
        .or(page.getByRole('button', { name: /^New (Account|Courier)$/ }));
      await expect(content.first()).toBeVisible();
      expect(await height(), title).toBeLessThanOrEqual(2 * 844);
      for (const closed of await page.getByRole('main').locator('summary').all()) await closed.click();
      const labels = await page.getByRole('main').locator('form label').allInnerTexts();
      for (const label of labels) {
        const [words = ''] = label.replace(' *', '').split('\n');
        expect(
          settingEntries(SETTINGS_PLACES, words, RIGHT_NAMES).map(({ href }) => href),
          words,
        ).toContain(`/admin/settings/${id}`);
      }
      await page.getByRole('link', { name: 'All settings' }).click();
    }
  });
});

// The last one: nobody makes the build that it asks for, and repeated it would find that one due.
test('pages can be rebuilt at night or after some minutes, the screen says when the next build is due, and a button starts it now', async ({
  page,
  staff,
}) => {
  // As if the shop had somebody to ask for builds; everything else is the shop's own answer.
  await page.route('**/api/site-builds', async (route) => {
    const response = await route.fetch();
    const { data, ...envelope } = await response.json();
    await route.fulfill({ response, json: { ...envelope, data: { ...data, hasHook: true } } });
  });
  await page.goto('/admin/settings/pages');
  const pages = page.getByRole('form', { name: 'Pages' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const choose = async (label: string, option: string) => {
    await pages.getByLabel(label).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  await choose('Rebuild the pages', 'Collected, after some minutes');
  await expect(pages.getByText('is one deploy')).toBeVisible();
  await pages.getByLabel('Minutes after the first change').fill('4');
  await save.click();
  await expect(pages.getByText('At least 5')).toBeVisible();

  // Half a day from now, in Pakistan five hours ahead: changes of other tests have not been due meanwhile.
  const hour = (new Date().getUTCHours() + 5 + 12) % 24;
  const hourAsRead = `${hour % 12 || 12}:00 ${hour < 12 ? 'am' : 'pm'}`;
  await choose('Rebuild the pages', 'Collected, at night');
  await choose('Hour in Pakistan', hourAsRead);
  await save.click();
  await expect(page.getByText('Settings were saved')).toBeVisible();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Announcement' }).click();
  await page.getByLabel('Announcement *').fill(`Changed, and not shown until the night (${randomUUID().slice(0, 6)})`);
  // What it says afterwards would cover the word of the build.
  await Promise.all([page.waitForResponse((answer) => answer.request().method() === 'PUT'), save.click()]);
  await expect(page.getByText(new RegExp(`changes? waits? for the next build, due .* ${hourAsRead}`, 'i'))).toBeVisible();
  expect((await staff.call('GET', '/settings')).pages).toEqual({ rebuild: 'nightly', minutes: 60, hour });

  await page.getByRole('button', { name: 'Build now' }).click();
  await expect(page.getByText('A build was asked for')).toBeVisible();
  await expect(page.getByText('the pages are being rebuilt')).toBeVisible();

  await staff.call('PUT', '/settings', { pages: { rebuild: 'at_once', minutes: 60, hour: 3 } });
});
