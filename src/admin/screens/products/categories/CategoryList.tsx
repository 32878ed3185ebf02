import { arrayMove } from '@dnd-kit/sortable';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { categoriesQuery } from '#admin/data/categories/queries.ts';
import { failureText } from '#admin/kit/failure-text.ts';
import { SortableList } from '#admin/kit/sortable/SortableList.tsx';
import type { Category } from '#domain/categories/contract.ts';
import { CategoryRow } from './CategoryRow.tsx';
import { putCategoryOrder, toggleCategory } from './categories-api.ts';
import { renumbered } from './category-order.ts';

interface Props {
  categories: Category[];
  onEdit: (category: Category) => void;
  onDelete: (category: Category) => void;
  onMessage: (message: string) => void;
}

/** The sortable categories. Changes show at once and are undone when the server refuses them. */
export function CategoryList({ categories, onEdit, onDelete, onMessage }: Props) {
  const queries = useQueryClient();

  function show(next: Category[]) {
    void queries.cancelQueries({ queryKey: categoriesQuery.queryKey }); // a running request would bring back the old list
    queries.setQueryData(categoriesQuery.queryKey, next);
  }

  function undo(error: unknown, fallback: string) {
    onMessage(`Error: ${failureText(error, fallback)}`);
    return queries.invalidateQueries({ queryKey: categoriesQuery.queryKey });
  }

  const sort = useMutation({
    scope: { id: 'categories' },
    mutationFn: putCategoryOrder,
    onMutate: (sorted) => show(renumbered(sorted)),
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

  if (categories.length === 0) return <p className="panel px-4 py-8 text-center text-muted">No categories found</p>;
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
          onEdit={() => onEdit(category)}
          onDelete={() => onDelete(category)}
        />
      )}
    </SortableList>
  );
}
