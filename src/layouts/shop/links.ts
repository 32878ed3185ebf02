import { SHOP } from '#built/settings.ts';
import type { IconName } from '#components/icon-paths.ts';
import { OCCASION_LABELS } from '#domain/products/occasions.ts';
import { priceLabel } from '#domain/products/price-ranges.ts';
import type { Doors } from '#domain/shelves/menu.ts';

/** The fields that links to a category need. */
export interface CategoryLink {
  name: string;
  slug: string;
}

/** Categories of the desktop row that open a menu, in this order. */
const WITH_MENU = ['earrings', 'sets', 'necklaces', 'rings', 'bracelets', 'bridal'];

/** The categories of the desktop row that exist and are active, and the others. */
export function menuCategories<Known extends CategoryLink>(categories: Known[]): { row: Known[]; others: Known[] } {
  const row = WITH_MENU.flatMap((slug) => categories.find((category) => category.slug === slug) ?? []);
  return { row, others: categories.filter((category) => !row.includes(category)) };
}

/** Links into a list, by occasion and by price, with the parameters that its filters read. Takes the path of the list. */
export function doorsInto(
  path: string,
  { occasions, prices }: Doors,
): { title: string; links: { text: string; href: string }[] }[] {
  const byOccasion = occasions.map((occasion) => ({ text: OCCASION_LABELS[occasion], href: `${path}?occasion=${occasion}` }));
  const byPrice = prices.map((range) => {
    const limits = Object.entries(range).flatMap(([name, price]) => (price === null ? [] : `${name}=${price}`));
    return { text: priceLabel(range), href: `${path}?${limits.join('&')}` };
  });
  const groups = [
    { title: 'By occasion', links: byOccasion },
    { title: 'By price', links: byPrice },
  ];
  return groups.filter(({ links }) => links.length > 0);
}

export const BEST_SELLING = '/products?filter=bestseller';
export const NEW_ARRIVALS = '/products?filter=new';

/** The WhatsApp number for display, written like the phone number if it is the same. */
const whatsappText = SHOP.whatsapp.endsWith(SHOP.phone.replace(/\D/g, '').slice(-10))
  ? SHOP.phone
  : SHOP.whatsapp.replace(/^92(\d{3})(\d{7})$/, '92 $1 $2').replace(/^/, '+');

const ALL_LINKS: { icon: IconName; label: string; text: string; href: string }[] = [
  {
    icon: 'whatsapp',
    label: 'WhatsApp',
    text: whatsappText,
    href: `https://wa.me/${SHOP.whatsapp}`,
  },
  { icon: 'phone', label: 'Phone', text: SHOP.phone, href: `tel:${SHOP.phone.replace(/\s/g, '')}` },
  { icon: 'mail', label: 'E-mail', text: SHOP.email, href: `mailto:${SHOP.email}` },
  { icon: 'instagram', label: 'Instagram', text: 'Instagram', href: SHOP.instagram },
  { icon: 'facebook', label: 'Facebook', text: 'Facebook', href: SHOP.facebook },
];

/** Contact links, the same in the floating button, the footer and the contact page. */
export const CONTACT_LINKS = ALL_LINKS.filter(({ href }) => href !== '');

/** Contacts that answer immediately. */
export const HELP_LINKS = CONTACT_LINKS.filter(({ icon }) => icon === 'whatsapp' || icon === 'phone');

export const LEGAL_LINKS = [
  { text: 'Shipping & Returns', href: '/shipping' },
  { text: 'Privacy', href: '/privacy' },
  { text: 'Terms', href: '/terms' },
];

export const SOCIAL_LINKS = CONTACT_LINKS.filter(
  ({ icon }) => icon === 'whatsapp' || icon === 'instagram' || icon === 'facebook',
);
