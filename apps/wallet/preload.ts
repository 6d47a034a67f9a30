/**
 * Files that are loaded later need nothing loaded before them: styles are one file, and which files
 * belong together the server says (see `modulePreload`). What is left of the bundler's helper is to
 * tell that one is gone, after a deploy.
 */

const HELPER = '\0vite/preload-helper.js'

export function plainPreload() {
  return {
    name: 'plain-preload',
    enforce: 'pre' as const,
    apply: 'build' as const,
    load: (id: string) => (id === HELPER ? helper : undefined),
  }
}

const helper = `export const __vitePreload = (load) => load().catch((error) => {
  const gone = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error })
  dispatchEvent(gone)
  if (!gone.defaultPrevented) throw error
})`
