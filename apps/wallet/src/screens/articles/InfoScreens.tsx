import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { ArticlePage } from '#content/ArticlePage.tsx'

/** The five pages operators write, by their slug. */

type Slug = 'info' | 'info1' | 'info2' | 'info3' | 'info4'

function SlugPage({ slug }: { slug: Slug }) {
  const t = useText()
  return <ArticlePage ask={{ slug }} heading={t('content.activities')} back={paths.activities()} />
}

export function InfoScreen() {
  return <SlugPage slug="info" />
}

export function Info1Screen() {
  return <SlugPage slug="info1" />
}

export function Info2Screen() {
  return <SlugPage slug="info2" />
}

export function Info3Screen() {
  return <SlugPage slug="info3" />
}

export function Info4Screen() {
  return <SlugPage slug="info4" />
}
