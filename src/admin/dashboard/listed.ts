/** Products in a list of the dashboard. */
export const TOP_COUNT = 5;
