import { useEffect } from 'react'
import { environment } from '../model/access/account-calls.ts'
import { useRead } from './kit/request/call.ts'
import { setProductName } from './kit/request/title.ts'

export function useEnvironment() {
  const { data } = useRead(environment, {}, { isQuiet: true, staleTime: Number.POSITIVE_INFINITY })
  const name = data?.productName
  useEffect(() => {
    if (name) setProductName(name)
  }, [name])
  return data
}
