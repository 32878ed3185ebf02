/** The lines of a copied chat without what the chat program wrote, and who wrote them. */

import { latinDigits } from '#domain/phone.ts';
import { phonesIn } from './phones.ts';
import { HEADER } from './words.ts';

export interface ChatLine {
  /** With ASCII digits and without emoji, markup and bullets. */
  text: string;
  /** As it was pasted. */
  original: string;
  /** As it was written: without the sender and the time. */
  said: string;
  /** The number of who wrote it, where the program names them by number. */
  senderPhone: string;
  /** Whether the shop wrote it. */
  isOwn: boolean;
}

/** Cuts a chat into lines; long ones into sentences. What has no sender of its own is of the one before. */
export function linesOf(chat: string, ownPhones: ReadonlySet<string>, ownNames: readonly string[]): ChatLine[] {
  const names = ownNames.map((name) => name.toLowerCase());
  let isOwn = false;
  return chat
    .split('\n')
    .flatMap(cutLong)
    .flatMap((original) => {
      const { text, sender } = withoutHeader(original);
      const [senderPhone = ''] = phonesIn(sender).phones;
      if (sender)
        isOwn = ownPhones.has(senderPhone) || /^you$/i.test(sender) || names.some((name) => startsWithName(sender, name));
      return sentencesOf(text).map((sentence) => ({
        text: plainLine(sentence),
        original,
        said: text,
        senderPhone: isOwn ? '' : senderPhone,
        isOwn,
      }));
    });
}

/** What a line may have to be read as one: patterns compare each part of it with the rest. Nobody writes more without a break, least of all an address. */
const MAX_LINE = 1_000;

/** A line in parts that may be read, cut between words where there are any. */
function cutLong(line: string): string[] {
  const parts: string[] = [];
  let from = 0;
  while (line.length - from > MAX_LINE) {
    const space = line.lastIndexOf(' ', from + MAX_LINE);
    const to = space > from ? space : from + MAX_LINE;
    parts.push(line.slice(from, to));
    from = to;
  }
  return [...parts, line.slice(from)];
}

function startsWithName(sender: string, name: string): boolean {
  return new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?!\\p{L})`, 'iu').test(sender);
}

function withoutHeader(line: string): { text: string; sender: string } {
  const text = line.replace(/[\u200e\u200f\u061c]/g, '').trim();
  const header = HEADER.exec(text);
  return header ? { text: text.slice(header[0].length), sender: header.groups?.['sender'] ?? '' } : { text, sender: '' };
}

/** Whole letters are written in one line. A point behind a short word is an abbreviation. */
const LONG_LINE = 100;
const SENTENCE_END = /([\p{L}\d]{5}[.!])\s+(?=\p{Lu})|(۔)\s*/gu;

function sentencesOf(text: string): string[] {
  return text.length > LONG_LINE ? text.replace(SENTENCE_END, '$1$2\n').split('\n') : [text];
}

function plainLine(line: string): string {
  return latinDigits(line)
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\ufe0f|\u200d|\u20e3/gu, ' ')
    .replace(/(^|[^\p{L}\d])[*_~`]+/gu, '$1')
    .replace(/[*_~`]+(?![\p{L}\d])/gu, '')
    .replace(/^[\s>•·▪●○\-–—]+|^\d{1,2}[.)۔]\s+/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
