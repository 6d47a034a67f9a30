import sanitizeHtml from 'sanitize-html'

/** What an article may contain. Everything else is dropped before it is stored. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: 'h2 h3 p br hr ul ol li blockquote strong em a img table thead tbody tr th td'.split(
    ' ',
  ),
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['scope'],
  },
  allowedSchemes: ['https', 'mailto'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // A picture is a file of our own; any other place would learn who reads what.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' && !/^\/media\/[\w-]+\.(svg|png|jpg|webp)$/.test(attribs['src'] ?? ''),
  transformTags: {
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: /^\/(?!\/)/.test(href)
        ? { href }
        : { href, rel: 'noopener noreferrer', target: '_blank' },
    }),
  },
}

export function safeHtml(html: string): string {
  return sanitizeHtml(html, ALLOWED).trim()
}
