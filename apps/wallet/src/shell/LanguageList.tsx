import { notify } from '@btbc/ui/notice.ts'
import { ChoiceList } from '@btbc/ui/SelectSheet.tsx'

import { queryClient, useErrorText } from '#api/query.ts'
import { tellLanguage } from '#chosen-language.ts'
import {
  chooseLanguage,
  currentLanguage,
  languageCodes,
  languages,
  type Language,
} from '#i18n/language.ts'
import { loadRefusalWords } from '#i18n/refusal-words.ts'
import { useText } from '#i18n/text.ts'

const choices = languageCodes.map((code) => ({
  value: code,
  label: languages[code].name,
  lang: languages[code].tag,
}))

/** Eight languages, each in its own writing. */
export function LanguageList({ onChosen }: { onChosen: () => void }) {
  const t = useText()
  const errorText = useErrorText()

  async function choose(language: Language) {
    onChosen()
    try {
      await loadRefusalWords()
      await chooseLanguage(language)
      void tellLanguage()
      await queryClient.invalidateQueries()
    } catch (error) {
      notify(errorText(error), { tone: 'bad' })
    }
  }

  return (
    <ChoiceList
      legend={t('shell.language')}
      choices={choices}
      value={currentLanguage()}
      onChoose={(value) => void choose(value as Language)}
    />
  )
}
