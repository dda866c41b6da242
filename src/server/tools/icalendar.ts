/** Whole days of a calendar other programs read; both days are included. */
export interface DayEvent {
  /** The same each time the event is written, so that programs know it again. */
  uid: string
  from: string
  to: string
  title: string
  text?: string
  url?: string
  /** It takes nobody's time, as a day something is due on. */
  isFree?: boolean
}

const mostOctets = 75
/** Lines are at most 75 octets long; what is longer goes on behind a space. No sign is cut in two. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const sign of line) {
    const size = Buffer.byteLength(sign)
    if (octets + size > mostOctets) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += sign
    octets += size
  }
  return [...parts, part].join('\r\n')
}

const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replace(/[\u0000-\u001f\u007f]/g, '')

const dayOf = (date: string) => date.replaceAll('-', '')
const nextDay = (date: string) => new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** An iCalendar of whole days (RFC 5545). */
export function calendarText(name: string, events: readonly DayEvent[], now = new Date()): string {
  const stamp = `${now.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`
  const lines = events.flatMap(({ uid, from, to, title, text, url, isFree }) => [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${dayOf(from)}`,
    `DTEND;VALUE=DATE:${dayOf(nextDay(to))}`,
    `SUMMARY:${escaped(title)}`,
    ...(text ? [`DESCRIPTION:${escaped(text)}`] : []),
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
    `X-WR-CALNAME:${escaped(name)}`,
  ]
  return [...head, ...lines, 'END:VCALENDAR'].map((line) => `${folded(line)}\r\n`).join('')
}
