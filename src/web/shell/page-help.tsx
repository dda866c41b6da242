import { ActionIcon, Popover } from '@mantine/core'
import { Link, useMatches } from '@tanstack/react-router'
import { useState } from 'react'
import { IconHelpCircle } from '../kit/look/icons.ts'
import css from './layout.module.css'

const loadPageHelp = () => import('../page-help.ts')

export function PageHelp() {
  const path = String(useMatches({ select: (matches) => matches.at(-1)?.fullPath }))
  const [help, setHelp] = useState<Record<string, string>>()
  const [isOpen, setOpen] = useState(false)
  async function open() {
    setHelp((await loadPageHelp()).pageHelp)
    setOpen(true)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} withArrow trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon aria-label="About this page" title="About this page" onClick={() => (isOpen ? setOpen(false) : void open())}>
          <IconHelpCircle size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="About this page">
        <p className={css.help}>{help?.[path] ?? help?.['/not-found']}</p>
        <Link to="/help" className="dna-link" onClick={() => setOpen(false)}>
          All help
        </Link>
      </Popover.Dropdown>
    </Popover>
  )
}
