import { barcodeMm, modulesOf, QUIET } from './barcode-size.ts';
import { code128 } from './code-128.ts';

const HEIGHT_MM = 11;

/** A text as a Code 128 barcode in its real size on paper, narrower where there are only so many millimetres; nothing for a text that Code 128 cannot hold. */
export function Barcode({ text, maxMm }: { text: string; maxMm?: number }) {
  const widths = code128(text);
  if (!widths) return null;
  let x = QUIET;
  let bars = '';
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) bars += `M${x} 0h${width}v1h-${width}z`;
    x += width;
  }
  const modules = modulesOf(widths);
  return (
    <svg
      role="img"
      aria-label={`Barcode of ${text}`}
      width={`${barcodeMm(modules, maxMm).toFixed(2)}mm`}
      height={`${HEIGHT_MM}mm`}
      viewBox={`0 0 ${modules} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      <path d={bars} />
    </svg>
  );
}
