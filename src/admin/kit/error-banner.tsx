import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { isRefusal } from '#admin/platform/session.ts';
import { Banner } from './Banner.tsx';
import { failureText } from './failure-text.ts';

/** `source` is what failed: its failure stays until it is dismissed or the same thing succeeds. The fallback's words, unless told otherwise. */
type Report = (error: unknown, fallback: string, source?: string) => void;

interface Problem {
  source: string;
  message: string;
}

interface Problems {
  problems: Problem[];
  dismiss: (message: string) => void;
}

const ReportContext = createContext<Report>((error) => {
  throw error;
});
const ProblemContext = createContext<Problems>({ problems: [], dismiss: () => {} });

/** Remembers what went wrong in its children, for the banner among them. */
export function ProblemZone({ children }: { children: ReactNode }) {
  const [problems, setProblems] = useState<Problem[]>([]);
  const report = useMemo<Report>(
    () =>
      (error, fallback, source = fallback) => {
        // A session that has ended is said by the login, which then goes on with what was asked for.
        const message = error === null || isRefusal(error) ? null : failureText(error, fallback);
        setProblems((before) => withProblem(before, source, message));
      },
    [],
  );
  const shown = useMemo<Problems>(
    () => ({
      problems,
      dismiss: (message) => setProblems((before) => before.filter((other) => other.message !== message)),
    }),
    [problems],
  );

  return (
    <ReportContext value={report}>
      <ProblemContext value={shown}>{children}</ProblemContext>
    </ReportContext>
  );
}

/** Shows what went wrong around it, one below the other: each until it is dismissed or the same thing succeeds. */
export function ProblemBanner() {
  const { problems, dismiss } = useContext(ProblemContext);
  const messages = [...new Set(problems.map(({ message }) => message))];
  return (
    <div role="alert">
      {messages.map((message) => (
        <Banner key={message} message={message} tone="bad" onDismiss={() => dismiss(message)} />
      ))}
    </div>
  );
}

/**
 * Says in the nearest banner why something could not be done: the server's words, or the fallback when it had none.
 * Null says that it succeeded, and takes away what was said of the same source.
 */
export function useReport(): Report {
  return useContext(ReportContext);
}

function withProblem(before: Problem[], source: string, message: string | null): Problem[] {
  const known = before.find((problem) => problem.source === source);
  if (message === null) return known ? before.filter((problem) => problem !== known) : before;
  if (!known) return [...before, { source, message }];
  return before.map((problem) => (problem === known ? { source, message } : problem));
}
