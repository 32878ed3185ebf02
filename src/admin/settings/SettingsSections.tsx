import type { ComponentType, ReactNode } from 'react';
import { AreaField, NumberField, SelectField, TextField } from '#admin/kit/fields.tsx';
import { AnnouncementFields } from './AnnouncementFields.tsx';
import { ClaimFields } from './ClaimFields.tsx';
import { PagesFields } from './PagesFields.tsx';
import type { SettingsFields } from './SettingsForm.tsx';
import { TestimonialFields } from './TestimonialFields.tsx';

interface Section {
  id: string;
  title: string;
  /** Where what is in it shows. */
  hint: string;
  Fields: ComponentType;
}

/** The settings as an owner thinks of them. */
export const SECTIONS: Section[] = [
  {
    id: 'settings-shop',
    title: 'Shop',
    hint: 'On every page, in search results, mails and on packing slips.',
    Fields: ShopFields,
  },
  {
    id: 'settings-contact',
    title: 'Contact',
    hint: 'What is left empty under Instagram, Facebook or the address is not shown.',
    Fields: ContactFields,
  },
  {
    id: 'settings-delivery',
    title: 'Delivery and returns',
    hint: 'One rule for every page, cart, order and mail. Carts that are open are told before they pay more.',
    Fields: DeliveryFields,
  },
  {
    id: 'settings-announcement',
    title: 'Announcement',
    hint: 'The strip above the header, and the moving line on the home page.',
    Fields: AnnouncementFields,
  },
  { id: 'settings-hero', title: 'Home page slides', hint: 'The words on the two large pictures.', Fields: HeroFields },
  {
    id: 'settings-claims',
    title: 'Claims',
    hint: 'What the shop says of itself. Switch off whatever is not true of yours.',
    Fields: ClaimFields,
  },
  {
    id: 'settings-testimonials',
    title: 'Testimonials',
    hint: 'What customers said, on the home page.',
    Fields: TestimonialFields,
  },
  {
    id: 'settings-about',
    title: 'About Us',
    hint: '{name} and {founded} become the name and year from above.',
    Fields: AboutFields,
  },
  {
    id: 'settings-listing',
    title: 'Product list',
    hint: 'How all products are sorted until a shopper chooses.',
    Fields: ListingFields,
  },
  {
    id: 'settings-pages',
    title: 'Pages',
    hint: 'When what you change here, and in products, categories and reviews, gets onto the pages.',
    Fields: PagesFields,
  },
];

export function SettingsSections() {
  return SECTIONS.map(({ id, title, hint, Fields }) => (
    <section key={id} id={id} aria-labelledby={`${id}-title`} className="panel scroll-mt-32 p-4 sm:p-6">
      <h2 id={`${id}-title`} className="text-2xl">
        {title}
      </h2>
      <p className="mt-1 mb-5 text-sm text-muted">{hint}</p>
      <Fields />
    </section>
  ));
}

function Columns({ children }: { children: ReactNode }) {
  return <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">{children}</div>;
}

function ShopFields() {
  return (
    <Columns>
      <TextField<SettingsFields> name="identity.name" label="Name *" />
      <TextField<SettingsFields> name="identity.legalName" label="Full name *" hint="Who sells: in mails, terms and the footer" />
      <TextField<SettingsFields> name="identity.tagline" label="Tagline *" />
      <NumberField<SettingsFields> name="identity.founded" label="Founded *" inputMode="numeric" />
    </Columns>
  );
}

function ContactFields() {
  return (
    <Columns>
      <TextField<SettingsFields> name="contact.phone" label="Phone *" type="tel" />
      <TextField<SettingsFields> name="contact.whatsapp" label="WhatsApp *" type="tel" hint="0300… or with the country code" />
      <TextField<SettingsFields> name="contact.email" label="E-mail *" type="email" />
      <AreaField<SettingsFields> name="contact.address" label="Address" rows={2} />
      <TextField<SettingsFields>
        name="contact.instagram"
        label="Instagram"
        type="url"
        placeholder="https://www.instagram.com/…"
      />
      <TextField<SettingsFields> name="contact.facebook" label="Facebook" type="url" placeholder="https://www.facebook.com/…" />
    </Columns>
  );
}

function DeliveryFields() {
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-3">
      <NumberField<SettingsFields> name="delivery.freeFrom" label="Free from (Rs) *" inputMode="numeric" />
      <NumberField<SettingsFields> name="delivery.fee" label="Fee below that (Rs) *" inputMode="numeric" />
      <NumberField<SettingsFields> name="returns.days" label="Days to return *" inputMode="numeric" />
    </div>
  );
}

function HeroFields() {
  return (
    <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
      {(['first', 'second'] as const).map((slide, place) => (
        <fieldset key={slide} className="space-y-4">
          <legend className="mb-3 font-medium">Slide {place + 1}</legend>
          <TextField<SettingsFields> name={`hero.${slide}.eyebrow`} label="Small line *" />
          <TextField<SettingsFields> name={`hero.${slide}.title`} label="Headline *" />
          <AreaField<SettingsFields> name={`hero.${slide}.text`} label="Sentence *" rows={3} />
          <TextField<SettingsFields> name={`hero.${slide}.action`} label="Button *" />
        </fieldset>
      ))}
    </div>
  );
}

function AboutFields() {
  return <AreaField<SettingsFields> name="about.story" label="How the shop began *" rows={4} />;
}

const ORDERS = [
  { value: 'name', label: 'By name' },
  { value: 'best', label: 'Best selling first' },
  { value: 'newest', label: 'Newest first' },
];

function ListingFields() {
  return <SelectField<SettingsFields> name="listing.order" label="First order" options={ORDERS} className="sm:max-w-xs" />;
}
