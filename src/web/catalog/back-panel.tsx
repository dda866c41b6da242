import css from './back-panel.module.css'
import { backPanel, describePanel, groupPorts, headHeight, placeInBank, type Sockets } from './back-panel-layout.ts'
import { connectorSymbols, type Socket } from './connector-symbols.ts'

function Face({ socket }: { socket: Socket }) {
  const { outline, filled }: { outline: string; filled?: string } = connectorSymbols[socket]
  return (
    <>
      <path d={outline} />
      {filled && <path d={filled} className={css.pin} />}
    </>
  )
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
                  <Face socket={socket} />
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
