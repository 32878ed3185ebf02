/** A review with its photos, which the database computes as a column. */
export const REVIEW_COLUMNS = '*, photos';
