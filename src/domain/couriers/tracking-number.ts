/** A tracking number of any courier: 5 to 40 letters, digits, dashes and spaces, with a digit. */
const TRACKING_NUMBER = /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9 -]{4,39}$/;

export function isTrackingNumber(text: string): boolean {
  return TRACKING_NUMBER.test(text);
}

/** A tracking number as numbers are compared: without spaces and case, as `shop.tracking_key` has it. */
export function trackingKey(trackingNumber: string): string {
  return trackingNumber.replace(/\s/g, '').toUpperCase();
}
