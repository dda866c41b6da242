import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { IconDownload } from '../kit/look/icons.ts'
import { showError } from '../kit/request/errors.ts'
import type { OpenedFile } from '../kit/request/open-file.ts'
import { saveFile } from './fetch-file.ts'
import css from './file-viewer.module.css'

export interface ViewerProps {
  file: OpenedFile
}

export function ViewerToolbar({ file: { name, url, mayDownload = true }, children }: ViewerProps & { children?: ReactNode }) {
  return (
    <div className={css.toolbar} role="toolbar" aria-label="Viewer">
      {children}
      <span className={css.spring} />
      {mayDownload && url && (
        <Button
          size="xs"
          variant="default"
          className={css.save}
          leftSection={<IconDownload size={16} />}
          aria-label="Download"
          onClick={() => saveFile(name, url).catch(showError)}
        >
          Download
        </Button>
      )}
    </div>
  )
}

interface ToolProps {
  label: string
  Icon: ComponentType<{ size?: number }>
  onClick: () => void
  disabled?: boolean
  isPressed?: boolean
}
export const Tool = ({ label, Icon, onClick, disabled, isPressed }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon
      size={28}
      aria-label={label}
      aria-pressed={isPressed}
      data-pressed={isPressed || undefined}
      className={css.tool}
      {...{ onClick, disabled }}
    >
      <Icon size={18} />
    </ActionIcon>
  </Tooltip>
)

export const Fetching = () => (
  <p className={css.message} role="status">
    Fetching File...
  </p>
)

interface FailedProps {
  text?: string
  /** Fault of the file, if it is known. */
  reason?: string
  onRetry?: () => void
}
export function Failed({ text = 'Error Fetching File Content!', reason, onRetry }: FailedProps) {
  return (
    <div className={css.message} role="alert">
      <p>{text}</p>
      {reason && <p>{reason}</p>}
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

const zooms = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8]
export const zoomed = (from: number, isCloser: boolean) =>
  (isCloser ? zooms.find((zoom) => zoom > from + 0.001) : zooms.findLast((zoom) => zoom < from - 0.001)) ?? from
