import type { Settings } from './contract.ts';

type Opening = Settings['door']['opening'];

/** When a parcel may be opened, as pages say it. */
export const OPENING_TEXTS: Record<Opening, { point: string; answer: string; urdu: string }> = {
  after_paying: {
    point: 'You pay first, and then open your parcel.',
    answer:
      'No: riders hand it over for the cash. If a piece is broken or wrong, take a photo and write to us, and we put it right.',
    urdu: 'پہلے ادائیگی کریں، پھر پارسل کھولیں۔',
  },
  before_paying: {
    point: 'You may open your parcel at the door before you pay.',
    answer: 'Yes. Open it at the door, and pay when it is what you ordered.',
    urdu: 'آپ ادائیگی سے پہلے پارسل کھول کر دیکھ سکتے ہیں۔',
  },
};

/** What the moving line of the home page says of it; null: nothing to announce. */
export const openingLine = (opening: Opening): string | null =>
  opening === 'before_paying' ? 'Open your parcel before you pay' : null;
