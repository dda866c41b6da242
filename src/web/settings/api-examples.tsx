import { Button, CopyButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Code } from '../kit/pages.tsx'
import css from './api-docs.module.css'
import { curlExample, examples, typescriptExample } from './api-example-texts.ts'

export function ApiExamplesPage() {
  const { origin } = location
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>API examples</h1>
        <Link to="/api-docs" className="dna-link">
          All calls
        </Link>
      </header>
      <p>
        A program needs a token: create one on{' '}
        <Link to="/account/profile" className="dna-link">
          your profile
        </Link>
        , with just the permissions it needs, and keep it in <Code>DNA_TOKEN</Code>. The ids are examples.
      </p>
      {examples.map((example) => (
        <section key={example.title} aria-label={example.title}>
          <h2>{example.title}</h2>
          <Text title="curl" text={curlExample(example, origin)} />
          <Text title="TypeScript" text={typescriptExample(example, origin)} />
        </section>
      ))}
    </div>
  )
}

const Text = ({ title, text }: { title: string; text: string }) => (
  <figure className={css.shape}>
    <figcaption>
      {title}
      <CopyButton value={text} timeout={2000}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="subtle" color="gray" ml="xs" onClick={copy}>
            <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
          </Button>
        )}
      </CopyButton>
    </figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls, so the keyboard must reach it */}
    <pre tabIndex={0}>{text}</pre>
  </figure>
)
