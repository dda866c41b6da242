import { Button } from '@mantine/core'
import type { SitePaper } from '../../model/site/enums.ts'
import { sitePaper } from '../../model/site/site-calls.ts'
import { IconDownload } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { useCall } from '../kit/request/call.ts'

export const tellOfPaper = ({ fileName }: { fileName: string }) =>
  toast.info(`${fileName} is being made. It will be in the download center.`)

export function PaperButton({ projectId, kind }: { projectId: number; kind: SitePaper }) {
  const { mutate, isPending } = useCall(sitePaper, { onDone: tellOfPaper })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={isPending}
      onClick={() => mutate({ params: { id: projectId, kind } })}
    >
      PDF
    </Button>
  )
}
