import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const text = readFileSync(join(import.meta.dirname, '..', '..', 'src', 'web', 'routes.tsx'), 'utf8')

export const routes = [...text.matchAll(/\{ path: '([^']+)', page: .*?permission: (.+?), layout: '(main|simple)' \}/g)].map(
  ([, path, permission, layout]) => ({
    path: path!,
    permission: permission!,
    layout: layout!,
  }),
)
