import { generate } from 'lean-qr';
import { useMemo } from 'react';

/** The quiet margin that cameras need to find the code, in modules. */
const MARGIN = 4;

interface Props {
  text: string;
  label: string;
  className?: string;
}

/** A text as a QR code. The text itself stands beside it for screen readers. `label` says what it is. */
export function QrCode({ text, label, className = 'mx-auto my-3 size-52 bg-white' }: Props) {
  const { size, path } = useMemo(() => drawn(text), [text]);
  const whole = size + 2 * MARGIN;
  return (
    <svg
      viewBox={`${-MARGIN} ${-MARGIN} ${whole} ${whole}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      className={className}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

function drawn(text: string): { size: number; path: string } {
  const code = generate(text);
  let path = '';
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
  }
  return { size: code.size, path };
}
