import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'

export function ErrorPage({ error: thrown, reset }: ErrorComponentProps) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  return (
    <section style={{ maxWidth: 480, margin: '128px auto', padding: '0 16px' }} role="alert">
      <h1 style={{ fontSize: '1.125rem', lineHeight: '1.5rem', fontWeight: 600 }}>This page could not be shown</h1>
      <p style={{ margin: '12px 0', overflowWrap: 'anywhere' }}>{error.message}</p>
      <Button variant="default" onClick={() => (isCodeMissing(error) ? location.reload() : reset())}>
        Try again
      </Button>
    </section>
  )
}

/** After a new version is installed, the old page's files are gone; only a reload finds the new ones. */
const isCodeMissing = ({ message }: Error) => /import|module|chunk|fetch/i.test(message)
