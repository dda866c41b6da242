/** What the inbox shows of WireCAD requests. */
export { approvalWords, type CadRequest, countsInWords } from './cad-words.tsx'
