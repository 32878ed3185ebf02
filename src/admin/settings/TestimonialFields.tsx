import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { AreaField, CheckField, TextField } from '#admin/kit/fields.tsx';
import type { SettingsFields } from './SettingsForm.tsx';

const MAX_TESTIMONIALS = 12;

/** What customers said: shown or not, and each in the words of whoever said it. */
export function TestimonialFields() {
  const { control } = useFormContext<SettingsFields>();
  const { fields, append, remove } = useFieldArray({ control, name: 'testimonials.items' });
  return (
    <div className="space-y-4">
      <CheckField<SettingsFields> name="testimonials.isShown" label="Show testimonials" />
      <ul className="space-y-4">
        {fields.map(({ id }, place) => (
          <li key={id} className="rounded-lg border border-line p-4">
            <div className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
              <TextField<SettingsFields> name={`testimonials.items.${place}.name`} label="Name *" />
              <TextField<SettingsFields> name={`testimonials.items.${place}.city`} label="City" />
              <AreaField<SettingsFields>
                name={`testimonials.items.${place}.text`}
                label="What they said *"
                rows={3}
                className="sm:col-span-2"
              />
            </div>
            <button type="button" onClick={() => remove(place)} className="btn btn-outline mt-3 px-4">
              <Trash2 aria-hidden className="size-4" />
              Remove<span className="sr-only"> testimonial {place + 1}</span>
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        disabled={fields.length >= MAX_TESTIMONIALS}
        onClick={() => append({ name: '', city: '', text: '' })}
        className="btn btn-outline px-4"
      >
        <Plus aria-hidden className="size-4" />
        Add a testimonial
      </button>
    </div>
  );
}
