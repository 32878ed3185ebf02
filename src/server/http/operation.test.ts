import { expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import type { Access, Operation, PageOf } from './operation.ts';

const orderSchema = z.object({ id: z.string(), items: z.object({ productId: z.string().nullable() }).array() });
type Order = typeof orderSchema;

type RowOf<Allowed extends Access, Returns extends z.ZodType | PageOf = Order> = Operation<
  '/api/orders',
  Allowed,
  z.ZodType,
  z.ZodType,
  Returns
>;

interface Written<Allowed extends Access> {
  access: Allowed;
  summary: string;
  returns: Order;
}

// The compiler checks these: `npm run check -- types`.
test('an operation for staff names the right that it needs, and no other has one', () => {
  expectTypeOf<Written<'staff'>>().not.toExtend<RowOf<'staff'>>();
  expectTypeOf<Written<'anyone or staff'>>().not.toExtend<RowOf<'anyone or staff'>>();
  expectTypeOf<Written<'staff'> & { right: 'see_orders' }>().toExtend<RowOf<'staff'>>();
  expectTypeOf<Written<'staff'> & { right: 'none' }>().toExtend<RowOf<'staff'>>();
  expectTypeOf<Written<'anyone'>>().toExtend<RowOf<'anyone'>>();
  expectTypeOf<Written<'anyone'> & { right: 'see_orders' }>().not.toExtend<RowOf<'anyone'>>();
});

test('what an operation purges follows from its answer, and from nothing that the answer may lack', () => {
  type Purging<Data> = Written<'anyone'> & { purges: (data: Data) => string[] };
  expectTypeOf<Purging<{ items: { productId: string | null }[] }>>().toExtend<RowOf<'anyone'>>();
  expectTypeOf<Purging<{ items: { productId: string }[] }>>().not.toExtend<RowOf<'anyone'>>();
  expectTypeOf<Purging<{ product: string }>>().not.toExtend<RowOf<'anyone'>>();
  type List = Omit<Written<'anyone'>, 'returns'> & { returns: PageOf<Order>; purges: (data: { id: string }[]) => string[] };
  expectTypeOf<List>().toExtend<RowOf<'anyone', PageOf<Order>>>();
});
