import { ReportType } from '../../model/reports/enums.ts'
import { reportHistory, requestReport } from '../../model/reports/report-calls.ts'
import { Panel, ReasonButton } from '../kit/pages.tsx'
import { useCall } from '../kit/request/call.ts'
import { fileIsComing } from '../kit/request/files-to-come.ts'
import type { Project } from '../projects/public.tsx'
import css from './project-reports.module.css'
import { useScopeChoice } from './scope-choice.tsx'

const useReport = () => useCall(requestReport, { invalidates: [reportHistory], onDone: fileIsComing })

/** The narrative for architect and engineers: what each space needs of the building. */
export function BinPanel({ project }: { project: Project }) {
  const { controls, body, isEmpty } = useScopeChoice(project)
  const { mutate, isPending } = useReport()
  return (
    <Panel title="BIN" note="Building infrastructure narrative, a Word document">
      <div className={css.options}>
        {controls}
        <ReasonButton
          onClick={() => mutate({ params: { id: project.id }, body: { reportType: ReportType.of.BIN, ...body } })}
          loading={isPending}
          reason={isEmpty && 'Select at least one!'}
        >
          Make BIN
        </ReasonButton>
      </div>
    </Panel>
  )
}
