import { environment } from '../model/access/account-calls.ts'
import { useRead } from './kit/call.ts'

/** Which installation this is; without an answer the pages do without. */
export const useEnvironment = () => useRead(environment, {}, { isQuiet: true, staleTime: Number.POSITIVE_INFINITY }).data
