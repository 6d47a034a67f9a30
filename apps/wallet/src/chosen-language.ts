import { setLanguage } from '@btbc/contract/account.ts'

import { send } from '#api/call.ts'
import { currentLanguage } from '#i18n/language.ts'
import { isLoggedIn } from '#session.ts'
import { CHOSEN_LANGUAGE, storeInTab, tab } from '#storage.ts'

/**
 * Mails should speak the language that was just chosen. What the server does not hear now, as nobody is
 * logged in, it hears from the next who logs in with this tab.
 */
export async function tellLanguage(): Promise<void> {
  storeInTab(CHOSEN_LANGUAGE, 'yes')
  if (!isLoggedIn()) return
  const told = send(setLanguage, { lang: currentLanguage() })
  await told.then(() => tab.removeItem(CHOSEN_LANGUAGE)).catch(() => undefined)
}
