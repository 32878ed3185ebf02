/** A size table. */
export interface SizeGuide {
  /** How to measure. */
  advice: string;
  columns: string[];
  rows: string[][];
}

/** Inner diameter of a ring in millimetres: the American sizes, which Pakistan uses, too. */
const RING_ZERO_MM = 11.63;
const RING_STEP_MM = 0.8128;

/** Bangles are called by their inner diameter in inches and sixteenths: 2.4 is 2 4/16 in. */
const BANGLES = new Map([
  ['Small', ['2.4', '57 mm', '16 cm']],
  ['Medium', ['2.6', '60 mm', '18 cm']],
  ['Large', ['2.8', '64 mm', '20 cm']],
]);

/** The size guide of a product; undefined for categories without one. */
export function sizeGuide(category: string, sizes: string[]): SizeGuide | undefined {
  if (/(^|-)rings?$/.test(category)) return ringGuide(sizes.filter((size) => Number(size) > 0));
  return /bracelet|bangle|kara/.test(category) ? bangleGuide(sizes.filter((size) => BANGLES.has(size))) : undefined;
}

function ringGuide(sizes: string[]): SizeGuide | undefined {
  if (sizes.length === 0) return undefined;
  return {
    advice:
      'Measure the inside of a ring that fits, edge to edge, or a strip of paper around the finger. Between two sizes, take the larger.',
    columns: ['Size', 'Inside', 'Around the finger'],
    rows: sizes.map((size) => {
      const diameter = RING_ZERO_MM + RING_STEP_MM * Number(size);
      return [size, `${diameter.toFixed(1)} mm`, `${Math.round(diameter * Math.PI)} mm`];
    }),
  };
}

function bangleGuide(sizes: string[]): SizeGuide | undefined {
  if (sizes.length === 0) return undefined;
  return {
    advice:
      'For bangles and karas, measure the inside of one that slips over your hand. For chain bracelets, measure around the wrist.',
    columns: ['Size', 'Bangle', 'Inside', 'Bracelet length'],
    rows: sizes.map((size) => [size, ...(BANGLES.get(size) ?? [])]),
  };
}
