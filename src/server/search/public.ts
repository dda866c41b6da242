/** What other areas say of what can be found, and the indexes that takes. */
export { indexesOf, type Searchables } from './search-section.ts'
