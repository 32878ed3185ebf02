import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { ErrorBanner } from '#admin/kit/ErrorBanner.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { formatCount } from '#admin/kit/formats.ts';
import { toast } from '#admin/kit/toast.ts';
import { ApiFailure } from '#browser/api.ts';
import { randomKey } from '#browser/random-key.ts';
import { SettlementLines } from './SettlementLines.tsx';
import { SettlementSums } from './SettlementSums.tsx';
import type { CheckedSettlement } from './settlement-draft.ts';
import { bookFile } from './settlements-api.ts';

interface Props {
  checked: CheckedSettlement;
  courier: string;
  onClose: () => void;
  /** Back to what was typed. */
  onBack: () => void;
}

/** What a file comes to, before anything is booked, and the button that books it. */
export function CheckedFile({ checked: { file, check }, courier, onClose, onBack }: Props) {
  const [problem, setProblem] = useState('');
  /** A file that is sent again, because its answer was lost, keeps its key. */
  const [key, setKey] = useState(randomKey);
  const booking = useMutation({
    mutationFn: () => bookFile(file, key),
    onSuccess: ({ reference }) => {
      toast(`${reference} of ${courier} was booked`);
      onClose();
    },
    onError: (failure) => {
      setProblem(failureText(failure, 'Failed to book the file'));
      if (failure instanceof ApiFailure && failure.status >= 400 && failure.status < 500) setKey(randomKey());
    },
  });
  const { lines, sums, refusals } = check;

  return (
    <Dialog
      title={`${courier}: ${file.reference}`}
      size="full"
      onClose={() => !booking.isPending && onClose()}
      banner={<ErrorBanner message={problem} onDismiss={() => setProblem('')} />}
      footer={
        <>
          <button type="button" onClick={onBack} disabled={booking.isPending} className="btn btn-outline">
            Back
          </button>
          <button
            type="button"
            disabled={refusals.length > 0 || booking.isPending}
            onClick={() => booking.mutate()}
            className="btn btn-primary"
          >
            {booking.isPending ? 'Booking…' : `Book ${formatCount(lines.length)} ${lines.length === 1 ? 'row' : 'rows'}`}
          </button>
        </>
      }
    >
      {refusals.length > 0 ? (
        <div role="alert" className="mb-5 rounded-md bg-notice px-4 py-3">
          <p className="font-medium">This cannot be booked:</p>
          <ul className="mt-1 list-disc space-y-1 pl-5">
            {refusals.map((refusal) => (
              <li key={refusal} className="break-words">
                {refusal}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p role="status" className="mb-4 font-medium">
          Parcels and sum are what you typed. Nothing has been booked yet.
        </p>
      )}
      <SettlementSums sums={sums} />
      <SettlementLines lines={lines} />
    </Dialog>
  );
}
