import FileUp from 'virtual:icons/file-up';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckFooter } from '#admin/kit/checked/CheckFooter.tsx';
import { PasteField } from '#admin/kit/checked/PasteField.tsx';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { ErrorBanner } from '#admin/kit/ErrorBanner.tsx';
import { FileDrop } from '#admin/kit/FileDrop.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { countText } from '#admin/kit/outcome-text.ts';
import { useUnsavedChanges } from '#admin/kit/unsaved-changes.tsx';
import type { PortalWork } from '#domain/couriers/contract.ts';
import { readPortalAnswer } from '#domain/couriers/portal-answer.ts';
import { AnswerLines } from './AnswerLines.tsx';
import { applyAnswer, type CheckedAnswer, checkAnswer } from './answer-lines.ts';
import { sendPortalAnswer } from './dispatch-api.ts';

/** Beyond that no list of parcels is. */
const MAX_BYTES = 2_000_000;

/** Tracking numbers of a portal, pasted or from its file: every line is answered for before anything is done, and again after it was. */
export default function PortalAnswer({ work, onClose }: { work: PortalWork; onClose: () => void }) {
  const { courier, referenceHeader, trackingHeader } = work;
  const [text, setText] = useState('');
  const [lines, setLines] = useState<CheckedAnswer[] | null>(null);
  const [problem, setProblem] = useState('');
  const [failure, setFailure] = useState('');
  const checking = useMutation({
    mutationFn: async (content: string) => {
      const read = readPortalAnswer(content, { referenceHeader, trackingHeader });
      setProblem('error' in read ? read.error : '');
      return 'error' in read ? null : checkAnswer(work, read.lines, sendPortalAnswer);
    },
    onSuccess: setLines,
    onError: (error) => setFailure(failureText(error, 'The numbers could not be checked')),
  });
  const applying = useMutation({
    mutationFn: (checked: CheckedAnswer[]) => applyAnswer(work, checked, sendPortalAnswer),
    onSuccess: setLines,
    onError: (error) => setFailure(`${failureText(error, 'Not all of it was done')} Check again to see what was done.`),
  });
  const isBusy = checking.isPending || applying.isPending;
  const isDone = lines?.some(({ outcome }) => outcome === 'done') ?? false;
  const ready = lines?.filter(({ outcome }) => outcome === 'ready').length ?? 0;
  const hasUnsaved = !isDone && text.trim() !== '';
  const unsaved = useUnsavedChanges(hasUnsaved, (leave) => {
    leave();
    onClose();
  });

  function close(): void {
    if (applying.isPending) return;
    if (hasUnsaved) unsaved.askToDiscard();
    else onClose();
  }

  function check(content: string): void {
    setFailure('');
    checking.mutate(content);
  }

  function apply(checked: CheckedAnswer[]): void {
    setFailure('');
    applying.mutate(checked);
  }

  async function choose(file: File): Promise<void> {
    if (file.size > MAX_BYTES) return setProblem(`${file.name} is larger than 2 MB`);
    const content = await file.text();
    setText(content);
    check(content);
  }

  return (
    <Dialog
      title={`Numbers from the portal of ${courier}`}
      size="wide"
      beginsInField
      onClose={close}
      banner={<ErrorBanner message={failure} onDismiss={() => setFailure('')} />}
      footer={
        <CheckFooter
          ready={lines && ready}
          isDone={isDone}
          isChecking={checking.isPending}
          isApplying={applying.isPending}
          hasFailed={failure !== ''}
          action={`Save ${countText('tracking number', ready)}`}
          onBack={() => setLines(null)}
          onClose={close}
          onCheck={() => check(text)}
          onApply={() => lines && apply(lines)}
        />
      }
    >
      {lines ? (
        <AnswerLines lines={lines} />
      ) : (
        <>
          <FileDrop
            label="Choose the portal’s file"
            hint={`CSV or TSV with the columns “${referenceHeader}” and “${trackingHeader}”`}
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
            disabled={isBusy}
            icon={<FileUp className="size-4" />}
            onFiles={([file]) => file && void choose(file)}
          />
          <PasteField
            label="Or paste two columns"
            hint="Our reference or the order’s number, and the tracking number, a parcel a line: SHP-1042 KC7712345"
            error={problem}
            className="mt-5"
            text={text}
            onChange={setText}
          />
        </>
      )}
      {unsaved.question}
    </Dialog>
  );
}
