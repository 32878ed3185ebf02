import { randomUUID } from 'node:crypto';
import { expect, test } from '#tests/setup/staff-test.ts';

// There is one row of settings: these tests take turns. The pages of this shop are not rebuilt, so nobody else notices.
test.describe.configure({ mode: 'serial' });

for (const width of [390, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('an announcement is previewed, a colleague’s conflicting change shows beside it, and the rest is merged', async ({
      page,
      staff,
      access,
      forgive,
    }) => {
      const mark = randomUUID().slice(0, 6);
      const text = `Eid sale, free delivery from {freeFrom} (${mark})`;
      const before = await staff.call('GET', '/settings');
      await page.goto('/admin/settings');
      const form = page.getByRole('form', { name: 'Settings' });
      await form.getByLabel('Announcement *').fill(text);
      await expect(form.getByText(`Eid sale, free delivery from 2999 (${mark})`)).toBeVisible();

      const theirs = { ...before.announcement, text: `Summer sale (${mark})`, lines: [`New in store (${mark})`] };
      await staff.call('PUT', '/settings', {
        announcement: theirs,
        contact: { ...before.contact, address: `Shop ${mark}, Liberty` },
        proof: access.staff.password,
      });
      await form.getByRole('button', { name: 'Save Settings' }).click();
      await expect(form.getByRole('alert')).toContainText('Somebody else changed this meanwhile');
      await form.getByRole('button', { name: 'Reload, keeping my changes' }).click();
      await expect(form.getByRole('region', { name: 'Changed by both of you' })).toContainText(
        `They saved: Summer sale (${mark})`,
      );
      await expect(form.getByLabel('Announcement *')).toHaveValue(text);
      await expect(form.getByLabel('Address')).toHaveValue(`Shop ${mark}, Liberty`);

      await form.getByRole('button', { name: 'Save Settings' }).click();
      await expect(page.getByText('Settings were saved')).toBeVisible();
      // The pages of this shop are built once, at its start.
      await expect(page.getByText('No build hook is set')).toBeVisible();
      const after = await staff.call('GET', '/settings');
      expect(after.announcement).toEqual({ ...theirs, text });
      expect(after.contact.address).toBe(`Shop ${mark}, Liberty`);
      await expect(form.getByText('Not saved yet')).toBeHidden();
      forgive(/409/);
    });
  });
}

test('errors show at their fields and keep the input, leaving asks first, and a refusal by the database keeps the input, too', async ({
  page,
  staff,
  access,
  forgive,
}) => {
  await page.goto('/admin/settings');
  const form = page.getByRole('form', { name: 'Settings' });
  await form.getByLabel('WhatsApp *').fill('call us');
  await form.getByLabel('Moving line on the home page').fill('Pay at the door\n\n  Gift wrapped  \n');
  await form.getByLabel('Figure: First figure on the home page').fill('');
  await form.getByRole('button', { name: 'Save Settings' }).click();
  await expect(form.getByLabel('WhatsApp *')).toHaveAccessibleDescription('Enter a phone number of 7 to 15 digits');
  await expect(form.getByText('Enter a figure')).toBeVisible();
  await expect(form.getByLabel('WhatsApp *')).toHaveValue('call us');

  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Products' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await form.getByLabel('WhatsApp *').fill('0300 7654321');
  await form.getByLabel('Figure: First figure on the home page').fill('2k');

  // A new number needs the password again; what was typed stays when it is missing or wrong.
  const proof = form.getByLabel('Your password, or the code of your second factor');
  await form.getByRole('button', { name: 'Save Settings' }).click();
  await expect(proof).toHaveAccessibleDescription(/Enter your password/);
  await proof.fill('not the password');
  await form.getByRole('button', { name: 'Save Settings' }).click();
  await expect(proof).toHaveAccessibleDescription(/This is not your password/);
  await expect(form.getByLabel('WhatsApp *')).toHaveValue('0300 7654321');
  await proof.fill(access.staff.password);

  await page.route('**/api/settings', (route) => route.abort());
  await form.getByRole('button', { name: 'Save Settings' }).click();
  await expect(form.getByRole('alert')).toContainText('Failed to save settings');
  await page.unroute('**/api/settings');
  await form.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Settings were saved')).toBeVisible();
  expect(await staff.call('GET', '/settings')).toMatchObject({
    contact: { whatsapp: '923007654321' },
    announcement: { lines: ['Pay at the door', 'Gift wrapped'] },
    claims: { customers: { figure: '2k' } },
  });
  forgive(/Failed to load resource/);
});

