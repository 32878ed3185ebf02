import { whatsappNumber } from '#domain/phone.ts';

/** A link that opens a chat with a number, with a text ready to send. Any spelling of the number; the text may have line breaks, Urdu and emoji. */
export function whatsappLink(phone: string, text = ''): string {
  const chat = `https://wa.me/${whatsappNumber(phone)}`;
  // Half of an emoji, with which a cut text may end, cannot be encoded.
  return text ? `${chat}?text=${encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))}` : chat;
}
