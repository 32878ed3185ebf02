import { useCallback, useEffect, useRef, useState } from 'react';
import { announce } from '#browser/announce.ts';
import { ApiFailure, callApi } from '#browser/api.ts';
import type { AddressToSave, SavedAddress } from '#domain/accounts/addresses.ts';
import { countryName } from '#domain/places/countries.ts';
import { placeText } from '#features/shopper/device-profile.ts';
import { shopperToken } from '#features/shopper/shopper-session.ts';
import { AddressForm } from './AddressForm.tsx';

/** As many as the server keeps. */
const MOST = 10;

/** What is open below the list: a form, or the offer to undo. */
type Open = { kind: 'new' } | { kind: 'edit'; id: string } | { kind: 'deleted'; address: SavedAddress };

/** The addresses the account of the signed-in shopper keeps, last used first. */
export function SavedAddresses() {
  const [addresses, setAddresses] = useState<SavedAddress[]>();
  const [failure, setFailure] = useState('');
  const [open, setOpen] = useState<Open>();
  const heading = useRef<HTMLHeadingElement>(null);

  /** Runs a call of the account; says why where it fails. */
  const attempt = useCallback(async (action: () => Promise<void>) => {
    setFailure('');
    try {
      await action();
    } catch (failed) {
      if (!(failed instanceof ApiFailure)) throw failed;
      setFailure(failed.message);
    }
  }, []);
  const load = useCallback(async () => setAddresses(await call<SavedAddress[]>('GET', '')), []);
  useEffect(() => void attempt(load), [attempt, load]);

  const done = async (said: string) => {
    setOpen(undefined);
    announce(said);
    heading.current?.focus();
    await attempt(load);
  };
  const remove = (address: SavedAddress) =>
    attempt(async () => {
      await call('DELETE', `/${address.id}`);
      await load();
      setOpen({ kind: 'deleted', address });
      announce('Address deleted');
    });
  const undo = ({ id, createdAt, usedAt, ...address }: SavedAddress) =>
    attempt(async () => {
      await call('POST', '', address);
      await done('Address saved again');
    });
  const save = async (address: AddressToSave, id?: string) => {
    await (id ? call('PUT', `/${id}`, address) : call('POST', '', address));
    await done('Address saved');
  };
  const cancel = () => {
    setOpen(undefined);
    heading.current?.focus();
  };

  return (
    <section aria-labelledby="addresses-title" className="rounded-sm border border-line bg-white p-5 sm:p-7">
      <h2 ref={heading} id="addresses-title" tabIndex={-1} className="text-2xl outline-none">
        Saved addresses
      </h2>
      {!addresses && !failure && <div aria-hidden="true" className="skeleton mt-4 h-24" />}
      {addresses?.length === 0 && (
        <p className="mt-2 text-sm text-muted">Save home, office or a gift’s address once and choose it again.</p>
      )}
      {addresses && addresses.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {addresses.map((address) => (
            <li key={address.id} className="py-3">
              {open?.kind === 'edit' && open.id === address.id ? (
                <AddressForm label="Edit address" known={address} onSave={(typed) => save(typed, address.id)} onCancel={cancel} />
              ) : (
                <AddressRow
                  address={address}
                  onEdit={() => setOpen({ kind: 'edit', id: address.id })}
                  onDelete={() => remove(address)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {open?.kind === 'deleted' && (
        <p className="mt-2 flex items-center justify-between gap-4 bg-notice px-4 py-2 text-sm">
          <span className="min-w-0 break-words">{open.address.address} is deleted.</span>
          <button type="button" ref={(button) => button?.focus()} onClick={() => undo(open.address)} className={ACT}>
            Undo
          </button>
        </p>
      )}
      {failure && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {failure}
        </p>
      )}
      {open?.kind === 'new' && (
        <div className="mt-3">
          <AddressForm label="New address" onSave={(typed) => save(typed)} onCancel={cancel} />
        </div>
      )}
      {addresses && open?.kind !== 'new' && (
        <div className="mt-3">
          {addresses.length < MOST ? (
            <button type="button" onClick={() => setOpen({ kind: 'new' })} className="btn btn-outline w-full">
              Add an address
            </button>
          ) : (
            <p className="text-sm text-muted">Your account keeps ten addresses. Delete one to save another.</p>
          )}
        </div>
      )}
    </section>
  );
}

interface RowProps {
  address: SavedAddress;
  onEdit: () => void;
  onDelete: () => void;
}

function AddressRow({ address, onEdit, onDelete }: RowProps) {
  const place = placeText({ ...address, email: '' });
  return (
    <>
      <p className="break-words">
        {address.name} <span className="whitespace-nowrap text-sm text-muted">{address.phone}</span>
      </p>
      <p className="break-words text-sm text-ink-soft">
        {place}
        {address.country !== 'pk' && `, ${countryName(address.country)}`}
      </p>
      <div className="flex gap-4">
        <button type="button" aria-label={`Edit ${address.address}`} onClick={onEdit} className={ACT}>
          Edit
        </button>
        <button type="button" aria-label={`Delete ${address.address}`} onClick={onDelete} className={ACT}>
          Delete
        </button>
      </div>
    </>
  );
}

function call<Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: AddressToSave): Promise<Data> {
  return callApi<Data>(method, `/auth/addresses${path}`, { token: shopperToken(), ...(body && { body }) });
}

const ACT = 'min-h-11 px-1 text-sm text-gold-deep underline underline-offset-4';
