import { ApiFailure } from '#browser/api.ts';
import { Spinner } from '#components/Spinner.tsx';
import { Dialog } from './Dialog.tsx';
import { failureText } from './failure-text.ts';
import type { RecordRoute } from './use-record-route.ts';

interface Props<Item> {
  route: RecordRoute<Item>;
  /** What the record is: `order`. */
  noun: string;
  /** The dialogs that a record of the screen has. */
  dialogs: readonly string[];
}

/** Shown while the record of an address is being fetched, and when there is none. */
export function RecordMissing<Item>({ route, noun, dialogs }: Props<Item>) {
  const { key, dialog, record, error, retry, close } = route;
  if (key === null) return null;
  const isKnown = dialog !== null && dialogs.includes(dialog);
  if (record && isKnown) return null;
  const isGone = !isKnown || (error instanceof ApiFailure && [404, 422].includes(error.status));

  return (
    <Dialog
      title={isGone ? `No such ${noun}` : `Loading ${noun} ${key}`}
      size="narrow"
      onClose={close}
      footer={
        <>
          {error && !isGone && (
            <button type="button" onClick={retry} className="btn btn-outline">
              Try again
            </button>
          )}
          <button type="button" onClick={close} className="btn btn-primary">
            Back to the list
          </button>
        </>
      }
    >
      {isGone ? (
        <p className="break-words">
          There is no {noun} at this address ({key}). It may have been deleted, or the address is incomplete.
        </p>
      ) : error ? (
        <p role="alert">{failureText(error, `Failed to load ${noun}`)}</p>
      ) : (
        <Spinner label={`Loading ${noun}…`} />
      )}
    </Dialog>
  );
}
