import type * as z from 'zod';
import { PhotoPreview } from '#admin/data/photos/PhotoPreview.tsx';
import { UploadPanel } from '#admin/data/photos/UploadPanel.tsx';
import { useUploads } from '#admin/data/photos/use-uploads.ts';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import type { FieldConflict } from '#admin/kit/field-conflicts.ts';
import { TextField } from '#admin/kit/fields.tsx';
import { TYPING_MS, useDebouncedValue } from '#admin/kit/use-debounced-value.ts';
import type { StaffForm } from '#admin/kit/use-staff-form.ts';
import { type NewCategory, type newCategory, slugOf } from '#domain/categories/contract.ts';

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
  const uploads = useUploads(({ secure_url }) => form.setValue('image', secure_url, { shouldDirty: true, shouldValidate: true }));
  const { name, slug: typedSlug, image } = form.watch();
  const previewed = useDebouncedValue(image, TYPING_MS);
  const slug = slugOf(name ?? '');

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
        <TextField name="name" label="Name *" />
        <TextField
          name="slug"
          label="Slug"
          placeholder={slug}
          hint={hintOf(slug, slugOf(typedSlug ?? ''))}
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
        <TextField name="description" label="Text" hint="Below its name in the shop: what it is, and what for. Optional." />
        <TextField
          name="noReturnReason"
          label="Not taken back"
          hint="The reason, such as “for hygiene”. Left empty, its pieces can be returned."
        />
        <div>
          <UploadPanel
            queue={uploads.queue}
            buttons={[{ label: 'Upload Image', noneChosen: 'Select image file first.' }]}
            success={() => 'Image uploaded successfully.'}
          />
        </div>
      </div>
    </FormDialog>
  );
}

function hintOf(generated: string, typed: string): string {
  if (typed) return `Its address: /category/${typed}`;
  return generated ? `Left empty it is ${generated}` : 'Its address. Left empty it is made from the name';
}
