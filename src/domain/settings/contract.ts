import * as z from 'zod';
import { RETURN_KINDS, RETURN_OUTCOMES } from '#domain/returns/choices.ts';
import { comparedText, email, line, optionalLine, requiredText, text } from '#domain/text-fields.ts';
import { timestamp } from '#domain/values.ts';
import { expectedVersion } from '#domain/versions.ts';

const wholeRupees = (max: number) =>
  z
    .int('Enter whole rupees')
    .min(1, 'At least 1')
    .max(max, `At most ${max.toLocaleString('en')}`);

const phone = line(24, 'Enter a phone number').refine(
  (number) => /^\+?[\d\s()-]+$/.test(number) && digitCount(number) >= 7 && digitCount(number) <= 15,
  'Enter a phone number of 7 to 15 digits',
);

/** Stored as wa.me needs it: country code and number, digits only. `0300 1234567` counts as Pakistani. */
const whatsapp = phone.overwrite((number) =>
  number
    .replace(/\D/g, '')
    .replace(/^00/, '')
    .replace(/^0(?=\d{10}$)/, '92'),
);

const NO_LINK = 'Enter an address that begins with https://';

/** An https address, or empty for no profile. */
const profileLink = z.union(
  [z.literal(''), comparedText(500).pipe(z.url({ protocol: /^https$/, error: NO_LINK }).regex(/^[^\s\p{C}]*$/u, NO_LINK))],
  { error: NO_LINK },
);

const identity = z.object({
  name: line(40, 'Enter the name of the shop'),
  legalName: line(80, 'Enter the full name of the shop'),
  tagline: line(100, 'Enter a tagline'),
  founded: z.int('Enter a year').min(1900, 'Enter a year from 1900 on').max(2100, 'Enter a year up to 2100'),
});

const contact = z.object({
  phone,
  whatsapp,
  email,
  address: text(200),
  instagram: profileLink,
  facebook: profileLink,
});

/** When somebody answers, a line for days that are alike: `Mon-Fri 9:00-18:00`. Empty: the pages state no hours. */
const hours = z.object({ lines: text(300) });

/** The delivery charge in rupees: free from a subtotal of `freeFrom`, a flat `fee` below. */
export const deliveryRule = z.object({ freeFrom: wholeRupees(1_000_000), fee: wholeRupees(10_000) });

export type DeliveryRule = z.infer<typeof deliveryRule>;

const eachOnce = <Choice>(choices: Choice[]) => new Set(choices).size === choices.length;
const returnKinds = z
  .array(z.enum(RETURN_KINDS, 'Choose from the list'))
  .max(RETURN_KINDS.length, { error: 'Each only once', abort: true })
  .refine(eachOnce, 'Each only once');

/**
 * What customers may send back, by when. It holds for orders that arrive from then on; what was promised before stays. Which pieces are excluded is said
 * by products and categories. Fields but the days are missing in what was saved before there were any.
 */
const returns = z.object({
  /** From the delivery on. */
  days: z.int('Enter whole days').min(1, 'At least 1').max(365, 'At most 365'),
  /** Kinds of requests that need a photo. */
  evidence: returnKinds.default(['claim']),
  /** Kinds whose way back the shop pays; of the others the customer does. */
  shopPays: returnKinds.default(['claim']),
  /** Reduced pieces are taken back only with a claim. */
  excludesReduced: z.boolean().default(false),
  /** What a request may come to. */
  outcomes: z
    .array(z.enum(RETURN_OUTCOMES, 'Choose from the list'))
    .min(1, 'Choose at least one')
    .max(RETURN_OUTCOMES.length, { error: 'Each only once', abort: true })
    .refine(eachOnce, 'Each only once')
    .default([...RETURN_OUTCOMES]),
});

/** When a parcel may be opened. */
export const OPENINGS = ['after_paying', 'before_paying'] as const;

/**
 * What happens when the parcel comes, a point on each line, and when it may be opened. Shipping & Returns shows them, and links lead there from where
 * cash on delivery is named. `opening` is missing in what was saved before there was any.
 */
const door = z.object({
  points: requiredText(800, 'Say what happens when the parcel comes'),
  opening: z.enum(OPENINGS, 'Choose from the list').default('after_paying'),
});

/** The bar above the header and the moving line on the home page. `{freeFrom}` is replaced by the free-delivery limit. */
const announcement = z.object({
  isShown: z.boolean(),
  text: line(70, 'Enter the announcement, or switch it off'),
  lines: z.array(line(60, 'Enter some words, or remove the line')).max(10, 'At most 10 lines'),
});

const heroSlide = z.object({
  eyebrow: line(30, 'Enter the small line above the headline'),
  title: line(60, 'Enter a headline'),
  text: line(140, 'Enter a text'),
  action: line(24, 'Enter the words of the button'),
});

const about = z.object({ story: requiredText(600, 'Enter how the shop began') });

/** A promise that can be switched off. */
const promise = z.object({ isShown: z.boolean(), text: line(60, 'Enter the promise, or switch it off') });

/** A promise with a large figure: `10k+`. */
const figurePromise = promise.extend({ figure: line(8, 'Enter a figure') });

/** Says what the shop counts instead of what is written, and nothing while that is too little (promises.ts). Missing in what was saved before there was this. */
const whenTrue = z.boolean().default(false);

/** A promise whose text has the number in it: `500+ products`. */
const numberPromise = promise.extend({ whenTrue }).refine((one) => !one.whenTrue || /\d/.test(one.text), {
  path: ['text'],
  error: 'Write a number where the counted one belongs',
});

