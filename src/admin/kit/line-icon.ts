import { createElement, type SVGProps } from 'react';

/** A shape of SVG and its attributes: `['path', { d: 'M5 12h14' }]`. */
type Shape = [tag: string, attributes: Record<string, string>];

const LINES = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const;

/** Draws an icon of `virtual:icons/…` with lines in the text colour. Decorative: its meaning must stand in a text or label beside it. */
export function lineIcon(shapes: Shape[], props: SVGProps<SVGSVGElement>) {
  return createElement('svg', { ...LINES, ...props }, ...shapes.map(([tag, attributes]) => createElement(tag, attributes)));
}
