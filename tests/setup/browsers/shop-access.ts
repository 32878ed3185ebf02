import { readFile } from 'node:fs/promises';
import * as z from 'zod';

const accessFile = z.object({
  url: z.string(),
  staff: z.object({ email: z.string(), username: z.string(), password: z.string() }),
  supabaseUrl: z.string(),
  publishableKey: z.string(),
  secretKey: z.string(),
});

export type ShopAccess = z.infer<typeof accessFile>;

/** How to reach the shop that `startBrowserShop` started, or that of another file. */
export async function readAccess(file = process.env.SHOP_ACCESS ?? ''): Promise<ShopAccess> {
  return accessFile.parse(JSON.parse(await readFile(file, 'utf8')));
}
