import type { APIRoute } from 'astro';
import { BANGLE_SIZES, type MeasuredSize, RING_SIZES } from '#domain/variants/sizes.ts';

/** A sheet to print at its real size: a ruler, and circles as wide as bangles and rings are inside. */
export const GET: APIRoute = () => new Response(sheet(), { headers: { 'Content-Type': 'image/svg+xml' } });

/** A4 without its margins, in millimetres. */
const WIDTH = 180;
const HEIGHT = 260;
const RULER_MM = 160;
/** The long side of a bank card. */
const CARD_MM = 85.6;

function sheet(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}mm" height="${HEIGHT}mm" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="4">
<title>Ruler and sizes</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<text x="5" y="8">Print at 100 %, not “fit to page”. Check: this line is as long as a bank card.</text>
<path d="M5 12h${CARD_MM}" stroke="#000" stroke-width=".6"/>
<g stroke="#000" stroke-width=".2">${ticks()}</g>
${numbers()}
<g fill="none" stroke="#000" stroke-width=".3">${BANGLE_SIZES.map((measure) => circle(measure, 88, 56)).join('')}</g>
${BANGLE_SIZES.map((measure) => label(measure, 88, 56)).join('')}
<text x="5" y="150">Bangles: lay one you own on the circles. The line inside its edge is its size.</text>
${rings()}
<text x="5" y="${HEIGHT - 6}">Rings: the same with a ring that fits.</text>
</svg>`;
}

function ticks(): string {
  return Array.from(
    { length: RULER_MM + 1 },
    (_, mm) => `<path d="M${5 + mm} 20v${mm % 10 === 0 ? 8 : mm % 5 === 0 ? 6 : 4}"/>`,
  ).join('');
}

function numbers(): string {
  return Array.from(
    { length: RULER_MM / 10 + 1 },
    (_, cm) => `<text x="${5 + cm * 10}" y="33" text-anchor="middle">${cm}</text>`,
  ).join('');
}

/** Circles that share their lowest point, so that a bangle can be laid on each. */
function circle({ innerMm }: MeasuredSize, x: number, top: number): string {
  return `<circle cx="${x}" cy="${top + 80 - innerMm / 2}" r="${innerMm / 2}"/>`;
}

function label({ size, innerMm }: MeasuredSize, x: number, top: number): string {
  return `<text x="${x}" y="${top + 80 - innerMm + 2.6}" font-size="2.1" text-anchor="middle">${size} · ${innerMm.toFixed(1)} mm</text>`;
}

function rings(): string {
  return RING_SIZES.map(({ size, innerMm }, index) => {
    const [x, y] = [20 + (index % 5) * 34, 178 + Math.floor(index / 5) * 42];
    return `<circle cx="${x}" cy="${y}" r="${innerMm / 2}" fill="none" stroke="#000" stroke-width=".3"/><text x="${x}" y="${y + 18}" text-anchor="middle">${size} · ${innerMm.toFixed(1)} mm</text>`;
  }).join('\n');
}
