import { PICTURE_PATH } from '@btbc/contract/article-rules.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { Marked, type Token } from 'marked'

import { safeHtml } from './html.ts'

/** What a text of the house becomes: Markdown, in which HTML is text like any other. */

const LINK = /^(?:https:\/\/|mailto:|\/(?![/\\]))/i
const ADDRESS_SHOWN = 100

const markdown = new Marked({
  walkTokens(token: Token) {
    if (token.type === 'link') refuseUnless(LINK.test(token.href), 'article_address', token.href)
    if (token.type === 'image') {
      refuseUnless(PICTURE_PATH.test(token.href), 'article_picture', token.href)
      refuseUnless(token.text.trim() !== '', 'article_alt', token.href)
    }
  },
  tokenizer: {
    // A `<` opens no tag: it is shown as it was typed.
    html: () => undefined,
    tag: () => undefined,
  },
  renderer: {
    // The page has its own heading of the first order.
    heading({ tokens, depth }) {
      const tag = depth <= 2 ? 'h2' : 'h3'
      return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>\n`
    },
  },
})

function refuseUnless(
  isFine: boolean,
  code: 'article_address' | 'article_picture' | 'article_alt',
  address: string,
): void {
  if (!isFine) throw new Refusal(code, { address: address.slice(0, ADDRESS_SHOWN) })
}

/** Refuses what an operator should know of; whatever else no article may have is taken out. */
export function renderMarkdown(body: string): string {
  try {
    return safeHtml(markdown.parse(body, { async: false }))
  } catch (error) {
    // Quotes in quotes, thousands deep: the parser runs out of stack.
    if (error instanceof RangeError) throw new Refusal('invalid_request', { field: 'body' })
    throw error
  }
}
