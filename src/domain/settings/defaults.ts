import type { Settings } from './contract.ts';

/** The shop as it comes. The owner's row of settings (`shop_settings`) replaces these group by group, value by value. */
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
  delivery: { freeFrom: 2999, fee: 200 },
  returns: { days: 30 },
  announcement: {
    isShown: true,
    text: 'Free Delivery Above PKR {freeFrom} | Upto 20% Off',
    lines: [
      'Cash on delivery all over Pakistan',
      'New pieces every week',
      'Gift boxes with every set',
      'Open your parcel at the door',
    ],
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
      '{name} means engraving, or a pattern that stays. We began in {founded} with one tray of jhumkas and the idea that jewellery for a wedding should not cost as much as the wedding.',
  },
  claims: {
    customers: { isShown: true, figure: '10k+', text: 'Happy customers' },
    averageRating: { isShown: true, figure: '4.9/5', text: 'Average rating' },
    buyAgain: { isShown: true, figure: '99%', text: 'Would buy again' },
    fiveStarReviews: { isShown: true, figure: '500+', text: 'Five-star reviews' },
    quality: { isShown: true, figure: '100%', text: 'Quality guaranteed' },
    support: { isShown: true, figure: '24/7', text: 'Support' },
    megaSale: { isShown: true, text: 'Mega Sale: up to 50% off' },
    certified: { isShown: true, text: 'Certified jewelry' },
    securePayment: { isShown: true, text: '100% Protected' },
    aboutCustomers: { isShown: true, text: '10K+ customers' },
    aboutProducts: { isShown: true, text: '500+ products' },
  },
  testimonials: {
    isShown: true,
    items: [
      {
        name: 'Ayesha Malik',
        city: 'Lahore',
        text: 'I wore the kundan set on my barat and my own khala asked which jeweller in Ichhra. It photographs like the real thing.',
      },
      {
        name: 'Zainab Raza',
        city: 'Karachi',
        text: 'Ordered at night, at my door in Clifton two days later. The box alone made my sister happy before she opened it.',
      },
      {
        name: 'Mehwish Tariq',
        city: 'Islamabad',
        text: 'The stones are set straight and nothing has come loose in eight months. I cannot say that of what I paid double for.',
      },
      {
        name: 'Hina Shah',
        city: 'Peshawar',
        text: 'One earring arrived scratched. They sent a new pair the same week and did not make me argue. That is why I came back.',
      },
      {
        name: 'Sadia Noor',
        city: 'Multan',
        text: 'Light jhumkas, at last. I danced through two dholkis and forgot that I had them on.',
      },
    ],
  },
  listing: { order: 'name' },
  search: { words: '' },
  pages: { rebuild: 'at_once', minutes: 60, hour: 3 },
};
