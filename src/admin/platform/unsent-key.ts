/** How many entries wait on this device. Only the number, so that the first screen loads nothing more. */
export const UNSENT_KEY = 'admin.unsent';
