import * as z from 'zod';
import type { Adapter } from '#domain/couriers/adapters.ts';
import {
  type Courier,
  type CourierCheck,
  type CourierEdit,
  courier,
  type NewCourier,
  type ParcelWeightsEdit,
  parcelWeights,
  type ServedCity,
  unknownLabel,
} from '#domain/couriers/contract.ts';
import type { Meaning } from '#domain/couriers/parcel-status.ts';
import type { SettlementMappingEdit } from '#domain/couriers/settlement-mapping.ts';
import { findCity } from '#domain/places/cities.ts';
import { callFunction, toColumns } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { COURIER_ADAPTERS } from './courier-adapters.ts';
import { missingVariables, standInOf } from './courier-apis.ts';
import { type CourierCity, CourierFailure } from './port.ts';
import { portOf } from './ports.ts';

const stored = courier.omit({ credentials: true, isSimulated: true, collectsReturns: true });

/** All couriers, those in use first. */
export async function listCouriers(db: ShopDatabase): Promise<Courier[]> {
  return (await callFunction(db, 'list_couriers', {}, stored.array())).map(withCredentials);
}

/** Adds a courier. @throws ApiError `owner_only`, `validation_failed` */
export async function addCourier(db: ShopDatabase, fields: NewCourier, actor: string): Promise<Courier> {
  return withCredentials(await callFunction(db, 'save_courier', { courier_id: null, fields: columnsOf(fields), actor }, stored));
}

/** Changes a courier; what was booked stays. @throws ApiError `owner_only`, `courier_not_found`, `edited_meanwhile`, `validation_failed` */
export async function changeCourier(
  db: ShopDatabase,
  id: string,
  { updatedAt, ...fields }: CourierEdit,
  actor: string,
): Promise<Courier> {
  const saved = { courier_id: id, fields: columnsOf(fields), actor, expected_version: updatedAt ?? null };
  return withCredentials(await callFunction(db, 'save_courier', saved, stored));
}

/** Remembers how a courier's files of money are read. @throws ApiError `courier_not_found`, `edited_meanwhile` */
export async function saveSettlementMapping(
  db: ShopDatabase,
  id: string,
  { mapping, updatedAt }: SettlementMappingEdit,
  actor: string,
): Promise<Courier> {
  const saved = { courier_id: id, mapping, actor, expected_version: updatedAt ?? null };
  return withCredentials(await callFunction(db, 'save_settlement_mapping', saved, stored));
}

/** Asks a courier for its cities, which shows that the credentials are right. @throws ApiError `courier_not_found` */
export async function checkCourier(db: ShopDatabase, id: string): Promise<CourierCheck> {
  const found = (await listCouriers(db)).find((one) => one.id === id);
  if (!found) throw new ApiError('courier_not_found');
  try {
    const theirs = (await portOf(found).cities()).filter(({ delivers }) => delivers);
    const cities = knownCities(theirs);
    return { isConnected: true, problem: '', cities, otherCities: theirs.length - cities.length };
  } catch (failure) {
    if (failure instanceof CourierFailure) return { isConnected: false, problem: failure.message, cities: [], otherCities: 0 };
    throw failure;
  }
}

/** A courier's cities under our names, the first of those that mean the same. */
export function knownCities(theirs: CourierCity[]): ServedCity[] {
  const byCity = new Map<string, ServedCity>();
  for (const { name, code } of theirs) {
    const city = findCity(name)?.name;
    if (city && !byCity.has(city)) byCity.set(city, { city, courierName: name, courierCode: code, zone: '' });
  }
  return [...byCity.values()];
}

export function readParcelWeights(db: ShopDatabase) {
  return callFunction(db, 'parcel_weights', {}, parcelWeights);
}

/** Says what parcels weigh. @throws ApiError `owner_only`, `edited_meanwhile`, `validation_failed` */
export function saveParcelWeights(db: ShopDatabase, { updatedAt, categories, ...fields }: ParcelWeightsEdit, actor: string) {
  const usual = categories.filter(({ grams }) => grams !== null);
  const saved = { fields: { ...toColumns(fields), categories: usual }, actor, expected_version: updatedAt ?? null };
  return callFunction(db, 'save_parcel_weights', saved, parcelWeights);
}

export function listUnknownLabels(db: ShopDatabase) {
  return callFunction(db, 'unknown_courier_labels', {}, z.array(unknownLabel));
}

/** Says what a label means from now on. Returns those that nobody explained yet. @throws ApiError `courier_label_not_found` */
export function explainLabel(db: ShopDatabase, id: string, meaning: Meaning, actor: string) {
  return callFunction(db, 'explain_courier_label', { label_id: id, meaning, actor }, z.array(unknownLabel));
}

function columnsOf({ cities, charges, taxes, adviceHours, ...fields }: NewCourier) {
  const lists = { cities: cities.map(toColumns), charges: charges.map(toColumns), taxes: taxes.map(toColumns) };
  return { ...toColumns(fields), ...lists, advice_hours: adviceHours };
}

function withCredentials(found: z.output<typeof stored>): Courier {
  return {
    ...found,
    credentials: credentialsOf(found.adapter),
    isSimulated: standInOf(found.adapter, process.env) !== null,
    collectsReturns: found.isActive && offersReverse(found),
  };
}

/** False, too, for one that cannot be called. */
function offersReverse(found: z.output<typeof stored>): boolean {
  try {
    return portOf(found).bookReverse !== undefined;
  } catch {
    return false;
  }
}

function credentialsOf(adapter: Adapter): Courier['credentials'] {
  if (adapter === 'generic') return [];
  const missing = missingVariables(adapter, process.env);
  return COURIER_ADAPTERS[adapter].secrets.map((name) => ({ name, isSet: !missing.includes(name) }));
}
