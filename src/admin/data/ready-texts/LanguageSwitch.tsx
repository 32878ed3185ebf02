import { languageNames, READY_TEXT_LANGUAGES, type ReadyTextLanguage } from '#domain/ready-texts/ready-texts.ts';

interface Props {
  language: ReadyTextLanguage;
  onChange: (language: ReadyTextLanguage) => void;
}

/** In which language a text to a shopper is. */
export function LanguageSwitch({ language, onChange }: Props) {
  return (
    <fieldset aria-label="Language of the text" className="flex flex-wrap gap-2">
      {READY_TEXT_LANGUAGES.map((name) => (
        <button
          key={name}
          type="button"
          lang={name}
          aria-pressed={name === language}
          onClick={() => onChange(name)}
          className="choice"
        >
          {languageNames[name]}
        </button>
      ))}
    </fieldset>
  );
}
