import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { Id, int, LanguageCode, list, optional, paging, Timestamp } from '#wire.ts'

/** Notices, news and articles, banners and contacts. Everyone may read them. */

/** Whom members may write to. */
export const Contact = z.object({
  name: z.string(),
  channel: z.string(),
  number: z.string(),
  url: z.string(),
  hours: z.string(),
})

/** Pages that screens name. */
const articleSlugs = [
  'info',
  'info1',
  'info2',
  'info3',
  'info4',
  'about',
  'terms',
  'white-paper',
  'rules',
  'activities',
  'funds',
  'miner-funds',
] as const

export const listArticles = endpoint({
  path: '/news/list',
  methods: ['POST'],
  access: 'anyone',
  changes: false,
  about: ['notices'],
  summary: 'A category of articles: 4 notices, 5 news',
  request: { c_id: int(1, 1000), ...paging, lang: optional(LanguageCode) },
  response: list(
    z.object({
      id: z.int(),
      title: z.string(),
      sorts: z.int(),
      thumbnail: z.string(),
      create_time: Timestamp,
      summary: z.string(),
      /** Of notices, for a logged-in member. */
      read: z.boolean(),
    }),
  ),
  refusals: [],
})

export const readArticle = endpoint({
  path: '/news/detail',
  methods: ['POST'],
  access: 'anyone',
  changes: false,
  about: [],
  summary: 'One article with safe HTML, by id or by slug',
  request: {
    id: optional(Id),
    slug: optional(z.enum(articleSlugs)),
    lang: optional(LanguageCode),
  },
  response: z.object({
    id: z.int(),
    title: z.string(),
    content: z.string(),
    create_time: Timestamp,
  }),
  refusals: ['article_not_found'],
})

export const readHomeContent = endpoint({
  path: '/content/home',
  methods: ['GET'],
  access: 'anyone',
  changes: false,
  about: [],
  summary: 'Banners, notice ticker and support contacts',
  request: { lang: optional(LanguageCode) },
  response: z.object({
    banners: z.array(z.object({ img: z.string(), alt: z.string(), to: z.string() })),
    ticker: z.array(z.object({ id: z.int(), title: z.string(), create_time: Timestamp })),
    contacts: z.array(Contact),
  }),
  refusals: [],
})

export const listCountries = endpoint({
  path: '/countries',
  methods: ['GET'],
  access: 'anyone',
  changes: false,
  about: [],
  summary: 'Countries with their dial codes',
  request: { lang: optional(LanguageCode) },
  response: z.array(
    z.object({
      id: z.int(),
      area_code: z.string(),
      iso: z.string(),
      name: z.string(),
      /** Whether its dial code, which others may share, means this one. */
      main: z.boolean(),
    }),
  ),
  refusals: [],
})

export const newsCalls = { listArticles, readArticle, readHomeContent, listCountries }
