import { phonesIn } from './chat-phones.ts';
import { type ChatItem, type ChatProduct, PieceReader, sizeIn } from './chat-pieces.ts';
import {
  ADDRESS_WORD,
  CHAT_NOISE,
  type Field,
  HEADER,
  isSmallTalk,
  isTalk,
  labelledParts,
  nameIn,
  trimmed,
} from './chat-words.ts';
import { cityIn } from './cities.ts';
import { latinDigits } from './phone.ts';
import { cleanText } from './typed-text.ts';

/** What a chat says of an order; empty where it says nothing. */
export interface ChatOrder {
  name: string;
  /** As `readPhones` writes it, like the second one. */
  phone: string;
  secondPhone: string;
  email: string;
  address: string;
  /** By its usual name; one that is not in our list as it was labelled. */
  city: string;
  items: ChatItem[];
  /** Lines, as they were written, of which something was not understood. Greetings and what chat programs add are left out. */
  unread: string[];
}

/** What is known besides the message. */
export interface ChatContext {
  /** Products that may be asked for by name. */
  products?: readonly ChatProduct[];
  /** The shop's own numbers: they stand in copied chats and belong to no customer. */
  ownPhones?: readonly string[];
}

/** Reads an order out of a pasted chat. Takes only what the text says; what fits nothing stays in `unread`, for a person to read. */
export function readChatOrder(text: string, { products = [], ownPhones = [] }: ChatContext = {}): ChatOrder {
  const order = new ChatReading(products, new Set(ownPhones.flatMap((phone) => phonesIn(phone).phones)));
  for (const line of cleanText(text).split('\n')) order.read(line);
  return order.result();
}

