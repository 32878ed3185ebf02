/** Products in a list of the dashboard. */
export const LISTED = 5;
