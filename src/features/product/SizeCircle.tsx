import { useState } from 'react';
import type { SizeGuide } from './size-guide.ts';

/** The short side of a bank card (ISO 7810) in millimetres. It fits on a phone, the long side does not. */
const CARD_MM = 53.98;

/** CSS pixels of a millimetre to begin with: between phones and desktops. */
const USUAL_PX = 5.2;

/** A circle as wide as a size inside, true to scale once a bank card was held against the screen. */
export function SizeCircle({ guide }: { guide: SizeGuide }) {
  const [pxPerMm, setPxPerMm] = useState(USUAL_PX);
  const [chosen, setChosen] = useState(0);
  const { size, innerMm } = guide.measures[chosen] ?? { size: '', innerMm: 0 };
  const width = CARD_MM * pxPerMm;
  return (
    <div className="mt-4 max-w-md space-y-4 border-t border-line pt-4">
      <label className="block">
        1. Hold the short side of a bank card against this box, and move the slider until the box is as wide as the card.
        <input
          type="range"
          min={3}
          max={9}
          step={0.02}
          value={pxPerMm}
          onChange={({ target }) => setPxPerMm(Number(target.value))}
          className="mt-2 block h-8 w-full accent-ink"
        />
      </label>
      <svg aria-hidden="true" width={width} height="48" className="block rounded-t-md border border-b-0 border-ink bg-white" />
      <label className="block">
        2. Lay a {guide.piece} you own on the circle: the line must just show inside its edge.
        <select className="field mt-2" value={chosen} onChange={({ target }) => setChosen(Number(target.value))}>
          {guide.measures.map((measure, index) => (
            <option key={measure.size} value={index}>
              {`${measure.size} · ${measure.innerMm.toFixed(1)} mm`}
            </option>
          ))}
        </select>
      </label>
      {/* Wider than a phone for large bangles. The link stands in it, so that the keyboard can scroll it. */}
      <section aria-label="Circle" className="overflow-x-auto">
        <svg
          role="img"
          aria-label={`Size ${size}: a circle of ${innerMm.toFixed(1)} mm`}
          width={innerMm * pxPerMm}
          height={innerMm * pxPerMm}
          viewBox="0 0 100 100"
          className="mx-auto block overflow-visible"
        >
          <circle cx="50" cy="50" r="50" fill="#fff" stroke="currentColor" strokeWidth="1" vectorEffect="non-scaling-stroke" />
        </svg>
        <a
          href="/size-ruler.svg"
          target="_blank"
          rel="noopener"
          className="sticky left-0 mt-4 inline-flex min-h-8 items-center underline decoration-gold underline-offset-4"
        >
          Print a ruler and all sizes
        </a>
      </section>
    </div>
  );
}
