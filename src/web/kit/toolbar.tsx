import { ActionIcon, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { AvatarFace } from './avatar.tsx'
import { IconKey, IconLogout, IconMenu2, IconUser } from './icons.ts'
import css from './layout.module.css'
import { useSession } from './session.ts'

/** What areas put into the toolbar and the menu of the person. */
export interface ToolbarSlots {
  /** Left: search. */
  find?: ReactNode
  /** Right, before the person: quick tools, downloads. */
  tools?: ReactNode
  /** `Menu.Item`s of the person's menu. */
  userMenu?: ReactNode
}

const PermissionList = lazy(() => import('./permission-list.tsx'))
const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const

/** The permission list helps testers; elsewhere it is nobody's business. */
const showsPermissions = (badge?: string) => badge === 'LOCAL' || badge === 'DEV' || badge === 'TEST'

function UserMenu({ badge, children }: { badge?: string; children?: ReactNode }) {
  const { user } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [listsPermissions, setListsPermissions] = useState(false)
  if (!user) return null
  const name = `${user.firstName} ${user.lastName}`
  return (
    <>
      <Menu position="bottom-end" width={240} withinPortal={false}>
        <Menu.Target>
          <UnstyledButton className={css.me} aria-label={`${name}, account menu`}>
            <AvatarFace user={user} size={28} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={css.meHead}>
            <strong>{name}</strong>
            <span className="dna-hint">{user.email}</span>
          </div>
          <Menu.Divider />
          <Menu.Item component={Link} to="/account/profile" leftSection={<IconUser size={16} />}>
            Profile
          </Menu.Item>
          {children}
          {showsPermissions(badge) && (
            <Menu.Item leftSection={<IconKey size={16} />} onClick={() => setListsPermissions(true)}>
              List Permissions
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Label>Theme</Menu.Label>
          <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as typeof colorScheme)}>
            {schemes.map(({ value, label }) => (
              <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item component={Link} to="/logout" leftSection={<IconLogout size={16} />}>
            Logout
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {listsPermissions && (
        <Suspense>
          <PermissionList onClose={() => setListsPermissions(false)} />
        </Suspense>
      )}
    </>
  )
}

export function Toolbar({ slots, badge, onMenu }: { slots: ToolbarSlots; badge?: string; onMenu: () => void }) {
  return (
    <header className={css.toolbar}>
      <ActionIcon className={css.onPhone} aria-label="Open the menu" onClick={onMenu}>
        <IconMenu2 size={18} />
      </ActionIcon>
      <Link to="/dashboard" className={`${css.brandName} ${css.onPhone}`}>
        DNA
      </Link>
      {slots.find}
      <span className={css.spring} />
      {slots.tools}
      <UserMenu badge={badge}>{slots.userMenu}</UserMenu>
    </header>
  )
}
