/** The usual cable of each signal type. */
const defaultCables: readonly { signal: string; manufacturer: string; model: string }[] = [
  { signal: 'Ethernet', manufacturer: 'Belden', model: '10GXS12' },
  { signal: 'Dante or AES67', manufacturer: 'Belden', model: '10GXS12' },
  { signal: 'AV over IP', manufacturer: 'Belden', model: '10GXS12' },
  { signal: 'HDBaseT', manufacturer: 'Belden', model: '10GXS12' },
  { signal: 'SDI', manufacturer: 'Belden', model: '1694A' },
  { signal: 'Analog Audio Mic', manufacturer: 'Belden', model: '9451' },
  { signal: 'Analog Audio Line', manufacturer: 'Belden', model: '9451' },
  { signal: 'Speaker 70 V', manufacturer: 'Belden', model: '5000UE' },
  { signal: 'Speaker low-Z', manufacturer: 'Belden', model: '5000UE' },
  { signal: 'RS-232', manufacturer: 'Belden', model: '1502R' },
  { signal: 'HDMI', manufacturer: 'Crestron', model: 'CBL-HD-12' },
]

/** Feet on a reel, by model. */
export const reelLengths: ReadonlyMap<string, number> = new Map([
  ['10GXS12', 1000],
  ['1694A', 1000],
  ['9451', 500],
  ['5000UE', 1000],
  ['1502R', 500],
])

/** The cables that are in the catalog. */
export const findDefaultCables = (idOf: (manufacturer: string, model: string) => number | undefined) =>
  defaultCables.flatMap(({ signal, manufacturer, model }) => {
    const cableId = idOf(manufacturer, model)
    return cableId === undefined ? [] : [{ signal, cableId }]
  })