const EMAIL = /[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/i;
interface UnreadLine {
  text: string;
  original: string;
  position: number;
}

/** Goes through a message line by line and remembers what each said. */
class ChatReading {
  readonly #pieces: PieceReader;
  readonly #ownPhones: ReadonlySet<string>;
  readonly #senderPhones = new Set<string>();
  readonly #phones: { phone: string; isOther: boolean }[] = [];
  readonly #items: ChatItem[] = [];
  readonly #address: string[] = [];
  readonly #unread: UnreadLine[] = [];
  /** Lines that told of the person: an unlabelled name stands beside one. */
  readonly #told = new Set<number>();
  #name = '';
  #email = '';
  #city = '';
  /** The label of the line before, when nothing stood behind it. */
  #awaited: Field | undefined;
  /** Whether the line before belongs to a labelled address, which may go on. */
  #isInAddress = false;
  #position = 0;
  #original = '';

  constructor(products: readonly ChatProduct[], ownPhones: ReadonlySet<string>) {
    this.#pieces = new PieceReader(products);
    this.#ownPhones = ownPhones;
  }

  read(original: string): void {
    this.#original = original;
    const { text, sender } = withoutHeader(original);
    for (const phone of phonesIn(sender).phones) if (!this.#ownPhones.has(phone)) this.#senderPhones.add(phone);
    const line = plainLine(text);
    if (!line) this.#isInAddress = false;
    if (!line || CHAT_NOISE.test(line)) return;
    this.#position += 1;
    const { items, rest } = this.#pieces.read(line);
    this.#items.push(...items);
    if (items.length > 0) this.#isInAddress = false;
    if (items.length === 0 || (rest && !isSmallTalk(rest))) this.#readParts(rest);
  }

  result(): ChatOrder {
    // Who wrote is who orders, unless the text names a number itself.
    if (this.#phones.length === 0 && this.#senderPhones.size === 1) for (const phone of this.#senderPhones) this.#addPhone(phone);
    this.#findName();
    const [first, second] = [...this.#phones].sort((one, other) => Number(one.isOther) - Number(other.isOther));
    const address = trimmed(this.#address.join(', ').replace(/\s*(?:[,،]\s*)+/g, ', '));
    return {
      name: this.#name,
      phone: first?.phone ?? '',
      secondPhone: second?.phone ?? '',
      email: this.#email,
      address,
      city: this.#city || cityIn(address) || '',
      items: this.#items,
      unread: [...new Set(this.#unread.map((line) => line.original.trim()))],
    };
  }

  #readParts(line: string): void {
    for (const { field, value, isCertain } of labelledParts(line)) {
      const fits = field && (isCertain || value === '' || this.#fits(field, value));
      if (fits) this.#takeLabelled(field, value);
      else if (field) {
        this.#takeUnlabelled(line);
        return;
      } else this.#takeUnlabelled(value);
    }
  }

  /** Whether a word may be the label of what follows without a sign: "city lahore", but not "city housing scheme". */
  #fits(field: Field, value: string): boolean {
    const words = value.split(/\s+/).length;
    if (field === 'name') return nameIn(value) !== undefined;
    if (field === 'phone' || field === 'otherPhone') return phonesIn(value).phones.length > 0;
    if (field === 'city') return words <= 3 && cityIn(value) !== undefined;
    if (field === 'address') return /\d/.test(value) || ADDRESS_WORD.test(value);
    if (field === 'size' || field === 'quantity') return /^[\d]/.test(value) && words <= 3;
    return field === 'color' && words <= 2;
  }

  #takeLabelled(field: Field, value: string): void {
    if (!value) {
      this.#awaited = field;
      this.#isInAddress = field === 'address';
      return;
    }
    this.#awaited = undefined;
    this.#isInAddress = field === 'address';
    const take: Record<Field, () => boolean> = {
      name: () => this.#takeName(value),
      phone: () => this.#takePhones(value, false, true),
      otherPhone: () => this.#takePhones(value, true, true),
      email: () => this.#takeEmail(value) !== value,
      address: () => this.#takeAddress(value),
      more: () => this.#takeAddress(value),
      city: () => this.#takeCity(value),
      quantity: () => this.#takeQuantity(value),
      size: () => this.#takeSize(value),
      color: () => this.#describeItem({ color: value }),
      item: () => false,
      noPhone: () => false,
    };
    if (take[field]()) this.#told.add(this.#position);
    else this.#leave(value);
  }

  #takeUnlabelled(text: string): void {
    const awaited = this.#awaited;
    if (awaited) {
      this.#takeLabelled(awaited, text);
      return;
    }
    const withoutEmail = this.#takeEmail(text);
    const { phones, rest } = phonesIn(withoutEmail);
    const isTold = phones.length > 0 || withoutEmail !== text;
    for (const phone of phones) this.#addPhone(phone);
    if (isTold) this.#told.add(this.#position);
    const left = trimmed(rest);
    if (!/[\p{L}\d]/u.test(left) || isSmallTalk(left)) return;
    if (isTold && this.#takeInOneLine(left)) return;
    if (this.#takeCityAlone(left) || this.#takeQuantity(left)) return;
    if (!isTold && this.#takeInOneLine(left)) return;
    const goesOn = this.#isInAddress && !isTalk(left) && (this.#name !== '' || nameIn(left) === undefined);
    if (ADDRESS_WORD.test(left) || goesOn) {
      this.#takeAddress(left);
      this.#told.add(this.#position);
      return;
    }
    this.#isInAddress = false;
    this.#leave(left);
  }

  /** "Ayesha Khan, House 12, Street 4, Lahore": a name, then an address. */
  #takeInOneLine(text: string): boolean {
    const [first = '', ...others] = text.split(/\s*[,،|]\s*|\s+[-–]\s+/u).filter(Boolean);
    const name = nameIn(first);
    const where = others.join(', ');
    if (!name || this.#name || cityIn(first) || !(ADDRESS_WORD.test(where) || (others.length === 1 && cityIn(where))))
      return false;
    this.#name = name;
    if (others.length === 1 && this.#takeCityAlone(where)) return true;
    return this.#takeAddress(where);
  }

  #takeName(value: string): boolean {
    const { phones, rest } = phonesIn(this.#takeEmail(value));
    for (const phone of phones) this.#addPhone(phone);
    const name = nameIn(rest);
    if (!name) return false;
    if (this.#name && this.#name !== name) this.#leave(value);
    else this.#name = name;
    return true;
  }

  /** Takes the phones of a text; with `isLabelled`, a foreign number without its plus, too. Leaves what else it says. */
  #takePhones(value: string, isOther: boolean, isLabelled: boolean): boolean {
    const { phones, rest } = phonesIn(value, isLabelled);
    for (const phone of phones) this.#addPhone(phone, isOther);
    const left = trimmed(this.#takeEmail(rest));
    if (phones.length > 0 && /\p{L}{3}/u.test(left) && !isSmallTalk(left)) this.#takeUnlabelled(left);
    return phones.length > 0;
  }

  #addPhone(phone: string, isOther = false): void {
    if (this.#ownPhones.has(phone) || this.#phones.some((known) => known.phone === phone)) return;
    if (this.#phones.length === 2) this.#leave(phone);
    else this.#phones.push({ phone, isOther });
  }

  /** Returns the text without the e-mail address that was taken from it. */
  #takeEmail(text: string): string {
    const [email] = EMAIL.exec(text) ?? [];
    if (!email) return text;
    this.#email ||= email.toLowerCase();
    return text.replace(email, ' ');
  }

  #takeAddress(value: string): boolean {
    const { phones, rest } = phonesIn(this.#takeEmail(value));
    for (const phone of phones) this.#addPhone(phone);
    const address = trimmed(rest.replace(/\s+/g, ' '));
    if (/[\p{L}\d]/u.test(address)) this.#address.push(address);
    return true;
  }

  #takeCity(value: string): boolean {
    const { phones, rest } = phonesIn(value);
    for (const phone of phones) this.#addPhone(phone);
    const named = trimmed(rest);
    if (!/^\p{L}[\p{L}\p{M}\s.'(),-]{1,38}$/u.test(named)) return false;
    this.#city = cityIn(named) ?? named;
    return true;
  }

  /** A line that is nothing but a city, perhaps with its province. */
  #takeCityAlone(text: string): boolean {
    const place = trimmed(
      text.replace(/(^|\P{L})(?:city|pakistan|punjab|sindh|kpk|balochistan|cantt|شہر|پاکستان|پنجاب|سندھ)(?!\p{L})/giu, '$1 '),
    ).replace(/\.$/, '');
    const city = cityIn(place);
    if (!city || place.split(/[\s,]+/).length > Math.max(1, city.split(' ').length) || ADDRESS_WORD.test(place)) return false;
    if (this.#city && this.#city !== city) this.#leave(text);
    this.#city ||= city;
    this.#isInAddress = false;
    this.#told.add(this.#position);
    return true;
  }

  #takeQuantity(text: string): boolean {
    const [, before, after] =
      /^(?:([1-9]\d?)(?:\s?(?:x|×|pcs?|pieces?|pairs?|sets?|adad|عدد))?|[x×]\s?([1-9]\d?))$/iu.exec(text) ?? [];
    const digits = before ?? after;
    return digits !== undefined && this.#describeItem({ quantity: Number(digits) });
  }

  /** A size, and what else is said of the piece: "2.6, 2x". */
  #takeSize(value: string): boolean {
    const { size, written } = sizeIn(value);
    if (!this.#describeItem({ size })) return false;
    const more = trimmed(value.replace(written, ''));
    if (more) this.#takeUnlabelled(more);
    return true;
  }

  /** Says more of the piece that was named last. */
  #describeItem(said: Partial<ChatItem>): boolean {
    const item = this.#items[this.#items.length - 1];
    if (item) Object.assign(item, said);
    return item !== undefined;
  }

  #leave(text: string): void {
    if (!isSmallTalk(text)) this.#unread.push({ text, original: this.#original, position: this.#position });
  }

  /** The one unlabelled line that can be a name; of several the one beside a phone, a city or the address. */
  #findName(): void {
    if (this.#name) return;
    const names = this.#unread.filter(({ text }) => nameIn(text) && !cityIn(text) && text.split(/\s+/).length <= 4);
    const beside = names.filter(({ position }) => this.#told.has(position - 1) || this.#told.has(position + 1));
    const [chosen, ...others] = beside.length > 0 ? beside : [];
    if (!chosen || others.length > 0) return;
    this.#name = nameIn(chosen.text) ?? '';
    this.#unread.splice(this.#unread.indexOf(chosen), 1);
  }
}

function withoutHeader(line: string): { text: string; sender: string } {
  const text = line.replace(/[\u200e\u200f\u061c]/g, '').trim();
  const header = HEADER.exec(text);
  return header ? { text: text.slice(header[0].length), sender: header.groups?.['sender'] ?? '' } : { text, sender: '' };
}

/** A line with ASCII digits and without emoji, markup and bullets. */
function plainLine(line: string): string {
  return latinDigits(line)
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\ufe0f|\u200d|\u20e3/gu, ' ')
    .replace(/(^|[^\p{L}\d])[*_~`]+/gu, '$1')
    .replace(/[*_~`]+(?![\p{L}\d])/gu, '')
    .replace(/^[\s>•·▪●○\-–—]+|^\d{1,2}\)\s+/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
