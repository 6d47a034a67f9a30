import * as z from 'zod/mini'

import {
  articleKinds,
  BODY_MAX,
  LINK_PATH,
  PICTURE_PATH,
  SUMMARY_MAX,
  TITLE_MAX,
} from '#article-rules.ts'
import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { everyone, writers } from '#operator/rights.ts'
import { Person, Reason } from '#operator/words.ts'
import { Id, int, LanguageCode, optional, text, Timestamp } from '#wire.ts'

/** What the house says, in eight languages: drafts, versions, and when members see them. */

const SORTS_MAX = 10_000
const LANGUAGES = 8

const Title = text(TITLE_MAX)
/** Lines and tabs, but nothing that no screen could show, and no half of a character. */
const Lines = (max: number) =>
  z.string().check(z.maxLength(max), z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u))
const Body = Lines(BODY_MAX)
const Revision = int(0, 1_000_000)

export const listHouseArticles = operatorEndpoint({
  path: '/articles',
  method: 'GET',
  access: 'operator',
  roles: everyone,
  changes: false,
  summary: 'Articles of a kind, newest first, with what is there and missing in each language',
  request: { kind: z.enum(articleKinds), before: optional(Id), limit: optional(int(1, 100)) },
  response: z.object({
    list: z.array(
      z.object({
        id: z.int(),
        slug: z.nullable(z.string()),
        title: z.string(),
        state: z.enum(['shown', 'withdrawn']),
        languages: z.array(
          z.object({
            language: LanguageCode,
            /** What members see since then; null when they read the English text. */
            live_at: z.nullable(Timestamp),
            /** What they are going to see next. */
            coming_at: z.nullable(Timestamp),
            draft: z.boolean(),
            /** The English text is newer. */
            behind: z.boolean(),
          }),
        ),
      }),
    ),
    /** The next page is what has lower ids; null on the last one. */
    next: z.nullable(z.int()),
  }),
  refusals: [],
})

export const readHouseArticle = operatorEndpoint({
  path: '/article',
  method: 'GET',
  access: 'operator',
  roles: everyone,
  changes: false,
  summary: 'An article with the draft of each language, or the text to begin one with',
  request: { id: Id },
  response: z.object({
    id: z.int(),
    kind: z.enum(articleKinds),
    slug: z.nullable(z.string()),
    sorts: z.int(),
    thumbnail: z.string(),
    link: z.nullable(z.string()),
    state: z.enum(['shown', 'withdrawn']),
    texts: z.array(
      z.object({
        language: LanguageCode,
        title: z.string(),
        summary: z.string(),
        body: z.string(),
        /** Of the draft; 0 when there is none, and the text is that of the newest version. */
        revision: z.int(),
        saved: z.nullable(z.object({ by: z.nullable(Person), at: Timestamp })),
      }),
    ),
  }),
  refusals: ['article_not_found'],
})

export const listArticleVersions = operatorEndpoint({
  path: '/article/versions',
  method: 'GET',
  access: 'operator',
  roles: everyone,
  changes: false,
  summary: 'What an article said in a language, newest first',
  request: { id: Id, language: LanguageCode, before: optional(Id), limit: optional(int(1, 100)) },
  response: z.object({
    list: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        /** Whether members see it: now, later, or until another one came or it was taken back. */
        state: z.enum(['now', 'later', 'before', 'withdrawn']),
        live_at: Timestamp,
        /** Null of what the product said on its first day. */
        by: z.nullable(Person),
        at: Timestamp,
      }),
    ),
    next: z.nullable(z.int()),
  }),
  refusals: [],
})

export const previewArticle = operatorEndpoint({
  path: '/article/preview',
  method: 'POST',
  access: 'operator',
  roles: everyone,
  changes: false,
  summary: 'What a text would be to members; nothing is kept',
  request: { body: Body },
  response: z.object({ html: z.string() }),
  refusals: ['article_address', 'article_picture', 'article_alt'],
})

export const addArticle = operatorEndpoint({
  path: '/article/add',
  method: 'POST',
  access: 'operator',
  roles: writers,
  changes: true,
  summary: 'A new notice, news, page or banner with a first English draft; members see nothing yet',
  request: { kind: z.enum(articleKinds), title: Title },
  response: z.object({ id: z.int() }),
  refusals: ['operator_not_allowed'],
})

