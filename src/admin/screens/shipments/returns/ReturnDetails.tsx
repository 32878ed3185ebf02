import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TellCustomer } from '#admin/data/ready-texts/TellCustomer.tsx';
import { RETURN_STATE_LABELS } from '#admin/data/returns/labels.ts';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { formatMoment } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { Price } from '#admin/kit/Price.tsx';
import { Fact, Facts } from '#admin/kit/RecordDetails.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { Thumbnail } from '#admin/kit/Thumbnail.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { Spinner } from '#components/Spinner.tsx';
import { returnKindLabels, returnOutcomeLabels, returnReasonLabels } from '#domain/returns/choices.ts';
import type { ReturnRequestDetails as Details } from '#domain/returns/contract.ts';
import { dispositionLabels } from '#domain/returns/dispositions.ts';
import { payoutMethodLabels } from '#domain/returns/payouts.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { choiceText, pieceName } from '#domain/variants/choice-text.ts';
import { ApproveReturn } from './ApproveReturn.tsx';
import { Collection } from './Collection.tsx';
import { DeclineReturn } from './DeclineReturn.tsx';
import { returnDetailsQuery, returnPhotoQuery } from './returns.ts';
import { SettleReturn } from './SettleReturn.tsx';

type Step = 'approve' | 'decline' | 'settle';

const FORMS = { approve: ApproveReturn, decline: DeclineReturn, settle: SettleReturn };

/** Everything about a request, and what can be decided about it now. */
export function ReturnDetails({ number, onClose }: { number: string; onClose: () => void }) {
  const { data: asked, error, refetch } = useQuery(returnDetailsQuery(number));
  const [step, setStep] = useState<Step | null>(null);
  const Form = step && FORMS[step];
  return (
    <Dialog title="Return Details" lightDismiss onClose={onClose} footer={asked && <Buttons asked={asked} onStep={setStep} />}>
      {!asked && !error && <Spinner />}
      {!asked && error && (
        <div role="alert" className="py-6 text-center">
          <p className="break-words text-danger">
            {number}: {failureText(error, 'Failed to load the return')}
          </p>
          <button type="button" onClick={() => refetch()} className="btn btn-outline mt-4 px-4">
            Try again
          </button>
        </div>
      )}
      {asked && <Content asked={asked} />}
      {asked && Form && <Form asked={asked} onClose={() => setStep(null)} />}
    </Dialog>
  );
}

function Buttons({ asked, onStep }: { asked: Details; onStep: (step: Step) => void }) {
  const { mayApprove, mayDecline, maySettle, state, comesBack, orderNumber } = asked;
  return (
    <>
      {mayDecline && (
        <MayButton right="confirm_orders" onClick={() => onStep('decline')} className="btn btn-quiet mr-auto px-3 text-danger">
          Decline
        </MayButton>
      )}
      {state === 'approved' && comesBack && (
        <Link href={`/admin/receive?${new URLSearchParams({ code: orderNumber })}`} className="btn btn-primary">
          Receive parcel
        </Link>
      )}
      {mayApprove && (
        <MayButton right="confirm_orders" onClick={() => onStep('approve')} className="btn btn-primary">
          Approve
        </MayButton>
      )}
      {maySettle && (
        <MayButton right="refund" onClick={() => onStep('settle')} className="btn btn-primary">
          Pay back
        </MayButton>
      )}
    </>
  );
}

