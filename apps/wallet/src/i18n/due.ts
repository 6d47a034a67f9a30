import { houseNow } from '@btbc/client/house-clock.ts'

import { useFormats } from '#i18n/numbers.ts'
import { useText, type TextKey } from '#i18n/text.ts'

/**
 * What we do by a moment, in these words until it has passed: nothing happens at it by itself. From then on
 * it is said that we are late.
 */
export function useDue(
  late: TextKey = 'shell.late',
): (text: TextKey, by: string | null, facts?: Record<string, string>) => string {
  const t = useText()
  const { dateTime } = useFormats()
  return (text, by, facts) => {
    const shown = by === null ? '' : dateTime(by)
    const isLate = by !== null && Date.parse(by) < houseNow()
    return isLate ? t(late, { by: shown }) : t(text, { ...facts, by: shown })
  }
}
