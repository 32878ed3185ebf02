import type { Choice } from './choices.ts';

/** A choice as text: `Color: Gold · Size: 2.4`. */
export function choiceText({ color, size }: Choice): string {
  return [color && `Color: ${color}`, size && `Size: ${size}`].filter(Boolean).join(' · ');
}
