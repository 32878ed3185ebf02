/** Searches for a budget, a size, an occasion or a person, in English, Roman Urdu and Urdu script, and which pieces of the demo shop each means. */
import { productId } from './queries.ts';

/** Products by the last three digits of their ids. */
const EARRINGS = [201, 202, 203, 204, 205, 206];
const STUDS = [205, 206];
const SETS = [207, 208, 209];
const RINGS = [213, 214, 215, 216, 217];
const BANGLES = [218, 219];
const BRACELETS = [218, 219, 220, 221, 222];
const WATCHES = [223, 224];
const PENDANTS = [225, 226, 227, 228];

const GIFTS = [205, 206, 209, 210, 213, 214, 216, 217, 220, 222, 223, 224, 225, 228, 232, 235];
const MEHNDI = [201, 215, 218, 219, 230];
const BARAT = [203, 207, 229, 230, 231];
const WALIMA = [202, 208, 211, 227];
const EID = [201, 206, 212, 218, 219, 226, 235];
const NIKAH = [...BARAT, ...WALIMA];
const PARTY = [202, 203, 205, 209, 210, 211, 213, 214, 215, 220, 221, 227, 232, 234, 235];

interface Limits {
  /** Rupees, included. */
  min?: number;
  max?: number;
  size?: string;
}

