import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { ErrorBanner } from './ErrorBanner.tsx';
import { failureText } from './failure-text.ts';

type Report = (error: unknown, fallback: string) => void;

const ReportContext = createContext<Report>((error) => {
  throw error;
});
const ProblemContext = createContext('');

/** Remembers what last went wrong in its children, for the banner among them. */
export function ProblemZone({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState('');
  const report = useMemo<Report>(() => (error, fallback) => setMessage(error === null ? '' : failureText(error, fallback)), []);

  return (
    <ReportContext value={report}>
      <ProblemContext value={message}>{children}</ProblemContext>
    </ReportContext>
  );
}

/** Shows what last went wrong around it, until it is dismissed or something succeeds. */
export function ProblemBanner() {
  const message = useContext(ProblemContext);
  const report = useReport();
  return <ErrorBanner message={message} onDismiss={() => report(null, '')} />;
}

/** Says in the nearest banner why something could not be done: the server's words, or the fallback when it had none. Null takes the banner away. */
export function useReport(): Report {
  return useContext(ReportContext);
}
