import { say } from '@btbc/contract/texts.ts'
import { languages } from '@btbc/contract/wire.ts'

/** What the product says on its first day. Each article is `<language>/<name>.md`; operators write on from the stored copy. */

export type ArticleName = keyof typeof articles

/** Ids below 200 are the seeds' own. Pages stand in no list and are found by their slug. */
export const articles = {
  'how-runs-work': { id: 301, kind: 'notice', sorts: 20, slug: null, thumbnail: 'run' },
  'output-schedule': { id: 302, kind: 'notice', sorts: 10, slug: null, thumbnail: 'schedule' },
  'test-funds-promise': { id: 303, kind: 'notice', sorts: 30, slug: null, thumbnail: 'safety' },
  opening: { id: 304, kind: 'news', sorts: 30, slug: null, thumbnail: 'machine' },
  'open-books': { id: 305, kind: 'news', sorts: 20, slug: null, thumbnail: 'books' },
  'eight-languages': { id: 306, kind: 'news', sorts: 10, slug: null, thumbnail: 'people' },
  funds: { id: 156, kind: 'page', sorts: 0, slug: 'funds', thumbnail: 'schedule' },
  'miner-funds': { id: 196, kind: 'page', sorts: 0, slug: 'miner-funds', thumbnail: 'machine' },
  rules: { id: 180, kind: 'page', sorts: 0, slug: 'rules', thumbnail: 'safety' },
  activities: { id: 181, kind: 'page', sorts: 0, slug: 'activities', thumbnail: 'people' },
  'white-paper': { id: 182, kind: 'page', sorts: 0, slug: 'white-paper', thumbnail: 'books' },
  mining: { id: 310, kind: 'page', sorts: 0, slug: 'info', thumbnail: 'run' },
  invite: { id: 311, kind: 'page', sorts: 0, slug: 'info1', thumbnail: 'people' },
  machines: { id: 312, kind: 'page', sorts: 0, slug: 'info2', thumbnail: 'machine' },
  proof: { id: 313, kind: 'page', sorts: 0, slug: 'info3', thumbnail: 'books' },
  safety: { id: 314, kind: 'page', sorts: 0, slug: 'info4', thumbnail: 'safety' },
  about: { id: 315, kind: 'page', sorts: 0, slug: 'about', thumbnail: 'books' },
  terms: { id: 316, kind: 'page', sorts: 0, slug: 'terms', thumbnail: 'safety' },
} as const

/** The seeds' Chinese ids of two pages: the same articles, which now speak every language. */
export const otherIds = [
  { id: 163, same_as: articles.activities.id },
  { id: 165, same_as: articles['white-paper'].id },
] as const

/** On the first screen, the highest first; what they say is in the texts `news`. */
export const banners = [
  { id: 321, sorts: 30, text: 'banner.share', link: '/share' },
  { id: 322, sorts: 20, text: 'banner.wallet', link: '/assets3' },
  { id: 323, sorts: 10, text: 'banner.support', link: '/Kefu' },
] as const

/** Their names are in the texts `news`, too. */
const HOURS = '09:00–18:00 UTC'

/** Test handles only: numbers set aside for fiction, a mail domain that cannot exist. */
export const contacts = [
  telegram(1),
  telegram(2),
  telegram(3),
  telegram(4),
  whatsapp(5, '12025550105'),
  whatsapp(6, '12025550106'),
  mail(7),
  mail(8),
]

function telegram(id: number) {
  const handle = `btbc_test_support_${id}`
  return contact(id, 'telegram', `@${handle}`, `https://t.me/${handle}`)
}

function whatsapp(id: number, number: string) {
  return contact(id, 'whatsapp', `+${number}`, `https://wa.me/${number}`)
}

function mail(id: number) {
  const address = `support-${id}@btbc.test`
  return contact(id, 'mail', address, `mailto:${address}`)
}

function contact(id: number, channel: string, number: string, url: string) {
  const texts = languages.map((language) => {
    const name = say(language, 'news', 'contact.name', { number: id })
    return [language, { name, hours: HOURS }] as const
  })
  const isAgent = url.startsWith('https://')
  const said = JSON.stringify(Object.fromEntries(texts))
  return { id, sorts: -id, texts: said, channel, number, url, is_agent: isAgent }
}
