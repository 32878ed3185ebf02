import { notAfter, word } from '#domain/checked-pattern.ts';
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '#domain/limits.ts';
import { Catalog, type ChatProduct, type Mention } from './catalog.ts';
import { attributesOf, eachColorApart, isOffered, MARK, type Said } from './choices.ts';
import {
  ADDRESS_WORD,
  CANCEL,
  CORRECTION,
  DENIAL,
  GO_AHEAD,
  INQUIRY,
  isRequest,
  isSmallTalk,
  nameIn,
  ORDERS,
  REPLACEMENT,
  trimmed,
} from './words.ts';

/** A piece that a message asks for: a product, by its link or its name, or a SKU. */
export interface ChatItem {
  productId?: string;
  sku?: string;
  quantity: number;
  size?: string;
  color?: string;
}

/** A piece that is not certain: which product it is, whether it is wanted, or a colour or size that the product does not have. */
export interface AskedPiece {
  /** The words that speak of it. */
  words: string;
  /** Products that it may be, the likeliest first. */
  candidates: string[];
  quantity: number;
  size?: string;
  color?: string;
}

/** A piece while the chat is read. */
interface Piece {
  products: ChatProduct[];
  sku?: string;
  said: Said;
  words: string[];
  isCertain: boolean;
  /** Only its price or a picture was asked for so far. */
  isInquiry: boolean;
  /** Only the shop has spoken of it so far. */
  isOffer: boolean;
  /** How often the word had passed between shop and customer. */
  turn: number;
}

type Named = Pick<Piece, 'products' | 'sku' | 'isCertain'>;

const LINK = /(?:https?:\/\/|www\.)\S+|[\w.-]+\.(?:com|pk|app|shop|example)\/\S*/giu;
const PRODUCT_LINK = /\/products?\/([0-9a-f]{24})(?![0-9a-f])/i;
const SKU = /(^|[^\w-])([A-Z]{2,6}-(?=[A-Z0-9-]*\d)[A-Z0-9]+(?:-[A-Z0-9.]+)+)(?![\w-])/gi;
const BETWEEN_PIECES = /[,;+&،؛()|]/u;
const AND = word(/(?:and|aur|or|plus|اور)(?!\p{L})/giu);
/** A number of pieces at the end of what stands before a piece. */
const COUNT_BEFORE = notAfter(String.raw`\d.`, /[1-9]\d?\s*(?:x|×|pcs?|pieces?|pairs?|adad|عدد)?\s*$/iu);
const IN_COLOR = word(/in\s+\p{L}+|\p{L}+\s+(?:mein|main|میں)(?!\p{L})/iu);
const PHONE = /\d{3}[\s-]?\d{4,}/;

/** Pieces that are looked for: four times what an order may have. Each is compared with all before, so what comes later stays unread. */
const MAX_PIECES = 4 * MAX_CART_LINES;

/** Finds the pieces that lines ask for, among these products and all SKUs, and what later lines say of them. */
export class PieceReader {
  readonly #catalog: Catalog;
  #pieces: Piece[] = [];
  #turn = 0;
  #isShopSpeaking = false;

  constructor(products: readonly ChatProduct[]) {
    this.#catalog = new Catalog(products);
  }

