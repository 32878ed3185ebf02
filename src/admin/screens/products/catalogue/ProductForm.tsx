import { Tabs } from '@base-ui/react/tabs';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { ActivityLink } from '#admin/data/activity/ActivityLink.tsx';
import { useUploads } from '#admin/data/photos/use-uploads.ts';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import type { FieldConflict } from '#admin/kit/field-conflicts.ts';
import { MayFields } from '#admin/kit/may.tsx';
import type { StaffForm } from '#admin/kit/use-staff-form.ts';
import type { NewProduct } from '#domain/products/edit.ts';
import { BasicInfo } from './BasicInfo.tsx';
import { Details } from './Details.tsx';
import { Facts } from './Facts.tsx';
import { isIncomplete, type ProductFields } from './product-values.ts';

interface Props {
  title: string;
  staffForm: StaffForm<ProductFields, NewProduct>;
  action: string;
  onClose: () => void;
  onReload?: () => Promise<FieldConflict[]>;
  /** The product's page in the shop. */
  shopHref?: string;
  /** The product's id: owners are led to what was done with it. */
  record?: string;
  /** A question about what was typed, above the fields. */
  notice?: ReactNode;
}

type Tab = 'basic' | 'details' | 'facts';

/** Where each field is. */
const TAB_OF: Record<keyof NewProduct, Tab> = {
  name: 'basic',
  category: 'basic',
  price: 'basic',
  originalPrice: 'basic',
  stockQuantity: 'basic',
  sku: 'basic',
  images: 'basic',
  photoColors: 'basic',
  wornImages: 'basic',
  description: 'details',
  material: 'details',
  lengthMm: 'facts',
  widthMm: 'facts',
  innerMm: 'facts',
  chainMm: 'facts',
  weightGrams: 'facts',
  plating: 'facts',
  baseMetal: 'facts',
  stones: 'facts',
  closure: 'facts',
  inTheBox: 'facts',
  isNickelFree: 'facts',
  care: 'facts',
  occasions: 'facts',
  noReturnReason: 'facts',
  colors: 'details',
  sizes: 'details',
  variants: 'details',
  isAvailable: 'details',
  isNew: 'details',
  isFeatured: 'details',
  goesWith: 'details',
};

/** The product form on three tabs. Save is disabled while a required field is empty or photos are uploading. */
export function ProductForm({ title, staffForm, action, onClose, onReload, shopHref, record, notice }: Props) {
  const { form } = staffForm;
  const { errors, submitCount } = form.formState;
  const [tab, setTab] = useState<Tab>('basic');
  const isMissing = isIncomplete(form.watch());
  const uploads = useUploads(({ secure_url }) =>
    form.setValue('images', [...form.getValues('images'), secure_url], { shouldDirty: true, shouldValidate: submitCount > 0 }),
  );

  // A failed save shows the tab with the first error, and then the field: those of choices are none of the form's own.
  const panels = useRef<HTMLDivElement>(null);
  const answered = useRef(0);
  useEffect(() => {
    const [first, ...others] = submitCount > answered.current ? tabsOf(form.formState.errors) : [];
    if (!first) return;
    if (tab !== first && !others.includes(tab)) return setTab(first);
    answered.current = submitCount;
    const wrong = [...(panels.current?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])];
    const shown = wrong.filter((field) => field.getClientRects().length > 0);
    if (!shown.includes(document.activeElement as HTMLElement)) shown[0]?.focus();
    // What is wrong stands below the field.
    document.activeElement?.scrollIntoView({ block: 'center' });
  }, [submitCount, tab, form]);

  return (
    <FormDialog
      title={title}
      size="full"
      staffForm={staffForm}
      action={action}
      isBlocked={isMissing || uploads.isBusy}
      isBusy={uploads.isBusy}
      onClose={onClose}
      {...(onReload && { onReload })}
    >
      {notice}
      {/* A fixed height, so that the buttons below do not move when the tab changes. A dialog that fills the screen has one. */}
      <Tabs.Root
        ref={panels}
        className="min-h-[calc(var(--dialog-height)-12rem)] lg:min-h-0"
        value={tab}
        onValueChange={(next: Tab) => setTab(next)}
      >
        <div className="mb-5 flex items-center justify-between border-b border-line">
          <Tabs.List className="flex">
            <TabLabel tab="basic" label="Basic Info" errors={errors} />
            <TabLabel tab="details" label="Details" errors={errors} />
            <TabLabel tab="facts" label="Facts" errors={errors} />
          </Tabs.List>
          <span className="flex flex-wrap gap-x-4">
            {record && <ActivityLink record={record} />}
            {shopHref && (
              <a href={shopHref} target="_blank" rel="noopener" className="quiet-link">
                View in shop
              </a>
            )}
          </span>
        </div>
        {isMissing && (
          <p className="mb-5 rounded-lg bg-notice px-4 py-2.5 text-sm">
            Please fill required fields (name, price, category, images).
          </p>
        )}
        <Tabs.Panel value="basic" keepMounted className="outline-none">
          <BasicInfo uploads={uploads} />
        </Tabs.Panel>
        <Tabs.Panel value="details" keepMounted className="outline-none">
          <MayFields right="edit_products">
            <Details />
          </MayFields>
        </Tabs.Panel>
        <Tabs.Panel value="facts" keepMounted className="outline-none">
          <MayFields right="edit_products">
            <Facts />
          </MayFields>
        </Tabs.Panel>
      </Tabs.Root>
    </FormDialog>
  );
}

function TabLabel({ tab, label, errors }: { tab: Tab; label: string; errors: FieldErrors<ProductFields> }) {
  const isWrong = tabsOf(errors).includes(tab);
  return (
    <Tabs.Tab value={tab} className="form-tab">
      {label}
      {isWrong && (
        <>
          <span aria-hidden className="size-2 rounded-full bg-danger" />
          <span className="sr-only"> has errors</span>
        </>
      )}
    </Tabs.Tab>
  );
}

/** The tabs with errors. */
function tabsOf(errors: FieldErrors<ProductFields>): Tab[] {
  return [...new Set(Object.keys(errors).map((name) => TAB_OF[name as keyof NewProduct] ?? 'basic'))];
}
