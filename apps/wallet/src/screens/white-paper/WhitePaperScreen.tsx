import { readArticle } from '@btbc/contract/news.ts'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { Contacts } from '#content/Contacts.tsx'
import { LinesSkeleton } from '#content/LinesSkeleton.tsx'
import { Picture } from '#content/Picture.tsx'
import { RichText } from '#content/RichText.tsx'
import { useText } from '#i18n/text.ts'
import { Page } from '#shell/Page.tsx'
import { Section } from '#shell/Section.tsx'

const CONTACTS_MAX = 8

/** The white paper, with the people who answer questions about it. */
export function WhitePaperScreen() {
  const t = useText()
  const paper = useCall(readArticle, { slug: 'white-paper' })
  return (
    <Page title={t('content.whitePaper')}>
      <Picture
        src="/media/white-paper.svg"
        alt={t('content.whitePaperPicture')}
        width={358}
        height={180}
        className="aspect-[358/180] w-full rounded-card object-cover"
      />
      <Section title={t('content.contacts')}>
        <Contacts most={CONTACTS_MAX} />
      </Section>
      <Section title={paper.data?.title ?? t('content.whitePaper')}>
        <Loaded query={paper} skeleton={<LinesSkeleton />}>
          {({ content }) => <RichText html={content} />}
        </Loaded>
      </Section>
    </Page>
  )
}
