import { arrayMove } from '@dnd-kit/sortable';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureText } from '#admin/kit/failure-text.ts';
import { SortableList } from '#admin/kit/sortable/SortableList.tsx';
import type { Category } from '#shared/schemas/categories.ts';
import type { OpenCategory } from './CategoryManager.tsx';
import { CategoryRow } from './CategoryRow.tsx';
import { CATEGORIES_KEY, putCategoryOrder, toggleCategory } from './categories-api.ts';
import { withPlaces } from './category-places.ts';

interface Props {
  categories: Category[];
  onOpen: (open: OpenCategory) => void;
  onMessage: (message: string) => void;
}

/** The categories in their order. What is changed here shows at once, and goes back when the shop refuses. */
export function CategoryList({ categories, onOpen, onMessage }: Props) {
  const queries = useQueryClient();

  function show(next: Category[]) {
    void queries.cancelQueries({ queryKey: CATEGORIES_KEY }); // an answer under way does not know of it
    queries.setQueryData(CATEGORIES_KEY, next);
  }

  function undo(error: unknown, fallback: string) {
    onMessage(`Error: ${failureText(error, fallback)}`);
    return queries.invalidateQueries({ queryKey: CATEGORIES_KEY });
  }

  const sort = useMutation({
    scope: { id: 'categories' },
    mutationFn: putCategoryOrder,
    onMutate: (sorted) => show(withPlaces(sorted)),
    onSuccess: () => onMessage('The order was saved'),
    onError: (error) => undo(error, 'Failed to save category'),
  });
  const toggle = useMutation({
    scope: { id: 'categories' },
    mutationFn: ({ id }: Category) => toggleCategory(id),
    onMutate: ({ id, isActive }) =>
      show(categories.map((other) => (other.id === id ? { ...other, isActive: !isActive } : other))),
    onSuccess: ({ name, isActive }) => onMessage(isActive ? `${name} is shown in the shop` : `${name} is hidden from the shop`),
    onError: (error) => undo(error, 'Failed to toggle category'),
  });

  if (categories.length === 0) return <p className="panel px-4 py-14 text-center text-muted">No categories found</p>;
  return (
    <SortableList
      label="Categories"
      items={categories}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      onMove={(from, to) => sort.mutate(arrayMove(categories, from, to))}
      layout="list"
      className="panel divide-y divide-line overflow-hidden"
    >
      {(category, _, controls) => (
        <CategoryRow
          category={category}
          controls={controls}
          isBusy={toggle.isPending}
          onToggle={() => toggle.mutate(category)}
          onEdit={() => onOpen({ dialog: 'edit', category })}
          onDelete={() => onOpen({ dialog: 'delete', category })}
        />
      )}
    </SortableList>
  );
}
