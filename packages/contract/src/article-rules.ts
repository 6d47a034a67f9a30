/** What the house says: its kinds, and how long it may be. */

export const articleKinds = ['notice', 'news', 'page', 'banner'] as const
export type ArticleKind = (typeof articleKinds)[number]

export const TITLE_MAX = 200
export const SUMMARY_MAX = 500
/** So that it fits into one request in every script. */
export const BODY_MAX = 18_000
export const PICTURE_PATH = /^\/media\/[\w-]+\.(?:svg|png|jpg|webp)$/
/** Of what an operator sends; what comes out is smaller. */
export const PICTURE_BYTES_MAX = 3 * 1024 * 1024
export const PICTURES_PER_DAY = 100
/** An address of the app, and of nobody else. */
export const LINK_PATH = /^\/(?![/\\])[\w\-/#?=&.]{0,199}$/
