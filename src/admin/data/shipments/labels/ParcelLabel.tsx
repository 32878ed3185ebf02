import { localPhone } from '#admin/data/orders/labels.ts';
import { Barcode } from '#admin/kit/barcode/Barcode.tsx';
import { isScannable } from '#admin/kit/barcode/barcode-size.ts';
import { formatDay } from '#admin/kit/formats.ts';
import { SHOP } from '#built/settings.ts';
import { QrCode } from '#components/QrCode.tsx';
import { CONTENTS, kilograms } from '#domain/couriers/booking-file.ts';
import { formatClaim } from '#domain/money.ts';
import { rupeesInUrdu, rupeesInWords } from '#domain/money-words.ts';
import type { ParcelLabel as Label } from '#domain/shipments/labels.ts';

/** What is left of an A6 between its margins. */
const BARCODE_MM = 93;

/** From where on an address is set smaller. */
const LONG_ADDRESS = 140;

/** The label of a parcel: where to, from whom, and what the rider asks for, in figures and words of both languages. */
export function ParcelLabel({ label, printedOn }: { label: Label; printedOn: string }) {
  const { carrier, trackingNumber, shipmentNumber, orderNumber, city, address, zipCode } = label;
  const barcode = trackingNumber || shipmentNumber;
  return (
    <article className="parcel-label">
      <header className="parcel-head">
        <p className="parcel-shop">{SHOP.name}</p>
        <p className="parcel-courier">
          <bdi>{carrier || 'Courier: ____________'}</bdi>
        </p>
      </header>
      <div className="parcel-number">
        {isScannable(barcode, BARCODE_MM) && <Barcode text={barcode} maxMm={BARCODE_MM} />}
        <p className="parcel-tracking">{trackingNumber || `${shipmentNumber} · no tracking number yet`}</p>
      </div>
      <section className="parcel-to">
        <p className="parcel-caption">To</p>
        <p className="parcel-name">
          <bdi>{label.name}</bdi>
        </p>
        <p className={address.length > LONG_ADDRESS ? 'parcel-address parcel-long' : 'parcel-address'} dir="auto">
          {address}
        </p>
        <p className="parcel-city" dir="auto">
          {[city, zipCode].filter(Boolean).join(' ')}
        </p>
        <p className="parcel-phone">
          {[label.phone, label.secondPhone]
            .flatMap((phone) => phone || [])
            .map(localPhone)
            .join(' · ')}
        </p>
      </section>
      <Due label={label} />
      <footer className="parcel-foot">
        <p className="parcel-facts">
          <span>
            <strong>{orderNumber}</strong>
            {trackingNumber && ` · ${shipmentNumber}`}
          </span>
          <span>
            {label.pieces} {label.pieces === 1 ? 'piece' : 'pieces'} · {kilograms(label.grams)} kg
          </span>
        </p>
        <p>{CONTENTS}</p>
        <p>
          <span className="parcel-caption">From and return to </span>
          {[SHOP.legalName, SHOP.phone, SHOP.address.replace(/\s+/g, ' ')].filter(Boolean).join(', ')}
        </p>
        <p className="parcel-caption">
          Label {label.version} of {printedOn}
        </p>
      </footer>
    </article>
  );
}

/** The one figure of order, parcel, booking and page. */
function Due({ label: { due, link } }: { label: Label }) {
  return (
    <section className="parcel-due">
      <div className="parcel-sum">
        {due > 0 ? (
          <>
            <p className="parcel-caption">Collect exactly this, nothing more</p>
            <p className="parcel-amount">
              <bdi>{formatClaim(due)}</bdi>
            </p>
            <p className="parcel-words">{rupeesInWords(due)}</p>
            <p className="parcel-words" lang="ur" dir="rtl">
              صرف یہی رقم وصول کریں: <bdi>{formatClaim(due)}</bdi> · {rupeesInUrdu(due)}
            </p>
          </>
        ) : (
          <>
            <p className="parcel-amount">Nothing to collect</p>
            <p className="parcel-words">Paid. Hand it over without money.</p>
            <p className="parcel-amount" lang="ur" dir="rtl">
              کوئی رقم وصول نہ کریں
            </p>
          </>
        )}
      </div>
      <div className="parcel-scan">
        <QrCode text={link} label="The order’s page" className="parcel-qr" />
        <p>Scan: what is due</p>
        <p lang="ur" dir="rtl">
          رقم یہاں دیکھیں
        </p>
      </div>
    </section>
  );
}

/** The day of printing, as labels have it. */
export function labelDay(): string {
  return formatDay(new Date().toISOString());
}
