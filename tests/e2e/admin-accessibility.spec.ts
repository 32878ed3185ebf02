import type { Page } from '@playwright/test';
import { SETTINGS_PAGES } from '#admin/screens/settings/pages/settings-pages.ts';
import { expectNoFindings } from '#tests/setup/browsers/axe.ts';
import { addProduct } from '#tests/setup/browsers/staff-products.ts';
import { expect, type Staff, test } from '#tests/setup/browsers/staff-test.ts';

/** At both ends of an open list: they take the focus only to hand it on at once, and axe cannot know that. */
const FOCUS_GUARDS = ['[data-base-ui-focus-guard]'];

/** A screen of the back office: its name, its path, what it waits for, what it needs to have, and what opens over it, each after the one before. */
interface Looked {
  name: string;
  path: string;
  ready: string | RegExp;
  arrange?: (staff: Staff) => Promise<unknown>;
  steps?: ((page: Page) => Promise<unknown>)[];
  stepsAreScreens?: true;
  /** What the browser itself complains of, rightly. */
  complains?: RegExp;
}

/** Opens an address of the app without a load, which would take longer than looking at it does. */
const open = (page: Page, path: string) =>
  page.evaluate((path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const inDialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog').getByRole('button', { name }).click();
const choices = (label: string) => async (page: Page) => {
  await page.getByRole('dialog').getByLabel(label).click();
  await expect(page.getByRole('option').first()).toBeVisible();
};

/** Shows the rows of a list, or not. */
const showList = (page: Page, visibility: 'visible' | 'hidden') =>
  page.locator('.refreshed').evaluate((list, look) => {
    list.style.visibility = look;
  }, visibility);

/** Opens the select that filters by status, and takes away what it covers: a heading of which a strip is left was judged before. */
const statusChoices = async (page: Page) => {
  const folded = page.getByRole('button', { name: 'Filters', exact: true });
  if (await folded.isVisible()) await folded.click();
  await page.getByRole('combobox', { name: 'Status', exact: true }).click();
  await expect(page.getByRole('option', { name: 'All Statuses' })).toBeVisible();
  await showList(page, 'hidden');
};

const endStatusChoices = async (page: Page) => {
  await page.keyboard.press('Escape');
  await showList(page, 'visible');
};

/** Opens a page of the settings, and waits for what is on it. */
const settingsPage =
  ({ id, title }: (typeof SETTINGS_PAGES)[number]) =>
  async (page: Page) => {
    await open(page, `/admin/settings/${id}`);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page.getByRole('main').locator('form, ul[aria-label], ol[aria-label], [type=checkbox]').first()).toBeVisible();
  };

/** What a form with wrong fields looks like, seen whole: what stays in sight at both edges covers no field then. */
const saveNonsense = async (page: Page) => {
  await open(page, '/admin/settings/contact');
  await page.getByLabel('WhatsApp *').fill('call us');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Please check the marked fields.')).toBeVisible();
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 9_000 });
};

/** Keeps a product and a category as drafts of this browser, and shows them. */
const keepDrafts = async (page: Page) => {
  await page.evaluate(() => {
    localStorage.setItem('products_v1', JSON.stringify([{ id: 'c_1', name: 'Draft Ring', price: 300, images: ['/none.webp'] }]));
    localStorage.setItem('categories_v1', JSON.stringify([{ id: 'c_2', name: 'Draft Rings', slug: 'draft-rings' }]));
  });
  await page.reload();
  await expect(page.getByRole('list', { name: 'Product drafts' })).toBeVisible();
};

/** Sends a photo and something that is none. */
const upload = async (page: Page) => {
  const [files] = await Promise.all([page.waitForEvent('filechooser'), button('Upload Multiple')(page)]);
  const none = { name: 'none.png', mimeType: 'image/png', buffer: Buffer.from('none') };
  await files.setFiles([none, { ...none, name: 'pixel.png', buffer: Buffer.from(PIXEL, 'base64') }]);
  await expect(page.getByText('Uploaded 1 file')).toBeVisible();
};

/** Checks a file of which a row changes something and one is refused. */
const dryRun = async (page: Page) => {
  const [files] = await Promise.all([page.waitForEvent('filechooser'), button('Choose a CSV file')(page)]);
  const table = 'Product ID,Name,Price\n68f0a1000000000000000225,Ruby Heart Pendant,1400\n,Nothing known of it,1E+05\n';
  await files.setFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await expect(page.getByText(/is refused/)).toBeVisible();
};

