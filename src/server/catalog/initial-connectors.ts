import { ConnectorGender } from '../../model/catalog/enums.ts'

const { Male, Female, Hermaphroditic } = ConnectorGender

type ConnectorRow = [name: string, code: string, genders: number[], pins: number | null, isNetwork?: boolean]
export const connectors: ConnectorRow[] = [
  ['RJ45', 'RJ45', [Male, Female], 8, true],
  ['RJ11', 'RJ11', [Male, Female], 4],
  ['RJ12', 'RJ12', [Male, Female], 6],
  ['XLR 3', 'XLR3', [Male, Female], 3],
  ['XLR 5', 'XLR5', [Male, Female], 5],
  ['TRS 1/4 in', 'TRS', [Male, Female], 3],
  ['RCA', 'RCA', [Male, Female], 2],
  ['BNC', 'BNC', [Male, Female], 2],
  ['HDMI A', 'HDMI', [Male, Female], 19],
  ['DisplayPort', 'DP', [Male, Female], 20],
  ['USB A', 'USBA', [Male, Female], 4],
  ['USB B', 'USBB', [Male, Female], 4],
  ['USB C', 'USBC', [Male, Female], 24],
  ['USB Mini-B', 'MINIB', [Male, Female], 5],
  ['USB Micro-B', 'MICROB', [Male, Female], 5],
  ['Euroblock 3.5 mm', 'EB35', [Male, Female], null],
  ['Euroblock 5.08 mm', 'EB508', [Male, Female], null],
  ['speakON', 'NL4', [Male, Female], 4],
  ['Bare Wire', 'BARE', [Hermaphroditic], null],
  ['LC Duplex', 'LC', [Male, Female], 2, true],
  ['SC', 'SC', [Male, Female], 1, true],
  ['SFP', 'SFP', [Male, Female], 20, true],
  ['SFP+', 'SFP+', [Male, Female], 20, true],
  ['QSFP28', 'QSFP', [Male, Female], 38, true],
  ['IEC C13', 'C13', [Male, Female], 3],
  ['IEC C14', 'C14', [Male, Female], 3],
  ['NEMA 5-15', '5-15', [Male, Female], 3],
  ['F', 'F', [Male, Female], 2],
  ['DB9', 'DB9', [Male, Female], 9],
  ['DB15', 'DB15', [Male, Female], 15],
]
