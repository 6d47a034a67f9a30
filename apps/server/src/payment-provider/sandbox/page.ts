import { createHash } from 'node:crypto'

import type { Checkout } from './protocol.ts'
import { paidBy, type Way, WAYS } from './provider-books.ts'
import type { Words } from './words.ts'

/** The page a payer sees. It says on every line that no money is asked for. */

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 26rem; padding: 1rem; }
.note { border: 1px dashed; border-radius: 8px; padding: .5rem .75rem; font-weight: 600; text-align: center; }
h1 { font-size: 1.25rem; margin: 1.5rem 0 .25rem; }
.amount { font-size: 2rem; font-weight: 700; font-variant-numeric: tabular-nums; margin: 0; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; }
dt { opacity: .75; } dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
button { display: block; width: 100%; min-height: 48px; margin: .75rem 0 0; border-radius: 12px; border: 1px solid; font: inherit; font-weight: 600; cursor: pointer; background: transparent; color: inherit; }
button.main { background: #1b5fa8; border-color: #1b5fa8; color: #fff; }
h2 { font-size: 1rem; margin: 1.5rem 0 0; }
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** A browser applies `form-action` to redirects as well, so the way back has to be on it. */
export function policyFor(returnOrigin: string | undefined): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action 'self' ${returnOrigin ?? ''}`.trim(),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

export function checkoutPage(checkout: Checkout, query: URLSearchParams, words: Words): string {
  const asked = units(checkout.amount)
  const labelOf = (way: Way) => words[way](written(paidBy(way, asked), words))
  const buttons = (ways: readonly Way[]) =>
    ways
      .map(
        (way) =>
          `<button type="submit" name="way" value="${way}"${way === 'pay' ? ' class="main"' : ''}>${labelOf(way)}</button>`,
      )
      .join('')
  const hidden = [...query]
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('')
  return page(
    words,
    words.title,
    `<h1>${words.title}</h1>
<p class="amount">${words.units(written(asked, words))}</p>
<dl><dt>${words.method}</dt><dd>${escape(checkout.method)}</dd>
${checkout.account === '' ? '' : `<dt>${words.account}</dt><dd>${escape(checkout.account)}</dd>`}
<dt>${words.order}</dt><dd>${escape(checkout.order)}</dd></dl>
<form method="post" action="/checkout">${hidden}${buttons(['pay', 'cancel'])}
<h2>${words.wrong}</h2>${buttons(WAYS.filter((way) => way !== 'pay' && way !== 'cancel'))}</form>`,
  )
}

export function plainPage(
  words: Words,
  [title, text]: readonly [title: string, text: string],
  back?: string,
): string {
  const link = back === undefined ? '' : `<p><a href="${escape(back)}">${words.back}</a></p>`
  return page(words, title, `<h1>${title}</h1><p>${text}</p>${link}`)
}

function page({ tag, test }: Words, title: string, body: string): string {
  return `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} (TEST)</title><style>${STYLE}</style></head><body><header><p class="note" role="note">◇ ${test}</p></header><main>${body}</main></body></html>`
}

function units(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}

/** As the language writes it, in Latin digits: without the zeros at the end, but for two decimals. */
function written(amount: bigint, { tag }: Words): string {
  const text = String(amount).padStart(9, '0')
  const decimal = `${text.slice(0, -8)}.${text.slice(-8)}` as Intl.StringNumericLiteral
  const digits = {
    minimumFractionDigits: 2,
    maximumFractionDigits: 8,
    useGrouping: 'always',
  } as const
  return new Intl.NumberFormat(`${tag}-u-nu-latn`, digits).format(decimal)
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
