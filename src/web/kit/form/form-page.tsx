import { useParams } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import { lowerCaseName } from '../../../model/kit/plural.ts'
import { preload } from '../look/load-with-retry.ts'
import { type Crumb, LoadError, Skeletons } from '../parts/small-parts.tsx'
import { resourceCalls, useRead } from '../request/call.ts'
import type { AnyCall } from '../request/client.ts'
import { lazyPart } from '../request/lazy-part.ts'
import type { Values } from './form.ts'
import css from './form-page.module.css'
import type { FormPageProps } from './form-page-body.tsx'
import { PageHead } from './page-head.tsx'
import { PathParamsContext } from './picker-names.ts'

const loadBody = () => import('./form-page-body.tsx')
const FormPageBody = lazyPart(loadBody)

export function FormPage<R extends Resource>(props: FormPageProps<R>) {
  const { resource, under } = props
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const id = props.id ?? params.id ?? 'new'
  const isNew = id === 'new'
  const pathParams = { ...under, [resource.parent ? 'itemId' : 'id']: id }
  const row = useRead<AnyCall>(resourceCalls(resource).read, { params: pathParams }, { enabled: !isNew, isQuiet: true })
  const crumbs = (known?: any): Crumb[] => props.crumbs?.(known) ?? [{ label: resource.names.many, to: resource.route }]
  // The code loads beside the row.
  useEffect(preload(loadBody), [])
  const loading = (
    <div className={css.page}>
      <PageHead crumbs={crumbs()} title={resource.names.one} />
      {row.error ? (
        <LoadError error={row.error} title={`This ${lowerCaseName(resource.names.one)}`} onRetry={() => void row.refetch()} />
      ) : (
        <Skeletons rows={8} />
      )}
    </div>
  )
  if (!isNew && !row.data) return loading
  return (
    <PathParamsContext value={under ?? {}}>
      <Suspense fallback={loading}>
        <FormPageBody
          key={String(id)}
          {...(props as unknown as FormPageProps<Resource>)}
          row={row.data as Values | undefined}
          isNew={isNew}
          crumbsOf={crumbs}
        />
      </Suspense>
    </PathParamsContext>
  )
}
