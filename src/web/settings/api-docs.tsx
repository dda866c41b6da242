import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { formatCount } from '../../model/kit/plural.ts'
import { Code, EmptyState, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import css from './api-docs.module.css'

interface Operation {
  summary: string
  tags: string[]
  parameters?: { name: string; in: string; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
  'x-permission'?: string[]
  'x-permission-mode'?: 'any'
  'x-public'?: true
}
interface Document {
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
}
interface Entry extends Operation {
  method: string
  path: string
}

const neededPermission = (operation: Operation) =>
  operation['x-public']
    ? 'anyone'
    : (operation['x-permission']?.join(operation['x-permission-mode'] === 'any' ? ' or ' : ' and ') ?? 'anyone signed in')

export function ApiDocsPage() {
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: ['openapi'],
    queryFn: async () => {
      const answer = await fetch('/api/openapi.json')
      if (!answer.ok) throw new Error('The document could not be read.')
      return (await answer.json()) as Document
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const entries = useMemo(
    () =>
      Object.entries(data?.paths ?? {}).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]): Entry => ({ ...operation, method: method.toUpperCase(), path })),
      ),
    [data],
  )
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = entries.filter((entry) =>
    words.every((word) => `${entry.method} ${entry.path} ${entry.summary} ${neededPermission(entry)}`.toLowerCase().includes(word)),
  )
  const tags = [...new Set(shown.map(({ tags: [tag] }) => tag ?? ''))].sort()
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>API</h1>
        <span className={css.note}>{data && `${formatCount(entries.length, 'call')}, version ${data.info.version}`}</span>
        <Link to="/api-docs/examples" className="dna-link">
          Examples
        </Link>
        <a href="/api/openapi.json" className="dna-link">
          OpenAPI document
        </a>
      </header>
      <TextInput
        className={css.search}
        aria-label="Search calls"
        placeholder="Search calls"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {error ? (
        <LoadError error={error} title="API" onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeletons rows={10} />
      ) : shown.length === 0 ? (
        <EmptyState text="No call matches this search." action="Clear search" onAction={() => setSearch('')} />
      ) : (
        tags.map((tag) => (
          <section key={tag} aria-label={tag}>
            <h2>{tag}</h2>
            {shown
              .filter((entry) => entry.tags[0] === tag)
              .map((entry) => (
                <Call key={`${entry.method} ${entry.path}`} entry={entry} />
              ))}
          </section>
        ))
      )}
    </div>
  )
}

/** Renders schemas only when expanded, because there are hundreds. */
function Call({ entry }: { entry: Entry }) {
  const [isOpen, setOpen] = useState(false)
  const body = Object.values(entry.requestBody?.content ?? {})[0]?.schema
  return (
    <details className={css.call} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Code>{entry.method}</Code>
        <span className={css.path}>{entry.path}</span>
        <span className={css.note}>{entry.summary}</span>
      </summary>
      {isOpen && (
        <div className={css.body}>
          <p>May be called by: {neededPermission(entry)}</p>
          {entry.parameters && entry.parameters.length > 0 && (
            <p>Parameters: {entry.parameters.map(({ name, in: place }) => `${name} (${place})`).join(', ')}</p>
          )}
          {body && <Shape title="Body" schema={body} />}
          {Object.entries(entry.responses).map(([status, { description, content }]) => {
            const schema = Object.values(content ?? {})[0]?.schema
            return Number(status) < 300 && schema ? (
              <Shape key={status} title={`Answer ${status}`} schema={schema} />
            ) : (
              <p key={status}>{`${status}: ${description}`}</p>
            )
          })}
        </div>
      )}
    </details>
  )
}

const Shape = ({ title, schema }: { title: string; schema: object }) => (
  <figure className={css.shape}>
    <figcaption>{title}</figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls, so the keyboard must reach it */}
    <pre tabIndex={0}>{JSON.stringify(schema, null, 2)}</pre>
  </figure>
)
