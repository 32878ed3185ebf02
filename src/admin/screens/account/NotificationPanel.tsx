import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { deleteDevice, getPush, postTest } from '#admin/data/push/push-api.ts';
import { pushSupport, resync, switchOff, switchOn } from '#admin/data/push/this-device.ts';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { PushDevice } from '#domain/push/contract.ts';
import { DeviceList } from './DeviceList.tsx';
import { DeviceWishes } from './DeviceWishes.tsx';

/** What the shop knows of the member's devices, once this one is as the shop knows it. `ownId` is this one's; null: it gets none. */
const devicesQuery = {
  queryKey: ['this-device'],
  queryFn: async () => {
    const own = await resync().catch((error: unknown) => {
      console.warn('This device could not be compared with the shop', error);
      return null;
    });
    return { ...(await getPush()), ownId: own?.id ?? null };
  },
};

/** What the member is told of on which phone, and the switch for this one. */
export function NotificationPanel() {
  const { data: setUp, error, isError, refetch } = useQuery(devicesQuery);
  const report = useErrorBanner();
  useEffect(() => report(error, 'Failed to load your notifications'), [error, report]);

  return (
    <section aria-labelledby="notifications" className="panel p-4 sm:p-5">
      <h2 id="notifications" className="text-xl">
        Notifications on your devices
      </h2>
      <p className="mt-1 text-sm text-muted">
        Your phone tells you about new orders and whatever needs you, even while the back office is closed. It never shows a name,
        a number or an address, and mails are sent as before.
      </p>
      {setUp?.publicKey ? (
        <Devices devices={setUp.devices} ownId={setUp.ownId} publicKey={setUp.publicKey} />
      ) : setUp ? (
        <p className="mt-4 text-sm">
          {setUp.problem
            ? `They are off in this shop: ${setUp.problem}.`
            : 'They are not set up in this shop. Whoever looks after it can read how in docs/operations/notifications.md.'}
        </p>
      ) : isError ? (
        <TryAgain onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading…" />
      )}
    </section>
  );
}

function Devices({ devices, ownId, publicKey }: { devices: PushDevice[]; ownId: string | null; publicKey: string }) {
  const queryClient = useQueryClient();
  const [changed, setChanged] = useState<PushDevice | null>(null);
  const [unwanted, setUnwanted] = useState<PushDevice | null>(null);
  const renew = () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });

  const test = useMutation({
    mutationFn: ({ id }: PushDevice) => postTest(id),
    onSuccess: (_, { device }) => toast(`Sent. It arrives on ${device} within seconds.`),
    onError: (failure) => toast(failureText(failure, 'The test was not sent')),
  });

  async function remove(device: PushDevice) {
    await (device.id === ownId ? switchOff(device.id) : deleteDevice(device.id));
    await renew();
    toast(`No more notifications on ${device.device}`);
  }

  return (
    <>
      {ownId === null && <SwitchOn publicKey={publicKey} onDone={renew} />}
      {devices.length > 0 && (
        <DeviceList
          devices={devices}
          ownId={ownId}
          onChange={setChanged}
          onTest={(device) => test.mutate(device)}
          onRemove={setUnwanted}
        />
      )}
      {changed && <DeviceWishes device={changed} onClose={() => setChanged(null)} />}
      {unwanted && (
        <ConfirmDialog
          question={`No more notifications on ${unwanted.device}?`}
          detail="They can be switched on again on the device itself."
          action="Remove"
          failure="Failed to remove the device"
          onConfirm={() => remove(unwanted)}
          onClose={() => setUnwanted(null)}
        />
      )}
    </>
  );
}

/** Says what will happen before the browser asks: whoever says no there cannot be asked again. */
function SwitchOn({ publicKey, onDone }: { publicKey: string; onDone: () => Promise<unknown> }) {
  const [support, setSupport] = useState(pushSupport);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => switchOn(publicKey),
    onSuccess: async (device) => {
      setSupport(pushSupport());
      if (device) toast('Notifications are on. Send yourself a test.');
      await onDone();
    },
  });

  if (support === 'install') {
    return (
      <div className="mt-4 text-sm">
        <p>On an iPhone or iPad, the back office has to be on the home screen first:</p>
        <ol className="mt-2 list-decimal space-y-1 pl-5">
          <li>Open this page in Safari and press Share.</li>
          <li>Choose “Add to Home Screen”, then Add.</li>
          <li>Open the back office from the home screen and come back here.</li>
        </ol>
        <p className="mt-2 text-muted">It needs iOS 16.4 or newer.</p>
      </div>
    );
  }
  if (support === 'blocked') {
    return (
      <p className="mt-4 text-sm">
        Notifications of this site are blocked in this browser. Allow them in its settings for this site (the icon before the
        address), then reload this page.
      </p>
    );
  }
  if (support === 'no') return <p className="mt-4 text-sm">This browser cannot show notifications of a site.</p>;
  return (
    <div className="mt-4">
      <p className="text-sm">Press the button, and the browser asks whether this site may notify you. Choose Allow.</p>
      <button type="button" disabled={isPending} onClick={() => mutate()} className="btn btn-primary mt-3">
        {isPending ? 'Turning on…' : 'Turn on for this device'}
      </button>
      {error && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {failureText(error, 'The browser gave no address for notifications. Try again.')}
        </p>
      )}
    </div>
  );
}
