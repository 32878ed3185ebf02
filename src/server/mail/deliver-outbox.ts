import { setTimeout as pause } from 'node:timers/promises';
import type { ShopDatabase } from '#server/database/client.ts';
import { logFailure } from '#server/log.ts';
import type { Claimed, SendResult } from './outbox.ts';
import { SendFailure } from './send-failure.ts';

const BATCH_SIZE = 20;

/** A scheduled function has thirty seconds, and the last message may take five of them. */
const RUN_MS = 15_000;

/** A burst of orders becomes one batch, which asks the database twice instead of twice for each message. */
const BATCHING_MS = 200;

/** A way out of the outbox. */
export interface Channel {
  /** What goes out this way, for the log. */
  messages: string;
  claim(count: number): Promise<Claimed[]>;
  /** Returns what the provider calls it, if that is kept. @throws SendFailure */
  send(row: Claimed): Promise<string | undefined>;
  /** Records what happened and returns the ids of what was given up. */
  record(results: SendResult[]): Promise<string[]>;
}

/**
 * Sends what is due and records what happened to each. Stops early when the provider takes none. Any number of runs may overlap.
 * @throws ApiError `database_unreachable`
 */
export async function deliverOutbox({ messages, claim, send, record }: Channel): Promise<void> {
  const deadline = Date.now() + RUN_MS;
  let results: SendResult[];
  do {
    results = await sendAll(await claim(BATCH_SIZE), send, deadline);
    const givenUp = results.length > 0 ? await record(results) : [];
    logFailures(messages, results, givenUp);
  } while (results.length === BATCH_SIZE && results.every(({ outcome }) => outcome === 'sent'));
}

async function sendAll(rows: Claimed[], send: Channel['send'], deadline: number): Promise<SendResult[]> {
  const results: SendResult[] = [];
  let providerIsDown = false;
  for (const row of rows) {
    if (providerIsDown || Date.now() > deadline) {
      results.push({ id: row.id, outcome: 'untried' });
      continue;
    }
    try {
      const reference = await send(row);
      results.push({ id: row.id, outcome: 'sent', ...(reference ? { reference } : {}) });
    } catch (error) {
      const { message, isProviderDown, outcome } =
        error instanceof SendFailure ? error : new SendFailure(`send failed (0): ${String(error)}`, { isProviderDown: true });
      results.push({ id: row.id, outcome, error: message });
      providerIsDown = isProviderDown;
    }
  }
  return results;
}

/** Logs error codes only: the provider's messages may name recipients. */
function logFailures(messages: string, results: SendResult[], givenUp: string[]): void {
  const reasons = new Set(results.flatMap(({ error }) => error?.split(':')[0] ?? []));
  if (reasons.size > 0) logFailure(`${messages} not sent`, new Error([...reasons].join(', ')));
  if (givenUp.length > 0) logFailure(`${messages} given up`, new Error(givenUp.join(', ')));
}

/**
 * Lets new messages go out in the background, after a while in which more may come; the scheduled function retries what fails. Any number of calls share
 * one run at a time. Failures are logged.
 */
export function inBackground(
  messages: string,
  deliver: (db: ShopDatabase) => Promise<void>,
  batchingMs = BATCHING_MS,
): (db: ShopDatabase) => Promise<void> {
  let running: Promise<void> | undefined;
  let wanted = false;

  const deliverWhileWanted = async (db: ShopDatabase) => {
    while (wanted) {
      await pause(batchingMs);
      wanted = false;
      await deliver(db);
    }
  };

  return (db) => {
    wanted = true;
    running ??= deliverWhileWanted(db)
      .catch((error: unknown) => logFailure(`sending ${messages}`, error))
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}
