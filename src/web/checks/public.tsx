export { CheckStrip } from './check-strip.tsx'
export { CheckSummary } from './check-summary.tsx'
export { useDesignCheck } from './use-check.ts'
