import { suppliers } from '#admin/data/suppliers/definition.ts';
import { DataList } from '#admin/kit/DataList.tsx';
import { Deferred } from '#admin/kit/Deferred.tsx';
import { ListFilters } from '#admin/kit/ListFilters.tsx';
import { RecordMissing } from '#admin/kit/RecordMissing.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import { useRecordRoute } from '#admin/kit/use-record-route.ts';
import { EditSupplier } from './EditSupplier.tsx';
import { SupplierDetails } from './SupplierDetails.tsx';
import { SUPPLIER_STATE_NAMES, supplierColumns } from './supplier-columns.tsx';

/** Whom the shop buys from, and what it owes them. */
export default function SuppliersPage() {
  const list = useList(suppliers);
  const route = useRecordRoute(suppliers, list.page?.items);
  const { record: item, dialog, open, close, back } = route;

  return (
    <Screen title="Suppliers">
      <ListFilters
        list={list}
        label="Suppliers"
        fields={[
          { search: 'name', label: 'Search suppliers', placeholder: 'Name...', isWide: true },
          { states: 'state', label: 'Which', all: 'All suppliers', names: SUPPLIER_STATE_NAMES },
        ]}
      />
      <DataList list={list} columns={supplierColumns} hrefOf={route.hrefOf} />
      <Deferred>
        <RecordMissing route={route} noun="supplier" dialogs={['details', 'edit']} />
        {item && dialog === 'details' && (
          <SupplierDetails key={item.id} item={item} onClose={close} onEdit={() => open(item, 'edit')} />
        )}
        {item && dialog === 'edit' && <EditSupplier key={item.id} item={item} onClose={back} />}
      </Deferred>
    </Screen>
  );
}
