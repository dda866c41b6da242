/** Parses clipboard text of a spreadsheet: cells separated by tabs, rows by line breaks, both allowed inside quotes. */
export function readCells(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  let at = 0
  const endRow = () => {
    rows.push([...row, cell])
    row = []
    cell = ''
  }
  while (at < text.length) {
    const letter = text[at]!
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else isQuoted = false
    } else if (letter === '"' && cell === '' && isQuoteClosed(text, at)) isQuoted = true
    else if (letter === '\t') {
      row.push(cell)
      cell = ''
    } else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[at + 1] === '\n') at++
      endRow()
    } else cell += letter
    at++
  }
  // Spreadsheets end the last row with a line break too.
  if (cell !== '' || row.length > 0 || rows.length === 0) endRow()
  return rows
}

/** A leading quote is syntax only if it is closed; 24" is a size. */
function isQuoteClosed(text: string, start: number): boolean {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') continue
    if (text[at + 1] === '"') at++
    else return at + 1 === text.length || /[\t\r\n]/.test(text[at + 1]!)
  }
  return false
}

export const writeCells = (rows: string[][]): string =>
  rows.map((row) => row.map((cell) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t')).join('\r\n')
