/** The machine's clock, while `setClock` has replaced it. */
const machineNow = Date.now;

/**
 * Stops this process's clock at a moment in milliseconds; undefined lets it run again. The embedded Postgres asks `Date.now()` for the time,
 * so its defaults, triggers and functions then live at that moment.
 */
export function setClock(moment: number | undefined): void {
  Date.now = moment === undefined ? machineNow : () => moment;
}
