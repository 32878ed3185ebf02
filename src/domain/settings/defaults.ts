import type { Settings } from './contract.ts';

/** The shop as it comes: it promises nothing that it cannot count. The owner's row of settings (`shop_settings`) replaces these group by group, value by value. */
export const DEFAULT_SETTINGS: Settings = {
  identity: {
    name: 'Naqsh',
    legalName: 'Naqsh Jewellery',
    tagline: 'Artificial jewellery, made to be remembered',
    founded: 2019,
  },
  contact: {
    phone: '+92 300 1234567',
    whatsapp: '923001234567',
    email: 'care@naqsh.example',
    address: '',
    instagram: 'https://www.instagram.com/',
    facebook: 'https://www.facebook.com/',
  },
  hours: { lines: 'Mon-Fri 9:00-18:00\nSat-Sun 10:00-16:00' },
  delivery: { freeFrom: 2999, fee: 200 },
  returns: {
    days: 30,
    evidence: ['claim'],
    shopPays: ['claim'],
    excludesReduced: false,
    outcomes: ['transfer', 'store_credit', 'exchange'],
  },
  door: {
    points: [
      'The rider calls the number on your order before coming.',
      'You pay in cash: the amount on your order page, and nothing on top. Please have it ready.',
      'If a piece is broken or wrong, take a photo and write to us.',
    ].join('\n'),
    opening: 'after_paying',
  },
  announcement: {
    isShown: true,
    text: 'Free Delivery Above PKR {freeFrom}',
    lines: ['Cash on delivery all over Pakistan'],
  },
  hero: {
    first: {
      eyebrow: 'The Bridal Edit',
      title: 'Kundan for the day everyone remembers',
      text: 'Chokers, matha tikkas and naths, finished by hand and light enough for the whole barat.',
      action: 'Shop Bridal',
    },
    second: {
      eyebrow: 'New Arrivals',
      title: 'A little sparkle for every day',
      text: 'Rings, hoops and pendants to wear from the office to the walima.',
      action: 'Shop New In',
    },
  },
  about: {
    story:
      '{name} means engraving, or a pattern that stays. We began in {founded} with one tray of jhumkas and the idea that jewellery for a wedding should not cost as much as the wedding.\n\nFrom studs for school to kundan sets for the barat, we choose each design ourselves and look every piece over before we pack it.',
  },
  claims: {
    customers: { isShown: true, whenTrue: true, figure: '10k+', text: 'Happy customers' },
    averageRating: { isShown: true, whenTrue: true, figure: '4.9/5', text: 'Average rating' },
    buyAgain: { isShown: true, whenTrue: true, figure: '99%', text: 'Bought again' },
    fiveStarReviews: { isShown: true, whenTrue: true, figure: '500+', text: 'Five-star reviews' },
    quality: { isShown: false, figure: '100%', text: 'Quality guaranteed' },
    support: { isShown: false, besideHours: false, figure: '24/7', text: 'Support' },
    megaSale: { isShown: true, whenTrue: true, text: 'Sale: up to 50% off' },
    certified: { isShown: false, text: 'Certified jewelry' },
    securePayment: { isShown: false, text: '100% Protected' },
    aboutCustomers: { isShown: true, whenTrue: true, text: '10K+ customers' },
    aboutProducts: { isShown: true, whenTrue: true, text: '500+ products' },
  },
  testimonials: { isShown: false, items: [] },
  listing: { order: 'name' },
  search: { words: '' },
  pages: { rebuild: 'at_once', minutes: 60, hour: 3 },
  reviewMails: { isOn: true, days: 5 },
  customerMails: { parcelLeft: true, parcelArrived: true, returnDecided: true },
  payment: { transfer: 'off' },
  gifts: { wrap: 'off', price: 150 },
  salesTax: { percent: 0 },
};
