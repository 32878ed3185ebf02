import { BANGLE_SIZES, type MeasuredSize, ringDiameter, sizedKind, sortSizes } from '#domain/variants/sizes.ts';

/** A size table. */
export interface SizeGuide {
  /** How to measure. */
  advice: string;
  columns: string[];
  rows: string[][];
  /** What is compared with the circle on the screen. */
  piece: 'ring' | 'bangle';
  /** Inner diameters, smallest first. */
  measures: MeasuredSize[];
}

/** Sizes that bangles and chain bracelets share: the bangle's, and the length of a bracelet. */
const WORDED_SIZES = new Map([
  ['Small', { bangle: '2.4', length: '16 cm' }],
  ['Medium', { bangle: '2.6', length: '18 cm' }],
  ['Large', { bangle: '2.8', length: '20 cm' }],
]);

const BANGLES = new Map(BANGLE_SIZES.map(({ size, innerMm }) => [size, innerMm]));

/** The size guide of a product; undefined for categories and sizes without measurements. */
export function sizeGuide(category: string, sizes: string[]): SizeGuide | undefined {
  const kind = sizedKind(category);
  const guide = kind === 'ring' ? ringGuide(sizes) : kind === 'bangle' ? bangleGuide(sizes) : undefined;
  return guide?.rows.length ? guide : undefined;
}

function ringGuide(sizes: string[]): SizeGuide {
  const measures = sortSizes(sizes.filter((size) => Number(size) > 0)).map((size) => ({ size, innerMm: ringDiameter(size) }));
  return {
    advice:
      'Measure the inside of a ring that fits, edge to edge, or a strip of paper around the finger. Between two sizes, take the larger.',
    columns: ['Size', 'Inside', 'Around the finger'],
    rows: measures.map(({ size, innerMm }) => [size, `${innerMm.toFixed(1)} mm`, `${Math.round(innerMm * Math.PI)} mm`]),
    piece: 'ring',
    measures,
  };
}

function bangleGuide(sizes: string[]): SizeGuide {
  const measures = sortSizes(sizes).flatMap((size) => {
    const innerMm = BANGLES.get(WORDED_SIZES.get(size)?.bangle ?? size);
    return innerMm ? [{ size, innerMm }] : [];
  });
  const worded = measures.some(({ size }) => WORDED_SIZES.has(size));
  return {
    ...(worded
      ? {
          advice:
            'For bangles and karas, measure the inside of one that slips over your hand. For chain bracelets, measure around the wrist.',
          columns: ['Size', 'Bangle', 'Inside', 'Bracelet length'],
          rows: measures.map(({ size, innerMm }) => {
            const { bangle = size, length = '' } = WORDED_SIZES.get(size) ?? {};
            return [size, bangle, `${Math.round(innerMm)} mm`, length];
          }),
        }
      : {
          advice:
            'Measure the inside of a bangle that slips over your hand, edge to edge. Or bring thumb and little finger together and measure around the knuckles with a strip of paper. Between two sizes, take the larger.',
          columns: ['Size', 'Inside', 'Around the hand'],
          rows: measures.map(({ size, innerMm }) => [size, `${innerMm.toFixed(1)} mm`, `${Math.round(innerMm * Math.PI)} mm`]),
        }),
    piece: 'bangle',
    measures,
  };
}
