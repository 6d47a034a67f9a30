import { saveCalendar } from '@btbc/contract/calendar.ts'

import { send } from '#api/call.ts'
import { saveFile } from '#files/save-file.ts'
import type { Only } from '#screens/calendar/calendar.ts'

/** The calendar as the server writes it, for the calendar of the device. */
export async function saveCalendarFile(only: Only): Promise<void> {
  const { name, text } = await send(saveCalendar, { ...only })
  saveFile(name, text, 'text/calendar')
}
