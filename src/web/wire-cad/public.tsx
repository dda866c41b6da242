export { approvalWords, type CadRequest, countsInWords } from './cad-words.tsx'
