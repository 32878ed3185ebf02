import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, startTransition, useEffect, useRef, useState } from 'react';

export interface Option<Value extends string = string> {
  value: Value;
  label: string;
}

interface Props<Value extends string> {
  /** The name of a select without a visible label. */
  label?: string;
  id?: string;
  value: Value;
  options: Option<Value>[];
  onChange: (value: Value) => void;
  /** Shown while the value is none of the options. */
  placeholder?: string;
  disabled?: boolean;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string | undefined;
  /** The classes of the closed select, by default those of a form field. */
  look?: string;
  className?: string;
}

/** One of a few values. Until it is first opened it is only a button, because a list shows one in each of its rows. */
export function Select<Value extends string>(props: Props<Value>) {
  const [isOpened, setOpened] = useState(false);
  if (isOpened) return <OpenedSelect {...props} />;

  const { label, id, value, disabled = false, look = 'field select-trigger', className = '', ...rest } = props;
  // Not at once, while the click is still on its way: the open list would take it for one outside, and close.
  const open = () => startTransition(() => setOpened(true));
  const openOnKey = (event: KeyboardEvent) => {
    if (!['ArrowDown', 'ArrowUp'].includes(event.key)) return;
    event.preventDefault();
    open();
  };
  return (
    <button
      type="button"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      id={id}
      aria-label={label}
      aria-invalid={rest['aria-invalid']}
      aria-describedby={rest['aria-describedby']}
      disabled={disabled}
      data-placeholder={value === '' ? '' : undefined}
      onClick={open}
      onKeyDown={openOnKey}
      className={`${look} ${className}`}
    >
      <span className="truncate">{textOf(props)}</span>
      <ChevronDown aria-hidden className="size-4 shrink-0" />
    </button>
  );
}

function textOf<Value extends string>({ options, value, placeholder = '' }: Props<Value>): string {
  return options.find((option) => option.value === value)?.label ?? placeholder;
}

/** The select once somebody wants its list, which opens by itself. */
function OpenedSelect<Value extends string>(props: Props<Value>) {
  const {
    label,
    id,
    value,
    options,
    onChange,
    placeholder: _,
    disabled = false,
    look = 'field select-trigger',
    className = '',
    ...described
  } = props;
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  // The list finds what is chosen only when it opens after it was closed.
  useEffect(() => {
    trigger.current?.focus();
    setOpen(true);
  }, []);

  return (
    <Base.Root<Value>
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      open={isOpen}
      onOpenChange={setOpen}
      disabled={disabled}
      modal={false}
    >
      <Base.Trigger ref={trigger} id={id} aria-label={label} {...described} className={`${look} ${className}`}>
        <Base.Value className="truncate">{textOf(props)}</Base.Value>
        <Base.Icon className="shrink-0">
          <ChevronDown aria-hidden className="size-4" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner alignItemWithTrigger={false} sideOffset={4} className="popup-layer">
          <Base.Popup role="region" aria-label="Choices" className="popup">
            <Base.List className="option-list">
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className="option">
                  <Base.ItemText className="truncate">{option.label}</Base.ItemText>
                  <Base.ItemIndicator className="shrink-0">
                    <Check aria-hidden className="size-4" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
