import { pieceOfSku } from '#admin/data/order-lines/piece-queries.ts';
import { findPacking, ordersNow, packPiece, rememberPacking } from '#admin/data/packing/packing-api.ts';
import { isComplete, lineOfCode, nameOf, orderOfCode, refused, wordsOf } from '#admin/data/packing/packing-state.ts';
import { notKept } from '#admin/data/packing/Surplus.tsx';
import type { ScanOutcome } from '#admin/kit/scan/use-scan-feedback.ts';
import { navigate } from '#admin/platform/router.ts';
import { ApiFailure } from '#browser/api.ts';
import type { Packing, PackingLine } from '#domain/packing/contract.ts';

export const PACK = '/admin/pack';

export const pathOf = ({ orderNumber }: Packing) => `${PACK}/${orderNumber}`;

/** What a code does: a piece of the open order goes in, or the order that it names is opened. Takes the number of the open order, or nothing. */
export async function readCode(code: string, openNumber: string | undefined): Promise<ScanOutcome> {
  const orders = ordersNow();
  const open = orders.find(({ orderNumber }) => orderNumber === openNumber);
  const fitting = open && lineOfCode(open, code);
  if (open && fitting && !('refusal' in fitting)) return packLine(open, fitting.line);
  if (open && fitting) return refused(`All ${fitting.line.ordered} of ${nameOf(fitting.line)} are in already`);

  const listed = orderOfCode(orders, code);
  if (listed) return openOrder(listed);
  const other = orders.flatMap(({ lines }) => lines).find(({ sku }) => sku?.toUpperCase() === code.trim().toUpperCase());
  const name = other ? nameOf(other) : await nameOfSku(code);
  if (name) return refused(open ? `Not in this order: ${name}` : `${name}: scan the slip of its order first`);
  const asked = await askForOrder(code);
  return asked ? openOrder(asked) : refused(`Unknown code “${code}”`);
}

function openOrder(order: Packing): ScanOutcome {
  navigate(pathOf(order));
  return { tone: 'right', text: `${order.orderNumber} is open` };
}

/** Puts one more piece in, or says why not. */
export async function packLine(order: Packing, line: PackingLine): Promise<ScanOutcome> {
  try {
    await packPiece(order, line);
  } catch (error) {
    return refused(notKept(error));
  }
  const now = ordersNow().find(({ orderId }) => orderId === order.orderId);
  return { tone: 'right', text: now && isComplete(now) ? `${order.orderNumber} is packed: everything is in` : wordsOf(line) };
}

/** An order that is not among those of this device: packed already, or newer. Null where none has the code, or nobody can be asked. */
async function askForOrder(code: string): Promise<Packing | null> {
  try {
    const found = await findPacking(/\/order\/([\w-]+)/.exec(code)?.[1] ?? code);
    rememberPacking(found);
    return found;
  } catch (error) {
    if (error instanceof ApiFailure) return null;
    throw error;
  }
}

async function nameOfSku(code: string): Promise<string | undefined> {
  try {
    return (await pieceOfSku(code.trim().toUpperCase()))?.label;
  } catch (error) {
    if (error instanceof ApiFailure) return undefined;
    throw error;
  }
}