  /** Takes the pieces out of a line. Returns what else it says; `isFound` when it speaks of pieces. */
  read(line: string, original: string, isOwn = false): { isFound: boolean; rest: string } {
    if (isOwn !== this.#isShopSpeaking) this.#turn += 1;
    this.#isShopSpeaking = isOwn;
    if (this.#pieces.length >= MAX_PIECES) return { isFound: isOwn, rest: isOwn ? '' : line };
    const { marked, named } = this.#marked(line, isOwn);
    if (isOwn) {
      for (const one of named) this.#offer(one, original);
      return { isFound: true, rest: '' };
    }
    const isInquiry = INQUIRY.test(line) && !ORDERS.test(line);
    if (named.length === 0) {
      if (this.#describe(line, original)) return { isFound: true, rest: '' };
      this.#doubtIfChanged(line);
      // Nobody knows what is cancelled.
      if (CANCEL.test(line)) for (const piece of this.#pieces) piece.isCertain = false;
      if (!isInquiry && GO_AHEAD.test(line) && !CANCEL.test(line)) this.#goAhead();
      return { isFound: false, rest: line };
    }
    const rests: string[] = [];
    let last: Piece | undefined;
    for (const segment of eachColorApart(marked).replace(AND, ',').split(BETWEEN_PIECES).flatMap(byMarks)) {
      const [mark] = MARK.exec(segment) ?? [];
      const one = mark && named[indexOf(mark)];
      if (one) {
        const { piece, rest } = this.#take(one, segment, original, isInquiry);
        last = piece;
        rests.push(rest);
      } else if (!last || !this.#saysMore(last, segment)) {
        this.#doubtIfChanged(segment, last);
        rests.push(trimmed(segment));
      }
      // What takes the place of what: staff see.
      if (last && REPLACEMENT.test(line)) last.isCertain = false;
    }
    return { isFound: true, rest: trimmed(rests.filter((rest) => /[\p{L}\d]/u.test(rest)).join(', ')) };
  }

  /** Says more of the piece that was named last. */
  describe(said: Said): boolean {
    const piece = this.#last();
    if (piece) Object.assign(piece.said, said);
    return piece !== undefined;
  }

  result(): { items: ChatItem[]; itemWords: string[]; asked: AskedPiece[] } {
    const items: ChatItem[] = [];
    const itemWords: string[] = [];
    const asked: AskedPiece[] = [];
    for (const piece of this.#pieces) {
      // What the shop offered and nobody took, and a kind of piece whose price was asked.
      if (piece.isOffer || (piece.isInquiry && !piece.isCertain)) continue;
      const [product] = piece.products;
      const { color, size } = piece.said;
      const quantity = Math.min(piece.said.quantity ?? 1, MAX_LINE_QUANTITY);
      const words = [...new Set(piece.words)].join('\n');
      const said = { quantity, ...(size && { size }), ...(color && { color }) };
      // A product that the list does not have yet is looked up later.
      const hasAll = !product?.name || (isOffered(product.colors, color) && isOffered(product.sizes, size));
      if (piece.isCertain && !piece.isInquiry && hasAll) {
        items.push({ ...(product ? { productId: product.id } : { sku: piece.sku ?? '' }), ...said });
        itemWords.push(words);
      } else {
        const fits = ({ colors, sizes }: ChatProduct) => Number(isOffered(colors, color)) + Number(isOffered(sizes, size));
        const candidates = [...piece.products].sort((one, other) => fits(other) - fits(one)).map(({ id }) => id);
        asked.push({ words, candidates, ...said });
      }
    }
    return { items, itemWords, asked };
  }

  /** The line with a mark instead of each piece: signs in its name or address separate nothing. */
  #marked(line: string, isOwn: boolean): { marked: string; named: Named[] } {
    const named: Named[] = [];
    const mark = (one: Named) => ` ${String.fromCharCode(0xe100 + named.push(one) - 1)} `;
    let marked = line.replace(LINK, (link) => {
      const [, id] = PRODUCT_LINK.exec(link) ?? [];
      const product =
        id && (this.#catalog.product(id.toLowerCase()) ?? { id: id.toLowerCase(), name: '', colors: [], sizes: [] });
      return product ? mark({ products: [product], isCertain: true }) : link;
    });
    marked = marked.replace(
      SKU,
      (_, before: string, sku: string) => before + mark({ products: [], sku: sku.toUpperCase(), isCertain: true }),
    );
    const mentions = this.#catalog
      .mentionsIn(marked)
      .filter((mention) => mention.isCertain || (!isOwn && this.#isMeant(mention, marked)));
    return { marked: withMarks(marked, mentions, mark), named };
  }

  /** Whether a part of a name speaks of a piece at all: "emerald ring", but neither a house in Ring Road nor "my ring broke". */
  #isMeant({ isTelling, words, products }: Mention, line: string): boolean {
    if (ADDRESS_WORD.test(line) || PHONE.test(line)) return false;
    if (!isTelling) return GO_AHEAD.test(line) && this.#sameAs({ products, isCertain: false }) !== undefined;
    const isShort = line.trim().split(/\s+/).length <= words.length + 2;
    return words.length > 1 || isShort || isRequest(line) || CANCEL.test(line) || Object.keys(attributesOf(line).said).length > 0;
  }

  /** A piece that a customer names, and what the text says besides. */
  #take(named: Named, text: string, original: string, isInquiry: boolean): { piece?: Piece; rest: string } {
    // Behind a piece the line may go on with where it goes.
    const stop = stopIn(text);
    const { said, rest, isDoubtful } = attributesOf(
      text.slice(0, stop),
      named.products.length === 1 ? named.products[0] : undefined,
    );
    const besides = trimmed(`${rest} ${text.slice(stop)}`);
    const known = this.#sameAs(named);
    if (CANCEL.test(text)) {
      if (!known) return { rest: trimmed(text.replace(MARK, ' ')) };
      this.#pieces = this.#pieces.filter((piece) => piece !== known);
      return { rest: trimmed(besides.replace(CANCEL, ' ')) };
    }
    const isConflict = known && differs(known.said, said);
    const isAgain = known && !known.isInquiry && !known.isOffer;
    if (known && (!isAgain || !isConflict || CORRECTION.test(text))) {
      // The same once more: a second piece or the first one again.
      if (isAgain && named.isCertain && !isInquiry && Object.keys(said).length === 0) known.isCertain = false;
      if (named.isCertain) Object.assign(known, { products: named.products, isCertain: isAgain ? known.isCertain : true });
      Object.assign(known.said, said);
      known.words.push(original.trim());
      if (!isInquiry) Object.assign(known, { isInquiry: false, isOffer: false });
      return { piece: known, rest: besides };
    }
    const piece: Piece = {
      ...named,
      isCertain: named.isCertain && !isDoubtful,
      said,
      words: [original.trim()],
      isInquiry,
      isOffer: false,
      turn: this.#turn,
    };
    this.#pieces.push(piece);
    return { piece, rest: besides };
  }

  /** The piece that was spoken of before and is meant again. */
  #sameAs({ products, sku, isCertain }: Named): Piece | undefined {
    if (sku) return undefined;
    const ids = new Set(products.map(({ id }) => id));
    const meant = this.#pieces.filter((piece) => {
      const shared = piece.products.filter(({ id }) => ids.has(id));
      if (piece.products.length === 1) return shared.length === 1;
      // A kind of piece becomes a certain one when somebody has asked which.
      return isCertain && shared.length > 0 && (piece.isInquiry || piece.turn < this.#turn);
    });
    return meant.length === 1 ? meant[0] : meant.find(({ said }) => Object.keys(said).length === 0);
  }

  #offer(named: Named, original: string): void {
    if (named.sku) return;
    const known = this.#sameAs(named);
    const offer = {
      ...named,
      isCertain: false,
      said: {},
      words: [original.trim()],
      isInquiry: false,
      isOffer: true,
      turn: this.#turn,
    };
    if (!known) this.#pieces.push(offer);
    else if (known.products.length > 1)
      Object.assign(known, {
        products: named.products,
        isOffer: true,
        isInquiry: false,
        words: [...known.words, original.trim()],
      });
  }

  /** Whether a text says nothing but choices of a piece, which it now has; another colour or size is another piece. */
  #saysMore(piece: Piece, text: string): boolean {
    const { said, rest, isDoubtful } = attributesOf(text, piece.products[0]);
    if (Object.keys(said).length === 0 || isDoubtful) return false;
    // In a whole letter, "in burgundy" is told from talk by its preposition.
    const isInColor = IN_COLOR.test(text) && isOffered(piece.products[0]?.colors ?? [], said.color) && !ADDRESS_WORD.test(text);
    if (!isInColor && !isOnlyTalk(rest)) return false;
    if (differs(piece.said, said)) {
      const { quantity: _, ...shared } = piece.said;
      this.#pieces.push({ ...piece, said: { ...shared, ...said }, words: [...piece.words] });
    } else Object.assign(piece.said, said);
    return true;
  }

