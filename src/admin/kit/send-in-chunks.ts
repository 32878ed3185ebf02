/** Sends many items in requests of at most `size`, one after the other. Gives all answers, in the order of the items. */
export async function sendInChunks<Item, Answer>(
  items: readonly Item[],
  size: number,
  send: (chunk: Item[]) => Promise<Answer[]>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < items.length; start += size) answers.push(...(await send(items.slice(start, start + size))));
  return answers;
}
