import { Button, useComputedColorScheme } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { triggerShortcut } from '../kit/look/keys.ts'
import { EmptyState, PageHead } from '../kit/pages.tsx'
import { useMayVisit } from '../kit/request/can.ts'
import { useTitle } from '../kit/request/title.ts'
import css from './help.module.css'
import { screenshotUrl } from './pictures.ts'
import { type HelpSheet, sheets } from './sheets.ts'

export function HelpPage() {
  return (
    <div className={css.page}>
      <PageHead
        crumbs={[]}
        title="Help"
        actions={
          <Button variant="default" onClick={() => triggerShortcut('keys')}>
            Show the keys
          </Button>
        }
      />
      <ul className={css.list}>
        {sheets.map(({ id, title, intro }) => (
          <li key={id}>
            <Link to={`/help/${id}`}>
              <b>{title}</b>
              <span>{intro}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function HelpSheetPage() {
  const { sheet } = useParams({ strict: false })
  const at = sheets.findIndex(({ id }) => id === sheet)
  const shown = sheets[at]
  useTitle(shown?.title)
  return (
    <div className={css.page}>
      <PageHead crumbs={[{ label: 'Help', to: '/help' }]} title={shown?.title ?? 'Help'} />
      {shown ? <Sheet sheet={shown} next={sheets[at + 1]} /> : <EmptyState text="Help sheet not found." />}
    </div>
  )
}

function Sheet({ sheet, next }: { sheet: HelpSheet; next: HelpSheet | undefined }) {
  const { id, title, intro, parts, to } = sheet
  const mayVisit = useMayVisit()
  const isDark = useComputedColorScheme() === 'dark'
  return (
    <article className={css.sheet}>
      <p className={css.intro}>{intro}</p>
      {mayVisit(to) && (
        <p>
          <Link to={to} className="dna-link">
            Open the page
          </Link>
        </p>
      )}
      <img
        className={css.picture}
        src={screenshotUrl(id, isDark)}
        alt={`The page this sheet is about: ${title}`}
        width={1200}
        height={720}
      />
      {parts.map(({ heading, steps }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <ul>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </section>
      ))}
      {next && (
        <p className={css.next}>
          Next:{' '}
          <Link to={`/help/${next.id}`} className="dna-link">
            {next.title}
          </Link>
        </p>
      )}
    </article>
  )
}
