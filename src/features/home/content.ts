import { formatRupees } from '#shared/money.ts';
import { DELIVERY } from '#shared/shop.ts';

/** What the home page says of the shop. A shop that takes this over puts its own words, faces and figures here. */

export const SLIDES = [
  {
    image: '/media/hero/hero-1.webp',
    alt: 'Kundan bridal choker on a wine velvet bust',
    eyebrow: 'The Bridal Edit',
    title: 'Kundan for the day everyone remembers',
    text: 'Chokers, matha tikkas and naths, finished by hand and light enough for the whole barat.',
    action: 'Shop Bridal',
    href: '/products?filter=bridal',
    dark: true,
  },
  {
    image: '/media/hero/hero-2.webp',
    alt: 'Gold, rose gold and emerald rings with twisted gold hoops',
    eyebrow: 'New Arrivals',
    title: 'A little sparkle for every day',
    text: 'Rings, hoops and pendants to wear from the office to the walima.',
    action: 'Shop New In',
    href: '/products?filter=new',
    dark: false,
  },
] as const;

export const BANNER = [
  'Cash on delivery all over Pakistan',
  'New pieces every week',
  'Gift boxes with every set',
  'Open your parcel at the door',
];

/** The sale that the banner announces first, and whether it does. */
export const MEGA_SALE = { isShown: true, text: 'Mega Sale: up to 50% off' };

/** The row of tiles under the hero: slugs of categories, whose names come from the categories themselves. */
export const TILES = ['earrings', 'pendant', 'rings', 'bracelets', 'bridal', 'cosmetics', 'watches'];

export const COLLECTIONS = [
  {
    title: 'The Bridal Collection',
    text: 'Heirlooms in the making',
    image: '/media/collections/collection-bridal.webp',
    href: '/products?filter=bridal',
  },
  { title: 'Cocktail Rings', text: 'One is enough', image: '/media/collections/collection-rings.webp', href: '/category/rings' },
  {
    title: 'Pendants to Keep',
    text: 'Close to the heart',
    image: '/media/collections/collection-pendants.webp',
    href: '/category/pendant',
  },
  {
    title: 'Chandelier Earrings',
    text: 'They do the talking',
    image: '/media/collections/collection-earrings.webp',
    href: '/category/earrings',
  },
];

/** What speaks for the shop, below the featured products. */
export const BENEFITS = [
  {
    icon: 'truck',
    title: 'Free Shipping',
    text: `On orders over Rs ${formatRupees(DELIVERY.freeFrom)}, anywhere in Pakistan.`,
  },
  { icon: 'shield', title: 'Secure Payment', text: 'Pay in cash when the parcel is in your hands.' },
  { icon: 'headset', title: '24/7 Support', text: 'On WhatsApp, by phone or e-mail, whenever you need us.' },
] as const;

export const STATS = [
  { figure: '10k+', text: 'Happy customers' },
  { figure: '4.9/5', text: 'Average rating' },
  { figure: '99%', text: 'Would buy again' },
  { figure: '500+', text: 'Five-star reviews' },
];

export const TESTIMONIALS = [
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
];

export const GALLERY = [
  { image: '/media/social/social-1.webp', alt: 'Stack of colourful enamel bangles' },
  { image: '/media/social/social-2.webp', alt: 'Perfume, lipsticks and pearls on blush satin' },
  { image: '/media/social/social-3.webp', alt: 'Close view of a kundan bridal choker with rubies and pearls' },
  { image: '/media/social/social-4.webp', alt: 'Silver ring with an oval blue stone on navy velvet' },
];