test('testimonials are added and removed, and each claim has a switch', async ({ page, staff }) => {
  await page.goto('/admin/settings');
  const form = page.getByRole('form', { name: 'Settings' });
  await expect(form).toBeVisible();
  const removals = form.getByRole('button', { name: /^Remove testimonial/ });
  while ((await removals.count()) > 0) await removals.first().click();
  await form.getByRole('button', { name: 'Add a testimonial' }).click();
  const testimonials = form.getByRole('region', { name: 'Testimonials' });
  await testimonials.getByLabel('Name *').fill('Bushra');
  await testimonials.getByLabel('What they said *').fill('My sister wants the same.');
  for (const box of await form.getByRole('region', { name: 'Claims' }).getByRole('checkbox').all()) await box.uncheck();
  await form.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Settings were saved')).toBeVisible();
  const { claims, testimonials: saved } = await staff.call('GET', '/settings');
  expect(saved.items).toEqual([{ name: 'Bushra', city: '', text: 'My sister wants the same.' }]);
  expect(Object.values(claims).filter((claim) => (claim as { isShown: boolean }).isShown)).toEqual([]);
});

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
  await page.goto('/admin/settings');
  const form = page.getByRole('form', { name: 'Settings' });
  const pages = form.getByRole('region', { name: 'Pages' });
  const save = form.getByRole('button', { name: 'Save Settings' });
  const choose = async (label: string, option: string) => {
    await pages.getByLabel(label).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  await choose('Rebuild the pages', 'Collected, after some minutes');
  await expect(pages.getByText('are one deploy')).toBeVisible();
  await pages.getByLabel('Minutes after the first change').fill('4');
  await save.click();
  await expect(pages.getByText('At least 5')).toBeVisible();

  // Half a day from now, in Pakistan five hours ahead: changes of other tests have not been due meanwhile.
  const hour = (new Date().getUTCHours() + 5 + 12) % 24;
  const hourAsRead = `${hour % 12 || 12}:00 ${hour < 12 ? 'am' : 'pm'}`;
  await choose('Rebuild the pages', 'Collected, at night');
  await choose('Hour in Pakistan', hourAsRead);
  await form.getByLabel('Announcement *').fill('Changed, and not shown until the night');
  await save.click();
  await expect(page.getByText(new RegExp(`changes? waits? for the next build, due .* ${hourAsRead}`, 'i'))).toBeVisible();
  expect((await staff.call('GET', '/settings')).pages).toEqual({ rebuild: 'nightly', minutes: 60, hour });

  await page.getByRole('button', { name: 'Build now' }).click();
  await expect(page.getByText('A build was asked for')).toBeVisible();
  await expect(page.getByText('the pages are being rebuilt')).toBeVisible();

  await staff.call('PUT', '/settings', { pages: { rebuild: 'at_once', minutes: 60, hour: 3 } });
});

for (const width of [390, 1440]) {
  test(`a member sees what owners keep, and saves the rest, at ${width} px`, async ({ staff, browser, shop }) => {
    const username = `reader-${randomUUID().slice(0, 6)}`;
    const { link } = await staff.call('POST', '/staff/invitations', { email: `${username}@example.com`, username });
    const context = await browser.newContext({ baseURL: shop.url, viewport: { width, height: 844 } });
    const theirs = await context.newPage();
    await theirs.goto(link);
    await theirs.getByLabel('Your password').fill('a password of her own');
    await theirs.getByRole('button', { name: 'Join' }).click();
    await expect(theirs.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await theirs.goto('/admin/settings');
    const form = theirs.getByRole('form', { name: 'Settings' });
    await expect(form.getByText('Only owners change the contact.')).toBeVisible();
    await expect(form.getByText('Only owners change the delivery rule.')).toBeVisible();
    await expect(theirs.getByText('Only owners change these rules.')).toBeVisible();
    for (const label of ['WhatsApp *', 'Phone *', 'Fee below that (Rs) *']) await expect(form.getByLabel(label)).toBeDisabled();
    await expect(theirs.getByRole('button', { name: 'Save rules' })).toHaveCount(0);

    const tagline = `Worn at every wedding ${randomUUID().slice(0, 6)}`;
    await form.getByLabel('Tagline *').fill(tagline);
    await form.getByRole('button', { name: 'Save Settings' }).click();
    await expect(theirs.getByText('Settings were saved')).toBeVisible();
    expect((await staff.call('GET', '/settings')).identity.tagline).toBe(tagline);
    await context.close();
  });
}
