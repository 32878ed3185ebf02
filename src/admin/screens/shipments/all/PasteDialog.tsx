import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { CheckFooter } from '#admin/kit/checked/CheckFooter.tsx';
import { PasteField } from '#admin/kit/checked/PasteField.tsx';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { ErrorBanner } from '#admin/kit/ErrorBanner.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { useUnsavedChanges } from '#admin/kit/unsaved-changes.tsx';
import { CheckedLines } from './CheckedLines.tsx';
import { applyLines, type Change, type CheckedLine, checkLines, type FoundLine } from './check-lines.ts';
import type { PastedLine } from './pasted-lines.ts';

interface Props {
  title: string;
  /** The field's name, and how its lines are written. */
  label: string;
  hint: string;
  /** What stands in the field at first. */
  text?: string;
  read: (text: string) => PastedLine[];
  /** Why a text cannot be read at all; empty when it can. */
  problemOf?: (text: string) => string;
  change: Change;
  /** What becomes of a parcel. */
  effect: (line: FoundLine & { after: Shipment }) => ReactNode;
  /** The button that does it: `Set 12 parcels to Delivered`. */
  action: (count: number) => string;
  /** Fields above the pasted text. */
  children?: ReactNode;
  /** What the checked lines ask for; `again` checks them with it. */
  answer?: (lines: CheckedLine[], again: () => void) => ReactNode;
  onClose: () => void;
}

type Shipment = FoundLine['shipment'];

/** Numbers are pasted, every line is answered for before anything is done, and again after it was done. */
export function PasteDialog({
  title,
  label,
  hint,
  text: firstText = '',
  read,
  problemOf = () => '',
  change,
  effect,
  action,
  children,
  answer,
  onClose,
}: Props) {
  const [text, setText] = useState(firstText);
  const [lines, setLines] = useState<CheckedLine[] | null>(null);
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState('');
  const [failure, setFailure] = useState('');
  const applying = useMutation({ mutationFn: (checked: CheckedLine[]) => applyLines(checked, change) });
  const isDone = lines?.some(({ outcome }) => outcome === 'done') ?? false;
  const ready = lines?.filter(({ outcome }) => outcome === 'ready').length ?? 0;
  const hasUnsaved = !isDone && text.trim() !== '' && text !== firstText;
  const unsaved = useUnsavedChanges(hasUnsaved, (leave) => {
    leave();
    onClose();
  });

  function close(): void {
    if (applying.isPending) return;
    if (hasUnsaved) unsaved.askToDiscard();
    else onClose();
  }

  async function check(): Promise<void> {
    const pasted = read(text);
    const complaint = pasted.length === 0 ? 'Paste the numbers first' : problemOf(text);
    setProblem(complaint);
    if (complaint) return;
    setFailure('');
    setChecking(true);
    try {
      setLines(await checkLines(pasted, change));
    } catch (error) {
      setFailure(failureText(error, 'The numbers could not be checked'));
    }
    setChecking(false);
  }

  async function apply(): Promise<void> {
    if (!lines) return;
    setFailure('');
    try {
      setLines(await applying.mutateAsync(lines));
    } catch (error) {
      setFailure(`${failureText(error, 'Not all of it was done')} Check again to see what was done.`);
    }
  }

  return (
    <Dialog
      title={title}
      size="wide"
      beginsInField
      onClose={close}
      banner={<ErrorBanner message={failure} onDismiss={() => setFailure('')} />}
      footer={
        <CheckFooter
          ready={lines && ready}
          isDone={isDone}
          isChecking={isChecking}
          isApplying={applying.isPending}
          hasFailed={failure !== ''}
          action={action(ready)}
          onBack={() => setLines(null)}
          onClose={close}
          onCheck={() => void check()}
          onApply={() => void apply()}
        />
      }
    >
      {lines ? (
        <>
          {!isDone && answer?.(lines, () => void check())}
          <CheckedLines lines={lines} effect={effect} />
        </>
      ) : (
        <>
          {children}
          <PasteField label={label} hint={hint} error={problem} text={text} onChange={setText} />
        </>
      )}
      {unsaved.question}
    </Dialog>
  );
}
