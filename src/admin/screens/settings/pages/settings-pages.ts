import type { FieldPath } from 'react-hook-form';
import type { Option } from '#admin/kit/Select.tsx';
import { NAMES_WITH_API } from '#domain/couriers/adapters.ts';
import type { NeededRight } from '#domain/rights/needed.ts';
import type { ListingOrder } from '#domain/settings/contract.ts';
import type { SettingsFields } from './settings-api.ts';

export type SettingField = { name: FieldPath<SettingsFields>; label: string; hint?: string; placeholder?: string } & (
  | { kind: 'text' | 'tel' | 'email' | 'url' | 'number' }
  | { kind: 'area'; rows: number }
  | { kind: 'choice'; options: Option[] }
);

export const SETTINGS = '/admin/settings';

/** What the pages are about, in the order of the list. */
export const SETTINGS_GROUPS = ['The shop', 'On the pages', 'At work'] as const;

type PageId =
  | 'shop'
  | 'contact'
  | 'delivery'
  | 'returns'
  | 'return-address'
  | 'payment'
  | 'bank-accounts'
  | 'gifts'
  | 'sales-tax'
  | 'announcement'
  | 'slides'
  | 'claims'
  | 'testimonials'
  | 'about'
  | 'listing'
  | 'pages'
  | 'confirmation'
  | 'couriers'
  | 'packing'
  | 'ready-texts'
  | 'customer-mails'
  | 'review-mails'
  | 'limits';

/** A page of the settings. */
export interface SettingsPage {
  /** The end of its address. */
  id: PageId;
  title: string;
  /** What is set on it, or where it shows. */
  hint: string;
  group: (typeof SETTINGS_GROUPS)[number];
  /** Plain fields, in columns. A page without has a component of its own. */
  fields?: SettingField[];
  columns?: string;
  /** What stands on a page of its own kind: the search finds it by these. */
  words?: string[];
  /** Whoever has it not does not see the page at all. */
  right: NeededRight;
}

const TRANSFER_OPTIONS: Option[] = [
  { value: 'off', label: 'Not offered' },
  { value: 'beside_cash', label: 'Offered beside cash on delivery' },
];

const WRAP_OPTIONS: Option[] = [
  { value: 'off', label: 'Not offered' },
  { value: 'offered', label: 'Offered at the checkout' },
];

const OPENING_OPTIONS: Option[] = [
  { value: 'after_paying', label: 'After paying' },
  { value: 'before_paying', label: 'Before paying' },
];

const LISTING_LABELS: Record<ListingOrder, string> = {
  name: 'By name',
  best: 'Best selling first',
  newest: 'Newest first',
  'price-asc': 'Lowest price first',
  'price-desc': 'Highest price first',
  rating: 'Best rated first',
};

