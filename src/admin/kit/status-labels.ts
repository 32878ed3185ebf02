/** A status on screen. The tone colours its badge by what it means for staff: waiting, in work, on its way, partly done, done, stopped. */
export interface StatusLabel {
  text: string;
  tone: 'tone-wait' | 'tone-work' | 'tone-move' | 'tone-part' | 'tone-done' | 'tone-stop' | 'tone-plain';
}

/** What statuses are called, in their order: for a select. */
export function textsOf<Status extends string>(labels: Record<Status, StatusLabel>): Map<Status, string> {
  return new Map((Object.entries(labels) as [Status, StatusLabel][]).map(([status, { text }]) => [status, text]));
}
