import type { ShownReturnAddress } from '#domain/returns/return-address.ts';
import type { Settings } from './contract.ts';

/** Where nothing can be sent to. A shop that is cleared loses it with the demo. */
export const DEMO_RETURN_ADDRESS: ShownReturnAddress = {
  recipient: 'Naqsh Returns (demo)',
  phone: '042 00000000',
  address: 'Demo Plaza, Shop 4, Liberty Market, Gulberg III',
  city: 'Lahore',
};

/** What the demo shop says of itself: written, not counted; and that it wraps gifts. A shop that is cleared loses it with the demo. */
export const DEMO_SETTINGS: Pick<Settings, 'announcement' | 'claims' | 'testimonials' | 'gifts'> = {
  announcement: {
    isShown: true,
    text: 'Free Delivery Above PKR {freeFrom} | Upto 20% Off',
    lines: ['Cash on delivery all over Pakistan', 'New pieces every week'],
  },
  gifts: { wrap: 'offered', price: 150 },
  claims: {
    customers: { isShown: true, whenTrue: false, figure: '10k+', text: 'Happy customers' },
    averageRating: { isShown: true, whenTrue: false, figure: '4.9/5', text: 'Average rating' },
    buyAgain: { isShown: true, whenTrue: false, figure: '99%', text: 'Would buy again' },
    fiveStarReviews: { isShown: true, whenTrue: false, figure: '500+', text: 'Five-star reviews' },
    quality: { isShown: true, figure: '100%', text: 'Quality guaranteed' },
    support: { isShown: true, besideHours: true, figure: '24/7', text: 'Support' },
    megaSale: { isShown: true, whenTrue: false, text: 'Mega Sale: up to 50% off' },
    certified: { isShown: true, text: 'Certified jewelry' },
    securePayment: { isShown: true, text: '100% Protected' },
    aboutCustomers: { isShown: true, whenTrue: false, text: '10K+ customers' },
    aboutProducts: { isShown: true, whenTrue: false, text: '500+ products' },
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
};
