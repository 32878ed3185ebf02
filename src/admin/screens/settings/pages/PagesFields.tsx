import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { NumberField, SelectField, useFieldError } from '#admin/kit/fields.tsx';
import { Select } from '#admin/kit/Select.tsx';
import { Field } from '#components/Field.tsx';
import type { Settings } from '#domain/settings/contract.ts';
import { budgetText } from './build-notice.ts';
import { type SettingsFields, settingsQuery, siteBuildsQuery } from './settings-api.ts';

type Rebuild = Settings['pages']['rebuild'];

const REBUILDS: Record<Rebuild, { label: string; meaning: string }> = {
  at_once: {
    label: 'At once',
    meaning:
      'An edit is on the pages in about a minute. An hour of editing can make many deploys: choose it if your plan does not count them.',
  },
  interval: {
    label: 'Collected, after some minutes',
    meaning: 'The first change starts the clock; everything that changes until it runs out is one deploy.',
  },
  nightly: {
    label: 'Collected, at night',
    meaning: 'One deploy a night at most, and none when nothing was changed.',
  },
};
const REBUILD_OPTIONS = Object.entries(REBUILDS).map(([value, { label }]) => ({ value, label }));

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${hour % 12 || 12}:00 ${hour < 12 ? 'am' : 'pm'}`,
}));

/** When the pages are rebuilt: each rebuild is a deploy, which hosting plans count. */
export function PagesFields() {
  const { resetField } = useFormContext<SettingsFields>();
  const rebuild = useWatch<SettingsFields, 'pages.rebuild'>({ name: 'pages.rebuild' });
  // An error in a hidden field could not be corrected.
  useEffect(() => {
    if (rebuild !== 'interval') resetField('pages.minutes');
    if (rebuild !== 'nightly') resetField('pages.hour');
  }, [rebuild, resetField]);
  return (
    <div className="space-y-4">
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <SelectField<SettingsFields> name="pages.rebuild" label="Rebuild the pages" options={REBUILD_OPTIONS} />
        {rebuild === 'interval' && (
          <NumberField<SettingsFields> name="pages.minutes" label="Minutes after the first change *" inputMode="numeric" />
        )}
        {rebuild === 'nightly' && <HourField />}
      </div>
      <p className="text-sm text-ink-soft">{REBUILDS[rebuild].meaning}</p>
      <BuildBudget />
      <p className="text-sm text-muted">
        Each rebuild is a deploy. Netlify’s free plan pays for 20 a month at most. Until the next one, product pages, carts and
        orders have today’s price and stock all the same; lists, photos and texts follow with it.
      </p>
    </div>
  );
}

/** How many of the day's builds are used up, and what waits then. Owners set the number under Limits. */
function BuildBudget() {
  const { data: saved } = useQuery(settingsQuery);
  const { data: status } = useQuery({ ...siteBuildsQuery(saved?.updatedAt ?? null), enabled: saved !== undefined });
  return status ? <p className="text-sm text-ink-soft">{budgetText(status)}</p> : null;
}

/** A select for a number. */
function HourField() {
  const { control } = useFormContext<SettingsFields>();
  return (
    <Field label="Hour in Pakistan" error={useFieldError('pages.hour')}>
      {(described) => (
        <Controller
          control={control}
          name="pages.hour"
          render={({ field }) => (
            <Select
              {...described}
              value={String(field.value)}
              options={HOURS}
              onChange={(hour) => field.onChange(Number(hour))}
            />
          )}
        />
      )}
    </Field>
  );
}
