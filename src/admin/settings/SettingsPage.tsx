import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { Spinner } from '#components/Spinner.tsx';
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
        <SettingsForm saved={data} />
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
