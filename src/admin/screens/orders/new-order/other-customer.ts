import type { ChatOrder } from '#domain/chats/read-chat.ts';
import { cityIn } from '#domain/places/cities.ts';
import { isEmpty, type OrderDraft, phonesOf } from './order-draft.ts';

/** Somebody who writes on after that long has often been overtaken by others. */
const OLD_MS = 30 * 60_000;

/**
 * Why a chat may be somebody else's than the draft: another `phone`, another `person` where one of them has no phone to compare, or an `old` draft that
 * nothing connects with the chat. Null when it may be read into the draft.
 */
export type Doubt = 'phone' | 'person' | 'old';

export function doubtOf(draft: OrderDraft, chat: ChatOrder, now: number): Doubt | null {
  if (isEmpty(draft)) return null;
  const known = phonesOf(draft.person);
  const said = [chat.phone, chat.secondPhone].filter(Boolean);
  if (known.length > 0 && said.length > 0) return said.some((phone) => known.includes(phone)) ? null : 'phone';
  if (isOther(draft.person, chat)) return 'person';
  return now - draft.changedAt > OLD_MS ? 'old' : null;
}

/** Whether both say something, and not the same. */
function isOther(person: OrderDraft['person'], chat: ChatOrder): boolean {
  return (
    differ(person.customerName, chat.name) ||
    differ(person.customerAddress, chat.address) ||
    differ(cityIn(person.city) ?? person.city, chat.city) ||
    differ(person.customerEmail, chat.email)
  );
}

/** Compares by words: who writes shortly is no other person, "Hira" is Hira Malik, and "House 12" the beginning of an address. */
function differ(one: string, other: string): boolean {
  const [short, long] = [wordsIn(one), wordsIn(other)].sort((some, more) => some.length - more.length);
  return Boolean(short?.length) && !short?.every((word) => long?.includes(word));
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\d]+/gu) ?? [];
}
