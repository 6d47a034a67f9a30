import { createClient, newKey, type Call, type SendOptions } from '@btbc/client/client.ts'
import type { RequestJson, ResponseJson, Tag } from '@btbc/contract/endpoint.ts'

import { currentLanguage, currentTag } from '#i18n/language.ts'
import { currentTimeZone } from '#i18n/time-zone.ts'
import { stored } from '#storage.ts'

/** How the app speaks with its server: as whoever is logged in, in the language on screen. */

export type Ask<E extends Call> = RequestJson<E>
export type Answer<E extends Call> = ResponseJson<E>

export const client = createClient({
  base: import.meta.env.VITE_API_BASE ?? '/api',
  token: () => stored('token'),
  language: currentLanguage,
  headers: () => ({
    lang: currentLanguage(),
    'Accept-Language': currentTag(),
    'time-zone': currentTimeZone(),
  }),
  newKey,
})

const changeListeners = new Set<(about: readonly Tag[]) => void>()

/**
 * Called when a change is over, with what it is about: done it changed that, refused what was known
 * of it was out of date, and a lost answer leaves open which.
 */
export function onChanged(listener: (about: readonly Tag[]) => void): void {
  changeListeners.add(listener)
}

/** Asks the server; throws its refusal, and that it could not be reached. */
export async function send<E extends Call & { about: readonly Tag[] }>(
  call: E,
  request?: Ask<E>,
  options?: SendOptions,
): Promise<Answer<E>> {
  try {
    return await client.send(call, request, options)
  } finally {
    if (call.changes) changeListeners.forEach((listener) => listener(call.about))
  }
}
