export { approvalWords, type CadRequest, describeCounts as countsInWords } from './cad-texts.tsx'
