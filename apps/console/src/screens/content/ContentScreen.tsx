import { type ArticleKind, articleKinds } from '@btbc/contract/article-rules.ts'
import { listHouseArticles } from '@btbc/contract/operator/article.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { dateTime } from '#format.ts'
import { paths } from '#paths.ts'
import { ArticleEditor } from '#screens/content/ArticleEditor.tsx'
import { languageName } from '#language-names.ts'
import { NewArticle } from '#screens/content/NewArticle.tsx'
import { OlderPages } from '#shell/OlderPages.tsx'
import { Page, Section } from '#shell/Page.tsx'
import { type Column, Table } from '#shell/Table.tsx'

type Article = Answer<typeof listHouseArticles>['list'][number]

const SHOWN = 50

const kinds = {
  notice: say('content.kind.notice'),
  news: say('content.kind.news'),
  page: say('content.kind.page'),
  banner: say('content.kind.banner'),
} as const satisfies Record<ArticleKind, string>

/** What the house says, by kind, with what is missing; or one article with everything about it. */
export function ContentScreen() {
  const { id } = useSearch({ strict: false })
  const title = id === undefined ? say('shell.content') : say('content.article', { id })
  return (
    <Page title={title} lead={say('content.lead')}>
      {id === undefined ? <Articles /> : <ArticleEditor key={id} id={id} />}
    </Page>
  )
}

function Articles() {
  const [kind, setKind] = useState<ArticleKind>('notice')
  const [pages, setPages] = useState<readonly number[]>([])
  const before = pages.at(-1)
  const page = useCall(listHouseArticles, { kind, limit: SHOWN, before })
  const choose = (next: ArticleKind) => {
    setKind(next)
    setPages([])
  }
  return (
    <div className="grid gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
      <div className="grid content-start gap-4">
        <Segmented
          legend={say('content.kind')}
          options={articleKinds.map((value) => ({ value, label: kinds[value] }))}
          value={kind}
          onChange={choose}
        />
        <Loaded query={page} height="h-96">
          {({ list, next }) => (
            <>
              <Table
                caption={kinds[kind]}
                columns={columns}
                rows={list}
                empty={say('content.none')}
              />
              <OlderPages pages={pages} next={next} onTurn={setPages} />
            </>
          )}
        </Loaded>
      </div>
      <Section title={say('content.new')}>
        <NewArticle />
      </Section>
    </div>
  )
}

const columns: Column<Article>[] = [
  {
    id: 'title',
    header: say('content.title'),
    accessorFn: (row) => row.title,
    cell: ({ row: { original } }) => (
      <Link
        to={paths.content()}
        search={{ id: original.id }}
        className="press inline-flex min-h-6 items-center font-semibold text-ac underline"
      >
        {original.title}
      </Link>
    ),
  },
  {
    id: 'state',
    header: say('content.seen'),
    accessorFn: ({ languages }) => seenFrom(languages)?.at ?? '',
    cell: ({ row: { original } }) => standingOf(original),
  },
  {
    id: 'missing',
    header: say('content.missing'),
    accessorFn: (row) => namesOf(row, ({ live_at: since }) => since === null),
  },
  {
    id: 'behind',
    header: say('content.behind'),
    accessorFn: (row) => namesOf(row, ({ behind }) => behind),
  },
  {
    id: 'drafts',
    header: say('content.drafts'),
    accessorFn: (row) => namesOf(row, ({ draft }) => draft),
  },
]

type InLanguage = Article['languages'][number]

function namesOf({ languages }: Article, is: (each: InLanguage) => boolean): string {
  const found = languages.filter(is)
  if (found.length === languages.length) return say('content.all')
  return found.map(({ language }) => languageName(language)).join(', ') || say('content.no')
}

/** Since or from when members see it. */
function seenFrom(languages: readonly InLanguage[]) {
  const english = languages.find(({ language }) => language === 'en')
  if (english?.live_at != null) return { at: english.live_at, words: 'content.since' } as const
  if (english?.coming_at != null) return { at: english.coming_at, words: 'content.from' } as const
  return undefined
}

/** Whether members see it, or when they will. */
function standingOf({ state, languages }: Article): string {
  if (state === 'withdrawn') return say('content.takenOff')
  const seen = seenFrom(languages)
  return seen ? say(seen.words, { at: dateTime(seen.at) }) : say('content.notYet')
}
