import * as z from 'zod';
import { ADAPTERS } from '#domain/couriers/adapters.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { CourierFailure, type FailureKind } from './port.ts';
import { portOf } from './ports.ts';

const claimed = z.object({
  id: z.string(),
  adapter: z.enum(ADAPTERS),
  name: z.string(),
  trackingNumber: z.string(),
  action: z.enum(['retry', 'return']),
  remarks: z.string(),
});

/** At one call a second and the time of a run. */
const AT_ONCE = 8;

/** Far above the deadline of a call: whoever has not answered for it by then is gone. */
const CLAIM_SECONDS = 120;

/** What nobody knows the end of is not repeated; where nothing was heard, it is tried again. */
const OUTCOMES: Record<FailureKind, 'failed' | 'unknown' | 'intended'> = {
  refused: 'failed',
  not_offered: 'failed',
  unknown: 'unknown',
  unreachable: 'intended',
  not_set_up: 'intended',
};

/** Tells couriers what is to be done with parcels that nobody took, each once. @throws ApiError `database_unreachable` */
export async function sendAdvices(db: ShopDatabase, port: typeof portOf = portOf): Promise<void> {
  const claim = { max_advices: AT_ONCE, claim_seconds: CLAIM_SECONDS };
  const advices = await callFunction(db, 'claim_advices', claim, claimed.array());
  for (const { id, adapter, name, ...advice } of advices) {
    let outcome: 'sent' | 'failed' | 'unknown' | 'intended' = 'sent';
    let problem = '';
    try {
      await port({ adapter, name }).advise(advice);
    } catch (failure) {
      outcome = failure instanceof CourierFailure ? OUTCOMES[failure.kind] : 'unknown';
      problem = failure instanceof CourierFailure ? failure.message : 'The shop broke off';
    }
    await callFunction(db, 'note_advice', { advice_id: id, outcome, problem });
  }
}
