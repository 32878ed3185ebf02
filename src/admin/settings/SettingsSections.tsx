import type { ComponentType } from 'react';
import type { FieldPath } from 'react-hook-form';
import { AreaField, NumberField, SelectField, TextField } from '#admin/kit/fields.tsx';
import type { Option } from '#admin/kit/Select.tsx';
import { useIsOwner } from '#admin/platform/use-is-owner.ts';
import { type LISTING_ORDERS, OWNER_GROUPS, OWNERS_ONLY } from '#shared/schemas/settings.ts';
import { AnnouncementFields } from './AnnouncementFields.tsx';
import { ClaimFields } from './ClaimFields.tsx';
import { HeroFields } from './HeroFields.tsx';
import { PagesFields } from './PagesFields.tsx';
import type { SettingsFields } from './settings-api.ts';
import { TestimonialFields } from './TestimonialFields.tsx';

type SettingField = { name: FieldPath<SettingsFields>; label: string; hint?: string; placeholder?: string } & (
  | { kind: 'text' | 'tel' | 'email' | 'url' | 'number' }
  | { kind: 'area'; rows: number }
  | { kind: 'choice'; options: Option[] }
);

interface Section {
  id: string;
  title: string;
  /** Where its settings show. */
  hint: string;
  /** Plain fields in columns, or a component of its own. */
  fields: SettingField[] | ComponentType;
  columns?: string;
}

const LISTING_LABELS: Record<(typeof LISTING_ORDERS)[number], string> = {
  name: 'By name',
  best: 'Best selling first',
  newest: 'Newest first',
};

/** All settings, grouped as an owner thinks of them. */
export const SECTIONS: Section[] = [
  {
    id: 'settings-shop',
    title: 'Shop',
    hint: 'On every page, in search results, mails and on packing slips.',
    fields: [
      { kind: 'text', name: 'identity.name', label: 'Name *' },
      { kind: 'text', name: 'identity.legalName', label: 'Full name *', hint: 'Who sells: in mails, terms and the footer' },
      { kind: 'text', name: 'identity.tagline', label: 'Tagline *' },
      { kind: 'number', name: 'identity.founded', label: 'Founded *' },
    ],
  },
  {
    id: 'settings-contact',
    title: 'Contact',
    hint: 'What is left empty under Instagram, Facebook or the address is not shown.',
    fields: [
      { kind: 'tel', name: 'contact.phone', label: 'Phone *' },
      { kind: 'tel', name: 'contact.whatsapp', label: 'WhatsApp *', hint: '0300… or with the country code' },
      { kind: 'email', name: 'contact.email', label: 'E-mail *' },
      { kind: 'area', name: 'contact.address', label: 'Address', rows: 2 },
      { kind: 'url', name: 'contact.instagram', label: 'Instagram', placeholder: 'https://www.instagram.com/…' },
      { kind: 'url', name: 'contact.facebook', label: 'Facebook', placeholder: 'https://www.facebook.com/…' },
    ],
  },
  {
    id: 'settings-delivery',
    title: 'Delivery and returns',
    hint: 'One rule for every page, cart, order and mail. Carts that are open are told before they pay more.',
    fields: [
      { kind: 'number', name: 'delivery.freeFrom', label: 'Free from (Rs) *' },
      { kind: 'number', name: 'delivery.fee', label: 'Fee below that (Rs) *' },
      { kind: 'number', name: 'returns.days', label: 'Days to return *' },
    ],
    columns: 'sm:grid-cols-3',
  },
  {
    id: 'settings-announcement',
    title: 'Announcement',
    hint: 'The strip above the header, and the moving line on the home page.',
    fields: AnnouncementFields,
  },
  { id: 'settings-hero', title: 'Home page slides', hint: 'The words on the two large pictures.', fields: HeroFields },
  {
    id: 'settings-claims',
    title: 'Claims',
    hint: 'What the shop says of itself. Switch off whatever is not true of yours.',
    fields: ClaimFields,
  },
  {
    id: 'settings-testimonials',
    title: 'Testimonials',
    hint: 'What customers said, on the home page.',
    fields: TestimonialFields,
  },
  {
    id: 'settings-about',
    title: 'About Us',
    hint: '{name} and {founded} become the name and year from above.',
    fields: [{ kind: 'area', name: 'about.story', label: 'How the shop began *', rows: 4 }],
    columns: '',
  },
  {
    id: 'settings-listing',
    title: 'Product list',
    hint: 'How all products are sorted until a shopper chooses.',
    fields: [
      {
        kind: 'choice',
        name: 'listing.order',
        label: 'First order',
        options: Object.entries(LISTING_LABELS).map(([value, label]) => ({ value, label })),
      },
    ],
    columns: 'sm:max-w-xs',
  },
  {
    id: 'settings-pages',
    title: 'Pages',
    hint: 'When what you change here, and in products, categories and reviews, gets onto the pages.',
    fields: PagesFields,
  },
];

export function SettingsSections() {
  const isOwner = useIsOwner();
  return SECTIONS.map(({ id, title, hint, fields: Fields, columns = 'sm:grid-cols-2' }) => (
    <section key={id} id={id} aria-labelledby={`${id}-title`} className="panel scroll-mt-32 p-4 sm:p-6">
      <h2 id={`${id}-title`} className="text-2xl">
        {title}
      </h2>
      <p className="mt-1 mb-5 text-sm text-muted">
        {hint}
        {!isOwner && OWNER_GROUPS.filter((group) => has(Fields, group)).map((group) => ` ${OWNERS_ONLY[group]}`)}
      </p>
      {Array.isArray(Fields) ? (
        <div className={`grid gap-x-5 gap-y-4 ${columns}`}>
          {Fields.map((field) => (
            <fieldset
              key={field.name}
              disabled={!isOwner && OWNER_GROUPS.some((group) => isOf(group, field))}
              className="contents"
            >
              <Setting {...field} />
            </fieldset>
          ))}
        </div>
      ) : (
        <Fields />
      )}
    </section>
  ));
}

function isOf(group: string, { name }: SettingField): boolean {
  return name.startsWith(`${group}.`);
}

function has(fields: Section['fields'], group: string): boolean {
  return Array.isArray(fields) && fields.some((field) => isOf(group, field));
}

function Setting({ kind, ...field }: SettingField) {
  if ('options' in field) return <SelectField<SettingsFields> {...field} />;
  if ('rows' in field) return <AreaField<SettingsFields> {...field} />;
  if (kind === 'number') return <NumberField<SettingsFields> {...field} inputMode="numeric" />;
  return <TextField<SettingsFields> {...field} type={kind} />;
}
