import { swatchColor } from '#shared/swatch-colors.ts';

/** A colour as a dot; unknown colours are grey. */
export function Swatch({ color }: { color: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-4 shrink-0">
      <circle cx="12" cy="12" r="11.5" fill={swatchColor(color)} stroke="#231b16" strokeOpacity=".3" />
    </svg>
  );
}
