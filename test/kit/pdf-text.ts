/** pdfjs needs it at load time but uses it only for rendering. */
if (!('DOMMatrix' in globalThis)) Object.assign(globalThis, { DOMMatrix: class {} })

export async function openPdf(data: Uint8Array) {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  return getDocument({ data: new Uint8Array(data), verbosity: VerbosityLevel.ERRORS })
}

export async function textOfPdf(data: Uint8Array): Promise<string[]> {
  const task = await openPdf(data)
  const document = await task.promise
  const texts: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    for (const item of items) if ('str' in item && item.str !== '') texts.push(item.str)
  }
  await task.destroy()
  return texts
}
