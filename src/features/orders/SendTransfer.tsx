import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiFailure, callApi } from '#browser/api.ts';
import { chosenPictures } from '#browser/chosen-pictures.ts';
import { focusFirst, refusalOf } from '#browser/refusal.ts';
import { useFieldErrors } from '#browser/use-field-errors.ts';
import { Field } from '#components/Field.tsx';
import type { UploadedTransferPhoto } from '#domain/advances/contract.ts';
import { linkIn, refusalText } from './order-page-link.ts';

/** Enough for a few hundred kilobytes over a weak mobile network. */
const UPLOAD_TIMEOUT_MS = 120_000;

/** The small print of a screenshot stays readable. */
const MAX_SIDE = 1_600;

interface Photo {
  file: File;
  preview: string;
  /** Once the shop has it. */
  id?: string;
}

const NUMBER_OR_PHOTO = 'Enter the transaction number, or add a photo of the receipt';

/** Says that the advance was paid: by its number, a photo of the receipt, or both. Whatever fails, what was typed and chosen stays. */
export function SendTransfer({ onSend }: { onSend: (fields: Record<string, string>) => Promise<void> }) {
  const [photo, setPhoto] = useState<Photo>();
  const [isSending, setIsSending] = useState(false);
  const [errors, setErrors, forget] = useFieldErrors<string>();
  const [error, setError] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const preview = photo?.preview;
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview]);

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const {
      pictures: [file],
      complaint,
    } = chosenPictures(target.files ?? []);
    // The same file may be chosen again.
    target.value = '';
    setErrors(complaint ? { photo: complaint } : {});
    if (!file) return;
    setPhoto({ file, preview: URL.createObjectURL(file) });
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const reference = String(new FormData(form).get('reference')).trim();
    setErrors(reference || photo ? {} : { reference: NUMBER_OR_PHOTO });
    if (isSending || !(reference || photo)) return;
    setIsSending(true);
    setError('');
    try {
      const photoId = photo && (photo.id ?? (await upload(photo.file)));
      if (photoId) setPhoto({ ...photo, id: photoId });
      await onSend({ reference, ...(photoId && { photoId }) });
      form.reset();
      setPhoto(undefined);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      const refused = refusalOf(failure, ['reference', 'photo']).fieldErrors;
      const isOfPhoto = failure.code.includes('photo') || refused['photo'];
      setErrors(isOfPhoto ? { photo: refusalText(failure) } : refused);
      if (refused['photo']) setPhoto((now) => now && { file: now.file, preview: now.preview });
      if (!isOfPhoto && !focusFirst(form, refused)) setError(refusalText(failure));
    } finally {
      setIsSending(false);
    }
  };

  return (
    <form
      noValidate
      onSubmit={submit}
      onInput={forget}
      aria-label="I have paid"
      className="mt-6 space-y-5 border-t border-gold/40 pt-6"
    >
      <h3 className="text-xl">Paid? Tell us</h3>
      <Field
        label="Transaction number"
        hint="Your bank’s app shows it with the transfer: TID, Ref or STAN."
        error={errors['reference']}
      >
        {(control) => <input {...control} name="reference" autoComplete="off" autoCapitalize="characters" className="field" />}
      </Field>
      <div>
        <Field label="Photo of the receipt" hint="A screenshot will do. Only we see it." error={errors['photo']}>
          {(control) => (
            <span className="flex flex-wrap items-center gap-4">
              {photo && (
                <img src={photo.preview} alt={`Chosen: ${photo.file.name}`} className="size-24 rounded-sm bg-sand object-cover" />
              )}
              <span className="btn btn-outline relative overflow-hidden has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink">
                {photo ? 'Choose another photo' : 'Choose a photo'}
                <input
                  {...control}
                  ref={box}
                  type="file"
                  name="photo"
                  accept="image/*"
                  onChange={choose}
                  className="absolute inset-0 size-full cursor-pointer opacity-0"
                />
              </span>
            </span>
          )}
        </Field>
        {photo && (
          <button
            type="button"
            onClick={() => {
              setPhoto(undefined);
              box.current?.focus();
            }}
            className="min-h-11 text-sm underline decoration-gold underline-offset-4"
          >
            Remove the photo
          </button>
        )}
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {error}
      </p>
      <button type="submit" disabled={isSending} className="btn btn-primary max-sm:w-full">
        {isSending ? 'Sending...' : 'I have paid'}
      </button>
    </form>
  );
}

/** Always drawn anew, so that the place where it was taken does not leave the device. */
async function upload(file: File): Promise<string> {
  const { shrinkPhoto } = await import('#browser/shrink-photo.ts');
  const body = new FormData();
  for (const [name, value] of Object.entries(linkIn(location))) body.append(name, value);
  body.append('file', await shrinkPhoto(file, { maxSide: MAX_SIDE, maxBytes: 0 }), file.name);
  const { id } = await callApi<UploadedTransferPhoto>('POST', '/upload/transfer-photo', { body, timeoutMs: UPLOAD_TIMEOUT_MS });
  return id;
}
