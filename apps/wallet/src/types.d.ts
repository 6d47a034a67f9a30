declare module '*.css' {}

/** Where a worker of ours is, once it is built by itself. */
declare module '*?worker&url' {
  const url: string
  export default url
}

/** Made by catalogues.ts from src/locales. */
declare module 'virtual:catalogue/*' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}

/** From there, too: how each is asked for. */
declare module 'virtual:later-catalogues' {
  import type { Language } from '@btbc/contract/wire.ts'
  import type { Messages } from '@lingui/core'
  import type { LaterPart } from '#i18n/later-texts.ts'
  export const loaders: Record<Language, Record<LaterPart, () => Promise<{ messages: Messages }>>>
}

interface ImportMeta {
  readonly env: { readonly DEV: boolean; readonly PROD: boolean; readonly VITE_API_BASE?: string }
}

interface Window {
  /** Absent where Trusted Types are not known. */
  readonly trustedTypes?: {
    createPolicy: (
      name: string,
      rules: { createScriptURL: (url: string) => string },
    ) => { createScriptURL: (url: string) => string }
  }
}
