/** Number and name of a space as reports show it: `204 Boardroom`. A name that is the number stands alone. */
export const spaceLabel = ({ number, name }: { number: string | null; name: string }) =>
  [number === name ? null : number, name].filter(Boolean).join(' ')
