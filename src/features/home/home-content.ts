import { DELIVERY } from '#built/settings.ts';
import { BANNER, CLAIMS, HERO_TEXTS, HOURS, OFFERS_TRANSFER } from '#built/texts.ts';
import { formatClaim } from '#domain/money.ts';
import { waysToPay } from '#domain/payments/ways-to-pay.ts';
import { isSupportShown } from '#domain/settings/promises.ts';

/* Pictures and links of the home page. The texts of slides, claims and testimonials come from Settings. */

export const SLIDES = [
  {
    image: '/media/hero/hero-1.webp',
    alt: 'Kundan bridal choker on a wine velvet bust',
    ...HERO_TEXTS.first,
    href: '/products?filter=bridal',
    dark: true,
  },
  {
    image: '/media/hero/hero-2.webp',
    alt: 'Gold, rose gold and emerald rings with twisted gold hoops',
    ...HERO_TEXTS.second,
    href: '/products?filter=new',
    dark: false,
  },
];

/** Texts of the moving line. */
export { BANNER };

/** Category slugs of the tiles under the hero: seven, as many as their row has columns. */
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

/** The benefits below the featured products. */
export const BENEFITS = [
  {
    icon: 'truck' as const,
    title: 'Free Shipping',
    text: `On orders over ${formatClaim(DELIVERY.freeFrom)}, anywhere in Pakistan.`,
  },
  {
    icon: 'shield' as const,
    title: CLAIMS.securePayment.isShown ? 'Secure Payment' : 'Cash on Delivery',
    text: `${waysToPay('Pay in cash when the parcel is in your hands', OFFERS_TRANSFER, ', or by bank transfer')}.`,
  },
  ...(isSupportShown(CLAIMS.support, HOURS)
    ? [
        {
          icon: 'headset' as const,
          title: `${CLAIMS.support.figure} ${CLAIMS.support.text}`,
          text: 'On WhatsApp, by phone or e-mail.',
        },
      ]
    : []),
];

export const GALLERY = [
  { image: '/media/products/emerald-cocktail-ring-worn.webp', alt: 'Gold ring with a large green stone, worn' },
  { image: '/media/social/social-3.webp', alt: 'Close view of a kundan bridal choker with rubies and pearls' },
  { image: '/media/products/enamel-bangle-stack-worn.webp', alt: 'Stack of colourful enamel bangles, worn' },
  { image: '/media/products/gold-jhumka-earrings-worn.webp', alt: 'Gold jhumka with red stones and pearls, worn' },
];
