import { Menu, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { IconKey, IconLogout, IconUser } from '../kit/look/icons.ts'
import { userName } from '../kit/parts/avatar.tsx'
import { lazyPart } from '../kit/request/lazy-part.ts'
import { useSession } from '../kit/request/session.ts'
import css from './layout.module.css'
import { UserButton } from './user-button.tsx'

const PermissionList = lazyPart(() => import('./permission-list.tsx'))
const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const

/** The permission list is for testers, so it is hidden in production. */
const showsPermissions = (badge?: string) => badge === 'LOCAL' || badge === 'DEV' || badge === 'TEST'

/** Loaded on first use and opened at once. From then on it is an ordinary menu. */
export default function UserMenu({ badge, children }: { badge?: string; children?: ReactNode }) {
  const { user } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [listsPermissions, setListsPermissions] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // This button has replaced the one that was pressed, so it takes the focus to receive it back when the menu closes.
    target.current?.focus()
    setOpen(true)
  }, [])
  function closePermissions() {
    setListsPermissions(false)
    target.current?.focus()
  }
  if (!user) return null
  return (
    <>
      <Menu opened={isOpen} onChange={setOpen} position="bottom-end" width={240} withinPortal={false}>
        <Menu.Target>
          <UserButton ref={target} />
        </Menu.Target>
        <Menu.Dropdown>
          <div className={css.meHead}>
            <strong>{userName(user)}</strong>
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
          <PermissionList onClose={closePermissions} />
        </Suspense>
      )}
    </>
  )
}
