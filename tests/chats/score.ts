/** How well chats are read: the fields that are right, and the pieces that are wrong without a question. */

import type { ChatOrder } from '#domain/chats/read-chat.ts';
import { latinDigits } from '#domain/phone.ts';
import { findCity } from '#domain/places/cities.ts';
import type { Chat, Wanted } from './example-chats.ts';
import { CATALOG } from './example-chats.ts';

export interface Score {
  right: number;
  all: number;
  /** Fields that are wrong, as `what: wanted, read`. */
  wrong: string[];
  /** Pieces that were taken and are not wanted so, and wanted ones that are gone. */
  silent: string[];
}

/** Compares what was read with what staff would have written down. */
export function scoreOf({ wanted }: Chat, read: ChatOrder): Score {
  const { asked } = read;
  const score: Score = { right: 0, all: 0, wrong: [], silent: [] };
  const count = (what: string, isRight: boolean, expected: unknown, actual: unknown) => {
    score.all += 1;
    if (isRight) score.right += 1;
    else score.wrong.push(`${what}: ${JSON.stringify(expected)}, read ${JSON.stringify(actual)}`);
  };
  for (const field of ['name', 'phone', 'city'] as const)
    count(field, (wanted[field] ?? '') === read[field], wanted[field], read[field]);
  if (wanted.secondPhone || read.secondPhone)
    count('second phone', wanted.secondPhone === read.secondPhone, wanted.secondPhone, read.secondPhone);
  count('address', addressWords(wanted.address, wanted) === addressWords(read.address, wanted), wanted.address, read.address);

  const taken = read.items.map((item) => ({ ...item, product: nameOf(item.productId) }));
  for (const piece of wanted.pieces ?? []) {
    // Among several lines of one product, the one with most in common.
    const likeness = (item: (typeof taken)[number]) => Number(item.color === piece.color) + Number(item.size === piece.size);
    const [found] = taken
      .filter(({ product }) => product === piece.product)
      .sort((one, other) => likeness(other) - likeness(one));
    if (found) taken.splice(taken.indexOf(found), 1);
    count('piece', found !== undefined, piece.product, found?.product);
    for (const [what, said] of [
      ['color', piece.color],
      ['size', piece.size],
      ['quantity', piece.quantity ?? 1],
    ] as const) {
      count(what, found !== undefined && found[what] === said, said, found?.[what]);
      if (found && found[what] !== undefined && found[what] !== said)
        score.silent.push(`${piece.product}: ${what} ${found[what]}`);
    }
    if (!found && asked.length === 0 && read.unread.length === 0) score.silent.push(`${piece.product} is gone`);
  }
  for (const { product } of taken) score.silent.push(`${product} is not wanted so`);

  const questions = [...asked];
  for (const { among, ...said } of wanted.asked ?? []) {
    const found = questions.find(({ candidates }) => among.every((name) => candidates.some((id) => nameOf(id) === name)));
    if (found) questions.splice(questions.indexOf(found), 1);
    // What no product fits is a question or a line left to read.
    count('question', found !== undefined || (among.length === 0 && read.unread.length > 0), among, found);
    for (const what of ['color', 'size', 'quantity'] as const) {
      if (said[what] !== undefined)
        count(what, String(found?.[what]).toLowerCase() === String(said[what]).toLowerCase(), said[what], found?.[what]);
    }
  }
  for (const question of questions)
    if (!(wanted.asked ?? []).some(({ among }) => among.length === 0))
      score.wrong.push(`asked needlessly: ${JSON.stringify(question)}`);
  return score;
}

function nameOf(id: string | undefined): string {
  return CATALOG.find((product) => product.id === id)?.name ?? '';
}

/** An address without its signs and its city. */
function addressWords(address: string | undefined, { city }: Wanted): string {
  const words =
    latinDigits(address ?? '')
      .toLowerCase()
      .match(/[\p{L}\p{M}\d]+/gu) ?? [];
  const isCity = (from: number, length: number) => findCity(words.slice(from, from + length).join(' '))?.name === city;
  return words
    .filter(
      (_, at) => ![1, 2, 3].some((length) => [0, 1, 2].some((back) => back < length && at >= back && isCity(at - back, length))),
    )
    .join(' ');
}
