/**
 * Eight weeks of life in the demo shop, ending now: written by the functions that the API calls, each with the clock at the time of its event, so that
 * stock, books, daily counts and reports follow as they do in a real shop. The same for everybody who starts on the same day.
 */
import { type Agenda, createAgenda, DAY, HOUR } from './agenda.ts';
import { planRules } from './desk.ts';
import { planOrders } from './orders.ts';
import { seededRandom } from './random.ts';
import { planStockroom } from './stockroom.ts';
import type { Story } from './story.ts';
import { askForReviews, planVoices } from './voices.ts';

const FIRST_DAY = -55;
const SEED = 2019;

interface HistoryDatabase {
  exec(sql: string): Promise<unknown>;
  query<Row>(sql: string, values: unknown[]): Promise<{ rows: Row[] }>;
}

/** Adds the demo catalogue to an empty, migrated database as it was the day before the history begins. Takes its SQL. */
export async function beginHistory(database: HistoryDatabase, catalogue: string): Promise<void> {
  const agenda = createAgenda(Date.now());
  agenda.at(openingOf(agenda), async () => {
    await database.exec(catalogue);
  });
  await agenda.run();
}

/** Goes on to this moment. Takes the id of the staff member who did all the work. */
export async function writeHistory(database: HistoryDatabase, staff: string): Promise<void> {
  const agenda = createAgenda(Date.now());
  const story: Story = {
    agenda,
    random: seededRandom(SEED),
    desk: seededRandom(SEED + 1),
    callsToday: 0,
    staff,
    query: async <Row>(sql: string, values: (string | number | null)[] = []) => (await database.query<Row>(sql, values)).rows,
  };
  agenda.at(openingOf(agenda), async () => {
    await story.query('update public.staff set created_at = now() where id = $1', [staff]);
    await planOrders(story, FIRST_DAY, askForReviews(story));
    planRules(story);
    planStockroom(story);
    planVoices(story, FIRST_DAY);
  });
  await agenda.run();
  await sendMails(story);
}

function openingOf({ startOfDay }: Agenda): number {
  return startOfDay(FIRST_DAY) - DAY + 9 * HOUR;
}

/** All mails have reached their readers when their orders and messages were written; those of more than a month ago are forgotten. */
async function sendMails({ query }: Story): Promise<void> {
  await query('update public.mail_outbox set attempts = 1, sent_at = created_at where sent_at is null');
  await query('select public.purge_expired()');
}
