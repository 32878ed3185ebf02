import Check from 'virtual:icons/check';
import ChevronDown from 'virtual:icons/chevron-down';
import { Select as Base } from '@base-ui/react/select';

export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  /** Why it cannot be chosen. */
  refusal?: string | undefined;
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

/** One of a few values. */
export function Select<Value extends string>({
  label,
  id,
  value,
  options,
  onChange,
  placeholder = '',
  disabled = false,
  look = 'field select-trigger',
  className = '',
  ...described
}: Props<Value>) {
  return (
    <Base.Root<Value>
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled}
      modal={false}
    >
      <Base.Trigger id={id} aria-label={label} {...described} className={`${look} ${className}`}>
        <Base.Value className="truncate">{options.find((option) => option.value === value)?.label ?? placeholder}</Base.Value>
        <Base.Icon className="shrink-0">
          <ChevronDown className="size-4" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner alignItemWithTrigger={false} sideOffset={4} className="popup-layer">
          <Base.Popup role="region" aria-label="Choices" className="popup">
            <Base.List className="option-list">
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} disabled={Boolean(option.refusal)} className="option">
                  <Base.ItemText className="truncate">{option.label}</Base.ItemText>
                  <Base.ItemIndicator className="shrink-0">
                    <Check className="size-4" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
            {[...new Set(options.flatMap(({ refusal }) => refusal ?? []))].map((refusal) => (
              <p key={refusal} className="max-w-64 border-t border-line px-3 py-2 text-sm text-muted">
                {refusal}
              </p>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