/** All settings, grouped as an owner thinks of them. */
export const SETTINGS_PAGES: SettingsPage[] = [
  {
    id: 'shop',
    title: 'Shop',
    hint: 'Name and tagline, wherever they appear.',
    group: 'The shop',
    right: 'none',
    fields: [
      { kind: 'text', name: 'identity.name', label: 'Name *', hint: 'As shoppers know you' },
      { kind: 'text', name: 'identity.legalName', label: 'Full name *', hint: 'Who sells: in mails, terms and the footer' },
      { kind: 'text', name: 'identity.tagline', label: 'Tagline *' },
      { kind: 'number', name: 'identity.founded', label: 'Founded *' },
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    hint: 'Phone, WhatsApp, e-mail, hours and links.',
    group: 'The shop',
    right: 'none',
    fields: [
      { kind: 'tel', name: 'contact.phone', label: 'Phone *', hint: 'As shoppers read and dial it' },
      { kind: 'tel', name: 'contact.whatsapp', label: 'WhatsApp *', hint: '0300… or with the country code' },
      { kind: 'email', name: 'contact.email', label: 'E-mail *' },
      { kind: 'area', name: 'contact.address', label: 'Address', rows: 2 },
      {
        kind: 'area',
        name: 'hours.lines',
        label: 'Business hours',
        rows: 2,
        hint: 'One line for days with the same hours: Mon-Fri 9:00-18:00. Empty: the pages show none.',
      },
      { kind: 'url', name: 'contact.instagram', label: 'Instagram', placeholder: 'https://www.instagram.com/…' },
      { kind: 'url', name: 'contact.facebook', label: 'Facebook', placeholder: 'https://www.facebook.com/…' },
    ],
  },
  {
    id: 'delivery',
    title: 'Delivery and returns',
    hint: 'One rule for pages, carts, orders and mails.',
    group: 'The shop',
    right: 'none',
    fields: [
      { kind: 'number', name: 'delivery.freeFrom', label: 'Free from (Rs) *' },
      { kind: 'number', name: 'delivery.fee', label: 'Fee below that (Rs) *' },
      { kind: 'number', name: 'returns.days', label: 'Days to return *' },
      {
        kind: 'choice',
        name: 'door.opening',
        label: 'A parcel may be opened',
        hint: 'Stated on the pages, on the order’s page, and to customers whom the rider missed. Most couriers allow it only by agreement.',
        options: OPENING_OPTIONS,
      },
      {
        kind: 'area',
        name: 'door.points',
        label: 'At the door *',
        hint: 'One point per line, shown on Shipping & Returns. Say only what your courier allows.',
        rows: 5,
      },
    ],
    columns: 'sm:grid-cols-3 sm:[&>:last-child>*]:col-span-full',
  },
  {
    id: 'returns',
    title: 'Returns',
    hint: 'What may come back, and who pays for it.',
    group: 'The shop',
    right: 'none',
    words: [
      'Customers may ask for',
      'A photo is needed for',
      'The shop pays for sending back',
      'Reduced pieces are taken back only with a claim',
      'Money back',
      'Store credit',
      'Return',
      'Exchange',
      'Customer’s claim',
    ],
  },
  {
    id: 'return-address',
    title: 'Return address',
    hint: 'Where customers send pieces back to.',
    group: 'The shop',
    right: 'none',
    words: ['Name on the parcel *', 'Phone *', 'Street and house *', 'City *'],
  },
  {
    id: 'payment',
    title: 'Payment',
    hint: 'Cash on delivery, and bank transfers.',
    group: 'The shop',
    right: 'none',
    fields: [
      {
        kind: 'choice',
        name: 'payment.transfer',
        label: 'Pay by bank transfer now',
        hint: 'The order’s page then shows the bank accounts and takes the receipt. The order waits until staff have found the money.',
        options: TRANSFER_OPTIONS,
      },
    ],
  },
  {
    id: 'bank-accounts',
    title: 'Bank accounts',
    hint: 'Where customers pay by transfer.',
    group: 'The shop',
    right: 'manage_bank_accounts',
    words: ['IBAN', 'Raast', 'Title of the account', 'Bank', 'Transfer'],
  },
  {
    id: 'gifts',
    title: 'Gifts',
    hint: 'Gift wrap, once per order.',
    group: 'The shop',
    right: 'none',
    fields: [
      {
        kind: 'choice',
        name: 'gifts.wrap',
        label: 'Gift wrap',
        hint: 'Every order can be a gift with a card and no prices in the parcel; wrapping is yours to offer.',
        options: WRAP_OPTIONS,
      },
      {
        kind: 'number',
        name: 'gifts.price',
        label: 'What it costs (Rs) *',
        hint: '0: it is free. Orders keep the price they were placed at.',
      },
    ],
  },
  {
    id: 'sales-tax',
    title: 'Sales tax',
    hint: 'How much of the prices is tax.',
    group: 'The shop',
    right: 'none',
    fields: [
      {
        kind: 'number',
        name: 'salesTax.percent',
        label: 'Per cent *',
        hint: 'Prices, delivery and gift wrap include it. 0: off. Orders keep the rate they were placed at.',
      },
    ],
  },
  {
    id: 'announcement',
    title: 'Announcement',
    hint: 'Above the header, and on the home page.',
    group: 'On the pages',
    right: 'none',
    words: ['Show the strip above the header', 'Announcement *', 'Moving line on the home page'],
  },
  {
    id: 'slides',
    title: 'Home page slides',
    hint: 'The words on the two large pictures.',
    group: 'On the pages',
    right: 'none',
    words: ['Small line *', 'Headline *', 'Text *', 'Button *', 'Hero'],
  },
  {
    id: 'claims',
    title: 'Promises',
    hint: 'What the shop says about itself.',
    group: 'On the pages',
    right: 'none',
    words: [
      'Claims',
      'Sale, in the moving line',
      'First figure on the home page',
      'Second figure on the home page',
      'Third figure on the home page',
      'Fourth figure on the home page',
      'Support, on the home page and About Us',
      'Quality, on About Us',
      'On About Us: “more than … wear our pieces”',
      'On About Us: “our shelves hold …”',
      'Under Secure Payment, on product pages',
      'Certificate, in the footer',
    ],
  },
  {
    id: 'testimonials',
    title: 'Testimonials',
    hint: 'What customers said, on the home page.',
    group: 'On the pages',
    right: 'none',
    words: ['Show testimonials', 'Name *', 'City', 'What they said *'],
  },
  {
    id: 'about',
    title: 'About Us',
    hint: 'What the page says about you.',
    group: 'On the pages',
    right: 'none',
    fields: [
      {
        kind: 'area',
        name: 'about.story',
        label: 'How the shop began *',
        hint: '{name} and {founded} become the shop’s name and its year.',
        rows: 6,
      },
    ],
    columns: '',
  },
  {
    id: 'listing',
    title: 'List and search',
    hint: 'How products are sorted, and found.',
    group: 'On the pages',
    right: 'none',
    fields: [
      {
        kind: 'choice',
        name: 'listing.order',
        label: 'Sort products',
        options: Object.entries(LISTING_LABELS).map(([value, label]) => ({ value, label })),
      },
      {
        kind: 'area',
        name: 'search.words',
        label: 'What people search for',
        rows: 10,
        hint: 'One per line: what the shop calls it = what people type. For example: jhumka = karanphool, kaan phool',
      },
    ],
    columns: '',
  },
  {
    id: 'pages',
    title: 'Pages',
    hint: 'When your changes get onto the pages.',
    group: 'On the pages',
    right: 'none',
    words: ['Rebuild the pages', 'Minutes after the first change *', 'Hour in Pakistan', 'Build now'],
  },
  {
    id: 'confirmation',
    title: 'Confirming orders',
    hint: 'Which orders need a call or an advance.',
    group: 'At work',
    right: 'none',
    words: [
      'Advance',
      'Returned parcels, from',
      'Late after (hours)',
      'A city where no courier collects cash',
      'How much',
      'Sum (Rs)',
      'Share (%)',
      'Cancelled, hours after that',

      'Ship only orders that are confirmed',
      'Delivered orders, at least',
      'Total below (Rs)',
      'Orders that staff write down',
      'Score, from',
      'Score of at least',
      'Total of at least (Rs)',
      'Total, from (Rs)',
      'Customers who are blocked or must pay before',
      'A city that the shop does not know',
      'Open orders, at most',
    ],
  },
  {
    id: 'couriers',
    title: 'Couriers',
    hint: 'Cities, cut-off, charges, taxes and weights.',
    group: 'At work',
    right: 'set_rules',
    words: [
      ...NAMES_WITH_API,
      'Cut-off',
      'Cities',
      'Charges',
      'Taxes',
      'Weight of parcels',
      'Packing',
      'Check connection',
      'Columns of the file for its portal',
    ],
  },
  {
    id: 'packing',
    title: 'Packing',
    hint: 'What a parcel needs before it leaves.',
    group: 'At work',
    right: 'change_settings',
    words: ['A photo is needed before a parcel leaves'],
  },
  {
    id: 'ready-texts',
    title: 'Ready texts',
    hint: 'What staff send by WhatsApp.',
    group: 'At work',
    right: 'none',
    words: ['Text', 'Preview', 'Back to the default', 'English', 'Urdu'],
  },
  {
    id: 'customer-mails',
    title: 'Mails to customers',
    hint: 'What customers are told by mail as it happens.',
    group: 'At work',
    right: 'none',
    words: ['A parcel has left', 'A parcel has arrived', 'A return was approved or declined'],
  },
  {
    id: 'review-mails',
    title: 'Asking for reviews',
    hint: 'One mail after each delivery.',
    group: 'At work',
    right: 'none',
    words: ['Ask for reviews by mail', 'Days after the delivery *'],
  },
  {
    id: 'limits',
    title: 'Limits',
    hint: 'How much strangers may take before a call.',
    group: 'At work',
    right: 'none',
    words: [
      'Pieces of a product',
      'Pieces in all',
      'Value (Rs)',
      'Reserved by one network',
      'Reserved by all strangers',
      'Mails in a day',
      'To one address',
      'In all',
      'WhatsApp messages that the shop begins',
      'To one number',
      'Builds',
    ],
  },
];

/** The pages as the search finds them: by their titles and by what stands on them. */
export const SETTINGS_PLACES = SETTINGS_PAGES.map(({ id, title, hint, fields = [], words = [], right }) => ({
  path: `${SETTINGS}/${id}`,
  label: title,
  hint,
  words: [...fields.map(({ label }) => label), ...words].map((word) => word.replace(' *', '')),
  right,
}));
