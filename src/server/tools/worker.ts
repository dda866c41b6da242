type Progress = (percent: number) => void

/** The work that may be given to a process of its own. Each is loaded when it is first asked for. */
const tasks = {
  svg: async (source: string) => (await import('./svg.ts')).cleanSvg(source),
  html: async (source: string) => (await import('./html.ts')).cleanHtml(source),
  sheet: async (book: import('./sheet.ts').SheetBook, progress: Progress) => (await import('./sheet.ts')).writeBook(book, progress),
  outlineSheets: async (book: import('./sheet.ts').SheetBook) => (await import('./sheet.ts')).outlineOfBook(book),
  readSheet: async (asked: { data: Uint8Array; limits?: import('./sheet-reading.ts').ReadLimits }) =>
    (await import('./sheet-reading.ts')).readBook(asked.data, asked.limits),
  docx: async (asked: Parameters<typeof import('./docx-filling.ts').fillDocx>[0]) => (await import('./docx-filling.ts')).fillDocx(asked),
  pdf: async (paper: Parameters<typeof import('./pdf-writing.ts').writePdf>[0]) => (await import('./pdf-writing.ts')).writePdf(paper),
  outline: async (asked: Parameters<typeof import('./docx-outline.ts').outlineOf>[0]) =>
    (await import('./docx-outline.ts')).outlineOf(asked),
  readData: async (asked: { name: string; data: Uint8Array }) => (await import('./data-reading.ts')).readData(asked),
  readFile: async (asked: { name: string; data: Uint8Array }) => (await import('./file-reading.ts')).readFile(asked),
}

export type WorkerTasks = typeof tasks

const say = (message: object) => void process.send?.(message, undefined, undefined, () => undefined)

async function run({ task, input }: { task: keyof WorkerTasks; input: never }) {
  say({ result: await tasks[task](input, (progress) => say({ progress })) })
}

process.on('message', (message: Parameters<typeof run>[0]) => {
  run(message).catch((error: Error) => {
    // A class does not survive the way between processes, its fields do.
    say({ error: { ...error, name: error.name, message: error.message, stack: error.stack } })
  })
})
// Whoever ends the product by its terminal or as a group means the product, which ends its workers itself.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
