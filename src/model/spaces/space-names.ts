/** Number and name of a space as reports show it: `204 Boardroom`. */
export const spaceLabel = ({ number, name }: { number: string | null; name: string }) => [number, name].filter(Boolean).join(' ')
