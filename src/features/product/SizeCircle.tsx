import { useEffect, useRef, useState } from 'react';
import { type SizeGuide, sizeGuide } from './size-guide.ts';

/** The short side of a bank card (ISO 7810) in millimetres. It fits on a phone, the long side does not. */
const CARD_MM = 53.98;

/** CSS pixels of a millimetre to begin with: between phones and desktops. */
const USUAL_PX = 5.2;

/** What makes its guide, which would take more bytes in the page. */
interface Props {
  category: string;
  sizes: string[];
}

/** A circle as wide as a size inside, true to scale once a bank card was held against the screen. Drawn when asked for, to keep the page small. */
export function SizeCircle({ category, sizes }: Props) {
  const [isShown, setIsShown] = useState(false);
  const guide = sizeGuide(category, sizes);
  return (
    <div className="mt-4 max-w-md space-y-4 border-t border-line pt-4">
      {isShown && guide ? (
        <Circle guide={guide} />
      ) : (
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <button type="button" onClick={() => setIsShown(true)} className={`${LINK} noscript:hidden`}>
            Compare on this screen
          </button>
          <Ruler />
        </div>
      )}
    </div>
  );
}

const LINK = 'inline-flex min-h-8 items-center underline decoration-gold underline-offset-4';

function Ruler({ className = '' }: { className?: string }) {
  return (
    <a href="/size-ruler.svg" target="_blank" rel="noopener" className={`${LINK} ${className}`}>
      Print a ruler and all sizes
    </a>
  );
}

function Circle({ guide }: { guide: SizeGuide }) {
  const [pxPerMm, setPxPerMm] = useState(USUAL_PX);
  const [chosen, setChosen] = useState(0);
  const { size, innerMm } = guide.measures[chosen] ?? { size: '', innerMm: 0 };
  const width = CARD_MM * pxPerMm;
  // The button that had the focus is gone.
  const slider = useRef<HTMLInputElement>(null);
  useEffect(() => slider.current?.focus(), []);
  return (
    <>
      <label className="block">
        1. Hold the short side of a bank card against this box, and move the slider until the box is as wide as the card.
        <input
          ref={slider}
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
        <Ruler className="sticky left-0 mt-4" />
      </section>
    </>
  );
}
