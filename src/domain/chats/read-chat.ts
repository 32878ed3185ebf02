/** Reads an order out of a pasted chat: its lines without what the chat program wrote, the pieces they name, then who ordered and where it goes. */

import { cityIn } from '#domain/places/cities.ts';
import { cleanText } from '#domain/text.ts';
import type { ChatProduct } from './catalog.ts';
import { type ChatLine, linesOf } from './lines.ts';
import { ChatPerson, type Person } from './person.ts';
import { phonesIn } from './phones.ts';
import { type AskedPiece, type ChatItem, PieceReader } from './pieces.ts';
import {
  ADDRESS_WORD,
  CHAT_NOISE,
  DELIVER_TO,
  type Field,
  isRequest,
  isSmallTalk,
  isTalk,
  labelledParts,
  MISTAKE,
  nameIn,
  RELATION,
  trimmed,
} from './words.ts';

/** What a chat says of an order; empty where it says nothing. */
export interface ChatOrder extends Person {
  items: ChatItem[];
  /** Pieces that are not certain: staff decide. */
  asked: AskedPiece[];
  /** Lines, as they were written, of which something was not understood. Greetings and what chat programs add are left out. */
  unread: string[];
  /** The lines that each field was read from; of the pieces in the order of `items`. */
  from: Partial<Record<keyof Person, string>> & { items: string[] };
}

/** What is known besides the message. */
export interface ChatContext {
  /** Products that may be asked for by name. */
  products?: readonly ChatProduct[];
  /** The shop's own numbers and what it calls itself: what it wrote in copied chats is of no customer. */
  ownPhones?: readonly string[];
  ownNames?: readonly string[];
}

/** Reads an order out of a pasted chat. Takes only what the text says; what fits nothing stays in `unread`, what is not certain in `asked`. */
export function readChatOrder(text: string, { products = [], ownPhones = [], ownNames = [] }: ChatContext = {}): ChatOrder {
  const phones = new Set(ownPhones.flatMap((phone) => phonesIn(phone).phones));
  const order = new ChatReading(products, phones);
  for (const line of linesOf(cleanText(text), phones, ownNames)) order.read(line);
  return order.result();
}

interface UnreadLine {
  text: string;
  original: string;
  said: string;
  position: number;
}

/** Goes through a message line by line and remembers what each said. */
class ChatReading {
  readonly #pieces: PieceReader;
  readonly #person: ChatPerson;
  readonly #senderPhones = new Set<string>();
  readonly #unread: UnreadLine[] = [];
  /** Lines about the person: an unlabelled name stands beside one. */
  readonly #personLines = new Set<number>();
  /** The label of the line before, when nothing stood behind it. */
  #awaited: Field | undefined;
  /** Whether the line before belongs to a labelled address, which may go on. */
  #isInAddress = false;
  #position = 0;
  #original = '';
  #said = '';

  constructor(products: readonly ChatProduct[], ownPhones: ReadonlySet<string>) {
    this.#pieces = new PieceReader(products);
    this.#person = new ChatPerson(ownPhones);
  }

  read({ text, original, said, senderPhone, isOwn }: ChatLine): void {
    this.#original = original;
    this.#said = said;
    this.#person.beginLine(said);
    if (senderPhone) this.#senderPhones.add(senderPhone);
    if (!text) this.#isInAddress = false;
    if (!text || CHAT_NOISE.test(text)) return;
    if (isOwn) {
      this.#pieces.read(text, said, true);
      return;
    }
    this.#position += 1;
    this.#readParts(text);
  }

