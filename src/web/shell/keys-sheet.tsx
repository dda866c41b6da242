import { Kbd, Modal } from '@mantine/core'
import { activeShortcuts, keyCaps, type Shortcut, shortcutScopeNames } from '../kit/look/keys.ts'
import { useSession } from '../kit/request/session.ts'
import css from './keys-sheet.module.css'

/** Shortcuts that are active now. Pages behind `g` come from the user's menu. */
export default function KeysSheet({ goShortcuts, onClose }: { goShortcuts: Shortcut[]; onClose: () => void }) {
  const { isExternal } = useSession()
  const groups = [
    ...activeShortcuts(!isExternal).map(([scope, list]) => [shortcutScopeNames[scope], list] as const),
    ['Go to', goShortcuts] as const,
  ]
  return (
    <Modal opened onClose={onClose} title="Keys" size={720}>
      <div className={css.sheet}>
        {groups.map(([name, list]) => (
          <section key={name} className={css.group}>
            <h2>{name}</h2>
            <dl>
              {list.map(([press, does]) => (
                <div key={`${press} ${does}`}>
                  <dt>
                    {keyCaps(press).map((cap) => (
                      <Kbd key={cap}>{cap}</Kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
