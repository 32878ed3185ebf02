import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { expectNoFindings } from '#tests/setup/browsers/axe.ts';
import { paste } from '#tests/setup/browsers/paste.ts';
import type { ShopAccess } from '#tests/setup/browsers/shop-access.ts';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';
import { dueOrders, writeRows } from '#tests/setup/samples/due-orders.ts';
import { newMember, PASSWORD } from '#tests/setup/samples/second-factor.ts';

// One after the other: everybody at the desk works on one queue.
test.describe.configure({ mode: 'default' });
test.use({ viewport: { width: 1440, height: 900 } });

test.beforeEach(async ({ page, context }) => {
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'A chat' }));
  // No phone is at hand: what would be dialled is kept.
  await page.addInitScript(() => {
    document.addEventListener('click', (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="tel:"]');
      if (!link) return;
      event.preventDefault();
      document.documentElement.dataset.dialled = link.href;
    });
  });
});

const inWork = (page: Page) => page.getByRole('article', { name: /^Order / });

/** The number of the order in work, as soon as it takes an answer; another one than `before`. */
async function orderShown(page: Page, before = ''): Promise<string> {
  await expect(inWork(page)).not.toHaveAccessibleName(`Order ${before}`);
  await expect(page.getByRole('button', { name: 'Confirmed' })).toBeEnabled();
  return (await inWork(page).getAttribute('aria-label'))?.replace('Order ', '') ?? '';
}

/** What is said of the order before, once its answer is stored. */
const answered = (page: Page, orderNumber = '') => page.getByRole('status').filter({ hasText: `${orderNumber}: ` });

const stateOf = async (staff: Staff, orderNumber: string) =>
  (await staff.call('GET', `/orders/number/${orderNumber}`)).confirmation.state;

/** Somebody else on the staff, signed in. */
async function colleague(staff: Staff) {
  const username = await newMember(staff);
  return { username, ...(await staff.call('POST', '/auth/admin/login', { username, password: PASSWORD })) };
}

test('seven orders are worked through by keys: at most three presses each, and no page is loaded', async ({
  page,
  shop,
  staff,
}) => {
  const numbers = await dueOrders(shop, staff.call, 7);
  await page.goto('/admin/confirm');
  await expect(page.getByRole('navigation', { name: 'Queue' })).toBeVisible();
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  await page.keyboard.press('n');

  const ways = [
    ['c', '1'],
    ['c', '2'],
    ['c', '3', '1'],
    ['w', '1'],
    ['c', '4'],
    ['c', '5'],
  ];
  const worked: string[] = [];
  for (let n = 0; n < numbers.length; n += 1) {
    const number = await orderShown(page, worked.at(-1));
    worked.push(number);
    const presses = ways[n % ways.length] ?? [];
    expect(presses.length).toBeLessThanOrEqual(3);
    for (const key of presses) {
      const chat = key === 'w' ? page.context().waitForEvent('page') : null;
      await page.keyboard.press(key);
      if (key === 'c') expect(await page.evaluate(() => document.documentElement.dataset.dialled)).toMatch(/^tel:\+92301\d{7}$/);
      if (!chat) continue;
      const opened = await chat;
      expect(decodeURIComponent(opened.url())).toContain(number);
      await opened.close();
      await page.bringToFront();
    }
  }
  await expect(answered(page, worked.at(-1))).toBeVisible();
  expect(worked.toSorted()).toEqual(numbers.toSorted());
  expect(loads).toBe(0);
  const states = await Promise.all(worked.slice(0, 6).map((number) => stateOf(staff, number)));
  expect(states).toEqual(['confirmed', 'no_answer', 'call_back', 'confirmed', 'wrong_number', 'refused']);
});

