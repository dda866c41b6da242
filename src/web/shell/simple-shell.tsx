import { Outlet } from '@tanstack/react-router'
import { useEnvironment } from '../environment.ts'
import { SimpleLayout } from './simple-layout.tsx'

export const SimpleShell = () => (
  <SimpleLayout environment={useEnvironment()}>
    <Outlet />
  </SimpleLayout>
)
