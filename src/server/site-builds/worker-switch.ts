/** Whether this build takes the service worker off the devices that have it: `SHOP_WORKER=off`. */
export function isWorkerOff(): boolean {
  return process.env.SHOP_WORKER === 'off';
}
