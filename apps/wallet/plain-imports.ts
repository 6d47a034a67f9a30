import type { Plugin } from 'vite'

/**
 * A later screen is fetched by a plain `import()`. What the bundler puts around one would fetch
 * stylesheets ahead, and takes one that did not come for loaded: all styles are in the first one.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js'
        ? 'export const __vitePreload = (load) => load()'
        : undefined,
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && !chunk.isEntry && chunk.viteMetadata?.importedCss.size)
          this.error(`${chunk.name} has styles of its own: import them in app.css`)
    },
  }
}
