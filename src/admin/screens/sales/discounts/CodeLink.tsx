import { CopyLink } from '#admin/kit/CopyLink.tsx';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { QrCode } from '#components/QrCode.tsx';
import type { DiscountCode } from '#domain/discounts/contract.ts';

/** The link that opens the shop with a code: to be posted, or scanned from a parcel or a stand. */
export function CodeLink({ code: { code }, onClose }: { code: DiscountCode; onClose: () => void }) {
  const link = `${window.location.origin}/?code=${code}`;
  return (
    <Dialog
      title={`Link of ${code}`}
      size="narrow"
      lightDismiss
      onClose={onClose}
      footer={
        <button type="button" onClick={onClose} className="btn btn-primary">
          Done
        </button>
      }
    >
      <p className="mb-2">
        Whoever opens the shop with this link already has the code in the cart and at the checkout. Added to the address of any
        page of the shop, <code className="whitespace-nowrap">?code={code}</code> does the same.
      </p>
      <QrCode text={link} label={`QR code of the link of ${code}`} />
      <CopyLink link={link} />
    </Dialog>
  );
}