function Content({ asked }: { asked: Details }) {
  const { returnNumber, state, kind, orderNumber, customerName, city, wish, outcome, reason, words, answer, shopPays } = asked;
  const { refund, deliveryBack, paidBack, toPay, comesBack, askedAt, photos, exchange, payout } = asked;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="min-w-0 text-lg font-medium">{returnNumber}</p>
        <StatusBadge label={RETURN_STATE_LABELS[state]} />
        <p className="w-full text-sm text-muted lg:w-auto">
          {returnKindLabels[kind]} · Asked {formatMoment(askedAt)}
        </p>
      </div>
      <Facts className="mt-6 sm:grid-cols-2">
        <Fact name="Order">
          <Link href={`/admin/orders/${orderNumber}`} className="quiet-link">
            {orderNumber}
          </Link>
        </Fact>
        <Fact name="Customer">
          <bdi>{customerName}</bdi>
          {city && <bdi className="block">{city}</bdi>}
        </Fact>
        <Fact name="Why">
          {returnReasonLabels[reason]}
          {words && (
            <q dir="auto" className="block whitespace-pre-line">
              {words}
            </q>
          )}
        </Fact>
        <Fact name="The customer wishes">{returnOutcomeLabels[wish]}</Fact>
        <Fact name="Decided">
          {outcome ? `${returnOutcomeLabels[outcome]}${comesBack ? '' : ', and the customer keeps the pieces'}` : '–'}
        </Fact>
        <Fact name="Way back">{shopPays ? 'The shop pays' : 'The customer pays'}</Fact>
        <Fact name="Worth">
          <Price of={refund} />
          {deliveryBack > 0 && (
            <span className="block text-sm text-muted">
              of it <Price of={deliveryBack} /> delivery
            </span>
          )}
        </Fact>
        <Fact name="Paid back">
          {paidBack === 0 ? 'Nothing yet' : <Price of={paidBack} />}
          {toPay > 0 && state !== 'asked' && (
            <span className="block text-sm font-medium">
              <Price of={toPay} /> to pay
            </span>
          )}
        </Fact>
        {payout && (
          <Fact name="Money to" isWide>
            {payoutMethodLabels[payout.method]} <bdi>{payout.account}</bdi>, <bdi>{payout.title}</bdi>
          </Fact>
        )}
        {answer && (
          <Fact name="Our answer" isWide className="whitespace-pre-line">
            {answer}
          </Fact>
        )}
      </Facts>
      {(state === 'approved' || state === 'declined') && (
        <TellCustomer orderId={asked.orderId} text={`return_${state}`} request={asked} className="mt-6" />
      )}
      <Collection asked={asked} />
      {exchange && <Exchange exchange={exchange} />}
      <section aria-label="Pieces" className="panel mt-6 px-4 sm:px-5">
        <ul className="divide-y divide-line">
          {asked.items.map((item) => (
            <Piece key={item.itemId} item={item} />
          ))}
        </ul>
      </section>
      {photos.length > 0 && (
        <section aria-label="Photos" className="mt-6 grid grid-cols-2 gap-3 sm:grid-cols-3">
          {photos.map(({ id, sentAt }) => (
            <Photo key={id} id={id} sent={formatMoment(sentAt)} />
          ))}
        </section>
      )}
      <section aria-label="What happened" className="mt-6">
        <ol className="space-y-2 text-sm">
          {asked.history.map(({ state: became, note, by, at }) => (
            <li key={`${became} ${at}`} className="break-words">
              <span className="font-medium">{RETURN_STATE_LABELS[became].text}</span>{' '}
              <span className="text-muted">
                {formatMoment(at)}
                {by && ` by ${by}`}
              </span>
              {note && <bdi className="block whitespace-pre-line">{note}</bdi>}
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

function Exchange({ exchange }: { exchange: NonNullable<Details['exchange']> }) {
  const { orderNumber, total, charges, credit, due, back, isAvailable, sendsFirst } = exchange;
  return (
    <section aria-label="Exchange" className="panel mt-6 px-4 py-4 sm:px-5">
      <p>
        {orderNumber ? (
          <>
            New order{' '}
            <Link href={`/admin/orders/${orderNumber}`} className="quiet-link">
              {orderNumber}
            </Link>
          </>
        ) : (
          'The new order would be'
        )}
        : <Price of={total} /> with <Price of={charges} /> delivery, less <Price of={credit} /> of what comes back. The rider asks
        for{' '}
        <strong className="font-medium">
          <Price of={due} />
        </strong>
        {back > 0 && (
          <>
            , and{' '}
            <strong className="font-medium">
              <Price of={back} />
            </strong>{' '}
            go back
          </>
        )}
        .
      </p>
      {orderNumber && (
        <p className="mt-1 text-sm text-muted">{sendsFirst ? 'It leaves at once.' : 'It leaves when the pieces are back.'}</p>
      )}
      {!isAvailable && (
        <p role="alert" className="mt-2 font-medium text-danger">
          Not everything the customer wants is in stock.
        </p>
      )}
    </section>
  );
}

function Piece({ item }: { item: Details['items'][number] }) {
  const { productName, productImage, quantity, sku, paid, received, receivedAs, wanted } = item;
  return (
    <li className="flex items-start gap-3 py-3">
      <Thumbnail src={productImage} />
      <div className="min-w-0 flex-1 break-words">
        <p>
          {productName} <span className="text-muted tabular-nums">x {quantity}</span>
        </p>
        <p className="text-sm text-muted">{[choiceText(choiceOf(item)), sku].filter(Boolean).join(' · ')}</p>
        {wanted && <p className="text-sm">Wants {pieceName(wanted.productName, choiceOf(wanted))}</p>}
        {received > 0 && (
          <p className="text-sm text-leaf">
            {received} received: {receivedAs.map((as) => dispositionLabels[as].toLowerCase()).join(', ')}
          </p>
        )}
      </div>
      <p className="shrink-0 tabular-nums">
        <Price of={paid} />
      </p>
    </li>
  );
}

function Photo({ id, sent }: { id: string; sent: string }) {
  const { data, error } = useQuery(returnPhotoQuery(id));
  if (error) return <p className="text-sm text-danger">{failureText(error, 'Failed to load the photo')}</p>;
  if (!data) return <div className="skeleton aspect-square" />;
  return <img src={data.photo} alt={`By the customer, ${sent}`} className="aspect-square w-full rounded-md object-cover" />;
}
