import { ExternalLink } from 'lucide-react'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { ArticlePage } from '#content/ArticlePage.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Section } from '#shell/Section.tsx'
import { BooksNow } from '#solvency/BooksNow.tsx'

/** What this is, whether the books agree, and how a program talks to it. */
export function AboutScreen() {
  const t = useText()
  return (
    <ArticlePage ask={{ slug: 'about' }} heading={t('content.about')} back={paths.home()}>
      <BooksNow />
      <Section title={t('content.botWriters')}>
        <a
          href={paths.apiPage()}
          target="_blank"
          rel="noopener"
          className="card press flex items-center gap-3 p-4"
        >
          <span className="grid min-w-0 flex-1 gap-0.5">
            <span className="font-semibold">{t('content.apiPage')}</span>
            <span className="text-small text-mut">{t('content.apiPageBody')}</span>
          </span>
          <ExternalLink size={18} aria-hidden className="shrink-0 text-mut" />
        </a>
      </Section>
      <div className="card divide-y divide-line px-4">
        <LinkRow to={paths.proof()} label={t('firstPage.proof')} />
        <LinkRow to={paths.article('rules')} label={t('content.houseRules')} />
        <LinkRow to={paths.whitePaper()} label={t('content.whitePaper')} />
      </div>
    </ArticlePage>
  )
}
