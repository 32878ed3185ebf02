import Plus from 'virtual:icons/plus';
import Trash from 'virtual:icons/trash';
import { useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { AreaField, CheckField, TextField } from '#admin/kit/fields.tsx';
import { MAX_TESTIMONIALS } from '#domain/settings/contract.ts';
import type { SettingsFields } from './settings-api.ts';

/** What customers said: each by name, its words when it is opened. */
export function TestimonialFields() {
  const { control } = useFormContext<SettingsFields>();
  const { fields, append, remove } = useFieldArray({ control, name: 'testimonials.items' });
  return (
    <div className="space-y-4">
      <CheckField<SettingsFields> name="testimonials.isShown" label="Show testimonials" />
      <ul className="divide-y divide-line rounded-lg border border-line empty:hidden">
        {fields.map(({ id }, index) => (
          <li key={id} className="flex items-start gap-1 py-1 pr-1 pl-4">
            <Testimonial index={index} />
            <button
              type="button"
              onClick={() => remove(index)}
              aria-label={`Remove testimonial ${index + 1}`}
              className="btn-icon shrink-0"
            >
              <Trash className="size-4" />
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

function Testimonial({ index }: { index: number }) {
  const name = `testimonials.items.${index}` as const;
  const { formState } = useFormContext<SettingsFields>();
  const { name: who, city, text } = useWatch<SettingsFields, typeof name>({ name });
  // A new one is open, and so is one in which something is wrong.
  const [isOpen, setOpen] = useState(who === '' && text === '');
  const isWrong = Boolean(formState.errors.testimonials?.items?.[index]);

  return (
    <details open={isOpen || isWrong} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="min-w-0 grow">
      <summary className="flex min-h-11 cursor-pointer flex-col justify-center">
        <span className="break-words">{[who, city].filter(Boolean).join(', ') || 'New testimonial'}</span>
        {!isOpen && <span className="block truncate text-sm text-muted">{text}</span>}
      </summary>
      <div className="grid gap-x-5 gap-y-3 pt-1 pb-3 sm:grid-cols-2">
        <TextField<SettingsFields> name={`${name}.name`} label="Name *" />
        <TextField<SettingsFields> name={`${name}.city`} label="City" />
        <AreaField<SettingsFields> name={`${name}.text`} label="What they said *" rows={3} className="sm:col-span-2" />
      </div>
    </details>
  );
}
