import * as z from 'zod';
import { PRICE_STEPS, priceChange, type SharedChange } from '#domain/catalog/contract.ts';
import { factFields } from '#domain/products/fact-fields.ts';

const answer = z.enum(['', 'yes', 'no']);

/** The form of a bulk edit. What is empty stays as it is. */
export const bulkChange = z
  .object({
    category: z.string(),
    isAvailable: answer,
    isNew: answer,
    isFeatured: answer,
    price: z.enum(['', 'set', 'raise', 'lower']),
    amount: z.number('Enter a number').optional(),
    roundTo: z.enum(['', ...PRICE_STEPS.map(String)]),
    occasions: z.enum(['', 'add', 'remove']),
    chosenOccasions: factFields.occasions,
    plating: factFields.plating,
    baseMetal: factFields.baseMetal,
    isNickelFree: z.enum(['', 'yes', 'no', 'unstated']),
    care: factFields.care,
  })
  .transform((typed, { addIssue }): SharedChange => {
    const { price, amount, roundTo, category, occasions, chosenOccasions, plating, baseMetal, isNickelFree, care, ...flags } =
      typed;
    const change: SharedChange = {
      ...(category && { category }),
      ...Object.fromEntries(Object.entries(flags).flatMap(([flag, said]) => (said === '' ? [] : [[flag, said === 'yes']]))),
      ...(plating && { plating }),
      ...(baseMetal && { baseMetal }),
      ...(isNickelFree && { isNickelFree: isNickelFree === 'unstated' ? null : isNickelFree === 'yes' }),
      ...(care && { care }),
      ...(occasions === 'add' && { occasions: { add: chosenOccasions } }),
      ...(occasions === 'remove' && { occasions: { remove: chosenOccasions } }),
    };
    if (occasions && chosenOccasions.length === 0)
      addIssue({ code: 'custom', path: ['chosenOccasions'], message: 'Choose at least one' });
    if (price !== '') {
      const read = priceChange.safeParse(priceOf(price, amount ?? Number.NaN, roundTo));
      if (read.success) return { ...change, price: read.data };
      addIssue({ code: 'custom', path: ['amount'], message: amountComplaint(price, amount) });
    } else if (Object.keys(change).length === 0) {
      addIssue({ code: 'custom', path: ['category'], message: 'Choose what to change' });
    }
    return change;
  });

export type BulkFields = z.input<typeof bulkChange>;

export const NO_CHANGE: BulkFields = {
  category: '',
  isAvailable: '',
  isNew: '',
  isFeatured: '',
  price: '',
  amount: undefined,
  roundTo: '',
  occasions: '',
  chosenOccasions: [],
  plating: '',
  baseMetal: '',
  isNickelFree: '',
  care: '',
};

function priceOf(price: 'set' | 'raise' | 'lower', amount: number, roundTo: string): unknown {
  const rounding = roundTo === '' ? {} : { roundTo: Number(roundTo) };
  if (price === 'set') return { set: amount, ...rounding };
  return { percent: price === 'raise' ? amount : -amount, ...rounding };
}

function amountComplaint(price: string, amount: number | undefined): string {
  if (amount === undefined || amount <= 0) return 'Enter a number above 0';
  return price === 'set' ? 'At most 10,000,000' : price === 'raise' ? 'At most 500 %' : 'At most 95 %';
}
