import { ReportScope, ReportType } from '../../model/reports/enums.ts'
import { reportHistory, requestReport } from '../../model/reports/report-calls.ts'
import { ReasonButton } from '../kit/pages.tsx'
import { useCall } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { showFilePending } from '../kit/request/pending-files.ts'

/** Generates the bill of materials of one room with the default options. */
export function RoomBom({ space }: { space: { id: number; projectId: number; equipmentCount: number } }) {
  const { mutate, isPending } = useCall(requestReport, { invalidates: [reportHistory], onDone: showFilePending })
  if (!can({ all: ['ProjectReports.View', 'ProjectReports.BOM'] })) return null
  const body = {
    reportType: ReportType.BOM,
    scope: ReportScope.SelectedSpaces,
    spaceIds: [space.id],
    levelIds: null,
    sheetOptions: [],
    options: null,
  }
  return (
    <ReasonButton
      variant="default"
      loading={isPending}
      reason={space.equipmentCount === 0 && 'This room has no equipment yet'}
      onClick={() => mutate({ params: { id: space.projectId }, body })}
    >
      BOM
    </ReasonButton>
  )
}
