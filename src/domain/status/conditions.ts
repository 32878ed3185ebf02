import { formatDay } from '#domain/orders/labels.ts';
import type { ConditionKind, TroubleDetails } from './contract.ts';

interface ConditionText {
  name: string;
  /** What its threshold counts: `15 minutes`. */
  unit: [one: string, many: string];
  /** What is wrong, in a sentence. */
  trouble: (details: TroubleDetails) => string;
  /** What the owner does about it. */
  remedy: string;
}

/** How each condition is said, on the screen and in the mail. */
export const CONDITIONS: Record<ConditionKind, ConditionText> = {
  builds: {
    name: 'Builds of the pages',
    unit: ['failed build in a row', 'failed builds in a row'],
    trouble: ({ failed = 0 }) =>
      `${counted(failed, 'build', 'builds')} failed one after another: the shop still shows its last pages.`,
    remedy:
      'Open the deploys of the site at Netlify and read the log of the last one. Prices at the checkout are right meanwhile.',
  },
  mail: {
    name: 'Mails',
    unit: ['minute without success', 'minutes without success'],
    trouble: ({ waiting = 0, error }) => `${counted(waiting, 'mail', 'mails')} could not be sent${error ? `: ${error}` : '.'}`,
    remedy: 'Look at the key, the domain and the plan at Resend. Mails wait in the outbox and go when it answers again.',
  },
  whatsapp: {
    name: 'WhatsApp',
    unit: ['minute without success', 'minutes without success'],
    trouble: ({ waiting = 0, error }) =>
      `${counted(waiting, 'question', 'questions')} could not be sent${error ? `: ${error}` : '.'}`,
    remedy: 'Look at the token and the quality of the number in the WhatsApp manager. Meanwhile, confirm orders by phone.',
  },
  schedule: {
    name: 'Scheduled work',
    unit: ['minute late', 'minutes late'],
    trouble: () => 'Housekeeping has not run: mails and builds that failed are not tried again.',
    remedy:
      'Open the scheduled functions of the site at Netlify: housekeeping runs every five minutes. Deploy the site again if it is missing.',
  },
  server_errors: {
    name: 'Errors of the server',
    unit: ['request within an hour', 'requests within an hour'],
    trouble: ({ failures = 0, operation }) =>
      `${counted(failures, 'request', 'requests')} failed within the last hour${operation ? `, most of them for ${operation}` : ''}.`,
    remedy:
      'Find the request below in the log of the functions at Netlify, by its number, and send it to whoever looks after the shop.',
  },
  browser_errors: {
    name: 'Browser errors',
    unit: ['error within a day', 'errors within a day'],
    trouble: ({ failures = 0, page }) =>
      `Scripts of pages failed ${counted(failures, 'time', 'times')} within a day${page ? `, most of them on ${page}` : ''}.`,
    remedy:
      'Open the page below on a phone and try it. If the errors began with a deploy, publish the one before it at Netlify; send the message to whoever looks after the shop.',
  },
  database_size: {
    name: 'Size of the database',
    unit: ['megabyte', 'megabytes'],
    trouble: ({ megabytes = 0 }) =>
      `The database has ${counted(megabytes, 'megabyte', 'megabytes')}: it is near the end of the plan.`,
    remedy: 'Look at the plan of the project at Supabase. A full database takes no orders.',
  },
  storage_size: {
    name: 'Size of the photos',
    unit: ['megabyte', 'megabytes'],
    trouble: ({ megabytes = 0 }) =>
      `Stored photos have ${counted(megabytes, 'megabyte', 'megabytes')}: they are near the end of the plan.`,
    remedy: 'Delete photos that nothing shows under Media, or look at the plan of the project at Supabase.',
  },
  mails_sent: {
    name: 'Mails a day',
    unit: ['percent of what a day may have', 'percent of what a day may have'],
    trouble: ({ sent = 0, allowed = 0 }) =>
      `${counted(sent, 'mail', 'mails')} went out within a day, and ${allowed.toLocaleString('en')} may: further ones wait.`,
    remedy: 'Look at the plan at Resend, and raise the limit in Settings, Limits to what it sends in a day.',
  },
  backup: {
    name: 'Backups',
    unit: ['day without one', 'days without one'],
    trouble: ({ lastAt }) => (lastAt ? `The last backup is of ${formatDay(lastAt)}.` : 'There is no backup yet.'),
    remedy: 'Make one with “npm run backup” and keep the folder elsewhere. Switch this off where Supabase keeps backups for you.',
  },
  push: {
    name: 'Notifications',
    unit: ['device', 'devices'],
    trouble: ({ devices = 0, error }) =>
      `${counted(devices, 'device of the staff is', 'devices of the staff are')} no longer reached${error ? `: ${error}` : '.'}`,
    remedy:
      'Look at VAPID_SUBJECT and the keys. Then each person presses “Send me a test” under Your account, on the device itself. Mails go meanwhile.',
  },
  courier_polls: {
    name: 'Couriers',
    unit: ['minute without an answer', 'minutes without an answer'],
    trouble: ({ waiting = 0, courier, error }) =>
      error
        ? `${courier} does not answer: ${error}. ${counted(waiting, 'parcel is', 'parcels are')} followed by hand.`
        : `${counted(waiting, 'parcel of a courier', 'parcels of couriers')}, first of ${courier}, should have been asked about before.`,
    remedy:
      'Try the connection under Settings, Couriers, and look at the scheduled function courier-polls at Netlify. Meanwhile, look parcels up in the portal, and set their status under Shipments.',
  },
  courier_advice: {
    name: 'Advice to couriers',
    unit: ['minute before the courier’s deadline', 'minutes before the courier’s deadline'],
    trouble: ({ waiting = 0, courier, error }) =>
      `What ${counted(waiting, 'customer wants', 'customers want')} done with a parcel has not reached ${courier}${error ? `: ${error}` : '.'}`,
    remedy: 'Give the advice in the courier’s portal or by phone before its deadline: On the road, Attempts says what it is.',
  },
  courier_words: {
    name: 'Words of couriers',
    unit: ['word that nobody knows', 'words that nobody knows'],
    trouble: ({ waiting = 0, courier, word }) =>
      `${counted(waiting, 'word', 'words')} of couriers ${waiting === 1 ? 'has' : 'have'} no meaning yet: ${courier} says “${word}”.`,
    remedy: 'On the road, Unclear: say once what each means, and parcels with it move on.',
  },
  courier_bookings: {
    name: 'Bookings with couriers',
    unit: ['minute without an end', 'minutes without an end'],
    trouble: ({ waiting = 0, courier, error }) =>
      `Nobody knows what came of ${counted(waiting, 'booking', 'bookings')}, the oldest with ${courier}${error ? `: ${error}` : '.'}`,
    remedy:
      'Open Dispatch: look each up, or enter the tracking number that the courier’s portal shows. Do not book the parcel elsewhere before.',
  },
  courier_answers: {
    name: 'Answers of couriers',
    unit: ['parcel with an answer that cannot be true', 'parcels with an answer that cannot be true'],
    trouble: ({ waiting = 0, courier, error }) =>
      `Of ${counted(waiting, 'parcel', 'parcels')} a courier told what cannot be true, first ${courier}${error ? `: ${error}.` : '.'}`,
    remedy:
      'Nothing was kept of that. Look at the parcel in the courier’s portal, set its status under Shipments, and tell the courier what it sends.',
  },
  rehearsal: {
    name: 'Test restores',
    unit: ['day without one', 'days without one'],
    trouble: ({ lastAt, error }) => {
      if (error) return `The last backup could not be restored: ${error}`;
      return lastAt
        ? `A backup was last restored as a test on ${formatDay(lastAt)}.`
        : 'No backup has been restored as a test: nobody knows whether they are good.';
    },
    remedy: 'Run “npm run backup -- --rehearse” where the backups lie: it says what is wrong, and changes nothing of the shop.',
  },
};

/** `1 build`, `1,200 builds` */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
