import { ActionIcon, Kbd, Tabs, Tooltip } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { type ComponentType, type RefObject, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { IconPin, IconPinnedFilled, IconX } from '../kit/look/icons.ts'
import { BtuCalculator } from './btu.tsx'
import type { ToolProps } from './calculator-parts.tsx'
import { PowerCalculator } from './power.tsx'
import { ProjectCostEstimator } from './project-cost.tsx'
import css from './quick-tools.module.css'
import { ScreenSizeCalculator } from './screen-size.tsx'

interface Tool {
  key: string
  tab: string
  name: string
  Of: ComponentType<ToolProps>
}
const tools: Tool[] = [
  { key: 'btu', tab: 'BTU', name: 'BTU Calculator', Of: BtuCalculator },
  { key: 'power', tab: 'Power', name: 'Power Calculator', Of: PowerCalculator },
  { key: 'project-cost', tab: 'Project cost', name: 'Project Cost Estimator', Of: ProjectCostEstimator },
  { key: 'screen-size', tab: 'Screen size', name: 'Screen Size Calculator', Of: ScreenSizeCalculator },
]

interface PanelProps {
  isOpen: boolean
  isPinned: boolean
  takesFocus: boolean
  panel: RefObject<HTMLDivElement | null>
  onClose: () => void
  onPin: () => void
}

/** The four calculators in a panel on the right; the page stays usable. */
export default function QuickToolsPanel({ isOpen, isPinned, takesFocus, panel, onClose, onPin }: PanelProps) {
  const [remembered, remember] = useLocalStorage({ key: 'quick-tool', defaultValue: tools[0]!.key, getInitialValueInEffect: false })
  const current = tools.some(({ key }) => key === remembered) ? remembered : tools[0]!.key
  const [rounds, setRounds] = useState<Record<string, number>>({})

  useEffect(() => {
    if (isOpen && takesFocus) panel.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
  }, [isOpen, takesFocus, panel])

  const pinLabel = isPinned ? 'Close when clicking elsewhere' : 'Keep open'
  return createPortal(
    <div ref={panel} className={css.panel} role="dialog" aria-label="Quick tools" hidden={!isOpen}>
      <div className={css.head}>
        <h2>Quick tools</h2>
        <Kbd className={css.key}>Ctrl Q</Kbd>
        <span className={css.spring} />
        <Tooltip label={pinLabel}>
          <ActionIcon aria-label="Keep open" aria-pressed={isPinned} onClick={onPin}>
            {isPinned ? <IconPinnedFilled size={18} /> : <IconPin size={18} />}
          </ActionIcon>
        </Tooltip>
        <ActionIcon aria-label="Close quick tools" onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
      </div>
      <Tabs value={current} onChange={(key) => key && remember(key)} className={css.tabs}>
        <Tabs.List aria-label="Tools" className={css.tabList}>
          {tools.map(({ key, tab, name }) => (
            <Tabs.Tab key={key} value={key} aria-label={name}>
              {tab}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tools.map(({ key, name, Of }) => (
          <Tabs.Panel key={key} value={key} className={css.tool}>
            <Of key={rounds[key]} name={name} onReset={() => setRounds({ ...rounds, [key]: (rounds[key] ?? 0) + 1 })} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>,
    document.body,
  )
}
