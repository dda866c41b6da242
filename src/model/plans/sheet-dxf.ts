import { round } from '../kit/money.ts'
import { PlanSymbol } from './enums.ts'
import { symbolStrokes } from './plan-symbols.ts'
import { estimatedWidth, fitText, type SceneDevice, type SceneItem, type SheetScene } from './sheet-scene.ts'

// Release 12 of the format, which every CAD program reads. Units are inches on paper, y up.

type Pair = [code: number, value: string | number]
const pointsPerInch = 72
const inches = (points: number) => round(points / pointsPerInch, 6)
const attributeTags = ['TAG', 'MODEL', 'MANUFACTURER', 'HEIGHT'] as const
const blockName = (symbol: PlanSymbol) => `DNA-${symbol.toUpperCase()}`
/** Line weights have no group in this release; they become colors, as plotters assign pens by color. */
const colorOfWeight = (weight: number) => (weight <= 0.18 ? 8 : weight <= 0.25 ? 7 : weight <= 0.35 ? 3 : 5)
const attributeHeight = 0.09

/** Text of this release is ASCII; other characters are written as codes that CAD programs show. */
const dxfText = (text: string) =>
  Array.from(text.replace(/[\r\n]+/g, ' '), (letter) => {
    const code = letter.codePointAt(0) ?? 63
    if (code >= 32 && code < 127) return letter
    return code <= 0xffff ? `\\U+${code.toString(16).toUpperCase().padStart(4, '0')}` : '?'
  }).join('')

const entity = (type: string, layer: string, ...pairs: Pair[]): Pair[] => [[0, type], [8, layer], ...pairs]
const at = (x: number, y: number, add = 0): Pair[] => [
  [10 + add, x],
  [20 + add, y],
  [30 + add, 0],
]

function polyline(layer: string, points: readonly (readonly [number, number])[], isClosed: boolean, more: Pair[] = []): Pair[] {
  return [
    ...entity('POLYLINE', layer, [66, 1], ...at(0, 0), [70, isClosed ? 1 : 0], ...more),
    ...points.flatMap(([x, y]) => entity('VERTEX', layer, ...at(x, y))),
    ...entity('SEQEND', layer),
  ]
}

/** A symbol with radius 1 as a block with attributes. */
function symbolBlock(symbol: PlanSymbol): Pair[] {
  const name = blockName(symbol)
  return [
    [0, 'BLOCK'],
    [8, '0'],
    [2, name],
    [70, 2],
    ...at(0, 0),
    [3, name],
    ...symbolStrokes[symbol].flatMap((stroke) =>
      'circle' in stroke
        ? entity('CIRCLE', '0', ...at(stroke.circle[0], -stroke.circle[1]), [40, stroke.circle[2]])
        : polyline(
            '0',
            stroke.line.map(([x, y]) => [x, -y] as const),
            stroke.isClosed,
          ),
    ),
    ...attributeTags.flatMap((tag, index) =>
      entity('ATTDEF', '0', ...at(0, -1.5 - index), [40, 1], [1, ''], [3, tag], [2, tag], [70, tag === 'TAG' ? 0 : 1]),
    ),
    [0, 'ENDBLK'],
    [8, '0'],
  ]
}

function insert({ x, y, rotation, radius, symbol, attributes, layer }: SceneDevice, height: number): Pair[] {
  const [left, bottom, size] = [inches(x), inches(height - y), inches(radius)]
  return [
    ...entity(
      'INSERT',
      layer,
      [66, 1],
      [2, blockName(symbol)],
      ...at(left, bottom),
      [41, size],
      [42, size],
      [43, size],
      [50, (360 - rotation) % 360],
    ),
    ...attributeTags.flatMap((tag, index) =>
      entity(
        'ATTRIB',
        layer,
        ...at(left, bottom - size - attributeHeight * (1.4 + index * 1.4)),
        [40, attributeHeight],
        [1, dxfText(attributes[tag])],
        [2, tag],
        [70, tag === 'TAG' ? 0 : 1],
      ),
    ),
    ...entity('SEQEND', layer),
  ]
}

const alignments = { left: 0, center: 1, right: 2 } as const
function itemPairs(item: SceneItem, height: number): Pair[] {
  switch (item.kind) {
    case 'line':
      return polyline(
        item.layer,
        item.points.map(({ x, y }) => [inches(x), inches(height - y)] as const),
        item.isClosed === true,
        [[62, colorOfWeight(item.weight)], ...(item.isDashed ? ([[6, 'DASHED']] satisfies Pair[]) : [])],
      )
    case 'text': {
      const [x, y, align] = [inches(item.x), inches(height - item.y), alignments[item.align ?? 'left']]
      const value = dxfText(fitText(item, estimatedWidth))
      return entity(
        'TEXT',
        item.layer,
        ...at(x, y),
        [40, inches(item.size * 0.72)],
        [1, value],
        [72, align],
        ...(align === 0 ? [] : at(x, y, 1)),
      )
    }
    case 'device':
      return insert(item, height)
    case 'underlay':
      return []
  }
}

function table(name: string, entries: Pair[][]): Pair[] {
  return [[0, 'TABLE'], [2, name], [70, entries.length], ...entries.flat(), [0, 'ENDTAB']]
}
const section = (name: string, pairs: Pair[]): Pair[] => [[0, 'SECTION'], [2, name], ...pairs, [0, 'ENDSEC']]

/** The sheet as DXF: lines and texts on layers, devices as blocks with attributes. Drawings of others below the devices are not part of it. */
export function sheetDxf({ width, height, items }: SheetScene): string {
  const layers = [...new Set(['0', ...items.map(({ layer }) => layer)])]
  const used = PlanSymbol.values
    .map(({ value }) => value)
    .filter((symbol) => items.some((item) => item.kind === 'device' && item.symbol === symbol))
  const pairs: Pair[] = [
    ...section('HEADER', [
      [9, '$ACADVER'],
      [1, 'AC1009'],
      [9, '$INSUNITS'],
      [70, 1],
      [9, '$EXTMIN'],
      ...at(0, 0),
      [9, '$EXTMAX'],
      ...at(inches(width), inches(height)),
    ]),
    ...section('TABLES', [
      ...table('LTYPE', [
        [
          [0, 'LTYPE'],
          [2, 'CONTINUOUS'],
          [70, 0],
          [3, 'Solid line'],
          [72, 65],
          [73, 0],
          [40, 0],
        ],
        [
          [0, 'LTYPE'],
          [2, 'DASHED'],
          [70, 0],
          [3, '__ __ __'],
          [72, 65],
          [73, 2],
          [40, 0.1],
          [49, 0.06],
          [49, -0.04],
        ],
      ]),
      ...table(
        'LAYER',
        layers.map((layer): Pair[] => [
          [0, 'LAYER'],
          [2, layer],
          [70, 0],
          [62, 7],
          [6, 'CONTINUOUS'],
        ]),
      ),
    ]),
    ...section('BLOCKS', used.flatMap(symbolBlock)),
    ...section(
      'ENTITIES',
      items.flatMap((item) => itemPairs(item, height)),
    ),
    [0, 'EOF'],
  ]
  return `${pairs.map(([code, value]) => `${String(code).padStart(3)}\r\n${value}`).join('\r\n')}\r\n`
}
