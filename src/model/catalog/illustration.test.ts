import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { NetworkPortType, RackAccessory } from './enums.ts'
import { drawIllustration, drawRackFace, type IllustratedProduct } from './illustration.ts'

/** Categories that a new installation has. */
const starters = [...readFileSync('src/server/catalog/initial-data.ts', 'utf8').matchAll(/^ {2}\[\d+, '([^']+)', '([^']+)', '#/gm)].map(
  ([, name, icon]) => ({ name, icon }),
)
const switchOf = (quantity: number): IllustratedProduct => ({
  category: { name: 'Network Equipment', icon: 'network' },
  model: 'Matrix 384',
  rackUnits: 8,
  networkPorts: [{ networkPortType: NetworkPortType.Base1000T, quantity }],
})
const body = (svg: string) => svg.replace(/<title>.*?<\/title>/, '')

/** Throws unless every element is closed in order, and every attribute is quoted. */
function expectWellFormed(svg: string) {
  const openTags: string[] = []
  const rest = svg.replaceAll(/<(\/?)([a-z]+)((?: [\w:-]+="[^"<]*")*)(\/?)>/g, (_, closes, name, _attributes, isEmpty) => {
    if (closes) expect(openTags.pop()).toBe(name)
    else if (!isEmpty) openTags.push(name)
    return ''
  })
  expect(openTags).toEqual([])
  expect(rest).not.toMatch(/[<>"]|&(?!(amp|lt|gt|quot);)/)
}

describe('drawIllustration', () => {
  it('knows the starter categories', () => expect(starters).toHaveLength(29))

  it.each([...starters, { name: 'Widgets', icon: 'unheard-of' }])('draws a product of the category $name', (category) => {
    for (const more of [{}, { rackUnits: 1 }, { rackUnits: 60 }, { widthIn: 1, heightIn: 90_000, depthIn: 0.01 }])
      for (const isTile of [false, true]) {
        const svg = drawIllustration({ category, model: 'X-1', ...more }, { isTile })
        expectWellFormed(svg)
        expect(svg).toMatch(/<path [^>]*d="M/)
        expect(svg).not.toMatch(/NaN|undefined|Infinity/)
        expect(svg.length).toBeLessThan(30_000)
      }
  })

  it('draws a different form for most categories', () => {
    const drawn = new Set(starters.map((category) => body(drawIllustration({ category }))))
    expect(drawn.size).toBeGreaterThanOrEqual(24)
  })

  it('draws a product without any data', () => expectWellFormed(drawIllustration({})))

  it('finds the form of a renamed category by a word of its name', () =>
    expect(body(drawIllustration({ category: { name: 'Our projectors', icon: null } }))).toBe(
      body(drawIllustration({ category: { name: 'Projectors', icon: 'device-projector' } })),
    ))

  it('draws a ceiling loudspeaker and a subwoofer in different forms, by the description', () => {
    const category = { name: 'Loudspeakers', icon: 'device-speaker' }
    const forms = ['Ceiling loudspeaker, 6.5 in', 'Dual 10 in subwoofer', 'Surface-mount loudspeaker'].map((description) =>
      body(drawIllustration({ category, description })),
    )
    expect(new Set(forms).size).toBe(3)
  })

  it('draws the same text for the same data, in any order of its properties', () => {
    const { category, model, ...more } = switchOf(48)
    expect(drawIllustration({ ...more, model, category })).toBe(drawIllustration(switchOf(48)))
  })

  it('draws every port of a matrix with 384 ports within 30 KB', () => {
    const sockets = (count: number) => drawIllustration(switchOf(count)).match(/M/g)!.length
    expect(sockets(384) - sockets(48)).toBe(336)
    expect(Buffer.byteLength(drawIllustration(switchOf(384)))).toBeLessThan(30_000)
    expect(Buffer.byteLength(drawIllustration(switchOf(25_600)))).toBeLessThan(30_000)
  })

  it('counts the ports of the description when none are stated', () => {
    const category = { name: 'Connectors and Plates', icon: 'plug-connected' }
    const panel = (ports: number) => drawIllustration({ category, rackUnits: 1, description: `Patch panel, ${ports} ports, 1 RU` })
    expect(panel(24).match(/M/g)!.length - panel(12).match(/M/g)!.length).toBe(12)
  })

  it('takes the rack units from the description where only that is known', () => {
    const category = { name: 'Amplifiers' }
    const described = drawIllustration({ category, description: 'Amplifier, 3 RU' })
    expect(described).toBe(drawIllustration({ category, description: 'Amplifier, 3 RU', rackUnits: 3 }))
    expect(drawIllustration({ category, description: 'Amplifier, 3 RU', rackUnits: null })).not.toBe(described)
  })

  it('keeps the proportions of a rack device and states them', () => {
    const svg = drawIllustration({ category: { name: 'Amplifiers', icon: 'wave-square' }, rackUnits: 2 })
    expect(svg).toContain('>19 in, 2 RU</text>')
    const [, width = '', height = ''] = /h([\d.]+)a2 2[^v]*v([\d.]+)/.exec(svg) ?? []
    expect((Number(width) + 4) / (Number(height) + 4)).toBeCloseTo(19 / 3.5, 1)
  })

  it('states the diagonal of a display', () =>
    expect(drawIllustration({ category: { name: 'Displays', icon: 'device-tv' }, diagonalIn: 97.5 })).toContain('>97.5″</text>'))

  it('draws a rack accessory in any category', () => {
    const drawn = RackAccessory.values.map(({ value }) => body(drawIllustration({ rackAccessory: value as RackAccessory, rackUnits: 2 })))
    expect(new Set(drawn).size).toBe(RackAccessory.values.length)
  })

  it('escapes hostile names', () => {
    const model = '"/><script>alert(1)</script>&\u0000\u001b]]>'
    const svg = drawIllustration({ model, category: { name: '</title><image href="http://x.example">', icon: '"' }, description: model })
    expectWellFormed(svg)
    expect(svg).not.toMatch(/<script|<image|\p{Cc}/u)
  })
})

describe('drawRackFace', () => {
  it('draws the front of a rack device without text', () => {
    const svg = drawRackFace(switchOf(24)) ?? ''
    expectWellFormed(svg)
    expect(svg).not.toMatch(/<text|<title|NaN/)
  })

  it('draws none for a product outside racks', () =>
    expect(drawRackFace({ category: { name: 'Displays', icon: 'device-tv' } })).toBeUndefined())
})
