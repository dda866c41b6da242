export { openDocument } from './pdf-document.ts'
export { pdfProblem } from './pdf-problem.ts'
