import { LinkType, PinStyle } from '../../model/catalog/enums.ts'
import { IndustryType } from '../../model/companies/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { categoriesTable } from './categories.ts'
import { connectorPhysicalTypesTable } from './connector-physical-types.ts'
import { connectors } from './initial-connectors.ts'

const {
  Audio,
  AudioVideo,
  AVControl,
  Computing,
  FireAlarmAndLifeSafety,
  Lighting,
  Networking,
  Security,
  Software,
  Telephony,
  Video,
  Other,
} = IndustryType

type CategoryRow = [number: number, name: string, icon: string, color: string, industry: number]
const categories: CategoryRow[] = [
  [10, 'Audio Sources', 'disc', '#0055aa', Audio],
  [11, 'Microphones', 'microphone', '#0055aa', Audio],
  [12, 'Loudspeakers', 'device-speaker', '#0055aa', Audio],
  [13, 'Amplifiers', 'wave-square', '#0055aa', Audio],
  [14, 'Audio Processing', 'adjustments', '#0055aa', Audio],
  [20, 'Video Sources', 'player-play', '#6647b3', Video],
  [21, 'Cameras', 'camera', '#6647b3', Video],
  [22, 'Video Processing and Switching', 'switch-3', '#6647b3', Video],
  [23, 'Conferencing', 'video', '#6647b3', AudioVideo],
  [30, 'Displays', 'device-tv', '#ad4268', Video],
  [31, 'Projectors', 'device-projector', '#ad4268', Video],
  [32, 'Projection Screens', 'presentation', '#ad4268', Video],
  [40, 'Control Systems', 'cpu', '#0f7767', AVControl],
  [41, 'Touch Panels and Keypads', 'device-tablet', '#0f7767', AVControl],
  [50, 'Network Equipment', 'network', '#2b8a57', Networking],
  [51, 'Wireless', 'wifi', '#2b8a57', Networking],
  [60, 'Racks and Enclosures', 'server', '#4a535a', AudioVideo],
  [61, 'Mounts', 'anchor', '#4a535a', AudioVideo],
  [62, 'Power', 'plug', '#4a535a', AudioVideo],
  [63, 'Floor and Wall Boxes', 'box', '#4a535a', AudioVideo],
  [64, 'Furniture', 'armchair', '#4a535a', Other],
  [70, 'Cables', 'line', '#b07208', AudioVideo],
  [71, 'Connectors and Plates', 'plug-connected', '#b07208', AudioVideo],
  [80, 'Security and Access Control', 'lock', '#cf352c', Security],
  [81, 'Telephony', 'phone', '#cf352c', Telephony],
  [82, 'Fire and Life Safety', 'flame', '#cf352c', FireAlarmAndLifeSafety],
  [83, 'Lighting', 'bulb', '#cf352c', Lighting],
  [90, 'Software and Licences', 'license', '#4a535a', Software],
  [99, 'Miscellaneous', 'dots', '#4a535a', Other],
]
const weights: Record<number, number> = { 14: 2, 22: 2, 23: 2, 40: 2, 50: 2, 61: 0.25, 70: 0.25, 71: 0.25 }
const sections: Record<number, string> = { 80: '28 10 00', 50: '27 21 00', 70: '27 15 00', 82: '28 46 00', 83: '26 50 00' }
const usualSection = '27 41 16'

const bareWire = new Set(['Bare Wire'])
/** Daisy-chained signals allow several cables on one port. */
const manyCables = new Set(['Speaker 70 V', 'RS-485'])
/** Default link type of signals with a maximum cable length; of several limits, the strictest in current use. */
const links: Readonly<Record<string, LinkType>> = {
  HDMI: LinkType.Hdmi4K60,
  HDBaseT: LinkType.HDBaseT,
  SDI: LinkType.SDI3G,
  Ethernet: LinkType.Ethernet,
  'AV over IP': LinkType.Ethernet,
  'Dante or AES67': LinkType.Ethernet,
  DisplayPort: LinkType.DisplayPort,
  USB: LinkType.USB3,
  'RS-232': LinkType.RS232,
}

