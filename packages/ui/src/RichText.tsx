import { useEffect, useRef, useState, type ReactNode } from 'react'

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

type RichTextProps = {
  html: string
  /** A plain press on a link to a screen of the app. */
  onFollow: (path: string) => void
  /** What stands in the place while the sanitiser is fetched, and when it cannot be. */
  loading: ReactNode
  failed: string
}

/** An article's HTML: made safe by the server, and again here. The sanitiser is loaded when one is read. */
export function RichText({ html, onFollow, loading, failed }: RichTextProps) {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  useEffect(() => {
    const article = place.current
    function follow(event: MouseEvent) {
      const path = pathWithinApp(event)
      if (path === undefined) return
      event.preventDefault()
      onFollow(path)
    }
    article?.addEventListener('click', follow)
    return () => article?.removeEventListener('click', follow)
  }, [onFollow])
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
      {state === 'loading' && loading}
      {state === 'failed' && <p role="alert">{failed}</p>}
      {/* Shown as what stood in its place goes: else it were seen below that first. */}
      <div ref={place} className="rich-text" hidden={state === 'loading'} />
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
