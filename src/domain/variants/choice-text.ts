import { CHOICE_KINDS, type Choice, type Offer } from './choice.ts';

// Apart from choice.ts, which every page loads.

/** A choice on a line of its own: `Size: 7 · Colour: Gold`; empty when there was nothing to choose. */
export function choiceText({ size, color }: Choice): string {
  return [size && `Size: ${size}`, color && `Colour: ${color}`].filter(Boolean).join(' · ');
}

/** A choice in running text: `7, Gold`. */
export function choiceName({ size, color }: Choice): string {
  return [size, color].filter(Boolean).join(', ');
}

/** What a product, or one choice of it, is called: `Halo Ring (7, Gold)`. */
export function pieceName(productName: string, choice: Choice): string {
  return isChoice(choice) ? `${productName} (${choiceName(choice)})` : productName;
}

/** Whether anything is chosen. */
export function isChoice({ size, color }: Choice): boolean {
  return Boolean(size || color);
}

export function isSameChoice(one: Choice, other: Choice): boolean {
  return CHOICE_KINDS.every((kind) => (one[kind] ?? '') === (other[kind] ?? ''));
}

/** Whether a product comes in a choice. */
export function isOffered({ size, color }: Choice, { sizes, colors }: Offer): boolean {
  return (!size || sizes.includes(size)) && (!color || colors.includes(color));
}
