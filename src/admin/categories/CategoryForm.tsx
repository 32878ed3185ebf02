import { useState } from 'react';
import type * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import type { FieldConflict } from '#admin/kit/field-conflicts.ts';
import { TextField } from '#admin/kit/fields.tsx';
import { PhotoPreview } from '#admin/kit/photos/PhotoPreview.tsx';
import { UploadButton } from '#admin/kit/photos/UploadButton.tsx';
import { UploadList } from '#admin/kit/photos/UploadList.tsx';
import type { Tried } from '#admin/kit/photos/upload-queue.ts';
import { useUploads } from '#admin/kit/photos/use-uploads.ts';
import { TYPING_MS, useDebouncedValue } from '#admin/kit/use-debounced-value.ts';
import type { StaffForm } from '#admin/kit/use-staff-form.ts';
import { type NewCategory, type newCategory, slugOf } from '#shared/schemas/categories.ts';

export type CategoryFields = z.input<typeof newCategory>;

interface Props {
  title: string;
  staffForm: StaffForm<CategoryFields, NewCategory>;
  action: string;
  onClose: () => void;
  onReload?: () => Promise<FieldConflict[]>;
}

export function CategoryForm({ title, staffForm, action, onClose, onReload }: Props) {
  const { form } = staffForm;
  const [notice, setNotice] = useState({ text: '', isError: false });
  const uploads = useUploads(({ secure_url }) => form.setValue('image', secure_url, { shouldDirty: true, shouldValidate: true }));
  const { name, slug: typedSlug, image } = form.watch();
  const previewed = useDebouncedValue(image, TYPING_MS);
  const slug = slugOf(name ?? '');

  function report({ stored, failed }: Tried) {
    if (stored > 0) setNotice({ text: 'Image uploaded successfully.', isError: false });
    else if (failed > 0) setNotice({ text: 'Upload failed', isError: true });
  }

  return (
    <FormDialog
      title={title}
      staffForm={staffForm}
      action={action}
      isBlocked={uploads.isBusy}
      isBusy={uploads.isBusy}
      onClose={onClose}
      size="narrow"
      {...(onReload && { onReload })}
    >
      <div className="grid gap-4">
        <TextField name="name" label="Name *" maxLength={80} />
        <TextField
          name="slug"
          label="Slug"
          placeholder={slug}
          hint={hintOf(slug, slugOf(typedSlug ?? ''))}
          maxLength={80}
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className="flex items-end gap-3">
          <PhotoPreview src={previewed || null} alt="Image of the category" className="size-20 shrink-0" />
          <TextField
            name="image"
            label="Image URL"
            placeholder="https://…"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            className="min-w-0 grow"
          />
        </div>
        <div>
          <div className="flex flex-wrap items-center gap-2">
            <UploadButton
              label="Upload Image"
              onFiles={(photos) => void uploads.add(photos).then(report)}
              onNone={() => setNotice({ text: 'Select image file first.', isError: true })}
            />
            <p role="status" className={`min-w-0 text-sm ${notice.isError ? 'text-danger' : 'text-leaf'}`}>
              {notice.text}
            </p>
          </div>
          <UploadList uploads={uploads.uploads} onRetry={(id) => void uploads.retry(id).then(report)} onDrop={uploads.drop} />
        </div>
      </div>
    </FormDialog>
  );
}

function hintOf(generated: string, typed: string): string {
  if (typed) return `Its address: /category/${typed}`;
  return generated ? `Left empty it is ${generated}` : 'Its address. Left empty it is made from the name';
}
