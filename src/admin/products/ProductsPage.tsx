import { Images, Plus, Tags } from 'lucide-react';
import { useState } from 'react';
import { DataList } from '#admin/kit/DataList.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import { Link } from '#admin/shell/Link.tsx';
import type { Product } from '#shared/schemas/product.ts';
import { CategoryManager } from './CategoryManager.tsx';
import { useCategories } from './categories-api.ts';
import { DeleteProduct } from './DeleteProduct.tsx';
import { DraftList } from './DraftList.tsx';
import { EditProductForm } from './EditProductForm.tsx';
import { NewProductForm } from './NewProductForm.tsx';
import { ProductFilterBar } from './ProductFilterBar.tsx';
import { productColumns, productExport } from './product-columns.tsx';
import { fetchProducts, productFilters } from './products-api.ts';

type Open = { dialog: 'add' | 'categories' } | { dialog: 'edit' | 'delete'; product: Product };

/** The products and their categories: found, added, edited, taken out of the shop. */
export default function ProductsPage() {
  const list = useList({
    resource: 'products',
    filters: productFilters,
    fetch: fetchProducts,
    failure: 'Failed to load products',
  });
  const { data: categories = [] } = useCategories();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const columns = productColumns({
    onEdit: (product) => setOpen({ dialog: 'edit', product }),
    onDelete: (product) => setOpen({ dialog: 'delete', product }),
    categoryName: (slug) => categories.find((category) => category.slug === slug)?.name ?? slug,
  });

  return (
    <Screen
      title="Products"
      actions={
        <>
          <button type="button" onClick={() => setOpen({ dialog: 'add' })} className="btn btn-primary px-4">
            <Plus aria-hidden className="size-4" />
            Add Product
          </button>
          <button type="button" onClick={() => setOpen({ dialog: 'categories' })} className="btn btn-outline px-4">
            <Tags aria-hidden className="size-4" />
            Manage Categories
          </button>
          <Link href="/admin/media" className="btn btn-outline px-4">
            <Images aria-hidden className="size-4" />
            Media Manager
          </Link>
          <ExportButton noun="products" columns={productExport} fetchPage={list.fetchPage} />
        </>
      }
    >
      <DraftList canPublish={list.page !== undefined && !list.isFailed} />
      <ProductFilterBar list={list} />
      <DataList list={list} columns={columns} keyOf={({ id }) => id} noun="products" empty="No products found" />
      {open?.dialog === 'add' && <NewProductForm onClose={close} />}
      {open?.dialog === 'categories' && <CategoryManager onClose={close} />}
      {open?.dialog === 'edit' && <EditProductForm product={open.product} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteProduct product={open.product} onClose={close} />}
    </Screen>
  );
}
