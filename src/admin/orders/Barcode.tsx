import { code128 } from './code-128.ts';

/** Millimetres of the thinnest bar: wide enough for a desk printer and a phone's camera. */
const MODULE_MM = 0.33;
const HEIGHT_MM = 11;
/** The blank margin a scanner needs on either side, in modules. */
const QUIET = 10;

/** A text as a Code 128 barcode of its real size on paper. Nothing for a text that has none. */
export function Barcode({ text }: { text: string }) {
  const widths = code128(text);
  if (!widths) return null;
  let place = QUIET;
  let bars = '';
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) bars += `M${place} 0h${width}v1h-${width}z`;
    place += width;
  }
  const modules = place + QUIET;
  return (
    <svg
      role="img"
      aria-label={`Barcode of ${text}`}
      width={`${(modules * MODULE_MM).toFixed(2)}mm`}
      height={`${HEIGHT_MM}mm`}
      viewBox={`0 0 ${modules} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      <path d={bars} />
    </svg>
  );
}
