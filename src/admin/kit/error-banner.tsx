import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { isUnauthorized } from '#admin/platform/session.ts';
import { Banner } from './Banner.tsx';
import { failureText } from './failure-text.ts';

/** `source` names what failed, the fallback text by default. Its message stays until it is dismissed or the same source succeeds. */
type Report = (error: unknown, fallback: string, source?: string) => void;

interface Failure {
  source: string;
  message: string;
}

interface Failures {
  failures: Failure[];
  dismiss: (message: string) => void;
}

const ReportContext = createContext<Report>((error) => {
  throw error;
});
const FailuresContext = createContext<Failures>({ failures: [], dismiss: () => {} });

/** Collects what its children report, for the `ErrorBanners` among them. */
export function ErrorBannerProvider({ children }: { children: ReactNode }) {
  const [failures, setFailures] = useState<Failure[]>([]);
  const report = useMemo<Report>(
    () =>
      (error, fallback, source = fallback) => {
        // The login tells when a session has ended, and then repeats the request.
        const message = error === null || isUnauthorized(error) ? null : failureText(error, fallback);
        setFailures((before) => withFailure(before, source, message));
      },
    [],
  );
  const shown = useMemo<Failures>(
    () => ({
      failures,
      dismiss: (message) => setFailures((before) => before.filter((other) => other.message !== message)),
    }),
    [failures],
  );

  return (
    <ReportContext value={report}>
      <FailuresContext value={shown}>{children}</FailuresContext>
    </ReportContext>
  );
}

/** The messages of the nearest provider, one below the other. */
export function ErrorBanners() {
  const { failures, dismiss } = useContext(FailuresContext);
  const messages = [...new Set(failures.map(({ message }) => message))];
  return (
    <div role="alert">
      {messages.map((message) => (
        <Banner key={message} message={message} tone="bad" onDismiss={() => dismiss(message)} />
      ))}
    </div>
  );
}

/**
 * Reports an error to the nearest banner: the server's message, or the fallback when it gave none.
 * Reporting null says that the source succeeded and removes its message.
 */
export function useErrorBanner(): Report {
  return useContext(ReportContext);
}

function withFailure(before: Failure[], source: string, message: string | null): Failure[] {
  const known = before.find((failure) => failure.source === source);
  if (message === null) return known ? before.filter((failure) => failure !== known) : before;
  if (!known) return [...before, { source, message }];
  return before.map((failure) => (failure === known ? { source, message } : failure));
}
