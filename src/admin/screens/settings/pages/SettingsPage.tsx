import ChevronRight from 'virtual:icons/chevron-right';
import { useStore } from '@nanostores/react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef } from 'react';
import { Screen } from '#admin/kit/Screen.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { useRights } from '#admin/platform/rights.ts';
import { $location, navigate } from '#admin/platform/router.ts';
import { useTitle } from '#admin/platform/use-title.ts';
import { isAllowed } from '#domain/rights/needed.ts';
import { AnnouncementFields } from './AnnouncementFields.tsx';
import { BuildNotice } from './BuildNotice.tsx';
import { BankAccounts } from './bank-accounts/BankAccounts.tsx';
import { ConfirmationRules } from './ConfirmationRules.tsx';
import { CustomerMailFields } from './CustomerMailFields.tsx';
import { Couriers } from './couriers/Couriers.tsx';
import { HeroFields } from './HeroFields.tsx';
import { Limits } from './Limits.tsx';
import { MissedSearches } from './MissedSearches.tsx';
import { PackingRules } from './PackingRules.tsx';
import { PagesFields } from './PagesFields.tsx';
import { PlainFields } from './PlainFields.tsx';
import { PromiseFields } from './PromiseFields.tsx';
import { ReadyTexts } from './ReadyTexts.tsx';
import { ReturnAddress } from './ReturnAddress.tsx';
import { ReturnFields } from './ReturnFields.tsx';
import { ReviewMailFields } from './ReviewMailFields.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { settingsQuery } from './settings-api.ts';
import { type SettingsPage as Page, SETTINGS, SETTINGS_GROUPS, SETTINGS_PAGES } from './settings-pages.ts';
import { TestimonialFields } from './TestimonialFields.tsx';

type Parts = Partial<Record<Page['id'], ComponentType>>;

/** Parts of the settings row that are more than plain fields. */
const FIELDS: Parts = {
  announcement: AnnouncementFields,
  slides: HeroFields,
  claims: PromiseFields,
  testimonials: TestimonialFields,
  pages: PagesFields,
  returns: ReturnFields,
  'customer-mails': CustomerMailFields,
  'review-mails': ReviewMailFields,
};

/** What stands below the fields, and writes into them. */
const BELOW: Parts = { listing: MissedSearches };

/** What is saved on its own: it is on no page of the shop, so that nothing is rebuilt. */
const OWN: Parts = {
  'bank-accounts': BankAccounts,
  confirmation: ConfirmationRules,
  couriers: Couriers,
  packing: PackingRules,
  'return-address': ReturnAddress,
  'ready-texts': ReadyTexts,
  limits: Limits,
};

/** What the owner can change without a developer: a list of pages, and each page. */
export default function SettingsPage() {
  const { path } = useStore($location);
  const rights = useRights();
  const id = path.slice(SETTINGS.length + 1);
  const pages = SETTINGS_PAGES.filter(({ right }) => isAllowed(rights, right));
  const page = pages.find((one) => one.id === id);
  const isUnknown = id !== '' && !page;

  useTitle(page ? `${page.title} · Settings` : 'Settings');
  useNewPage(path);
  useEffect(() => {
    if (isUnknown) navigate(SETTINGS, { replace: true });
  }, [isUnknown]);

  if (!page) return <Overview pages={pages} />;
  return (
    <Screen
      title={page.title}
      actions={
        <Link href={SETTINGS} className="quiet-link lg:hidden">
          All settings
        </Link>
      }
    >
      <div className="lg:grid lg:grid-cols-[11rem_minmax(0,52rem)] lg:gap-8">
        <Sections pages={pages} current={page} />
        <div>
          <p className="mb-2 text-sm text-muted lg:mb-4">{page.hint}</p>
          <Content key={page.id} page={page} />
        </div>
      </div>
    </Screen>
  );
}

function Content({ page: { id, title, fields, columns } }: { page: Page }) {
  const Own = OWN[id];
  if (Own) return <Own />;
  const Fields = FIELDS[id];
  const Below = BELOW[id];
  return (
    <>
      <State />
      <SettingsForm label={title}>
        {Fields ? <Fields /> : <PlainFields fields={fields ?? []} columns={columns} />}
        {Below && <Below />}
      </SettingsForm>
    </>
  );
}

/** Whether the pages of the shop show what was saved. */
function State() {
  const { data } = useQuery(settingsQuery);
  return data ? <BuildNotice savedAt={data.updatedAt} /> : null;
}

/** All pages, with a sentence each. */
function Overview({ pages }: { pages: Page[] }) {
  return (
    <Screen title="Settings">
      <State />
      <div className="grid items-start gap-x-6 gap-y-5 lg:grid-cols-3">
        {SETTINGS_GROUPS.map((group) => (
          <section key={group} aria-label={group}>
            <h2 className="mb-2 text-xl">{group}</h2>
            <ul className="panel divide-y divide-line">
              {pages
                .filter((page) => page.group === group)
                .map(({ id, title, hint }) => (
                  <li key={id}>
                    <Link href={`${SETTINGS}/${id}`} className="flex items-center gap-3 px-4 py-1 hover:bg-cream/60 lg:py-3">
                      <span className="min-w-0 grow">
                        <span className="block font-medium">{title}</span>
                        <span className="block text-sm text-muted">{hint}</span>
                      </span>
                      <ChevronRight className="size-4 shrink-0 text-muted" />
                    </Link>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Screen>
  );
}

/** The other pages, where there is room beside one. */
function Sections({ pages, current }: { pages: Page[]; current: Page }) {
  return (
    <nav aria-label="Sections" className="max-lg:hidden">
      <ul className="sticky top-20 -mx-3">
        {pages.map(({ id, title }) => (
          <li key={id}>
            <Link
              href={`${SETTINGS}/${id}`}
              aria-current={id === current.id ? 'page' : undefined}
              className="flex min-h-9 items-center rounded-md px-3 text-sm text-ink-soft hover:bg-cream hover:text-ink aria-[current=page]:bg-cream aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Another page of the settings begins at its top, with the focus there, as a screen does. */
function useNewPage(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    document.getElementById('main')?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [path]);
}
