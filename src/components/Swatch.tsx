import { swatchColor } from '#domain/variants/swatch-colors.ts';

/** A round colour sample. An `<svg>`, because the CSP allows no `style` attributes. */
export function Swatch({ color, className }: { color: string; className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" width="24" height="24" className={className}>
      <circle cx="12" cy="12" r="11.5" fill={swatchColor(color)} stroke="#231b16" strokeOpacity=".22" />
    </svg>
  );
}