type SignalRow = [name: string, abbreviation: string, color: string, line: string, industry: number, prefix: string, connectors: string[]]
const signals: SignalRow[] = [
  ['Analog Audio Mic', 'MIC', '#0b7285', 'solid', Audio, 'M', ['XLR 3', 'Euroblock 3.5 mm', 'TRS 1/4 in', 'RJ45']],
  ['Analog Audio Line', 'LINE', '#1971c2', 'solid', Audio, 'A', ['XLR 3', 'Euroblock 3.5 mm', 'TRS 1/4 in', 'RCA']],
  ['Speaker 70 V', 'SP70', '#2f9e44', 'solid', Audio, 'S', ['Euroblock 5.08 mm', 'Bare Wire', 'speakON']],
  ['Speaker low-Z', 'SPLZ', '#66a80f', 'solid', Audio, 'S', ['speakON', 'Euroblock 5.08 mm', 'Bare Wire']],
  ['Dante or AES67', 'DANTE', '#d6336c', 'solid', Audio, 'D', ['RJ45', 'SFP', 'LC Duplex']],
  ['AES3', 'AES3', '#9c36b5', 'solid', Audio, 'A', ['XLR 3', 'BNC', 'Euroblock 3.5 mm']],
  ['HDMI', 'HDMI', '#e03131', 'solid', Video, 'V', ['HDMI A']],
  ['DisplayPort', 'DP', '#c2255c', 'solid', Video, 'V', ['DisplayPort', 'USB C']],
  ['SDI', 'SDI', '#f08c00', 'solid', Video, 'V', ['BNC', 'SFP']],
  ['HDBaseT', 'HDBT', '#e8590c', 'solid', Video, 'V', ['RJ45']],
  ['AV over IP', 'AVIP', '#6741d9', 'solid', Networking, 'N', ['RJ45', 'SFP', 'SFP+', 'QSFP28']],
  ['USB', 'USB', '#364fc7', 'solid', Computing, 'U', ['USB A', 'USB B', 'USB C', 'USB Mini-B', 'USB Micro-B']],
  ['Ethernet', 'LAN', '#2b8a3e', 'solid', Networking, 'N', ['RJ45', 'SFP', 'SFP+', 'QSFP28', 'LC Duplex']],
  ['RS-232', 'RS232', '#5f3dc4', 'dashed', AVControl, 'C', ['DB9', 'Euroblock 3.5 mm', 'RJ45']],
  ['RS-485', 'RS485', '#7048e8', 'dashed', AVControl, 'C', ['Euroblock 3.5 mm', 'RJ45']],
  ['Relay', 'RLY', '#862e9c', 'dashed', AVControl, 'C', ['Euroblock 3.5 mm']],
  ['GPIO', 'GPIO', '#a61e4d', 'dashed', AVControl, 'C', ['Euroblock 3.5 mm', 'DB9', 'DB15']],
  ['IR', 'IR', '#c92a2a', 'dotted', AVControl, 'C', ['Euroblock 3.5 mm', 'TRS 1/4 in']],
  ['RF', 'RF', '#087f5b', 'dotted', AudioVideo, 'R', ['BNC', 'F']],
  ['AC Power', 'AC', '#212529', 'solid', AudioVideo, 'P', ['IEC C13', 'IEC C14', 'NEMA 5-15']],
  ['DC Power', 'DC', '#868e96', 'solid', AudioVideo, 'P', ['Euroblock 3.5 mm', 'Bare Wire']],
  ['Fiber', 'FO', '#1098ad', 'solid', Networking, 'F', ['LC Duplex', 'SC', 'SFP', 'SFP+', 'QSFP28']],
]

const isEmptyTable = async (ctx: Context, table: string) => (await ctx.run(`select from ${table} limit 1`)) === 0

/** Creates the initial catalog (domain: initial data). Each data set is created once, while its table is empty. */
export async function createInitialCatalog(ctx: Context): Promise<void> {
  if (await isEmptyTable(ctx, 'categories'))
    await ctx.insertMany(
      categoriesTable,
      categories.map(([number, name, icon, color, industryType]) => ({
        number,
        name,
        icon,
        color,
        industryType,
        masterFormatSection: sections[number] ?? usualSection,
        defaultProvider: 'AVV',
        defaultInstaller: 'AVV',
        complexityWeight: weights[number] ?? 1,
        isCable: number === 70,
        isRack: number === 60,
        order: number,
      })),
    )
  if (await isEmptyTable(ctx, 'connector_physical_types'))
    await ctx.insertMany(
      connectorPhysicalTypesTable,
      connectors.map(([name, code, availableGenders, pinCount, isNetwork = false]) => ({
        name,
        code,
        availableGenders,
        pinCount,
        pinStyle: PinStyle.Normal,
        isNetwork,
        isBareWire: bareWire.has(name),
      })),
    )
  if (await isEmptyTable(ctx, 'signal_types'))
    await ctx.run(
      `insert into signal_types (name, abbreviation, color, line_style, industry_type, cable_number_prefix, cable_start_number, allows_many, link_type, compatible_connector_ids)
       select name, abbreviation, color, line, industry, prefix, 1, many, link,
         coalesce((select array_agg(c.id order by c.id) from connector_physical_types c where c.name = any(x.connectors) and not c.is_deleted), '{}')
       from jsonb_to_recordset($1) as x(name text, abbreviation text, color text, line text, industry smallint, prefix text, many boolean, link smallint, connectors text[])`,
      [
        JSON.stringify(
          signals.map(([name, abbreviation, color, line, industry, prefix, connectors]) => ({
            name,
            abbreviation,
            color,
            line,
            industry,
            prefix,
            many: manyCables.has(name),
            link: links[name] ?? null,
            connectors,
          })),
        ),
      ],
    )
}
