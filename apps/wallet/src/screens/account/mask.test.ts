import { expect, test } from 'vitest'

import { maskMail, maskPhone } from '#screens/account/mask.ts'

test.each([
  ['ada.lovelace@example.test', 'a***e@example.test'],
  ['ab@example.test', 'a***b@example.test'],
  ['a@example.test', 'a***@example.test'],
  ['nonsense', 'nonsense'],
  ['', ''],
])('%s is shown as %s', (mail, shown) => expect(maskMail(mail)).toBe(shown))

test.each([
  ['+8613800138000', '+86***8000'],
  ['+1202555', '+1202555'],
  ['', ''],
])('%s is shown as %s', (phone, shown) => expect(maskPhone(phone)).toBe(shown))
