import { MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { FileViewer } from '../../../src/web/files/file-viewer.tsx'
import { cssVariables, theme } from '../../../src/web/kit/look/theme.ts'
import { Toasts } from '../../../src/web/kit/look/toasts.tsx'
import { openFile } from '../../../src/web/kit/request/open-file.ts'

Object.assign(window, { openFile })

createRoot(document.getElementById('root')!).render(
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
    <h1>A page with files</h1>
    <FileViewer />
    <Toasts />
  </MantineProvider>,
)
