import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { CheckField, TextField } from '#admin/kit/fields.tsx';
import { Field } from '#components/Field.tsx';
import { fillIn } from '#domain/settings/built-values.ts';
import type { SettingsFields } from './settings-api.ts';

/** The strip above the header with a preview, and the moving lines of the home page. */
export function AnnouncementFields() {
  return (
    <div className="space-y-4">
      <CheckField<SettingsFields> name="announcement.isShown" label="Show the strip above the header" />
      <TextField<SettingsFields>
        name="announcement.text"
        label="Announcement *"
        hint="{freeFrom} becomes the amount from which delivery is free."
      />
      <Preview />
      <LinesField />
    </div>
  );
}

function Preview() {
  const [{ isShown, text }, delivery] = useWatch<SettingsFields, ['announcement', 'delivery']>({
    name: ['announcement', 'delivery'],
  });
  return (
    <div>
      <p className="field-label">Preview</p>
      {isShown ? (
        <p className="grid min-h-9 place-items-center rounded-sm bg-ink px-4 text-center text-xs leading-tight tracking-[0.04em] text-balance break-words text-ivory">
          {fillIn(text, delivery)}
        </p>
      ) : (
        <p className="rounded-sm border border-dashed border-line px-4 py-2 text-center text-xs text-muted">
          Nothing is announced
        </p>
      )}
    </div>
  );
}

function LinesField() {
  const { control, formState } = useFormContext<SettingsFields>();
  const errors = formState.errors.announcement?.lines;
  const error = errors?.message ?? errors?.find?.((line) => line)?.message;
  return (
    <Field
      label="Moving line on the home page"
      hint="One per line. The limit for free delivery and the days to return are added by themselves."
      error={error}
    >
      {(aria) => (
        <Controller
          control={control}
          name="announcement.lines"
          render={({ field }) => (
            <textarea
              {...aria}
              ref={field.ref}
              name={field.name}
              rows={5}
              className="field"
              value={field.value.join('\n')}
              onChange={({ target }) => field.onChange(target.value.split('\n'))}
              onBlur={() => {
                field.onChange(field.value.map((line) => line.trim()).filter(Boolean));
                field.onBlur();
              }}
            />
          )}
        />
      )}
    </Field>
  );
}
