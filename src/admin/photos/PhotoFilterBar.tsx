import { FilterBar } from '#admin/kit/FilterBar.tsx';
import { type PhotoFilters, usePhotoFolders } from '#admin/kit/photos/photos-api.ts';
import { SelectFilter } from '#admin/kit/SelectFilter.tsx';

const USED = new Map([
  [true, 'Shown somewhere'],
  [false, 'Not shown anywhere'],
]);

interface Props {
  filters: PhotoFilters;
  change: (change: Partial<PhotoFilters>) => void;
  clear: () => void;
  isNarrowed: boolean;
}

export function PhotoFilterBar({ filters, change, clear, isNarrowed }: Props) {
  const folders = usePhotoFolders();
  return (
    <FilterBar label="Photos" isNarrowed={isNarrowed} onClear={clear}>
      <SelectFilter
        label="Folder"
        all="All Folders"
        value={filters.folder}
        names={new Map(folders.map((folder) => [folder, folder]))}
        onChange={(folder) => change({ folder })}
      />
      <SelectFilter label="Shown" all="Shown or not" value={filters.used} names={USED} onChange={(used) => change({ used })} />
    </FilterBar>
  );
}