export const saveArticleDraft = operatorEndpoint({
  path: '/article/draft',
  method: 'POST',
  access: 'operator',
  roles: writers,
  changes: true,
  summary: 'Save the draft of a language, as it follows from the revision that was seen',
  request: {
    id: Id,
    language: LanguageCode,
    title: Title,
    summary: optional(Lines(SUMMARY_MAX)),
    body: optional(Body),
    revision: Revision,
  },
  response: z.object({ revision: z.int() }),
  refusals: [
    'operator_not_allowed',
    'article_not_found',
    'article_changed',
    'article_address',
    'article_picture',
    'article_alt',
  ],
})

export const discardArticleDraft = operatorEndpoint({
  path: '/article/draft/discard',
  method: 'POST',
  access: 'operator',
  roles: writers,
  changes: true,
  summary:
    'Throw the draft of a language away as it was seen; with nothing left the article goes too',
  request: { id: Id, language: LanguageCode, revision: int(1, 1_000_000) },
  response: z.object({ gone: z.boolean() }),
  refusals: ['operator_not_allowed', 'article_not_found', 'article_changed'],
})

export const arrangeArticle = operatorEndpoint({
  path: '/article/arrange',
  method: 'POST',
  access: 'operator',
  roles: writers,
  changes: true,
  summary: 'Where an article stands among its kind, its picture, and where a banner leads, at once',
  request: {
    id: Id,
    /** What is left out stays as it is. */
    sorts: optional(int(-SORTS_MAX, SORTS_MAX)),
    thumbnail: optional(z.string().check(z.regex(PICTURE_PATH))),
    link: optional(z.string().check(z.regex(LINK_PATH))),
  },
  response: z.object({}),
  refusals: ['operator_not_allowed', 'article_not_found', 'article_picture'],
})

export const publishArticle = operatorEndpoint({
  path: '/article/publish',
  method: 'POST',
  access: 'operator',
  roles: writers,
  changes: true,
  summary: 'Publish drafts as they were seen, together, now or at a time',
  request: {
    id: Id,
    drafts: z
      .array(z.object({ language: LanguageCode, revision: int(1, 1_000_000) }))
      .check(z.minLength(1), z.maxLength(LANGUAGES)),
    /** Without it, now. */
    at: optional(Timestamp),
    reason: Reason,
  },
  response: z.object({}),
  refusals: [
    'operator_not_allowed',
    'article_not_found',
    'article_changed',
    'article_empty',
    'article_english',
    'article_past',
  ],
})

export const redraftVersion = operatorEndpoint({
  path: '/article/version/redraft',
  method: 'POST',
  access: 'operator',
  roles: writers,
  changes: true,
  summary: 'Make what a version said the draft again',
  request: { id: Id, revision: Revision },
  response: z.object({ revision: z.int() }),
  refusals: ['operator_not_allowed', 'article_not_found', 'article_changed', 'article_picture'],
})

export const withdrawVersion = operatorEndpoint({
  path: '/article/version/withdraw',
  method: 'POST',
  access: 'operator',
  roles: writers,
  changes: true,
  summary: 'Take a version back: what stood before it stands again',
  request: { id: Id, reason: Reason },
  response: z.object({}),
  refusals: ['operator_not_allowed', 'article_not_found', 'article_changed', 'article_english'],
})

export const showArticle = operatorEndpoint({
  path: '/article/show',
  method: 'POST',
  access: 'operator',
  roles: writers,
  changes: true,
  summary: 'Take a whole article off in every language, or put it back as it was',
  request: { id: Id, shown: z.boolean(), reason: Reason },
  response: z.object({}),
  refusals: ['operator_not_allowed', 'article_not_found', 'article_changed', 'article_fixed'],
})

export const articleOperatorCalls = {
  listHouseArticles,
  readHouseArticle,
  listArticleVersions,
  previewArticle,
  addArticle,
  saveArticleDraft,
  discardArticleDraft,
  arrangeArticle,
  publishArticle,
  redraftVersion,
  withdrawVersion,
  showArticle,
}
