import { SHOP } from '#built/settings.ts';
import { readChatOrder } from '#domain/chats/read-chat.ts';
import type { CheckoutForm } from './checkout-form.ts';

/** Something that a pasted chat says, and the fields it would fill. */
export interface ChatFact {
  label: string;
  text: string;
  /** What stands there now and would be replaced; empty for nothing. */
  before: string;
  fields: Partial<CheckoutForm>;
}

/** The time and sender that chat programs put before a message. */
const CHAT_HEADER = /^\W{0,3}\d{1,4}[:./-]\d{1,2}.{0,30}:\s/m;

/** What a chat in the address field says of the order; empty for what is only an address. */
export function chatInAddress(form: CheckoutForm): ChatFact[] {
  const chat = readChatOrder(form.address, { ownPhones: [SHOP.phone, SHOP.whatsapp].filter(Boolean) });
  if (!chat.name && !chat.phone && !chat.email && !CHAT_HEADER.test(form.address)) return [];
  const [firstName = '', ...others] = chat.name.split(' ');
  const phones = [chat.phone, chat.secondPhone].filter(Boolean).join(' / ');
  const facts = [
    {
      label: 'Name',
      text: chat.name,
      before: `${form.firstName} ${form.lastName}`.trim(),
      fields: { firstName, lastName: others.join(' ') },
    },
    { label: 'Phone', text: phones, before: form.phone.trim(), fields: { phone: phones } },
    { label: 'Email', text: chat.email, before: form.email.trim(), fields: { email: chat.email } },
    // The text that was pasted is what it replaces.
    { label: 'Address', text: chat.address, before: '', fields: { address: chat.address } },
    { label: 'City', text: chat.city, before: form.city.trim(), fields: { city: chat.city } },
  ];
  return facts.filter(({ text, before }) => text && text !== before);
}
