export interface Change {
  upTo: string
  /** Lines of the comparison it explains, such as `column projects.tempo_url is gone`. */
  accountsFor: RegExp
  /** Migration that does it, and the new location of the rows or values. */
  why: string
}

/** Permanent like the migrations. Each entry must explain a difference in every old database it applies to. */
export const changes: Change[] = [
  {
    upTo: '2.47.0',
    accountsFor: /^answer \/(projects\/\d+\/SpaceBudgets|spaces\/\d+) .*(installation|total|over \d+ value): /,
    why: 'No migration: one money engine counts installation once over the whole and everything that stands there (decision 12).',
  },
  {
    upTo: '2.47.0',
    accountsFor: /^answer \/spaces\/\d+\/MasterQuotes sums (installation|total): /,
    why: 'No migration: a quote is rounded as a whole, so that it equals its space (decision 12).',
  },
  {
    upTo: '2.47.0',
    accountsFor: /^column users\.weekly_capacity_hours is gone$/,
    why: '0005: a weekly figure other than 40 h is the first work schedule of its person, five equal days since the account was made.',
  },
  {
    upTo: '2.47.0',
    accountsFor: /^column jobs\.priority is gone$/,
    why: '0007: nobody ever gave a job another priority than 0.',
  },
  {
    upTo: '2.47.0',
    accountsFor: /^column equipments\.cable_spec has other values$/,
    why: '0031: the data of a cable say which kind it is, of those that were there nobody knows.',
  },
  {
    upTo: '2.47.0',
    accountsFor:
      /^(table connector_physical_types has \d+ rows|column signal_types\.compatible_connector_ids has other values|list \/connectorPhysicalTypes\b)/,
    why: '0032: RJ11, RJ12, USB Mini-B and USB Micro-B are added, and the signal type USB takes its two.',
  },
]

const isUpTo = (version: string, last: string) => version.localeCompare(last, 'en', { numeric: true }) <= 0

export function accountForChanges(version: string, all = changes) {
  const own = all.filter(({ upTo }) => isUpTo(version, upTo))
  const seen = new Set<Change>()
  const left = (lines: string[]) =>
    lines.filter((line) => {
      const found = own.filter(({ accountsFor }) => accountsFor.test(line))
      for (const change of found) seen.add(change)
      return found.length === 0
    })
  return { left, idle: () => own.filter((change) => !seen.has(change)).map(({ why }) => why) }
}
