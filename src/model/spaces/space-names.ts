/** Number and name of a space as reports show it: `204 Boardroom`. A name equal to the number is shown once. */
export const spaceLabel = ({ number, name }: { number: string | null; name: string }) =>
  [number === name ? null : number, name].filter(Boolean).join(' ')
