import { notAfter, word } from '#domain/checked-pattern.ts';
import { cityIn, findCity } from '#domain/places/cities.ts';
import { ADDRESS_WORD, trimmed, withoutThanks } from './words.ts';

/** Who ordered and where it goes; empty where a chat does not say. */
export interface Person {
  name: string;
  /** As `readPhones` writes it, like the second one. */
  phone: string;
  secondPhone: string;
  email: string;
  address: string;
  /** By its usual name; one that is not in our list as it was labelled. */
  city: string;
}

const EMAIL = /[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/i;
const POSTCODE = notAfter(String.raw`\p{N}-`, /\p{N}{5}(?![\p{N}-])/u);
const CITY_SHAPE = /^\p{L}[\p{L}\p{M}\s.'(),-]{1,38}$/u;

/** Gathers what a chat says of a person, and from which line it was. */
export class ChatPerson {
  readonly #ownPhones: ReadonlySet<string>;
  readonly #from = new Map<keyof Person, Set<string>>();
  #phones: { phone: string; isOther: boolean; line: string }[] = [];
  #address: string[] = [];
  #isAddressLabelled = false;
  #email = '';
  #line = '';
  name = '';
  city = '';

  /** The shop's own numbers stand in copied chats and belong to no customer. */
  constructor(ownPhones: ReadonlySet<string>) {
    this.#ownPhones = ownPhones;
  }

  /** What is taken from now on stands in this line. */
  beginLine(line: string): void {
    this.#line = line.trim();
  }

  setName(name: string): void {
    this.name = name;
    this.#note('name');
  }

  get hasPhone(): boolean {
    return this.#phones.length > 0;
  }

  /** Returns whether there was room for it: a person has two. */
  addPhone(phone: string, isOther = false): boolean {
    if (this.#ownPhones.has(phone) || this.#phones.some((known) => known.phone === phone)) return true;
    if (this.#phones.length === 2) return false;
    this.#phones.push({ phone, isOther, line: this.#line });
    return true;
  }

  /** The number that was written last was a mistake. */
  forgetPhone(): void {
    this.#phones.pop();
  }

  /** Returns the text without the e-mail address that was taken from it. */
  takeEmail(text: string): string {
    const [email] = EMAIL.exec(text) ?? [];
    if (!email) return text;
    this.#email ||= email.toLowerCase();
    this.#note('email');
    return text.replace(email, ' ');
  }

  addAddress(text: string): void {
    const address = withoutThanks(trimmed(text.replace(/\s+/g, ' ')));
    if (!/[\p{L}\d]/u.test(address)) return;
    this.#address.push(address);
    this.#note('address');
  }

  /** A labelled address takes the place of one that was labelled before. Returns what it replaces. */
  beginAddress(): string[] {
    const replaced = this.#isAddressLabelled ? this.#address : [];
    if (this.#isAddressLabelled) {
      this.#address = [];
      this.#from.delete('address');
    }
    this.#isAddressLabelled = true;
    return replaced;
  }

  /** Takes a labelled city as it is written, if it can be one. */
  setCity(text: string): boolean {
    const named = trimmed(this.#withoutPostcode(text));
    if (!CITY_SHAPE.test(named)) return false;
    this.city = cityIn(named) ?? named;
    this.#note('city');
    return true;
  }

  /** Takes a text that is nothing but a city, perhaps with its province or its postcode. Returns which city it is, also where another one stays. */
  takeCityAlone(text: string): string | undefined {
    const place = trimmed(text.replace(POSTCODE, ' ').replace(AROUND_CITY, '$1 ')).replace(/\.$/, '');
    const city = cityIn(place);
    const isMore = place.split(/[\s,]+/).length > Math.max(1, city?.split(' ').length ?? 0);
    if (!city || isMore || ADDRESS_WORD.test(place)) return undefined;
    this.#withoutPostcode(text);
    if (!this.city) {
      this.city = city;
      this.#note('city');
    }
    return city;
  }

  result(): Person & { from: Partial<Record<keyof Person, string>> } {
    // Couriers call mobile phones.
    const rank = ({ phone, isOther }: { phone: string; isOther: boolean }) =>
      Number(isOther) * 2 + Number(/^\+92[^3]/.test(phone));
    const [first, second] = [...this.#phones].sort((one, other) => rank(one) - rank(other));
    // A house that was asked for later stands behind the city.
    const [cityOfAddress = ''] = [...this.#address].reverse().flatMap((part) => cityOf(part) ?? []);
    const from: Partial<Record<keyof Person, string>> = Object.fromEntries(
      [...this.#from].map(([field, lines]) => [field, [...lines].join('\n')]),
    );
    return {
      name: this.name,
      phone: first?.phone ?? '',
      secondPhone: second?.phone ?? '',
      email: this.#email,
      address: trimmed(this.#address.join(', ').replace(/\s*(?:[,،]\s*)+/g, ', ')),
      city: this.city || cityOfAddress,
      from: {
        ...from,
        ...(first && { phone: first.line }),
        ...(second && { secondPhone: second.line }),
        ...(!this.city && from.address && { city: from.address }),
      },
    };
  }

  /** A postcode beside a city is of the address. */
  #withoutPostcode(text: string): string {
    const [postcode] = POSTCODE.exec(text) ?? [];
    if (postcode) this.addAddress(postcode);
    return text.replace(POSTCODE, ' ');
  }

  #note(field: keyof Person): void {
    this.#from.set(field, (this.#from.get(field) ?? new Set()).add(this.#line));
  }
}

const AROUND_CITY = /(^|\P{L})(?:city|pakistan|punjab|sindh|kpk|balochistan|cantt|شہر|پاکستان|پنجاب|سندھ)(?!\p{L})/giu;
const HOUSE = word(/(?=(?:house|flat|street|shop|plot|makan|مکان)(?!\p{L}))/iu);

/** The city of an address: its last part, or what stands before a house. */
function cityOf(address: string): string | undefined {
  const last = address.split(/[,،]/).pop() ?? '';
  const before = address.split(HOUSE).reverse();
  return findCity(last)?.name ?? cityIn(address) ?? before.map((part) => cityIn(part)).find(Boolean);
}
