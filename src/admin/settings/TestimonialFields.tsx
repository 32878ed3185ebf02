import Plus from 'virtual:icons/plus';
import Trash from 'virtual:icons/trash';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { AreaField, CheckField, TextField } from '#admin/kit/fields.tsx';
import { MAX_TESTIMONIALS } from '#shared/schemas/settings.ts';
import type { SettingsFields } from './settings-api.ts';

export function TestimonialFields() {
  const { control } = useFormContext<SettingsFields>();
  const { fields, append, remove } = useFieldArray({ control, name: 'testimonials.items' });
  return (
    <div className="space-y-4">
      <CheckField<SettingsFields> name="testimonials.isShown" label="Show testimonials" />
      <ul className="space-y-4">
        {fields.map(({ id }, index) => (
          <li key={id} className="rounded-lg border border-line p-4">
            <div className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
              <TextField<SettingsFields> name={`testimonials.items.${index}.name`} label="Name *" />
              <TextField<SettingsFields> name={`testimonials.items.${index}.city`} label="City" />
              <AreaField<SettingsFields>
                name={`testimonials.items.${index}.text`}
                label="What they said *"
                rows={3}
                className="sm:col-span-2"
              />
            </div>
            <button type="button" onClick={() => remove(index)} className="btn btn-outline mt-3 px-4">
              <Trash className="size-4" />
              Remove<span className="sr-only"> testimonial {index + 1}</span>
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
        <Plus className="size-4" />
        Add a testimonial
      </button>
    </div>
  );
}
