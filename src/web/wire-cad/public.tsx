export { approvalWords, type CadRequest, countsInWords } from './cad-texts.tsx'
