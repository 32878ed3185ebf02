import type { Settings, TrueFigures } from './contract.ts';

type Promises = Settings['claims'];

/** A promise as a page shows it. */
export interface ShownPromise {
  text: string;
  /** Only of promises with a large figure. */
  figure?: string;
}

/** What each counted promise says, as words; nothing where there is too little to say. */
const COUNTED: Record<CountedName, (figures: TrueFigures) => string | null> = {
  customers: ({ customers }) => orMore(customers),
  averageRating: ({ averageRating }) => worded(averageRating, (stars) => `${stars.toFixed(1)}/5`),
  buyAgain: ({ buyAgain }) => worded(buyAgain, (percent) => `${percent}%`),
  fiveStarReviews: ({ fiveStarReviews }) => orMore(fiveStarReviews),
  megaSale: ({ discount }) => worded(discount, (percent) => `${percent}%`),
  aboutCustomers: ({ customers }) => orMore(customers),
  aboutProducts: ({ products }) => orMore(products),
};

/** Promises that the shop can count. */
export type CountedName = {
  [Name in keyof Promises]: Promises[Name] extends { whenTrue: boolean } ? Name : never;
}[keyof Promises];

/** `50%`, `10K+`, `1,200+`, `24`. */
const NUMBER = /\d[\d.,]*[kKmM]?\+?%?/;

export const isCounted = (name: keyof Promises): name is CountedName => name in COUNTED;

/** What a counted promise would say now; null while there is too little to say. */
export function countedFigure(name: CountedName, figures: TrueFigures): string | null {
  return COUNTED[name](figures);
}

/** Whether support is promised: not round the clock beside stated hours, unless the owner wants it so. */
export function isSupportShown({ isShown, besideHours, figure, text }: Promises['support'], hours: readonly unknown[]): boolean {
  return isShown && (besideHours || hours.length === 0 || !`${figure} ${text}`.includes('24'));
}

/** The promises that a page shows: those that are on, as written, or with what was counted. Takes the stated hours besides. */
export function shownPromises(
  promises: Promises,
  figures: TrueFigures,
  hours: readonly unknown[],
): Partial<Record<keyof Promises, ShownPromise>> {
  const names = (Object.keys(promises) as (keyof Promises)[]).filter((name) =>
    name === 'support' ? isSupportShown(promises.support, hours) : promises[name].isShown,
  );
  return Object.fromEntries(
    names.flatMap((name) => worded(shown(name, promises[name], figures), (promise) => [[name, promise]]) ?? []),
  );
}

function shown(name: keyof Promises, promise: Promises[keyof Promises], figures: TrueFigures): ShownPromise | null {
  const { text } = promise;
  const written = 'figure' in promise ? { figure: promise.figure, text } : { text };
  if (!isCounted(name) || !('whenTrue' in promise && promise.whenTrue)) return written;
  const figure = countedFigure(name, figures);
  if (figure === null) return null;
  return 'figure' in promise ? { figure, text } : { text: text.replace(NUMBER, () => figure) };
}

/** `1200` as `1,200+`, from ten thousand on as `12k+`. */
function orMore(count: number | null): string | null {
  return worded(count, (many) => (many < 10_000 ? `${many.toLocaleString('en')}+` : `${Math.floor(many / 1000)}k+`));
}

function worded<Value, Result>(value: Value | null, words: (value: Value) => Result): Result | null {
  return value === null ? null : words(value);
}
