import { Field } from '#components/Field.tsx';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import type { PageReturns } from '#domain/returns/page-returns.ts';
import { ExchangeSums } from './ExchangeSums.tsx';
import { ReasonAndWish } from './ReasonAndWish.tsx';
import { ReturnKinds } from './ReturnKinds.tsx';
import { ReturnLine } from './ReturnLine.tsx';
import { ReturnPhotos } from './ReturnPhotos.tsx';
import { useReturnForm } from './use-return-form.ts';

interface Props {
  returns: PageReturns;
  onAsked: (page: OrderPage) => void;
  onCancel: () => void;
}

/** The button that was pressed is gone. */
function focusForm(form: HTMLFormElement | null): void {
  form?.focus({ preventScroll: true });
}

/** Asks for a return, an exchange or a claim: which pieces, why, and what shall become of it. */
export default function ReturnForm({ returns, onAsked, onCancel }: Props) {
  const { kinds, items, shopPays } = returns;
  const form = useReturnForm(returns, onAsked);
  const { kind, errors } = form;
  return (
    <form
      ref={focusForm}
      tabIndex={-1}
      noValidate
      onSubmit={form.submit}
      onInput={form.forget}
      aria-label="Return, exchange or report a problem"
      className="mt-6 space-y-6 border-t outline-none border-line pt-6"
    >
      <ReturnKinds kinds={kinds} shopPays={shopPays} kind={kind} onChange={form.chooseKind} />
      <fieldset aria-describedby={errors['items'] ? 'return-items' : undefined}>
        <legend className="field-label">Which pieces?</legend>
        <ul className="mt-1 divide-y divide-line rounded-sm border border-line">
          {items.map((item) => (
            <ReturnLine
              key={item.itemId}
              item={item}
              kind={kind}
              chosen={form.chosen[item.itemId]}
              wantsOther={form.isExchange}
              error={errors[`wanted ${item.itemId}`]}
              onChange={(next) => form.choosePieces(item.itemId, next)}
            />
          ))}
        </ul>
        <p id="return-items" role="alert" className="field-error empty:hidden">
          {errors['items']}
        </p>
      </fieldset>
      <ReasonAndWish
        kind={kind}
        reason={form.reason}
        onReason={form.setReason}
        wishes={form.wishes}
        wish={form.wish}
        onWish={form.setOutcome}
        errors={errors}
      />
      <Field label="Anything else we should know? (optional)" error={errors['words']}>
        {(control) => (
          <textarea
            {...control}
            name="words"
            rows={3}
            dir="auto"
            value={form.words}
            onChange={({ target }) => form.setWords(target.value)}
            className="field"
          />
        )}
      </Field>
      <ReturnPhotos photos={form.photos} isNeeded={form.needsPhoto} error={errors['photoIds']} onChange={form.setPhotos} />
      <ExchangeSums state={form.quote.state} onRetry={form.quote.reload} />
      <p role="alert" className="text-danger empty:hidden">
        {form.error}
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="submit" disabled={form.isSending} className="btn btn-primary max-sm:w-full">
          {form.isSending ? 'Sending...' : 'Send request'}
        </button>
        <button type="button" onClick={onCancel} className="btn btn-outline max-sm:w-full">
          Not now
        </button>
      </div>
    </form>
  );
}
