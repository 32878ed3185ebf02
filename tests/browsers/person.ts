import { look, type Seen, type Wanted } from './look.ts';
import type { Tab } from './tab.ts';
import { until } from './until.ts';

export type Person = ReturnType<typeof personAt>;

/** Somebody in front of a browser: looks for things until they are there, as people do, and touches only what can be touched. */
export function personAt(tab: Tab, shop: string) {
  const lookFor = (wanted: Wanted) => tab.run(look, wanted);

  const sees = (wanted: Wanted): Promise<Seen> => until(`${phrase(wanted)} was not seen`, () => lookFor(wanted));

  async function click(wanted: Wanted): Promise<void> {
    let before: Seen | null = null;
    const target = await until(`${phrase(wanted)} could not be pressed`, async () => {
      const seen = await lookFor({ ...wanted, reach: true });
      const isStill = before && seen && before.x === seen.x && before.y === seen.y;
      before = seen;
      return isStill && seen?.canBePressed && seen;
    });
    await tab.press(target);
  }

  return {
    until,
    sees,
    click,
    run: tab.run,
    open: (path: string) => tab.open(new URL(path, shop).href),
    back: () => tab.run(() => void setTimeout(() => history.back()), null),
    seesNo: (wanted: Wanted) => until(`${phrase(wanted)} is still seen`, async () => (await lookFor(wanted)) === null),
    isAt: (path: string) =>
      until(`The address is not ${path}`, async () => (await tab.run(() => location.pathname + location.search, null)) === path),
    /** How many of a kind there are. */
    counts: (wanted: Wanted, isRight: (count: number) => boolean) =>
      until(`The number of ${phrase(wanted)} is another`, async () => isRight((await lookFor(wanted))?.count ?? 0)),
    /** Writes into a field, over what stood there. */
    async fill(wanted: Wanted, text: string): Promise<void> {
      // What moves away under the finger, as a step that comes into sight does, is pressed again.
      await until(`${phrase(wanted)} did not take the focus`, async () => {
        await click(wanted);
        return (await lookFor(wanted))?.hasFocus;
      });
      await tab.run(() => (document.activeElement as HTMLInputElement).select(), null);
      await tab.type(text);
      await until(`${phrase(wanted)} does not hold ${text}`, async () => (await lookFor(wanted))?.value === text);
    },
    /** Chooses from a native list, whose choices no page can be shown pressing. */
    async choose(wanted: Wanted, choice: string): Promise<void> {
      await sees({ ...wanted, choose: choice });
      await until(`${phrase(wanted)} has not ${choice}`, async () => (await lookFor(wanted))?.value === choice);
    },
  };
}

/** `the button "Checkout" in the dialog "Shopping cart"` */
function phrase({ is, name, has, inside }: Wanted): string {
  const where = inside ? ` in ${phrase(inside)}` : '';
  return `the ${is}${name ? ` "${name}"` : ''}${has ? ` with "${has}"` : ''}${where}`;
}
