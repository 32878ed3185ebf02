import { hydrateIsland } from '#browser/hydrate-island.ts';
import { shareLink } from '#browser/share-link.ts';

/** What few shoppers press on a product's page, and what needs the network anyway: sharing it, and asking for a choice that is sold out. */
export function answerClick(button: HTMLElement): void {
  if (button.matches('[data-share]')) void shareLink(button);
  else offerToTell(button.dataset['tell']);
}

/** Opens the form below for the sold-out choice that was tapped. */
function offerToTell(choice = ''): void {
  const offer = document.querySelector<HTMLDetailsElement>('[data-back-in-stock]');
  if (!offer) return;
  offer.dataset['tell'] = choice;
  offer.hidden = false;
  offer.open = true;
  hydrateIsland(offer);
}
