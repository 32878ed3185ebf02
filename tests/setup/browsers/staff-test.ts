import { randomUUID } from 'node:crypto';
import { test as base, expect } from './shop-test.ts';

export interface Staff {
  token: string;
  /** Calls the API as staff and gives the answer's data, to arrange what a test needs or to see what it did. Fails when the API refuses. */
  call(method: string, path: string, body?: unknown): Promise<any>;
  /** Places an order as a shopper does: two lipsticks unless told otherwise. */
  order(order?: Record<string, unknown>): Promise<any>;
}

/** A browser test in which somebody of the staff is signed in. What the page complains about on its console is a failure. */
export const test = base.extend<{ signedIn: boolean; staff: Staff }, { staffSession: { token: string; admin: unknown } }>({
  signedIn: [true, { option: true }],
  staffSession: [
    async ({ access: { url, staff } }, use) => {
      await use(await post(`${url}/api/auth/admin/login`, { username: staff.username, password: staff.password }));
    },
    { scope: 'worker' },
  ],
  page: async ({ page, signedIn, staffSession }, use) => {
    if (signedIn) {
      await page.addInitScript(
        ([token, admin]) => {
          if (sessionStorage.getItem('signed in once')) return; // a logout stays one
          sessionStorage.setItem('signed in once', 'yes');
          localStorage.setItem('admin.token', token);
          localStorage.setItem('admin', admin);
        },
        [staffSession.token, JSON.stringify(staffSession.admin)] as const,
      );
    }
    await use(page);
  },
  staff: async ({ shop, staffSession: { token } }, use) => {
    const call: Staff['call'] = (method, path, body) => {
      // Where it is asked for, it proves that it is them; elsewhere it says nothing.
      const sent =
        method !== 'GET' && /^\/(staff|bank-accounts|returns\/address)\b/.test(path)
          ? { ...(body as object), proof: shop.staff.password }
          : body;
      return ask(`${shop.url}/api${path}`, { method, body: sent, token });
    };
    await use({
      token,
      call,
      order: async (order = {}) => {
        // As many come in as go out: no number of tests sells them out.
        if (!order.items) await call('POST', '/stock-history/adjust', { ...LIPSTICKS.items[0], transactionType: 'purchase' });
        return ask(`${shop.url}/api/orders`, {
          method: 'POST',
          body: { ...LIPSTICKS, repeat: true, ...order },
          headers: { 'Idempotency-Key': randomUUID() },
        });
      },
    });
  },
});

/** Somebody who ordered in no other test: a search for the address finds the orders of this one alone. */
export function shopper(customerName: string): { customerName: string; customerEmail: string } {
  const mailbox = `${customerName.toLowerCase().replaceAll(' ', '.')}.${randomUUID().slice(0, 8)}`;
  return { customerName, customerEmail: `${mailbox}@example.com` };
}

const LIPSTICKS = {
  customerName: 'Hira Malik',
  customerEmail: 'hira@example.com',
  customerPhone: '03007654321',
  customerAddress: '5 Canal View',
  city: 'Lahore',
  items: [{ productId: '68f0a1000000000000000232', quantity: 2 }],
  totalAmount: 2580,
};

interface Asked {
  method: string;
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
}

function post(url: string, body: unknown): Promise<any> {
  return ask(url, { method: 'POST', body });
}

async function ask(url: string, { method, body, token, headers }: Asked): Promise<any> {
  const answer = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const json = await answer.json();
  if (!json.success) throw new Error(`${method} ${url}: ${answer.status} ${JSON.stringify(json)}`);
  return json.data;
}

export { expect };
