/** A courier's file that is booked and has not arrived. `sum` may be below zero: the courier takes it off its next payment. */
export interface AnnouncedSettlement {
  id: string;
  courierId: string;
  courier: string;
  reference: string;
  sum: number;
  day: string;
}

export interface Payout {
  courierId: string;
  courier: string;
  settlements: { id: string; reference: string; sum: number; day: string }[];
  /** The line names the courier or its payment, and nothing else comes to its sum. */
  isSure: boolean;
}

interface Line {
  day: string;
  amount: number;
  reference: string;
}

/** How far the bank's day may be from the day on which the file was booked. */
const DAYS_BEFORE = 21;
const DAYS_AFTER = 14;

/** Files of one courier that are tried together: 4,095 ways. */
const MOST_FILES = 12;
const MOST_PROPOSED = 5;

const DAY_MS = 86_400_000;

/** Which files of which courier a credit of the bank is, to the paisa: one or several together. Those that the line names first, then the fewest files. */
export function matchPayouts({ day, amount, reference }: Line, announced: AnnouncedSettlement[]): Payout[] {
  const byCourier = Map.groupBy(
    announced.filter((one) => isNear(day, one.day)),
    ({ courierId }) => courierId,
  );
  const found = [...byCourier.values()].flatMap((files) => {
    const tried = files.slice(0, MOST_FILES);
    return setsOf(tried, Math.round(amount * 100)).map((settlements) => ({
      settlements,
      isNamed: isNamed(reference, settlements),
    }));
  });
  const named = found.filter((one) => one.isNamed);
  return found
    .toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed) || a.settlements.length - b.settlements.length)
    .slice(0, MOST_PROPOSED)
    .map(({ settlements, isNamed: names }) => ({
      courierId: settlements[0]?.courierId ?? '',
      courier: settlements[0]?.courier ?? '',
      settlements: settlements.map(({ id, reference: number, sum, day: booked }) => ({
        id,
        reference: number,
        sum,
        day: booked,
      })),
      isSure: names && named.length === 1,
    }));
}

function isNear(bankDay: string, bookedDay: string): boolean {
  const days = (Date.parse(bankDay) - Date.parse(bookedDay)) / DAY_MS;
  return days >= -DAYS_BEFORE && days <= DAYS_AFTER;
}

/** Every set of files that comes to a sum, in paisa. */
function setsOf(files: AnnouncedSettlement[], sum: number): AnnouncedSettlement[][] {
  const sets: AnnouncedSettlement[][] = [];
  for (let set = 1; set < 2 ** files.length; set += 1) {
    const chosen = files.filter((_, place) => set & (1 << place));
    if (chosen.reduce((paisa, one) => paisa + Math.round(one.sum * 100), 0) === sum) sets.push(chosen);
  }
  return sets;
}

/** Whether the bank's words have the courier's name, or the numbers of all its payments. */
function isNamed(reference: string, files: AnnouncedSettlement[]): boolean {
  const words = bare(reference);
  const name = bare(files[0]?.courier ?? '');
  return (name !== '' && words.includes(name)) || files.every(({ reference: number }) => words.includes(bare(number)));
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