  /** Whether a line without a piece says nothing but choices: then they are those of the last piece. */
  #describe(line: string, original: string): boolean {
    const piece = this.#last();
    if (!piece) return false;
    const parts = eachColorApart(line)
      .replace(AND, ',')
      .split(BETWEEN_PIECES)
      .map((part) => attributesOf(part, piece.products[0]));
    const [first] = parts;
    if (
      !first ||
      parts.some(({ said, rest }) => (Object.keys(said).length === 0 && /[\p{L}\d]/u.test(rest)) || !isOnlyTalk(rest))
    )
      return false;
    const found = parts.filter(({ said }) => Object.keys(said).length > 0);
    if (found.length === 0) return false;
    const isChange = differs(piece.said, first.said);
    for (const [index, { said, isDoubtful }] of found.entries()) {
      if (index > 0 && differs(piece.said, said))
        this.#pieces.push({ ...piece, said: { ...piece.said, ...said }, words: [...piece.words] });
      else Object.assign(piece.said, said);
      if (isDoubtful) piece.isCertain = false;
    }
    piece.words.push(original.trim());
    // Among several pieces, nobody knows which one changes.
    if (isChange && this.#pieces.filter(({ isOffer }) => !isOffer).length > 1) piece.isCertain = false;
    if (!INQUIRY.test(line)) Object.assign(piece, { isInquiry: false, isOffer: false });
    return true;
  }

