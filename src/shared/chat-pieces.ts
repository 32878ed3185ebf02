/** Pieces in the text of a chat: a product by its link or name, or a SKU, with what is said of it. */
import { trimmed } from './chat-words.ts';
import { MAX_LINE_QUANTITY } from './limits.ts';

/** A piece that a message asks for: a product, by its link or its name, or a SKU. */
export interface ChatItem {
  productId?: string;
  sku?: string;
  quantity: number;
  size?: string;
  color?: string;
}

export interface ChatProduct {
  id: string;
  name: string;
  colors: readonly string[];
  sizes: readonly string[];
}

const LINK = /(?:https?:\/\/|www\.)\S+|[\w.-]+\.(?:com|pk|app|shop|example)\/\S*/giu;
const PRODUCT_LINK = /\/products?\/([0-9a-f]{24})(?![0-9a-f])/i;
const SKU = /(^|[^\w-])([A-Z]{2,6}-(?=[A-Z0-9-]*\d)[A-Z0-9]+(?:-[A-Z0-9.]+)+)(?![\w-])/gi;
const TWO_DIGITS = String.raw`([1-9]\d?)`;
const QUANTITY = new RegExp(
  String.raw`(?:^|[^\w.])${TWO_DIGITS}\s?(?:x|×|pcs?|pieces?|pairs?|adad|عدد)(?![\p{L}\d])|(?:^|\P{L})(?:x|×)\s?${TWO_DIGITS}(?![\d.])|(?:^|[^\d.])${TWO_DIGITS}\s+(?=\ue000)`,
  'iu',
);
const SIZE =
  /(?:sizes?|siz|sz|سائز|سائیز)\W{0,3}(\d{1,2}(?:[./-]\d{1,2})?|free size|extra (?:small|large)|small|medium|large|x{0,3}[sl]|m)(?![\p{L}\d])/iu;
const SIZE_BEFORE = /(?:^|[^\d.])(\d{1,2}(?:\.\d{1,2})?)\s(?:size|number|no)(?!\p{L})/iu;
const COLOR = /(?:colou?r|clr|rang|رنگ)\W{0,3}(\p{L}+(?:\s\p{L}+)?)/iu;

/** Finds the pieces that lines ask for, among these products and all SKUs. */
export class PieceReader {
  readonly #products: readonly ChatProduct[];
  /** The names of products as they may be written, the longest first. */
  readonly #names: { id: string; pattern: RegExp }[];

  constructor(products: readonly ChatProduct[]) {
    this.#products = products;
    this.#names = [...products]
      .sort((one, other) => other.name.length - one.name.length)
      .map(({ id, name }) => {
        const words = name.split(/\s+/).map(escaped).join('\\s+');
        return { id, pattern: new RegExp(`(^|[^\\p{L}\\d])${words}s?(?![\\p{L}\\d])`, 'giu') };
      });
  }

  /** Takes products and SKUs out of a line, with quantity, size and colour. Returns them and what else the line says. */
  read(line: string): { items: ChatItem[]; rest: string } {
    const named: Pick<ChatItem, 'productId' | 'sku'>[] = [];
    // A mark instead of each piece: signs in its name or address separate nothing.
    const mark = (item: (typeof named)[number]) => ` \ue000${named.push(item) - 1}\ue000 `;
    let marked = line.replace(LINK, (link) => {
      const [, productId] = PRODUCT_LINK.exec(link) ?? [];
      return productId ? mark({ productId: productId.toLowerCase() }) : link;
    });
    for (const { id, pattern } of this.#names) {
      marked = marked.replace(pattern, (_, before: string) => before + mark({ productId: id }));
    }
    marked = marked.replace(SKU, (_, before: string, sku: string) => before + mark({ sku: sku.toUpperCase() }));
    if (named.length === 0) return { items: [], rest: line };
    const items: ChatItem[] = [];
    const pieces = named.length === 1 ? [marked] : marked.split(/[,;+&،]|\s(?:and|aur|or|اور)\s/iu);
    const rests = pieces.map((piece) => {
      const [, index] = /\ue000(\d+)\ue000/.exec(piece) ?? [];
      if (index === undefined) return piece;
      const { item, rest } = this.#readItem(named[Number(index)] ?? {}, trimmed(piece));
      items.push(item);
      return rest;
    });
    return { items, rest: trimmed(rests.filter((rest) => /[\p{L}\d]/u.test(rest)).join(', ')) };
  }

  /** The piece that a text names, and what the text says besides. */
  #readItem(named: Pick<ChatItem, 'productId' | 'sku'>, text: string): { item: ChatItem; rest: string } {
    const product = this.#products.find(({ id }) => id === named.productId);
    let rest = text;
    const cut = (pattern: RegExp) => {
      const match = pattern.exec(rest);
      if (match) rest = rest.replace(match[0], ' ');
      return match?.slice(1).find(Boolean);
    };
    const quantity = Number(cut(/(?:qty|quantity|تعداد)\W{0,3}([1-9]\d?)(?!\d)/iu) ?? cut(QUANTITY) ?? 1);
    rest = rest.replace(/\ue000\d+\ue000/, ' ');
    const size = cut(SIZE) ?? cut(SIZE_BEFORE);
    const offered = [...(product?.colors ?? [])]
      .sort((one, other) => other.length - one.length)
      .find((color) => new RegExp(`(?:^|\\P{L})${escaped(color)}(?!\\p{L})`, 'iu').test(rest));
    if (offered)
      rest = rest.replace(new RegExp(`(?:(?:in|colou?r|clr|rang)\\W{0,3})?${escaped(offered)}(?:\\s+colou?r)?`, 'i'), ' ');
    const color = offered ?? cut(COLOR);
    const item = {
      ...named,
      quantity: Math.min(quantity, MAX_LINE_QUANTITY),
      ...(size && { size: sizeText(size) }),
      ...(color && { color }),
    };
    const besides = trimmed(rest.replace(/(^|\P{L})(?:order|item|product|article|design|code|sku|in|of)(?!\p{L})\W*/giu, '$1 '));
    return { item, rest: besides };
  }
}

/** The size in a text that is about one: "2/6, two pairs". */
export function sizeIn(text: string): { size: string; written: string } {
  const [, written = text] = SIZE.exec(`size ${text}`) ?? [];
  return { size: sizeText(written), written };
}

/** A size as the shop writes it: bangles of "2/6" and "2-6" are 2.6. */
function sizeText(size: string): string {
  return size.trim().replace(/^(2)[/-](\d{1,2})$/, '$1.$2');
}

/** A text for a regular expression, in which its signs mean themselves. */
function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
