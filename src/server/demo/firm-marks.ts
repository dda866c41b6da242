/** Drawn on a grid of 64 by 64, in white; `{color}` is the ground, for shapes cut out of white ones. */
interface Mark {
  color: string
  shapes: string
}
const line = 'fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"'
const waves = `<path d="M11 44q5.25-5 10.5 0t10.5 0 10.5 0 10.5 0M11 52q5.25-5 10.5 0t10.5 0 10.5 0 10.5 0" ${line}/>`

/** Logos of the demo's clients, by the key of the client. */
export const clientMarks: Readonly<Record<string, Mark>> = {
  northlake: { color: '#1d5ab8', shapes: `<path d="m11 37 14-21 8 11 6-7 14 17z"/>${waves}` },
  haldenpharma: {
    color: '#0f7767',
    shapes: `<path d="m32 10 19 11v22L32 54 13 43V21z" ${line}/><path d="M29 22h6v7h7v6h-7v7h-6v-7h-7v-6h7z"/>`,
  },
  westbrook: { color: '#7a3b2e', shapes: '<path d="M10 18q12-5 20 2v28q-8-6-20-2zM54 18q-12-5-20 2v28q8-6 20-2z"/>' },
  marlow: { color: '#4a535a', shapes: '<path d="M12 50V30h10v20zM26 50V14h12v36zM42 50V23h10v27z"/>' },
  aurumbank: { color: '#8f5d00', shapes: `<circle cx="32" cy="32" r="20" ${line}/><path d="M22 25h20v5H22zM22 34h20v5H22z"/>` },
  stbrennan: {
    color: '#b0231d',
    shapes:
      '<path d="M32 53C8 37 9 16 22 14c6-1 9 4 10 7 1-3 4-8 10-7 13 2 14 23-10 39z"/><path fill="{color}" d="M30 24h4v6h6v4h-6v6h-4v-6h-6v-4h6z"/>',
  },
  fieldstone: {
    color: '#5a6670',
    shapes: '<ellipse cx="32" cy="47" rx="20" ry="7"/><ellipse cx="31" cy="32" rx="14" ry="6"/><ellipse cx="33" cy="19" rx="9" ry="5"/>',
  },
  verrasoftware: { color: '#6647b3', shapes: '<path d="M12 15h9l11 24 11-24h9L36 51h-8z"/>' },
  coastmuseum: { color: '#0e6580', shapes: `<path d="M16 36a16 16 0 0 1 32 0z"/>${waves}` },
  portofessen: {
    color: '#23415f',
    shapes: `<circle cx="32" cy="15" r="5" ${line}/><path d="M32 20v32M22 28h20M13 37q2 15 19 15t19-15" ${line}/>`,
  },
  cedarridge: { color: '#19703f', shapes: '<path d="m32 8 13 20h-6l10 14H15l10-14h-6zM29 44h6v11h-6z"/>' },
  larkspur: {
    color: '#ad4268',
    shapes:
      '<circle cx="32" cy="18" r="9"/><circle cx="45.3" cy="27.7" r="9"/><circle cx="40.2" cy="43.3" r="9"/><circle cx="23.8" cy="43.3" r="9"/><circle cx="18.7" cy="27.7" r="9"/><circle cx="32" cy="32" r="6" fill="{color}"/>',
  },
  tidewater: {
    color: '#2f6bc6',
    shapes: `<circle cx="32" cy="44" r="5"/><path d="M22 36a13 13 0 0 1 20 0M15 28a22 22 0 0 1 34 0" ${line}/>`,
  },
  aldercourts: { color: '#3b3f63', shapes: '<path d="m32 9 22 14H10zM14 27h6v17h-6zM29 27h6v17h-6zM44 27h6v17h-6zM10 48h44v6H10z"/>' },
  orchardretail: {
    color: '#a2512a',
    shapes:
      '<path d="M32 25c-6-6-20-3-18 12 1 10 9 18 14 18 2 0 3-1 4-1s2 1 4 1c5 0 13-8 14-18 2-15-12-18-18-12z"/><path d="M32 22q0-11 10-13 0 11-10 13z"/>',
  },
}

/** Logo of the demo's firm: two waves that cross. */
export const firmMark: Mark = {
  color: '#0e6580',
  shapes: `<path d="M12 20c14 0 26 24 40 24" ${line}/><path d="M12 44c14 0 26-24 40-24" ${line}/><path d="M12 32h6M29 32h6M46 32h6" ${line}/>`,
}

export const markSize = 256
export const markSvg = ({ color, shapes }: Mark): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="${markSize}" height="${markSize}"><rect width="64" height="64" rx="10" fill="${color}"/><g fill="#fff">${shapes.replaceAll('{color}', color)}</g></svg>`
