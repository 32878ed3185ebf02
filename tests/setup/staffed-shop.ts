import { afterAll, beforeAll } from 'vitest';
import { type Answered, type EmbeddedShop, startEmbeddedShop } from './embedded-shop.ts';
import { signInStaff } from './staff.ts';

export interface StaffedShop extends Pick<EmbeddedShop, 'call' | 'rows'> {
  /** Sends a request as somebody of the staff. */
  staff(method: string, path: string, body?: unknown): Promise<Answered>;
  /** What staff send with their requests. Only while tests run. */
  token(): string;
}

/** A shop for the tests of a file, started before them and stopped after them, and somebody of its staff. */
export function staffedShop(): StaffedShop {
  let shop: EmbeddedShop;
  let token: string;
  beforeAll(async () => {
    shop = await startEmbeddedShop();
    token = await signInStaff(shop);
  });
  afterAll(() => shop.stop());
  return {
    call: (method, path, sent) => shop.call(method, path, sent),
    rows: (sql) => shop.rows(sql),
    staff: (method, path, body) => shop.call(method, path, { token, ...(body ? { body } : {}) }),
    token: () => token,
  };
}
