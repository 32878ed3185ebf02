import { code128 } from './code-128.ts';

/** Millimetres of the thinnest bar: wide enough for a desk printer and a phone's camera. */
const MODULE_MM = 0.33;
const HEIGHT_MM = 11;
/** The quiet zone that scanners need on either side, in modules. */
const QUIET = 10;

/** A text as a Code 128 barcode in its real size on paper, narrower where there are only so many millimetres; nothing for a text that Code 128 cannot hold. */
export function Barcode({ text, maxMm = Number.POSITIVE_INFINITY }: { text: string; maxMm?: number }) {
  const widths = code128(text);
  if (!widths) return null;
  let x = QUIET;
  let bars = '';
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) bars += `M${x} 0h${width}v1h-${width}z`;
    x += width;
  }
  const modules = x + QUIET;
  return (
    <svg
      role="img"
      aria-label={`Barcode of ${text}`}
      width={`${Math.min(modules * MODULE_MM, maxMm).toFixed(2)}mm`}
      height={`${HEIGHT_MM}mm`}
      viewBox={`0 0 ${modules} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      <path d={bars} />
    </svg>
  );
}
