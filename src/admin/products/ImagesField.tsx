import { useState } from 'react';
import { get, useController, useFormContext } from 'react-hook-form';
import { PhotoPicker } from '#admin/kit/photos/PhotoPicker.tsx';
import { UploadButton } from '#admin/kit/photos/UploadButton.tsx';
import { UploadList } from '#admin/kit/photos/UploadList.tsx';
import type { Tried } from '#admin/kit/photos/upload-queue.ts';
import type { Uploads } from '#admin/kit/photos/use-uploads.ts';
import { TYPING_MS, useDebouncedValue } from '#admin/kit/use-debounced-value.ts';
import { Field } from '#components/Field.tsx';
import { ImageTiles } from './ImageTiles.tsx';
import { linesOf } from './image-lines.ts';
import type { ProductFields } from './product-values.ts';
import { usePhotoColors } from './use-photo-colors.ts';

interface Complaint {
  message?: string;
}

interface Said {
  text: string;
  isBad: boolean;
}

/** The images of the product in the form around: addresses typed one per line, photos uploaded, all of them to be sorted. */
export function ImagesField({ uploads }: { uploads: Uploads }) {
  const { field } = useController<ProductFields, 'images'>({ name: 'images' });
  const images = field.value;
  const photoColors = usePhotoColors(images);
  const [typed, setTyped] = useState('');
  const [isTyping, setTyping] = useState(false);
  const shown = useDebouncedValue(images, isTyping ? TYPING_MS : 0);
  const [isPicking, setPicking] = useState(false);
  const [said, setSaid] = useState<Said>({ text: '', isBad: false });
  const complaint = useImagesComplaint();
  // What is being typed stays as typed; the rest of the time the box shows the images in their order.
  const text = linesOf(typed).join('\n') === images.join('\n') ? typed : images.join('\n');

  function type(next: string) {
    setTyped(next);
    setTyping(true);
    field.onChange(linesOf(next));
  }

  /** Takes images that were put in order or taken out: those are to be seen at once. */
  function show(next: string[]) {
    setTyping(false);
    field.onChange(next);
  }

  async function send(photos: File[], success: (stored: number) => string) {
    setSaid({ text: '', isBad: false });
    setTyping(false);
    report(await uploads.add(photos), success);
  }

  function report({ stored, failed }: Tried, success: (stored: number) => string) {
    if (failed > 0) setSaid({ text: stored > 0 ? `${success(stored)} ${failed} failed.` : 'Upload failed', isBad: true });
    else if (stored > 0) setSaid({ text: success(stored), isBad: false });
  }

  const complain = (text: string) => setSaid({ text, isBad: true });
  const one = () => 'Image uploaded successfully.';

  return (
    <fieldset>
      <legend className="field-label">Images *</legend>
      {shown.length > 0 && <ImageTiles images={shown} onChange={show} {...photoColors} />}
      <div className="flex flex-wrap items-center gap-2">
        <UploadButton
          label="Upload Images"
          multiple
          onFiles={(photos) => void send(photos, (stored) => `Uploaded ${stored} image(s) successfully.`)}
          onNone={() => complain('Select image files first.')}
        />
        <UploadButton
          label="Upload One"
          onFiles={(photos) => void send(photos, one)}
          onNone={() => complain('Select image file first.')}
        />
        <button type="button" onClick={() => setPicking(true)} className="btn btn-outline px-4">
          Choose from Uploads
        </button>
        <p role="status" className={`min-w-0 text-sm ${said.isBad ? 'text-danger' : 'text-leaf'}`}>
          {said.text}
        </p>
      </div>
      <UploadList
        uploads={uploads.uploads}
        onRetry={(id) => void uploads.retry(id).then((tried) => report(tried, one))}
        onDrop={uploads.drop}
      />
      <Field label="Image URLs, one per line" error={complaint} className="mt-4">
        {(control) => (
          <textarea
            {...control}
            ref={field.ref}
            rows={Math.min(6, Math.max(3, images.length + 1))}
            value={text}
            onChange={(event) => type(event.target.value)}
            onBlur={field.onBlur}
            placeholder="https://…"
            spellCheck={false}
            autoCapitalize="none"
            className="field"
          />
        )}
      </Field>
      {isPicking && (
        <PhotoPicker taken={images} onPick={(picked) => show([...images, ...picked])} onClose={() => setPicking(false)} />
      )}
    </fieldset>
  );
}

/** What is wrong with the images: with one of them, or with how many there are. */
function useImagesComplaint(): string | undefined {
  const { formState } = useFormContext<ProductFields>();
  const errors: Complaint | (Complaint | undefined)[] | undefined = get(formState.errors, 'images');
  if (!Array.isArray(errors)) return errors?.message;
  const line = errors.findIndex(Boolean);
  return line >= 0 ? `Line ${line + 1}: ${errors[line]?.message}` : undefined;
}
