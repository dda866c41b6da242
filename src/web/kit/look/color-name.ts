/** Upper ends of the hues, in degrees. */
const hues: [number, string][] = [
  [14, 'red'],
  [42, 'orange'],
  [66, 'yellow'],
  [158, 'green'],
  [196, 'teal'],
  [250, 'blue'],
  [288, 'violet'],
  [345, 'pink'],
  [361, 'red'],
]

/** Names a color such as `#0055aa` in plain English: "Dark blue". */
export function colorName(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [least, most] = [Math.min(red, green, blue), Math.max(red, green, blue)]
  const [lightness, spread] = [(least + most) / 2, most - least]
  if (lightness < 0.12) return 'Black'
  if (lightness > 0.96) return 'White'
  const sixth = most === red ? ((green - blue) / spread + 6) % 6 : most === green ? (blue - red) / spread + 2 : (red - green) / spread + 4
  const name = spread < 0.12 ? 'gray' : (hues.find(([end]) => sixth * 60 < end)?.[1] ?? 'red')
  const shade = lightness < 0.36 ? 'dark ' : lightness > 0.72 ? 'light ' : ''
  const words = shade + name
  return words.charAt(0).toUpperCase() + words.slice(1)
}
