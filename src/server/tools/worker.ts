type Progress = (percent: number) => void

/** Tasks for worker processes; each module is loaded on first use. */
const tasks = {
  svg: async () => (await import('./svg.ts')).cleanSvg,
  tiff: async () => (await import('./tiff.ts')).tiffFirstPageToPng,
  html: async () => (await import('./html.ts')).cleanHtml,
  sheet: async () => (await import('./sheet.ts')).writeWorkbook,
  outlineSheets: async () => (await import('./sheet.ts')).workbookOutline,
  readSheet: async () => {
    const { readWorkbook } = await import('./sheet-reading.ts')
    return (input: { data: Uint8Array; limits?: import('./sheet-reading.ts').ReadLimits }) => readWorkbook(input.data, input.limits)
  },
  docx: async () => (await import('./docx-filling.ts')).fillDocx,
  pdf: async () => (await import('./pdf-writing.ts')).writePdf,
  sheets: async () => (await import('./sheet-pdf.ts')).writeSheets,
  planPage: async () => (await import('./plan-page.ts')).readPlanPage,
  outline: async () => (await import('./docx-outline.ts')).outlineTemplate,
  readData: async () => (await import('./data-reading.ts')).parseData,
  readFile: async () => (await import('./file-reading.ts')).readFile,
}

type Tasks = typeof tasks
export type WorkerTasks = { [T in keyof Tasks]: Awaited<ReturnType<Tasks[T]>> }

const sendMessage = (message: object) => void process.send?.(message, undefined, undefined, () => undefined)

/** Module loading does not count toward the time limit: it can be slow on a busy machine. */
async function runTask({ task, input }: { task: keyof Tasks; input: never }) {
  const work: (input: never, progress: Progress) => unknown = await tasks[task]()
  sendMessage({ begun: true })
  sendMessage({ result: await work(input, (progress) => sendMessage({ progress })) })
}

process.on('message', (message: Parameters<typeof runTask>[0]) => {
  runTask(message).catch((error: Error) => {
    // The error class is lost between processes, its fields are not.
    sendMessage({ error: { ...error, name: error.name, message: error.message, stack: error.stack } })
  })
})
// Ignores signals to the terminal or process group: the server receives them too and stops its workers itself.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
