import { useState } from 'react';
import { get, useController, useFormContext } from 'react-hook-form';
import { PhotoPicker } from '#admin/data/photos/PhotoPicker.tsx';
import { UploadPanel } from '#admin/data/photos/UploadPanel.tsx';
import type { Uploads } from '#admin/data/photos/use-uploads.ts';
import { TYPING_MS, useDebouncedValue } from '#admin/kit/use-debounced-value.ts';
import { Field } from '#components/Field.tsx';
import { ImageTiles } from './ImageTiles.tsx';
import { linesOf } from './image-lines.ts';
import type { ProductFields } from './product-values.ts';
import { usePhotoColors } from './use-photo-colors.ts';
import { useWornImages } from './use-worn-images.ts';

interface FieldMessage {
  message?: string;
}

/** The images of the product: sortable tiles, uploads, and their addresses as text, one per line. */
export function ImagesField({ uploads }: { uploads: Uploads }) {
  const { field } = useController<ProductFields, 'images'>({ name: 'images' });
  const images = field.value;
  const photoColors = usePhotoColors(images);
  const wornImages = useWornImages(images);
  const [typed, setTyped] = useState('');
  const [isTyping, setTyping] = useState(false);
  const shown = useDebouncedValue(images, isTyping ? TYPING_MS : 0);
  const [isPicking, setPicking] = useState(false);
  const error = useImagesError();
  // Keeps blank lines and spaces while they are typed.
  const text = linesOf(typed).join('\n') === images.join('\n') ? typed : images.join('\n');

  function type(next: string) {
    setTyped(next);
    setTyping(true);
    field.onChange(linesOf(next));
  }

  /** Sorted, removed or picked images show at once. */
  function setImages(next: string[]) {
    setTyping(false);
    field.onChange(next);
  }

  return (
    <fieldset>
      <legend className="field-label">Images *</legend>
      {shown.length > 0 && <ImageTiles images={shown} onChange={setImages} {...photoColors} {...wornImages} />}
      <UploadPanel
        queue={uploads.queue}
        buttons={[
          { label: 'Upload Images', isMultiple: true, noneChosen: 'Select image files first.' },
          { label: 'Upload One', noneChosen: 'Select image file first.' },
        ]}
        success={(stored, isMultiple) =>
          isMultiple ? `Uploaded ${stored} image(s) successfully.` : 'Image uploaded successfully.'
        }
        onStart={() => setTyping(false)}
      >
        <button type="button" onClick={() => setPicking(true)} className="btn btn-outline px-4">
          Choose from Uploads
        </button>
      </UploadPanel>
      <Field label="Image URLs, one per line" error={error} className="mt-4">
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
        <PhotoPicker taken={images} onPick={(picked) => setImages([...images, ...picked])} onClose={() => setPicking(false)} />
      )}
    </fieldset>
  );
}

/** The error of one line, or of the whole list. */
function useImagesError(): string | undefined {
  const { formState } = useFormContext<ProductFields>();
  const errors: FieldMessage | (FieldMessage | undefined)[] | undefined = get(formState.errors, 'images');
  if (!Array.isArray(errors)) return errors?.message;
  const line = errors.findIndex(Boolean);
  return line >= 0 ? `Line ${line + 1}: ${errors[line]?.message}` : undefined;
}
