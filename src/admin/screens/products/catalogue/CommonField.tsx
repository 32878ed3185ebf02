import { useId } from 'react';
import { TextField } from '#admin/kit/fields.tsx';

/** Offered while typing, so that the same thing is called the same. */
const COMMON = {
  plating: ['Gold', 'Rose gold', 'Antique gold', 'Silver', 'Rhodium', 'Gold and silver'],
  baseMetal: ['Brass', 'Copper', 'Zinc alloy', 'Stainless steel', '925 silver'],
  closure: ['Push back', 'Screw back', 'Hook', 'Hinged', 'Lobster clasp', 'Drawstring (dori)', 'Slips on', 'Buckle'],
};

/** A line of text with common ones to choose from. */
export function CommonField({ name, label, placeholder }: { name: keyof typeof COMMON; label: string; placeholder?: string }) {
  const id = useId();
  return (
    <div>
      <TextField name={name} label={label} list={id} placeholder={placeholder} />
      <datalist id={id}>
        {COMMON[name].map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </div>
  );
}
