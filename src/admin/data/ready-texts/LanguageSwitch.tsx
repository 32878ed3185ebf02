import { Choices } from '#admin/kit/Choices.tsx';
import { languageNames, READY_TEXT_LANGUAGES, type ReadyTextLanguage } from '#domain/ready-texts/ready-texts.ts';

interface Props {
  language: ReadyTextLanguage;
  onChange: (language: ReadyTextLanguage) => void;
}

/** In which language a text to a shopper is. */
export function LanguageSwitch({ language, onChange }: Props) {
  return (
    <Choices
      label="Language of the text"
      values={READY_TEXT_LANGUAGES}
      chosen={language}
      onChoose={onChange}
      nameOf={(name) => <span lang={name}>{languageNames[name]}</span>}
    />
  );
}
