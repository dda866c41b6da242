import type { ReactNode } from 'react'
import css from './back-panel.module.css'
import { backPanel, describePanel, groupPorts, headHeight, placeInBank, type Socket, type Sockets } from './back-panel-layout.ts'

const faces: Record<Socket, ReactNode> = {
  round: (
    <>
      <circle cx="13" cy="13" r="11" />
      <circle cx="13" cy="9" r="1.5" className={css.pin} />
      <circle cx="9" cy="16" r="1.5" className={css.pin} />
      <circle cx="17" cy="16" r="1.5" className={css.pin} />
    </>
  ),
  jack: <path d="M3 4h20v18h-5v3h-10v-3h-5zM7 4v4M10 4v4M13 4v4M16 4v4M19 4v4" />,
  trapezoid: <path d="M1 7h24v6l-4 6h-16l-4-6zM6 12h14" />,
  slot: <path d="M3 8h20v10h-20zM6 11h14v3h-14z" />,
  block: <path d="M1 5h24v16h-24zM9 5v16M17 5v16M3 13h4M11 13h4M19 13h4" />,
  duplex: <path d="M2 5h10v16h-10zM14 5h10v16h-10zM7 13m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M19 13m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0" />,
  inlet: <path d="M5 3h16l4 5v15h-24v-15zM13 8v4M8 14v4M18 14v4" />,
  plain: <rect x="2" y="4" width="22" height="18" rx="3" />,
}

export function BackPanel({ sockets }: { sockets: Sockets }) {
  const banks = groupPorts(sockets)
  if (banks.length === 0) return null
  const { width, height, banks: placed } = backPanel(banks)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <div className={css.scroll} tabIndex={0}>
      <svg className={css.panel} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={describePanel(banks)}>
        <rect className={css.metal} x="0.5" y="0.5" width={width - 1} height={height - 1} rx="6" />
        {placed.map(({ kind, socket, drawn, count, names, x, y, height }) => (
          <g key={`${kind} ${x} ${y}`} transform={`translate(${x} ${y})`}>
            <text className={css.kind} y={headHeight - 7}>
              {count} × {kind}
            </text>
            {drawn.map(({ name, color }, index) => {
              const place = placeInBank(index)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a socket is its place
                <g key={index} className={css.socket} transform={`translate(${place.x} ${place.y})`}>
                  {name && <title>{name}</title>}
                  {faces[socket]}
                  {color && <rect x="4" y="28" width="18" height="2.5" rx="1" className={css.signal} style={{ fill: color }} />}
                </g>
              )
            })}
            {names && (
              <text className={css.names} y={height - 4}>
                {count > drawn.length ? `${names}, ${drawn.length} of them drawn` : names}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  )
}
