import type { Settings, TrueFigures } from './contract.ts';

type Claims = Settings['claims'];

/** A claim as a page shows it. */
export interface ShownClaim {
  text: string;
  /** Only of claims with a large figure. */
  figure?: string;
}

/** What each counted claim says, as words; nothing where there is too little to say. */
const COUNTED: Record<CountedName, (figures: TrueFigures) => string | null> = {
  customers: ({ customers }) => orMore(customers),
  averageRating: ({ averageRating }) => worded(averageRating, (stars) => `${stars.toFixed(1)}/5`),
  buyAgain: ({ buyAgain }) => worded(buyAgain, (percent) => `${percent}%`),
  fiveStarReviews: ({ fiveStarReviews }) => orMore(fiveStarReviews),
  megaSale: ({ discount }) => worded(discount, (percent) => `${percent}%`),
  aboutCustomers: ({ customers }) => orMore(customers),
  aboutProducts: ({ products }) => orMore(products),
};

/** Claims that the shop can count. */
export type CountedName = { [Name in keyof Claims]: Claims[Name] extends { whenTrue: boolean } ? Name : never }[keyof Claims];

/** `50%`, `10K+`, `1,200+`, `24`. */
const NUMBER = /\d[\d.,]*[kKmM]?\+?%?/;

export const isCounted = (name: keyof Claims): name is CountedName => name in COUNTED;

/** What a counted claim would say now; null while there is too little to say. */
export function countedFigure(name: CountedName, figures: TrueFigures): string | null {
  return COUNTED[name](figures);
}

/** Whether support is claimed: not round the clock beside stated hours, unless the owner wants it so. */
export function isSupportShown({ isShown, besideHours, figure, text }: Claims['support'], hours: readonly unknown[]): boolean {
  return isShown && (besideHours || hours.length === 0 || !`${figure} ${text}`.includes('24'));
}

/** The claims that a page shows: those that are on, as written, or with what was counted. Takes the stated hours besides. */
export function shownClaims(
  claims: Claims,
  figures: TrueFigures,
  hours: readonly unknown[],
): Partial<Record<keyof Claims, ShownClaim>> {
  const names = (Object.keys(claims) as (keyof Claims)[]).filter((name) =>
    name === 'support' ? isSupportShown(claims.support, hours) : claims[name].isShown,
  );
  return Object.fromEntries(
    names.flatMap((name) => worded(shown(name, claims[name], figures), (claim) => [[name, claim]]) ?? []),
  );
}

function shown(name: keyof Claims, claim: Claims[keyof Claims], figures: TrueFigures): ShownClaim | null {
  const { text } = claim;
  const written = 'figure' in claim ? { figure: claim.figure, text } : { text };
  if (!isCounted(name) || !('whenTrue' in claim && claim.whenTrue)) return written;
  const figure = countedFigure(name, figures);
  if (figure === null) return null;
  return 'figure' in claim ? { figure, text } : { text: text.replace(NUMBER, () => figure) };
}

/** `1200` as `1,200+`, from ten thousand on as `12k+`. */
function orMore(count: number | null): string | null {
  return worded(count, (many) => (many < 10_000 ? `${many.toLocaleString('en')}+` : `${Math.floor(many / 1000)}k+`));
}

function worded<Value, Result>(value: Value | null, words: (value: Value) => Result): Result | null {
  return value === null ? null : words(value);
}
