import { readHomeContent } from '@btbc/contract/news.ts'
import { ContactRow } from '@btbc/ui/ContactRow.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import type { Answer } from '#api/call.ts'
import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'

/** Where mail is read when nobody else is named. */
const SUPPORT_MAIL = 'support@btbc.test'

/** The first contacts of the operators' list; with none, or no answer, there is still a mail address. */
export function Contacts({ most }: { most: number }) {
  const t = useText()
  const { data, error } = useCall(readHomeContent)
  if (data === undefined && !error)
    return (
      <div aria-busy="true">
        <Skeleton className={most > 6 ? 'h-130' : 'h-98'} />
      </div>
    )
  const contacts = data?.contacts.slice(0, most) ?? []
  if (contacts.length === 0)
    return (
      <div className="card px-4 py-2">
        <p className="py-2 text-mut">
          {t(data ? 'content.supportEmpty' : 'content.supportUnread', { address: SUPPORT_MAIL })}
        </p>
        <ContactRow
          name={t('content.supportMail')}
          detail={SUPPORT_MAIL}
          url={`mailto:${SUPPORT_MAIL}`}
        />
      </div>
    )
  return (
    <ul className="card divide-y divide-line px-4">
      {contacts.map((contact) => (
        <li key={contact.url}>
          <Contact contact={contact} />
        </li>
      ))}
    </ul>
  )
}

const brands = new Map([
  ['telegram', 'Telegram'],
  ['whatsapp', 'WhatsApp'],
  ['line', 'LINE'],
])

export function Contact({
  contact,
}: {
  contact: Answer<typeof readHomeContent>['contacts'][number]
}) {
  const t = useText()
  const { name, channel, number, hours, url } = contact
  const channelName =
    channel === 'mail' ? t('content.channelMail') : (brands.get(channel) ?? channel)
  return (
    <ContactRow
      name={name}
      detail={
        <>
          {channelName} · {number}
          <br />
          {hours}
        </>
      }
      url={url}
    />
  )
}
