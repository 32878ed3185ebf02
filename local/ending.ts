let isTold = false;

/** Notes that somebody told the command to end, by Ctrl-C for example. */
export function noteEnding(): void {
  isTold = true;
}

/** Whether the command was told to end: what fails from then on is what was wanted, and nobody needs to read of it. */
export function isEnding(): boolean {
  return isTold;
}
