import { readHouseArticle } from '@btbc/contract/operator/article.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import type { Language } from '@btbc/contract/wire.ts'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { paths } from '#paths.ts'
import { ArrangeForm } from '#screens/content/ArrangeForm.tsx'
import { languageName } from '#language-names.ts'
import { LanguageForm } from '#screens/content/LanguageForm.tsx'
import { Pictures } from '#screens/content/Pictures.tsx'
import { PublishForm } from '#screens/content/PublishForm.tsx'
import { ShowForm } from '#screens/content/ShowForm.tsx'
import { Versions } from '#screens/content/Versions.tsx'
import { Section } from '#shell/Page.tsx'

export type HouseArticle = Answer<typeof readHouseArticle>
/** What stands in the form of a language: the revision it follows from, and whether it was saved. */
export type Standing = { revision: number; isSaved: boolean }

/** One article. It is read once and again on demand: what is typed is never replaced underneath. */
export function ArticleEditor({ id }: { id: number }) {
  const article = useCall(readHouseArticle, { id }, { refetchInterval: false })
  const [round, setRound] = useState(0)
  const [language, setLanguage] = useState<Language>('en')
  const { refetch, isFetchedAfterMount } = article

  async function reload() {
    await refetch()
    setRound((before) => before + 1)
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Link to={paths.content()} search={{}} className="press text-ac underline">
          {say('content.back')}
        </Link>
      </p>
      <Loaded query={article} height="h-96">
        {(data) =>
          isFetchedAfterMount && (
            <Opened
              key={round}
              article={data}
              language={language}
              onLanguage={setLanguage}
              onReload={reload}
            />
          )
        }
      </Loaded>
    </div>
  )
}

type OpenedProps = {
  article: HouseArticle
  language: Language
  onLanguage: (language: Language) => void
  onReload: () => Promise<void>
}

function Opened({ article, language, onLanguage, onReload }: OpenedProps) {
  const [standing, setStanding] = useState(() => standingOf(article))
  const note = (of: Language, now: Standing) =>
    setStanding((before) => new Map(before).set(of, now))
  const isAllSaved = [...standing.values()].every(({ isSaved }) => isSaved)
  return (
    <>
      <Segmented
        legend={say('content.language')}
        options={article.texts.map((text) => ({
          value: text.language,
          label: labelOf(text.language, standing.get(text.language)),
        }))}
        value={language}
        onChange={onLanguage}
      />
      {article.texts.map((text) => (
        <div key={text.language} hidden={text.language !== language}>
          <LanguageForm
            article={article}
            text={text}
            isOpen={text.language === language}
            onStanding={note}
            onReload={onReload}
          />
        </div>
      ))}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Section title={say('content.publish')}>
          <PublishForm id={article.id} standing={standing} onDone={onReload} />
        </Section>
        <Section title={say('content.versions', { language: languageName(language) })}>
          <Versions
            key={language}
            id={article.id}
            language={language}
            revision={standing.get(language)?.revision ?? 0}
            isAllSaved={isAllSaved}
            onDone={onReload}
          />
        </Section>
        <Section title={say('content.place')}>
          <ArrangeForm article={article} />
        </Section>
        <Section title={say('content.pictures')}>
          <Pictures />
        </Section>
        {article.slug === null && (
          <Section title={say('content.whole')}>
            <ShowForm article={article} />
          </Section>
        )}
      </div>
    </>
  )
}

function standingOf({ texts }: HouseArticle): ReadonlyMap<Language, Standing> {
  return new Map(texts.map(({ language, revision }) => [language, { revision, isSaved: true }]))
}

/** Its name, and whether something waits in it. */
function labelOf(language: Language, standing: Standing | undefined): string {
  const name = languageName(language)
  if (standing?.isSaved === false) return say('content.unsavedIn', { language: name })
  return standing?.revision ? say('content.draftIn', { language: name }) : name
}
