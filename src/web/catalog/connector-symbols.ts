/** Drawing of a socket on 26 × 26 units: outlines, and parts filled in the color of the lines. */
interface ConnectorSymbol {
  outline: string
  filled?: string
}

const circle = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`
const circles = (radius: number, ...points: [x: number, y: number][]) => points.map(([x, y]) => circle(x, y, radius)).join('')
const pinRow = (y: number, from: number, count: number, pitch: number) =>
  circles(0.9, ...Array.from({ length: count }, (_, index): [number, number] => [from + index * pitch, y]))

const hexagon = 'M13 2l9.5 5.5v11l-9.5 5.5l-9.5-5.5v-11z'
const shell = circle(13, 13, 11)
const dShell = 'M2 7h22l-2 12h-18z'
const inletShape = 'M5 8l3-3h10l3 3v13h-16z'
const smallBlock = 'M1 7h24v12h-24zM7 7v12M13 7v12M19 7v12'

export const connectorSymbols = {
  rj45: { outline: 'M3 4h20v18h-5v3h-10v-3h-5zM7 4v4M10 4v4M13 4v4M16 4v4M19 4v4' },
  rj11: { outline: 'M6 5h14v16h-4v3h-6v-3h-4zM10 5v4M12 5v4M14 5v4M16 5v4' },
  rj12: { outline: 'M5 5h16v16h-4v3h-8v-3h-4zM8 5v4M10 5v4M12 5v4M14 5v4M16 5v4M18 5v4' },
  etherCon: { outline: `${circle(13, 13, 12)}M7 8h12v9h-3v2h-6v-2h-3zM10 8v2M13 8v2M16 8v2` },
  xlr3: { outline: shell, filled: circles(1.5, [13, 9], [9, 16], [17, 16]) },
  xlr5: { outline: shell, filled: circles(1.4, [7.5, 11], [9.5, 17], [13, 19], [16.5, 17], [18.5, 11]) },
  trs: { outline: `${hexagon}${circle(13, 13, 6)}`, filled: circle(13, 13, 3.2) },
  miniJack: { outline: `${circle(13, 13, 8)}${circle(13, 13, 4.5)}`, filled: circle(13, 13, 1.8) },
  rca: { outline: `${circle(13, 13, 10)}${circle(13, 13, 6)}`, filled: circle(13, 13, 3) },
  bnc: { outline: `${circle(13, 13, 8.5)}${circle(13, 13, 4)}M1.5 11h3.5v4h-3.5zM21 11h3.5v4h-3.5z`, filled: circle(13, 13, 1.5) },
  fType: { outline: `${hexagon}${circle(13, 13, 4)}`, filled: circle(13, 13, 0.9) },
  sma: { outline: `M8 4h10l5 9l-5 9h-10l-5-9z${circle(13, 13, 5)}`, filled: circle(13, 13, 1.2) },
  din: { outline: `${shell}M10 2.4v4h6v-4`, filled: circles(1.3, [6.5, 13], [8.5, 17.5], [13, 19.5], [17.5, 17.5], [19.5, 13]) },
  speakOn: { outline: `${shell}${circle(13, 13, 6.5)}M13 2v4.5M2 13h4.5M19.5 13h4.5M10 13h6` },
  powerCon: { outline: `${shell}M7 9h12v8h-12zM10 9v8M13 9v8M16 9v8` },
  banana: { outline: circles(5, [7, 13], [19, 13]), filled: circles(2, [7, 13], [19, 13]) },
  toslink: { outline: 'M4 9l5-5h8l5 5v13h-18zM9 10h8v8h-8z' },
  hdmi: { outline: 'M1 7h24v6l-4 6h-16l-4-6zM6 12h14' },
  displayPort: { outline: 'M2 7h22v12h-18l-4-4zM6 12h14' },
  miniDisplayPort: { outline: 'M5 8h16v6l-3 4h-10l-3-4zM9 12h8' },
  dvi: { outline: 'M1 5h24v16h-24zM19 8v10M16.5 13h5', filled: `${pinRow(9, 4.5, 4, 3)}${pinRow(13, 4.5, 4, 3)}${pinRow(17, 4.5, 4, 3)}` },
  db15: { outline: dShell, filled: `${pinRow(9.5, 6.5, 5, 3.2)}${pinRow(13, 7, 5, 3)}${pinRow(16.5, 7.5, 5, 2.8)}` },
  db9: { outline: dShell, filled: `${pinRow(11, 6.5, 5, 3.2)}${pinRow(15, 8, 4, 3.2)}` },
  usbA: { outline: 'M3 8h20v10h-20z', filled: 'M6 10h14v3.5h-14z' },
  usbB: { outline: 'M5 9l4-4h8l4 4v13h-16z', filled: 'M9.5 11h7v7h-7z' },
  usbC: { outline: 'M7 9h12a4 4 0 0 1 0 8h-12a4 4 0 0 1 0-8zM8 13h10' },
  usbMini: { outline: 'M6 9h14v5l-3 3h-8l-3-3z', filled: 'M9 11h8v1.5h-8z' },
  usbMicro: { outline: 'M7 10h12v3l-3 3h-6l-3-3z', filled: 'M10 12h6v1h-6z' },
  euroblockSmall: { outline: smallBlock, filled: circles(1.2, [4, 13], [10, 13], [16, 13], [22, 13]) },
  euroblockLarge: { outline: 'M1 4h24v18h-24zM9 4v18M17 4v18M3 17h4M11 17h4M19 17h4', filled: circles(1.8, [5, 10], [13, 10], [21, 10]) },
  terminalBlock: { outline: `M2 6h22v14h-22zM13 6v14${circles(3.5, [7.5, 13], [18.5, 13])}M5 15.5l5-5M16 15.5l5-5` },
  bareWire: { outline: 'M2 8c6-5 10 5 17 0M2 13c6-5 10 5 17 0M2 18c6-5 10 5 17 0', filled: 'M19 7h5v2h-5zM19 12h5v2h-5zM19 17h5v2h-5z' },
  lc: { outline: `M2 6h10v15h-10zM14 6h10v15h-10zM5 6v-3h4v3M17 6v-3h4v3${circles(2, [7, 14], [19, 14])}` },
  sc: { outline: `M5 4h16v18h-16zM8 7h10v12h-10z${circle(13, 13, 2.5)}` },
  st: { outline: `${circle(13, 13, 9)}${circle(13, 13, 3)}M13 4v-3M13 22v3` },
  mpo: { outline: 'M2 9h22v8h-22zM10 9v-2h6v2', filled: pinRow(13, 5, 9, 2) },
  sfp: { outline: 'M3 8h20v11h-20zM3 11h20M9 19v3h8v-3' },
  sfpPlus: { outline: 'M1 8h18v11h-18zM1 11h18M6 19v3h8v-3M23 10v6M20 13h6' },
  qsfp: { outline: 'M1 6h24v14h-24zM1 9h24M1 17h24M5 12h16v2.5h-16z' },
  iecOutlet: { outline: `${inletShape}M13 8v4M9 14v4M17 14v4` },
  iecInlet: { outline: `M1 2h24v22h-24z${inletShape}`, filled: 'M12 8h2v4h-2zM8 14h2v4h-2zM16 14h2v4h-2z' },
  iecLarge: { outline: 'M2 5h22v16h-22zM11 9h4M5 15h4M17 15h4' },
  nema: { outline: `${shell}M9 8v5M17 8v5M10.5 19v-1.5a2.5 2.5 0 0 1 5 0v1.5z` },
  dcBarrel: { outline: `${circle(13, 13, 9)}${circle(13, 13, 5)}M2 4h4M20 4h4M22 2v4`, filled: circle(13, 13, 2.2) },
  dcTerminal: { outline: 'M2 6h22v14h-22zM13 6v14M5 13h5M7.5 10.5v5M16 13h5' },
  plain: { outline: 'M5 4h16a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3h-16a3 3 0 0 1-3-3v-12a3 3 0 0 1 3-3z' },
} satisfies Record<string, ConnectorSymbol>
export type Socket = keyof typeof connectorSymbols

/** The first pattern that matches the name of a connector decides, so special ones come before general ones. */
const connectorPatterns: readonly [RegExp, Socket][] = [
  [/ethercon/i, 'etherCon'],
  [/\brj-?11\b/i, 'rj11'],
  [/\brj-?12\b/i, 'rj12'],
  [/\brj-?\d+|8p8c|\bnetwork\b|base-?t/i, 'rj45'],
  [/qsfp/i, 'qsfp'],
  [/sfp ?(\+|28|56)/i, 'sfpPlus'],
  [/sfp/i, 'sfp'],
  [/\b(mpo|mtp)\b/i, 'mpo'],
  [/\blc\b|opticalcon|fiber/i, 'lc'],
  [/\bsc\b/i, 'sc'],
  [/\bst\b/i, 'st'],
  [/toslink/i, 'toslink'],
  [/euroblock.*5\.08|5\.08.*(euroblock|phoenix)/i, 'euroblockLarge'],
  [/euroblock|phoenix/i, 'euroblockSmall'],
  [/terminal|captive|screw|barrier/i, 'terminalBlock'],
  [/bare|hard-?wired|pigtail/i, 'bareWire'],
  [/xlr[ -]?5|5[ -]?pin xlr/i, 'xlr5'],
  [/xlr/i, 'xlr3'],
  [/speakon|\bnl[248]\b/i, 'speakOn'],
  [/powercon|true ?1/i, 'powerCon'],
  [/\bbnc\b/i, 'bnc'],
  [/\brca\b|phono/i, 'rca'],
  [/\bdin\b|ps\/2/i, 'din'],
  [/\b(sma|tnc|n-type)\b/i, 'sma'],
  [/^f$|\bf[ -](type|connector)\b|coax/i, 'fType'],
  [/mini ?(dp|displayport)/i, 'miniDisplayPort'],
  [/displayport|\bdp\b/i, 'displayPort'],
  [/hdmi/i, 'hdmi'],
  [/\bdvi\b/i, 'dvi'],
  [/\bvga\b|\b(de|db|hd)-?15\b/i, 'db15'],
  [/\b(de|db)-?\d+\b|d-sub|serial/i, 'db9'],
  [/micro[ -]?usb|usb[ -]?micro/i, 'usbMicro'],
  [/mini[ -]?usb|usb[ -]?mini/i, 'usbMini'],
  [/usb[ -]?(type[ -]?)?c\b|thunderbolt/i, 'usbC'],
  [/usb[ -]?(type[ -]?)?b\b/i, 'usbB'],
  [/\busb/i, 'usbA'],
  [/banana|binding post/i, 'banana'],
  [/3\.5 ?mm|1\/8|mini ?jack/i, 'miniJack'],
  [/\b(trs|ts|jack)\b|1\/4|6\.3/i, 'trs'],
  [/barrel|coaxial power/i, 'dcBarrel'],
  [/\bc(19|20)\b/i, 'iecLarge'],
  [/\bc(13|15)\b/i, 'iecOutlet'],
  [/nema|\b\d+-\d+[pr]?\b|outlet/i, 'nema'],
  [/\biec\b|\bc14\b|inlet|mains/i, 'iecInlet'],
]
export const connectorSocket = (connector: string): Socket => connectorPatterns.find(([pattern]) => pattern.test(connector))?.[1] ?? 'plain'
