import { AreaField, NumberField, SelectField, TextField } from '#admin/kit/fields.tsx';
import { useMay } from '#admin/platform/rights.ts';
import { OWNER_GROUPS, OWNERS_ONLY } from '#domain/settings/contract.ts';
import type { SettingsFields } from './settings-api.ts';
import type { SettingField } from './settings-pages.ts';

interface Props {
  fields: SettingField[];
  columns?: string | undefined;
}

/** The fields of a page, in columns. What only owners change is shown to others all the same. */
export function PlainFields({ fields, columns = 'sm:grid-cols-2' }: Props) {
  const mayEdit = useMay('set_rules');
  const kept = mayEdit ? [] : OWNER_GROUPS.filter((group) => fields.some((field) => isOf(group, field)));
  return (
    <>
      {kept.length > 0 && <p className="mb-4 text-sm text-ink-soft">{kept.map((group) => OWNERS_ONLY[group]).join(' ')}</p>}
      <div className={`grid gap-x-5 gap-y-4 ${columns}`}>
        {fields.map((field) => (
          <fieldset key={field.name} role="presentation" disabled={kept.some((group) => isOf(group, field))} className="contents">
            <Setting {...field} />
          </fieldset>
        ))}
      </div>
    </>
  );
}

function isOf(group: string, { name }: SettingField): boolean {
  return name.startsWith(`${group}.`);
}

function Setting({ kind, ...field }: SettingField) {
  if ('options' in field) return <SelectField<SettingsFields> {...field} />;
  if ('rows' in field) return <AreaField<SettingsFields> {...field} />;
  if (kind === 'number') return <NumberField<SettingsFields> {...field} inputMode="numeric" />;
  return <TextField<SettingsFields> {...field} type={kind} />;
}
