import type { Product } from '#domain/products/contract.ts';
import { formatLength, sizeText, type WornAt, wornAt } from './measures.ts';

/** A piece to scale, over a picture of `public/worn`. All numbers are millimetres in that picture. */
export interface ScaleDrawing {
  beside: WornAt;
  width: number;
  height: number;
  /** The outline of the piece. */
  piece: string;
  /** The line of the measure, or the chain. */
  line: string;
  /** The measure beside it. */
  measure: { x: number; y: number; text: string };
  /** The drawing in words. */
  label: string;
}

const PICTURES: Record<WornAt, { width: number; height: number; named: string }> = {
  ear: { width: 100, height: 160, named: 'an ear' },
  finger: { width: 100, height: 80, named: 'a hand' },
  wrist: { width: 160, height: 160, named: 'a wrist' },
  neck: { width: 300, height: 340, named: 'a neck' },
  card: { width: 240, height: 160, named: 'a bank card' },
};

type Measured = Pick<Product, 'category' | 'name' | 'lengthMm' | 'widthMm' | 'innerMm' | 'chainMm'>;

type Drawn = Pick<ScaleDrawing, 'piece' | 'line' | 'measure'>;

/** A piece where it is worn, else beside a bank card; undefined without measures, and for what is larger than the picture. */
export function scaleDrawing(product: Measured): ScaleDrawing | undefined {
  const beside = wornAt(product);
  const drawn = DRAWINGS[beside](product);
  if (!drawn) return undefined;
  const { width, height, named } = PICTURES[beside];
  const chain = beside === 'neck' && product.chainMm ? `chain of ${formatLength(product.chainMm)}` : '';
  const inside = product.innerMm ? `${formatLength(product.innerMm)} inside` : '';
  const said = [chain, sizeText(product), inside].filter(Boolean).join(', ');
  return { beside, width, height, ...drawn, label: `To scale beside ${named}: ${said}` };
}

const DRAWINGS: Record<WornAt, (product: Measured) => Drawn | undefined> = {
  /** Hangs from the hole in the lobe; a small one lies on it. */
  ear({ lengthMm, widthMm }) {
    const width = widthMm ?? 4;
    if (!lengthMm || lengthMm > 95 || width > 60) return undefined;
    return withMeasure(oval, { x: 48, top: 58 - Math.min(lengthMm / 2, 8), width, height: lengthMm });
  },
  /** A head lies on the finger; a plain band goes round it. */
  finger({ lengthMm, widthMm, innerMm }) {
    const width = widthMm ?? innerMm ?? 19;
    if (!lengthMm || lengthMm > 45 || width > 45) return undefined;
    return withMeasure(widthMm ? oval : band, { x: 50, top: 47 - lengthMm / 2, width, height: lengthMm }, innerMm);
  },
  /** What has a width lies on the wrist, everything else goes round it, as wide as it is inside. */
  wrist({ lengthMm, widthMm, innerMm }) {
    const width = widthMm ?? innerMm ?? 60;
    if (!lengthMm || lengthMm > 70 || width > 90) return undefined;
    return withMeasure(widthMm ? oval : band, { x: 80, top: 108 - lengthMm / 2, width, height: lengthMm }, innerMm);
  },
  /** A chain hangs lower by almost half of what it is longer than the neck is round. */
  neck({ chainMm, lengthMm, widthMm }) {
    const lowest = 112 + Math.max(0, (chainMm ?? 0) - 340) * 0.45;
    const height = lengthMm ?? 0;
    const width = widthMm ?? Math.min(height / 2, 12);
    if (!chainMm || lowest + height > 336 || width > 200) return undefined;
    // Three quarters of a cubic curve lie below its ends.
    const handle = round(84 + (lowest - 84) / 0.75);
    return {
      piece: height ? oval({ x: 150, top: lowest, width, height }) : '',
      line: `M92 84C92 ${handle} 208 ${handle} 208 84`,
      measure: { x: 212, y: 78, text: formatLength(chainMm) },
    };
  },
  /** Stands on the same ground as the card. */
  card({ lengthMm, widthMm }) {
    const width = widthMm ?? 8;
    if (!lengthMm || lengthMm > 145 || width > 80) return undefined;
    return withMeasure(box, { x: 100 + width / 2, top: 152 - lengthMm, width, height: lengthMm });
  },
};

interface Place {
  /** The middle. */
  x: number;
  top: number;
  width: number;
  height: number;
}

/** A piece with the line of its height on its right, or of its inner diameter below. */
function withMeasure(shape: (at: Place) => string, at: Place, innerMm: number | null = null): Drawn {
  const { x, top, width, height } = at;
  if (innerMm) {
    const below = round(top + height + width / 12 + 3);
    return {
      piece: shape(at),
      line: `M${round(x - innerMm / 2)} ${below}h${innerMm}`,
      measure: { x: round(x + innerMm / 2 + 3), y: below, text: formatLength(innerMm) },
    };
  }
  const right = round(x + width / 2 + 3);
  return {
    piece: shape(at),
    line: `M${right} ${round(top)}v${height}`,
    measure: { x: round(right + 3), y: round(top + height / 2), text: formatLength(height) },
  };
}

function oval({ x, top, width, height }: Place): string {
  const arc = `a${round(width / 2)} ${round(height / 2)} 0 0 1`;
  return `M${round(x - width / 2)} ${round(top + height / 2)}${arc} ${width} 0${arc}-${width} 0`;
}

/** The outline of a piece whose shape nobody knows. */
function box({ x, top, width, height }: Place): string {
  return `M${round(x - width / 2)} ${round(top)}h${width}v${height}h-${width}z`;
}

/** Round a finger or arm, seen from above. */
function band({ x, top, width, height }: Place): string {
  const [half, bend] = [round(width / 2), round(width / 12)];
  return `M${round(x - width / 2)} ${round(top)}q${half} ${bend} ${width} 0v${height}q-${half} ${bend}-${width} 0z`;
}

function round(millimetres: number): number {
  return Math.round(millimetres * 10) / 10;
}
