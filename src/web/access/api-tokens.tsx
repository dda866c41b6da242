import { Button } from '@mantine/core'
import { useState } from 'react'
import { type apiTokenShape, createToken, endToken, endTokenOfUser, listTokens, listTokensOfUser } from '../../model/access/api-tokens.ts'
import { users } from '../../model/access/users.ts'
import type { ValuesOf } from '../../model/kit/description.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { internalPermissions } from '../../model/permissions.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { currentDay } from '../kit/look/clock.ts'
import { DateOnly, DateTime } from '../kit/look/format.tsx'
import { IconPlus } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { confirm, Panel } from '../kit/pages.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { session } from '../kit/request/session.ts'
import css from './account.module.css'
import { LinkDialog } from './link-dialog.tsx'
import { PermissionMatrix, permissionNames } from './permission-matrix.tsx'

type Token = ValuesOf<typeof apiTokenShape>

export function ApiTokens() {
  const { data, error } = useRead(listTokens)
  const [isNew, setNew] = useState(false)
  const [created, setMade] = useState<{ name: string; token: string }>()
  const { mutate: end } = useCall(endToken, { invalidates: [listTokens], onDone: () => toast.success('The token was revoked.') })
  const held = internalPermissions.filter((name) => session().held.has(name))
  return (
    <section className={css.section} aria-label="API tokens">
      <h2>API tokens</h2>
      <p className={css.text}>A program with a token acts on your behalf, with the permissions you choose for it.</p>
      {error && <p>Your tokens could not be read. {error.message}</p>}
      <TokenTable tokens={data?.items} onEnd={(id) => end({ params: { id } })} />
      <Button variant="default" mt="md" leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
        New token
      </Button>
      <CallDialog
        call={createToken}
        resource={users}
        size={960}
        opened={isNew}
        onClose={() => setNew(false)}
        title="New API token"
        verb="Create token"
        start={{ permissions: [] }}
        sections={[
          ['', ['name', 'expiresDate']],
          ['', ['permissions']],
        ]}
        controls={{
          permissions: ({ value, onChange, error: problem }) => (
            <>
              {problem && (
                <p role="alert" className={css.problem}>
                  {problem}
                </p>
              )}
              <PermissionMatrix allowed={held} value={permissionNames(value)} saved={[]} onChange={onChange} mayGive={() => true} />
            </>
          ),
        }}
        invalidates={[listTokens]}
        onDone={({ name, token }) => token && setMade({ name, token })}
      />
      <LinkDialog noun="Token" link={created?.token} title={`Token “${created?.name ?? ''}”`} onClose={() => setMade(undefined)}>
        Copy it now: it is shown only once. The program sends it as “Authorization: Bearer TOKEN” with every call.
      </LinkDialog>
    </section>
  )
}

export function TokensOfUser({ id }: { id: string }) {
  const { data } = useRead(listTokensOfUser, { params: { id } }, { isQuiet: true })
  const { mutate: end } = useCall(endTokenOfUser, {
    invalidates: [listTokensOfUser],
    onDone: () => toast.success('The token was revoked.'),
  })
  if (!data || data.items.length === 0) return null
  return (
    <Panel title="API tokens" note={formatCount(data.items.length, 'token')}>
      <TokenTable tokens={data.items} onEnd={(tokenId) => end({ params: { id, tokenId } })} />
    </Panel>
  )
}

function TokenTable({ tokens, onEnd }: { tokens: readonly Token[] | undefined; onEnd: (id: number) => void }) {
  if (!tokens || tokens.length === 0) return tokens && <p className="dna-muted">No tokens yet.</p>
  const today = currentDay()
  async function confirmRemoval({ id, name }: Token) {
    const isSure = await confirm({
      title: `Revoke the token ${name}?`,
      text: 'The program that uses it loses access immediately. This cannot be undone, but you can create a new token at any time.',
      verb: 'Revoke token',
      danger: true,
    })
    if (isSure) onEnd(id)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={css.scroll} aria-label="Tokens" tabIndex={0}>
      <table className={css.sessions}>
        <thead>
          <tr>
            <th>Name</th>
            <th>Permissions</th>
            <th>Made</th>
            <th>Expires</th>
            <th>Last used</th>
            <th>
              <span className="dna-hidden">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr key={token.id}>
              <td>{token.name}</td>
              <td title={token.permissions.join('\n')}>{formatCount(token.permissions.length, 'permission')}</td>
              <td>
                <DateOnly value={token.createDate} />
              </td>
              <td>{token.expiresDate < today ? 'Expired' : <DateOnly value={token.expiresDate} />}</td>
              <td>{token.lastUsedDate ? <DateTime value={token.lastUsedDate} /> : <span className="dna-muted">Never</span>}</td>
              <td>
                <Button
                  variant="subtle"
                  color="gray"
                  size="xs"
                  aria-label={`Revoke ${token.name}`}
                  onClick={() => void confirmRemoval(token)}
                >
                  Revoke
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