  /** Choices that are said among other words may be of the last piece, and a change that is not understood too. */
  #doubtIfChanged(text: string, piece = this.#last()): void {
    if (!piece || ADDRESS_WORD.test(text) || PHONE.test(text)) return;
    const { color, size, quantity } = attributesOf(text, piece.products[0]).said;
    const isChange = REPLACEMENT.test(text) || (quantity !== undefined && DENIAL.test(text));
    if (isChange || ((color || size) && !nameIn(text))) piece.isCertain = false;
  }

  /** "Ok, send it": means the one piece that was asked about, or the shop's offer. */
  #goAhead(): void {
    const open = this.#pieces.filter(({ isInquiry, isOffer }) => isInquiry || isOffer);
    if (open.length === 1) Object.assign(open[0] ?? {}, { isInquiry: false, isOffer: false });
    else for (const piece of open) Object.assign(piece, { isOffer: false });
  }

  #last(): Piece | undefined {
    return this.#pieces[this.#pieces.length - 1];
  }
}

function withMarks(line: string, mentions: Mention[], mark: (named: Named) => string): string {
  const cuts = mentions.flatMap(({ words, products, isCertain }) => {
    const [first, ...others] = words;
    return first ? [{ ...first, text: mark({ products, isCertain }) }, ...others.map((word) => ({ ...word, text: ' ' }))] : [];
  });
  return cuts
    .sort((one, other) => other.from - one.from)
    .reduce((text, cut) => text.slice(0, cut.from) + cut.text + text.slice(cut.to), line);
}

function indexOf(mark: string): number {
  return mark.charCodeAt(0) - 0xe100;
}

/** A text cut between its marks. Numbers belong to the piece behind them where one stands before the first piece. */
function byMarks(text: string): string[] {
  const [head = '', ...tails] = text.split(/(?=[\ue100-\uefff])/u);
  if (tails.length < 2) return [text];
  const counts = COUNT_BEFORE.test(head);
  let carried = head;
  return tails.map((tail, index) => {
    const [count = ''] = (counts && index < tails.length - 1 && COUNT_BEFORE.exec(tail.slice(1))) || [];
    const part = carried + tail.slice(0, tail.length - count.length);
    carried = count;
    return part;
  });
}

/** Where what is said of a piece ends, and a phone or an address begins. */
function stopIn(text: string): number {
  const from = text.search(MARK) + 1;
  const behind = text.slice(from);
  const ends = [behind.search(PHONE), behind.search(ADDRESS_WORD)].filter((at) => at >= 0);
  return ends.length > 0 ? from + Math.min(...ends) : text.length;
}

/** Whether both say something of a choice, and not the same. */
function differs(one: Said, other: Said): boolean {
  return (['color', 'size'] as const).some(
    (what) => one[what] !== undefined && other[what] !== undefined && one[what] !== other[what],
  );
}

function isOnlyTalk(text: string): boolean {
  return isSmallTalk(text.replace(new RegExp(CORRECTION, 'giu'), ' ').replace(new RegExp(GO_AHEAD, 'giu'), ' '));
}