/** What the shop promises about itself. The owner words each and can switch it off. */
const claims = z.object({
  customers: figurePromise.extend({ whenTrue }),
  averageRating: figurePromise.extend({ whenTrue }),
  buyAgain: figurePromise.extend({ whenTrue }),
  fiveStarReviews: figurePromise.extend({ whenTrue }),
  quality: figurePromise,
  /** Round the clock is not said beside stated hours, unless the owner wants it so. */
  support: figurePromise.extend({ besideHours: z.boolean().default(false) }),
  megaSale: numberPromise,
  certified: promise,
  securePayment: promise,
  aboutCustomers: numberPromise,
  aboutProducts: numberPromise,
});

const counted = z.int().nullable();

/** What is true of the shop, each null while it is too little to say, or no promise says it. Percentages are whole. */
export const trueFigures = z.object({
  customers: counted,
  products: counted,
  fiveStarReviews: counted,
  averageRating: z.number().nullable(),
  buyAgain: counted,
  discount: counted,
});

export type TrueFigures = z.infer<typeof trueFigures>;

const testimonial = z.object({
  name: line(60, 'Enter a name'),
  city: optionalLine(40),
  text: line(240, 'Enter what they said'),
});

export const MAX_TESTIMONIALS = 12;

const testimonials = z.object({
  isShown: z.boolean(),
  items: z.array(testimonial).max(MAX_TESTIMONIALS, `At most ${MAX_TESTIMONIALS} testimonials`),
});

/** What `/products` can be sorted by, and is at first. */
export const LISTING_ORDERS = ['name', 'best', 'newest', 'price-asc', 'price-desc', 'rating'] as const;

export type ListingOrder = (typeof LISTING_ORDERS)[number];

const listing = z.object({ order: z.enum(LISTING_ORDERS) });

/** A line for each meaning: what the shop calls it = what people type, and what else they type. */
const search = z.object({
  words: text(6000).refine(
    (words) => words.split('\n').every((line) => line.trim() === '' || isMeaning(line)),
    'One per line: what the shop calls it = what people type',
  ),
});

/** When changes are published. */
export const REBUILDS = ['at_once', 'interval', 'nightly'] as const;

/** `minutes` is for `interval`, `hour` (in Pakistan) for `nightly`; both are stored whichever is chosen. */
const pages = z.object({
  rebuild: z.enum(REBUILDS),
  minutes: z.int('Enter whole minutes').min(5, 'At least 5').max(1440, 'At most 1440, which is a day'),
  hour: z.int('Enter an hour').min(0, 'From 0 to 23').max(23, 'From 0 to 23'),
});

/** The mail that asks for reviews, so many days after a delivery. */
const reviewMails = z.object({
  isOn: z.boolean(),
  days: z.int('Enter whole days').min(1, 'At least 1').max(60, 'At most 60'),
});

/** The mails that tell a customer what happened. */
const customerMails = z.object({ parcelLeft: z.boolean(), parcelArrived: z.boolean(), returnDecided: z.boolean() });

/** Whether the checkout offers a bank transfer beside cash on delivery, which stays first. */
export const TRANSFER_OFFERS = ['off', 'beside_cash'] as const;

const payment = z.object({ transfer: z.enum(TRANSFER_OFFERS) });

export const WRAP_OFFERS = ['off', 'offered'] as const;

/** Whether the checkout offers gift wrap, and what it costs in rupees. */
const gifts = z.object({
  wrap: z.enum(WRAP_OFFERS),
  price: z.int('Enter whole rupees').min(0, 'At least 0').max(10_000, 'At most 10,000'),
});

/** The sales tax that prices include; 0 is off. Orders keep the rate that they were placed at. */
const salesTax = z.object({ percent: z.int('Enter whole per cent').min(0, 'At least 0').max(50, 'At most 50') });

const groups = {
  identity,
  contact,
  hours,
  delivery: deliveryRule,
  returns,
  door,
  announcement,
  hero: z.object({ first: heroSlide, second: heroSlide }),
  about,
  claims,
  testimonials,
  listing,
  search,
  pages,
  reviewMails,
  customerMails,
  payment,
  gifts,
  salesTax,
};

/** Everything an owner changes without a developer, in groups that are saved as a whole. */
export const settings = z.object(groups);

export type Settings = z.infer<typeof settings>;

/** The settings in an answer. `updatedAt` is null while they are the defaults. */
export const savedSettings = settings.extend({ updatedAt: timestamp.nullable() });

export type SavedSettings = z.infer<typeof savedSettings>;

/** What owners alone change: what customers trust and what they are charged. */
export const OWNER_GROUPS = ['contact', 'delivery', 'payment', 'gifts', 'salesTax'] as const satisfies (keyof Settings)[];

/** What others are told. */
export const OWNERS_ONLY: Record<(typeof OWNER_GROUPS)[number], string> = {
  contact: 'Only owners change the contact.',
  delivery: 'Only owners change the delivery rule.',
  payment: 'Only owners change how customers pay.',
  gifts: 'Only owners change what gift wrap costs.',
  salesTax: 'Only owners change the sales tax.',
};

/** The changed groups, each as a whole, and the version the editor saw. */
export const settingsEdit = settings
  .partial()
  .extend({ updatedAt: expectedVersion.nullish() })
  .transform(({ updatedAt, ...changed }) => ({ updatedAt: updatedAt ?? null, groups: changed }))
  .refine(({ groups }) => Object.values(groups).some((group) => group !== undefined), 'Nothing to change');

export type SettingsEdit = z.output<typeof settingsEdit>;

function isMeaning(line: string): boolean {
  const sides = line.split('=');
  return sides.length === 2 && sides.every((side) => side.trim() !== '');
}

function digitCount(number: string): number {
  return number.replace(/\D/g, '').length;
}