/** Opens a message, which marks it as read: the list behind it is asked for again. */
const openMessage = async (page: Page) => {
  await button(/^Open the message/)(page);
  await expect(page.getByRole('dialog').getByText('Read', { exact: true })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
};

/** Opens the form that switches a second factor on, and sends it empty. */
const secretShown = async (page: Page) => {
  await button('Switch on')(page);
  await expect(page.getByRole('img', { name: 'QR code of the secret below' })).toBeVisible();
  await inDialog('Switch on')(page);
  await expect(page.getByText('Enter your password')).toBeVisible();
};

/** Opens the sheet of all screens, where there is no side bar. */
const menu = async (page: Page) => {
  if ((page.viewportSize()?.width ?? 0) < 1280) await button(/^Menu/)(page);
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
};

/** Opens the menu, and takes away what it covers: a link of which a strip is left is no fault of its size, and was judged before. */
const accountMenu = async (page: Page) => {
  await button(/^Account of/)(page);
  await page.getByRole('main').evaluate((main) => {
    main.style.visibility = 'hidden';
  });
};

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Opens the first entry of a list by its name. */
const openFirst = (page: Page) => page.locator('[data-opens]').first().click();

/** Each group is opened once and gone through without a load: no screen follows itself, and what changes the page for good comes last. */
const GROUPS: Looked[][] = [
  [
    {
      name: 'Orders',
      path: '/admin/orders',
      ready: /^Showing \d+ of/,
      arrange: (staff) => staff.order(),
      steps: [statusChoices, endStatusChoices, openFirst, inDialog('Edit')],
    },
    {
      name: 'Purchase Orders',
      path: '/admin/purchase-orders?supplierName=axe',
      ready: /^Showing \d+ of/,
      arrange: (staff) =>
        staff.call('POST', '/purchase-orders', {
          supplierName: 'Axe Beads',
          items: [{ productId: '68f0a1000000000000000213', quantity: 2, unitCost: 700 }],
        }),
      steps: [openFirst, inDialog('Edit'), choices('Product')],
    },
    {
      name: 'Shipments',
      path: '/admin/shipments',
      ready: /^Showing \d+ of/,
      arrange: async (staff) => staff.call('POST', '/shipments', { orderId: (await staff.order()).id }),
      steps: [openFirst, inDialog('Edit')],
    },
    {
      name: 'Products',
      path: '/admin/products?search=ring',
      ready: /^Showing \d+ of/,
      steps: [
        button(/^Edit/),
        (page) => page.getByRole('tab', { name: 'Details' }).click(),
        inDialog('Rose Gold'),
        inDialog('Add color'),
        (page) => page.getByRole('tab', { name: 'Facts' }).click(),
        inDialog('Close'),
        button('Discard'),
        button(/^Delete/),
      ],
    },
    {
      name: 'Receive',
      path: '/admin/receive',
      ready: 'To inspect',
      arrange: async (staff) => {
        const parcel = await staff.call('POST', '/shipments', { orderId: (await staff.order()).id });
        await staff.call('PUT', `/shipments/${parcel.id}/status`, { status: 'returned' });
      },
      steps: [
        (page) => page.getByRole('region', { name: 'On the way back' }).getByRole('link', { name: /^ORD-/ }).last().click(),
        button(/^To inspect/),
        // Otherwise leaving asks first.
        button(/^Clear/),
      ],
    },
    { name: 'Pack', path: '/admin/pack', ready: 'Order or parcel number', steps: [] },
    {
      name: 'Returns',
      path: '/admin/returns',
      ready: /^Showing \d+ of/,
      arrange: async (staff) => {
        const { id: productId } = await addProduct(staff, { category: 'bracelets', stockQuantity: 5 });
        const items = [{ productId, quantity: 1 }];
        const { total } = await staff.call('POST', '/cart/quote', { items });
        const order = await staff.order({ items, totalAmount: total });
        await staff.call('PUT', `/orders/${order.id}/status`, { status: 'delivered', cashWith: 'us' });
        const [{ id: itemId }] = (await staff.call('GET', `/orders/${order.id}`)).items;
        await staff.call('POST', '/order-page/returns', {
          ...{ orderNumber: order.orderNumber, key: order.pageKey, kind: 'return', outcome: 'transfer', reason: 'other' },
          items: [{ itemId, quantity: 1 }],
        });
      },
      steps: [
        (page) => page.getByRole('link', { name: /RET-/ }).first().click(),
        inDialog('Approve'),
        async (page) => {
          await page.keyboard.press('Escape');
          await inDialog('Decline')(page);
        },
      ],
    },
    { name: 'Not sent yet', path: '/admin/unsent', ready: 'Everything of yours is sent.', steps: [] },
    { name: 'Stock Count', path: '/admin/stock-count', ready: 'Nothing counted yet.', steps: [] },
    {
      name: 'Dashboard',
      path: '/admin',
      ready: 'Top Selling Products',
      arrange: (staff) => staff.order(),
      steps: [button(/^Show as table/), accountMenu],
    },
  ],
  [
    {
      name: 'Receive Purchase Order',
      path: '/admin/purchase-orders?supplierName=counted',
      ready: /^Showing \d+ of/,
      arrange: async (staff) => {
        const order = await staff.call('POST', '/purchase-orders', {
          supplierName: 'Counted Beads',
          items: [
            { productId: '68f0a1000000000000000213', quantity: 2, unitCost: 700 },
            { productId: '68f0a1000000000000000225', quantity: 2, unitCost: 700 },
          ],
        });
        const [first, second] = order.items;
        await staff.call('POST', `/purchase-orders/${order.id}/receipts`, { items: [{ itemId: first.id, received: 1 }] });
        await staff.call('PUT', `/purchase-orders/${order.id}/items/${second.id}`, { closedShort: true });
      },
      steps: [openFirst, inDialog('Receive delivery')],
    },
    {
      name: 'Create Shipment',
      path: '/admin/shipments',
      ready: /^Showing \d+ of/,
      arrange: async (staff) => staff.call('PUT', `/orders/${(await staff.order()).id}/status`, { status: 'processing' }),
      steps: [button(/^(Create|Add) Shipment$/), inDialog('Create Shipment'), choices('Order *')],
    },
    {
      name: 'Products at once',
      path: '/admin/products?search=ring',
      ready: /^Showing \d+ of/,
      steps: [
        (page) =>
          page
            .getByRole('checkbox', { name: /^Select/ })
            .first()
            .check(),
        button('Edit selected'),
        choices('Price'),
        async (page) => {
          await page.getByRole('option', { name: 'Raise by %' }).click();
          await inDialog(/^Change \d+ products?$/)(page);
        },
      ],
    },
    {
      name: 'Sales',
      path: '/admin/sales?groupBy=month',
      ready: 'Top Products by Revenue',
      arrange: (staff) => staff.order(),
      steps: [button(/^Show as table/)],
    },
    { name: 'Customers', path: '/admin/customers', ready: /^Showing \d+ of/ },
    {
      name: 'Transfers and bank',
      path: '/admin/bank-statement',
      ready: /^Showing \d+ of/,
      arrange: (staff) =>
        staff.call('POST', '/bank-statement/lines', { lines: [{ day: '2026-11-25', amount: 500, reference: 'Axe' }] }),
      steps: [button(/^Choose order/), button('Cancel'), button('Add Statement')],
    },
    {
      name: 'Settlements',
      path: '/admin/settlements',
      ready: /^Showing \d+ of/,
      arrange: (staff) => staff.call('POST', '/couriers', { name: 'Axe Courier' }),
      steps: [
        button('Add a File'),
        choices('Courier'),
        async (page) => {
          await page.getByRole('option', { name: 'Axe Courier' }).click();
          const buffer = Buffer.from('Docket,Result,Value\nAXE-1001,OK,500\n');
          await page.locator('input[type=file]').setInputFiles({ name: 'axe.csv', mimeType: 'text/csv', buffer });
          await page.getByRole('dialog', { name: 'What the columns of Axe Courier hold' }).waitFor();
        },
      ],
    },
    { name: 'Profit', path: '/admin/profit', ready: 'From Net to Profit', steps: [button('Change the cost of packing')] },
    { name: 'Profit day by day', path: '/admin/profit/days', ready: 'Orders by Day' },
    {
      name: 'Stock at cost',
      path: '/admin/profit/stock',
      ready: 'Longest unsold',
      steps: [button(/^Cost of/)],
    },
    { name: 'Accounts', path: '/admin/accounts', ready: 'Tax withheld by couriers', steps: [button(/^Rename 1020/)] },
    {
      name: 'Money',
      path: '/admin/money',
      ready: 'By order',
      steps: [
        async (page) => {
          await page.getByRole('link', { name: 'Disputes' }).click();
          await page
            .getByText(/^Nothing is wrong|^Showing/)
            .first()
            .waitFor();
        },
        async (page) => {
          await page.getByRole('link', { name: 'Courier claims and refunds' }).click();
          await page.getByRole('heading', { name: 'Refunds owed' }).waitFor();
        },
      ],
    },
    {
      name: 'Discounts',
      path: '/admin/discounts',
      ready: /^Showing \d+ of/,
      arrange: (staff) => staff.call('POST', '/discount-codes', { code: 'AXE10', name: 'Axe', kind: 'percent', value: 10 }),
      steps: [button('Link of AXE10'), inDialog('Done'), button('Edit AXE10')],
    },
    {
      name: 'Payments',
      path: '/admin/payments',
      ready: /^Showing \d+ of/,
      arrange: async (staff) => {
        const { id } = await staff.order();
        await staff.call('PUT', `/orders/${id}/status`, { status: 'delivered', cashWith: 'us' });
      },
      steps: [button('Book expense'), inDialog(/^Book$/)],
    },
    { name: 'Labels', path: '/admin/labels', ready: 'Choose the pieces that need SKU labels.', steps: [] },
    { name: 'Reorder', path: '/admin/reorder', ready: /^What will sell out before/, steps: [] },
  ],
  [
    {
      name: 'Create Purchase Order',
      path: '/admin/purchase-orders',
      ready: /^Showing \d+ of/,
      steps: [button(/^(Create Purchase Order|Add Order)$/), inDialog('Add Item'), inDialog('Create Order')],
    },
    { name: 'Suppliers', path: '/admin/suppliers', ready: /^Showing \d+ of/, steps: [] },
    {
      name: 'Inventory',
      path: '/admin/inventory?stock=low',
      ready: /^Showing \d+ of/,
      steps: [button(/^Adjust Stock of/), choices('Adjustment Type')],
    },
    {
      name: 'Add Product',
      path: '/admin/products',
      ready: /^Showing \d+ of/,
      steps: [keepDrafts, button('Add Product'), choices('Category *')],
      complains: /Failed to load resource/, // the draft has no photo
    },
    {
      name: 'New Order',
      path: '/admin/new-order',
      ready: 'No pieces yet',
      steps: [button(/^Add .* left$/)],
    },
    {
      name: 'History',
      path: '/admin/history',
      ready: /^Showing \d+ of/,
      arrange: (staff) => staff.order(),
    },
    {
      name: 'sales of a period without any',
      path: '/admin/sales?endDate=2000-01-31',
      ready: 'No data available',
      steps: [menu],
    },
  ],
  [
    {
      name: 'Manage Categories',
      path: '/admin/products',
      ready: /^Showing \d+ of/,
      steps: [keepDrafts, button('Manage Categories'), inDialog('Add Category'), button(/^Add Category$/)],
      complains: /Failed to load resource/,
    },
    {
      name: 'Dispatch',
      path: '/admin/dispatch',
      ready: /to book$/,
      arrange: async (staff) => {
        await staff.call('PUT', `/orders/${(await staff.order()).id}/status`, { status: 'processing' });
        const riders = (await staff.call('GET', '/couriers')).find(
          (courier: { adapter: string }) => courier.adapter === 'generic',
        );
        for (const trackingNumber of ['AXE-1', '']) {
          const { id } = await staff.order();
          const parcel = await staff.call('POST', '/shipments', { orderId: id, trackingNumber });
          if (!trackingNumber) await staff.call('POST', '/bookings', { shipmentId: parcel.id, courierId: riders.id });
        }
      },
      steps: [
        (page) => page.locator('summary').first().click(),
        button(/^Enter number of/),
        async (page) => {
          await page.keyboard.press('Escape');
          await button('Add tracking numbers')(page);
        },
        async (page) => {
          await page.getByLabel('Or paste two columns').fill('SHP-0 AXE-2\nSHP-0 AXE-3\nSHP-9');
          await inDialog('Check')(page);
          await expect(page.getByText('3 do not fit')).toBeVisible();
        },
      ],
    },
    {
      name: 'On the road',
      path: '/admin/under-way',
      ready: /^Showing \d+ of/,
      arrange: async (staff) => {
        const riders = (await staff.call('GET', '/couriers')).find(
          (courier: { adapter: string }) => courier.adapter === 'generic',
        );
        const { id } = await staff.order();
        await staff.call('PUT', `/orders/${id}/status`, { status: 'processing' });
        const parcel = await staff.call('POST', '/shipments', { orderId: id });
        const booking = await staff.call('POST', '/bookings', { shipmentId: parcel.id, courierId: riders.id });
        await staff.call('POST', `/bookings/${booking.id}/outcome`, { trackingNumber: `AXE-${parcel.shipmentNumber}` });
        await staff.call('POST', `/under-way/${booking.id}/words`, { meaning: 'attempted:refused' });
      },
      steps: [
        button(/^(Call|Ask): /),
        inDialog('Cancel'),
        button(/^Tell courier: /),
        inDialog('Cancel'),
        button(/^Courier says…: /),
      ],
    },
    {
      name: 'an empty list of parcels',
      path: '/admin/under-way?list=lost&number=NONE',
      ready: 'No booked parcel has this number',
    },
    { name: 'Import', path: '/admin/import', ready: 'Photos by SKU', steps: [dryRun] },
    { name: 'an empty list', path: '/admin/shipments?orderNumber=NONE', ready: 'No shipments found' },
    { name: 'Media Manager', path: '/admin/media', ready: 'Upload Multiple', steps: [upload], complains: /415/ },
    {
      name: 'Reviews',
      path: '/admin/reviews',
      ready: /^Showing \d+ of/,
      steps: [button(/^Answer the review/)],
    },
  ],
  [
    {
      name: 'Messages',
      path: '/admin/messages',
      ready: /^Showing \d+ of/,
      arrange: (staff) => staff.call('POST', '/contact', { firstName: 'Axe', email: 'axe@example.com', message: 'Salam' }),
      steps: [openMessage],
    },
    {
      name: 'Newsletter',
      path: '/admin/newsletter',
      ready: /^Showing \d+ of/,
      arrange: (staff) => staff.call('POST', '/newsletter', { email: 'axe@example.com' }),
      steps: [button(/^Remove/)],
    },
    { name: 'Activity', path: '/admin/activity', ready: /^Showing \d+ of/ },
    { name: 'Status', path: '/admin/status', ready: 'All is well' },
    { name: 'First day', path: '/admin/first-day', ready: 'Place a test order' },
    { name: 'Unsent mails', path: '/admin/mails', ready: 'No mail was held back' },
    {
      name: 'Reserved pieces',
      path: '/admin/reserved',
      ready: /unconfirmed orders? of the website/,
      arrange: (staff) => staff.order(),
      steps: [button('Release…')],
    },
    {
      name: 'Back in stock',
      path: '/admin/stock-notices',
      ready: /^Showing \d+ of/,
      arrange: async (staff) => {
        const { id } = await addProduct(staff, { stockQuantity: 0 });
        await staff.call('POST', `/products/${id}/notices`, { phone: '0300 1234567' });
        await staff.call('POST', '/stock-history/adjust', { productId: id, transactionType: 'purchase', quantity: 1 });
      },
      steps: [button(/^Remove/)],
    },
    { name: 'Staff', path: '/admin/staff', ready: /^Since/, steps: [button('Invite')] },
    { name: 'Roles', path: '/admin/roles', ready: 'Owner', steps: [button('Copy Packer')] },
    { name: 'Your account', path: '/admin/account', ready: 'This one', steps: [secretShown] },
    {
      name: 'Deleted',
      path: '/admin/deleted',
      ready: /^Showing \d+ of/,
      arrange: async (staff) => staff.call('DELETE', `/orders/${(await staff.order()).id}`),
      steps: [button(/^Restore/)],
    },
  ],
  [
    {
      name: 'Settings',
      path: '/admin/settings',
      ready: 'How products are sorted, and found.',
      arrange: (staff) =>
        Promise.all([
          staff.call('POST', '/bank-accounts', {
            title: 'Axe',
            bankName: 'Standard Chartered',
            iban: 'PK36SCBL0000001123456702',
          }),
          staff.call('POST', '/couriers', { name: 'Axe' }),
        ]),
      steps: [...SETTINGS_PAGES.map(settingsPage), saveNonsense],
      stepsAreScreens: true,
    },
  ],
];

for (const group of GROUPS) {
  const names = group.map(({ name }) => name).join(', ');
  test(`two engines find no fault on ${names} and their dialogs, on a phone and a desktop`, async ({ page, staff, forgive }) => {
    test.slow(); // the engines read the whole page after every step
    for (const [place, { name, path, ready, arrange, steps = [], stepsAreScreens, complains }] of group.entries()) {
      if (complains) forgive(complains);
      await arrange?.(staff);
      await page.setViewportSize({ width: 390, height: 900 });
      await (place ? open(page, path) : page.goto(path));
      await expect(page.getByText(ready).first()).toBeVisible();
      await expectNoFindings(page, { without: FOCUS_GUARDS, what: name });
      for (const [count, step] of steps.entries()) {
        await step(page);
        // What opens over a screen is the same at any width, but for the room that it has.
        const widths = stepsAreScreens ? {} : { widths: [390] };
        await expectNoFindings(page, { without: FOCUS_GUARDS, what: `${name} after step ${count + 1}`, ...widths });
      }
    }
  });
}
