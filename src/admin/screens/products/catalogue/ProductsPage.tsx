import FileUp from 'virtual:icons/file-up';
import Images from 'virtual:icons/images';
import Plus from 'virtual:icons/plus';
import Tags from 'virtual:icons/tags';
import type { ComponentType } from 'react';
import { useCategoryNames } from '#admin/data/categories/queries.ts';
import { DataList } from '#admin/kit/DataList.tsx';
import { Deferred } from '#admin/kit/Deferred.tsx';
import { DeleteRecord } from '#admin/kit/DeleteRecord.tsx';
import { ExportButton } from '#admin/kit/ExportButton.tsx';
import { ListFilters } from '#admin/kit/ListFilters.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { NotAllowedDialog } from '#admin/kit/NotAllowedDialog.tsx';
import { RecordMissing } from '#admin/kit/RecordMissing.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import { useRecordRoute } from '#admin/kit/use-record-route.ts';
import { useSelection } from '#admin/kit/use-selection.ts';
import { Link } from '#admin/platform/Link.tsx';
import { useMay, useRefusal } from '#admin/platform/rights.ts';
import { catalogRows } from '#domain/catalog/catalog-csv.ts';
import { AddProduct } from './AddProduct.tsx';
import { BulkActions } from './BulkActions.tsx';
import { EditProduct } from './EditProduct.tsx';
import { ProductDrafts } from './ProductDrafts.tsx';
import { productColumns, productCsv } from './product-columns.tsx';
import { products } from './products-api.ts';
import { UndoNotice } from './UndoNotice.tsx';
import { useCategoryOptions } from './use-category-options.ts';
import { useProductsAtOnce } from './use-products-at-once.ts';

const IN_STOCK = new Map([
  [true, 'In Stock'],
  [false, 'Out of Stock'],
]);

interface Props {
  /** The dialog behind Manage Categories. */
  CategoryManager: ComponentType<{ onClose: () => void }>;
}

/** The products: find, add, edit, delete, one by one or many at once. */
export function ProductsPage({ CategoryManager }: Props) {
  const list = useList(products);
  const selection = useSelection(list, products.nameOf);
  const atOnce = useProductsAtOnce(selection);
  const categories = useCategoryNames();
  const { options } = useCategoryOptions(list.filters.category);
  const route = useRecordRoute(products, list.page?.items, ['new', 'categories']);
  const { record: product, dialog, open, close } = route;
  const categoryName = (slug: string) => categories.get(slug) ?? slug;
  const mayEdit = useMay('edit_products');
  // Whoever adds one gives it a price.
  const rightToAdd = mayEdit ? 'change_prices' : 'edit_products';
  const isNew = dialog === 'new';
  const refusal = useRefusal(isNew ? rightToAdd : products.rights[dialog ?? '']);
  const columns = productColumns({
    onEdit: (product) => open(product),
    onDelete: (product) => open(product, 'delete'),
    categoryName,
  });

  return (
    <Screen
      title="Products"
      actions={
        <>
          <MayButton right={rightToAdd} onClick={() => route.openDialog('new')} className="btn btn-primary px-4">
            <Plus className="size-4" />
            Add Product
          </MayButton>
          <MayButton right="edit_products" onClick={() => route.openDialog('categories')} className="btn btn-outline px-4">
            <Tags className="size-4" />
            Manage Categories
          </MayButton>
          {mayEdit && (
            <>
              <Link href="/admin/media" className="btn btn-outline px-4">
                <Images className="size-4" />
                Media Manager
              </Link>
              <Link href="/admin/import" className="btn btn-outline px-4">
                <FileUp className="size-4" />
                Import
              </Link>
            </>
          )}
          <ExportButton noun="products" columns={productCsv} rowsOf={catalogRows} fetchWhole={list.fetchWhole} />
        </>
      }
    >
      <ProductDrafts canPublish={list.page !== undefined && !list.isFailed} />
      <ListFilters
        list={list}
        label="Products"
        fields={[
          { search: 'search', label: 'Search', placeholder: 'Search products...', isWide: true },
          {
            choice: 'category',
            label: 'Category',
            all: 'All Categories',
            names: new Map(options.map((o) => [o.value, o.label])),
          },
          { choice: 'inStock', label: 'Stock Status', all: 'All', names: IN_STOCK },
        ]}
      />
      <UndoNotice atOnce={atOnce} />
      <DataList
        list={list}
        columns={columns}
        hrefOf={route.hrefOf}
        selection={selection}
        bulkActions={<BulkActions selection={selection} atOnce={atOnce} />}
      />
      <Deferred>
        <RecordMissing route={route} noun="product" dialogs={['details', 'delete']} />
        {refusal && (product || isNew || dialog === 'categories') && (
          <NotAllowedDialog title="Not for your role" reason={refusal} onClose={close} />
        )}
        {isNew && !refusal && <AddProduct onClose={close} />}
        {dialog === 'categories' && !refusal && <CategoryManager onClose={close} />}
        {product && dialog === 'details' && !refusal && <EditProduct key={product.id} product={product} onClose={close} />}
        {product && dialog === 'delete' && !refusal && (
          <DeleteRecord
            record={products}
            item={product}
            detail={`${product.name} leaves the shop and every list. Past orders and the stock history still name it.`}
            onClose={close}
          />
        )}
      </Deferred>
    </Screen>
  );
}
