interface Props {
  /** How many lines would be done; null until they are checked. */
  ready: number | null;
  isDone: boolean;
  isChecking: boolean;
  isApplying: boolean;
  hasFailed: boolean;
  /** On the button: “Save 3 tracking numbers”. */
  action: string;
  onBack: () => void;
  onClose: () => void;
  onCheck: () => void;
  onApply: () => void;
}

/** The buttons below lines that are checked before anything is done with them. */
export function CheckFooter({
  ready,
  isDone,
  isChecking,
  isApplying,
  hasFailed,
  action,
  onBack,
  onClose,
  onCheck,
  onApply,
}: Props) {
  const isBusy = isChecking || isApplying;
  const isChecked = ready !== null;
  return (
    <>
      {isChecked && !isDone && (
        <button type="button" onClick={onBack} disabled={isBusy} className="btn btn-outline sm:mr-auto">
          Back to the text
        </button>
      )}
      <button type="button" onClick={onClose} className="btn btn-outline">
        {isDone ? 'Close' : 'Cancel'}
      </button>
      {(!isChecked || (!isDone && (ready === 0 || hasFailed))) && (
        <button type="button" onClick={onCheck} disabled={isBusy} className={`btn ${isChecked ? 'btn-outline' : 'btn-primary'}`}>
          {isChecking ? 'Checking…' : isChecked ? 'Check again' : 'Check'}
        </button>
      )}
      {isChecked && !isDone && ready > 0 && (
        <button type="button" onClick={onApply} disabled={isBusy} className="btn btn-primary">
          {isApplying ? 'Saving…' : action}
        </button>
      )}
    </>
  );
}
