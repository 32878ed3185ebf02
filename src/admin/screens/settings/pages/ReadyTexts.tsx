import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LanguageSwitch } from '#admin/data/ready-texts/LanguageSwitch.tsx';
import { readyTextsQuery, useTextLanguage } from '#admin/data/ready-texts/queries.ts';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { useUnsavedChanges } from '#admin/kit/unsaved-changes.tsx';
import { Spinner } from '#components/Spinner.tsx';
import { READY_TEXT_KEYS, type ReadyTextKey, readyTextNames } from '#domain/ready-texts/ready-texts.ts';
import { ReadyTextForm } from './ReadyTextForm.tsx';

/** The texts that staff send by WhatsApp. Each is saved on its own; what is typed stays while others are looked at. */
export function ReadyTexts() {
  const { data: texts, isError, refetch } = useQuery(readyTextsQuery);
  const [key, setKey] = useState<ReadyTextKey>('confirm');
  const [language, setLanguage] = useTextLanguage();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const unsaved = useUnsavedChanges(Object.keys(typed).length > 0, (leave) => {
    setTyped({});
    leave();
  });

  function keep(name: string, text: string | undefined): void {
    setTyped(({ [name]: _, ...others }) => (text === undefined ? others : { ...others, [name]: text }));
  }

  return (
    <div className="panel p-4 sm:p-6">
      {texts ? (
        <>
          <div className="flex flex-wrap items-start justify-between gap-3">
            <fieldset aria-label="Text" className="flex flex-wrap gap-2">
              {READY_TEXT_KEYS.map((name) => {
                const isTyped = Object.keys(typed).some((id) => id.startsWith(`${name}/`));
                return (
                  <button key={name} type="button" aria-pressed={name === key} onClick={() => setKey(name)} className="choice">
                    {readyTextNames[name]}
                    {isTyped && <span className="sr-only"> (not saved)</span>}
                    {isTyped && <span aria-hidden>•</span>}
                  </button>
                );
              })}
            </fieldset>
            <LanguageSwitch language={language} onChange={setLanguage} />
          </div>
          {texts
            .filter((text) => text.key === key && text.language === language)
            .map((text) => (
              <ReadyTextForm
                key={`${key}/${language}`}
                saved={text}
                typed={typed[`${key}/${language}`]}
                onType={(words) => keep(`${key}/${language}`, words)}
              />
            ))}
        </>
      ) : isError ? (
        <TryAgain onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
      {unsaved.question}
    </div>
  );
}
