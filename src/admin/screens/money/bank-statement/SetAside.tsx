import { AskReason } from '#admin/kit/AskReason.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import { lineDecision, type StatementLine } from '#domain/payments/bank-statement.ts';
import { putReason } from './statement-api.ts';

const schema = lineDecision.refine(({ reason }) => reason !== '', { path: ['reason'], message: 'Say why' });

/** Sets a line aside that pays no order. */
export function SetAside({ line: { id, amount, reference }, onClose }: { line: StatementLine; onClose: () => void }) {
  return (
    <AskReason
      title="Set aside"
      schema={schema}
      action="Set aside"
      save={(reason) => putReason(id, reason)}
      done={`${formatPrice(amount)} was set aside`}
      failure="Failed to set the line aside"
      hint="A transfer of your own, a supplier’s refund …"
      onClose={onClose}
    >
      <p dir="auto" className="break-words">
        {formatPrice(amount)}, {reference || 'no reference'}
      </p>
    </AskReason>
  );
}
