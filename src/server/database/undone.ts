/**
 * Postgres ended a transaction of several that waited for each other (`deadlock_detected`, `serialization_failure`): nothing of it was done, and it succeeds
 * once the others are through.
 */
export const UNDONE = ['40P01', '40001'];
