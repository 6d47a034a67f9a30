/** An iCalendar file, by RFC 5545: lines end in CRLF, are folded at 75 octets, and text is escaped. */

export type CalendarEvent = {
  /** The same in each file, and in none for anything else. */
  uid: string
  at: Date
  /** So often, 24 hours apart. */
  times: number
  summary: string
}

type Calendar = { name: string; events: readonly CalendarEvent[]; note: string; now: Date }

const LINE_OCTETS = 75

export function writeCalendar({ name, events, note, now }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//BTBC (TEST)//Earn//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    ...events.flatMap(({ uid, at, times, summary }) => [
      'BEGIN:VEVENT',
      `UID:${uid}@btbc.test`,
      `DTSTAMP:${utc(now)}`,
      `DTSTART:${utc(at)}`,
      // By the hour of UTC, so that no summer time moves them.
      ...(times > 1 ? [`RRULE:FREQ=DAILY;COUNT=${times}`] : []),
      `SUMMARY:${escapeText(summary)}`,
      `DESCRIPTION:${escapeText(note)}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** '20260301T120000Z' */
function utc(at: Date): string {
  return `${at.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replaceAll(/[-:]/g, '')}Z`
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r\n|\r|\n/g, '\\n')
}

/** No line is longer, and no character is cut in two. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const more = Buffer.byteLength(character)
    if (octets + more > LINE_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += more
  }
  return folded
}
