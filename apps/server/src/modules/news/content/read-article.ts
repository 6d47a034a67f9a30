import { readFileSync } from 'node:fs'

import type { Language } from '@btbc/contract/wire.ts'
import { parse } from 'yaml'

import type { ArticleName } from './content.ts'

export type ArticleText = { title: string; summary: string; body: string }

/** An article as it is written: Markdown, with its title and summary in front. */
export function readArticle(language: Language, name: ArticleName): ArticleText {
  const text = readFileSync(new URL(`${language}/${name}.md`, import.meta.url), 'utf8')
  const [, front = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? []
  const { title, summary } = parse(front) as { title: string; summary: string }
  return { title, summary, body: body.trim() }
}
