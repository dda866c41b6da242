import { Control, type Controls } from '../kit/form/controls.tsx'
import { FirstField } from '../planning/public.tsx'

export const firstControl: NonNullable<Controls[string]> = (props) => (
  <FirstField>
    <Control {...props} />
  </FirstField>
)
