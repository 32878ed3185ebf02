import type { ReactNode } from 'react';
import { Field } from '#components/Field.tsx';
import { cityNames, deliveryDays } from '#domain/places/cities.ts';
import { formatDeliveryDays } from '#domain/places/delivery-days.ts';
import { chatLineOf, isHandedOver, type OrderDraft, type PersonField } from './order-draft.ts';

interface Props {
  draft: OrderDraft;
  problems: Record<string, string>;
  onType: (field: PersonField, typed: string) => void;
  /** What the shop knows of them, beside the phone that says who they are. */
  children: ReactNode;
}

const CITIES = 'new-order-cities';

/** Who ordered, and where it goes. What was taken from the chat says so until it is changed. */
export function PersonFields({ draft, problems, onType, children }: Props) {
  const { person, fromChat } = draft;
  const hintOf = (line: string) => (line ? `From the chat: “${shortened(line)}”` : 'From the chat');
  const optional = draft.source === 'counter' ? ' (optional)' : '';
  const field = (name: PersonField, label: string, input: React.ComponentProps<'input'> & { className?: string } = {}) => {
    const { className = '', ...rest } = input;
    const isTaken = fromChat.includes(name);
    return (
      <Field
        label={label}
        hint={isTaken ? hintOf(chatLineOf(draft, name)) : undefined}
        error={problems[name]}
        className={className}
      >
        {(control) => (
          <input
            autoComplete="off"
            dir="auto"
            {...rest}
            {...control}
            value={person[name]}
            onChange={({ target }) => onType(name, target.value)}
            className={`field ${isTaken ? 'bg-notice' : ''}`}
          />
        )}
      </Field>
    );
  };

  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {field('customerPhone', 'Phone', { type: 'tel', dir: 'ltr' })}
      {field('customerName', 'Name')}
      <div className="sm:col-span-2">{children}</div>
      {field('customerAddress', `Address${optional}`, { className: 'sm:col-span-2' })}
      <div>
        {field('city', 'City', { list: CITIES })}
        {person.city && !isHandedOver(draft) && (
          <p className="mt-1 text-sm text-muted">Delivery in {formatDeliveryDays(deliveryDays(person.city))}</p>
        )}
        <datalist id={CITIES}>
          {cityNames().map((city) => (
            <option key={city} value={city} />
          ))}
        </datalist>
      </div>
      {field('secondPhone', 'Second phone (optional)', { type: 'tel', dir: 'ltr' })}
      {field('customerEmail', 'Email (optional)', { type: 'email', dir: 'ltr' })}
      {field('notes', 'Note (optional)')}
    </div>
  );
}

const MAX_QUOTED = 120;

/** The lines of a field, as far as they tell where it stood. */
function shortened(line: string): string {
  const text = line.replace(/\s*\n\s*/g, ' … ');
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED).trimEnd()}…` : text;
}
