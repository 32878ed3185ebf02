import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { Spinner } from '#components/Spinner.tsx';
import { OWN_FORMS } from './own-forms.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { settingsQuery } from './settings-api.ts';

/** What the owner can change without a developer. */
export default function SettingsPage() {
  const { data, error, isFetching, refetch } = useQuery(settingsQuery);
  const report = useErrorBanner();
  useEffect(() => report(error, 'Failed to load settings'), [error, report]);

  return (
    <Screen title="Settings">
      {data ? (
        <>
          <SettingsForm saved={data} />
          <div className="mt-5 space-y-5 lg:ml-60 lg:max-w-[52rem]">
            {OWN_FORMS.map(({ id, title, hint, Form }) => (
              <section key={id} id={id} aria-labelledby={`${id}-title`} className="panel scroll-mt-32 p-4 sm:p-6">
                <h2 id={`${id}-title`} className="text-2xl">
                  {title}
                </h2>
                <p className="mt-1 mb-5 text-sm text-muted">{hint}</p>
                <Form />
              </section>
            ))}
          </div>
        </>
      ) : error && !isFetching ? (
        <div className="panel px-4 py-14 text-center">
          <p>The settings could not be loaded.</p>
          <button type="button" onClick={() => void refetch()} className="btn btn-outline mt-5">
            Try again
          </button>
        </div>
      ) : (
        <Spinner />
      )}
    </Screen>
  );
}
