/** Names of error values in spreadsheets: `#N/A`, `#VALUE!`, `#NAME?`, and the numbered errors of LibreOffice. */
const errorValue = /^(#N\/A( N\/A)?|#[A-Z][A-Z0-9_/ ]{1,30}[!?]|#GETTING_DATA|#{3,}|Err:\d{3})$/i

/** Characters that no text of a person contains, lone surrogates, and the mark of bytes that could not be read. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const badCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd-\uffff]|\p{Cs}/u

/** Returns why the text of a cell cannot be stored: it is an error value, or has a character that cannot be shown. */
export function cellTextProblem(text: string): string | undefined {
  if (errorValue.test(text.trim()))
    return /^#+$/.test(text.trim())
      ? 'The column was too narrow to show the number. Enter the value.'
      : `${text.trim()} is an error value of a spreadsheet. Enter the value.`
  const found = badCharacter.exec(text)
  if (!found) return undefined
  const before = text.slice(Math.max(0, found.index - 20), found.index).trim()
  const place = before ? ` after "${before}"` : ''
  if (found[0] === '\ufffd') return `A character${place} could not be read. Enter it again, or choose the encoding of the file.`
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `The character U+${code}${place} cannot be stored. Delete it.`
}

/** `="00123"` → `00123`: spreadsheets write text this way to keep its zeros. */
export function unwrapTextFormula(text: string): string {
  const [, inner] = /^\s*="((?:[^"]|"")*)"\s*$/.exec(text) ?? []
  return inner === undefined ? text : inner.replaceAll('""', '"')
}
