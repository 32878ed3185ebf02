import type { Settings } from '#domain/settings/contract.ts';
import { Html, html } from '#server/html.ts';

/** How to reach the shop, as links that work without script. */
export function contactLinks({ contact }: Settings): Html {
  const links = [
    contact.whatsapp && html`<a href="https://wa.me/${contact.whatsapp}">WhatsApp ${contact.phone}</a>`,
    contact.phone && html`<a href="tel:${contact.phone.replace(/\s/g, '')}">Call ${contact.phone}</a>`,
    contact.email && html`<a href="mailto:${contact.email}">${contact.email}</a>`,
  ];
  return html`<h2>Reach us</h2><div class="contact">${links.filter((link) => link instanceof Html)}</div>`;
}
