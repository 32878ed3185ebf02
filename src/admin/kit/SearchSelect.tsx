import { Combobox } from '@base-ui/react/combobox';
import type { BaseUIEvent } from '@base-ui/react/types';
import { useQuery } from '@tanstack/react-query';
import { Check, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type Ref, useDeferredValue, useState } from 'react';
import { failureText } from './failure-text.ts';

export interface Choice {
  id: string;
  /** What is searched and shown in the box. */
  label: string;
  /** What tells it from its likes: stock, price, day. */
  note?: string;
}

interface Props<Found extends Choice> {
  /** The words of its visible label, which is out of reach for a screen reader while the choices are open. */
  label?: string;
  /** Names what is searched, for the memory of answers: `products`. */
  resource: string;
  id?: string;
  placeholder: string;
  value: Found | null;
  onChange: (choice: Found | null) => void;
  /** Asks the server for what fits a text; for an empty one what is likely. */
  search: (text: string, signal: AbortSignal) => Promise<Found[]>;
  /** What to say when that fails without a reason. */
  failure: string;
  /** To lead the focus back to it. */
  inputRef?: Ref<HTMLInputElement>;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string | undefined;
}

/** One of many entries of the server, found by typing. */
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

  /** Who types fast and presses Enter does not mean the first choice of the text before. */
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
          <ChevronDown aria-hidden className="size-4" />
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
            <Combobox.List className="option-list">
              {(choice: Found) => (
                <Combobox.Item key={choice.id} value={choice} className="option">
                  <span className="min-w-0">
                    <span className="block truncate">{choice.label}</span>
                    {choice.note && <span className="block truncate text-xs text-muted">{choice.note}</span>}
                  </span>
                  <Combobox.ItemIndicator className="shrink-0">
                    <Check aria-hidden className="size-4" />
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
