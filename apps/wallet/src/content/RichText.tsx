import { Unreachable } from '@btbc/client/client.ts'

import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import { useErrorText } from '#api/query.ts'
import { LinesSkeleton } from '#content/LinesSkeleton.tsx'

const allowed = {
  ALLOWED_TAGS: [
    'a',
    'b',
    'blockquote',
    'br',
    'code',
    'em',
    'figcaption',
    'figure',
    'h2',
    'h3',
    'h4',
    'hr',
    'i',
    'img',
    'li',
    'ol',
    'p',
    'strong',
    'table',
    'tbody',
    'td',
    'th',
    'thead',
    'tr',
    'ul',
  ],
  ALLOWED_ATTR: ['alt', 'height', 'href', 'lang', 'src', 'title', 'width'],
  RETURN_DOM_FRAGMENT: true as const,
}

/** An article's HTML: made safe by the server, and again here. The sanitiser is loaded when one is read. */
export function RichText({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const errorText = useErrorText()
  const router = useRouter()
  useEffect(() => {
    const article = place.current
    function follow(event: MouseEvent) {
      const path = pathWithinApp(event)
      if (path === undefined) return
      event.preventDefault()
      void router.navigate({ href: path })
    }
    article?.addEventListener('click', follow)
    return () => article?.removeEventListener('click', follow)
  }, [router])
  useEffect(() => {
    let wanted = true
    async function show() {
      const { default: purify } = await import('dompurify')
      // Nodes, not text: nothing here writes innerHTML.
      const safe = purify.sanitize(html, allowed)
      for (const link of safe.querySelectorAll('a[href^="http"]')) {
        link.setAttribute('rel', 'noopener noreferrer')
        link.setAttribute('target', '_blank')
      }
      if (!wanted) return
      place.current?.replaceChildren(safe)
      setState('shown')
    }
    show().catch(() => setState('failed'))
    return () => {
      wanted = false
    }
  }, [html])
  return (
    <>
      {state === 'loading' && <LinesSkeleton />}
      {state === 'failed' && <p role="alert">{errorText(new Unreachable('unreadable'))}</p>}
      <div ref={place} className="rich-text" />
    </>
  )
}

/** Where a plain press on a link of ours leads; undefined for every other press. */
function pathWithinApp(event: MouseEvent): string | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const path = link?.getAttribute('href')
  return path?.match(/^\/(?!\/|docs)/) ? path : undefined
}
