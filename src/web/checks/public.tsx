export { CheckStrip } from './check-strip.tsx'
export { CheckSummary } from './check-summary.tsx'
export { GradeIcon } from './finding-parts.tsx'
export { useDesignCheck } from './use-check.ts'