/** Pieces (null: all of the shop), of which those are meant that keep the limits; and queries, separated by `|`. */
const WISHES: [of: number[] | null, limits: Limits, queries: string][] = [
  // Budgets with a piece
  [
    EARRINGS,
    { max: 1500 },
    'earrings under 1500 | earrings below Rs. 1,500 | earrings less than 1500 | earrings upto 1.5k | bunde 1500 se kam | 1500 tak earrings | earrings 1500 ke andar | earrings Rs 1500 | بندے 1500 سے کم | ۱۵۰۰ سے کم بالیاں کان کی بالیاں',
  ],
  [
    RINGS,
    { max: 1500 },
    'rings under 1500 | ring 1500 se kam | angoothi 1500 tak | anguthi 1500 rupay tak | anguthian dedh hazar tak | 1500 wali angoothi | انگوٹھی 1500 تک | انگوٹھیاں ڈیڑھ ہزار سے کم',
  ],
  [BRACELETS, { max: 1500 }, 'bracelets under 1500 | bracelet 1500 rupees se kam | bracelet within 1500 | بریسلیٹ ۱۵۰۰ تک'],
  [
    PENDANTS,
    { max: 1200 },
    'pendants under 1200 | locket 1200 se kam | locket 1200 ke andar | pendant less than 1200/- | لاکٹ 1200 سے کم',
  ],
  [
    SETS,
    { max: 6000 },
    'sets under 6000 | necklace set 6000 tak | set chay hazar tak | jewellery set under 6k | ہار سیٹ چھ ہزار تک',
  ],
  [
    WATCHES,
    { max: 5000 },
    'watches under 5000 | ghari 5000 se kam | ghari panch hazar tak | watch 5000 budget | گھڑی پانچ ہزار سے کم',
  ],
  [STUDS, { max: 800 }, 'studs under 800 | tops 800 se kam | tops aath sau tak | ٹاپس 800 سے کم'],
  [
    RINGS,
    { min: 1500 },
    'rings above 1500 | ring over Rs 1500 | angoothi 1500 se zyada | rings 1500 and above | انگوٹھی 1500 سے زیادہ',
  ],
  [
    RINGS,
    { min: 1500, max: 2000 },
    'rings between 1500 and 2000 | rings 1500 to 2000 | ring 1500-2000 | angoothi 1500 se 2000 tak | rings from 1,500 to 2,000 | انگوٹھی 1500 سے 2000 تک',
  ],
  // Budgets alone
  [
    null,
    { max: 2000 },
    'under 2000 | below 2000 | 2000 se kam | 2000 tak | do hazar se kam | Rs. 2,000 | 2000 rupees | budget 2000 | kuch 2000 ke andar | 2k se kam | 2000 سے کم | ۲۰۰۰ سے کم | دو ہزار تک | 2000 روپے تک',
  ],
  [null, { max: 1000 }, 'under 1000 | hazar se kam | ek hazar tak | under one thousand | ہزار سے کم | 1000 wali jewellery'],
  [null, { min: 5000 }, 'above 5000 | 5000 se upar | over 5k | 5000 سے زیادہ'],
  [
    null,
    { min: 1000, max: 2000 },
    'between 1000 and 2000 | 1000 to 2000 | 1000 se 2000 tak | 1000 se 2000 ke darmiyan | 1000 سے 2000 تک',
  ],
  // Sizes
  [
    RINGS,
    { size: '6' },
    'size 6 ring | ring size 6 | ring 6 number | anguthi size 6 | 6 size ki angoothi | انگوٹھی سائز 6 | size 6',
  ],
  [
    RINGS,
    { size: '11' },
    'size 11 rings | rings size 11 | ring no 11 | ring size no. 11 | 11 number ki anguthi | سائز ۱۱ انگوٹھی | 11 نمبر انگوٹھی',
  ],
  [[219], { size: '2.6' }, 'bangles size 2.6 | 2.6 bangles | choorian 2.6 | 2.6 size ki churiyan | چوڑیاں 2.6 | چوڑیاں سائز ۲٫۶'],
  [[204], { size: 'Large' }, 'hoops size large | hoop earrings large size'],
  [RINGS, { size: '11', max: 1500 }, 'size 11 ring under 1500 | angoothi size 11 1500 se kam | 1500 tak 11 number ring'],
  // Occasions
  [MEHNDI, {}, 'mehndi | for mehndi | mehndi ke liye kuch | mayoun jewellery | dholki ke liye | مہندی | مایوں'],
  [BARAT, {}, 'barat | baraat jewellery | barat ke liye | بارات'],
  [WALIMA, {}, 'walima | valima jewellery | walime ke liye | reception jewellery | ولیمہ'],
  [EID, {}, 'eid | eid jewellery | eid ke liye | for eid | عید | عید کے لیے'],
  [EID, { max: 1500 }, 'eid under 1500 | eid ke liye 1500 se kam | عید 1500 سے کم'],
  [[...NIKAH, ...PARTY], {}, 'nikah | nikkah | nikah jewellery | nikah ke liye | نکاح | نکاح کے لیے'],
  [BARAT, {}, 'shaadi | shadi | shaadi ke liye | wedding | شادی | شادی کے لیے'],
  [[...RINGS, ...GIFTS, ...PARTY], {}, 'mangni | engagement | mangni ke liye | baat pakki | منگنی'],
  [RINGS, {}, 'mangni ki angoothi | engagement ring | منگنی کی انگوٹھی'],
  [PARTY, {}, 'party jewellery | party wear | dawat ke liye | پارٹی'],
  // People
  [
    GIFTS,
    {},
    'gift for wife | gift for her | wife | biwi ke liye | biwi ke liye tohfa | ammi ke liye gift | gift for mother | gift for sister | behan ke liye | dost ke liye tohfa | birthday gift for friend | بیوی کے لیے تحفہ | امی کے لیے | تحفہ',
  ],
  [
    GIFTS,
    { max: 1500 },
    'gift under 1500 | gift for wife under 1500 | gift for sister 1500 se kam | 1500 tak gift | تحفہ 1500 سے کم',
  ],
  [EARRINGS, {}, 'earrings for wife | earrings for my mother | ammi ke liye bunde'],
  [BANGLES, { max: 1800 }, 'bangles under 1800 | choorian 1800 se kam | چوڑیاں 1800 سے کم'],
];

export interface ExpectedWish {
  query: string;
  /** Ids of products; null: all. */
  of: string[] | null;
  limits: Limits;
}

export const WISHED: ExpectedWish[] = WISHES.flatMap(([of, limits, queries]) =>
  queries.split('|').map((query) => ({ query: query.trim(), of: of?.map(productId) ?? null, limits })),
);
