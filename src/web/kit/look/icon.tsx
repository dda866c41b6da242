import type { JSX, SVGProps } from 'react'

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke' | 'children'> {
  size?: number
  stroke?: number
}
export type Icon = (props: IconProps) => JSX.Element

const classes = (className?: string) => (className ? `dna-icon ${className}` : 'dna-icon')

/** Outline icon from an SVG path on a 24 × 24 grid. */
// @__NO_SIDE_EFFECTS__
export function outlineIcon(path: string): Icon {
  return ({ size = 24, stroke = 1.6, className, ...rest }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the words beside it, or an aria-label given to it, say what it means
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classes(className)}
      {...rest}
    >
      <path d={path} />
    </svg>
  )
}

// @__NO_SIDE_EFFECTS__
export function filledIcon(...paths: string[]): Icon {
  return ({ size = 24, stroke: _lines, className, ...rest }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the words beside it, or an aria-label given to it, say what it means
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="currentColor"
      className={classes(className)}
      {...rest}
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