  result(): ChatOrder {
    // Who wrote is who orders, unless the text names a number itself.
    if (!this.#person.hasPhone && this.#senderPhones.size === 1) {
      for (const phone of this.#senderPhones) {
        this.#person.beginLine(phone);
        this.#addPhone(phone);
      }
    }
    this.#findName();
    const { items, itemWords, asked } = this.#pieces.result();
    const { from, ...person } = this.#person.result();
    const unread = [...new Set(this.#unread.map((line) => line.original.trim()))];
    return { ...person, items, asked, unread, from: { ...from, items: itemWords } };
  }

  #readParts(line: string): void {
    const parts = labelledParts(line);
    const isLabelled = ({ field, value, isCertain }: (typeof parts)[number]) =>
      field && (isCertain || value === '' || this.#fits(field, value));
    if (!parts.every((part) => part.field === undefined || isLabelled(part))) {
      this.#readPieces(line);
      return;
    }
    for (const { field, value } of parts) {
      if (field) this.#takeLabelled(field, value);
      else this.#readPieces(value);
    }
  }

  /** Takes the pieces of a text, then what else it says. */
  #readPieces(text: string): boolean {
    if (this.#awaited && this.#awaited !== 'item') {
      this.#takeUnlabelled(text);
      return true;
    }
    const { isFound, rest } = this.#pieces.read(text, this.#said);
    if (isFound) {
      this.#isInAddress = false;
      this.#awaited = undefined;
    }
    if (!isFound || (rest && !isSmallTalk(rest))) this.#takeUnlabelled(rest);
    return isFound;
  }

  /** Whether a word may be the label of what follows without a sign: "city lahore", but not "city housing scheme". */
  #fits(field: Field, value: string): boolean {
    const words = value.split(/\s+/).length;
    if (field === 'name') return nameIn(value.split(RELATION)[0] ?? '') !== undefined;
    if (field === 'phone' || field === 'otherPhone') return phonesIn(value).phones.length > 0;
    if (field === 'city') return words <= 3 && cityIn(value) !== undefined;
    if (field === 'address') return (/\d/.test(value) || ADDRESS_WORD.test(value)) && !isTalk(value);
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
      email: () => this.#person.takeEmail(value) !== value,
      address: () => this.#takeLabelledAddress(value),
      more: () => this.#takeAddress(value),
      city: () => this.#takeCity(value),
      quantity: () => this.#takeChoice(`qty ${value}`),
      size: () => this.#takeChoice(`size ${value}`),
      color: () => this.#takeChoice(`color ${value}`),
      item: () => this.#readPieces(value),
      noPhone: () => false,
    };
    if (field === 'item') take.item();
    else if (take[field]()) this.#personLines.add(this.#position);
    else this.#leave(value);
  }

  #takeUnlabelled(text: string): void {
    const awaited = this.#awaited;
    if (awaited) {
      this.#takeLabelled(awaited, text);
      return;
    }
    const withoutEmail = this.#person.takeEmail(text);
    const { phones, rest } = phonesIn(withoutEmail);
    const isAboutPerson = phones.length > 0 || withoutEmail !== text;
    if (phones.length > 0 && MISTAKE.test(rest)) {
      // "Sorry, the number was wrong": this one takes the place of the one before.
      this.#person.forgetPhone();
      for (const phone of phones) this.#addPhone(phone);
      return;
    }
    for (const phone of phones) this.#addPhone(phone);
    if (isAboutPerson) this.#personLines.add(this.#position);
    const left = trimmed(rest);
    if (!/[\p{L}\d]/u.test(left) || isSmallTalk(left)) return;
    if (isAboutPerson && this.#takeInOneLine(left)) return;
    const [, to] = DELIVER_TO.exec(left) ?? [];
    if (to && this.#takeInOneLine(to)) return;
    if (this.#takeCityAlone(left)) return;
    if (!isAboutPerson && this.#takeInOneLine(left)) return;
    const goesOn = this.#isInAddress && !isTalk(left) && (this.#person.name !== '' || nameIn(left) === undefined);
    const isPlace = ADDRESS_WORD.test(left) && (/\d/.test(left) || !isRequest(left));
    if (isPlace || goesOn || endsWithCity(left)) {
      this.#takeAddress(left);
      this.#personLines.add(this.#position);
      return;
    }
    this.#isInAddress = false;
    this.#leave(left);
  }

  /** "Ayesha Khan, House 12, Street 4, Lahore": a name, then an address or a city. */
  #takeInOneLine(text: string): boolean {
    const [first = '', ...others] = text.split(/\s*[,،|]\s*|\s+[-–]\s+/u).filter(Boolean);
    const name = nameIn(first);
    const where = others.join(', ');
    const isWhere = ADDRESS_WORD.test(where) || endsWithCity(where) || (others.length === 1 && cityIn(where));
    if (!name || this.#person.name || cityIn(first) || !isWhere) return false;
    this.#person.setName(name);
    if (others.length === 1 && this.#takeCityAlone(where)) return true;
    return this.#takeAddress(where);
  }

  #takeName(value: string): boolean {
    const { phones, rest } = phonesIn(this.#person.takeEmail(value));
    for (const phone of phones) this.#addPhone(phone);
    // "Sidra w/o Kashif": who the courier asks for.
    const relation = rest.search(RELATION);
    const name = nameIn(relation > 0 ? rest.slice(0, relation) : rest);
    if (!name) return false;
    if (relation > 0) this.#takeAddress(rest.slice(relation));
    if (this.#person.name && this.#person.name !== name) this.#leave(value);
    else this.#person.setName(name);
    return true;
  }

  /** Takes the phones of a text; with `isLabelled`, a foreign number without its plus, too. Leaves what else it says. */
  #takePhones(value: string, isOther: boolean, isLabelled: boolean): boolean {
    const { phones, rest } = phonesIn(value, isLabelled);
    for (const phone of phones) this.#addPhone(phone, isOther);
    const left = trimmed(this.#person.takeEmail(rest));
    if (phones.length > 0 && /\p{L}{3}/u.test(left) && !isSmallTalk(left)) this.#takeUnlabelled(left);
    return phones.length > 0;
  }

  #addPhone(phone: string, isOther = false): void {
    if (!this.#person.addPhone(phone, isOther)) this.#leave(phone);
  }

  #takeAddress(value: string): boolean {
    const { phones, rest } = phonesIn(this.#person.takeEmail(value));
    for (const phone of phones) this.#addPhone(phone);
    this.#person.addAddress(rest);
    return true;
  }

  #takeLabelledAddress(value: string): boolean {
    for (const part of this.#person.beginAddress())
      this.#unread.push({ text: part, original: part, said: part, position: this.#position });
    return this.#takeAddress(value);
  }

  #takeCity(value: string): boolean {
    const { phones, rest } = phonesIn(value);
    for (const phone of phones) this.#addPhone(phone);
    return this.#person.setCity(rest);
  }

  #takeCityAlone(text: string): boolean {
    const city = this.#person.takeCityAlone(text);
    if (!city) return false;
    if (city !== this.#person.city) this.#leave(text);
    this.#isInAddress = false;
    this.#personLines.add(this.#position);
    return true;
  }

  /** What is said of the piece that was named last: "size 2.6, 2x". */
  #takeChoice(text: string): boolean {
    return this.#pieces.read(text, this.#said).isFound;
  }

  #leave(text: string): void {
    if (!isSmallTalk(text)) this.#unread.push({ text, original: this.#original, said: this.#said, position: this.#position });
  }

  /** The one unlabelled line that can be a name; of several the one beside a phone, a city or the address. */
  #findName(): void {
    if (this.#person.name) return;
    const names = this.#unread.filter(({ text }) => nameIn(text) && !cityIn(text) && text.split(/\s+/).length <= 4);
    const beside = names.filter(({ position }) => [-1, 0, 1].some((step) => this.#personLines.has(position + step)));
    const [chosen, ...others] = beside.length > 0 ? beside : [];
    if (!chosen || others.length > 0) return;
    this.#person.beginLine(chosen.said);
    this.#person.setName(nameIn(chosen.text) ?? '');
    this.#unread.splice(this.#unread.indexOf(chosen), 1);
  }
}

/** A number of a house, and a city at the end: "37/2 Civil Lines Jhelum". */
function endsWithCity(text: string): boolean {
  const last = text
    .split(/[\s,،.]+/)
    .filter(Boolean)
    .slice(-3)
    .join(' ');
  return /\d/.test(text) && !isTalk(text) && text.split(/\s+/).length > 2 && cityIn(last) !== undefined;
}
