/** Usual colours of products, and their swatches. */
export const SWATCH_COLORS: Record<string, string> = {
  Red: '#b3202c',
  Blue: '#27498f',
  Green: '#1f6b45',
  Gold: '#c9a24b',
  Silver: '#c4c6ca',
  Black: '#1d1b1a',
  White: '#fdfcf8',
  'Rose Gold': '#c98a7b',
  Yellow: '#e8c53a',
  Purple: '#6a3f86',
  Pink: '#e3a3b4',
  Orange: '#d9772e',
  Brown: '#6b4530',
  Gray: '#8b8b8d',
  Navy: '#1d2947',
  Burgundy: '#6b1a2c',
  Teal: '#1f7377',
  Coral: '#e57f6c',
  Lavender: '#b9a7d6',
  Beige: '#ddc9a9',
};

const UNKNOWN = '#9ca3af';

/** The swatch of a colour by name; grey for an unknown one. */
export function swatchColor(name: string): string {
  const known = Object.keys(SWATCH_COLORS).find((color) => color.toLowerCase() === name.trim().toLowerCase());
  return (known && SWATCH_COLORS[known]) || UNKNOWN;
}
