import { useStore } from '@nanostores/react';
import { removeKey, writeText } from '#browser/storage.ts';
import { formatPrice } from '#domain/money.ts';
import { $payNow, PAY_NOW_KEY } from './checkout-store.ts';

/** Cash on delivery, or all of it by transfer now, where the owner offers that. Cash is what is chosen at first. */
export default function PayNow({ total }: { total: number }) {
  const isNow = useStore($payNow);
  const choose = (now: boolean) => {
    $payNow.set(now);
    if (now) writeText(PAY_NOW_KEY, '1', 'sessionStorage');
    else removeKey(PAY_NOW_KEY, 'sessionStorage');
  };
  return (
    <fieldset className="rounded-sm border border-line bg-white px-4 py-2 sm:px-5">
      <legend className="sr-only">How you pay</legend>
      <Choice isChosen={!isNow} onChoose={() => choose(false)} name="Cash on delivery" says="In cash, when it arrives." />
      <Choice
        isChosen={isNow}
        onChoose={() => choose(true)}
        name="Pay by bank transfer now"
        says={`The page of your order shows our account and a Raast code for ${formatPrice(total)}. We send it once the money has arrived, and nothing is due at the door.`}
      />
    </fieldset>
  );
}

interface ChoiceProps {
  isChosen: boolean;
  onChoose: () => void;
  name: string;
  says: string;
}

function Choice({ isChosen, onChoose, name, says }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
      <input type="radio" name="pay" checked={isChosen} onChange={onChoose} className="mt-1 size-4 shrink-0 accent-ink" />
      <span>
        <span className="block font-medium">{name}</span>
        <span className="block text-sm text-ink-soft">{says}</span>
      </span>
    </label>
  );
}