test('two staff at once never get the same order, and one that a colleague works on is said to be theirs', async ({
  page,
  browser,
  shop,
  staff,
  forgive,
}) => {
  const numbers = await dueOrders(shop, staff.call, 8);
  const other = await colleague(staff);
  const context = await browser.newContext({ baseURL: shop.url });
  await context.addInitScript(
    ([token, admin]) => {
      localStorage.setItem('admin.token', token);
      localStorage.setItem('admin', admin);
    },
    [other.token, JSON.stringify(other.admin)] as const,
  );
  const desks = [page, await context.newPage()];
  const worked = await Promise.all(
    desks.map(async (desk) => {
      await desk.goto('/admin/confirm');
      await expect(desk.getByRole('navigation', { name: 'Queue' })).toBeVisible();
      await desk.keyboard.press('n');
      const mine: string[] = [];
      for (let n = 0; n < 3; n += 1) {
        mine.push(await orderShown(desk, mine.at(-1)));
        await desk.keyboard.press('1');
      }
      await expect(answered(desk, mine.at(-1))).toBeVisible();
      // The last answer brings one more.
      await orderShown(desk, mine.at(-1));
      await desk.keyboard.press('q');
      await expect(inWork(desk)).toHaveCount(0);
      return mine;
    }),
  );
  await context.close();
  expect(new Set(worked.flat()).size).toBe(6);
  expect(numbers).toEqual(expect.arrayContaining(worked.flat()));

  const number = numbers.find((number) => !worked.flat().includes(number)) ?? '';
  const { id } = await staff.call('GET', `/orders/number/${number}`);
  const claimed = await fetch(`${shop.url}/api/confirmations/${id}/claim`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${other.token}`, 'Content-Type': 'application/json' },
    body: '{}',
  });
  expect(claimed.status).toBe(200);
  await page.getByRole('navigation', { name: 'Queue' }).getByRole('button', { name: number }).click();
  await expect(page.getByText(new RegExp(`${other.username} works on this order until .+ [ap]m`))).toBeVisible();
  forgive(/409/);
});

test('before the first order the queue is a table: all that wait, also for later, when each is due and why; two engines find no fault on it and on an order', async ({
  page,
  shop,
  staff,
}) => {
  test.slow(); // the engines read the whole queue
  const [now = '', later = '', promised = ''] = await dueOrders(shop, staff.call, 3);
  const idOf = async (number: string) => (await staff.call('GET', `/orders/number/${number}`)).id;
  const dueAt = async (number: string, row: object) =>
    writeRows(shop, 'PATCH', `order_confirmations?order_id=eq.${await idOf(number)}`, row);
  // Nine in the morning of a day to come, where the quiet hours of the night before end; and a promise behind it.
  await dueAt(later, { due_at: '2098-01-02T04:00:00Z', tries: 1, state: 'no_answer' });
  await dueAt(promised, { due_at: '2098-01-02T05:00:00Z', state: 'call_back' });
  await page.goto('/admin/confirm');
  const queue = page.getByRole('navigation', { name: 'Queue' });
  await expect(page.getByRole('region', { name: 'Most urgent' })).toContainText('Lahore · 0301');
  await expect(queue.getByRole('columnheader')).toHaveText([
    'Order',
    'Due',
    'Customer',
    'City',
    'Amount',
    'Pieces',
    'Attempts',
    'Score',
    'State',
  ]);
  await expect(queue.getByRole('row').filter({ hasText: now })).toContainText('Rs. 1,390');
  await expectNoFindings(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  // Those for later come last, the soonest first, whichever was promised.
  const next = page.getByRole('button', { name: 'Next' });
  while (await next.isEnabled()) {
    const before = await page.getByText(/^Page \d+ of \d+$/).textContent();
    await next.click();
    await expect(page.getByText(before ?? '', { exact: true })).toBeHidden();
  }
  const rows = queue.getByRole('row').filter({ hasText: '2098' });
  await expect(rows.last()).toContainText(`${promised}Call back 2 Jan 2098, 10:00 am`);
  // With as many as fill the pages before, the last page has one alone.
  const isAlone = (await rows.count()) === 1;
  if (isAlone) await page.getByRole('button', { name: 'Previous' }).click();
  await expect(isAlone ? rows.last() : rows.first()).toContainText(`${later}Try again 2 Jan 2098, 9:00 am, after quiet hours`);
  if (isAlone) await next.click();
  await queue.getByRole('button', { name: promised }).click();
  await expect(inWork(page)).toHaveAccessibleName(`Order ${promised}`);

  await page.setViewportSize({ width: 390, height: 900 });
  await page.keyboard.press('3');
  await expect(page.getByRole('group', { name: 'Call back at' })).toBeVisible();
  await expectNoFindings(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('No answer');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the answers are under the thumb, and what was typed survives a lost line', async ({ page, shop, staff, forgive }) => {
    await dueOrders(shop, staff.call, 2);
    await page.goto('/admin/confirm');
    await page.getByRole('button', { name: 'Start with the most urgent' }).tap();
    const number = await orderShown(page);
    const answer = await page.getByRole('button', { name: 'Confirmed' }).boundingBox();
    expect(answer?.y).toBeGreaterThan(844 * 0.6);
    expect(answer?.height).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    const note = page.getByLabel('Note');
    await paste(note, 'x'.repeat(501));
    await expect(note).toHaveAccessibleDescription('At most 500 characters');
    await expect(page.getByRole('button', { name: 'No answer' })).toBeDisabled();
    await page.reload();
    await expect(note).toHaveValue('x'.repeat(501));

    // Stored, but the answer is lost.
    await note.fill('after the wedding');
    await page.route('**/attempts', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'No answer' }).tap();
    await expect(page.getByText('Not saved: what you entered is still here')).toBeVisible();
    await page.unroute('**/attempts');
    await page.reload();
    await expect(page.getByLabel('Note')).toHaveValue('after the wedding');

    await page.getByRole('button', { name: 'Call back' }).tap();
    await page.getByRole('button', { name: 'Tomorrow, 10 am' }).tap();
    await orderShown(page, number);
    expect(await stateOf(staff, number)).toBe('call_back');
    forgive(/ERR_FAILED/);
  });
});

test('an answer that was stored without word of it is not stored twice, also after a reload; a refused order is cancelled by a press of its own', async ({
  page,
  shop,
  staff,
  forgive,
}) => {
  await dueOrders(shop, staff.call, 3);
  await page.goto('/admin/confirm');
  await page.getByRole('button', { name: 'Start with the most urgent' }).click();
  let number = '';
  for (const reloads of [false, true]) {
    number = await orderShown(page, number);
    await page.route('**/attempts', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.keyboard.press('2');
    await expect(page.getByText('Not saved')).toBeVisible();
    await page.unroute('**/attempts');
    if (reloads) await page.reload();
    await orderShown(page);
    await page.keyboard.press('2');
    await expect(answered(page, number)).toBeVisible();
    const { confirmation } = await staff.call('GET', `/orders/number/${number}`);
    expect([confirmation.state, confirmation.tries]).toEqual(['no_answer', 1]);
  }
  forgive(/ERR_FAILED/);

  number = await orderShown(page, number);
  await page.keyboard.press('5');
  await page.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(page.getByText(`${number}: cancelled`)).toBeVisible();
  expect((await staff.call('GET', `/orders/number/${number}`)).status).toBe('cancelled');
});

test('words that staff change in Settings are what the desk sends', async ({ page, shop, staff }) => {
  await page.goto('/admin/settings/ready-texts');
  const section = page.getByRole('main');
  await section.getByRole('button', { name: 'English' }).click();
  const words = section.getByRole('textbox', { name: 'Text' });
  await words.fill('Salam {nmae}');
  await expect(section.getByText('{nmae} is no placeholder.')).toBeVisible();
  await words.fill('Salam {name}, is {order} yours?\nSee {link}');
  await expect(section.getByText('Salam Ayesha Khan, is ORD-10042 yours?')).toBeVisible();
  await section.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(section.getByRole('button', { name: 'Back to the default' })).toBeVisible();

  await dueOrders(shop, staff.call, 1);
  await page.goto('/admin/confirm');
  await page.getByRole('button', { name: 'Start with the most urgent' }).click();
  const number = await orderShown(page);
  const chat = page.getByRole('link', { name: 'WhatsApp' });
  const key = new RegExp(`is ${number} yours\\?\\nSee http.+/order/${number}#.{24}$`);
  await expect(async () => {
    expect(new URL((await chat.getAttribute('href')) ?? '').searchParams.get('text')).toMatch(key);
  }).toPass();
  await page.goto('/admin/settings/ready-texts');
  await section.getByRole('button', { name: 'Back to the default' }).click();
  await expect(section.getByRole('textbox', { name: 'Text' })).toHaveValue(/^Assalam o alaikum \{name\}/);
});

/** Has the shopper of an order read its question by WhatsApp, press Cancel and write. */
async function writesByWhatsapp(shop: ShopAccess, { id, customerPhone }: StaffOrder): Promise<void> {
  const asked = { order_id: id, phone: customerPhone.replace('+', ''), order_version: 'as it was', status: 'read' };
  await writeRows(shop, 'POST', 'whatsapp_questions', asked);
  const answer = { order_id: id, pressed: null, body: null, effect: null, sent_at: '2026-11-20T10:00:00Z' };
  await writeRows(shop, 'POST', 'whatsapp_answers', [
    { ...answer, id: `wamid.${id}.1`, pressed: 'cancel', effect: 'call_back' },
    { ...answer, id: `wamid.${id}.2`, body: 'امی نے منع کر دیا ہے، معذرت', sent_at: '2026-11-20T10:01:00Z' },
  ]);
  const wish = { cancellation_asked_at: '2026-11-20T10:00:00Z', cancellation_reason: 'Pressed Cancel on WhatsApp' };
  await writeRows(shop, 'PATCH', `orders?id=eq.${id}`, wish);
}

test('what a shopper says by WhatsApp stands at the desk and in the details, where staff keep the order', async ({
  page,
  shop,
  staff,
}) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const [number = ''] = await dueOrders(shop, staff.call, 1);
  const order = await staff.call('GET', `/orders/number/${number}`);
  await writesByWhatsapp(shop, order);
  await page.goto(`/admin/confirm?order=${order.id}`);
  await orderShown(page);
  await expect(inWork(page)).toContainText('The customer asks to cancel');
  const talk = page.getByRole('region', { name: 'WhatsApp' });
  await expect(talk).toContainText('The question was read');
  await expect(talk.getByRole('listitem')).toHaveText([/^Cancel.+Call them about it\.$/, /^امی نے منع/]);
  await expectNoFindings(page);

  await page.goto(`/admin/orders/${number}`);
  const details = page.getByRole('dialog', { name: 'Order Details' });
  await expect(details.getByRole('region', { name: 'WhatsApp' })).toContainText('امی نے منع کر دیا ہے');
  await details.getByRole('button', { name: 'Keep the order' }).click();
  await expect(details.getByText('The customer asks to cancel')).toBeHidden();
  expect((await staff.call('GET', `/orders/${order.id}`)).status).toBe('pending');
  // The queue is everybody's.
  await staff.call('POST', `/confirmations/${order.id}/attempts`, { how: 'call', outcome: 'confirmed' });
});

