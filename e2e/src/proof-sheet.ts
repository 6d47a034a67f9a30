import type { Page } from 'playwright-core'

import { codeFor } from '#api.ts'

/** The sheet that asks whoever does something risky who they are. */

/** Answers it with the code that it has had mailed. */
export async function proveByMail(page: Page, { url, mail }: { url: string; mail: string }) {
  // The button says how long until the next one: the code is on its way.
  await sheetOn(page)
    .getByText(/^New code in/)
    .waitFor()
  await proveByCode(page, await codeFor(url, mail))
}

export async function proveByCode(page: Page, code: string): Promise<void> {
  const keys = sheetOn(page).getByRole('group', { name: 'Keypad' })
  for (const digit of code) await keys.getByRole('button', { name: digit, exact: true }).click()
  await sheetOn(page).getByRole('button', { name: 'Confirm', exact: true }).click()
}

function sheetOn(page: Page) {
  return page.getByRole('dialog', { name: 'Confirm it is you' })
}
