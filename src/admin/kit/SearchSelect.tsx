import Check from 'virtual:icons/check';
import ChevronDown from 'virtual:icons/chevron-down';
import { Combobox } from '@base-ui/react/combobox';
import type { BaseUIEvent } from '@base-ui/react/types';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type Ref, useDeferredValue, useState } from 'react';
import { failureText } from './failure-text.ts';

export interface Choice {
  id: string;
  /** What is searched and shown in the box. */
  label: string;
  /** What tells it from similar ones: stock, price, day. */
  note?: string;
}

interface Props<Found extends Choice> {
  /** The text of its visible label, which screen readers cannot reach while the choices are open. */
  label?: string;
  /** What is searched: the root of the query keys. */
  resource: string;
  id?: string;
  placeholder: string;
  value: Found | null;
  onChange: (choice: Found | null) => void;
  /** Finds the choices for a text, and likely ones for an empty text. */
  search: (text: string, signal: AbortSignal) => Promise<Found[]>;
  /** What to say when the search fails without a reason. */
  failure: string;
  /** To return the focus to it. */
  inputRef?: Ref<HTMLInputElement>;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string | undefined;
}

/** One of many records, found by typing. */
export function SearchSelect<Found extends Choice>({
  label,
  resource,
  id,
  placeholder,
  value,
  onChange,
  search,
  failure,
  inputRef,
  ...described
}: Props<Found>) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(value && typed === value.label ? '' : typed.trim());
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: [resource, 'choices', text],
    queryFn: ({ signal }) => search(text, signal),
    enabled: isOpen,
    placeholderData: (before) => before,
  });
  const found = data ?? [];
  const isBehind = isPlaceholderData || (typed.trim() !== text && typed !== value?.label);

  /** Ignores Enter while the choices still belong to an earlier text. */
  function holdEnter(event: BaseUIEvent<KeyboardEvent>) {
    if (event.key !== 'Enter' || !isOpen || !isBehind) return;
    event.preventDefault();
    event.preventBaseUIHandler();
  }

  const items = value && !found.some((choice) => choice.id === value.id) ? [...found, value] : found;

  return (
    <Combobox.Root<Found>
      items={items}
      filter={null}
      value={value}
      onValueChange={onChange}
      onInputValueChange={setTyped}
      open={isOpen}
      onOpenChange={setOpen}
      itemToStringLabel={(choice) => choice.label}
      isItemEqualToValue={(choice, other) => choice.id === other.id}
      autoHighlight
    >
      <div className="relative">
        <Combobox.Input
          ref={inputRef}
          id={id}
          aria-label={label}
          placeholder={placeholder}
          onKeyDown={holdEnter}
          {...described}
          className="field pr-11"
        />
        <Combobox.Trigger
          aria-label="Show choices"
          className="absolute inset-y-0 right-0 grid w-11 place-items-center text-muted"
        >
          <ChevronDown className="size-4" />
        </Combobox.Trigger>
      </div>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="popup-layer">
          <Combobox.Popup role="region" aria-label="Choices" className="popup">
            <Combobox.Status className="px-3 py-2 text-sm text-muted empty:hidden">
              {error ? failureText(error, failure) : isFetching && found.length === 0 ? 'Searching…' : null}
            </Combobox.Status>
            <Combobox.Empty className="px-3 py-2 text-sm text-muted empty:hidden">
              {!error && !isFetching ? 'Nothing found' : null}
            </Combobox.Empty>
            <Combobox.List className="option-list" aria-busy={isBehind}>
              {(choice: Found) => (
                <Combobox.Item key={choice.id} value={choice} className="option">
                  <span className="min-w-0">
                    <span className="block truncate">{choice.label}</span>
                    {choice.note && <span className="block truncate text-xs text-muted">{choice.note}</span>}
                  </span>
                  <Combobox.ItemIndicator className="shrink-0">
                    <Check className="size-4" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