test('a long name and address of somebody without a doubt fit the desk', async ({ page, shop, staff }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const person = {
    customerName: `${'Maryam-tuz-Zahra'.repeat(6)} bint Abdul Rehman`,
    customerPhone: `0303${String(randomInt(1e7)).padStart(7, '0')}`,
    customerAddress: `House ${randomInt(1e6)}, ${'Upper-Portion-Behind-The-Old-Cinema'.repeat(6)}, near the second school`,
    notes: 'x'.repeat(300),
  };
  const [first = ''] = await dueOrders(shop, staff.call, 1, person);
  const { id } = await staff.call('GET', `/orders/number/${first}`);
  await staff.call('PUT', `/orders/${id}/status`, { status: 'cancelled' });
  const [number = ''] = await dueOrders(shop, staff.call, 1, person);
  await page.goto(`/admin/confirm?order=${(await staff.call('GET', `/orders/number/${number}`)).id}`);
  await orderShown(page);
  await expect(inWork(page)).toContainText('2 orders: 1 cancelled, 1 open');
  await expect(page.getByRole('region', { name: 'Reasons' })).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const [name, answer] = await Promise.all([
    page.getByRole('heading', { level: 2 }).boundingBox(),
    page.getByRole('button', { name: 'Confirmed' }).boundingBox(),
  ]);
  expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(390);
  expect((answer?.y ?? 0) + (answer?.height ?? 0)).toBeLessThanOrEqual(900);
  await page.getByRole('button', { name: 'Confirmed' }).click();
  await expect(answered(page, number)).toBeVisible();
});
