import { AreaField, TextField } from '#admin/kit/fields.tsx';
import type { SettingsFields } from './settings-api.ts';

/** The texts of the two hero slides. */
export function HeroFields() {
  return (
    <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
      {(['first', 'second'] as const).map((slide, index) => (
        <fieldset key={slide} className="space-y-4">
          <legend className="mb-3 font-medium">Slide {index + 1}</legend>
          <TextField<SettingsFields> name={`hero.${slide}.eyebrow`} label="Small line *" />
          <TextField<SettingsFields> name={`hero.${slide}.title`} label="Headline *" />
          <AreaField<SettingsFields> name={`hero.${slide}.text`} label="Text *" rows={3} />
          <TextField<SettingsFields> name={`hero.${slide}.action`} label="Button *" />
        </fieldset>
      ))}
    </div>
  );
}
