/** What the terminal, or the file that it goes to, does not take is lost: without this, a log on a full disk ends the process with its next line. */
export function loseUnwritableOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
