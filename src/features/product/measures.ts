import type { Product } from '#domain/products/contract.ts';

/** The part of the body that wears a piece; a bank card for what none does. */
export type WornAt = 'ear' | 'finger' | 'wrist' | 'neck' | 'card';

const WORN: [RegExp, WornAt][] = [
  [/earring|jhumk|hoop|stud/, 'ear'],
  [/bracelet|bangle|kara|cuff|watch/, 'wrist'],
  [/necklace|choker|pendant|chain|strand|\bsets?\b/, 'neck'],
  [/\brings?\b/, 'finger'],
];

/** The category says more than the name: a bracelet may be called a chain. */
export function wornAt({ category, name }: Pick<Product, 'category' | 'name'>): WornAt {
  const at = (text: string) => WORN.find(([words]) => words.test(text.toLowerCase()))?.[1];
  return at(category.replaceAll('-', ' ')) ?? at(name) ?? 'card';
}

/** `55 mm`, from 100 on in centimetres: `45 cm`. The space does not break. */
export function formatLength(millimetres: number): string {
  return millimetres < 100 ? `${millimetres}\u00a0mm` : `${millimetres / 10}\u00a0cm`;
}

/** `55 mm long, 30 mm wide`. A band is as wide as it is long on the finger or arm. */
export function sizeText(piece: Pick<Product, 'category' | 'name' | 'lengthMm' | 'widthMm'>): string {
  const { lengthMm, widthMm } = piece;
  const isBand = !widthMm && ['finger', 'wrist'].includes(wornAt(piece));
  const sides = [lengthMm && `${formatLength(lengthMm)} ${isBand ? 'wide' : 'long'}`, widthMm && `${formatLength(widthMm)} wide`];
  return sides.filter(Boolean).join(', ');
}
