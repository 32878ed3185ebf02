import { Screen } from '#admin/kit/Screen.tsx';
import { ImportCatalogue } from './ImportCatalogue.tsx';
import { PhotosBySku } from './PhotosBySku.tsx';

/** What comes in bulk: products as a file, and their photos by name. */
export default function ImportPage() {
  return (
    <Screen title="Import">
      <ImportCatalogue />
      <PhotosBySku />
    </Screen>
  );
}
