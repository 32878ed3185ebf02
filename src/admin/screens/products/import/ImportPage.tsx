import { Screen } from '#admin/kit/Screen.tsx';
import { ImportCatalog } from './ImportCatalog.tsx';
import { PhotosBySku } from './PhotosBySku.tsx';

/** What comes in bulk: products as a file, and their photos by name. */
export default function ImportPage() {
  return (
    <Screen title="Import">
      <ImportCatalog />
      <PhotosBySku />
    </Screen>
  );
}
