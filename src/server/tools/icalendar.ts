/** An all-day event; both dates are inclusive. */
export interface DayEvent {
  /** Stable across exports, so that calendar programs recognize the event. */
  uid: string
  from: string
  to: string
  title: string
  text?: string
  url?: string
  /** The event does not block time, such as a due date. */
  isFree?: boolean
}

const mostOctets = 75
/** Folds lines at 75 octets; continuation lines start with a space. Never splits a character. */
function foldLine(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > mostOctets) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n')
}

const escapeIcalText = (text: string) =>
  text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replace(/[\u0000-\u001f\u007f]/g, '')

const icalDate = (date: string) => date.replaceAll('-', '')
const nextDay = (date: string) => new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** Writes an iCalendar file of all-day events (RFC 5545). */
export function calendarText(name: string, events: readonly DayEvent[], now = new Date()): string {
  const stamp = `${now.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`
  const lines = events.flatMap(({ uid, from, to, title, text, url, isFree }) => [
    'BEGIN:VEVENT',
    `UID:${escapeIcalText(uid)}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${icalDate(from)}`,
    `DTEND;VALUE=DATE:${icalDate(nextDay(to))}`,
    `SUMMARY:${escapeIcalText(title)}`,
    ...(text ? [`DESCRIPTION:${escapeIcalText(text)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    `TRANSP:${isFree ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ])
  const head = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//DNA//DNA//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeIcalText(name)}`,
  ]
  return [...head, ...lines, 'END:VCALENDAR'].map((line) => `${foldLine(line)}\r\n`).join('')
}
