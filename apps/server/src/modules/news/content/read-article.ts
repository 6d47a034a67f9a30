import { readFileSync } from 'node:fs'

import type { Language } from '@btbc/contract/wire.ts'
import { marked } from 'marked'
import { parse } from 'yaml'

import type { ArticleName } from './content.ts'

/** An article as it is written: Markdown, with its title and summary in front. */
export function readArticle(
  language: Language,
  name: ArticleName,
): { title: string; summary: string; html: string } {
  const text = readFileSync(new URL(`${language}/${name}.md`, import.meta.url), 'utf8')
  const [, front = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? []
  const { title, summary } = parse(front) as { title: string; summary: string }
  return { title, summary, html: marked.parse(body, { async: false }) }
}
