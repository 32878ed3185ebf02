import * as z from 'zod';
import { PUSH_TEXTS } from '#domain/push/texts.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { env } from '#server/env.ts';
import { logFailure } from '#server/log.ts';
import { inBackground } from '#server/mail/deliver-outbox.ts';
import { pushSettings } from './push-settings.ts';
import { type Outcome, sendPush } from './send-push.ts';
import type { PushSettings } from './vapid-variables.ts';

const BATCH_SIZE = 20;

/** A scheduled function has thirty seconds. */
const RUN_MS = 12_000;

/** A phone that rings a second later rings in time, and most shops have none that does: the database is asked once a second at most. */
const BATCHING_MS = 1_000;

const claimed = z.object({
  id: z.string(),
  kind: z.enum(Object.keys(PUSH_TEXTS) as [keyof typeof PUSH_TEXTS]),
  fact: z.string(),
  payload: z.unknown(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  waiting: z.int(),
});

type Claimed = z.infer<typeof claimed>;

/** Sends what is due to the phones of the staff, if that is set up. Any number of runs may overlap. @throws ApiError `database_unreachable` */
export async function deliverPushes(db: ShopDatabase): Promise<void> {
  const settings = pushSettings;
  if (!settings) return;
  const deadline = Date.now() + RUN_MS;
  let rows: Claimed[];
  do {
    rows = await callFunction(db, 'claim_pushes', { max_pushes: BATCH_SIZE }, z.array(claimed));
    // At once: one service that does not answer keeps no other waiting.
    const outcomes = await Promise.all(rows.map((row) => send(row, settings)));
    if (rows.length > 0) await record(db, rows, outcomes);
  } while (rows.length === BATCH_SIZE && Date.now() < deadline);
}

const deliverInBackground = inBackground('notifications', deliverPushes, BATCHING_MS);

/** Sends new notifications in the background, if that is set up. */
export function deliverPushesSoon(db: ShopDatabase): Promise<void> {
  return pushSettings ? deliverInBackground(db) : Promise.resolve();
}

async function send({ kind, payload, ...push }: Claimed, settings: PushSettings): Promise<Outcome> {
  const text = PUSH_TEXTS[kind](payload);
  return text
    ? sendPush({ ...push, text }, settings, env.URL)
    : { outcome: 'too_large', error: `the row cannot be read as ${kind}` };
}

async function record(db: ShopDatabase, rows: Claimed[], outcomes: Outcome[]): Promise<void> {
  const results = outcomes.map(({ outcome, error, waitSeconds }, index) => ({
    id: rows[index]?.id,
    outcome,
    error,
    wait_seconds: waitSeconds,
  }));
  await callFunction(db, 'record_pushes', { results });
  const reasons = new Set(outcomes.flatMap(({ error }) => error ?? []));
  if (reasons.size > 0) logFailure('notifications not sent', new Error([...reasons].join(', ')));
}
