/** Nobody reads a form, fills it in and sends it in less, whatever the browser fills in for them. */
export const LEAST_FILLING_MS = 1_000;
