import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { $problem } from './checkout-store.ts';

// What is wrong is said without it, should the device be offline by now.
const ProblemRemedy = lazy(() => import('./ProblemRemedy.tsx').catch(() => ({ default: () => <></> })));

/** Below the form: why the order was not placed and what can be done about it. */
export function CheckoutProblemNote() {
  const problem = useStore($problem, { ssr: () => null });
  return (
    <div role="alert" data-problem className="scroll-mb-24">
      {problem && (
        <div className="space-y-3 rounded-sm border border-danger/40 bg-blush p-4 text-sm">
          <p className="font-medium text-danger">{problem.text}</p>
          {problem.kind !== 'message' && (
            <Suspense>
              <ProblemRemedy problem={problem} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  );
}
