import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import css from './rich-text.module.css'

const allowedTags = new Set('p br strong em u s ul ol li h1 h2 h3 h4 table thead tbody tr th td'.split(' '))

function renderNode(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof HTMLElement)) return null
  const name = node.localName
  const inside = [...node.childNodes].map(renderNode)
  if (name === 'br') return <br key={key} />
  if (name === 'img') {
    const src = node.getAttribute('src') ?? ''
    return src.startsWith('/api/files/') ? <img key={key} src={src} alt="" loading="lazy" /> : null
  }
  if (name === 'a') {
    const href = node.getAttribute('href') ?? ''
    if (/^(https?:|mailto:)/i.test(href))
      return (
        <a key={key} href={href} target="_blank" rel="noopener noreferrer">
          {inside}
        </a>
      )
  }
  return allowedTags.has(name) ? createElement(name, { key }, ...inside) : <Fragment key={key}>{inside}</Fragment>
}

/** Renders rich text element by element from an allowlist, so unsafe HTML is never inserted. */
export function RichText({ html }: { html: string }) {
  const content = useMemo(() => [...new DOMParser().parseFromString(html, 'text/html').body.childNodes].map(renderNode), [html])
  return <div className={css.text}>{content}</div>
}
