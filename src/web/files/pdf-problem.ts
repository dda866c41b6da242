/** Why a PDF cannot be shown, beside the message of the viewer; undefined if it can, or if the cause is the connection. */
export function pdfProblem({ numPages, error }: { numPages?: number; error?: unknown }): string | undefined {
  if (error === undefined) return numPages === 0 ? 'This PDF has no pages.' : undefined
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException') return 'This PDF is protected by a password. Download it to open it with the password.'
  return name === 'InvalidPDFException' || name === 'FormatError' ? 'This PDF is damaged.' : undefined
}
