import type { QueryClient } from '@tanstack/react-query';
import { countText } from '#admin/kit/outcome-text.ts';
import type { ScanOutcome } from '#admin/kit/scan/use-scan-feedback.ts';
import { navigate } from '#admin/platform/router.ts';
import { ApiFailure } from '#browser/api.ts';
import { scanQuery } from './receive-api.ts';

/** Opens the parcel that a code means. Null where none has it, or where it is the one of the order that is open. @throws ApiFailure without an answer */
export async function openParcel(client: QueryClient, code: string, openOrderId?: string): Promise<ScanOutcome | null> {
  try {
    const { order, items } = await client.fetchQuery(scanQuery(code));
    if (order.id === openOrderId) return null;
    navigate(`/admin/receive?${new URLSearchParams({ code })}`);
    const out = items.reduce((sum, item) => sum + item.out, 0);
    return { tone: 'right', text: `${order.orderNumber}: ${countText('piece', out)} out` };
  } catch (failure) {
    if (failure instanceof ApiFailure && openOrderId) return null;
    throw failure;
  }
}
