import { setLanguage } from '@btbc/contract/account.ts'

import { send } from '#api/call.ts'
import { currentLanguage } from '#i18n/language.ts'
import { isLoggedIn } from '#session.ts'
import { storeInTab, tab } from '#storage.ts'

/** Kept while the account has not been told of a language that was chosen. */
const CHOSEN = 'language_chosen'

/**
 * Mails should speak the language that was just chosen. What the server does not hear now, as nobody is
 * logged in, it hears from the next who logs in with this tab.
 */
export async function tellLanguage(): Promise<void> {
  storeInTab(CHOSEN, 'yes')
  if (!isLoggedIn()) return
  const told = send(setLanguage, { lang: currentLanguage() })
  await told.then(() => tab.removeItem(CHOSEN)).catch(() => undefined)
}

/** For whoever has just logged in. */
export async function tellChosenLanguage(): Promise<void> {
  if (tab.getItem(CHOSEN) !== null) await tellLanguage()
}
